//! What edits do: each changes its parameter and nothing else; snaps, assigning and
//! switching never move the chain; and what must turn with what does.

use std::f64::consts::PI;

use proptest::prelude::*;
use zeroplane::{
    Code, DQuat, DVec3, Hierarchy, Ik, MapKind, ParentSpace, Reach, ReferencePose, Rig, SolverKind,
    signed_angle,
};

use crate::support::draw::{self, Joint, axis_angle, goal_at, planar, put_goal, rotation};
use crate::support::oracle::{self, check};
use crate::support::{assert_near, cases, check_error, id, pose, solved};

/// Makes an IK parameter what no edit sets.
fn with(rig: &Rig, change: impl FnOnce(&mut Ik)) -> zeroplane::Result<Rig> {
    let mut ik = rig.ik().clone();
    change(&mut ik);
    Rig::new(rig.hierarchy().clone(), ik)
}

/// The chain stands where it stood. `exactness` is a multiple of what positions are exact to.
fn check_still(before: &[DVec3], rig: &Rig, exactness: f64, about: &str) {
    assert_near!(
        pose(rig),
        before.to_vec(),
        exactness * oracle::tolerance(rig),
        "{about}"
    );
}

/// How near the solved pose is to one whose bend its length does not tell: straight, folded
/// or at a turning point of its reach. There positions are exact to the root of rounding.
fn well_told(rig: &Rig) -> bool {
    let solution = solved(rig);
    let points: Vec<DVec3> = solution.joints.iter().map(|j| j.position).collect();
    let total: f64 = points.windows(2).map(|w| (w[1] - w[0]).length()).sum();
    let reach = (solution.end_effector - points[0]).length();
    let chain = rig.prepare().expect("a rig").chain().clone();
    let (near, far) = chain.reach();
    let size = total / chain.total_length();
    solution.reach == Reach::Reached
        && reach > 1e-3 * total
        && reach < 0.999 * far * size
        && reach > near * size + 1e-3 * total
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn preferred_pose_is_reproduced_at_its_own_goal(limb in draw::limb()) {
        let rig = limb.try_rig(None);
        prop_assume!(rig.is_ok());
        let rig = rig.expect("just asked");
        prop_assume!(well_told(&rig));
        let solution = check(&rig);
        let fk = oracle::matrices(&rig, &oracle::fk_rotations(&rig));
        let points: Vec<DVec3> = fk.iter().map(|m| m.origin()).collect();
        check_still(&points, &rig, 1.0, "φ = 0");
        for joint in &solution.joints {
            let preferred = rig.ik().preferred[joint.node.index()];
            let off = (joint.rotation - preferred).length().min((joint.rotation + preferred).length());
            // The start joint carries the whole chain, and is as unsure as its plane.
            prop_assert!(off < 1e-6, "{off:e}");
        }
    }

    #[test]
    fn swivel_turns_the_plane_by_exactly_phi(
        mut rig in draw::rig(),
        (towards, share) in goal_at(),
        phi in -7.0..7.0_f64,
    ) {
        put_goal(&mut rig, towards, share);
        rig.turn_swivel(0.0).expect("finite");
        let before = check(&rig);
        rig.turn_swivel(phi).expect("finite");
        let after = check(&rig);
        prop_assert_eq!(before.ee_axis, after.ee_axis);
        prop_assert_eq!(before.zero_plane_normal, after.zero_plane_normal);
        let turned = oracle::rotated(
            before.solver_plane_normal,
            before.ee_axis,
            // By the right-hand rule in the start joint's parent space.
            phi * oracle::start_parent(&rig).determinant().signum(),
        );
        assert_near!(after.solver_plane_normal, turned, 1e-13);
        // And the whole chain with it, about the axis.
        let center = before.sphere.center;
        for (a, b) in before.joints.iter().zip(&after.joints) {
            let moved = center + oracle::rotated(
                a.position - center,
                before.ee_axis,
                phi * oracle::start_parent(&rig).determinant().signum(),
            );
            assert_near!(b.position, moved, oracle::tolerance(&rig));
        }
        prop_assert_eq!(after.swivel, phi);
    }

    #[test]
    fn snaps_switching_and_assigning_never_move_the_chain(
        mut rig in draw::rig(),
        (towards, share) in goal_at(),
        (turn, aimed, auto_snap) in (rotation(), any::<bool>(), any::<bool>()),
    ) {
        let _ = aimed && rig.aim_at(Some(id(&rig, "T"))).is_ok();
        put_goal(&mut rig, towards, share);
        prop_assume!(well_told(&rig) || solved(&rig).reach == Reach::TooFar);
        let standing = pose(&rig);

        let mut snapped = rig.clone();
        // A zero of the map may lie at the new a0; then the snap is refused.
        prop_assume!(snapped.ik_snap().map_err(|error| error.code()) != Err(Code::SingularAtA0));
        check_still(&standing, &snapped, 1.0, "IK snap");
        prop_assert!(snapped.ik().enabled);

        let mut snapped = rig.clone();
        let aimed_at = snapped.ik().vh_target;
        snapped.fk_snap().expect("no zero at a0");
        check_still(&standing, &snapped, 1.0, "FK snap");
        prop_assert!([aimed_at, None].contains(&snapped.ik().vh_target));
        let fk: Vec<DVec3> = oracle::matrices(&snapped, &oracle::fk_rotations(&snapped))
            .iter().map(|m| m.origin()).collect();
        assert_near!(fk, standing, oracle::tolerance(&rig), "FK is the pose");

        for space in [ParentSpace::IkGoal, ParentSpace::StartJoint] {
            let mut held = rig.clone();
            held.hold_in_space(space).expect("the same map");
            check_still(&standing, &held, 1.0, "held in another space");
            prop_assert_eq!(
                held.ik(),
                &Ik { parent_space: space, swivel: held.ik().swivel, ..rig.ik().clone() }
            );
        }

        let mut switched = rig.clone();
        switched.switch_ik(false).expect("it snaps");
        check_still(&standing, &switched, 1.0, "IK off");
        switched.switch_ik(true).expect("it snaps");
        check_still(&standing, &switched, 1.0, "IK on");
        // Posed by hand in between, it keeps the new pose.
        switched.switch_ik(false).expect("it snaps");
        let start = switched.ik().start;
        switched.rotate_node(start, turn).expect("a rotation");
        let posed = pose(&switched);
        switched.switch_ik(true).expect("it snaps");
        check_still(&posed, &switched, 1.0, "IK on after posing");

        let mut assigned = rig.clone();
        let (start, end) = (assigned.ik().start, assigned.ik().end);
        assigned.assign(start, end).expect("the same chain");
        check_still(&standing, &assigned, 1.0, "assigned anew");
        prop_assert_eq!(assigned.ik().vh_target, None);
        let chain = oracle::chain(&rig);
        if chain.len() > 3 {
            let mut assigned = rig.clone();
            assigned.assign(chain[1], end).expect("a part of it");
            check_still(&standing, &assigned, 1.0, "a part assigned");
        }

        // Without auto-snap, switching is a parameter like any other.
        if !auto_snap {
            let mut rig = with(&rig, |ik| ik.auto_snap = false).expect("a flag");
            let before = rig.clone();
            rig.switch_ik(false).expect("a flag");
            prop_assert_eq!(rig.ik(), &Ik { enabled: false, ..before.ik().clone() });
            prop_assert_eq!(rig.hierarchy(), before.hierarchy());
        }
    }

    #[test]
    fn parents_turn_the_chain_or_do_not(
        limb in draw::limb(),
        (towards, share) in goal_at(),
        (turn, phi) in (rotation(), -3.0..3.0_f64),
    ) {
        // A node above the chain, at the start joint, that turns.
        let mut limb = limb;
        let at = limb.joints[0].translation;
        limb.parents.push(Joint::at(at));
        limb.joints[0].translation = DVec3::ZERO;
        limb.goal_parent = None;
        let rig = limb.try_rig(None);
        prop_assume!(rig.is_ok());
        let mut rig = rig.expect("just asked");
        put_goal(&mut rig, towards, share);
        prop_assume!(well_told(&rig));
        rig.turn_swivel(phi).expect("finite");
        let above = id(&rig, &format!("P{}", limb.parents.len() - 1));
        for space in [ParentSpace::StartJoint, ParentSpace::IkGoal] {
            let mut rig = rig.clone();
            rig.choose_parent_space(space).expect("either");
            put_goal(&mut rig, towards, share);
            let before = check(&rig);
            let standing = pose(&rig);
            // About the EE axis, in the space above: the goal stays where the EE is.
            let center = before.sphere.center;
            let grand = rig.hierarchy().node(above).parent;
            let grand = grand.map_or(oracle::Matrix::IDENTITY, |g| {
                oracle::matrices(&rig, &oracle::fk_rotations(&rig))[g.index()]
            });
            let axis = grand.vector_back(before.ee_axis).normalize();
            let angle = 2.0 * turn.w.atan2(turn.xyz().length());
            rig.rotate_node(above, axis_angle(axis, angle)).expect("a rotation");
            let after = check(&rig);
            let slack = 1.0 + before.turn_rate.min(1e6) * 10.0;
            prop_assume!(slack < 1e3);
            match space {
                ParentSpace::StartJoint => {
                    // Everything turns with it, as far as a world turn by that angle.
                    let angle = angle * grand.determinant().signum();
                    for (a, b) in before.joints.iter().zip(&after.joints) {
                        let moved = center + oracle::rotated(a.position - center, before.ee_axis, angle);
                        assert_near!(b.position, moved, slack * oracle::tolerance(&rig));
                    }
                }
                ParentSpace::IkGoal => {
                    // a0 and n0 are numbers of the start joint's parent space: φ and the map
                    // keep the plane where it is.
                    check_still(&standing, &rig, slack, "ik_goal");
                }
            }
        }
    }

    /// Example 3A for any planar chain. The bends of a part of a chain are those of the whole
    /// at the same t, so the part stands still wherever its own root is that t: up to its own
    /// first minimum, and at the preferred pose itself.
    #[test]
    fn reassigned_start_is_stationary(
        limb in draw::one_sided(3, 6),
        (share, towards) in (0.05..0.9_f64, draw::direction()),
        skip in 1..4_usize,
    ) {
        let rig = limb.try_rig(None);
        prop_assume!(rig.is_ok());
        let mut rig = rig.expect("just asked");
        let skip = skip.min(limb.bones() - 2);
        let part = {
            let mut rig = rig.clone();
            let start = id(&rig, &format!("J{skip}"));
            let reassigned = rig.reassign_start(start);
            prop_assume!(reassigned.is_ok());
            rig
        };
        let (whole_end, part_end) = (oracle::first_minimum(&rig), oracle::first_minimum(&part));
        // A coiled pose is asked on its own branch, another for the part than for the whole.
        prop_assume!(whole_end >= 1.0 && part_end >= 1.0);
        let t = share * whole_end.min(part_end);
        let steep = |rig: &Rig| {
            let total: f64 = oracle::bone_lengths(rig).iter().sum();
            let slope = (oracle::reach_at(rig, t + 1e-6) - oracle::reach_at(rig, t - 1e-6)) / 2e-6;
            slope.abs() > 0.02 * total && oracle::reach_at(rig, t) > 0.02 * total
        };
        prop_assume!(steep(&rig) && steep(&part));
        let total: f64 = oracle::bone_lengths(&rig).iter().sum();
        let share = oracle::reach_at(&rig, t) / total;
        put_goal(&mut rig, towards, share);
        prop_assume!(solved(&rig).turn_rate < 100.0);
        let standing = pose(&rig);
        let before = rig.ik().clone();
        rig.reassign_start(id(&rig, &format!("J{skip}"))).expect("just asked");
        check(&rig);
        // Very unequal bones magnify: exactness is of the whole, tolerance of the part.
        let exactness = total / oracle::bone_lengths(&rig).iter().sum::<f64>();
        check_still(&standing, &rig, exactness, "reassigned");
        prop_assert_eq!(rig.ik(), &Ik { start: rig.ik().start, ..before });
    }

    #[test]
    fn edits_change_one_parameter(
        rig in draw::rig(),
        (towards, phi, turn) in (draw::direction(), -9.0..9.0_f64, rotation()),
    ) {
        type Edit = Box<dyn Fn(&mut Rig) -> zeroplane::Result<()>>;
        type Change = Box<dyn Fn(&mut Ik)>;
        let target = id(&rig, "T");
        let goal = towards * 1.3;
        let moved = {
            let mut rig = rig.clone();
            rig.move_goal(goal).expect("finite");
            assert_near!(oracle::goal(&rig), goal, 1e-13 * (1.0 + oracle::tolerance(&rig)).max(1e4));
            rig.ik().goal
        };
        let joint = oracle::chain(&rig)[1];
        let edits: Vec<(Edit, Change)> = vec![
            (Box::new(move |rig| rig.move_goal(goal)), Box::new(move |ik| ik.goal = moved)),
            (Box::new(move |rig| rig.turn_swivel(phi)), Box::new(move |ik| ik.swivel = phi)),
            (
                Box::new(|rig| rig.choose_parent_space(ParentSpace::IkGoal)),
                Box::new(|ik| ik.parent_space = ParentSpace::IkGoal),
            ),
            (
                Box::new(|rig| rig.choose_map(MapKind::ParallelTransport)),
                Box::new(|ik| ik.zero_plane_map = MapKind::ParallelTransport),
            ),
            (
                Box::new(move |rig| rig.aim_at(Some(target))),
                Box::new(move |ik| ik.vh_target = Some(target)),
            ),
            (
                Box::new(|rig| rig.choose_solver(SolverKind::Tracking)),
                Box::new(|ik| ik.solver = SolverKind::Tracking),
            ),
            (Box::new(move |rig| rig.reassign_start(joint)), Box::new(move |ik| ik.start = joint)),
            // An FK rotation is no IK parameter; a joint of the chain does not show it.
            (Box::new(move |rig| rig.rotate_node(joint, turn)), Box::new(|_| {})),
        ];
        for (i, (edit, change)) in edits.iter().enumerate() {
            let mut edited = rig.clone();
            if edit(&mut edited).is_err() {
                prop_assert_eq!(&edited, &rig, "edit {} failed and changed something", i);
                continue;
            }
            let mut expected = rig.ik().clone();
            change(&mut expected);
            prop_assert_eq!(edited.ik(), &expected, "edit {}", i);
            for (node, (a, b)) in rig.hierarchy().nodes().iter().zip(edited.hierarchy().nodes()).enumerate() {
                let own = (i == 7 && node == joint.index()) || (i == 6 && node == rig.ik().start.index());
                prop_assert!(own || a == b, "edit {} changed node {}", i, node);
            }
            if i == 7 {
                prop_assert_eq!(edited.hierarchy().node(joint).rotation, turn);
                assert_near!(pose(&edited), pose(&rig), 0.0);
            }
            if i == 6 {
                // The joint that left the chain keeps the rotation it had.
                let stood = solved(&rig).joints[0].rotation;
                prop_assert_eq!(edited.hierarchy().node(rig.ik().start).rotation, stood);
            }
        }
    }
}

