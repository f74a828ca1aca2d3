//! The solvers that depend on history, beside the one that does not.

use std::f64::consts::{FRAC_PI_2, TAU};

use zeroplane::{DVec3, FlipWatch, Rig, SolverKind, examples, plane_turn, signed_angle};

/// Example 1's chain: start joint at the origin, `a0`, `n0` in the world's axes.
fn rig(solver: SolverKind) -> Rig {
    let mut rig = examples::figure("example-1")
        .and_then(|figure| figure.scene.rig().ok())
        .expect("the examples are valid");
    rig.choose_solver(solver).expect("any solver will do");
    rig
}

fn angle_after_loop(rig: &mut Rig, points: impl Iterator<Item = DVec3>) -> f64 {
    let before = rig.solve().expect("solvable");
    for point in points {
        rig.move_goal(point).expect("finite");
    }
    let after = rig.solve().expect("solvable");
    assert!(
        (before.ee_axis - after.ee_axis).length() < 1e-12,
        "the loop is not closed"
    );
    signed_angle(
        before.solver_plane_normal,
        after.solver_plane_normal,
        after.ee_axis,
    )
}

/// The circle of latitude 60° about Z, begun and ended at longitude 0.
fn circle(steps: u32) -> impl Iterator<Item = DVec3> {
    let (z, ring) = (0.75_f64.sqrt(), 0.5);
    (1..=steps).map(move |i| {
        let turn = if i == steps {
            0.0
        } else {
            TAU * f64::from(i) / f64::from(steps)
        };
        1.5 * DVec3::new(ring * turn.cos(), ring * turn.sin(), z)
    })
}

#[test]
fn tracking_comes_back_turned_by_the_solid_angle_of_a_circle() {
    let solid_angle = TAU * (1.0 - 0.75_f64.sqrt());
    assert!((solid_angle.to_degrees() - 48.2309).abs() < 1e-4);
    let mut errors = Vec::new();
    for steps in [90, 180, 360] {
        let mut rig = rig(SolverKind::Tracking);
        rig.move_goal(1.5 * DVec3::new(0.5, 0.0, 0.75_f64.sqrt()))
            .expect("finite");
        let turned = angle_after_loop(&mut rig, circle(steps));
        errors.push((turned - solid_angle).abs());
    }
    // The steps are great circles: their polygon encloses more than the circle does, by O(1/n²).
    assert!(errors[2] < 1e-3, "{errors:?}");
    for pair in errors.windows(2) {
        assert!(
            (pair[0] / pair[1] - 4.0).abs() < 0.05,
            "not second order: {errors:?}"
        );
    }
}

#[test]
fn tracking_comes_back_turned_by_a_right_angle_after_three_right_angles() {
    for (corners, expected) in [
        ([DVec3::Y, DVec3::Z, DVec3::X], FRAC_PI_2),
        ([DVec3::Z, DVec3::Y, DVec3::X], -FRAC_PI_2),
    ] {
        let mut rig = rig(SolverKind::Tracking);
        rig.move_goal(1.5 * DVec3::X).expect("finite");
        let turned = angle_after_loop(&mut rig, corners.into_iter().map(|c| 1.5 * c));
        assert!((turned - expected).abs() < 1e-12, "{turned}");
    }
}

#[test]
fn history_independent_loops_come_home_to_the_same_bits() {
    let mut rig = rig(SolverKind::Hi);
    rig.move_goal(1.5 * DVec3::new(0.5, 0.0, 0.75_f64.sqrt()))
        .expect("finite");
    let before = rig.solve().expect("solvable");
    for point in circle(360) {
        rig.move_goal(point).expect("finite");
    }
    assert_eq!(before, rig.solve().expect("solvable"));
}

#[test]
fn tracking_never_flips_where_the_history_independent_solver_does() {
    let way = |solver| {
        let mut rig = rig(solver);
        // Example 1's pole is +Y and −Y; pass right by it.
        rig.move_goal(DVec3::new(0.3, 1.5, 0.001)).expect("finite");
        rig.flips_on_the_way(DVec3::new(-0.3, 1.5, 0.001))
            .expect("finite")
    };
    let flips = way(SolverKind::Hi);
    assert_eq!(flips.len(), 1);
    assert!(
        (flips[0].turn.abs().to_degrees() - 180.0).abs() < 10.0,
        "{flips:?}"
    );
    assert_eq!(way(SolverKind::Tracking), vec![]);
}

