//! What the pointer takes hold of, and where it drags it.

use glam::{DVec2, DVec3};

use super::camera::Camera;
use crate::math::{length, reject, sin_cos, unit, unit_reject};

/// Radius, CSS pixels, within which a mouse or pen takes hold of a handle.
pub const FINE: f64 = 16.0;
/// The same for a finger.
pub const COARSE: f64 = 28.0;
/// A plane whose normal is this near (sine) to lying across the view is seen edge-on:
/// a pixel there would be worth a long way.
const EDGE_ON: f64 = 0.15;
/// A direction of the picture of which less than this is left in a plane is not followed.
const FORESHORTENED: f64 = 0.3;
/// Handles as near to the pointer as the nearest one, to this many CSS pixels, overlap:
/// the one in front is taken.
const OVERLAP: f64 = 4.0;
/// How far from what was framed a handle can be dragged, in its radius.
const FARTHEST: f64 = 8.0;

/// What can be dragged.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// The IK goal.
    Goal,
    /// Where the EE axis pierces the sphere.
    Axis,
    /// A zero of the map: the first of two, or the pole vector.
    ZeroP,
    /// The other zero, or the pole vector's opposite.
    ZeroQ,
    /// The VH target.
    VhTarget,
}

impl Handle {
    /// Every handle.
    pub const ALL: [Handle; 5] = [
        Handle::Goal,
        Handle::Axis,
        Handle::ZeroP,
        Handle::ZeroQ,
        Handle::VhTarget,
    ];

    /// Whether it stays on the sphere.
    #[must_use]
    pub fn on_sphere(self) -> bool {
        matches!(self, Handle::Axis | Handle::ZeroP | Handle::ZeroQ)
    }

    /// Its name on the page.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Handle::Goal => "goal",
            Handle::Axis => "axis",
            Handle::ZeroP => "zero_p",
            Handle::ZeroQ => "zero_q",
            Handle::VhTarget => "vh_target",
        }
    }

    /// The handle of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Handle> {
        Handle::ALL.into_iter().find(|handle| handle.name() == name)
    }
}

