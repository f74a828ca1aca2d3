//! The numbers everything else is made of: trigonometry, lengths, frames.
//!
//! All trigonometry of the core passes through here, on `libm`, so that native
//! and WebAssembly builds give the same bits. Square roots are the hardware's:
//! IEEE 754 rounds them correctly everywhere.

use glam::{DMat3, DQuat, DVec3};

/// A vector shorter than this fraction of its makings has no direction: what is
/// left of it is rounding.
pub(crate) const NO_DIRECTION: f64 = 1e-14;

/// Full turn in radians.
pub(crate) const TURN: f64 = std::f64::consts::TAU;

/// Sine and cosine of an angle in radians.
pub(crate) fn sin_cos(angle: f64) -> (f64, f64) {
    libm::sincos(angle)
}

/// Angle of the vector (x, y) from +x, in (−π, π].
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// An angle in radians brought into (−π, π]; exact where it already lies there.
#[must_use]
pub fn wrap_angle(angle: f64) -> f64 {
    let wrapped = libm::remainder(angle, TURN);
    if wrapped <= -std::f64::consts::PI {
        wrapped + TURN
    } else {
        wrapped
    }
}

/// Cosine and sine of half the angle whose cosine and sine are given, by square
/// roots alone; the half angle lies in (−π/2, π/2].
pub(crate) fn half_angle(cos: f64, sin: f64) -> (f64, f64) {
    if cos >= 0.0 {
        let half_cos = (0.5 * (1.0 + cos)).sqrt();
        (half_cos, 0.5 * sin / half_cos)
    } else {
        let half_sin = (0.5 * (1.0 - cos)).sqrt().copysign(sin);
        (0.5 * sin / half_sin, half_sin)
    }
}

/// Length of `v`, without overflow or underflow of the squares.
pub(crate) fn length(v: DVec3) -> f64 {
    let squared = v.length_squared();
    if (1e-280..1e280).contains(&squared) {
        return squared.sqrt();
    }
    let largest = v.abs().max_element();
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    (v / largest).length_squared().sqrt() * largest
}

/// Direction of `v`, or `None` for a zero or non-finite vector.
#[inline]
pub(crate) fn unit(v: DVec3) -> Option<DVec3> {
    let squared = v.length_squared();
    if 1e-280 < squared && squared < 1e280 {
        return Some(v * (1.0 / squared.sqrt()));
    }
    unit_of_extreme(v)
}

/// The same where the square of the length overflows or underflows.
#[cold]
#[inline(never)]
fn unit_of_extreme(v: DVec3) -> Option<DVec3> {
    let norm = length(v);
    if !(norm > 0.0 && norm.is_finite()) {
        return None;
    }
    let direct = v / norm;
    // A subnormal vector has too few bits for one division to make it unit.
    Some(if norm < 1e-280 {
        direct / direct.length_squared().sqrt()
    } else {
        direct
    })
}

/// The part of `v` perpendicular to the unit vector `axis`.
pub(crate) fn reject(v: DVec3, axis: DVec3) -> DVec3 {
    v - axis * v.dot(axis)
}

/// Direction of the part of `v` perpendicular to the unit vector `axis`, or
/// `None` where `v` lies along it. Perpendicular to rounding however small that
/// part is, since the cancellation happens inside a cross product with `axis`.
pub(crate) fn unit_reject(v: DVec3, axis: DVec3) -> Option<DVec3> {
    let v = unit(v)?;
    let side = axis.cross(v);
    if side.length_squared() <= NO_DIRECTION * NO_DIRECTION {
        return None;
    }
    unit(side.cross(axis))
}

/// Some unit vector perpendicular to the unit vector `axis`; always the same one.
pub(crate) fn any_perpendicular(axis: DVec3) -> DVec3 {
    let least = if axis.x.abs() <= axis.y.abs() && axis.x.abs() <= axis.z.abs() {
        DVec3::X
    } else if axis.y.abs() <= axis.z.abs() {
        DVec3::Y
    } else {
        DVec3::Z
    };
    unit_reject(least, axis).unwrap_or(DVec3::Z)
}