#[test]
fn whole_turns_of_the_swivel_are_one_pose() {
    for (about, parents) in draw::parents() {
        let mut rig = planar(&[1.0, 0.8, 0.6], 0.3, &[0.9, 0.7])
            .below(parents)
            .rig();
        put_goal(&mut rig, DVec3::new(0.6, 0.64, -0.48), 0.6);
        let poses: Vec<Vec<DVec3>> = [-225.0_f64, 135.0, 495.0, 135.0 + 360e3]
            .iter()
            .map(|degrees| {
                rig.turn_swivel(degrees.to_radians()).expect("finite");
                check(&rig);
                assert_eq!(solved(&rig).swivel, degrees.to_radians());
                pose(&rig)
            })
            .collect();
        for other in &poses[1..] {
            assert_near!(*other, poses[0], 0.1 * oracle::tolerance(&rig), "{about}");
        }
    }
}

#[test]
fn aimed_plane_holds_the_target() {
    for (about, parents) in draw::parents() {
        for lengths in [&[1.0, 0.8][..], &[1.0, 0.8, 0.6, 0.5]] {
            let mut rig = planar(lengths, 0.3, &vec![0.6; lengths.len() - 1])
                .below(parents.clone())
                .rig();
            put_goal(&mut rig, DVec3::new(0.6, 0.64, -0.48), 0.6);
            let target = id(&rig, "T");
            rig.aim_at(Some(target)).expect("it is free");
            let scale = oracle::start_parent(&rig).determinant().abs().cbrt();
            let center = check(&rig).sphere.center;
            for side in [DVec3::new(0.1, 0.2, 3.0), DVec3::new(-4.0, 1.0, 0.0)] {
                let to = center + side * scale;
                rig.move_node(target, to).expect("finite");
                let solution = check(&rig);
                assert!(!solution.singular, "{about}");
                // The inner joints lie in the plane of axis and target, on its side.
                let e = solution.ee_axis;
                let across = (side - e * e.dot(side)).normalize();
                for joint in &solution.joints[1..lengths.len()] {
                    let off = joint.position - center;
                    let off = off - e * e.dot(off);
                    assert_near!(off.normalize(), across, 1e-6, "{about}");
                }
                // φ is measured from the zero plane, whatever is set.
                let measured =
                    signed_angle(solution.zero_plane_normal, solution.solver_plane_normal, e)
                        * oracle::start_parent(&rig).determinant().signum();
                assert_near!(solution.swivel, measured, 1e-9);
            }
            // On the axis it says nothing: singular, and the zero plane is used.
            let on = check(&rig).ee_axis * 5.0 * scale + center;
            if about == "far" {
                continue; // Its coordinates cannot say "on".
            }
            rig.move_node(target, on).expect("finite");
            let e = solved(&rig).ee_axis;
            let off = (solved(&rig).sphere.center - on).normalize() + e;
            if off.length() < 1e-14 {
                let solution = solved(&rig);
                assert!(solution.singular || off.length() > 0.0, "{about}");
            }
        }
    }
    // Exactly on it, where the numbers are exact.
    let mut rig = planar(&[1.0, 0.8], 0.3, &[0.6]).rig();
    rig.move_goal(DVec3::X).expect("finite");
    let target = id(&rig, "T");
    rig.aim_at(Some(target)).expect("it is free");
    for to in [DVec3::X * 3.0, DVec3::NEG_X, DVec3::ZERO] {
        rig.move_node(target, to).expect("finite");
        let solution = solved(&rig);
        assert!(solution.singular, "{to}");
        assert_eq!(solution.solver_plane_normal, solution.zero_plane_normal);
    }
}

