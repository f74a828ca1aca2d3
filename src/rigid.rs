//! Similarities of space: rotation, translation, and a signed uniform scale.
//!
//! A mirror is written as a rotation times −1: `diag(−1, 1, 1) = −1 · Rx(180°)`.
//! Since −1 commutes with every rotation, the composition of mirrored and plain
//! transforms stays this simple, and the two kinds of direction are one line each:
//! a polar vector (a bone, an axis) takes the sign, an axial one (a plane's normal,
//! an axis of rotation) does not.

use glam::{DQuat, DVec3};

use crate::error::{Code, Error, Result};

/// How far |x|, |y|, |z| of a scale may differ, relatively: what is left of equal
/// numbers after a text format.
const UNIFORM_TOLERANCE: f64 = 1e-9;

/// A uniform scale, mirrored or not: `diag(x, y, z)` with `|x| = |y| = |z| > 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    axes: DVec3,
    /// Half turn (or identity) left over when the sign is taken out.
    turn: DQuat,
    /// Signed: negative where the scale mirrors.
    factor: f64,
}

impl Scale {
    /// No scale.
    pub const ONE: Scale = Scale {
        axes: DVec3::ONE,
        turn: DQuat::IDENTITY,
        factor: 1.0,
    };

    /// The scale `diag(axes)`.
    ///
    /// # Errors
    /// [`Code::NotFinite`], or [`Code::NotRigid`] where a component is zero or their
    /// magnitudes differ; the path is empty.
    pub fn new(axes: DVec3) -> Result<Scale> {
        if !axes.is_finite() {
            return Err(Error::new(
                Code::NotFinite,
                "",
                "scale must be finite numbers",
            ));
        }
        let size = axes.abs();
        if size.min_element() == 0.0 {
            return Err(Error::new(Code::NotRigid, "", "scale must not be zero"));
        }
        if size.max_element() - size.min_element() > UNIFORM_TOLERANCE * size.max_element() {
            return Err(Error::new(
                Code::NotRigid,
                "",
                "scale must be uniform, mirrored or not: give [s, s, s] with signs of your choice",
            ));
        }
        let mirrored = axes.x * axes.y.signum() * axes.z.signum() < 0.0;
        let sign = if mirrored { -1.0 } else { 1.0 };
        let signs = axes.signum() * sign;
        let turn = match (signs.x < 0.0, signs.y < 0.0) {
            (false, false) => DQuat::IDENTITY,
            (false, true) => DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0),
            (true, false) => DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0),
            (true, true) => DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0),
        };
        Ok(Scale {
            axes,
            turn,
            factor: sign * size.x,
        })
    }

    /// The three factors as they were given.
    #[must_use]
    pub fn axes(&self) -> DVec3 {
        self.axes
    }
}

/// The map `x ↦ translation + scale · rotation · x`; `rotation` is unit, `scale`
/// is not zero and negative where the map mirrors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Similarity {
    /// Image of the origin.
    pub translation: DVec3,
    /// Unit quaternion.
    pub rotation: DQuat,
    /// Signed uniform scale.
    pub scale: f64,
}

impl Similarity {
    /// The map that changes nothing.
    pub const IDENTITY: Similarity = Similarity {
        translation: DVec3::ZERO,
        rotation: DQuat::IDENTITY,
        scale: 1.0,
    };

    /// A node's local transform: translate ∘ rotate ∘ scale.
    #[must_use]
    pub fn local(translation: DVec3, rotation: DQuat, scale: &Scale) -> Similarity {
        let rotation = if scale.turn == DQuat::IDENTITY {
            rotation
        } else {
            rotation * scale.turn
        };
        Similarity {
            translation,
            rotation,
            scale: scale.factor,
        }
    }

    /// First `inner`, then `self`.
    #[must_use]
    pub fn then_inner(&self, inner: &Similarity) -> Similarity {
        Similarity {
            translation: self.point(inner.translation),
            rotation: crate::math::unit_quat(self.rotation * inner.rotation),
            scale: self.scale * inner.scale,
        }
    }

    /// Image of a point.
    #[must_use]
    pub fn point(&self, point: DVec3) -> DVec3 {
        self.translation + self.rotation * (point * self.scale)
    }

    /// The point whose image is `point`.
    #[must_use]
    pub fn point_back(&self, point: DVec3) -> DVec3 {
        self.rotation.inverse() * ((point - self.translation) / self.scale)
    }

    /// Image of a polar direction (from one point to another), length kept.
    #[must_use]
    pub fn polar(&self, direction: DVec3) -> DVec3 {
        self.rotation * (direction * self.scale.signum())
    }

    /// Image of an axial direction (a plane's normal), length kept: the cross
    /// product of two images is the image of the cross product.
    #[must_use]
    pub fn axial(&self, normal: DVec3) -> DVec3 {
        self.rotation * normal
    }

    /// The polar direction whose image is `direction`.
    #[must_use]
    pub fn polar_back(&self, direction: DVec3) -> DVec3 {
        self.rotation.inverse() * (direction * self.scale.signum())
    }

    /// The axial direction whose image is `normal`.
    #[must_use]
    pub fn axial_back(&self, normal: DVec3) -> DVec3 {
        self.rotation.inverse() * normal
    }

    /// Whether all numbers are finite and the scale has not vanished.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite()
            && self.rotation.is_finite()
            && self.scale.is_finite()
            && self.scale != 0.0
    }
}
