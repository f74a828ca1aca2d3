//! How the chain's length follows the goal: on it to rounding wherever it can be reached,
//! straight or folded towards it elsewhere, and by the proportional rule in between.

use std::f64::consts::PI;

use proptest::prelude::*;
use zeroplane::{Code, DQuat, DVec3, Reach, Rig};

use crate::support::draw::{self, Joint, axis_angle, planar, put_goal};
use crate::support::oracle::{self, check};
use crate::support::{assert_near, cases, check_error, position, solved};

/// Bends of the solved chain, start joint to EE, measured on the oracle's points.
fn bends(rig: &Rig) -> Vec<f64> {
    let world = oracle::positions(rig, &solved(rig));
    let points: Vec<DVec3> = oracle::chain(rig)
        .iter()
        .map(|id| world[id.index()])
        .collect();
    let triples = points.windows(3);
    triples
        .map(|p| oracle::angle(p[1] - p[0], p[2] - p[1]))
        .collect()
}

/// Bends of the preferred pose.
fn preferred_bends(rig: &Rig) -> Vec<f64> {
    let points = oracle::bent(rig, 1.0, DQuat::IDENTITY);
    let triples = points.windows(3);
    triples
        .map(|p| oracle::angle(p[1] - p[0], p[2] - p[1]))
        .collect()
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn any_rig_any_goal(mut rig in draw::rig(), (towards, share) in draw::goal_at()) {
        check(&rig);
        put_goal(&mut rig, towards, share);
        check(&rig);
    }

    #[test]
    fn planted_bend_parameter_is_found(
        limb in draw::limb(),
        share in 0.02..0.98_f64,
        turn in draw::rotation(),
    ) {
        let rig = limb.try_rig(None);
        prop_assume!(rig.is_ok());
        let mut rig = rig.expect("just asked");
        let t = share * oracle::first_minimum(&rig);
        let points = oracle::bent(&rig, t, turn);
        let end = points[points.len() - 1];
        let total: f64 = oracle::bone_lengths(&rig).iter().sum();
        // Where t says too little about the distance, or the distance too little about t.
        let slope = (oracle::reach_at(&rig, t + 1e-5) - oracle::reach_at(&rig, t - 1e-5)) / 2e-5;
        prop_assume!(slope < -1e-2 * total && end.length() > 1e-3 * total);
        // A coiled pose asks its own branch first.
        prop_assume!(oracle::first_minimum(&rig) >= 1.0);
        put_goal(&mut rig, end / total, 1.0);
        let solution = check(&rig);
        prop_assert_eq!(solution.reach, Reach::Reached);
        let far = oracle::goal(&rig).length();
        let rounding = 1e-12 + f64::EPSILON * far / total * 1e3;
        for (bend, preferred) in bends(&rig).iter().zip(preferred_bends(&rig)) {
            let expected = if t <= 1.0 { t * preferred } else { preferred + (t - 1.0) * (PI - preferred) };
            assert_near!(*bend, expected, 1e-9 + 1e2 * rounding * total / slope.abs(), "at t = {t}");
        }
    }
}

/// The same two bones in one, with a joint between that is straight and stays straight:
/// no such chain can bend like it, so the closed form is compared with three bones whose
/// third has next to no length.
#[test]
fn two_bones_are_the_general_chain_with_a_third_that_vanishes() {
    for bend in [0.3, 1.2, 2.5] {
        for share in [0.35, 0.6, 0.9, 0.999] {
            let mut two = planar(&[1.2, 1.0], 0.4, &[bend]).rig();
            let mut three = planar(&[1.2, 1.0, 1e-9], 0.4, &[bend, bend]).rig();
            let towards = DVec3::new(0.6, 0.64, 0.48);
            put_goal(&mut two, towards, share);
            put_goal(&mut three, towards, share);
            let (a, b) = (check(&two), check(&three));
            assert_near!(a.joints[1].position, b.joints[1].position, 1e-6);
            assert_eq!(a.reach, b.reach);
        }
    }
}

