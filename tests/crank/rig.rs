//! The crank-slider built of bones: measured, not computed.

use std::f64::consts::PI;

use proptest::prelude::*;
use zeroplane::scene::{Scene, crank as plain};
use zeroplane::{Code, CrankRig, CrankSlider, DVec3, Drive, DrivenKeys, Interpolation};

use super::{fails, near, new, standing};
use crate::support::cases;

fn rig(mechanism: &CrankSlider, drive: Drive) -> CrankRig {
    CrankRig::new(mechanism, drive).expect("can be built")
}

/// Both bars of their length, the pin on its circle, the rod's end on the axis and on the goal.
#[track_caller]
fn exact(mechanism: &CrankSlider, angle: f64) {
    let (a, c, h) = (mechanism.crank(), mechanism.rod(), mechanism.offset());
    let small = 1e-12 * (a + c).max(1.0);
    let pose = rig(mechanism, Drive::Exact).at(angle).expect("in reach");
    let formulas = mechanism.at(angle).expect("in reach");
    let pin = DVec3::new(a * angle.cos(), 0.0, a * angle.sin());
    near((pose.pin - pin).length(), 0.0, small);
    near((pose.rod_end - pose.pin).length(), c, small);
    near(pose.rod_end.y, 0.0, small);
    near(pose.rod_end.z, h, small);
    near(pose.rod_end.x, formulas.slide, small);
    near(pose.gap, 0.0, small);
    near((pose.rod_end - pose.goal).length(), pose.gap, 0.0);
    near(pose.rod_angle, formulas.rod_angle, 1e-12 * (1.0 + a / c));
    assert_eq!(pose.centre, DVec3::ZERO);
}

#[test]
fn exact_at_every_frame() {
    for (a, c, h) in [
        (1.0, 3.0, 0.0),
        (5.0, 15.0, 3.0),
        (1.0, 1.0, 0.0),
        (2.0, 2.1, -0.1),
    ] {
        let mechanism = new(a, c, h);
        for degrees in -720..=720 {
            exact(&mechanism, f64::from(degrees).to_radians());
        }
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn exact_for_any_mechanism((mechanism, angle) in standing()) {
        exact(&mechanism, angle);
    }
}

#[test]
fn nothing_connected_comes_off() {
    let mechanism = new(1.0, 3.0, 0.0);
    let loose = rig(&mechanism, Drive::Nothing { slide: 4.0 });
    near(loose.at(0.0).expect("finite").gap, 0.0, 1e-15);
    // The bar points at the goal that stayed behind: √(4² + 1²) away from the pin.
    let pose = loose.at(PI / 2.0).expect("finite");
    near(pose.gap, 17_f64.sqrt() - 3.0, 1e-14);
    near((pose.rod_end - pose.pin).length(), 3.0, 1e-14);
    near(
        (pose.rod_end - pose.pin)
            .cross(pose.goal - pose.pin)
            .length(),
        0.0,
        1e-13,
    );
    assert_eq!(pose.goal, DVec3::new(4.0, 0.0, 0.0));
    near(pose.rod_angle, 0.25_f64.atan(), 1e-15);
    near(loose.at(PI).expect("finite").gap, 2.0, 1e-14);
    // Out of the rod's reach it goes on, unlike the exact relation.
    let long = new(2.0, 1.0, 0.0);
    assert!(
        rig(&long, Drive::Nothing { slide: 3.0 })
            .at(PI / 2.0)
            .is_ok()
    );
    let exact = rig(&long, Drive::Exact).at(PI / 2.0);
    fails(exact, Code::OutOfReach, "angle_deg", "−30°");
    let nowhere = CrankRig::new(&long, Drive::Nothing { slide: f64::NAN });
    fails(nowhere, Code::NotFinite, "slide", "finite");
}

#[test]
fn driven_keys_leave_a_gap_between_keys() {
    let mechanism = new(1.0, 3.0, 0.0);
    let keys = DrivenKeys::evenly(&mechanism, 0.0, PI, 2, Interpolation::Linear).expect("keys");
    let largest = keys.largest_error();
    let driven = rig(&mechanism, Drive::Keys(keys));
    for at_key in [0.0, PI] {
        near(driven.at(at_key).expect("in reach").gap, 0.0, 1e-14);
    }
    let pose = driven.at(largest.at).expect("in reach");
    let exact = mechanism.at(largest.at).expect("in reach").slide;
    near(pose.goal.x - exact, largest.error, 1e-15);
    // The bar still points at the goal, so its gap is the distance less the bar.
    near(pose.gap, (pose.goal - pose.pin).length() - 3.0, 1e-14);
    assert!(pose.gap > 0.2);
}

#[test]
fn as_a_scene_document_it_is_the_same_rig() {
    let mechanism = new(5.0, 15.0, 3.0);
    let exact = rig(&mechanism, Drive::Exact);
    for angle in [0.3, 2.0, -1.2, 3.9] {
        let pose = exact.at(angle).expect("in reach");
        let json = Scene::from_rig(&exact.rig_at(angle).expect("in reach")).to_json();
        let read = Scene::from_json(&json)
            .and_then(|scene| scene.rig())
            .expect("its own document");
        let solution = read.solve().expect("solvable");
        assert_eq!(solution.end_effector, pose.rod_end);
        assert_eq!(solution.joints[0].position, pose.pin);
        assert!(!solution.singular);
        near(solution.turn_rate, 0.0, 1e-12);
    }
    let scene = plain::scene(r#"{"crank": 1, "rod": 3, "angle_deg": 90}"#).expect("in reach");
    near(scene.ik.goal.translation[0], 8_f64.sqrt(), 1e-15);
    let loose = r#"{"crank": 1, "rod": 3, "angle_deg": 90, "slide": 4}"#;
    let scene = plain::scene(loose).expect("finite");
    assert_eq!(scene.ik.goal.translation, [4.0, 0.0, 0.0]);
}

#[test]
fn asked_in_any_order_it_gives_the_same_bits() {
    let mechanism = new(5.0, 15.0, 3.0);
    let exact = rig(&mechanism, Drive::Exact);
    let angles: Vec<f64> = (0..50).map(|i| f64::from(i) * 6.26).collect();
    let forth: Vec<_> = angles.iter().map(|a| exact.at(*a)).collect();
    let mut back: Vec<_> = angles.iter().rev().map(|a| exact.at(*a)).collect();
    back.reverse();
    assert_eq!(forth, back);
}
