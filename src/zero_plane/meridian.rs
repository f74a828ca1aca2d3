//! The default map: the preferred plane's normal, carried along the meridians.

use glam::DVec3;

use crate::math::{reject, unit};
use crate::zero_plane::{SINGULAR, SingularPoint, ZeroPlaneMap};

/// The default zero-plane map, `f(e) = normalize(n0 − (n0·e) e)`.
///
/// Rule A: on the equator (⟂ `n0`) it is `n0`, so a goal that moves in the preferred
/// plane keeps the chain in it. Rule B: elsewhere it is `n0` moved tangentially along
/// the meridian from the nearer point of the equator. Singular at ±`n0`; there it is
/// the limit along the meridian through `a0`: −`a0` at +`n0`, +`a0` at −`n0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Meridian {
    a0: DVec3,
    n0: DVec3,
}

impl Meridian {
    /// The map of a preferred pose: `a0`, `n0` perpendicular unit vectors.
    #[must_use]
    pub fn new(a0: DVec3, n0: DVec3) -> Meridian {
        Meridian { a0, n0 }
    }

    /// `n0 × e`, without cancellation near the poles: there `e ∓ n0` is exact.
    #[inline]
    fn side(&self, e: DVec3) -> DVec3 {
        let north = 1.0_f64.copysign(e.dot(self.n0));
        self.n0.cross(e - self.n0 * north)
    }

    /// The fixed vector of the pole that `e` is on, made perpendicular to `e`.
    #[cold]
    #[inline(never)]
    fn limit(&self, e: [f64; 3]) -> DVec3 {
        let e = DVec3::from_array(e);
        let limit = if e.dot(self.n0) < 0.0 {
            self.a0
        } else {
            -self.a0
        };
        unit(reject(limit, e)).unwrap_or(limit)
    }
}

impl ZeroPlaneMap for Meridian {
    #[inline]
    fn normal(&self, e: DVec3) -> DVec3 {
        let side = self.side(e);
        let squared = side.length_squared();
        if squared <= SINGULAR * SINGULAR {
            return self.limit(e.to_array());
        }
        // n0 − (n0·e) e = e × (n0 × e): perpendicular to e to rounding, everywhere.
        e.cross(side) * (1.0 / squared.sqrt())
    }

    #[inline]
    fn is_singular(&self, e: DVec3) -> bool {
        self.side(e).length_squared() <= SINGULAR * SINGULAR
    }

    /// The tangent of the latitude.
    #[inline]
    fn turn_rate(&self, e: DVec3) -> f64 {
        let squared = self.side(e).length_squared();
        if squared <= SINGULAR * SINGULAR {
            return f64::INFINITY;
        }
        e.dot(self.n0).abs() / squared.sqrt()
    }

    fn singular_points(&self) -> Vec<SingularPoint> {
        [self.n0, -self.n0]
            .map(|at| SingularPoint { at, index: 1 })
            .to_vec()
    }
}
