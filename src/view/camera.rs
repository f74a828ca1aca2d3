//! The viewer: orbit about a target, framing, and damping that comes to rest.

use glam::{DMat4, DVec2, DVec3, DVec4};

use crate::math::{length, sin_cos};

/// Tangent of half the angle that the shorter side of a figure spans: 28° across, a
/// long lens, so that parallels look parallel.
const HALF_VIEW: f64 = 0.249_328;
/// The share of each half side that framing leaves free, for labels and for dragging.
const MARGIN: f64 = 0.14;
/// How far up or down one can look, radians: short of the pole, where the azimuth is lost.
const STEEPEST: f64 = 1.535;
/// Nearest and farthest distance, in the framed one.
const ZOOM: (f64, f64) = (0.25, 4.0);
/// Radians an orbit turns per CSS pixel.
const ORBIT: f64 = 0.008;
/// Decay rate of the damping, per millisecond: 95 % of the way in about 0.2 s.
const DECAY: f64 = 0.024;
/// A damped value nearer than this to where it goes, and slower than this per
/// millisecond, is there: less than a tenth of a pixel.
const SETTLED: f64 = 2e-4;

/// A number on its way to another: the exact solution of the critically damped spring,
/// so that any steps of time give the same path.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Damped {
    now: f64,
    goal: f64,
    /// Per millisecond.
    speed: f64,
}

impl Damped {
    fn at(value: f64) -> Damped {
        Damped {
            now: value,
            goal: value,
            speed: 0.0,
        }
    }

    fn moving(&self) -> bool {
        self.now != self.goal
    }

    fn advance(&mut self, dt_ms: f64) {
        let from = self.now - self.goal;
        let pull = self.speed + DECAY * from;
        let decay = libm::exp(-DECAY * dt_ms);
        let left = (from + pull * dt_ms) * decay;
        self.speed = (self.speed - DECAY * pull * dt_ms) * decay;
        self.now = self.goal + left;
        if left.abs() < SETTLED && self.speed.abs() < SETTLED {
            *self = Damped::at(self.goal);
        }
    }
}

/// A point of the picture in CSS pixels from the figure's top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnScreen {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
    /// Distance in front of the eye along the view, world units.
    pub depth: f64,
}

/// A ball that framing keeps in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matter {
    /// Centre, world.
    pub center: DVec3,
    /// World units; 0 for a point.
    pub radius: f64,
}

/// On the way from one frame to another.
#[derive(Clone, Copy, Debug)]
struct Glide {
    target: DVec3,
    distance: f64,
    /// How much is left of the old frame: from 1 to 0.
    left: Damped,
}

/// Where the picture is seen from.
#[derive(Clone, Debug)]
pub struct Camera {
    azimuth: Damped,
    elevation: Damped,
    /// Distance from the target, in the framed one.
    zoom: Damped,
    /// What [`Camera::reset`] goes back to.
    home: (f64, f64),
    target: DVec3,
    framed_distance: f64,
    glide: Option<Glide>,
    /// Radius of what was framed, about the target.
    extent: f64,
    /// What was framed, and seen from where: a new size of the figure frames it again.
    framed: (Vec<Matter>, f64, f64),
    size: DVec2,
    pixel_ratio: f64,
}

impl Camera {
    /// A camera that looks along the azimuth about +Z from −Y (the front) and the
    /// elevation above the horizon, radians.
    #[must_use]
    pub fn new(azimuth: f64, elevation: f64) -> Camera {
        let elevation = finite(elevation).clamp(-STEEPEST, STEEPEST);
        let azimuth = finite(azimuth);
        Camera {
            azimuth: Damped::at(azimuth),
            elevation: Damped::at(elevation),
            zoom: Damped::at(1.0),
            home: (azimuth, elevation),
            target: DVec3::ZERO,
            framed_distance: 5.0,
            glide: None,
            extent: 1.0,
            framed: (Vec::new(), azimuth, elevation),
            size: DVec2::ZERO,
            pixel_ratio: 1.0,
        }
    }

    /// Size of the figure, CSS pixels, and device pixels per CSS pixel.
    pub fn resize(&mut self, width: f64, height: f64, pixel_ratio: f64) {
        self.size = DVec2::new(finite(width).max(0.0), finite(height).max(0.0));
        self.pixel_ratio = if pixel_ratio.is_finite() {
            pixel_ratio.clamp(0.25, 8.0)
        } else {
            1.0
        };
        self.fit();
    }