#[test]
fn bends_to_one_side_and_back_by_the_proportional_rule() {
    // 30° and 60°: at half the bend 15° and 30°.
    let limb = planar(
        &[1.0, 1.0, 1.0],
        0.0,
        &[30_f64.to_radians(), 60_f64.to_radians()],
    );
    let mut rig = limb.rig();
    let (a, b) = (15_f64.to_radians(), 45_f64.to_radians());
    let end = DVec3::new(1.0 + a.cos() + b.cos(), a.sin() + b.sin(), 0.0);
    rig.move_goal(DVec3::Y * end.length()).expect("finite");
    let found = bends(&rig);
    assert_near!(found, vec![a, 2.0 * a], 1e-12);
    // Bent on beyond the preferred pose: half of what is left to folded.
    let (a, b) = (105_f64.to_radians(), (105.0 + 120_f64).to_radians());
    let end = DVec3::new(1.0 + a.cos() + b.cos(), a.sin() + b.sin(), 0.0);
    rig.move_goal(DVec3::Y * end.length()).expect("finite");
    // Its first minimum comes before t = 1.5; that far it does not fold on.
    let t_min = oracle::first_minimum(&rig);
    let t = 0.5 * (1.0 + t_min);
    rig.move_goal(DVec3::Y * oracle::reach_at(&rig, t))
        .expect("finite");
    let expected: Vec<f64> = [30_f64, 60.0]
        .map(|beta| beta.to_radians() + (t - 1.0) * (PI - beta.to_radians()))
        .to_vec();
    assert_near!(bends(&rig), expected, 1e-9);
}

#[test]
fn exactly_full_reach_and_one_ulp_past_it() {
    for lengths in [
        &[1.0, 0.5][..],
        &[1.0, 0.5, 0.25],
        &[0.5; 10],
        &[1.0, 2.0, 1.0, 0.5, 0.125],
    ] {
        let bends = vec![0.4; lengths.len() - 1];
        let total: f64 = lengths.iter().sum();
        let mut rig = planar(lengths, 0.2, &bends).rig();
        for axis in [DVec3::X, DVec3::NEG_Y, DVec3::Z] {
            rig.move_goal(axis * total).expect("finite");
            let at = check(&rig);
            assert_eq!(at.reach, Reach::Reached, "{} bones, exactly", lengths.len());
            rig.move_goal(axis * total.next_up()).expect("finite");
            let past = check(&rig);
            assert_eq!(
                past.reach,
                Reach::TooFar,
                "{} bones, one ulp past",
                lengths.len()
            );
            assert_near!(at.end_effector, past.end_effector, 1e-15);
            rig.move_goal(axis * total.next_down()).expect("finite");
            assert_eq!(
                check(&rig).reach,
                Reach::Reached,
                "{} bones, one ulp short",
                lengths.len()
            );
        }
    }
}

#[test]
fn goal_beyond_all_reach_is_pointed_at() {
    for limb in [
        planar(&[1.0, 0.6], 0.3, &[0.9]),
        planar(&[1.0; 5], 0.3, &[0.4; 4]),
    ] {
        for far in [3.0, 1e3, 1e30, 1e99] {
            for (about, parents) in draw::parents() {
                let mut rig = limb.clone().below(parents).rig();
                let towards = DVec3::new(0.36, -0.48, 0.8);
                rig.move_goal(towards * far + DVec3::new(50.0, 0.0, 0.0))
                    .expect("finite");
                let solution = check(&rig);
                let near = far < 1e6 && (about == "far" || about == "large");
                if !near {
                    assert_eq!(solution.reach, Reach::TooFar, "{about}, {far}");
                    assert_near!(bends(&rig), vec![0.0; limb.bones() - 1], 1e-7, "{about}");
                }
            }
        }
    }
}

#[test]
fn goal_nearer_than_the_links_differ() {
    for (about, parents) in draw::parents() {
        for (upper, lower) in [(1.0, 0.6), (0.6, 1.0)] {
            let mut rig = planar(&[upper, lower], 0.3, &[0.9])
                .below(parents.clone())
                .rig();
            let total = 1.6;
            for distance in [0.39, 0.2, 1e-6, 1e-9] {
                put_goal(&mut rig, DVec3::new(0.0, 0.6, -0.8), distance / total);
                let solution = check(&rig);
                assert_eq!(solution.reach, Reach::TooNear, "{about} at {distance}");
                let scale = oracle::start_parent(&rig).determinant().abs().cbrt();
                let end = solution.end_effector - solution.sphere.center;
                assert_near!(end.length(), 0.4 * scale, oracle::tolerance(&rig));
                assert_near!(bends(&rig), vec![PI], 1e-6);
            }
        }
    }
}

