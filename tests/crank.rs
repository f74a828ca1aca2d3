//! The crank-slider: exact both ways, its limits, its derivatives; and the same in plain data.

mod expressions;
mod keys;
mod rig;

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use proptest::prelude::*;
use zeroplane::{Code, CrankSlider, Error, Slide, scene::crank as plain, wrap_angle};

use crate::support::{assert_near, cases, check_error};

fn new(crank: f64, rod: f64, offset: f64) -> CrankSlider {
    CrankSlider::new(crank, rod, offset).expect("lengths that can be")
}

fn at(mechanism: &CrankSlider, degrees: f64) -> Slide {
    mechanism.at(degrees.to_radians()).expect("in reach")
}

#[track_caller]
fn near(actual: f64, expected: f64, tolerance: f64) {
    assert_near!(actual, expected, tolerance);
}

fn fails<T: std::fmt::Debug>(result: Result<T, Error>, code: Code, path: &str, words: &str) {
    check_error(result, (code, path, words), words);
}

#[test]
fn slide_of_the_reference_mechanism() {
    let mechanism = new(1.0, 3.0, 0.0);
    for (degrees, slide) in [
        (0.0, 4.0),
        (30.0, 3.824_065_295_334_246_6),
        (90.0, 2.828_427_124_746_190_1),
        (135.0, 2.208_369_166_236_103),
        (180.0, 2.0),
    ] {
        near(at(&mechanism, degrees).slide, slide, 4e-16 * slide);
        near(at(&mechanism, -degrees).slide, slide, 4e-16 * slide);
    }
}

#[test]
fn rod_angle_beyond_half_a_turn_is_below_the_axis() {
    let angle = at(&new(1.0, 3.0, 0.0), 210.0).rod_angle.to_degrees();
    near(angle, -9.594_068_226_860_461, 1e-13);
    near(at(&new(1.0, 3.0, 1.0), 90.0).rod_angle, 0.0, 1e-16);
}

/// Every value against the geometry: the pin on its circle, the rod of its length, the
/// slider on its axis, the rod not leaning back.
#[track_caller]
fn closes(mechanism: &CrankSlider, angle: f64) {
    let (a, c, h) = (mechanism.crank(), mechanism.rod(), mechanism.offset());
    let slide = mechanism.at(angle).expect("in reach");
    let pin = (a * angle.cos(), a * angle.sin());
    let rod = (slide.slide - pin.0, h - pin.1);
    near(rod.0.hypot(rod.1), c, 1e-15 * (a + c + h.abs()) * 4.0);
    assert!(rod.0 >= -1e-15 * (a + c), "leans back by {}", rod.0);
    let (sin, cos) = slide.rod_angle.sin_cos();
    near(c * cos, rod.0, 3e-15 * (a + c));
    near(-c * sin, rod.1, 3e-15 * (a + c));
}

#[test]
fn dead_centres_and_stroke_with_an_offset() {
    let mechanism = new(5.0, 15.0, 3.0);
    let dead = mechanism.dead_centres();
    near(dead.outer.to_degrees(), 8.626_926_558_678_88, 1e-12);
    let inner = dead.inner.expect("it goes round");
    near(inner.to_degrees(), 197.457_603_123_722_1, 1e-12);
    near(mechanism.stroke(), 10.234_328, 5e-7);
    for angle in [dead.outer, inner] {
        near(mechanism.at(angle).expect("in reach").d_slide, 0.0, 1e-14);
    }
    let ends = mechanism.slide_ranges()[0];
    near(mechanism.at(inner).expect("in reach").slide, ends[0], 4e-15);
    near(
        mechanism.at(dead.outer).expect("in reach").slide,
        ends[1],
        4e-15,
    );
}

#[test]
fn dead_centres_of_every_kind() {
    let inner = |a, c, h| new(a, c, h).dead_centres().inner;
    assert_eq!(inner(1.0, 3.0, 0.0), Some(PI));
    assert_eq!(
        inner(2.0, 2.0, 0.0),
        Some(PI),
        "at rest from 90° to 270°: the middle"
    );
    assert_eq!(inner(2.0, 2.0, 0.5), None);
    assert_eq!(inner(1.0, 3.0, 2.5), None);
    // A crank longer than the rod turns back on the other side: still b′ = 0.
    let mechanism = new(3.0, 1.0, 0.5);
    let angle = mechanism.dead_centres().inner.expect("|h| < |c - a|");
    near(mechanism.at(angle).expect("in reach").d_slide, 0.0, 1e-14);
    assert!(mechanism.at(angle).expect("in reach").slide < 0.0);
    let stroke = new(3.0, 1.0, 0.0).slide_ranges();
    near(stroke[0][1], 4.0, 0.0);
    near(stroke[1][1], -2.0, 0.0);
}

