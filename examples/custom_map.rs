//! A zero-plane map of one's own: `cargo run --example custom_map`.
//!
//! The elbow hangs down, as a character's arms do at rest: the zero plane is vertical, its
//! normal horizontal, whatever way the arm points. Wherever such a map can be followed
//! there is a plane; straight up and straight down there is none. The example lets the
//! library find these points and their indices, and solves with the map.

use zeroplane::{DVec3, Hi, IkSolver, Pose, Problem, ZeroPlaneMap, examples, singular_points};

/// The elbow bends towards −Z; `n = e × down`.
struct HangingElbow;

/// Where the horizontal part of the EE axis is shorter than this, there is no plane.
const VERTICAL: f64 = 1e-10;

impl ZeroPlaneMap for HangingElbow {
    fn normal(&self, e: DVec3) -> DVec3 {
        let side = e.cross(DVec3::NEG_Z);
        if side.length() > VERTICAL {
            side.normalize()
        } else {
            DVec3::Y
        }
    }

    fn is_singular(&self, e: DVec3) -> bool {
        e.cross(DVec3::Z).length() <= VERTICAL
    }
}

/// The history-independent solver with that map.
struct HangingElbowSolver;

impl IkSolver for HangingElbowSolver {
    type Memory = ();

    fn solve<M: ZeroPlaneMap + ?Sized>(
        &self,
        problem: &Problem<'_, M>,
        memory: &mut (),
        pose: &mut Pose,
    ) {
        Hi.solve(problem, memory, pose);
    }

    fn zero_plane_map(&self, _a0: DVec3, _n0: DVec3) -> Option<Box<dyn ZeroPlaneMap>> {
        Some(Box::new(HangingElbow))
    }
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), zeroplane::Error> {
    for point in singular_points(&HangingElbow) {
        let DVec3 { x, y, z } = point.at;
        println!(
            "singular at ({x:.6}, {y:.6}, {z:.6}), index {:+}",
            point.index
        );
    }
    let mut rig = examples::figure("example-1").expect("known").scene.rig()?;
    for goal in [DVec3::new(1.2, 0.8, 0.3), DVec3::new(-0.9, 0.9, -0.6)] {
        rig.move_goal(goal)?;
        let solution = rig.solve_with(&HangingElbowSolver, &mut ())?;
        let elbow = solution.joints[1].position;
        println!(
            "goal {goal:?}: elbow {:.3} below the EE axis, turn rate {:.3}",
            (goal * elbow.dot(goal) / goal.length_squared() - elbow).z,
            solution.turn_rate
        );
    }
    Ok(())
}
