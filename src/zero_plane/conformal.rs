//! The conformal family: every field `V(e) = k − (k·e) e + ω × e`, `f = V/|V|`.
//!
//! Two zeros p, q of index +1, or one double zero of index +2, and a phase. With
//! P = p − e and Q = q − e the field with `k = p − q`, `ω = p × q` is
//!
//! ```text
//! V = ½ (|Q|² P − |P|² Q) = ½ (|P|² k − (2 k·P − |k|²) P),   |V| = ½ |P| |Q| |k|
//! ```
//!
//! taken from the nearer zero (exchanging p and q turns V round),
//!
//! and for p = q (`k` any unit vector ⟂ p, `ω = k × p`)
//!
//! ```text
//! V = ½ |P|² k − (k·P) P,    |V| = ½ |P|²
//! ```
//!
//! both free of cancellation however near `e` comes to a zero, or p to q. Turning V by ψ about
//! `e` everywhere is `(k, ω) → (k cos ψ + ω sin ψ, ω cos ψ − k sin ψ)`; ψ is chosen
//! so that `f(a0) = n0`.

use glam::DVec3;

use crate::math::{any_perpendicular, reject, turn_perpendicular, unit, unit_reject};
use crate::zero_plane::{SINGULAR, SingularPoint, ZeroPlaneMap};

/// A zero-plane map of the conformal family: pole vector, two free zeros, or
/// parallel transport.
#[derive(Clone, Debug, PartialEq)]
pub struct Conformal {
    zeros: Zeros,
    /// Sine and cosine of ψ.
    phase: (f64, f64),
    a0: DVec3,
    n0: DVec3,
}

#[derive(Clone, Debug, PartialEq)]
enum Zeros {
    /// Index +1 each.
    Two(DVec3, DVec3),
    /// Index +2 at `p`; `k` is the field's direction seen from opposite.
    Double { p: DVec3, k: DVec3 },
}

/// Zeros nearer than this (radians) are taken as one double zero: between them the
/// field would turn faster than positions can say.
const COINCIDE: f64 = 1e-9;

impl Conformal {
    /// The map with zeros at the unit vectors `p`, `q` (which may coincide) and
    /// `f(a0) = n0`; `None` where a zero lies at `a0`.
    #[must_use]
    pub fn from_zeros(p: DVec3, q: DVec3, a0: DVec3, n0: DVec3) -> Option<Conformal> {
        let zeros = if (p - q).length_squared() <= COINCIDE * COINCIDE {
            let k = unit_reject(n0, p).unwrap_or_else(|| any_perpendicular(p));
            Zeros::Double { p, k }
        } else {
            Zeros::Two(p, q)
        };
        let mut map = Conformal {
            zeros,
            phase: (0.0, 1.0),
            a0,
            n0,
        };
        if map.zero_at(a0).is_some() {
            return None;
        }
        // The phase is none yet.
        let unturned = map.normal(a0);
        map.phase = (unturned.cross(n0).dot(a0), unturned.dot(n0));
        Some(map)
    }

    /// The zero that `e` lies on.
    #[inline]
    fn zero_at(&self, e: DVec3) -> Option<DVec3> {
        let on = |zero: DVec3| (zero - e).length_squared() <= SINGULAR * SINGULAR;
        match self.zeros {
            Zeros::Two(p, _) if on(p) => Some(p),
            Zeros::Two(_, q) if on(q) => Some(q),
            Zeros::Double { p, .. } if on(p) => Some(p),
            _ => None,
        }
    }

    fn points(&self) -> impl Iterator<Item = DVec3> {
        let (first, second) = match self.zeros {
            Zeros::Two(p, q) => (p, Some(q)),
            Zeros::Double { p, .. } => (p, None),
        };
        std::iter::once(first).chain(second)
    }

