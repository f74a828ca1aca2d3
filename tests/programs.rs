//! Maya's and Blender's parameters against solutions laid by their own rules.

use proptest::prelude::*;
use zeroplane::{
    BlenderPole, DVec3, MapKind, MayaPole, Rig, RootBone, Solution, examples, signed_angle,
};

use crate::support::cases;

fn rig() -> Rig {
    examples::figure("example-1")
        .and_then(|f| f.scene.rig().ok())
        .expect("the examples are valid")
}

/// Example 1 solved with the map and swivel angle; its parent space is the world.
fn solve(map: MapKind, swivel: f64, goal: DVec3) -> Solution {
    let mut rig = rig();
    rig.choose_map(map).expect("the pole is off a0");
    rig.turn_swivel(swivel).expect("finite");
    rig.move_goal(goal).expect("finite");
    rig.solve().expect("solvable")
}

/// Direction of the elbow off the EE axis.
fn elbow(solution: &Solution) -> DVec3 {
    solution.solver_plane_normal.cross(solution.ee_axis)
}

fn across(v: DVec3, axis: DVec3) -> DVec3 {
    (v - axis * v.dot(axis)).normalize()
}

fn preferred() -> (DVec3, DVec3) {
    let sphere = rig().solve().expect("solvable").sphere;
    (sphere.a0, sphere.n0)
}

fn direction() -> impl Strategy<Value = DVec3> {
    (-1.0..1.0_f64, 0.0..std::f64::consts::TAU).prop_map(|(z, turn)| {
        let ring = (1.0 - z * z).sqrt();
        DVec3::new(ring * turn.cos(), ring * turn.sin(), z)
    })
}

fn angle() -> impl Strategy<Value = f64> {
    -3.1..3.1_f64
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn maya(pole in direction(), twist in angle(), e in direction()) {
        let (a0, n0) = preferred();
        prop_assume!(pole.cross(a0).length() > 0.05 && pole.cross(e).length() > 0.05);
        let maya = MayaPole { pole_vector: pole, twist };
        let (map, swivel) = maya.to_swivel(a0, n0).expect("off a0");
        let solution = solve(map, swivel, e * 1.4);
        let turned = signed_angle(across(pole, e), elbow(&solution), e);
        prop_assert!((turned - twist).abs() < 1e-9, "{turned} for a twist of {twist}");
        let back = MayaPole::from_swivel(pole, swivel, a0, n0).expect("off a0");
        prop_assert!((back.twist - twist).abs() < 1e-12);
    }

    #[test]
    fn blender(pole in direction(), pole_angle in angle(), roll in angle(), e in direction()) {
        let (a0, n0) = preferred();
        prop_assume!(pole.cross(a0).length() > 0.05 && pole.cross(e).length() > 0.05);
        // The lean that the two bones have at this goal, by the law of cosines.
        let (upper, lower, reach) = (1.2_f64, 1.0_f64, 1.4_f64);
        let cos = (upper * upper + reach * reach - lower * lower) / (2.0 * upper * reach);
        let root = RootBone { roll, lean: cos.acos() };
        let blender = BlenderPole { pole, pole_angle };
        let (map, swivel) = blender.to_swivel(&root, a0, n0).expect("off a0");
        let solution = solve(map, swivel, e * reach);

        // The posed axes of a root bone with that roll, and Blender's own rule for them.
        let y = solution.joints[1].position.normalize();
        let side = solution.solver_plane_normal.cross(y);
        let x = side * roll.cos() + y.cross(side) * roll.sin();
        let z = x.cross(y);
        let up = x * pole_angle.cos() + z * pole_angle.sin();
        let off = signed_angle(across(up, e), across(pole, e), e);
        prop_assert!(off.abs() < 1e-9, "off by {off}");
        let back = BlenderPole::from_swivel(pole, swivel, &root, a0, n0).expect("off a0");
        let error = (back.pole_angle - pole_angle).sin();
        prop_assert!(error.abs() < 1e-12 && (back.pole_angle - pole_angle).cos() > 0.0);
    }
}

#[test]
fn a_pole_along_a0_is_refused() {
    let (a0, n0) = preferred();
    for pole in [a0, -a0 * 3.0, DVec3::ZERO, DVec3::NAN] {
        assert!(
            MayaPole {
                pole_vector: pole,
                twist: 0.0
            }
            .to_swivel(a0, n0)
            .is_err(),
            "{pole}"
        );
    }
}
