//! Cyclic coordinate descent, to be compared with.

use glam::{DQuat, DVec3};

use crate::chain::Chain;
use crate::math::{length, one_spelling, unit, unit_quat};
use crate::plane::solver_plane_normal;
use crate::solver::hi::ee_axis;
use crate::solver::{IkSolver, Pose, Problem, Reach};
use crate::swivel::{turn_by_swivel, zero_plane_normal};
use crate::zero_plane::ZeroPlaneMap;

/// Cyclic coordinate descent from the current pose: joint after joint, from the last to
/// the start joint, turns the EE towards the goal, until it is there.
///
/// It knows no plane and no swivel angle, so its free turn is whatever the sweeps leave.
/// The first solve begins at the preferred pose.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ccd;

/// Sweeps of one solve; most goals within reach need far fewer.
const SWEEPS: usize = 500;

/// Points placed in one solve; long chains get fewer sweeps, and no answer takes long.
const WORK: usize = 4_000_000;

/// The EE is on the goal when it is nearer than this fraction of the chain's length.
const CLOSE: f64 = 1e-6;

impl IkSolver for Ccd {
    /// Local rotations of the last pose, from the start joint; empty before the first solve.
    type Memory = Vec<DQuat>;

    fn solve<M: ZeroPlaneMap + ?Sized>(
        &self,
        problem: &Problem<'_, M>,
        memory: &mut Vec<DQuat>,
        pose: &mut Pose,
    ) {
        let chain = problem.chain;
        pose.fit(chain);
        let mut turns = read_rotations(chain, memory);
        let (towards, distance) = ee_axis(problem);
        // Beyond twice its length the chain cannot tell goals of one direction apart;
        // far ones would only cost digits.
        let goal = towards * distance.min(2.0 * chain.total);
        let bones = chain.bones();
        let close = |points: &[DVec3]| length(points[bones] - goal) <= CLOSE * chain.total;
        place(chain, &turns, &mut pose.points);
        for _ in 0..SWEEPS.min(1 + WORK / (bones * bones)) {
            if close(&pose.points) {
                break;
            }
            sweep(chain, &mut turns, &mut pose.points, goal);
        }
        pose.reach = if close(&pose.points) {
            Reach::Reached
        } else if length(pose.points[bones]) < distance {
            Reach::TooFar
        } else {
            Reach::TooNear
        };
        write_rotations(chain, &turns, &mut pose.rotations);
        memory.clone_from(&pose.rotations);
        describe(problem, towards, pose);
    }
}

/// How each bone is turned against the chain in its preferred pose with no start rotation.
fn read_rotations(chain: &Chain, rotations: &[DQuat]) -> Vec<DQuat> {
    if rotations.len() != chain.bones() {
        return vec![chain.start; chain.bones()];
    }
    let mut turns = vec![rotations[0]];
    for (hinge, rotation) in chain.hinges.iter().zip(&rotations[1..]) {
        let above = turns[turns.len() - 1] * hinge.space;
        turns.push(unit_quat(
            above * *rotation * (hinge.space * hinge.preferred).inverse(),
        ));
    }
    turns
}

/// Points of the chain whose bones are turned by `turns`.
fn place(chain: &Chain, turns: &[DQuat], points: &mut [DVec3]) {
    points[0] = DVec3::ZERO;
    for (i, (turn, bone)) in turns.iter().zip(&chain.bones).enumerate() {
        points[i + 1] = points[i] + *turn * *bone;
    }
}

/// One turn of every joint, the last first.
fn sweep(chain: &Chain, turns: &mut [DQuat], points: &mut [DVec3], goal: DVec3) {
    for i in (0..turns.len()).rev() {
        let end = points[turns.len()];
        let (Some(from), Some(to)) = (unit(end - points[i]), unit(goal - points[i])) else {
            continue;
        };
        let turn = DQuat::from_rotation_arc(from, to);
        for bone in &mut turns[i..] {
            *bone = unit_quat(turn * *bone);
        }
        place(chain, turns, points);
    }
}

fn write_rotations(chain: &Chain, turns: &[DQuat], rotations: &mut [DQuat]) {
    rotations[0] = one_spelling(turns[0]);
    for (i, hinge) in chain.hinges.iter().enumerate() {
        let above = turns[i] * hinge.space;
        let below = turns[i + 1] * hinge.space * hinge.preferred;
        rotations[i + 1] = unit_quat(above.inverse() * below);
    }
}

/// Reads axis and planes off the pose.
fn describe<M: ZeroPlaneMap + ?Sized>(problem: &Problem<'_, M>, towards: DVec3, pose: &mut Pose) {
    let end = pose.points[pose.points.len() - 1];
    let short = length(end) <= crate::chain::CLOSED * problem.chain.total;
    let e = unit(end).filter(|_| !short).unwrap_or(towards);
    let (zero, singular) = zero_plane_normal(problem.map, &problem.to_sphere, e);
    pose.ee_axis = e;
    pose.zero_plane_normal = zero;
    pose.singular = singular;
    pose.solver_plane_normal = solver_plane_normal(&pose.points, e)
        .unwrap_or_else(|| turn_by_swivel(zero, e, problem.swivel));
}