    /// Size of the figure, CSS pixels.
    #[must_use]
    pub fn size(&self) -> DVec2 {
        self.size
    }

    /// Device pixels per CSS pixel.
    #[must_use]
    pub fn pixel_ratio(&self) -> f64 {
        self.pixel_ratio
    }

    /// Whether the figure has no area, and so no picture.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !(self.size.x >= 1.0 && self.size.y >= 1.0)
    }

    /// Aims at `matters` so that all of them fill the figure as it is seen now, with a
    /// margin. Zoom goes back to 1.
    pub fn frame(&mut self, matters: &[Matter]) {
        self.framed = (matters.to_vec(), self.azimuth.goal, self.elevation.goal);
        self.zoom = Damped::at(1.0);
        self.glide = None;
        self.fit();
    }

    /// The same, but the eye goes there as time passes ([`Camera::advance`]).
    pub fn glide_to_frame(&mut self, matters: &[Matter]) {
        let (target, distance) = (self.target(), self.distance());
        self.frame(matters);
        self.glide = Some(Glide {
            target,
            distance,
            left: Damped {
                goal: 0.0,
                ..Damped::at(1.0)
            },
        });
    }

    /// The nearest distance, and the target that allows it. A ball of radius ρ at
    /// (x, y, z) (right, up, towards the eye) is inside the right edge of slope s when
    /// x + s z + ρ √(1+s²) ≤ cₓ + s D, and so on: each pair of edges gives one D and
    /// one cₓ in closed form.
    fn fit(&mut self) {
        let (matters, azimuth, elevation) = &self.framed;
        let usable = |m: &&Matter| m.center.is_finite() && m.radius.is_finite();
        let Some(first) = matters.iter().find(usable) else {
            return;
        };
        let axes = Axes::of(*azimuth, *elevation);
        let slopes = self.slopes() * (1.0 - MARGIN);
        let origin = first.center;
        let mut low = DVec3::INFINITY;
        let mut high = DVec3::NEG_INFINITY;
        let mut depth = (f64::INFINITY, f64::NEG_INFINITY);
        for m in matters.iter().filter(usable) {
            let p = m.center - origin;
            let (x, y, z) = (p.dot(axes.right), p.dot(axes.up), p.dot(axes.back));
            let room = |s: f64| s * z + m.radius * (1.0 + s * s).sqrt();
            high = high.max(DVec3::new(x + room(slopes.x), y + room(slopes.y), 0.0));
            low = low.min(DVec3::new(x - room(slopes.x), y - room(slopes.y), 0.0));
            depth = (depth.0.min(z - m.radius), depth.1.max(z + m.radius));
        }
        let middle = 0.5 * (high + low);
        let eye = (0.5 * (high.x - low.x) / slopes.x).max(0.5 * (high.y - low.y) / slopes.y);
        let z = 0.5 * (depth.0 + depth.1);
        self.target = origin + axes.right * middle.x + axes.up * middle.y + axes.back * z;
        self.extent = matters
            .iter()
            .filter(usable)
            .map(|m| length(m.center - self.target) + m.radius)
            .fold(0.0, f64::max)
            .max(f64::MIN_POSITIVE);
        self.framed_distance = (eye - z).max(1.2 * self.extent);
        if !self.framed_distance.is_finite() || !self.target.is_finite() {
            self.target = DVec3::ZERO;
            self.framed_distance = 5.0;
            self.extent = 1.0;
        }
    }

    /// Orbits by a movement of the pointer, CSS pixels: the picture follows the pointer.
    pub fn orbit(&mut self, dx: f64, dy: f64) {
        self.azimuth.goal -= finite(dx) * ORBIT;
        self.elevation.goal = (self.elevation.goal + finite(dy) * ORBIT).clamp(-STEEPEST, STEEPEST);
    }

    /// Moves nearer by `factor` (above 1: nearer).
    pub fn zoom(&mut self, factor: f64) {
        if factor.is_finite() && factor > 0.0 {
            self.zoom.goal = (self.zoom.goal / factor).clamp(ZOOM.0, ZOOM.1);
        }
    }

    /// Goes back to where it was made or last set, the shorter way round.
    pub fn reset(&mut self) {
        let (azimuth, elevation) = self.home;
        self.azimuth.now = azimuth + crate::math::wrap_angle(self.azimuth.now - azimuth);
        self.azimuth.goal = azimuth;
        self.elevation.goal = elevation;
        self.zoom.goal = 1.0;
    }

    /// Looks from there at once; also where [`Camera::reset`] goes back to.
    pub fn set(&mut self, azimuth: f64, elevation: f64) {
        let elevation = finite(elevation).clamp(-STEEPEST, STEEPEST);
        self.home = (finite(azimuth), elevation);
        self.azimuth = Damped::at(self.home.0);
        self.elevation = Damped::at(elevation);
    }

    /// Lets time pass. Whether it is still moving.
    pub fn advance(&mut self, dt_ms: f64) -> bool {
        let dt = finite(dt_ms).max(0.0);
        let mut moving = false;
        for value in [&mut self.azimuth, &mut self.elevation, &mut self.zoom] {
            if value.moving() {
                value.advance(dt);
                moving |= value.moving();
            }
        }
        if let Some(glide) = &mut self.glide {
            glide.left.advance(dt);
            self.glide = Some(*glide).filter(|glide| glide.left.moving());
            moving |= self.glide.is_some();
        }
        moving
    }

    /// Azimuth and elevation, radians, as seen now; azimuth in (−π, π].
    #[must_use]
    pub fn angles(&self) -> (f64, f64) {
        (
            crate::math::wrap_angle(self.azimuth.now),
            self.elevation.now,
        )
    }

    /// Distance of the eye from the target, world units.
    #[must_use]
    pub fn distance(&self) -> f64 {
        let framed = match &self.glide {
            None => self.framed_distance,
            Some(glide) => {
                self.framed_distance + (glide.distance - self.framed_distance) * glide.left.now
            }
        };
        framed * self.zoom.now
    }

    /// What the eye looks at.
    #[must_use]
    pub fn target(&self) -> DVec3 {
        match &self.glide {
            None => self.target,
            Some(glide) => self.target.lerp(glide.target, glide.left.now),
        }
    }

    /// Radius about the target of what was framed, world units.
    #[must_use]
    pub fn extent(&self) -> f64 {
        self.extent
    }

    /// Position of the eye.
    #[must_use]
    pub fn eye(&self) -> DVec3 {
        self.target() + self.axes().back * self.distance()
    }

    /// Directions of the picture in the world.
    #[must_use]
    pub fn axes(&self) -> Axes {
        Axes::of(self.azimuth.now, self.elevation.now)
    }

    /// Slopes of the right and upper edges of the view.
    fn slopes(&self) -> DVec2 {
        let shorter = self.size.min_element().max(1.0);
        (self.size.max(DVec2::ONE) / shorter) * HALF_VIEW
    }

    /// Where a world point is seen; `None` behind the eye.
    #[must_use]
    pub fn project(&self, point: DVec3) -> Option<OnScreen> {
        let axes = self.axes();
        let p = point - self.eye();
        let depth = -p.dot(axes.back);
        if !(depth > 1e-6 * self.distance() && depth.is_finite()) {
            return None;
        }
        let slopes = self.slopes();
        let x = p.dot(axes.right) / (depth * slopes.x);
        let y = p.dot(axes.up) / (depth * slopes.y);
        Some(OnScreen {
            x: 0.5 * (1.0 + x) * self.size.x,
            y: 0.5 * (1.0 - y) * self.size.y,
            depth,
        })
    }

    /// Unit direction from the eye through a point of the figure, CSS pixels.
    #[must_use]
    pub fn ray(&self, x: f64, y: f64) -> DVec3 {
        let axes = self.axes();
        let slopes = self.slopes();
        let size = self.size.max(DVec2::ONE);
        let right = (2.0 * finite(x) / size.x - 1.0) * slopes.x;
        let up = (1.0 - 2.0 * finite(y) / size.y) * slopes.y;
        (axes.right * right + axes.up * up - axes.back).normalize()
    }

    /// World units that one CSS pixel covers at a depth.
    #[must_use]
    pub fn world_per_pixel(&self, depth: f64) -> f64 {
        2.0 * depth * HALF_VIEW / self.size.min_element().max(1.0)
    }

    /// From points relative to the target, in units of [`Camera::extent`], to clip space.
    #[must_use]
    pub fn clip_from_scene(&self) -> DMat4 {
        let axes = self.axes();
        let slopes = self.slopes();
        let distance = self.distance() / self.extent;
        let near = (distance - 4.0).max(0.02 * distance);
        let far = distance + 10.0;
        let (a, b) = ((far + near) / (far - near), 2.0 * far * near / (far - near));
        let row = |v: DVec3, scale: f64| DVec4::new(v.x * scale, v.y * scale, v.z * scale, 0.0);
        // Depth in front of the eye is `distance − p·back`.
        let w = row(axes.back, -1.0) + DVec4::W * distance;
        let z = w * a - DVec4::W * b;
        DMat4::from_cols(
            row(axes.right, 1.0 / slopes.x),
            row(axes.up, 1.0 / slopes.y),
            z,
            w,
        )
        .transpose()
    }
}

