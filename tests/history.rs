//! The fundamental condition: the solution is a function of the current state. The same
//! state gives the same bits, whatever was solved before, in whatever order.

use proptest::prelude::*;
use zeroplane::scene::Scene;
use zeroplane::{DQuat, DVec3, FlipWatch, Hi, MapKind, ParentSpace, Rig, examples};

use crate::support::draw::{self, direction, goal_at, put_goal, rotation};
use crate::support::{bits, cases, id, solved};

/// Something done to a rig, to be undone by taking up the old parameters again.
#[derive(Clone, Debug)]
enum Edit {
    Goal(DVec3, f64),
    Swivel(f64),
    Space(ParentSpace),
    Map(MapKind),
    Turn(DQuat),
    Aim,
    Switch,
    Snap,
    Flips(DVec3),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        goal_at().prop_map(|(d, share)| Edit::Goal(d, share)),
        (-9.0..9.0_f64).prop_map(Edit::Swivel),
        Just(Edit::Space(ParentSpace::StartJoint)),
        Just(Edit::Space(ParentSpace::IkGoal)),
        Just(Edit::Map(MapKind::ParallelTransport)),
        Just(Edit::Map(MapKind::Default)),
        rotation().prop_map(Edit::Turn),
        Just(Edit::Aim),
        Just(Edit::Switch),
        Just(Edit::Snap),
        direction().prop_map(Edit::Flips),
    ]
}

/// Whether it succeeds does not matter here.
fn apply(rig: &mut Rig, edit: &Edit) {
    let start = rig.ik().start;
    let _ = match edit {
        Edit::Goal(d, share) => {
            put_goal(rig, *d, *share);
            Ok(())
        }
        Edit::Swivel(angle) => rig.turn_swivel(*angle),
        Edit::Space(space) => rig.choose_parent_space(*space),
        Edit::Map(map) => rig.choose_map(*map),
        Edit::Turn(q) => rig.rotate_node(start, *q),
        Edit::Aim => rig.aim_at(Some(id(rig, "T"))),
        Edit::Switch => rig.switch_ik(!rig.ik().enabled),
        Edit::Snap => rig.ik_snap(),
        Edit::Flips(d) => rig.flips_on_the_way(*d).map(|_| ()),
    };
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn same_state_same_bits(
        rig in draw::rig(),
        goals in proptest::collection::vec(goal_at(), 1..6),
        edits in proptest::collection::vec(edit(), 1..8),
    ) {
        let mut rig = rig;
        // Every goal once, forwards and backwards, on one rig and on fresh ones.
        let mut forwards = Vec::new();
        for (d, share) in &goals {
            put_goal(&mut rig, *d, *share);
            forwards.push((rig.clone(), bits(&solved(&rig))));
        }
        for ((d, share), (state, expected)) in goals.iter().zip(&forwards).rev() {
            put_goal(&mut rig, *d, *share);
            prop_assert_eq!(&bits(&solved(&rig)), expected);
            prop_assert_eq!(&rig, state);
            let fresh = Rig::new(rig.hierarchy().clone(), rig.ik().clone()).expect("solvable");
            prop_assert_eq!(&bits(&solved(&fresh)), expected);
            // Through the trait, with its memory that can hold nothing.
            let with = rig.solve_with(&Hi, &mut ()).expect("solvable");
            prop_assert_eq!(&bits(&with), expected);
            // Through a document.
            let read = Scene::from_json(&Scene::from_rig(&rig).to_json()).expect("a scene");
            let read = read.rig().expect("a rig");
            // Not every angle in radians has one in degrees that reads back as it.
            let off = (read.ik().swivel - rig.ik().swivel).abs();
            prop_assert!(off <= f64::EPSILON * rig.ik().swivel.abs());
            if off == 0.0 {
                // But for the sign of a zero that is left out as a default.
                prop_assert_eq!(solved(&read), solved(&rig));
            }
        }
        // Whatever is done to it, taking up the old parameters gives the old solution.
        let (hierarchy, ik, expected) = (rig.hierarchy().clone(), rig.ik().clone(), bits(&solved(&rig)));
        for edit in &edits {
            apply(&mut rig, edit);
            let again = Rig::new(rig.hierarchy().clone(), rig.ik().clone()).expect("solvable");
            prop_assert_eq!(bits(&solved(&again)), bits(&solved(&rig)));
            prop_assert_eq!(&again, &rig, "the edit left something behind");
        }
        let back = Rig::new(hierarchy, ik).expect("it was one");
        prop_assert_eq!(bits(&solved(&back)), expected);
    }
}

#[test]
fn solving_changes_nothing() {
    let rig = draw::planar(&[1.0, 0.8, 0.6], 0.3, &[0.9, 0.7]).rig();
    let before = rig.clone();
    for _ in 0..3 {
        let _ = (
            rig.solve(),
            rig.flips_on_the_way(DVec3::Y),
            rig.walk(&[DVec3::Y, DVec3::Z]),
        );
    }
    assert_eq!(rig, before);
}

/// A way is walked as a hand would lead the goal along it.
#[test]
fn the_flips_of_a_walk_are_those_met_step_by_step() {
    let mut rig = examples::figure("example-2")
        .expect("known")
        .scene
        .rig()
        .expect("a rig");
    rig.choose_parent_space(ParentSpace::IkGoal).expect("space");
    let way: Vec<DVec3> = [0.1, 0.3, 0.59, 0.61, 1.1, 0.55, 0.2]
        .map(|x| DVec3::new(x, 0.0, 1.6))
        .to_vec();
    rig.move_goal(way[0]).expect("goal");
    let walked = rig.walk(&way).expect("finite");
    let mut met = Vec::new();
    let mut led = rig.clone();
    let mut watch = FlipWatch::default();
    for point in &way[1..] {
        met.extend(led.watch_goal(*point, &mut watch).expect("finite"));
        led.move_goal(*point).expect("goal");
    }
    // Over the pole and back again.
    assert_eq!(walked.flips.len(), 2);
    assert_eq!(walked.flips, met);
    assert!((walked.flips[0].turn.abs() - std::f64::consts::PI).abs() < 1e-9);
}