#[test]
fn a_target_that_the_pose_lies_towards_is_kept_by_the_snap_and_any_other_let_go() {
    let mut rig = planar(&[1.0, 0.8], 0.3, &[0.6]).rig();
    rig.aim_at(Some(id(&rig, "T"))).expect("it is free");
    rig.ik_snap().expect("no zero at a0");
    assert_eq!(rig.ik().vh_target, Some(id(&rig, "T")));
    rig.switch_ik(false).expect("it snaps");
    let start = rig.ik().start;
    rig.rotate_node(start, axis_angle(DVec3::new(1.0, 2.0, 3.0), 1.0))
        .expect("a rotation");
    let posed = pose(&rig);
    rig.switch_ik(true).expect("it snaps");
    assert_near!(pose(&rig), posed, 1e-12);
    assert_eq!(rig.ik().vh_target, None);
}

/// Straight, folded, out of reach, closed: poses that a snap has to describe by more than
/// their bends.
#[test]
fn degenerate_poses_are_held() {
    let third = 2.0 * PI / 3.0;
    for (lengths, bends, about) in [
        (&[1.0, 0.8][..], vec![0.0], "straight"),
        (&[1.0, 0.8, 0.5], vec![0.0, 0.0], "straight, three"),
        (&[1.0, 0.8], vec![PI], "folded"),
        (&[1.0, 1.0], vec![PI], "folded shut"),
        (&[1.0, 1.0, 1.0], vec![third, third], "closed"),
        (&[1.0, 1.0, 1.0, 1.0], vec![0.5 * PI; 3], "closed, four"),
        (&[1.0, 0.8, 0.6], vec![PI, 0.0], "folded and straight"),
    ] {
        for (parent, parents) in draw::parents() {
            for zeroed in [false, true] {
                if zeroed && (about.starts_with("closed") || about.ends_with("shut")) {
                    // On the start joint the EE axis is a0, and that of the zeroed pose is
                    // not this one's: no φ could hold it.
                    continue;
                }
                let about = format!("{about}, {parent}, zeroed: {zeroed}");
                let mut rig = planar(lengths, 0.3, &vec![0.7; bends.len()])
                    .below(parents.clone())
                    .rig();
                if zeroed {
                    rig = with(&rig, |ik| {
                        ik.reference_pose = ReferencePose::StartJointZeroed
                    })
                    .expect("a flag");
                }
                rig.turn_swivel(0.4).expect("finite");
                // The goal is somewhere else while the chain is posed by hand.
                put_goal(&mut rig, DVec3::new(0.48, -0.6, 0.64), 0.5);
                rig.switch_ik(false).expect("it snaps");
                for (i, bend) in bends.iter().enumerate() {
                    let joint = id(&rig, &format!("J{}", i + 1));
                    rig.rotate_node(joint, axis_angle(DVec3::Z, *bend))
                        .expect("a rotation");
                }
                let posed = pose(&rig);
                let mut snapped = rig.clone();
                snapped.switch_ik(true).expect("it snaps");
                check_still(&posed, &snapped, 1.0, &about);
                let mut assigned = rig.clone();
                let (start, end) = (rig.ik().start, rig.ik().end);
                assigned.assign(start, end).expect("the same chain");
                check_still(&posed, &assigned, 1.0, &about);
                let mut shorter = rig.clone();
                let second = id(&rig, "J1");
                shorter.assign(second, end).expect("a part of the chain");
                check_still(&posed, &shorter, 1.0, &about);
            }
        }
    }
}

