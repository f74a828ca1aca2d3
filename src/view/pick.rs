//! What the pointer takes hold of, and where it drags it.

use glam::DVec3;

use super::camera::Camera;
use crate::math::{reject, unit, unit_reject};

/// Radius, CSS pixels, within which a mouse or pen takes hold of a handle.
pub const FINE: f64 = 16.0;
/// The same for a finger.
pub const COARSE: f64 = 28.0;
/// A plane whose normal is this near (sine) to lying across the view is seen edge-on:
/// a pixel there would be worth a long way.
const EDGE_ON: f64 = 0.15;
/// A direction of the picture of which less than this is left in a plane is not followed.
const FORESHORTENED: f64 = 0.3;
/// How far from what was framed a handle can be dragged, in its radius.
const FARTHEST: f64 = 8.0;

/// What can be dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// The IK goal.
    Goal,
    /// The VH target.
    VhTarget,
}

impl Handle {
    /// Its name on the page.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Handle::Goal => "goal",
            Handle::VhTarget => "vh_target",
        }
    }

    /// The handle of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Handle> {
        [Handle::Goal, Handle::VhTarget]
            .into_iter()
            .find(|handle| handle.name() == name)
    }
}

/// The handle nearest to a point of the figure (CSS pixels), within `radius` of it.
#[must_use]
pub fn pick(
    camera: &Camera,
    handles: &[(Handle, DVec3)],
    x: f64,
    y: f64,
    radius: f64,
) -> Option<Handle> {
    let distance = |at: DVec3| {
        let seen = camera.project(at)?;
        let (dx, dy) = (seen.x - x, seen.y - y);
        Some((dx * dx + dy * dy).sqrt())
    };
    handles
        .iter()
        .filter_map(|(handle, at)| Some((*handle, distance(*at)?)))
        .filter(|(_, distance)| *distance <= radius)
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(handle, _)| handle)
}

/// A handle being dragged. The point that was grabbed stays under the pointer.
#[derive(Clone, Copy, Debug)]
pub struct Drag {
    /// A point of the plane that the handle is dragged in.
    through: DVec3,
    normal: DVec3,
    /// The plane that the pointer's ray is met with; another where `normal`'s is edge-on.
    met: DVec3,
    /// Handle less the point under the pointer.
    offset: DVec3,
    last: DVec3,
}

impl Drag {
    /// Takes hold of the handle at `at` with the pointer at (x, y), CSS pixels. It is
    /// dragged in the plane through `at` with the normal `plane`, or facing the viewer.
    #[must_use]
    pub fn begin(camera: &Camera, at: DVec3, plane: Option<DVec3>, x: f64, y: f64) -> Drag {
        let view = camera.axes().back;
        let normal = plane.and_then(unit).unwrap_or(view);
        let sight = unit(camera.eye() - at).unwrap_or(view);
        let met = if normal.dot(sight).abs() < EDGE_ON {
            unit_reject(sight, normal).unwrap_or(view)
        } else {
            normal
        };
        let mut drag = Drag {
            through: at,
            normal,
            met,
            offset: DVec3::ZERO,
            last: at,
        };
        let under = drag.meet(camera, x, y).unwrap_or(at);
        drag.offset = at - under;
        drag
    }

    /// Where the pointer's ray meets the plane; `None` where it does not, before the eye.
    fn meet(&self, camera: &Camera, x: f64, y: f64) -> Option<DVec3> {
        let eye = camera.eye();
        let ray = camera.ray(x, y);
        let along = (self.through - eye).dot(self.met) / ray.dot(self.met);
        let point = eye + ray * along;
        (along > 0.0 && point.is_finite()).then(|| {
            // Met on a stand-in plane: back into the plane of the drag.
            self.through + reject(point - self.through, self.normal)
        })
    }

    /// Where the handle goes when the pointer is at (x, y), CSS pixels. Always finite,
    /// and never far beyond what was framed; where the ray misses the plane the handle
    /// stays.
    pub fn to(&mut self, camera: &Camera, x: f64, y: f64) -> DVec3 {
        if let Some(under) = self.meet(camera, x, y) {
            let limit = FARTHEST * camera.extent();
            let way = (under + self.offset - camera.target()).clamp_length_max(limit);
            self.last = camera.target() + way;
        }
        self.last
    }
}

/// The way of a step of `size` world units, `right` and `up` in the picture, along the
/// plane with the normal `plane`, or in the plane of the view.
#[must_use]
pub fn step(camera: &Camera, plane: Option<DVec3>, right: f64, up: f64, size: f64) -> DVec3 {
    let axes = camera.axes();
    let Some(normal) = plane.and_then(unit) else {
        return (axes.right * right + axes.up * up) * size;
    };
    // Right is level, so in an upright plane it stays level and up stays upright. Where it
    // is seen nearly end-on, up is followed instead. The other direction is at right angles,
    // and where that is seen end-on it leads away from the viewer.
    let across = reject(axes.right, normal);
    let upright = reject(axes.up, normal);
    let (u, v) = if across.length() >= FORESHORTENED {
        let u = unit(across).unwrap_or(axes.right);
        (u, towards(normal.cross(u), axes.up - axes.back * EDGE_ON))
    } else {
        let v = unit(upright).unwrap_or(axes.up);
        (
            towards(v.cross(normal), axes.right - axes.back * EDGE_ON),
            v,
        )
    };
    (u * right + v * up) * size
}

fn towards(v: DVec3, way: DVec3) -> DVec3 {
    if v.dot(way) < 0.0 { -v } else { v }
}

#[cfg(test)]
mod tests {
    use super::super::camera::Matter;
    use super::*;

    const GOAL: DVec3 = DVec3::new(1.6, 0.1, 0.4);