/// One flip, of the same turn, however a hand's way past a pole is cut into steps.
#[test]
fn a_flip_is_one_flip_however_the_way_is_cut() {
    for off in [0.0_f64, 0.5, 1.0, 2.0, 3.0] {
        // A great circle that passes the pole +Y at `off` degrees, 30° to both sides.
        let (z, y) = (off.to_radians().sin(), off.to_radians().cos());
        let point = |deg: f64| {
            let (x, along) = (deg.to_radians().sin(), deg.to_radians().cos());
            1.5 * DVec3::new(x, y * along, z * along)
        };
        let mut turns = Vec::new();
        for step in [0.5, 2.0, 10.0] {
            let mut rig = rig(SolverKind::Hi);
            rig.move_goal(point(-30.0)).expect("finite");
            let mut watch = FlipWatch::default();
            let mut flips = Vec::new();
            for i in 1..=(60.0 / step) as u32 {
                let to = point(-30.0 + step * f64::from(i));
                flips.extend(rig.watch_goal(to, &mut watch).expect("finite"));
                rig.move_goal(to).expect("finite");
            }
            assert_eq!(flips.len(), 1, "{off}° off, steps of {step}°: {flips:?}");
            turns.push(flips[0].turn.to_degrees());
        }
        // What turns at more than 11 radians per radian: at the distance x along the way the
        // rate is off/(x² + off²), and the turn up to there atan(x/off).
        let off = off.to_radians();
        let expected = if off == 0.0 {
            180.0
        } else {
            2.0 * (1.0 / (11.0 * off) - 1.0).sqrt().atan().to_degrees()
        };
        for turn in &turns {
            assert!((turn.abs() - expected).abs() < 8.0, "{expected} {turns:?}");
            assert!((turn - turns[0]).abs() < 4.0, "cut differently: {turns:?}");
        }
    }
}

#[test]
fn ccd_reaches_what_can_be_reached_and_keeps_no_plane() {
    let mut rig = rig(SolverKind::Ccd);
    for point in circle(36).chain([DVec3::new(0.2, -1.3, 0.9)]) {
        rig.move_goal(point).expect("finite");
        let solution = rig.solve().expect("solvable");
        assert!(
            (solution.end_effector - point).length() < 3e-6,
            "{solution:?}"
        );
    }
    rig.move_goal(1.5 * DVec3::new(0.5, 0.0, 0.75_f64.sqrt()))
        .expect("finite");
    let mut fresh = self::rig(SolverKind::Ccd);
    fresh
        .move_goal(1.5 * DVec3::new(0.5, 0.0, 0.75_f64.sqrt()))
        .expect("finite");
    let (a, b) = (
        rig.solve().expect("solvable"),
        fresh.solve().expect("solvable"),
    );
    let turn = plane_turn(
        a.ee_axis,
        a.solver_plane_normal,
        b.ee_axis,
        b.solver_plane_normal,
    );
    assert!(
        turn.abs() > 0.01,
        "the same goal by another way should give another pose"
    );
}

#[test]
fn choosing_a_solver_does_not_move_the_chain() {
    for solver in [SolverKind::Tracking, SolverKind::Ccd] {
        let mut rig = rig(SolverKind::Hi);
        rig.move_goal(DVec3::new(0.4, 0.9, 0.7)).expect("finite");
        let before = rig.solve().expect("solvable");
        rig.choose_solver(solver).expect("any");
        let after = rig.solve().expect("solvable");
        for (a, b) in before.joints.iter().zip(&after.joints) {
            assert!((a.position - b.position).length() < 1e-9, "{solver:?}");
        }
    }
}

#[test]
fn walking_a_loop_tells_what_each_solver_did() {
    let way: Vec<DVec3> = std::iter::once(1.5 * DVec3::new(0.5, 0.0, 0.75_f64.sqrt()))
        .chain(circle(360))
        .collect();
    let solid_angle = TAU * (1.0 - 0.75_f64.sqrt());
    for solver in [SolverKind::Hi, SolverKind::Tracking] {
        let mut rig = rig(solver);
        rig.move_goal(way[0]).expect("finite");
        let before = rig.clone();
        let walked = rig.walk(&way).expect("finite");
        assert_eq!(rig, before, "walking moves a copy");
        assert!(
            (walked.solid_angle - solid_angle).abs() < 1e-3,
            "{}",
            walked.solid_angle
        );
        // Against parallel transport, the plane that comes home has turned back by what
        // transport turned it; the plane that was carried has not turned at all.
        let expected = if solver == SolverKind::Hi {
            -walked.solid_angle
        } else {
            0.0
        };
        let turned = walked.turns[360];
        assert!((turned - expected).abs() < 1e-9, "{solver:?}: {turned}");
        assert_eq!(walked.turns.len(), way.len());
        assert_eq!(walked.turns[0], 0.0);
    }
}