/// The handle nearest to a point of the figure (CSS pixels), within `radius` of it; of
/// handles that overlap there, the one in front.
#[must_use]
pub fn pick(
    camera: &Camera,
    handles: &[(Handle, DVec3)],
    x: f64,
    y: f64,
    radius: f64,
) -> Option<Handle> {
    let seen: Vec<(Handle, f64, f64)> = handles
        .iter()
        .filter_map(|(handle, at)| {
            let seen = camera.project(*at)?;
            let away = DVec2::new(seen.x - x, seen.y - y).length();
            (away <= radius).then_some((*handle, away, seen.depth))
        })
        .collect();
    let nearest = seen.iter().map(|s| s.1).fold(f64::INFINITY, f64::min);
    seen.iter()
        .filter(|s| s.1 <= nearest + OVERLAP)
        .min_by(|a, b| a.2.total_cmp(&b.2))
        .map(|s| s.0)
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

    /// Where the handle goes when the pointer is at (x, y), CSS pixels. Always finite, in
    /// the plane, and never far beyond what was framed; where the ray misses the plane the
    /// handle stays.
    pub fn to(&mut self, camera: &Camera, x: f64, y: f64) -> DVec3 {
        if let Some(under) = self.meet(camera, x, y) {
            // The limit is a circle in the plane, where the ball about the target cuts it;
            // wide enough for where the handle was.
            let target = camera.target();
            let foot = target + self.normal * (self.through - target).dot(self.normal);
            let limit = FARTHEST * camera.extent();
            let circle = (limit * limit - (foot - target).length_squared())
                .max((self.through - foot).length_squared())
                .sqrt();
            let way = reject(under + self.offset - foot, self.normal);
            self.last = foot + way.clamp_length_max(circle);
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

/// A handle being slid over a sphere, on the side of it where it was grabbed.
#[derive(Clone, Copy, Debug)]
pub struct Slide {
    center: DVec3,
    radius: f64,
    front: bool,
    /// Handle less pointer on the screen, CSS pixels.
    offset: DVec2,
    last: DVec3,
}

impl Slide {
    /// Takes hold of the handle in the direction `e` from the sphere's centre, with the
    /// pointer at (x, y), CSS pixels.
    #[must_use]
    pub fn begin(camera: &Camera, center: DVec3, radius: f64, e: DVec3, x: f64, y: f64) -> Slide {
        let at = center + e * radius;
        let offset = camera
            .project(at)
            .map(|seen| DVec2::new(seen.x - x, seen.y - y))
            .filter(|offset| offset.is_finite());
        Slide {
            center,
            radius,
            front: e.dot(camera.eye() - at) >= 0.0,
            offset: offset.unwrap_or(DVec2::ZERO),
            last: e,
        }
    }

    /// Unit direction of the handle when the pointer is at (x, y), CSS pixels; beyond the
    /// sphere's outline, that of the nearest point of the outline. Always finite.
    pub fn to(&mut self, camera: &Camera, x: f64, y: f64) -> DVec3 {
        let ray = camera.ray(x + self.offset.x, y + self.offset.y);
        if let Some(e) = self.meet(camera.eye(), ray) {
            self.last = e;
        }
        self.last
    }

    fn meet(&self, eye: DVec3, ray: DVec3) -> Option<DVec3> {
        // In radii, from the sphere's centre.
        let eye = (eye - self.center) / self.radius;
        if let Some((near, far)) = crossings(eye, ray) {
            // Seen from within, there is only the far side.
            return near.filter(|_| self.front).or(far);
        }
        let nearest = eye - ray * eye.dot(ray);
        let sine = 1.0 / length(eye);
        let axis = eye * sine;
        let side = unit_reject(nearest, axis)?;
        (sine < 1.0).then(|| axis * sine + side * (1.0 - sine * sine).sqrt())
    }
}

/// Where the ray from `eye` crosses the unit sphere before the viewer: on the near side, if
/// it is seen from without, and on the far side. `None` where it passes by.
fn crossings(eye: DVec3, ray: DVec3) -> Option<(Option<DVec3>, Option<DVec3>)> {
    let along = -eye.dot(ray);
    let nearest = eye + ray * along;
    let half_chord = 1.0 - nearest.length_squared();
    (along > 0.0 && half_chord >= 0.0).then(|| {
        let half_chord = half_chord.sqrt();
        let near = unit(nearest - ray * half_chord).filter(|_| along > half_chord);
        (near, unit(nearest + ray * half_chord))
    })
}

/// The unit direction from the sphere's centre to the point of its near side that is seen at
/// (x, y), CSS pixels; `None` beside the sphere.
#[must_use]
pub fn seen_on_sphere(
    camera: &Camera,
    center: DVec3,
    radius: f64,
    x: f64,
    y: f64,
) -> Option<DVec3> {
    let (near, _) = crossings((camera.eye() - center) / radius, camera.ray(x, y))?;
    near
}

/// The unit direction `e` after a step of `angle` radians over the sphere, `right` and `up`
/// as seen. At the outline a step outwards leads over it, to the other side.
#[must_use]
pub fn step_on_sphere(camera: &Camera, e: DVec3, right: f64, up: f64, angle: f64) -> DVec3 {
    let axes = camera.axes();
    // Where right leads straight to or from the viewer, away.
    let right_on = axes.right - axes.back * 1e-6;
    let across = unit_reject(right_on, e).unwrap_or(axes.up);
    let upright = towards(across.cross(e), axes.up);
    let far = DVec2::new(right, up).length();
    let (sin, cos) = sin_cos(angle * far);
    let to = e * cos + (across * right + upright * up) * (sin / far);
    unit(to).unwrap_or(e)
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
    fn a_drag_keeps_to_its_plane_wherever_the_pointer_is() {
        for (azimuth, elevation) in [(-0.3, 0.25), (0.0, 0.0), (1.2, -0.6)] {
            for plane in [DVec3::Y, DVec3::Z, DVec3::new(1.0, 0.1, 0.3)] {
                let camera = camera(azimuth, elevation, 1.0);
                let normal = plane.normalize();
                let seen = camera.project(GOAL).expect("in front of the eye");
                let mut drag = Drag::begin(&camera, GOAL, Some(plane), seen.x, seen.y);
                for i in 0..48 {
                    let (sin, cos) = sin_cos(f64::from(i) * 0.131);
                    for far in [80.0, 700.0, 5e3, 1e6] {
                        let to = drag.to(&camera, seen.x + far * cos, seen.y + far * sin);
                        assert!((to - GOAL).dot(normal).abs() < 1e-9, "{plane} {i} {far}");
                        let limit = FARTHEST * camera.extent();
                        assert!((to - camera.target()).length() <= limit + 1e-9);
                    }
                }
            }
        }
    }

    #[test]
    fn a_point_seen_on_the_sphere_is_on_its_near_side() {
        let camera = camera(0.4, 0.3, 1.0);
        let (center, radius) = (DVec3::new(0.2, -0.1, 0.3), 1.3);
        let back = camera.axes().back;
        for e in [back, (back + DVec3::X * 0.4).normalize()] {
            let seen = camera.project(center + e * radius).expect("in front");
            let found = seen_on_sphere(&camera, center, radius, seen.x, seen.y);
            assert!(near(found.expect("on the sphere"), e));
        }
        assert_eq!(seen_on_sphere(&camera, center, radius, 1.0, 1.0), None);
        assert_eq!(
            seen_on_sphere(&camera, center, radius, f64::NAN, f64::INFINITY).map(|e| e.is_finite()),
            seen_on_sphere(&camera, center, radius, 0.0, 0.0).map(|e| e.is_finite()),
        );
        // From within there is no near side.
        assert_eq!(seen_on_sphere(&camera, center, 1e3, 195.0, 215.0), None);
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

    #[test]
    fn of_handles_that_overlap_the_one_in_front_is_picked() {
        let camera = camera(0.4, 0.3, 1.0);
        let back = camera.axes().back;
        let handles = [(Handle::ZeroP, -back), (Handle::ZeroQ, back)];
        let seen = camera.project(DVec3::ZERO).expect("in front of the eye");
        let picked = pick(&camera, &handles, seen.x, seen.y, COARSE);
        assert_eq!(picked, Some(Handle::ZeroQ));
    }

    #[test]
    fn sliding_stays_on_its_side_of_the_sphere_and_on_the_outline_beyond_it() {
        let camera = camera(0.4, 0.3, 1.0);
        let axes = camera.axes();
        for front in [1.0, -1.0] {
            let e = (axes.back * front + axes.right * 0.4 + axes.up * 0.2).normalize();
            let seen = camera.project(e * 1.5).expect("in front of the eye");
            let mut slide = Slide::begin(&camera, DVec3::ZERO, 1.5, e, seen.x + 4.0, seen.y);
            assert!(near(slide.to(&camera, seen.x + 4.0, seen.y), e));
            let moved = slide.to(&camera, seen.x + 24.0, seen.y + 10.0);
            let seen_again = camera.project(moved * 1.5).expect("in front of the eye");
            assert!((seen_again.x - seen.x - 20.0).abs() < 1e-9);
            assert!((seen_again.y - seen.y - 10.0).abs() < 1e-9);
            assert!(front * moved.dot(camera.eye() - moved * 1.5) > 0.0);
            for (dx, dy) in [(500.0, 0.0), (-1e4, 30.0), (0.0, 1e9), (f64::NAN, 1e300)] {
                let outline = slide.to(&camera, seen.x + dx, seen.y + dy);
                assert!((outline.length() - 1.0).abs() < 1e-9);
            }
            let outline = slide.to(&camera, seen.x + 500.0, seen.y);
            // Where the line of sight touches the sphere.
            assert!(outline.dot(camera.eye() - outline * 1.5).abs() < 1e-9);
            assert!(outline.dot(axes.right) > 0.9);
        }
    }

    #[test]
    fn sliding_works_from_within_the_sphere() {
        let camera = camera(0.4, 0.3, 1.0);
        let radius = 2.0 * camera.distance();
        let e = -camera.axes().back;
        let seen = camera.project(e * radius).expect("in front of the eye");
        let mut slide = Slide::begin(&camera, DVec3::ZERO, radius, e, seen.x, seen.y);
        assert!(near(slide.to(&camera, seen.x, seen.y), e));
        let moved = slide.to(&camera, seen.x + 50.0, seen.y);
        assert!(moved.dot(camera.axes().right) > 0.0 && moved.dot(e) > 0.9);
    }

    #[test]
    fn steps_over_the_sphere_follow_the_picture_and_lead_round_it() {
        let camera = camera(0.4, 0.3, 1.0);
        let axes = camera.axes();
        for e in [axes.back, -axes.back, DVec3::X, DVec3::Z] {
            for (right, up) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
                let to = step_on_sphere(&camera, e, right, up, 0.05);
                assert!((to.dot(e) - sin_cos(0.05).1).abs() < 1e-12);
                let way = axes.right * right + axes.up * up;
                assert!((to - e).dot(way) > -2e-3);
            }
        }
        // Over the outline.
        let mut e = axes.back;
        for _ in 0..16 {
            e = step_on_sphere(&camera, e, 1.0, 0.0, 0.1);
        }
        assert!(e.dot(axes.back) < 0.0);
        for x in [f64::NAN, f64::INFINITY, 0.0] {
            assert!(near(step_on_sphere(&camera, e, x, 0.0, 0.1), e));
        }
        assert!(near(step_on_sphere(&camera, e, 1.0, 0.0, f64::NAN), e));
    }
}