/// Out of reach the chain is straight; whatever snaps it finds it still.
#[test]
fn out_of_reach_poses_are_held() {
    for share in [1.0, 1.5, 1e3] {
        for lengths in [&[1.0, 0.8][..], &[1.0, 0.8, 0.5, 0.7]] {
            let mut rig = planar(lengths, 0.3, &vec![0.7; lengths.len() - 1]).rig();
            rig.turn_swivel(0.4).expect("finite");
            put_goal(&mut rig, DVec3::new(0.48, -0.6, 0.64), share);
            let standing = pose(&rig);
            let plane = solved(&rig).solver_plane_normal;
            for (about, edit) in [
                (
                    "IK snap",
                    Rig::ik_snap as fn(&mut Rig) -> zeroplane::Result<()>,
                ),
                ("FK snap", Rig::fk_snap),
                ("assign", |rig| rig.assign(rig.ik().start, rig.ik().end)),
                ("off and on", |rig| {
                    rig.switch_ik(false)?;
                    rig.switch_ik(true)
                }),
            ] {
                let mut rig = rig.clone();
                edit(&mut rig).expect(about);
                check_still(&standing, &rig, 1.0, about);
                // The plane of the straight chain is kept too: pulled in, it bends there.
                let kept = solved(&rig).solver_plane_normal;
                assert_near!(kept, plane, 1e-7, "{about}");
            }
        }
    }
}