/// `v`, perpendicular to the unit vector `axis`, turned about it by the angle
/// whose sine and cosine are given (right-hand rule).
pub(crate) fn turn_perpendicular(v: DVec3, axis: DVec3, (sin, cos): (f64, f64)) -> DVec3 {
    v * cos + axis.cross(v) * sin
}

/// Angle in (−π, π] that turns `from` onto `to` about the unit vector `axis`,
/// both taken perpendicular to it (right-hand rule).
#[must_use]
pub fn signed_angle(from: DVec3, to: DVec3, axis: DVec3) -> f64 {
    // Adding zero makes −0 into 0: half a turn is π, not −π.
    atan2(from.cross(to).dot(axis) + 0.0, reject(from, axis).dot(to))
}

/// Turn about the unit vector `axis` by `angle` radians.
pub(crate) fn rotation(axis: DVec3, angle: f64) -> DQuat {
    let (sin, cos) = sin_cos(0.5 * angle);
    DQuat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}

/// Turn about the unit vector `axis` by the angle of the given cosine and sine.
pub(crate) fn rotation_from_cos_sin(axis: DVec3, cos: f64, sin: f64) -> DQuat {
    let (cos, sin) = half_angle(cos, sin);
    DQuat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}

/// The rotation that carries +X onto `e` and +Z onto `n`, perpendicular unit
/// vectors. Built from the frame itself: exact at 0° and 180° alike.
pub(crate) fn frame(e: DVec3, n: DVec3) -> DQuat {
    DQuat::from_mat3(&DMat3::from_cols(e, n.cross(e), n))
}

/// `q` scaled to unit length; the identity where it has none.
pub(crate) fn unit_quat(q: DQuat) -> DQuat {
    let squared = q.length_squared();
    if squared > 0.0 && squared.is_finite() {
        q * (1.0 / squared.sqrt())
    } else {
        DQuat::IDENTITY
    }
}

/// Of the two quaternions of one rotation, the one whose last non-zero component
/// (in the order x, y, z, w) is positive: a rotation has one spelling.
pub(crate) fn one_spelling(q: DQuat) -> DQuat {
    let decides = [q.w, q.z, q.y, q.x].into_iter().find(|c| *c != 0.0);
    if decides.is_some_and(|c| c < 0.0) {
        -q
    } else {
        q
    }
}

/// The shortest rotation from the unit vector `from` to the unit vector `to`, applied to
/// `v`: parallel transport along their great circle. Opposite vectors have no shortest
/// arc; `v` is returned as it is.
#[must_use]
pub fn transport(v: DVec3, from: DVec3, to: DVec3) -> DVec3 {
    // A reflection through the half-way vector after one through `from`; the sum is exact
    // where the two all but cancel.
    let half = from + to;
    let squared = half.length_squared();
    if squared < NO_DIRECTION * NO_DIRECTION {
        return v;
    }
    v + to * (2.0 * from.dot(v)) - half * (2.0 * half.dot(v) / squared)
}

/// Degrees in radians.
pub(crate) fn radians(degrees: f64) -> f64 {
    degrees.to_radians()
}

/// A measured angle, radians, freed of its rounding where it is a whole number of degrees
/// to 1e-10: a quarter turn that was measured is to read 90 and not 90.00000000000001.
pub(crate) fn measured(angle: f64) -> f64 {
    let degrees = angle.to_degrees();
    let whole = libm::round(degrees);
    if (degrees - whole).abs() <= 1e-10 {
        whole.to_radians()
    } else {
        angle
    }
}

/// Radians in degrees: the shortest of a few decimals that reads back as the same
/// angle, so that 50° stays 50 and does not become 50.00000000000001.
pub(crate) fn degrees(radians: f64) -> f64 {
    let exact = radians.to_degrees();
    [1e6, 1e9, 1e12]
        .iter()
        .map(|places| libm::round(exact * places) / places)
        .find(|short| short.to_radians() == radians)
        .unwrap_or(exact)
}
