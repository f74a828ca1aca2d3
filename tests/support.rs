//! What the suites share: assertions that say by how much, reproducible draws of rigs,
//! and an oracle that never trusts the solver's own positions or flags.

pub(crate) mod draw;
pub(crate) mod oracle;

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;
use zeroplane::{Code, DVec3, Error, NodeId, Rig, Solution};

/// Random cases that are the same in every run, so that a failure is there the next time.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(0x5A1E_0F1A_7E00),
        failure_persistence: None,
        max_global_rejects: 50 * cases,
        ..ProptestConfig::default()
    }
}

/// The largest difference of any two numbers that belong together.
pub(crate) trait Difference {
    fn difference(&self, other: &Self) -> f64;
}

impl Difference for f64 {
    fn difference(&self, other: &f64) -> f64 {
        if self.is_nan() || other.is_nan() {
            return f64::INFINITY;
        }
        if self == other {
            0.0
        } else {
            (self - other).abs()
        }
    }
}

impl Difference for DVec3 {
    fn difference(&self, other: &DVec3) -> f64 {
        let (a, b) = (self.to_array(), other.to_array());
        a.iter()
            .zip(&b)
            .fold(0.0, |m, (a, b)| m.max(a.difference(b)))
    }
}

impl<T: Difference> Difference for [T] {
    fn difference(&self, other: &[T]) -> f64 {
        assert_eq!(self.len(), other.len(), "not as many");
        let pairs = self.iter().zip(other);
        pairs.fold(0.0, |m, (a, b)| m.max(a.difference(b)))
    }
}

impl<T: Difference> Difference for Vec<T> {
    fn difference(&self, other: &Vec<T>) -> f64 {
        self.as_slice().difference(other.as_slice())
    }
}

/// Fails where two values differ by more than `$tolerance` in any number, and says by how
/// much; what follows is said too.
macro_rules! assert_near {
    ($actual:expr, $expected:expr, $tolerance:expr) => {
        assert_near!($actual, $expected, $tolerance, "")
    };
    ($actual:expr, $expected:expr, $tolerance:expr, $($about:tt)+) => {{
        let (actual, expected) = (&$actual, &$expected);
        let off = $crate::support::Difference::difference(actual, expected);
        let tolerance: f64 = $tolerance;
        assert!(
            off <= tolerance,
            "{} is off by {off:e}, allowed are {tolerance:e}: {actual:?}, expected {expected:?} {}",
            stringify!($actual),
            format_args!($($about)+)
        );
    }};
}
pub(crate) use assert_near;

/// A node by its name.
pub(crate) fn id(rig: &Rig, name: &str) -> NodeId {
    rig.hierarchy().find(name).expect("the node is there")
}

pub(crate) fn solved(rig: &Rig) -> Solution {
    rig.solve().expect("a rig that exists can be solved")
}

/// Solved position of a node of the chain, by its name.
pub(crate) fn position(rig: &Rig, name: &str) -> DVec3 {
    let (node, solution) = (id(rig, name), solved(rig));
    let joint = solution.joints.iter().find(|j| j.node == node);
    joint.expect("the node is in the chain").position
}

/// The world position of every node as the oracle places it.
pub(crate) fn pose(rig: &Rig) -> Vec<DVec3> {
    oracle::positions(rig, &solved(rig))
}

/// All numbers of a solution, as bits.
pub(crate) fn bits(solution: &Solution) -> Vec<u64> {
    let vectors = [
        solution.end_effector,
        solution.goal,
        solution.ee_axis,
        solution.zero_plane_normal,
        solution.solver_plane_normal,
        solution.sphere.center,
        solution.sphere.n0,
        solution.sphere.a0,
    ];
    let joints = solution.joints.iter();
    let joints = joints.flat_map(|j| {
        let numbers = j.rotation.to_array().into_iter();
        numbers.chain(j.position.to_array())
    });
    let rest = [
        solution.sphere.latitude,
        solution.sphere.longitude,
        solution.swivel,
        solution.turn_rate,
        f64::from(u8::from(solution.singular)),
        f64::from(solution.reach as u8),
    ];
    vectors
        .iter()
        .flat_map(|v| v.to_array())
        .chain(joints)
        .chain(rest)
        .map(f64::to_bits)
        .collect()
}

/// `result` failed with this code, at this path, and says so in these words.
pub(crate) fn check_error<T: std::fmt::Debug>(
    result: Result<T, Error>,
    (code, path, words): (Code, &str, &str),
    about: &str,
) {
    let error = result.expect_err(about);
    assert_eq!(
        (error.code(), error.path()),
        (code, path),
        "{about}: {error}"
    );
    assert!(
        error.to_string().contains(words),
        "{about}: {error} does not say {words:?}"
    );
    assert!(
        !error.to_string().contains('\n'),
        "{about}: more than one line: {error}"
    );
}