/// A new solution may be assigned anywhere, also where the plane in force says nothing.
#[test]
fn any_chain_of_the_hierarchy_can_be_assigned() {
    // The last bone points along the normal of the plane of the others.
    let mut limb = planar(&[1.0, 1.0, 1.0], 0.3, &[0.7, 0.7]);
    limb.joints[3].translation = DVec3::Z;
    for (about, parents) in draw::parents() {
        let rig = limb.clone().below(parents).rig();
        let shorter = with(&rig, |ik| ik.end = id(&rig, "J2")).expect("a chain");
        for (start, end) in [("J2", "J3"), ("J1", "J2"), ("J0", "J1"), ("J1", "J3")] {
            let mut rig = shorter.clone();
            let standing = pose(&rig);
            rig.assign(id(&rig, start), id(&rig, end)).expect(about);
            check_still(&standing, &rig, 1.0, about);
            assert_eq!(
                (rig.ik().start, rig.ik().end),
                (id(&rig, start), id(&rig, end))
            );
        }
    }
}

/// In the start joint's space the imagined chain is the preferred pose in its place; in the
/// goal's it is the same chain, elsewhere.
#[test]
fn imagined_pose_is_the_preferred_one_as_the_sphere_holds_it() {
    for (about, parents) in draw::parents() {
        let limb = draw::Limb {
            goal_parent: Some(
                Joint::at(DVec3::X)
                    .turned(axis_angle(DVec3::Y, 1.0))
                    .scaled(DVec3::new(3.0, -3.0, 3.0)),
            ),
            ..planar(&[1.0, 0.8, 0.6], 0.3, &[0.9, 0.7]).below(parents)
        };
        let mut rig = limb.rig();
        put_goal(&mut rig, DVec3::new(0.6, 0.64, -0.48), 0.6);
        let fk = oracle::matrices(&rig, &oracle::fk_rotations(&rig));
        let chain = oracle::chain(&rig);
        let preferred: Vec<DVec3> = chain.iter().map(|id| fk[id.index()].origin()).collect();
        let imagined = rig.imagined_pose().expect("a rig");
        assert_near!(imagined, preferred, oracle::tolerance(&rig), "{about}");

        rig.choose_parent_space(ParentSpace::IkGoal)
            .expect("either");
        let imagined = rig.imagined_pose().expect("a rig");
        let sphere = solved(&rig).sphere;
        let way = imagined[3] - imagined[0];
        let length = (preferred[3] - preferred[0]).length();
        assert_near!(way, sphere.a0 * length, oracle::tolerance(&rig), "{about}");
        for (a, b) in imagined.windows(2).zip(preferred.windows(2)) {
            let (a, b) = ((a[1] - a[0]).length(), (b[1] - b[0]).length());
            assert_near!(a, b, oracle::tolerance(&rig), "{about}");
        }
        // Its elbow is on the side n × e of the sphere's frame, mirrored or not.
        let side = sphere.n0.cross(sphere.a0);
        assert!(
            (imagined[1] - imagined[0]).dot(side) > 0.1 * length,
            "{about}"
        );
    }
}