#[test]
fn out_of_reach_names_the_ranges() {
    let long = new(2.0, 1.0, 0.0);
    near(at(&long, 0.0).slide, 3.0, 0.0);
    near(at(&long, 30.0).slide, 3.0_f64.sqrt(), 1e-15);
    for limit in [30.0, -30.0, 150.0, 210.0, 330.0] {
        let slide = at(&long, limit);
        near(slide.slide.abs(), 3.0_f64.sqrt(), 1e-15);
        assert!(slide.d_slide.is_infinite() && slide.d2_slide == f64::NEG_INFINITY);
    }
    assert_eq!(at(&long, 30.0).d_slide, f64::NEG_INFINITY);
    assert_eq!(at(&long, -30.0).d_slide, f64::INFINITY);
    assert_eq!(at(&long, 150.0).d_slide, f64::INFINITY);
    let says = |mechanism: CrankSlider, degrees: f64, words: &str| {
        let result = mechanism.at(degrees.to_radians());
        fails(result, Code::OutOfReach, "angle_deg", words);
    };
    says(
        long,
        45.0,
        "angle_deg: the rod does not reach at 45°; the crank can stand from −30° to 30° and \
         from 150° to 210°",
    );
    says(long, 30.0001, "30.0001°");
    says(new(2.0, 2.0, -1.0), 90.0, "can stand from −210° to 30°");
    says(new(2.0, 2.0, 1.0), -90.0, "can stand from −30° to 210°");
}

#[test]
fn allowed_ranges_end_where_the_rod_stands_across() {
    assert_eq!(new(1.0, 3.0, 0.0).allowed_ranges(), [[-PI, PI]]);
    assert_eq!(new(1.0, 1.0, 0.0).allowed_ranges(), [[-PI, PI]]);
    // 0.7 + 0.1 is 0.8 but for rounding: the rod just reaches.
    let just = new(0.8, 0.7, 0.1);
    assert_eq!(just.allowed_ranges().len(), 1);
    near(at(&just, 90.0).d_slide, -0.8, 1e-15);
    for (a, c, h) in [
        (2.0, 1.0, 0.0),
        (2.0, 1.0, 0.7),
        (2.0, 2.0, 1.0),
        (2.0, 2.5, -1.0),
    ] {
        let mechanism = new(a, c, h);
        for range in mechanism.allowed_ranges() {
            for (limit, out) in range.iter().zip([-1e-6, 1e-6]) {
                near((a * limit.sin() - h).abs(), c, 1e-15);
                assert!(mechanism.at(limit - out).is_ok());
                assert!(mechanism.at(limit + out).is_err());
            }
        }
    }
}

#[test]
fn mechanisms_that_cannot_be() {
    for (a, c, h, code, path, words) in [
        (0.0, 1.0, 0.0, Code::BadValue, "crank", "greater than 0"),
        (1.0, -1.0, 0.0, Code::BadValue, "rod", "greater than 0"),
        (f64::NAN, 1.0, 0.0, Code::NotFinite, "crank", "finite"),
        (1.0, f64::INFINITY, 0.0, Code::NotFinite, "rod", "finite"),
        (1.0, 1.0, f64::NAN, Code::NotFinite, "offset", "finite"),
        (
            1.0,
            3.0,
            4.1,
            Code::OutOfReach,
            "offset",
            "give an offset from -4 to 4",
        ),
        (1e60, 1.0, 0.0, Code::BadValue, "crank", "another unit"),
        (1.0, 1e-12, 0.0, Code::BadValue, "rod", "longer rod"),
    ] {
        fails(CrankSlider::new(a, c, h), code, path, words);
    }
    fails(
        new(1.0, 3.0, 0.0).at(f64::NAN),
        Code::NotFinite,
        "angle_deg",
        "finite",
    );
}

