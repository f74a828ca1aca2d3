//! The three examples of the white paper, to nine decimals, from the figures and from
//! documents.

use zeroplane::{DVec3, ParentSpace, Rig, examples};

use crate::support::draw::{axis_angle, read};
use crate::support::oracle::check;
use crate::support::{assert_near, id, pose, position, solved};

/// The numbers are given to nine decimals.
const NINE: f64 = 1e-9;

const EXAMPLE_1: &str = r#"{
  "zeroplane": 1,
  "nodes": [
    {"name": "A"},
    {"name": "Bone01", "parent": "A", "rotation": {"axis": [0, 1, 0], "angle_deg": -50}},
    {"name": "Bone02", "parent": "Bone01", "translation": [1.2, 0, 0],
     "rotation": {"euler_xyz_deg": [0, 80, 0]}},
    {"name": "Bone03", "parent": "Bone02", "translation": [1.0, 0, 0]}
  ],
  "ik": {"start": "Bone01", "end": "Bone03",
         "goal": {"translation": [1.637370535408286, 0, 0.4192533317427736]}}
}"#;

const EXAMPLE_2: &str = r#"{
  "zeroplane": 1,
  "nodes": [
    {"name": "Bone01", "rotation": [0.7071067811865476, 0, 0, 0.7071067811865476]},
    {"name": "Bone02", "parent": "Bone01", "translation": [0.6, 0, 0],
     "rotation": {"euler_xyz_deg": [0, 0, 50]}},
    {"name": "Bone03", "parent": "Bone02", "translation": [1.2, 0, 0],
     "rotation": {"axis": [0, 0, -2], "angle_deg": 80}},
    {"name": "Bone04", "parent": "Bone03", "translation": [1.0, 0, 0]}
  ],
  "ik": {"start": "Bone02", "end": "Bone04",
         "goal": {"parent": null, "translation": [2.237370535408286, 0, 0.4192533317427736]}}
}"#;

/// Rx(90°)·Rz(60°), as a quaternion's product worked out by hand: with c = cos 45° the
/// factors are (c, 0, 0; c) and (0, 0, ½; √¾), the product (√¾c, −½c, ½c; √¾c).
const EXAMPLE_3: &str = r#"{
  "zeroplane": 1,
  "nodes": [
    {"name": "Bone01", "rotation": [0.6123724356957945, -0.3535533905932738, 0.3535533905932738, 0.6123724356957945]},
    {"name": "Bone02", "parent": "Bone01", "translation": [1, 0, 0], "rotation": {"euler_xyz_deg": [0, 0, -40]}},
    {"name": "Bone03", "parent": "Bone02", "translation": [1.2, 0, 0], "rotation": {"euler_xyz_deg": [0, 0, -50]}},
    {"name": "Bone04", "parent": "Bone03", "translation": [0.8, 0, 0]}
  ],
  "ik": {"start": "Bone01", "end": "Bone04",
         "goal": {"translation": [2.320451467970641, 0, 0.8764495757752412]}}
}"#;

/// The example as the library brings it and as a document says it.
fn both(figure: &str, document: &str) -> [Rig; 2] {
    let brought = examples::figure(figure).expect("it is known").scene.rig();
    [brought.expect("a rig"), read(document)]
}

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

#[test]
fn example_1() {
    for rig in both("example-1", EXAMPLE_1) {
        let solution = check(&rig);
        let end = v(1.637_370_535, 0.0, 0.419_253_332);
        assert_near!(solution.end_effector, end, NINE);
        assert_near!(
            solution.sphere.a0,
            v(0.968_747_122, 0.0, 0.248_050_426),
            NINE
        );
        assert_near!(solution.sphere.n0, v(0.0, -1.0, 0.0), NINE);
        assert_near!(solution.solver_plane_normal, v(0.0, -1.0, 0.0), NINE);

        // The chain and A turn together, or neither the chain nor its plane moves.
        let turn = axis_angle(solution.ee_axis, 40_f64.to_radians());
        for space in [ParentSpace::StartJoint, ParentSpace::IkGoal] {
            let mut rig = rig.clone();
            rig.choose_parent_space(space).expect("either");
            let before = pose(&rig);
            rig.rotate_node(id(&rig, "A"), turn).expect("a rotation");
            let after = check(&rig);
            assert_near!(after.end_effector, end, NINE);
            match space {
                ParentSpace::StartJoint => {
                    let elbow = v(0.811_921_157, -0.449_431_653, 0.760_785_926);
                    assert_near!(position(&rig, "Bone02"), elbow, NINE);
                    let turned: Vec<DVec3> = before.iter().map(|p| turn * *p).collect();
                    assert_near!(pose(&rig), turned, 1e-14);
                }
                ParentSpace::IkGoal => assert_near!(pose(&rig), before, 1e-14),
            }
        }
    }
}