#[test]
fn preferred_angles_are_set_and_assumed() {
    let mut rig = planar(&[1.0, 0.8, 0.6], 0.3, &[0.9, 0.7]).rig();
    put_goal(&mut rig, DVec3::new(0.6, 0.64, -0.48), 0.6);
    let before = rig.ik().clone();
    let stood = solved(&rig);
    rig.set_preferred_angles().expect("no zero at a0");
    for joint in &stood.joints[..3] {
        assert_eq!(rig.ik().preferred[joint.node.index()], joint.rotation);
    }
    assert_eq!(
        rig.ik(),
        &Ik {
            preferred: rig.ik().preferred.clone(),
            ..before
        }
    );
    // The sphere moved with them: the EE axis is its zero meridian now.
    let after = check(&rig);
    assert_near!(after.sphere.a0, after.ee_axis, 1e-14);
    assert_near!(after.sphere.latitude, 0.0, 1e-14);

    let standing = pose(&rig);
    let before = rig.ik().clone();
    put_goal(&mut rig, DVec3::Y, 0.3);
    rig.assume_preferred_angles().expect("FK");
    assert_near!(pose(&rig), standing, 1e-12);
    assert_eq!(
        rig.ik(),
        &Ik {
            enabled: false,
            goal: rig.ik().goal,
            ..before
        }
    );
}

#[test]
fn with_ik_off_the_chain_obeys_fk() {
    let mut rig = planar(&[1.0, 0.8, 0.6], 0.3, &[0.9, 0.7]).rig();
    rig.switch_ik(false).expect("it snaps");
    let joint = id(&rig, "J1");
    rig.rotate_node(joint, axis_angle(DVec3::Y, 1.0))
        .expect("a rotation");
    rig.move_goal(DVec3::new(9.0, 9.0, 9.0)).expect("finite");
    let solution = solved(&rig);
    let fk = oracle::matrices(&rig, &oracle::fk_rotations(&rig));
    for joint in &solution.joints {
        assert_near!(joint.position, fk[joint.node.index()].origin(), 1e-14);
        assert_eq!(joint.rotation, rig.hierarchy().node(joint.node).rotation);
    }
    assert_eq!(solution.reach, Reach::TooFar);
    let (e, n) = (solution.ee_axis, solution.solver_plane_normal);
    assert_near!(
        e,
        (solution.end_effector - solution.sphere.center).normalize(),
        1e-14
    );
    assert_near!(
        solution.swivel,
        signed_angle(solution.zero_plane_normal, n, e),
        1e-14
    );
}

