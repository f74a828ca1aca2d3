//! The crank-slider both ways, its driven keys, and its rig.

use std::f64::consts::PI;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use zeroplane::{CrankRig, CrankSlider, Drive, DrivenKeys, Interpolation};

fn main() {
    divan::main();
}

fn mechanism(offset: f64) -> CrankSlider {
    CrankSlider::new(5.0, 15.0, offset).expect("goes round")
}

/// Angles over four turns, in no order.
fn angles() -> Vec<f64> {
    (0..256)
        .map(|i| f64::from(i * 37 % 256) / 32.0 * PI - 4.0 * PI)
        .collect()
}

/// Slide, rod angle and both derivatives; 256 evaluations a turn.
#[divan::bench(args = [0.0, 3.0])]
fn slide(bencher: Bencher<'_, '_>, offset: f64) {
    let (mechanism, angles) = (mechanism(offset), angles());
    let one = |angle: &f64| {
        let at = mechanism.at(*angle).expect("goes round");
        at.slide + at.rod_angle + at.d_slide + at.d2_slide
    };
    bencher
        .counter(ItemsCount::new(angles.len()))
        .bench_local(|| black_box(&angles).iter().map(one).sum::<f64>());
}

/// Both crank angles of a slide; 256 evaluations a turn.
#[divan::bench(args = [0.0, 3.0])]
fn crank_angles(bencher: Bencher<'_, '_>, offset: f64) {
    let mechanism = mechanism(offset);
    let slides: Vec<f64> = angles()
        .iter()
        .map(|angle| mechanism.at(*angle).expect("goes round").slide)
        .collect();
    let one = |slide: &f64| {
        let [left, right] = mechanism.crank_angles(*slide).expect("in range");
        left + right
    };
    bencher
        .counter(ItemsCount::new(slides.len()))
        .bench_local(|| black_box(&slides).iter().map(one).sum::<f64>());
}

#[divan::bench(args = [2, 7, 19, 100])]
fn largest_error(bencher: Bencher<'_, '_>, count: usize) {
    let keys = DrivenKeys::evenly(&mechanism(3.0), 0.0, PI, count, Interpolation::Smooth);
    let keys = keys.expect("goes round");
    bencher.bench_local(|| black_box(&keys).largest_error());
}

#[divan::bench(args = [(7, false), (19, false), (7, true), (19, true)], sample_count = 5)]
fn best_keys((count, smooth): (usize, bool)) -> DrivenKeys {
    let interpolation = if smooth {
        Interpolation::Smooth
    } else {
        Interpolation::Linear
    };
    DrivenKeys::best(&mechanism(3.0), 0.0, PI, count, interpolation).expect("goes round")
}

#[divan::bench]
fn rig(bencher: Bencher<'_, '_>) {
    let rig = CrankRig::new(&mechanism(3.0), Drive::Exact).expect("can be built");
    bencher.bench_local(|| rig.at(black_box(0.7)));
}