    /// Direction of V before the phase, away from its zeros.
    #[inline]
    fn unturned(&self, e: DVec3) -> DVec3 {
        let v = match self.zeros {
            Zeros::Two(p, q) => {
                let (to_p, to_q, k) = (p - e, q - e, p - q);
                let (p2, q2, k2) = (
                    to_p.length_squared(),
                    to_q.length_squared(),
                    k.length_squared(),
                );
                let (nearer, squared, k2) = if p2 <= q2 {
                    (to_p, p2, -k2)
                } else {
                    (to_q, q2, k2)
                };
                k * squared - nearer * (2.0 * k.dot(nearer) + k2)
            }
            Zeros::Double { p, k } => {
                let to_p = p - e;
                k * to_p.length_squared() - to_p * (2.0 * k.dot(to_p))
            }
        };
        let v = reject(v, e);
        let squared = v.length_squared();
        if 0.0 < squared && squared < f64::INFINITY {
            v * (1.0 / squared.sqrt())
        } else {
            // Only where `e` is no direction: away from the zeros |V|² is at least about 1e-58.
            self.n0
        }
    }

    /// Limit of the direction of V, before the phase, as `e` comes to the zero `z`
    /// from the side of the tangent `d`.
    fn limit(&self, z: DVec3, d: DVec3) -> DVec3 {
        match self.zeros {
            // Near p only |Q|² P is left, near q only −|P|² Q.
            Zeros::Two(p, _) if p == z => -d,
            Zeros::Two(..) => d,
            Zeros::Double { k, .. } => k - d * (2.0 * k.dot(d)),
        }
    }

    /// The normal at an EE axis that comes in registers, see [`AnyMap`](super::AnyMap).
    #[inline(never)]
    fn at(&self, x: f64, y: f64, z: f64) -> DVec3 {
        let e = DVec3::new(x, y, z);
        match self.zero_at(e) {
            Some(zero) => self.fixed(zero, e.to_array()),
            None => turn_perpendicular(self.unturned(e), e, self.phase),
        }
    }

    /// The fixed vector of the zero `z` that `e` is on, made perpendicular to `e`.
    #[cold]
    #[inline(never)]
    fn fixed(&self, z: DVec3, e: [f64; 3]) -> DVec3 {
        let e = DVec3::from_array(e);
        let towards_a0 = unit_reject(self.a0, z).or_else(|| unit_reject(self.n0.cross(self.a0), z));
        let d = towards_a0.unwrap_or_else(|| any_perpendicular(z));
        let limit = turn_perpendicular(self.limit(z, d), z, self.phase);
        unit(reject(limit, e)).unwrap_or(limit)
    }
}

impl ZeroPlaneMap for Conformal {
    /// At a zero `z`: the limit along the great circle through `a0`; where that is
    /// not one circle (`z = −a0`), along the equator, where the preferred plane is.
    #[inline]
    fn normal(&self, e: DVec3) -> DVec3 {
        self.at(e.x, e.y, e.z)
    }

    #[inline]
    fn is_singular(&self, e: DVec3) -> bool {
        self.zero_at(e).is_some()
    }

    /// `√((k·e)² + (ω·e)²) / |V|`; the phase leaves it as it is.
    #[inline]
    fn turn_rate(&self, e: DVec3) -> f64 {
        if self.is_singular(e) {
            return f64::INFINITY;
        }
        let (k_e, w_e, size) = match self.zeros {
            Zeros::Two(p, q) => {
                let size = (p - e).length_squared() * (q - e).length_squared();
                let apart = p - q;
                let size = 0.5 * (size * apart.length_squared()).sqrt();
                (apart.dot(e), apart.cross(q).dot(e), size)
            }
            Zeros::Double { p, k } => (k.dot(e), k.cross(p).dot(e), 0.5 * (p - e).length_squared()),
        };
        (k_e * k_e + w_e * w_e).sqrt() / size
    }

    fn singular_points(&self) -> Vec<SingularPoint> {
        let index = match self.zeros {
            Zeros::Two(..) => 1,
            Zeros::Double { .. } => 2,
        };
        self.points()
            .map(|at| SingularPoint { at, index })
            .collect()
    }
}