#[test]
fn goals_and_targets_below_the_chain_are_cycles() {
    let rig = planar(&[1.0, 0.8, 0.6], 0.3, &[0.9, 0.7])
        .below(vec![Joint::PLAIN])
        .rig();
    for name in ["J0", "J1", "J3"] {
        let node = Some(id(&rig, name));
        check_error(
            with(&rig, |ik| ik.goal.parent = node),
            (Code::Cycle, "ik.goal.parent", name),
            name,
        );
        check_error(
            with(&rig, |ik| ik.vh_target = node),
            (Code::Cycle, "ik.vh_target", name),
            name,
        );
        let mut edited = rig.clone();
        check_error(
            edited.aim_at(node),
            (Code::Cycle, "ik.vh_target", name),
            name,
        );
        assert_eq!(edited, rig);
    }
    // Above the chain is no cycle; becoming below it by reassigning is.
    let mut rig = with(&rig, |ik| {
        ik.start = id(&rig, "J1");
        ik.goal.parent = Some(id(&rig, "J0"));
    })
    .expect("the goal does not move with the chain");
    let before = rig.clone();
    check_error(
        rig.reassign_start(id(&rig, "J0")),
        (Code::Cycle, "ik.goal.parent", "J0"),
        "reassigned above the goal's parent",
    );
    assert_eq!(rig, before);
    // A new solution hangs its goal elsewhere.
    let standing = pose(&rig);
    rig.assign(id(&rig, "J0"), id(&rig, "J3")).expect("a chain");
    assert_eq!(rig.ik().goal.parent, None);
    assert_near!(pose(&rig), standing, 1e-12);
}

#[test]
fn edits_that_cannot_be_change_nothing() {
    let rig = planar(&[1.0, 0.8, 0.6], 0.3, &[0.9, 0.7])
        .below(vec![Joint::PLAIN])
        .rig();
    type Edit = fn(&mut Rig) -> zeroplane::Result<()>;
    let table: [(&str, Edit, (Code, &str, &str)); 13] = [
        (
            "NaN goal",
            |r| r.move_goal(DVec3::NAN),
            (Code::NotFinite, "ik.goal", "finite"),
        ),
        (
            "infinite goal",
            |r| r.move_goal(DVec3::splat(f64::INFINITY)),
            (Code::NotFinite, "ik.goal", "finite"),
        ),
        (
            "goal beyond numbers",
            |r| r.move_goal(DVec3::splat(1e101)),
            (Code::NotFinite, "ik.goal", "1e100"),
        ),
        (
            "NaN swivel",
            |r| r.turn_swivel(f64::NAN),
            (Code::NotFinite, "ik.swivel_deg", "finite"),
        ),
        (
            "infinite swivel",
            |r| r.turn_swivel(f64::INFINITY),
            (Code::NotFinite, "ik.swivel_deg", "finite"),
        ),
        (
            "not a rotation",
            |r| r.rotate_node(id(r, "J1"), DQuat::from_xyzw(0.0, 0.0, 0.0, 2.0)),
            (Code::NotRotation, "rotation", "rotation"),
        ),
        (
            "NaN rotation",
            |r| r.rotate_node(id(r, "J1"), DQuat::NAN),
            (Code::NotFinite, "rotation", "finite"),
        ),
        (
            "start below the end",
            |r| r.reassign_start(id(r, "T")),
            (Code::BadChain, "ik.start", "above"),
        ),
        (
            "start at the end",
            |r| r.reassign_start(id(r, "J3")),
            (Code::BadChain, "ik.end", "J3"),
        ),
        (
            "a single bone has no plane",
            |r| r.reassign_start(id(r, "J2")),
            (Code::StraightPose, "ik.plane_normal", "straight"),
        ),
        (
            "map without direction",
            |r| {
                r.choose_map(MapKind::PoleVector {
                    direction: DVec3::ZERO,
                })
            },
            (Code::ZeroVector, "ik.zero_plane_map.direction", "direction"),
        ),
        (
            "assigned upwards",
            |r| r.assign(id(r, "J2"), id(r, "J0")),
            (Code::BadChain, "ik.start", "above"),
        ),
        (
            "node moved to nowhere",
            |r| r.move_node(id(r, "T"), DVec3::NAN),
            (Code::NotFinite, "position", "finite"),
        ),
    ];
    for (about, edit, expected) in table {
        let mut edited = rig.clone();
        check_error(edit(&mut edited), expected, about);
        assert_eq!(edited, rig, "{about} changed something");
    }
    check_error(
        rig.flips_on_the_way(DVec3::NAN),
        (Code::NotFinite, "ik.goal", "finite"),
        "flips on the way to nowhere",
    );
}

