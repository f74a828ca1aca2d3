//! A handle in the hand: where the pointer or a key takes it, and what that says of the rig.

use glam::{DMat3, DVec3};

use super::Scene;
use super::camera::Camera;
use super::pick::{Drag, Handle, Slide, step, step_on_sphere};
use crate::math::length;

/// A zero dragged nearer to the other than this, radians, falls on it: a double zero. It
/// takes as much to pull them apart.
const TOGETHER: f64 = 0.06;
/// A zero is kept this far from `a0`, radians: there the plane must be `n0`.
const OFF_A0: f64 = 1e-3;

/// A handle being dragged.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    way: Way,
    says: Says,
}

#[derive(Clone, Copy, Debug)]
enum Way {
    Plane(Drag),
    Sphere(Slide),
}

/// What the place of a handle, or its direction from the start joint, says of the rig.
#[derive(Clone, Copy, Debug)]
enum Says {
    /// A position, world.
    Place,
    /// A goal in that direction, as far away as it was.
    Goal { start: DVec3, distance: f64 },
    /// A zero of the map, in the map's numbers.
    Zero {
        /// The world's axes in the map's numbers.
        axes: DMat3,
        a0: DVec3,
        /// As near to `a0` as a zero comes.
        beside: DVec3,
        other: DVec3,
    },
}

impl Says {
    fn of(scene: &Scene<'_>, handle: Handle) -> Says {
        let start = scene.start();
        let sphere = scene.solution.sphere;
        let zero = |other: Option<DVec3>| match other {
            Some(other) => Says::Zero {
                axes: DMat3::from_cols_array_2d(
                    &[DVec3::X, DVec3::Y, DVec3::Z].map(|v| scene.zero_plane.in_map(v).to_array()),
                ),
                a0: sphere.a0,
                beside: (sphere.a0 + sphere.n0 * OFF_A0).normalize(),
                other,
            },
            None => Says::Place,
        };
        match handle {
            Handle::Goal | Handle::VhTarget => Says::Place,
            Handle::Axis => Says::Goal {
                start,
                distance: length(scene.solution.goal - start),
            },
            Handle::ZeroP => zero(scene.zeros().map(|(_, q)| q)),
            Handle::ZeroQ => zero(scene.zeros().map(|(p, _)| p)),
        }
    }

    /// `to`: a position, or on the sphere a unit direction; a zero falls on the other within
    /// `together` radians.
    fn say(&self, to: DVec3, together: f64) -> DVec3 {
        match self {
            Says::Place => to,
            Says::Goal { start, distance } => *start + to * *distance,
            Says::Zero {
                axes,
                a0,
                beside,
                other,
            } => {
                let to = if length(to - *other) < together {
                    *other
                } else if length(to - *a0) < OFF_A0 {
                    *beside
                } else {
                    to
                };
                *axes * to
            }
        }
    }
}

impl Held {
    /// Where the handle goes when the pointer is at (x, y), CSS pixels: a goal or a position
    /// in the world, or for a zero its direction in the map's numbers. Always finite.
    pub fn to(&mut self, camera: &Camera, x: f64, y: f64) -> DVec3 {
        let to = match &mut self.way {
            Way::Plane(drag) => drag.to(camera, x, y),
            Way::Sphere(slide) => slide.to(camera, x, y),
        };
        self.says.say(to, TOGETHER)
    }
}

impl Scene<'_> {
    /// Takes hold of a handle with the pointer at (x, y), CSS pixels; off the sphere it is
    /// dragged in the plane with the normal `plane`, or facing the viewer. `None` where the
    /// rig has no such handle.
    #[must_use]
    pub fn hold(
        &self,
        handle: Handle,
        camera: &Camera,
        plane: Option<DVec3>,
        x: f64,
        y: f64,
    ) -> Option<Held> {
        let at = self.handle(handle)?;
        let way = if handle.on_sphere() {
            let (start, radius) = (self.start(), self.sphere_radius());
            let e = (at - start) / radius;
            Way::Sphere(Slide::begin(camera, start, radius, e, x, y))
        } else {
            Way::Plane(Drag::begin(camera, at, plane, x, y))
        };
        Some(Held {
            way,
            says: Says::of(self, handle),
        })
    }

    /// What [`Held::to`] gives for a step, `right` and `up` as seen, of `size` world units
    /// along that plane, or radians over the sphere. Always finite.
    #[must_use]
    pub fn step(
        &self,
        handle: Handle,
        camera: &Camera,
        plane: Option<DVec3>,
        right: f64,
        up: f64,
        size: f64,
    ) -> Option<DVec3> {
        let at = self.handle(handle)?;
        if !handle.on_sphere() {
            let way = step(camera, plane, right, up, size);
            return Some(if way.is_finite() { at + way } else { at });
        }
        let from = (at - self.start()) / self.sphere_radius();
        let to = step_on_sphere(camera, from, right, up, size);
        let says = Says::of(self, handle);
        // Zeros that coincide are parted by any step, and meet only where it nearly does it.
        let together = match &says {
            Says::Zero { other, .. } if length(from - *other) > 1e-9 => 0.5 * size.abs(),
            _ => 0.0,
        };
        Some(says.say(to, together.min(TOGETHER)))
    }
}