#[test]
fn exactly_as_near_as_the_links_fold() {
    let mut rig = planar(&[1.0, 0.5], 0.3, &[0.9]).rig();
    for (distance, reach) in [
        (0.5, Reach::Reached),
        (0.5_f64.next_down(), Reach::TooNear),
        (0.5_f64.next_up(), Reach::Reached),
    ] {
        rig.move_goal(DVec3::Y * distance).expect("finite");
        assert_eq!(check(&rig).reach, reach);
    }
}

#[test]
fn goal_on_the_start_joint() {
    for (about, parents) in draw::parents() {
        for (lengths, reach) in [
            (&[1.0, 1.0][..], Reach::Reached),
            (&[1.0, 0.6], Reach::TooNear),
            (&[1.0, 0.9, 1.1], Reach::TooNear),
            (&[0.7; 6], Reach::TooNear),
        ] {
            let limb = planar(lengths, 0.3, &vec![0.9; lengths.len() - 1]);
            let mut rig = limb.below(parents.clone()).rig();
            rig.turn_swivel(0.7).expect("finite");
            let a0 = solved(&rig).sphere.a0;
            let start = oracle::matrices(&rig, &oracle::fk_rotations(&rig))[rig.ik().start.index()];
            rig.move_goal(start.origin()).expect("finite");
            let solution = check(&rig);
            // Far from the world's origin "on" is a matter of rounding.
            if about != "far" && about != "nested" {
                assert_eq!(solution.reach, reach, "{about}, {} bones", lengths.len());
                assert_near!(solution.ee_axis, a0, 1e-12, "{about}");
            }
        }
    }
}

/// Nearer than 1e-10 of the chain's length is on the start joint; any farther has a
/// direction of its own.
#[test]
fn goals_next_to_the_start_joint() {
    for lengths in [&[1.0, 1.0][..], &[0.5; 4]] {
        let mut rig = planar(lengths, 0.3, &vec![0.9; lengths.len() - 1]).rig();
        let a0 = solved(&rig).sphere.a0;
        for (distance, own) in [
            (1e-9, true),
            (1e-11, false),
            (1e-13, false),
            (1e-300, false),
        ] {
            rig.move_goal(DVec3::Z * distance).expect("finite");
            let axis = check(&rig).ee_axis;
            assert_near!(
                axis,
                if own { DVec3::Z } else { a0 },
                1e-15,
                "at {distance:e}"
            );
        }
    }
}

/// The reach of a chain that is straight here and folded there stops falling at its
/// preferred pose and stays the same all the way to folded: nearer goals leave it be.
#[test]
fn clamped_where_the_reach_stays_the_same() {
    let mut rig = planar(&[1.0, 1.0, 1.0], 0.3, &[0.0, PI])
        .try_rig(Some(DVec3::Z))
        .expect("it has a normal");
    put_goal(&mut rig, DVec3::X, 0.9 / 3.0);
    let solution = check(&rig);
    assert_eq!(solution.reach, Reach::TooNear);
    assert_near!(bends(&rig), vec![0.0, PI], 1e-7);
}

#[test]
fn single_bone_points_and_its_length_is_its_reach() {
    let limb = planar(&[1.5], 0.3, &[]);
    let mut rig = limb.try_rig(Some(DVec3::Z)).expect("it has a normal");
    assert_eq!(check(&rig).reach, Reach::Reached);
    rig.move_goal(DVec3::new(0.0, 0.0, -7.0)).expect("finite");
    let solution = check(&rig);
    assert_eq!(solution.reach, Reach::TooFar);
    assert_near!(solution.end_effector, DVec3::new(0.0, 0.0, -1.5), 1e-15);
    rig.move_goal(DVec3::new(0.0, 0.1, 0.0)).expect("finite");
    assert_eq!(check(&rig).reach, Reach::TooNear);
}