#[test]
fn rigs_that_cannot_be_are_refused() {
    let rig = planar(&[1.0, 0.8, 0.6], 0.3, &[0.9, 0.7]).rig();
    let start = rig.ik().start.index();
    type Change = Box<dyn FnOnce(&mut Ik)>;
    let table: Vec<(Change, (Code, &str, &str))> = vec![
        (
            Box::new(|ik| ik.swivel = f64::NAN),
            (Code::NotFinite, "ik.swivel_deg", "finite"),
        ),
        (
            Box::new(move |ik| ik.preferred[start] = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
            (Code::NotRotation, "ik.preferred.J0", "rotation"),
        ),
        (
            Box::new(|ik| ik.preferred.truncate(1)),
            (Code::BadValue, "ik.preferred", "every node"),
        ),
        (
            Box::new(|ik| ik.plane_normal = Some(DVec3::ZERO)),
            (Code::ZeroVector, "ik.plane_normal", "direction"),
        ),
        (
            Box::new(|ik| ik.goal.translation = DVec3::NAN),
            (Code::NotFinite, "ik.goal.translation", "finite"),
        ),
    ];
    for (change, expected) in table {
        check_error(with(&rig, change), expected, expected.1);
    }
    let empty = Hierarchy::new(vec![]).expect("no nodes are no fault by themselves");
    assert!(empty.nodes().is_empty());
}

/// One flip of 180° across the pole, however the way to it is cut; none beside it in the
/// space that turns with the chain.
#[test]
fn flips_do_not_depend_on_how_the_way_is_cut() {
    let (from, to) = (DVec3::new(0.2, 0.0, 1.6), DVec3::new(1.0, 0.0, 1.6));
    for cuts in [1_u32, 2, 3, 5, 8, 50, 999] {
        for space in [ParentSpace::StartJoint, ParentSpace::IkGoal] {
            let figure = zeroplane::examples::figure("example-2").expect("it is known");
            let mut rig = figure.scene.rig().expect("a rig");
            rig.choose_parent_space(space).expect("either");
            rig.move_goal(from).expect("finite");
            let mut flips = Vec::new();
            for i in 1..=cuts {
                // No cut falls on the pole itself, where x = 0.6.
                let share = f64::from(i) / f64::from(cuts);
                let skew = share + 0.013 * (share * PI).sin();
                let next = from.lerp(to, skew);
                flips.extend(rig.flips_on_the_way(next).expect("finite"));
                rig.move_goal(next).expect("finite");
            }
            match space {
                ParentSpace::StartJoint => assert_eq!(flips, vec![], "{cuts} cuts"),
                ParentSpace::IkGoal => {
                    assert_eq!(flips.len(), 1, "{cuts} cuts: {flips:?}");
                    assert_near!(flips[0].turn.abs(), PI, 1e-9, "{cuts} cuts");
                    assert_near!(flips[0].at, DVec3::new(0.6, 0.0, 1.6), 0.02);
                    assert!(flips[0].goal_moved < 0.02, "{cuts} cuts: {flips:?}");
                }
            }
        }
    }
}

/// Past the pole at some distance the plane turns by less than half a turn, and the slower
/// the farther; what it turns in sum is what the solver's own poses say.
#[test]
fn flips_beside_the_pole() {
    let mut rig = zeroplane::examples::figure("example-1")
        .expect("it is known")
        .scene
        .rig()
        .expect("a rig");
    for (beside, flipping) in [
        (1e-9, true),
        (1e-4, true),
        (1e-2, true),
        (0.3, false),
        (1.0, false),
    ] {
        // The poles of Example 1 are ±Y.
        let (from, to) = (DVec3::new(-0.8, 1.2, beside), DVec3::new(0.8, 1.2, beside));
        rig.move_goal(from).expect("finite");
        let flips = rig.flips_on_the_way(to).expect("finite");
        assert_eq!(
            flips.len(),
            usize::from(flipping),
            "{beside:e} beside the pole: {flips:?}"
        );
        if let Some(flip) = flips.first() {
            assert!(
                flip.turn.abs() <= PI && flip.turn.abs() > 0.75 * PI,
                "{flips:?}"
            );
        }
    }
    rig.switch_ik(false).expect("it snaps");
    assert_eq!(
        rig.flips_on_the_way(DVec3::new(0.8, 1.2, 0.0))
            .expect("finite"),
        vec![]
    );
}
