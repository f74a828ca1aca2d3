//! The solver plane of a pose: through the start joint and the EE, nearest the others.
//!
//! The plane holds the EE axis `e`, so only its normal's turn about `e` is free. With
//! dᵢ the inner points' offsets from the axis, the sum of squared distances is
//! `n·(Σ dᵢ dᵢᵀ)·n`, a 2 × 2 problem whose least eigenvector has a closed form.

use glam::DVec3;

use crate::math::{length, reject, unit, unit_reject};

/// A pose whose inner points leave the EE axis by less than this fraction of the
/// chain's length is straight: it has no plane. Rounding in posing a chain stays
/// four orders below it, no rigger bends a joint by a forty-millionth of a degree,
/// and an EE that is placed as if the pose were exactly straight misses no goal by 1e-9.
pub const STRAIGHT: f64 = 1e-10;

/// Two eigenvalues nearer than this fraction of their sum leave the plane undecided.
const UNDECIDED: f64 = 1e-12;

/// The unit normal ⟂ `e` of the plane nearest to `offsets` (the inner points' offsets
/// from the EE axis, each ⟂ `e`), up to its sign. `None` where no offset exceeds
/// `straight_below`. Where every plane is as near as any other (a helix), the one
/// most like `undecided` is taken.
pub(crate) fn nearest_plane(
    offsets: impl Iterator<Item = DVec3> + Clone,
    e: DVec3,
    undecided: DVec3,
    straight_below: f64,
) -> Option<DVec3> {
    let largest = offsets.clone().fold(DVec3::ZERO, |most, d| {
        if d.length_squared() > most.length_squared() {
            d
        } else {
            most
        }
    });
    if largest.length_squared() <= straight_below * straight_below {
        return None;
    }
    // In the frame of the largest offset a planar chain has all its offsets on x: its
    // normal comes out exact.
    let x = unit_reject(largest, e)?;
    let y = e.cross(x);
    // In units of the largest, so that fourth powers neither overflow nor vanish.
    let scale = 1.0 / length(largest);
    let (mut difference, mut product, mut sum) = (0.0, 0.0, 0.0);
    for d in offsets {
        let (dx, dy) = (d.dot(x) * scale, d.dot(y) * scale);
        difference += dx * dx - dy * dy;
        product += 2.0 * dx * dy;
        sum += dx * dx + dy * dy;
    }
    let spread = (difference * difference + product * product).sqrt();
    if spread <= UNDECIDED * sum {
        return unit_reject(undecided, e).or(Some(y));
    }
    let (cos, sin) = crate::math::half_angle(difference / spread, product / spread);
    unit(y * cos - x * sin)
}

/// Solver-plane normal of the pose `points` (from the start joint to the EE, any
/// common space), unit and ⟂ `e`, the unit vector along the EE axis. Its sign is that
/// of Σ (pᵢ₊₁−p₀)×(pᵢ−p₀): for two bones `n = e × elbow direction`. Where that sum
/// vanishes (a balanced zigzag), the first joint off the axis decides as if it were alone.
///
/// `None` for a straight pose (see [`STRAIGHT`]) and for a single bone.
#[must_use]
pub fn solver_plane_normal(points: &[DVec3], e: DVec3) -> Option<DVec3> {
    let (&start, rest) = points.split_first()?;
    let inner = &rest[..rest.len().saturating_sub(1)];
    let total: f64 = points.windows(2).map(|w| length(w[1] - w[0])).sum();
    let offsets = inner.iter().map(|p| reject(*p - start, e));
    let turning = points
        .windows(2)
        .map(|w| (w[1] - start).cross(w[0] - start))
        .fold(DVec3::ZERO, |sum, term| sum + term);
    let normal = nearest_plane(offsets.clone(), e, turning, STRAIGHT * total)?;
    let mut side = turning.dot(normal);
    if side.abs() <= STRAIGHT * total * total {
        let first = offsets
            .into_iter()
            .find(|d| length(*d) > STRAIGHT * total)?;
        side = e.cross(first).dot(normal);
    }
    Some(if side < 0.0 { -normal } else { normal })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_bones_is_axis_cross_elbow() {
        let points = [
            DVec3::ZERO,
            DVec3::new(1.0, 0.0, 2.0),
            DVec3::new(3.0, 0.0, 0.0),
        ];
        assert_eq!(solver_plane_normal(&points, DVec3::X), Some(DVec3::NEG_Y));
    }

    #[test]
    fn of_a_helix_is_decided() {
        // Three offsets at 120° to each other: every plane is as near as any other.
        let points: Vec<DVec3> = [
            (0.0, 0.0),
            (1.0, 0.0),
            (-0.5, 0.75_f64.sqrt()),
            (-0.5, -(0.75_f64.sqrt())),
            (0.0, 0.0),
        ]
        .iter()
        .zip(0..)
        .map(|((y, z), i)| DVec3::new(f64::from(i), *y, *z))
        .collect();
        let n = solver_plane_normal(&points, DVec3::X).expect("not straight");
        assert!((n.length() - 1.0).abs() < 1e-15 && n.x.abs() < 1e-15);
    }

    #[test]
    fn of_a_straight_pose_is_none() {
        let points = [DVec3::ZERO, DVec3::X, DVec3::X * 3.0];
        assert_eq!(solver_plane_normal(&points, DVec3::X), None);
        assert_eq!(solver_plane_normal(&points[..2], DVec3::X), None);
    }
}