/// Preferred poses at the ends of what bends: (bones, bends, about).
fn folded() -> Vec<(Vec<f64>, Vec<f64>, &'static str)> {
    vec![
        (vec![1.0, 0.6], vec![PI], "folded, unequal"),
        (
            vec![1.0, 1.0],
            vec![PI],
            "folded, equal: the EE on the start joint",
        ),
        (vec![1.0, 0.8, 0.6], vec![PI, PI], "folded twice"),
        (
            vec![0.5, 0.5, 0.5, 0.5],
            vec![PI, PI, PI],
            "folded onto the start joint",
        ),
        (
            vec![1.0, 1.0, 1.0],
            vec![0.0, PI],
            "one straight, one folded",
        ),
    ]
}

#[test]
fn folded_preferred_pose_opens_to_the_side_of_its_plane_normal() {
    for (lengths, bends, about) in folded() {
        for normal in [DVec3::Z, DVec3::NEG_Z] {
            for (parent, parents) in draw::parents() {
                let limb = planar(&lengths, 0.3, &bends).below(parents);
                let mut rig = limb.try_rig(Some(normal)).expect(about);
                check(&rig);
                // The pose is reproduced at its own goal.
                let before = oracle::matrices(&rig, &oracle::fk_rotations(&rig));
                let after = oracle::shown(&rig, &solved(&rig));
                for (a, b) in before.iter().zip(&after) {
                    assert_near!(
                        b.origin(),
                        a.origin(),
                        oracle::tolerance(&rig),
                        "{about}, {parent}"
                    );
                }
                // Opened a little in its plane, the elbow lies on the side n × e.
                let total: f64 = lengths.iter().sum();
                let (least, _) = rig.prepare().expect("solvable").chain().reach();
                put_goal(
                    &mut rig,
                    DVec3::new(0.8, 0.6, 0.0),
                    0.3 * (1.0 - least / total) + least / total,
                );
                let solution = check(&rig);
                assert_eq!(solution.reach, Reach::Reached, "{about}, {parent}");
                let space = oracle::start_parent(&rig);
                assert_near!(
                    solution.solver_plane_normal,
                    space.normal(normal),
                    1e-9,
                    "{about}, {parent}"
                );
                if lengths.len() == 2 {
                    let elbow =
                        space.vector_back(solution.joints[1].position - solution.sphere.center);
                    let side = normal.cross(DVec3::new(0.8, 0.6, 0.0));
                    assert!(elbow.dot(side) > 0.1, "{about}, {parent}: {elbow}");
                }
            }
        }
    }
}

#[test]
fn folded_preferred_pose_without_a_normal_is_refused() {
    for (lengths, bends, about) in folded() {
        check_error(
            planar(&lengths, 0.3, &bends).try_rig(None),
            (Code::StraightPose, "ik.plane_normal", "straight"),
            about,
        );
    }
}

#[test]
fn straight_preferred_pose_bends_to_the_side_of_its_plane_normal() {
    for lengths in [&[1.0, 1.0][..], &[1.0, 0.7, 1.1], &[0.4; 10]] {
        for normal in [DVec3::Z, DVec3::NEG_Z, DVec3::new(3.0, 1.0, -2.0)] {
            for (about, parents) in draw::parents() {
                let limb = planar(lengths, 0.0, &vec![0.0; lengths.len() - 1]).below(parents);
                let mut rig = limb.try_rig(Some(normal)).expect("it has a normal");
                check(&rig);
                // In the plane of the preferred pose: e = +X there, n = the normal ⟂ e.
                put_goal(&mut rig, DVec3::X, 0.7);
                let solution = check(&rig);
                assert_eq!(solution.reach, Reach::Reached, "{about}");
                let parent = oracle::start_parent(&rig);
                let elbow =
                    parent.vector_back(solution.joints[1].position - solution.sphere.center);
                let n = DVec3::new(0.0, normal.y, normal.z).normalize();
                let side = n.cross(DVec3::X);
                assert!(
                    elbow.normalize().dot(side) > 0.1,
                    "{about}, {} bones: the elbow {elbow} is not on the side {side}",
                    lengths.len()
                );
                assert_near!(elbow.dot(n) / elbow.length(), 0.0, 1e-6, "{about}");
            }
        }
    }
}