    fn camera(azimuth: f64, elevation: f64, ratio: f64) -> Camera {
        let mut camera = Camera::new(azimuth, elevation);
        camera.resize(390.0, 430.0, ratio);
        camera.frame(&[Matter {
            center: DVec3::ZERO,
            radius: 2.0,
        }]);
        camera
    }

    fn near(a: DVec3, b: DVec3) -> bool {
        (a - b).length() < 1e-9
    }

    #[test]
    fn a_handle_is_picked_in_css_pixels_at_any_pixel_ratio() {
        for ratio in [1.0, 1.25, 2.0] {
            let camera = camera(0.4, 0.3, ratio);
            let handles = [(Handle::Goal, GOAL)];
            let seen = camera.project(GOAL).expect("in front of the eye");
            let at = |d: f64, radius| pick(&camera, &handles, seen.x + d, seen.y, radius);
            assert_eq!(at(0.0, FINE), Some(Handle::Goal));
            assert_eq!(at(FINE - 0.1, FINE), Some(Handle::Goal));
            assert_eq!(at(FINE + 0.1, FINE), None);
            assert_eq!(at(24.0, COARSE), Some(Handle::Goal));
        }
    }

    #[test]
    fn of_two_handles_the_nearer_to_the_pointer_is_picked() {
        let camera = camera(0.4, 0.3, 1.0);
        let other = GOAL + camera.axes().right * 0.1;
        let handles = [(Handle::Goal, GOAL), (Handle::VhTarget, other)];
        let seen = camera.project(other).expect("in front of the eye");
        let picked = pick(&camera, &handles, seen.x, seen.y, COARSE);
        assert_eq!(picked, Some(Handle::VhTarget));
    }

    #[test]
    fn a_handle_behind_the_eye_is_not_picked() {
        let camera = camera(0.0, 0.0, 1.0);
        let behind = camera.eye() + camera.axes().back;
        let picked = pick(&camera, &[(Handle::Goal, behind)], 195.0, 215.0, 1e9);
        assert_eq!(picked, None);
    }

    #[test]
    fn dragging_keeps_the_grab_offset_and_the_plane() {
        for plane in [None, Some(DVec3::Y), Some(DVec3::new(0.2, 3.0, 1.0))] {
            let camera = camera(0.4, 0.3, 1.0);
            let seen = camera.project(GOAL).expect("in front of the eye");
            let mut drag = Drag::begin(&camera, GOAL, plane, seen.x + 5.0, seen.y - 3.0);
            assert!(near(drag.to(&camera, seen.x + 5.0, seen.y - 3.0), GOAL));
            let moved = drag.to(&camera, seen.x + 45.0, seen.y + 17.0);
            let normal = plane.and_then(unit).unwrap_or(camera.axes().back);
            assert!((moved - GOAL).dot(normal).abs() < 1e-9);
            // To first order the handle moves as far on the screen as the pointer.
            let seen_again = camera.project(moved).expect("in front of the eye");
            assert!((seen_again.x - seen.x - 40.0).abs() < 2.0);
            assert!((seen_again.y - seen.y - 20.0).abs() < 2.0);
            assert!(near(drag.to(&camera, seen.x + 5.0, seen.y - 3.0), GOAL));
        }
    }

    #[test]
    fn a_plane_seen_edge_on_is_dragged_along_what_is_seen_of_it() {
        for plane in [DVec3::X, DVec3::new(1.0, 0.05, 0.0), DVec3::Z] {
            let camera = camera(0.0, 0.0, 1.0);
            let seen = camera.project(GOAL).expect("in front of the eye");
            let mut drag = Drag::begin(&camera, GOAL, Some(plane), seen.x, seen.y);
            for (dx, dy) in [(30.0, 0.0), (0.0, 30.0), (-200.0, 90.0), (1e7, -1e7)] {
                let to = drag.to(&camera, seen.x + dx, seen.y + dy);
                assert!(to.is_finite());
                assert!((to - camera.target()).length() <= FARTHEST * camera.extent() + 1e-9);
            }
            let back = drag.to(&camera, seen.x, seen.y);
            assert!(near(back, GOAL));
        }
    }

    #[test]
    fn beyond_the_horizon_of_the_plane_the_handle_stays() {
        let camera = camera(0.0, 0.3, 1.0);
        let seen = camera.project(GOAL).expect("in front of the eye");
        let mut drag = Drag::begin(&camera, GOAL, Some(DVec3::Z), seen.x, seen.y);
        for y in [0.0, -50.0, -1e4, -1e9] {
            let to = drag.to(&camera, seen.x, y);
            assert!(to.is_finite());
            assert!((to - camera.target()).length() <= FARTHEST * camera.extent() + 1e-9);
        }
    }

    #[test]
    fn steps_follow_the_picture_and_stay_in_the_plane() {
        for plane in [None, Some(DVec3::X), Some(DVec3::Y), Some(DVec3::Z)] {
            for (azimuth, elevation) in [(0.0, 0.0), (0.4, 0.3), (-2.0, -0.8)] {
                let camera = camera(azimuth, elevation, 1.0);
                let right = step(&camera, plane, 1.0, 0.0, 0.1);
                let up = step(&camera, plane, 0.0, 1.0, 0.1);
                assert!((right.length() - 0.1).abs() < 1e-12);
                assert!((up.length() - 0.1).abs() < 1e-12);
                assert!(right.dot(up).abs() < 1e-12);
                assert!(right.dot(camera.axes().right) > -1e-12);
                assert!(up.dot(camera.axes().up) > -1e-12);
                if let Some(normal) = plane {
                    assert!(right.dot(normal).abs() < 1e-12 && up.dot(normal).abs() < 1e-12);
                }
            }
        }
    }
}
