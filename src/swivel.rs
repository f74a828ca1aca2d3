//! The swivel angle: parent space, zero plane in the world, and its measure.

use glam::{DQuat, DVec3};

use crate::math::{atan2, signed_angle, sin_cos, transport, turn_perpendicular};
use crate::rigid::Similarity;
use crate::zero_plane::ZeroPlaneMap;

/// The space the zero-plane sphere lives in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ParentSpace {
    /// The parent space of the start joint: the sphere turns with the chain's parent.
    #[default]
    StartJoint,
    /// The parent space of the IK goal: the sphere stays with the goal's parent.
    IkGoal,
}

/// How directions of the start joint's parent space read in the swivel parent space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToSphere {
    /// Identity where the spaces are one; then no arithmetic touches the numbers.
    turn: Option<DQuat>,
    /// −1 where one of the spaces mirrors against the other.
    sign: f64,
}

impl ToSphere {
    /// The spaces are one.
    pub const SAME: ToSphere = ToSphere {
        turn: None,
        sign: 1.0,
    };

    /// From the start joint's parent space to the space `sphere`, both given by their
    /// transforms to the world.
    #[must_use]
    pub fn between(start_parent: &Similarity, sphere: &Similarity) -> ToSphere {
        ToSphere {
            turn: Some(crate::math::unit_quat(
                sphere.rotation.inverse() * start_parent.rotation,
            )),
            sign: start_parent.scale.signum() * sphere.scale.signum(),
        }
    }

    /// A polar direction read in the swivel parent space.
    pub(crate) fn polar(&self, direction: DVec3) -> DVec3 {
        self.turn
            .map_or(direction, |turn| turn * direction * self.sign)
    }

    /// A plane normal of the swivel parent space read in the start joint's parent space.
    pub(crate) fn axial_back(&self, normal: DVec3) -> DVec3 {
        self.turn.map_or(normal, |turn| turn.inverse() * normal)
    }

    /// A polar direction of the swivel parent space read in the start joint's.
    pub(crate) fn polar_back(&self, direction: DVec3) -> DVec3 {
        self.turn
            .map_or(direction, |turn| turn.inverse() * direction * self.sign)
    }
}

/// Normal of the zero plane for the EE axis `e`, both in the start joint's parent
/// space, unit; and whether `e` lies on a singular point of the map.
pub(crate) fn zero_plane_normal(
    map: &(impl ZeroPlaneMap + ?Sized),
    to_sphere: &ToSphere,
    e: DVec3,
) -> (DVec3, bool) {
    let on_sphere = to_sphere.polar(e);
    (
        to_sphere.axial_back(map.normal(on_sphere)),
        map.is_singular(on_sphere),
    )
}

/// The solver-plane normal at swivel angle φ: `zero` turned about `e` by `swivel`
/// radians (right-hand rule), all in the start joint's parent space.
pub(crate) fn turn_by_swivel(zero: DVec3, e: DVec3, swivel: f64) -> DVec3 {
    if swivel == 0.0 {
        return zero;
    }
    turn_perpendicular(zero, e, sin_cos(swivel))
}

/// Signed turn, radians in (−π, π], of a solver plane between two states: what is left
/// when the normal `before` is carried by parallel transport along the great circle
/// from the EE axis `e_before` to `e_after`, measured about `e_after`.
#[must_use]
pub fn plane_turn(e_before: DVec3, before: DVec3, e_after: DVec3, after: DVec3) -> f64 {
    signed_angle(transport(before, e_before, e_after), after, e_after)
}

/// Solid angle, steradians, that the closed polygon of great circles through the unit
/// vectors `axes` encloses, positive where it runs counter-clockwise seen from outside. A
/// plane carried round it by parallel transport comes back turned by this angle
/// (Gauss–Bonnet). Unique up to 4π; each triangle from the first point is counted in
/// (−2π, 2π].
#[must_use]
pub fn solid_angle(axes: &[DVec3]) -> f64 {
    let Some((&first, rest)) = axes.split_first() else {
        return 0.0;
    };
    rest.windows(2)
        .map(|pair| triangle_area(first, pair[0], pair[1]))
        .sum()
}

/// Area of the spherical triangle, positive counter-clockwise seen from outside.
pub(crate) fn triangle_area(a: DVec3, b: DVec3, c: DVec3) -> f64 {
    // Van Oosterom and Strackee, The solid angle of a plane triangle (1983).
    2.0 * atan2(a.dot(b.cross(c)), 1.0 + a.dot(b) + b.dot(c) + c.dot(a))
}

/// Latitude and longitude, radians, of `e` on the sphere whose horizontal plane has the
/// normal `n0` and whose zero meridian passes through `a0`.
#[must_use]
pub fn latitude_longitude(e: DVec3, a0: DVec3, n0: DVec3) -> (f64, f64) {
    let (x, y, z) = (e.dot(a0), e.dot(n0.cross(a0)), e.dot(n0));
    (atan2(z, (x * x + y * y).sqrt()), atan2(y, x))
}