#[test]
fn straight_preferred_pose_without_a_normal_is_refused() {
    for lengths in [&[1.0][..], &[1.0, 1.0], &[0.3; 10]] {
        let limb = planar(lengths, 0.5, &vec![0.0; lengths.len() - 1]);
        check_error(
            limb.try_rig(None),
            (Code::StraightPose, "ik.plane_normal", "[x, y, z]"),
            "without a normal",
        );
        let along = DVec3::new(0.5_f64.cos(), 0.5_f64.sin(), 0.0);
        check_error(
            limb.try_rig(Some(along)),
            (Code::StraightPose, "ik.plane_normal", "along"),
            "with one along the chain",
        );
    }
}

/// Bent by less and less, down to where it counts as straight: the EE stays on the goal.
#[test]
fn nearly_straight_and_nearly_folded_preferred_poses() {
    for exponent in 1..=15 {
        let small = 10_f64.powi(-exponent);
        for factor in [1.0, 2.2, 3.9, 7.0] {
            for bend in [small * factor, PI - small * factor] {
                for lengths in [&[1.0, 1.0][..], &[1.0, 0.6], &[1.0, 0.6, 0.8], &[0.5; 5]] {
                    let limb = planar(lengths, 0.3, &vec![bend; lengths.len() - 1]);
                    // A normal that only a pose without a plane of its own will use, and that
                    // does not agree with what is left of its bend.
                    for given in [DVec3::Z, DVec3::NEG_Z, DVec3::new(0.4, 0.3, 1.0)] {
                        let mut rig = limb.try_rig(Some(given)).expect("it has a normal");
                        check(&rig);
                        for share in [0.999_999, 0.9, 0.5] {
                            put_goal(&mut rig, DVec3::new(0.8, 0.0, 0.6), share);
                            check(&rig);
                        }
                    }
                }
            }
        }
    }
}

/// Two bones near straight and near folded: the elbow's height to many digits, from Heron's
/// formula in factors, where the law of cosines would have lost half of them.
#[test]
fn two_bones_keep_their_digits_near_the_ends() {
    let mut rig = planar(&[1.0, 1.0], 0.3, &[0.9]).rig();
    for exponent in 1..=15 {
        let gap = 10_f64.powi(-exponent);
        let distance: f64 = 2.0 - gap;
        rig.move_goal(DVec3::X * distance).expect("finite");
        let height = {
            let short = 2.0 - distance; // exact
            (short * (2.0 + distance)).sqrt() / 2.0
        };
        let elbow = position(&rig, "J1");
        assert_near!(elbow.y.abs() / height, 1.0, 1e-12, "at 2 − {gap:e}");
    }
    let mut rig = planar(&[1.0, 0.75], 0.3, &[0.9]).rig();
    for exponent in 1..=14 {
        let distance = 0.25 + 10_f64.powi(-exponent);
        rig.move_goal(DVec3::X * distance).expect("finite");
        let near = (distance - 0.25) * (distance + 0.25);
        let far = (1.75 - distance) * (1.75 + distance);
        let height = (near * far).sqrt() / (2.0 * distance);
        let elbow = position(&rig, "J1");
        assert_near!(elbow.y.abs() / height, 1.0, 1e-12, "at {distance}");
    }
}

/// A pose coiled past the first minimum of its reach is reproduced at its own goal, on a
/// branch of its own.
#[test]
fn coiled_preferred_poses() {
    for (lengths, degrees) in [
        (&[1.0, 1.0, 1.0][..], 130.0_f64),
        (&[1.0, 0.8, 0.9, 1.2], 110.0),
        (&[0.6; 6], 75.0),
        (&[0.5; 10], 50.0),
        (&[1.0, 1.0, 1.0], 170.0),
        (&[0.4; 10], 160.0),
    ] {
        for (about, parents) in draw::parents() {
            let limb = planar(lengths, 0.3, &vec![degrees.to_radians(); lengths.len() - 1]);
            let rig = limb.below(parents).rig();
            assert!(
                lengths.len() > 5 || oracle::first_minimum(&rig) < 1.0,
                "{degrees}° is not coiled"
            );
            let solution = check(&rig);
            assert_eq!(solution.reach, Reach::Reached, "{about}");
            let fk = oracle::matrices(&rig, &oracle::fk_rotations(&rig));
            let shown = oracle::shown(&rig, &solution);
            for (a, b) in fk.iter().zip(&shown) {
                assert_near!(
                    b.origin(),
                    a.origin(),
                    oracle::tolerance(&rig),
                    "{about}, {degrees}°"
                );
            }
        }
    }
}

