//! Zero-plane maps: where the solver plane is when the swivel angle is zero.
//!
//! A map takes the EE axis, a point of the unit sphere, and gives the normal of the
//! zero plane: a unit tangent field on the sphere. Whatever the map, the indices of
//! its singular points add up to 2 (Poincaré–Hopf), so there is always at least one
//! place where the plane flips; a map can only choose where.

mod conformal;
mod meridian;
mod programs;
mod singular;

pub use conformal::Conformal;
pub use meridian::Meridian;
pub use programs::{BlenderPole, MayaPole, RootBone};
pub use singular::{SingularPoint, index_around, singular_points};

use glam::DVec3;

use crate::error::{Code, Error, Result};
use crate::math::{length, signed_angle, transport, turn_perpendicular, unit};

/// An EE axis nearer than this (radians) to a singular point is on it: the
/// direction away from the point is then mostly rounding of the goal's position.
pub const SINGULAR: f64 = 1e-10;

/// A zero-plane map, built for one preferred pose. All vectors are unit, in the
/// numbers of `a0` and `n0` (the swivel parent space).
///
/// A solver plug-in may bring its own; see [`crate::IkSolver`].
pub trait ZeroPlaneMap {
    /// Normal of the zero plane for the EE axis `e`: unit, ⟂ `e`. At a singular
    /// point a fixed vector, so that the same state always gives the same plane.
    fn normal(&self, e: DVec3) -> DVec3;

    /// Whether `e` lies on a singular point (to [`SINGULAR`]).
    fn is_singular(&self, e: DVec3) -> bool;

    /// Radians the zero plane turns, against parallel transport, per radian that `e`
    /// travels in the worst direction. Infinite at a singular point.
    ///
    /// By default measured by central differences, good to about 1e-8 relatively
    /// where the map is smooth; give the closed form where there is one.
    fn turn_rate(&self, e: DVec3) -> f64 {
        if self.is_singular(e) {
            return f64::INFINITY;
        }
        let here = self.normal(e);
        let rate = |direction: DVec3| {
            let turn = |step: f64| {
                let there = turn_perpendicular(e, direction.cross(e), crate::math::sin_cos(-step));
                signed_angle(transport(here, e, there), self.normal(there), there)
            };
            (turn(DIFFERENCE_STEP) - turn(-DIFFERENCE_STEP)) / (2.0 * DIFFERENCE_STEP)
        };
        let along = rate(here);
        let across = rate(e.cross(here));
        (along * along + across * across).sqrt()
    }

    /// The singular points, each once; their indices add up to 2. By default found by
    /// search ([`singular_points`]); give them where they are known.
    fn singular_points(&self) -> Vec<SingularPoint> {
        singular_points(self)
    }
}

/// Step of the numerical turn rate, radians: truncation (step²) and rounding
/// (1e-16 / step) are both about 1e-10.
const DIFFERENCE_STEP: f64 = 1e-5;

/// The maps that a scene document can name. Directions are in the numbers of
/// `a0` and `n0`, of any length.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MapKind {
    /// The normal of the preferred plane, carried along the meridians.
    #[default]
    Default,
    /// The pole vector of Maya and Blender.
    PoleVector {
        /// Where the inner joints point; singular, as is its opposite.
        direction: DVec3,
    },
    /// The conformal field with these two zeros, or one double zero.
    Zeros {
        /// One singular point.
        p: DVec3,
        /// The other, or the same.
        q: DVec3,
    },
    /// Parallel transport from the preferred pose: one singular point, behind.
    ParallelTransport,
}

impl MapKind {
    /// The map of this kind for a preferred pose with EE axis `a0` and solver-plane
    /// normal `n0`, perpendicular unit vectors.
    ///
    /// # Errors
    /// [`Code::ZeroVector`] for a direction without one, [`Code::SingularAtA0`] where a
    /// singular point would lie at `a0`. The path is below `ik.zero_plane_map`.
    pub fn build(&self, a0: DVec3, n0: DVec3) -> Result<AnyMap> {
        let direction = |v: DVec3, key: &str| {
            unit(v).ok_or_else(|| {
                Error::new(
                    Code::ZeroVector,
                    format!("ik.zero_plane_map.{key}"),
                    "has no direction; give a finite vector that is not zero",
                )
            })
        };
        let conformal = |p: DVec3, q: DVec3, key: &str| {
            Conformal::from_zeros(p, q, a0, n0)
                .map(AnyMap::Conformal)
                .ok_or_else(|| {
                    Error::new(
                        Code::SingularAtA0,
                        format!("ik.zero_plane_map{key}"),
                        "a singular point lies on the EE axis of the preferred pose (a0), \
                     where the plane must be n0; move it away from a0",
                    )
                })
        };
        match *self {
            MapKind::Default => Ok(AnyMap::Meridian(Meridian::new(a0, n0))),
            MapKind::PoleVector { direction: v } => {
                let v = direction(v, "direction")?;
                conformal(v, -v, ".direction")
            }
            MapKind::Zeros { p, q } => {
                let (p, q) = (direction(p, "p")?, direction(q, "q")?);
                let key = if length(p - a0) <= length(q - a0) {
                    ".p"
                } else {
                    ".q"
                };
                conformal(p, q, key)
            }
            MapKind::ParallelTransport => conformal(-a0, -a0, ""),
        }
    }
}

/// One of the library's own maps, dispatched without a pointer.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub enum AnyMap {
    /// The default map.
    Meridian(Meridian),
    /// Any other of the conformal family.
    Conformal(Conformal),
}

// Inlined, all of them: a vector handed over by its address is written to the stack in other
// parts than it is read in, and each evaluation would wait until that is done. For the same
// reason what is rarely called takes its EE axis as an array: a vector whose address is never
// taken stays in registers.
impl ZeroPlaneMap for AnyMap {
    #[inline]
    fn normal(&self, e: DVec3) -> DVec3 {
        match self {
            AnyMap::Meridian(map) => map.normal(e),
            AnyMap::Conformal(map) => map.normal(e),
        }
    }

    #[inline]
    fn is_singular(&self, e: DVec3) -> bool {
        match self {
            AnyMap::Meridian(map) => map.is_singular(e),
            AnyMap::Conformal(map) => map.is_singular(e),
        }
    }

    #[inline]
    fn turn_rate(&self, e: DVec3) -> f64 {
        match self {
            AnyMap::Meridian(map) => map.turn_rate(e),
            AnyMap::Conformal(map) => map.turn_rate(e),
        }
    }

    fn singular_points(&self) -> Vec<SingularPoint> {
        match self {
            AnyMap::Meridian(map) => map.singular_points(),
            AnyMap::Conformal(map) => map.singular_points(),
        }
    }
}