#[test]
fn equal_lengths_rest_and_have_a_corner() {
    let mechanism = new(2.0, 2.0, 0.0);
    for degrees in [100.0, 135.0, 180.0, 269.0] {
        let slide = at(&mechanism, degrees);
        near(slide.slide, 0.0, 1e-15);
        near(slide.d_slide, 0.0, 1e-14);
    }
    for degrees in [89.999_999, 60.0, -89.999_999] {
        let angle: f64 = f64::to_radians(degrees);
        let slide = at(&mechanism, degrees);
        // Relative: the span is not a difference of nearly equal numbers.
        near(slide.slide / (4.0 * angle.cos()), 1.0, 1e-15);
        near(slide.d_slide, -4.0 * angle.sin(), 1e-14);
        near(slide.d2_slide, -4.0 * angle.cos(), 1e-9);
    }
    // One-sided slopes −4 and 0.
    near(at(&mechanism, 90.0).d_slide, -2.0, 1e-15);
    near(at(&mechanism, 270.0).d_slide, 2.0, 1e-15);
    near(at(&mechanism, 90.0).d2_slide, 0.0, 1e-15);
    // With an offset: a = c + h, slopes −a ± √(ac).
    let corner = new(3.0, 1.0, 2.0);
    near(at(&corner, 90.0).d_slide, -3.0, 1e-15);
    near(at(&corner, 89.999).d_slide, -3.0 - 3_f64.sqrt(), 1e-4);
    near(at(&corner, 90.001).d_slide, -3.0 + 3_f64.sqrt(), 1e-4);
}

#[test]
fn continuous_in_any_step() {
    // Whatever was asked before: the same bits as alone.
    let mechanism = new(5.0, 15.0, 3.0);
    for step in [7.0, 90.0, 359.0] {
        let mut degrees: f64 = -720.0;
        while degrees < 720.0 {
            let alone = at(&new(5.0, 15.0, 3.0), degrees);
            assert_eq!(at(&mechanism, degrees), alone);
            near(at(&mechanism, degrees + 1e-7).slide, alone.slide, 2e-8);
            degrees += step;
        }
    }
}

#[test]
fn rates_in_time() {
    let mechanism = new(1.0, 3.0, 0.4);
    let (angle, speed, acceleration) = (0.7, 2.5, -1.3);
    let rates = mechanism
        .rates(angle, speed, acceleration)
        .expect("in reach");
    let at_time = |t: f64| {
        let angle = angle + speed * t + 0.5 * acceleration * t * t;
        mechanism.at(angle).expect("in reach").slide
    };
    let step = 1e-4;
    let (before, now, after) = (at_time(-step), at_time(0.0), at_time(step));
    near(rates.velocity, (after - before) / (2.0 * step), 1e-7);
    near(
        rates.acceleration,
        (after - 2.0 * now + before) / (step * step),
        1e-6,
    );
    // Across the axis: at rest it rests, moving it is infinitely fast; never NaN.
    let long = new(2.0, 1.0, 0.0);
    let limit = 30_f64.to_radians();
    let rest = long.rates(limit, 0.0, 0.0).expect("in reach");
    assert_eq!((rest.velocity, rest.acceleration), (0.0, 0.0));
    let moving = long.rates(limit, 1.0, -1.0).expect("in reach");
    assert_eq!(moving.velocity, f64::NEG_INFINITY);
    assert_eq!(moving.acceleration, f64::NEG_INFINITY);
    fails(
        long.rates(0.0, f64::NAN, 0.0),
        Code::NotFinite,
        "speed_deg",
        "finite",
    );
}

#[test]
fn inverse_at_the_dead_centres_is_exact() {
    let mechanism = new(1.0, 3.0, 0.0);
    assert_eq!(mechanism.crank_angles(4.0), Ok([0.0, 0.0]));
    assert_eq!(mechanism.crank_angles(2.0), Ok([PI, PI]));
    let offset = new(5.0, 15.0, 3.0);
    let [least, most] = offset.slide_ranges()[0];
    let dead = offset.dead_centres();
    for (slide, angle) in [(most, dead.outer), (least, dead.inner.unwrap_or(0.0))] {
        for found in offset.crank_angles(slide).expect("in range") {
            near(wrap_angle(found - angle), 0.0, 1e-15);
        }
    }
    // Next to them too: δ ≈ √(2 (4 − b) (a + c)/(a c)), not lost in 1 − cos δ.
    let [left, right] = mechanism.crank_angles(4.0 - 1e-12).expect("in range");
    let expected = (2.0_f64 * 1e-12 * 4.0 * 0.25 / 0.75 * 0.75).sqrt();
    assert!(left > 0.0 && right == -left);
    near(
        mechanism.at(left).expect("in reach").slide,
        4.0 - 1e-12,
        5e-16,
    );
    assert!(left / expected > 0.5 && left / expected < 2.0);
}