/// A little off its own goal a coiled pose moves a little.
#[test]
fn coiled_preferred_pose_is_left_without_a_jump() {
    let mut rig = planar(&[1.0, 1.0, 1.0], 0.3, &[2.2, 2.2]).rig();
    let own = oracle::reach_at(&rig, 1.0);
    let bends_at_home = bends(&rig);
    for off in [1e-12, 1e-9, 1e-6] {
        for sign in [-1.0, 1.0] {
            put_goal(&mut rig, DVec3::X, (own + sign * off) / 3.0);
            let moved = bends(&rig);
            assert_near!(moved, bends_at_home, 10.0 * off + 1e-12, "{off:e}");
        }
    }
}

/// A preferred pose at the very turning point of its reach, where d(t) does not tell t from
/// its neighbours.
#[test]
fn preferred_pose_at_a_turning_point_of_its_reach() {
    let bent = |bend: f64| planar(&[1.0, 1.0, 1.0], 0.3, &[bend, bend]);
    // The reach of three equal bones, |1 + 2 cos β|, turns where cos β = −1/2, and is 0 there.
    let exact = 2.0 * PI / 3.0;
    for off in [0.0, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6] {
        let rig = bent(exact + off).rig();
        let solution = check(&rig);
        assert_eq!(solution.reach, Reach::Reached, "{off:e}");
        let fk = oracle::matrices(&rig, &oracle::fk_rotations(&rig));
        for (a, b) in fk.iter().zip(oracle::shown(&rig, &solution)) {
            // Its EE is so near the start joint that its direction is mostly rounding.
            let unsure = if off == 0.0 { 0.0 } else { 1e-14 / off.abs() };
            let unsure = if off.abs() < 1e-11 { 0.0 } else { unsure };
            assert_near!(b.origin(), a.origin(), 1e-9 + unsure, "{off:e}");
        }
    }
    // And of three unequal ones, where it turns away from zero.
    let at = |bend: f64| planar(&[1.0, 0.6, 0.9], 0.3, &[bend, 1.3 * bend]);
    let (mut low, mut high) = (1.0, 2.4);
    let reach = |bend: f64| oracle::reach_at(&at(bend).rig(), 1.0);
    for _ in 0..80 {
        let (c, d) = (low + 0.382 * (high - low), low + 0.618 * (high - low));
        if reach(c) < reach(d) {
            high = d
        } else {
            low = c
        }
    }
    for off in [0.0, 1e-9, -1e-9, 1e-7, -1e-7, 1e-5, -1e-5] {
        let rig = at(low + off).rig();
        let solution = check(&rig);
        assert_eq!(solution.reach, Reach::Reached);
        let fk = oracle::matrices(&rig, &oracle::fk_rotations(&rig));
        for (a, b) in fk.iter().zip(oracle::shown(&rig, &solution)) {
            assert_near!(b.origin(), a.origin(), 1e-9, "{off:e}");
        }
    }
}