/// The elbow of the example's two bones, by the law of cosines, above or below the line
/// from the start joint to the goal, in the plane y = 0.
fn elbow(start: DVec3, goal: DVec3, side: DVec3) -> DVec3 {
    let (upper, lower) = (1.2_f64, 1.0_f64);
    let way = goal - start;
    let distance = way.length();
    let along = (upper * upper - lower * lower + distance * distance) / (2.0 * distance);
    let height = (upper * upper - along * along).sqrt();
    let across = side - way * (side.dot(way) / (distance * distance));
    start + way * (along / distance) + across.normalize() * height
}

#[test]
fn example_2_the_parent_carries_the_sphere() {
    for mut rig in both("example-2", EXAMPLE_2) {
        let solution = check(&rig);
        assert_near!(solution.sphere.n0, v(0.0, -1.0, 0.0), NINE); // (0, 0, 1) in Bone01
        assert_eq!(rig.ik().swivel, 0.0);
        assert_eq!(rig.ik().parent_space, ParentSpace::StartJoint);
        // All round in the window's plane and through its middle: never a flip.
        let mut last = oracle_goal(&rig);
        for i in 0..=72 {
            let turn = f64::from(i * 5).to_radians();
            let far = 0.3 + 1.8 * f64::from(i * 31 % 73) / 73.0;
            let to = v(0.6 + far * turn.cos(), 0.0, far * turn.sin());
            assert_eq!(
                rig.flips_on_the_way(to).expect("finite"),
                vec![],
                "{last} → {to}"
            );
            rig.move_goal(to).expect("finite");
            let solution = check(&rig);
            assert_near!(solution.solver_plane_normal, v(0.0, -1.0, 0.0), 1e-14);
            assert!(!solution.singular);
            last = to;
        }
    }
}

fn oracle_goal(rig: &Rig) -> DVec3 {
    crate::support::oracle::goal(rig)
}

#[test]
fn example_2_the_goal_holds_the_sphere() {
    for mut rig in both("example-2", EXAMPLE_2) {
        rig.choose_parent_space(ParentSpace::IkGoal)
            .expect("either");
        // Assigned there, the solution finds φ = +90° for itself and nothing moves.
        let before = pose_of_figure(&rig);
        rig.switch_ik(false).expect("FK");
        for (node, rotation) in fk(&both("example-2", EXAMPLE_2)[0]) {
            rig.rotate_node(id(&rig, &node), rotation)
                .expect("a rotation");
        }
        rig.assign(id(&rig, "Bone02"), id(&rig, "Bone04"))
            .expect("a chain");
        assert_near!(rig.ik().swivel.to_degrees(), 90.0, NINE);
        assert_near!(pose(&rig), before, 1e-12);
        assert_near!(solved(&rig).sphere.n0, v(0.0, 0.0, 1.0), NINE);

        let (left, right) = (v(0.59, 0.0, 1.6), v(0.61, 0.0, 1.6));
        rig.move_goal(left).expect("finite");
        let thrown_from = check(&rig);
        let flips = rig.flips_on_the_way(right).expect("finite");
        rig.move_goal(right).expect("finite");
        let thrown_to = check(&rig);
        assert_near!(
            thrown_from.joints[1].position,
            v(1.343_172, 0.0, 0.942_176),
            5e-7
        );
        assert_near!(
            thrown_to.joints[1].position,
            v(-0.143_172, 0.0, 0.942_176),
            5e-7
        );
        let start = v(0.6, 0.0, 0.0);
        assert_near!(
            thrown_from.joints[1].position,
            elbow(start, left, DVec3::X),
            NINE
        );
        assert_near!(
            thrown_to.joints[1].position,
            elbow(start, right, DVec3::NEG_X),
            NINE
        );
        assert_eq!(flips.len(), 1);
        assert_near!(flips[0].turn.abs().to_degrees(), 180.0, 1e-9);
        assert!(flips[0].goal_moved <= 0.02 + 1e-12);
        assert_near!(flips[0].at, v(0.6, 0.0, 1.6), 0.01);
    }
}

fn fk(rig: &Rig) -> Vec<(String, zeroplane::DQuat)> {
    let nodes = rig.hierarchy().nodes().iter();
    nodes.map(|n| (n.name.clone(), n.rotation)).collect()
}