#[test]
fn inverse_gives_only_what_belongs() {
    let long = new(2.0, 1.0, 0.0);
    fails(
        long.crank_angles(1.2),
        Code::OutOfReach,
        "slide",
        "it can stand from 1.732051 to 3 and from −1.732051 to −1",
    );
    for slide in [3.1, 0.9, -0.9, -1.8, 1.7] {
        assert!(long.crank_angles(slide).is_err(), "{slide}");
    }
    assert!(long.crank_angles(-1.2).is_ok());
    fails(
        new(1.0, 3.0, 0.0).crank_angles(-3.0),
        Code::OutOfReach,
        "slide",
        "from 2 to 4",
    );
    // Held off on one side: the far end of the range has one angle, given twice.
    let one_sided = new(2.0, 2.5, -1.0);
    let [least, most] = one_sided.slide_ranges()[0];
    let angles = one_sided.crank_angles(0.9 * least).expect("in range");
    assert_eq!(angles[0], angles[1]);
    let angles = one_sided.crank_angles(0.9 * most).expect("in range");
    assert_ne!(angles[0], angles[1]);
    // At rest on the centre: where the slider came to it.
    let equal = new(2.0, 2.0, 0.0);
    assert_eq!(equal.crank_angles(0.0), Ok([FRAC_PI_2, -FRAC_PI_2]));
    fails(
        equal.crank_angles(f64::NAN),
        Code::NotFinite,
        "slide",
        "finite",
    );
}

/// The slider is led to and fro, as a hand drags it; the crank goes on turning.
#[test]
fn dragging_through_the_dead_centres_goes_on_turning() {
    for (a, c, h) in [(1.0, 3.0, 0.0), (5.0, 15.0, 3.0), (2.0, 2.9, -0.4)] {
        let mechanism = new(a, c, h);
        for step in [0.05, -0.05, 0.31, -0.31] {
            let start = 0.2;
            let (mut last, mut now) = (start - step, start);
            for i in 1..200 {
                let meant = start + step * f64::from(i);
                let slide = mechanism.at(meant).expect("in reach").slide;
                let next = mechanism
                    .crank_angle_near(slide, now + (now - last))
                    .expect("in range");
                near(next, meant, 1e-6);
                (last, now) = (now, next);
            }
        }
    }
    // Without the prediction it turns back.
    let mechanism = new(1.0, 3.0, 0.0);
    let slide = at(&mechanism, -5.0).slide;
    let back = mechanism.crank_angle_near(slide, 0.05).expect("in range");
    near(back.to_degrees(), 5.0, 1e-12);
    let far = mechanism
        .crank_angle_near(slide, 100.0 * TAU - 0.05)
        .expect("in range");
    near(far, 100.0 * TAU - 5_f64.to_radians(), 1e-12);
}

/// Lengths of any ratio, and offsets at which the rod reaches somewhere; a third of them
/// where the crank only just goes round.
fn mechanisms() -> impl Strategy<Value = CrankSlider> {
    let any = (-1.0..1.0_f64, -1.0..1.0_f64, -1.0..1.0_f64, 0..6_u8);
    any.prop_map(|(a, c, h, kind)| {
        let (a, c) = (10_f64.powf(a), 10_f64.powf(c));
        let h = match kind {
            0 => 0.0,
            1 => (c - a) * h.signum(),
            2 => (c - a) * h.signum() * (1.0 + 1e-9 * h),
            _ => h * (a + c),
        };
        CrankSlider::new(a, c, h).unwrap_or_else(|_| new(a, c, 0.0))
    })
}

