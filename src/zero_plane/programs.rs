//! What other programs call it: Maya's pole vector with twist and Blender's pole target
//! with pole angle, as a zero-plane map and a swivel angle, and back.
//!
//! Both programs aim the chain's plane at a point or direction and then turn it about
//! the EE axis. That is the pole-vector map with another zero: ours is where the preferred
//! pose is (`f(a0) = n0`), theirs is where the elbow points at the pole.

use glam::DVec3;

use crate::error::{Code, Error, Result};
use crate::math::{atan2, signed_angle, sin_cos, unit, unit_reject, wrap_angle};
use crate::zero_plane::MapKind;

/// Maya's rotate-plane solver (`ikRPsolver`).
///
/// The part of the pole vector ⟂ to the handle vector (the EE axis) is where the elbow
/// points at twist 0; `twist` then turns the plane about the EE axis, from the start joint
/// to the handle, by the right-hand rule.
///
/// Source: Maya's node reference, *ikRPsolver* (“… aligns with the plane formed by the line
/// from the start joint to the end effector and the poleVector, with an offset given by
/// the twist attribute”), and the two-bone solver of its developer kit, which multiplies by
/// `MQuaternion(twist, handle vector)` last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MayaPole {
    /// Direction of the pole from the start joint, in the start joint's parent space, of any
    /// length. (Maya reads it in the handle's parent space: turn it there first.)
    pub pole_vector: DVec3,
    /// Radians.
    pub twist: f64,
}

/// Blender's IK constraint with a pole target.
///
/// With X and Z the posed axes of the chain's root bone (Y is along it), the direction
/// `X cos(pole angle) + Z sin(pole angle)`, made ⟂ to the EE axis, points at the pole.
/// Where the joint bends about X or Z and the pole angle is a multiple of 90° from there,
/// that is a turn about the EE axis by a fixed angle; otherwise the turn depends on how
/// far the root bone leans off the axis, and with it on the bend of the chain.
///
/// Source: Blender, `intern/iksolver`, `IK_QJacobianSolver::ConstrainPoleVector`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlenderPole {
    /// From the root bone's head to the pole target, start joint's parent space, any length.
    pub pole: DVec3,
    /// Radians.
    pub pole_angle: f64,
}

/// How a root bone sits in the chain; what Blender's pole angle depends on besides the pole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootBone {
    /// Angle from the bone's X axis towards its Z axis of the direction in the solver plane
    /// that is ⟂ to the bone, on the elbow's side; radians.
    pub roll: f64,
    /// Angle between the EE axis and the bone, in [0, π/2); radians.
    pub lean: f64,
}

impl MayaPole {
    /// The map and the swivel angle (radians, in (−π, π]) that lay the plane as Maya does,
    /// for a preferred pose with EE axis `a0` and solver-plane normal `n0`.
    ///
    /// # Errors
    /// [`Code::ZeroVector`] for a pole vector of no direction, [`Code::SingularAtA0`] for
    /// one along `a0`, where Maya has no plane either.
    pub fn to_swivel(&self, a0: DVec3, n0: DVec3) -> Result<(MapKind, f64)> {
        let offset = zero_of_pole(self.pole_vector, a0, n0)?;
        let map = MapKind::PoleVector {
            direction: self.pole_vector,
        };
        Ok((map, wrap_angle(self.twist - offset)))
    }

    /// Maya's parameters for the pole-vector map along `direction` and the swivel angle
    /// `swivel`, radians.
    ///
    /// # Errors
    /// As [`MayaPole::to_swivel`].
    pub fn from_swivel(direction: DVec3, swivel: f64, a0: DVec3, n0: DVec3) -> Result<MayaPole> {
        let offset = zero_of_pole(direction, a0, n0)?;
        Ok(MayaPole {
            pole_vector: direction,
            twist: wrap_angle(swivel + offset),
        })
    }
}

impl BlenderPole {
    /// The map and the swivel angle that lay the plane as Blender does, with the chain
    /// bent so that its root bone sits as `root` says.
    ///
    /// # Errors
    /// As [`MayaPole::to_swivel`].
    pub fn to_swivel(&self, root: &RootBone, a0: DVec3, n0: DVec3) -> Result<(MapKind, f64)> {
        let (sin, cos) = sin_cos(self.pole_angle - root.roll);
        let twist = atan2(sin, cos * sin_cos(root.lean).1);
        MayaPole {
            pole_vector: self.pole,
            twist,
        }
        .to_swivel(a0, n0)
    }

    /// Blender's parameters for the pole-vector map along `direction` and the swivel angle
    /// `swivel`, radians, with the chain bent so that its root bone sits as `root` says.
    ///
    /// # Errors
    /// As [`MayaPole::to_swivel`].
    pub fn from_swivel(
        direction: DVec3,
        swivel: f64,
        root: &RootBone,
        a0: DVec3,
        n0: DVec3,
    ) -> Result<BlenderPole> {
        let maya = MayaPole::from_swivel(direction, swivel, a0, n0)?;
        let (sin, cos) = sin_cos(maya.twist);
        let turn = atan2(sin * sin_cos(root.lean).1, cos);
        Ok(BlenderPole {
            pole: direction,
            pole_angle: wrap_angle(root.roll + turn),
        })
    }
}

/// Swivel angle, negated, at which the elbow points at the pole: the turn about `a0` from
/// the normal that the pole asks for there to `n0`.
fn zero_of_pole(pole: DVec3, a0: DVec3, n0: DVec3) -> Result<f64> {
    let pole = unit(pole).ok_or_else(|| {
        Error::new(
            Code::ZeroVector,
            "pole",
            "has no direction; give a vector that is not zero",
        )
    })?;
    let elbow = unit_reject(pole, a0).ok_or_else(|| {
        Error::new(
            Code::SingularAtA0,
            "pole",
            "lies along the EE axis of the preferred pose (a0); move it off the axis",
        )
    })?;
    Ok(signed_angle(a0.cross(elbow), n0, a0))
}