/// Where the figure's bones are before any solution: its FK pose.
fn pose_of_figure(rig: &Rig) -> Vec<DVec3> {
    use crate::support::oracle::{fk_rotations, matrices};
    matrices(rig, &fk_rotations(rig))
        .iter()
        .map(|m| m.origin())
        .collect()
}

/// What only the imagination sees: the chain as if it hung from the world, flat.
#[test]
fn example_2_imagined() {
    for mut rig in both("example-2", EXAMPLE_2) {
        rig.choose_parent_space(ParentSpace::IkGoal)
            .expect("either");
        let imagined = rig.imagined_pose().expect("a rig");
        let start = v(0.6, 0.0, 0.0);
        let (up, down) = (50_f64.to_radians(), -30_f64.to_radians());
        let elbow = start + v(up.cos(), up.sin(), 0.0) * 1.2;
        let end = elbow + v(down.cos(), down.sin(), 0.0);
        assert_near!(imagined, vec![start, elbow, end], 1e-14);
    }
}

/// Goals that both chains of Example 3 reach, in and out of the plane of the window.
fn goals() -> Vec<DVec3> {
    let mut goals = Vec::new();
    for i in 0..12 {
        for j in -2..=2 {
            for far in [1.0, 1.6, 2.3, 2.8] {
                let (turn, rise) = (f64::from(i) * 0.5, f64::from(j) * 0.3);
                let ring = f64::cos(rise);
                goals.push(v(ring * turn.cos(), rise.sin(), ring * turn.sin()) * far);
            }
        }
    }
    goals
}

#[test]
fn example_3_reassigned_where_the_parent_carries_the_sphere() {
    for rig in both("example-3", EXAMPLE_3) {
        check(&rig);
        let second = id(&rig, "Bone02");
        for goal in goals() {
            let mut rig = rig.clone();
            rig.move_goal(goal).expect("finite");
            let before = pose(&rig);
            rig.reassign_start(second).expect("it is above the end");
            check(&rig);
            assert_eq!(rig.ik().swivel, 0.0);
            assert_near!(pose(&rig), before, NINE, "goal {goal}");
        }
    }
}

#[test]
fn example_3_reassigned_where_the_goal_holds_the_sphere() {
    for mut rig in both("example-3", EXAMPLE_3) {
        rig.choose_parent_space(ParentSpace::IkGoal)
            .expect("either");
        // Before, both spaces are one: Bone01 hangs from the world as the goal does.
        let before = check(&rig);
        let standing = pose(&rig);
        let end = before.end_effector;
        rig.reassign_start(id(&rig, "Bone02"))
            .expect("it is above the end");
        let after = check(&rig);
        assert_near!(
            position(&rig, "Bone03"),
            v(1.629_944_244, 0.403_960_568, 0.872_495_630),
            NINE
        );
        assert_near!(after.end_effector, end, 1e-12);
        // −90° about the new EE axis.
        let turned = zeroplane::signed_angle(
            before.solver_plane_normal,
            after.solver_plane_normal,
            after.ee_axis,
        );
        assert_near!(turned.to_degrees(), -90.0, NINE);
        assert_eq!(rig.ik().swivel, 0.0);

        // Back, and a new solution assigned: φ = +90°, and nothing moves.
        rig.reassign_start(id(&rig, "Bone01"))
            .expect("it is above the end");
        assert_near!(pose(&rig), standing, NINE);
        rig.assign(id(&rig, "Bone02"), id(&rig, "Bone04"))
            .expect("a chain");
        check(&rig);
        assert_near!(rig.ik().swivel.to_degrees(), 90.0, NINE);
        assert_near!(pose(&rig), standing, 1e-12);
    }
}

#[test]
fn example_3_imagined() {
    for mut rig in both("example-3", EXAMPLE_3) {
        rig.choose_parent_space(ParentSpace::IkGoal)
            .expect("either");
        rig.reassign_start(id(&rig, "Bone02"))
            .expect("it is above the end");
        let imagined = rig.imagined_pose().expect("a rig");
        let start = position(&rig, "Bone02");
        let (first, second) = (-40_f64.to_radians(), -90_f64.to_radians());
        let elbow = start + v(first.cos(), first.sin(), 0.0) * 1.2;
        let end = elbow + v(second.cos(), second.sin(), 0.0) * 0.8;
        assert_near!(imagined, vec![start, elbow, end], 1e-14);
    }
}
