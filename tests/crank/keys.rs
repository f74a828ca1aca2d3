//! Driven keys: the largest error, exact, and where; the fewest; the best.

use std::f64::consts::{PI, TAU};

use proptest::prelude::*;
use zeroplane::{Code, CrankSlider, Deviation, DrivenKeys, Interpolation, MAX_KEYS};
use zeroplane::{Interpolation::Linear, Interpolation::Smooth, scene::crank as plain};

use super::{fails, near, new, standing};
use crate::support::cases;

fn even(mechanism: &CrankSlider, count: usize, interpolation: Interpolation) -> DrivenKeys {
    DrivenKeys::evenly(mechanism, 0.0, PI, count, interpolation).expect("in reach")
}

#[test]
fn table_of_the_reference_mechanism() {
    let mechanism = new(1.0, 3.0, 0.0);
    for (count, error) in [(2, 0.29897), (3, 0.21951), (7, 0.04272), (19, 0.00504)] {
        let largest = even(&mechanism, count, Linear).largest_error();
        near(largest.error, error, 5e-6);
    }
    let two = even(&mechanism, 2, Linear).largest_error();
    near(two.at.to_degrees(), 126.65, 5e-3);
    let document = plain::driven_keys(r#"{"crank": 1, "rod": 3, "keys_deg": [180, 0]}"#);
    let document = document.expect("in reach");
    assert_eq!(document.max_error, two.error);
    near(document.at_deg, two.at.to_degrees(), 1e-12);
    assert_eq!(document.keys_deg, [0.0, 180.0]);
    assert_eq!(document.samples.len(), 361);
    near(document.samples[180].driven, 3.0, 1e-15);
    near(document.samples[180].error, 3.0 - 8_f64.sqrt(), 1e-15);
}

/// e′ vanishes to rounding where the largest error is, and nothing nearby is larger.
#[test]
fn largest_error_is_at_its_turning_point() {
    let mechanism = new(1.0, 3.0, 0.0);
    let keys = even(&mechanism, 2, Linear);
    let Deviation { error, at } = keys.largest_error();
    let slope = -2.0 / PI;
    near(mechanism.at(at).expect("in reach").d_slide, slope, 1e-15);
    for step in [-1e-6, 1e-6] {
        let beside = keys.at(at + step) - mechanism.at(at + step).expect("in reach").slide;
        assert!(beside.abs() < error);
    }
}

#[test]
fn keys_are_met_and_held_outside() {
    let mechanism = new(5.0, 15.0, 3.0);
    let angles = [2.0, -1.0, 0.5, 3.5];
    for interpolation in [Linear, Smooth] {
        let keys = DrivenKeys::new(&mechanism, &angles, interpolation).expect("in reach");
        for angle in angles {
            let exact = mechanism.at(angle).expect("in reach").slide;
            near(keys.at(angle), exact, 4e-15);
        }
        assert_eq!(keys.at(-50.0), keys.at(-1.0));
        assert_eq!(keys.at(50.0), keys.at(3.5));
        assert!(keys.at(f64::NAN).is_finite());
    }
}

/// The tangent is the mean of the slopes to both neighbours, one-sided at the ends, and the
/// curve has it on both sides.
#[test]
fn smooth_tangents_are_finite_differences() {
    let mechanism = new(1.0, 3.0, 0.0);
    let angles = [0.0, 0.4, 1.5, 2.0];
    let keys = DrivenKeys::new(&mechanism, &angles, Smooth).expect("in reach");
    let slide = |angle: f64| mechanism.at(angle).expect("in reach").slide;
    let slope = |p: f64, q: f64| (slide(q) - slide(p)) / (q - p);
    let expected = [
        slope(0.0, 0.4),
        0.5 * (slope(0.0, 0.4) + slope(0.4, 1.5)),
        0.5 * (slope(0.4, 1.5) + slope(1.5, 2.0)),
        slope(1.5, 2.0),
    ];
    for (key, expected) in keys.keys().iter().zip(expected) {
        near(key.tangent, expected, 1e-14);
    }
    let h = 1e-6;
    for (at, expected) in angles[1..3].iter().zip(&expected[1..3]) {
        near((keys.at(at + h) - keys.at(*at)) / h, *expected, 1e-5);
        near((keys.at(*at) - keys.at(at - h)) / h, *expected, 1e-5);
    }
    // Halfway it is Hermite's: the mean of the ends and an eighth of the tangents' difference.
    let middle = 0.5 * (slide(0.4) + slide(1.5)) + 1.1 / 8.0 * (expected[1] - expected[2]);
    near(keys.at(0.95), middle, 1e-15);
}

#[test]
fn keys_that_cannot_be() {
    let mechanism = new(1.0, 3.0, 0.0);
    let keys = |angles: &[f64]| DrivenKeys::new(&mechanism, angles, Linear);
    fails(keys(&[1.0]), Code::BadValue, "keys_deg", "at least 2");
    fails(
        keys(&[1.0, 0.0, 1.0]),
        Code::BadValue,
        "keys_deg[2]",
        "keys_deg[0]",
    );
    fails(
        keys(&[0.0, f64::NAN]),
        Code::NotFinite,
        "keys_deg[1]",
        "finite",
    );
    fails(keys(&[0.0, 700.0]), Code::TooLarge, "keys_deg", "turns");
    fails(
        keys(&[1e7, 1e7 + 1.0]),
        Code::TooLarge,
        "keys_deg[0]",
        "whole turns",
    );
    let many = vec![0.0; MAX_KEYS + 1];
    fails(keys(&many), Code::TooLarge, "keys_deg", "1000");
    let long = new(2.0, 1.0, 0.0);
    let across = DrivenKeys::new(&long, &[0.0, PI], Linear);
    fails(across, Code::OutOfReach, "keys_deg", "all the way");
    let out = DrivenKeys::new(&long, &[0.0, 1.0], Linear);
    fails(out, Code::OutOfReach, "keys_deg[1]", "from −30° to 30°");
    let limits = [-30_f64, 30.0].map(|d| d.to_radians() + TAU);
    assert!(DrivenKeys::new(&long, &limits, Linear).is_ok());
    let back = DrivenKeys::evenly(&mechanism, 1.0, 0.0, 3, Linear);
    fails(back, Code::BadValue, "to_deg", "from_deg");
}

#[test]
fn fewest_keys_keep_to_the_tolerance_and_fewer_do_not() {
    for mechanism in [new(1.0, 3.0, 0.0), new(5.0, 15.0, 3.0), new(1.0, 1.01, 0.0)] {
        for interpolation in [Linear, Smooth] {
            for tolerance in [0.1, 0.01, 0.001] {
                let fewest = DrivenKeys::fewest(&mechanism, 0.0, PI, tolerance, interpolation)
                    .expect("few enough");
                assert!(fewest.largest_error().error <= tolerance);
                for fewer in 2..fewest.keys().len() {
                    let error = even(&mechanism, fewer, interpolation).largest_error().error;
                    assert!(error > tolerance, "{fewer} keys do too");
                }
            }
        }
    }
    let mechanism = new(1.0, 3.0, 0.0);
    let nineteen = DrivenKeys::fewest(&mechanism, 0.0, PI, 0.00505, Linear).expect("19");
    assert_eq!(nineteen.keys().len(), 19);
    let fewest = |tolerance| DrivenKeys::fewest(&mechanism, 0.0, PI, tolerance, Linear);
    fails(fewest(0.0), Code::BadValue, "tolerance", "above 0");
    let left = even(&mechanism, MAX_KEYS, Linear).largest_error().error;
    fails(
        fewest(1e-9),
        Code::TooLarge,
        "tolerance",
        &format!("leave an error of {left:e}"),
    );
}

/// The largest error of each interval, by sampling.
fn errors(keys: &DrivenKeys) -> Vec<f64> {
    let error = |angle: f64| {
        let exact = keys.mechanism().at(angle).expect("in reach").slide;
        (keys.at(angle) - exact).abs()
    };
    let between = |pair: &[zeroplane::Key]| {
        let (from, to) = (pair[0].angle, pair[1].angle);
        let samples = (0..=4000).map(|i| from + (to - from) * f64::from(i) / 4000.0);
        samples.map(error).fold(0.0, f64::max)
    };
    keys.keys().windows(2).map(between).collect()
}

#[test]
fn best_linear_keys_share_the_error_where_nothing_inflects() {
    let mechanism = new(1.0, 3.0, 0.0);
    for (from, to) in [(-1.2, 1.2), (1.4, 4.8)] {
        for count in [3, 4, 7, 19] {
            let best = DrivenKeys::best(&mechanism, from, to, count, Linear).expect("in reach");
            assert_eq!(best.keys().len(), count);
            let ends = (best.keys()[0].angle, best.keys()[count - 1].angle);
            assert_eq!(ends, (from, to));
            let largest = best.largest_error().error;
            for error in errors(&best) {
                near(error / largest, 1.0, 1e-5);
            }
        }
    }
}

/// The least largest error of linear keys on whole multiples of two degrees, all of them tried.
fn best_on_a_grid(mechanism: &CrankSlider, count: usize) -> f64 {
    const STEPS: usize = 90;
    let angle = |i: usize| PI * i as f64 / STEPS as f64;
    let slides: Vec<f64> = (0..=STEPS)
        .map(|i| mechanism.at(angle(i)).expect("in reach").slide)
        .collect();
    let error = |i: usize, j: usize| {
        let slope = (slides[j] - slides[i]) / (j - i) as f64;
        let errors = (i..j).map(|k| (slides[i] + slope * (k - i) as f64 - slides[k]).abs());
        errors.fold(0.0, f64::max)
    };
    let mut least: Vec<f64> = (0..=STEPS)
        .map(|j| if j == 0 { 0.0 } else { error(0, j) })
        .collect();
    for _ in 2..count {
        let with_one_more = |j: usize| {
            let over = (0..j).map(|i| f64::max(least[i], error(i, j)));
            over.fold(f64::INFINITY, f64::min)
        };
        least = (0..=STEPS)
            .map(|j| if j == 0 { 0.0 } else { with_one_more(j) })
            .collect();
    }
    least[STEPS]
}

#[test]
fn best_linear_keys_beat_even_ones_and_any_on_a_grid() {
    for mechanism in [new(1.0, 3.0, 0.0), new(5.0, 15.0, 3.0), new(1.0, 1.2, -0.1)] {
        for count in [3, 4, 7, 12, 19] {
            let best = DrivenKeys::best(&mechanism, 0.0, PI, count, Linear).expect("in reach");
            assert_eq!(best.keys().len(), count);
            let largest = best.largest_error().error;
            let even = even(&mechanism, count, Linear).largest_error().error;
            assert!(largest < 0.97 * even, "{count}: {largest} against {even}");
            let grid = best_on_a_grid(&mechanism, count);
            assert!(largest < grid, "{count}: {largest} against {grid}");
        }
    }
}

#[test]
fn best_smooth_keys_beat_even_ones() {
    for mechanism in [new(1.0, 3.0, 0.0), new(5.0, 15.0, 3.0), new(1.0, 1.2, -0.1)] {
        for count in [3, 5, 9] {
            let best = DrivenKeys::best(&mechanism, 0.0, PI, count, Smooth).expect("in reach");
            let even = even(&mechanism, count, Smooth).largest_error().error;
            let largest = best.largest_error().error;
            assert!(largest < 0.95 * even, "{count}: {largest} against {even}");
            assert_eq!(
                (best.keys()[0].angle, best.keys()[count - 1].angle),
                (0.0, PI)
            );
        }
    }
    let mechanism = new(1.0, 3.0, 0.0);
    let many = DrivenKeys::best(&mechanism, 0.0, PI, 101, Linear);
    fails(many, Code::TooLarge, "keys_deg", "at most 100");
}

/// No sample exceeds the largest error, and it is met where it is said.
#[track_caller]
fn largest(keys: &DrivenKeys) {
    let mechanism = keys.mechanism();
    let size = mechanism.crank() + mechanism.rod();
    let largest = keys.largest_error();
    let exact = mechanism.at(largest.at).expect("in reach").slide;
    near(
        (keys.at(largest.at) - exact).abs(),
        largest.error,
        1e-15 * size,
    );
    for (angle, error) in keys.error_curve(5000) {
        assert!(
            error.abs() <= largest.error + 1e-15 * size,
            "{} at {angle}, more than {largest:?}",
            error.abs()
        );
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    /// Keys so near to one another that all turning points of the error fall into few cells.
    #[test]
    fn largest_error_between_near_keys(
        (mechanism, angle) in standing(),
        shares in prop::collection::vec(0.0..1.0_f64, 2..5),
        narrow in 0.02..0.3_f64,
        smooth in any::<bool>(),
    ) {
        let angles: Vec<f64> = shares.iter().map(|s| angle + s * narrow).collect();
        let interpolation = if smooth { Smooth } else { Linear };
        let Ok(keys) = DrivenKeys::new(&mechanism, &angles, interpolation) else {
            return Err(TestCaseError::reject("out of reach"));
        };
        largest(&keys);
    }

    /// Where the crank only just goes round, the slide has all but a corner at 90°.
    #[test]
    fn largest_error_beside_a_near_corner(
        spare in 1.0..6.0_f64,
        shares in prop::collection::vec(-1.0..1.0_f64, 2..6),
        narrow in 0.02..1.0_f64,
        smooth in any::<bool>(),
    ) {
        let mechanism = new(1.0 - 10_f64.powf(-spare), 1.0, 0.0);
        let angles: Vec<f64> = shares.iter().map(|s| 0.5 * PI + s * narrow).collect();
        let interpolation = if smooth { Smooth } else { Linear };
        let Ok(keys) = DrivenKeys::new(&mechanism, &angles, interpolation) else {
            return Err(TestCaseError::reject("keys on one another"));
        };
        largest(&keys);
    }

    /// The largest error is met where it is said, and no sample exceeds it.
    #[test]
    fn largest_error_is_no_smaller_than_any_sample(
        (mechanism, _) in standing(),
        shares in prop::collection::vec(0.0..1.0_f64, 2..8),
        second in any::<bool>(),
        smooth in any::<bool>(),
    ) {
        let ranges = mechanism.allowed_ranges();
        let [least, most] = ranges[usize::from(second) % ranges.len()];
        let angles: Vec<f64> = shares.iter().map(|s| least + s * (most - least)).collect();
        let interpolation = if smooth { Smooth } else { Linear };
        let Ok(keys) = DrivenKeys::new(&mechanism, &angles, interpolation) else {
            return Err(TestCaseError::reject("keys on one another"));
        };
        largest(&keys);
    }
}