/// A mechanism and an angle at which its rod reaches.
fn standing() -> impl Strategy<Value = (CrankSlider, f64)> {
    (mechanisms(), 0.0..1.0_f64, any::<bool>(), -2..3_i32).prop_map(
        |(mechanism, share, second, turns)| {
            let ranges = mechanism.allowed_ranges();
            let [least, most] = ranges[usize::from(second) % ranges.len()];
            let angle = least + share * (most - least);
            (mechanism, angle + f64::from(turns) * TAU)
        },
    )
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn the_triangle_closes((mechanism, angle) in standing()) {
        closes(&mechanism, angle);
    }

    #[test]
    fn inverse_brings_back_the_slide((mechanism, angle) in standing()) {
        let (a, c, h) = (mechanism.crank(), mechanism.rod(), mechanism.offset());
        let slide = mechanism.at(angle).expect("in reach").slide;
        let found = mechanism.crank_angles(slide).expect("a slide that was met");
        for angle in found {
            prop_assert!(-PI < angle && angle <= PI);
            // Backward stable: as far off as the rounding of heights may bring it.
            let again = mechanism.at(angle).expect("in reach");
            let steep = 1.0 + again.d_slide.abs().min(1e8) / (a + c);
            near(again.slide, slide, 4e-15 * (a + c + h.abs()) * steep);
        }
        // One of the two is where it came from, but for what the slide cannot tell.
        let back = mechanism.crank_angle_near(slide, angle).expect("in range");
        let d = mechanism.at(angle).expect("in reach").d_slide.abs() / (a + c);
        if d > 1e-3 {
            near(back, angle, 1e-10);
        }
    }

    #[test]
    fn slides_lie_in_their_ranges((mechanism, angle) in standing()) {
        let slide = mechanism.at(angle).expect("in reach").slide;
        let slack = 1e-14 * (mechanism.crank() + mechanism.rod());
        let inside = |[least, most]: &[f64; 2]| least - slack <= slide && slide <= most + slack;
        prop_assert!(mechanism.slide_ranges().iter().any(inside), "{slide}");
    }

    #[test]
    fn every_slide_of_a_range_is_reached(mechanism in mechanisms(), share in 0.0..1.0_f64) {
        for [least, most] in mechanism.slide_ranges() {
            prop_assert!(least <= most);
            let slide = least + share * (most - least);
            prop_assert!(mechanism.crank_angles(slide).is_ok(), "{slide} in {least}..{most}");
            let beyond = 1e-9 * (mechanism.crank() + mechanism.rod());
            prop_assert!(mechanism.crank_angles(most + beyond).is_err());
        }
        let least = mechanism.slide_ranges().iter().map(|r| r[0]).fold(f64::INFINITY, f64::min);
        let beyond = 1e-9 * (mechanism.crank() + mechanism.rod());
        prop_assert!(mechanism.crank_angles(least - beyond).is_err());
    }

    #[test]
    fn derivatives_are_those_of_the_slide((mechanism, angle) in standing()) {
        let (a, c) = (mechanism.crank(), mechanism.rod());
        let here = mechanism.at(angle).expect("in reach");
        // Where the rod is upright the derivatives outgrow any difference of slides.
        prop_assume!(here.rod_angle.cos() > 0.3);
        // The rod turns a/c times as fast as the crank.
        let fast = (a / c).max(1.0);
        let step = 1e-5 / fast;
        let beside = (mechanism.at(angle - step), mechanism.at(angle + step));
        let (Ok(before), Ok(after)) = beside else {
            return Err(TestCaseError::reject("at a limit"));
        };
        let difference = (after.slide - before.slide) / (2.0 * step);
        near(difference, here.d_slide, 1e-7 * (a + c) * fast);
        let difference = (after.d_slide - before.d_slide) / (2.0 * step);
        near(difference, here.d2_slide, 1e-6 * (a + c) * fast * fast);
    }

    /// Against the equations as they are written in the module, where they are well
    /// conditioned.
    #[test]
    fn derivatives_are_those_of_the_equations((mechanism, angle) in standing()) {
        let (a, c, h) = (mechanism.crank(), mechanism.rod(), mechanism.offset());
        let here = mechanism.at(angle).expect("in reach");
        prop_assume!(here.rod_angle.cos() > 0.05);
        let (sin, cos) = angle.sin_cos();
        let (u, du, d2u) = (a * sin - h, a * cos, -a * sin);
        let w = ((c - u) * (c + u)).sqrt();
        let scale = (a + c) * (a / c).max(1.0).powi(2);
        near(here.slide, w + a * cos, 1e-13 * (a + c));
        near(here.d_slide, -a * sin - u * du / w, 1e-11 * scale);
        let d2 = -a * cos - (du * du + u * d2u) / w - u * u * du * du / w.powi(3);
        near(here.d2_slide, d2, 1e-9 * scale);
    }

    #[test]
    fn a_turn_changes_nothing((mechanism, angle) in standing()) {
        let (one, other) = (mechanism.at(angle), mechanism.at(angle + TAU));
        let (Ok(one), Ok(other)) = (one, other) else {
            return Err(TestCaseError::reject("at a limit"));
        };
        let steep = one.d_slide.abs().min(1e7) + mechanism.crank();
        near(one.slide, other.slide, 1e-14 * steep + 1e-7 * f64::from(u8::from(steep > 1e6)));
    }

    #[test]
    fn mirrored_offset_is_the_mirrored_angle((mechanism, angle) in standing()) {
        let mirrored = new(mechanism.crank(), mechanism.rod(), -mechanism.offset());
        let (one, other) = (mechanism.at(angle), mirrored.at(-angle));
        let (one, other) = (one.expect("in reach"), other.expect("in reach"));
        prop_assert_eq!(one.slide, other.slide);
        prop_assert_eq!(one.rod_angle, -other.rod_angle);
        prop_assert_eq!(one.d_slide, -other.d_slide);
        prop_assert_eq!(one.d2_slide, other.d2_slide);
        let [left, right] = mechanism.crank_angles(one.slide).expect("met");
        let [mirrored_left, mirrored_right] = mirrored.crank_angles(one.slide).expect("met");
        near(wrap_angle(left + mirrored_right), 0.0, 0.0);
        near(wrap_angle(right + mirrored_left), 0.0, 0.0);
    }

    #[test]
    fn next_to_no_offset_is_no_offset(ratio in 0.05..0.7_f64, angle in -7.0..7.0_f64) {
        // db/dh = tan α, below 1 here.
        let (none, little) = (new(ratio, 1.0, 0.0), new(ratio, 1.0, 1e-9));
        let (none, little) = (none.at(angle).expect("round"), little.at(angle).expect("round"));
        near(none.slide, little.slide, 1e-9);
        near(none.rod_angle, little.rod_angle, 2e-9);
        near(none.d_slide, little.d_slide, 2e-8);
    }

    #[test]
    fn never_nan(a in number(), c in number(), h in number(), angle in number(), speed in number()) {
        let Ok(mechanism) = CrankSlider::new(a, c, h) else {
            return Ok(());
        };
        let numbers = |slide: Slide| [slide.slide, slide.rod_angle, slide.d_slide, slide.d2_slide];
        if let Ok(slide) = mechanism.at(angle) {
            prop_assert!(numbers(slide).iter().all(|x| !x.is_nan()), "{slide:?}");
            prop_assert!(slide.slide.is_finite() && slide.rod_angle.is_finite());
        }
        if let Ok(rates) = mechanism.rates(angle, speed, angle) {
            prop_assert!(!rates.velocity.is_nan() && !rates.acceleration.is_nan());
        }
        let ends = mechanism.slide_ranges().into_iter().flatten();
        for slide in ends.chain([angle]) {
            if let Ok(angles) = mechanism.crank_angles(slide) {
                prop_assert!(angles.iter().all(|x| x.is_finite()), "{angles:?}");
            }
        }
        let limits = mechanism.allowed_ranges();
        for limit in limits.into_iter().flatten().chain([FRAC_PI_2, -FRAC_PI_2]) {
            prop_assert!(limit.is_finite());
            if let Ok(slide) = mechanism.at(limit) {
                prop_assert!(numbers(slide).iter().all(|x| !x.is_nan()), "{slide:?}");
            }
        }
        prop_assert!(mechanism.stroke() >= 0.0);
        let dead = mechanism.dead_centres();
        prop_assert!(dead.outer.is_finite() && dead.inner.is_none_or(f64::is_finite));
    }
}