/// Directions of the picture in the world, unit, right-handed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    /// To the right of the picture.
    pub right: DVec3,
    /// Up in the picture.
    pub up: DVec3,
    /// Out of the picture, towards the viewer.
    pub back: DVec3,
}

impl Axes {
    fn of(azimuth: f64, elevation: f64) -> Axes {
        let (sin_a, cos_a) = sin_cos(azimuth);
        let (sin_e, cos_e) = sin_cos(elevation);
        let right = DVec3::new(cos_a, sin_a, 0.0);
        let back = DVec3::new(sin_a * cos_e, -cos_a * cos_e, sin_e);
        Axes {
            right,
            up: back.cross(right),
            back,
        }
    }
}

fn finite(x: f64) -> f64 {
    if x.is_finite() { x } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera(width: f64, height: f64) -> Camera {
        let mut camera = Camera::new(0.5, 0.3);
        camera.resize(width, height, 1.0);
        camera.frame(&[
            Matter {
                center: DVec3::new(1.0, -2.0, 3.0),
                radius: 1.4,
            },
            Matter {
                center: DVec3::new(2.7, -2.1, 3.4),
                radius: 0.0,
            },
        ]);
        camera
    }

    #[test]
    fn a_projected_point_lies_on_the_ray_through_its_pixel() {
        for (w, h) in [(640.0, 480.0), (390.0, 430.0), (390.0, 844.0)] {
            let camera = camera(w, h);
            for p in [DVec3::new(1.2, -1.7, 3.3), DVec3::new(0.1, -2.9, 2.5)] {
                let seen = camera.project(p).expect("in front of the eye");
                let ray = camera.ray(seen.x, seen.y);
                let back = camera.eye() + ray * (seen.depth / -ray.dot(camera.axes().back));
                assert!((back - p).length() < 1e-12, "{back} {p}");
            }
        }
    }

    #[test]
    fn clip_space_agrees_with_the_projection() {
        let camera = camera(390.0, 430.0);
        let p = DVec3::new(1.2, -1.7, 3.3);
        let seen = camera.project(p).expect("in front of the eye");
        let clip = camera.clip_from_scene() * ((p - camera.target()) / camera.extent()).extend(1.0);
        let (x, y) = (clip.x / clip.w, clip.y / clip.w);
        assert!((0.5 * (1.0 + x) * 390.0 - seen.x).abs() < 1e-9);
        assert!((0.5 * (1.0 - y) * 430.0 - seen.y).abs() < 1e-9);
        assert!((-1.0..1.0).contains(&(clip.z / clip.w)));
    }

    #[test]
    fn gliding_to_a_frame_begins_where_it_was_and_ends_where_framing_leads() {
        let other = [Matter {
            center: DVec3::new(-3.0, 0.5, 0.0),
            radius: 0.4,
        }];
        let mut glides = camera(640.0, 480.0);
        let (eye, target) = (glides.eye(), glides.target());
        glides.glide_to_frame(&other);
        assert!((glides.eye() - eye).length() < 1e-12);
        assert!((glides.target() - target).length() < 1e-12);
        let mut frames = 0;
        while glides.advance(16.0) {
            frames += 1;
            assert!(frames < 100, "comes to rest");
        }
        let mut framed = camera(640.0, 480.0);
        framed.frame(&other);
        assert_eq!(glides.eye(), framed.eye());
        assert_eq!(glides.target(), framed.target());
    }

    #[test]
    fn framing_keeps_everything_inside_at_any_shape_and_touches_the_margin() {
        for (w, h) in [
            (640.0, 480.0),
            (390.0, 430.0),
            (390.0, 844.0),
            (900.0, 200.0),
        ] {
            let camera = camera(w, h);
            let axes = camera.axes();
            let center = DVec3::new(1.0, -2.0, 3.0);
            let mut fullest: f64 = 0.0;
            // Silhouette points of the ball, and the other point.
            let mut points = vec![DVec3::new(2.7, -2.1, 3.4)];
            for i in 0..360 {
                for tilt in -30..=30 {
                    let (s, c) = sin_cos(f64::from(i).to_radians());
                    let (t, u) = sin_cos(f64::from(tilt).to_radians());
                    let out = (axes.right * c + axes.up * s) * u + axes.back * t;
                    points.push(center + out * 1.4);
                }
            }
            for p in points {
                let seen = camera.project(p).expect("in front of the eye");
                let (x, y) = (2.0 * seen.x / w - 1.0, 2.0 * seen.y / h - 1.0);
                let most = x.abs().max(y.abs());
                assert!(most <= 1.0 - MARGIN + 1e-9, "{w}×{h}: {most}");
                fullest = fullest.max(most);
            }
            assert!(fullest > 1.0 - MARGIN - 1e-3, "{w}×{h}: {fullest}");
        }
    }

    #[test]
    fn a_new_size_frames_again_and_keeps_the_zoom() {
        let mut resized = camera(640.0, 480.0);
        resized.zoom(2.0);
        while resized.advance(16.0) {}
        resized.resize(390.0, 844.0, 2.0);
        let fresh = camera(390.0, 844.0);
        assert!((resized.distance() - 0.5 * fresh.distance()).abs() < 1e-12);
    }

    #[test]
    fn damping_settles_exactly_and_ends() {
        let mut camera = camera(640.0, 480.0);
        camera.orbit(120.0, -40.0);
        camera.zoom(1.7);
        let mut steps = 0;
        while camera.advance(1000.0 / 60.0) {
            steps += 1;
            assert!(steps < 120, "still moving after two seconds");
        }
        assert!(steps > 5, "{steps}");
        assert!(!camera.advance(16.0));
        let (azimuth, elevation) = camera.angles();
        assert!((azimuth - (0.5 - 120.0 * ORBIT)).abs() < 1e-12);
        assert!((elevation - (0.3 - 40.0 * ORBIT)).abs() < 1e-12);
    }

    #[test]
    fn damping_takes_the_same_path_in_any_steps_of_time() {
        let (mut coarse, mut fine) = (camera(640.0, 480.0), camera(640.0, 480.0));
        coarse.orbit(200.0, 0.0);
        fine.orbit(200.0, 0.0);
        coarse.advance(64.0);
        for _ in 0..64 {
            fine.advance(1.0);
        }
        assert!((coarse.angles().0 - fine.angles().0).abs() < 1e-9);
    }

    #[test]
    fn one_long_step_arrives() {
        let mut camera = camera(640.0, 480.0);
        camera.orbit(200.0, 50.0);
        assert!(!camera.advance(1e6));
    }

    #[test]
    fn bad_numbers_leave_it_finite() {
        let mut camera = Camera::new(f64::NAN, f64::INFINITY);
        camera.frame(&[]);
        camera.resize(f64::NAN, -3.0, f64::INFINITY);
        assert!(camera.is_empty());
        camera.frame(&[Matter {
            center: DVec3::splat(f64::NAN),
            radius: 1.0,
        }]);
        camera.orbit(f64::NAN, f64::INFINITY);
        camera.zoom(f64::NAN);
        camera.advance(f64::NAN);
        assert!(camera.eye().is_finite());
        assert!(camera.clip_from_scene().is_finite());
        assert!(camera.ray(f64::NAN, 3.0).is_finite());
    }

    #[test]
    fn it_sees_the_front_from_minus_y_with_z_up() {
        let axes = Camera::new(0.0, 0.0).axes();
        assert_eq!(axes.back, -DVec3::Y);
        assert_eq!(axes.right, DVec3::X);
        assert_eq!(axes.up, DVec3::Z);
        let axes = Camera::new(std::f64::consts::FRAC_PI_2, 0.0).axes();
        assert!((axes.back - DVec3::X).length() < 1e-15);
    }
}
