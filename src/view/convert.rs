//! The only place where `f64` becomes `f32`, and the solver's vectors the renderer's.
//!
//! Positions are taken relative to the camera's target and in units of what it framed,
//! so that a rig of micrometres, or one a thousand kilometres from the origin, loses
//! nothing that could be seen.

use glam::{DMat4, DVec3};
use three_d::{Mat4, Vec3};

/// From the world to the renderer's scene.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToScene {
    origin: DVec3,
    per_world: f64,
}

impl ToScene {
    /// Relative to `origin`, in units of `unit` world units.
    pub(super) fn new(origin: DVec3, unit: f64) -> ToScene {
        ToScene {
            origin,
            per_world: 1.0 / unit,
        }
    }

    /// A position with a fourth number.
    pub(super) fn position(&self, p: DVec3, w: f64) -> [f32; 4] {
        vec4((p - self.origin) * self.per_world, w)
    }

    /// A position.
    pub(super) fn point(&self, p: DVec3) -> Vec3 {
        let [x, y, z, _] = self.position(p, 0.0);
        Vec3::new(x, y, z)
    }

    /// A difference of positions with a fourth number.
    pub(super) fn difference(&self, d: DVec3, w: f64) -> [f32; 4] {
        vec4(d * self.per_world, w)
    }

    /// A length.
    pub(super) fn length(&self, length: f64) -> f64 {
        length * self.per_world
    }
}

/// A vector and a fourth number.
pub(super) fn vec4(v: DVec3, w: f64) -> [f32; 4] {
    [v.x as f32, v.y as f32, v.z as f32, w as f32]
}

/// A direction.
pub(super) fn direction(v: DVec3) -> Vec3 {
    Vec3::new(v.x as f32, v.y as f32, v.z as f32)
}

/// A number.
pub(super) fn number(x: f64) -> f32 {
    x as f32
}

/// A matrix.
pub(super) fn matrix(m: DMat4) -> Mat4 {
    let [a, b, c, d] = m.to_cols_array_2d().map(|col| col.map(|x| x as f32));
    Mat4::new(
        a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], c[0], c[1], c[2], c[3], d[0], d[1], d[2],
        d[3],
    )
}