/// The plane of a chain that is not planar has a limit as the chain straightens, and comes
/// to it without a jump.
#[test]
fn plane_of_a_spatial_chain_is_continuous_up_to_straight() {
    let joint = |turn: f64, twist: f64| {
        let rotation = axis_angle(DVec3::Z, turn) * axis_angle(DVec3::X, twist);
        Joint::at(DVec3::X).turned(rotation)
    };
    let limb = draw::Limb {
        parents: vec![],
        joints: vec![
            joint(0.2, 0.4),
            joint(0.7, 0.8),
            joint(0.5, -0.6),
            joint(0.9, 0.3),
            joint(0.4, 0.9),
            Joint::at(DVec3::X),
        ],
        goal_parent: None,
    };
    let mut rig = limb.rig();
    // The start joint's rotation carries the plane: while the goal slides along one axis
    // it may only change with the bend, little by little.
    let turn_of = |rig: &Rig| solved(rig).joints[0].rotation;
    let mut last: Option<DQuat> = None;
    for i in 0..=400 {
        // From half bent to straight: 1 − share falls by 10% a step, then is 0.
        let missing = if i == 400 { 0.0 } else { 0.2 * 0.9_f64.powi(i) };
        put_goal(&mut rig, DVec3::new(0.0, 0.6, 0.8), 1.0 - missing);
        check(&rig);
        let turn = turn_of(&rig);
        if let Some(last) = last {
            let jump = (turn - last).length().min((turn + last).length());
            // t goes as √missing, so its steps are a twentieth of it.
            assert!(
                jump <= 0.1 * missing.sqrt() + 1e-6,
                "a jump of {jump:e} at 1 − {missing:e}"
            );
        }
        last = Some(turn);
    }
}

#[test]
fn extreme_lengths() {
    for lengths in [
        &[1e-6, 1.0][..],
        &[1.0, 1e-6],
        &[1e6, 1.0, 1e-3],
        &[1e-4, 1e4, 1e-4, 1e4],
    ] {
        let limb = planar(lengths, 0.3, &vec![1.1; lengths.len() - 1]);
        let mut rig = limb.rig();
        check(&rig);
        let (near, far) = rig.prepare().expect("solvable").chain().reach();
        let total: f64 = lengths.iter().sum();
        for way in [0.0, 1e-9, 0.1, 0.5, 0.9, 1.0] {
            put_goal(
                &mut rig,
                DVec3::new(0.0, 0.8, 0.6),
                (near + (far - near) * way) / total,
            );
            check(&rig);
        }
    }
    for (size, bones) in [1e-90, 1e-40, 1e-9, 1e9, 1e40, 1e90]
        .iter()
        .flat_map(|size| [(*size, 2), (*size, 3)])
    {
        let lengths = [size, 0.8 * size, 0.5 * size];
        let mut rig = planar(&lengths[..bones], 0.3, &[0.7, 0.9][..bones - 1]).rig();
        rig.move_goal(DVec3::new(0.9, 0.9, 0.2) * size)
            .expect("finite");
        let solution = solved(&rig);
        assert_eq!(solution.reach, Reach::Reached, "{size:e}");
        assert_near!(
            solution.end_effector / size,
            DVec3::new(0.9, 0.9, 0.2),
            1e-12
        );
    }
}

/// Nearly as near as the chain comes: where its reach turns, t is the root of what the
/// distance is off by, and the EE is on the goal all the same.
#[test]
fn goals_nearly_as_near_as_the_chain_comes() {
    for (lengths, bends) in [
        (&[1.0, 0.6, 0.9][..], &[0.7, 0.9][..]),
        (&[1.0, 0.4, 0.2], &[0.7, 0.9]),
        (&[0.5; 6], &[0.3; 5]),
        (&[0.7, 0.3, 0.9, 0.2], &[0.5, -0.4, 0.6]),
    ] {
        let mut rig = planar(lengths, 0.3, bends).rig();
        let total: f64 = lengths.iter().sum();
        let (near, far) = rig.prepare().expect("solvable").chain().reach();
        assert_near!(
            near,
            oracle::reach_at(&rig, oracle::first_minimum(&rig)),
            1e-12
        );
        assert_near!(far, total, 1e-15);
        for exponent in 1..=16 {
            let off = 10_f64.powi(-exponent);
            for (distance, reach) in [(near + off, Reach::Reached), (near - off, Reach::TooNear)] {
                if distance < 0.0 || off > near || near + off > far {
                    continue;
                }
                rig.move_goal(DVec3::new(0.0, 0.6, 0.8) * distance)
                    .expect("finite");
                let solution = check(&rig);
                if off > 1e-14 {
                    assert_eq!(solution.reach, reach, "{off:e} off {near}");
                }
            }
        }
    }
}