/// Any finite number, and often one of a few that meet one another.
fn number() -> impl Strategy<Value = f64> {
    let few = vec![
        0.0,
        1.0,
        2.0,
        3.0,
        -1.0,
        -2.0,
        1e-50,
        1e50,
        1e-9,
        1e300,
        -1e300,
        5e-324,
        FRAC_PI_2,
        PI,
        f64::MAX,
        f64::NAN,
        f64::INFINITY,
    ];
    prop_oneof![
        prop::sample::select(few),
        prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO,
        (-60.0..60.0_f64).prop_map(|x| 10_f64.powf(x)),
    ]
}

#[test]
fn plain_data_is_in_degrees() {
    let answer = plain::slide(r#"{"crank": 1, "rod": 3, "angle_deg": 90}"#).expect("in reach");
    near(answer.slide, 8_f64.sqrt(), 1e-15);
    near(
        answer.rod_angle_deg,
        (1.0_f64 / 3.0).asin().to_degrees(),
        1e-12,
    );
    assert_eq!(answer.d_slide, Some(-1.0), "per radian");
    let angles = plain::angles(r#"{"crank": 1, "rod": 3, "offset": 0, "slide": 2}"#);
    assert_eq!(angles, Ok([180.0, 180.0]));
    let near_deg = plain::angle_near(r#"{"crank": 1, "rod": 3, "slide": 2, "near_deg": 500}"#);
    assert_eq!(near_deg, Ok(540.0));
    let limit = plain::slide(r#"{"crank": 2, "rod": 1, "angle_deg": 30}"#).expect("in reach");
    assert_eq!((limit.d_slide, limit.d2_slide), (None, None));
    let rates = plain::rates(r#"{"crank": 1, "rod": 3, "angle_deg": 90, "speed_deg": 180}"#);
    assert_eq!(rates.expect("in reach").velocity, Some(-PI));
    let limits = plain::limits(r#"{"crank": 2, "rod": 1}"#).expect("can be");
    let ranges = limits.ranges_deg.as_flattened();
    for (limit, expected) in ranges.iter().zip([-30.0, 30.0, 150.0, 210.0]) {
        near(*limit, expected, 5e-14);
    }
    assert_eq!(ranges.len(), 4);
    assert_eq!(limits.inner_dead_centre_deg, Some(180.0));
}

#[test]
fn plain_data_fails_with_code_and_path() {
    for (json, code, path) in [
        (r#"{"crank": 1, "angle_deg": 0}"#, Code::Type, ""),
        (
            r#"{"crank": 1, "rod": 3, "angle": 0}"#,
            Code::UnknownKey,
            "angle",
        ),
        (
            r#"{"crank": 1, "rod": "3", "angle_deg": 0}"#,
            Code::Type,
            "rod",
        ),
        (
            r#"{"crank": 1, "rod": 1e999, "angle_deg": 0}"#,
            Code::NotFinite,
            "rod",
        ),
        (
            r#"{"crank": 0, "rod": 3, "angle_deg": 0}"#,
            Code::BadValue,
            "crank",
        ),
        (
            r#"{"crank": 2, "rod": 1, "angle_deg": 45}"#,
            Code::OutOfReach,
            "angle_deg",
        ),
        ("{", Code::Syntax, ""),
    ] {
        fails(plain::slide(json), code, path, "");
    }
    let keys = |keys: &str| {
        plain::driven_keys(&format!(r#"{{"crank": 1, "rod": 3, "keys_deg": {keys}}}"#))
    };
    fails(keys("[0]"), Code::BadValue, "keys_deg", "at least 2");
    fails(keys("[0, null]"), Code::Type, "keys_deg[1]", "a number");
    fails(
        keys("[0, 5, 0]"),
        Code::BadValue,
        "keys_deg[2]",
        "keys_deg[0]",
    );
    let word = r#"{"crank": 1, "rod": 3, "keys_deg": [0, 9], "interpolation": "round"}"#;
    fails(
        plain::driven_keys(word),
        Code::BadValue,
        "interpolation",
        "\"linear\", \"smooth\"",
    );
    let dialect = r#"{"crank": 1, "rod": 3, "dialect": "softimage"}"#;
    fails(
        plain::expression(dialect),
        Code::BadValue,
        "dialect",
        "\"max\"",
    );
    let count = r#"{"crank": 1, "rod": 3, "from_deg": 0, "to_deg": 180, "count": 2.5}"#;
    fails(
        plain::best_keys(count),
        Code::BadValue,
        "count",
        "whole number",
    );
}
