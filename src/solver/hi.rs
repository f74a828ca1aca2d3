//! The history-independent solver.

use glam::DVec3;

use crate::bend::{Reach, triangle};
use crate::chain::{CLOSED, Chain, TwoBones};
use crate::math::{
    frame, length, one_spelling, rotation_from_cos_sin, unit, unit_quat, unit_reject,
};
use crate::solver::{IkSolver, Pose, Problem};
use crate::swivel::{turn_by_swivel, zero_plane_normal};
use crate::zero_plane::{SINGULAR, ZeroPlaneMap};

/// The history-independent (HI) solver: the solution is a function of the problem alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hi;

impl IkSolver for Hi {
    type Memory = ();

    fn solve<M: ZeroPlaneMap + ?Sized>(
        &self,
        problem: &Problem<'_, M>,
        _memory: &mut (),
        pose: &mut Pose,
    ) {
        pose.fit(problem.chain);
        let (e, distance) = ee_axis(problem);
        aim(problem, e, pose);
        bend_to_goal(problem.chain, distance, pose);
    }
}

/// EE axis of a problem, and how far the goal is from the start joint. A goal on the
/// start joint has no axis: `a0` is taken, as the sphere holds it.
pub(super) fn ee_axis<M: ZeroPlaneMap + ?Sized>(problem: &Problem<'_, M>) -> (DVec3, f64) {
    let chain = problem.chain;
    let distance = length(problem.goal);
    let axis = unit(problem.goal).filter(|_| distance > CLOSED * chain.total);
    (
        axis.unwrap_or_else(|| problem.to_sphere.polar_back(chain.a0())),
        distance,
    )
}

/// Poses the chain in the plane that `pose` holds, with the EE as near to `distance` from
/// the start joint as it comes.
pub(super) fn bend_to_goal(chain: &Chain, distance: f64, pose: &mut Pose) {
    match &chain.two_bones {
        Some(two) => solve_two_bones(chain, two, distance, pose),
        None => solve_chain(chain, distance, pose),
    }
}

/// Lays the solver plane for the EE axis `e`: zero plane and swivel angle, or VH target.
pub(super) fn aim<M: ZeroPlaneMap + ?Sized>(problem: &Problem<'_, M>, e: DVec3, pose: &mut Pose) {
    let (zero, singular) = zero_plane_normal(problem.map, &problem.to_sphere, e);
    pose.ee_axis = e;
    pose.zero_plane_normal = zero;
    pose.singular = singular;
    pose.solver_plane_normal = match problem.vh_target {
        None => turn_by_swivel(zero, e, problem.swivel),
        Some(target) => {
            // n = e × (T − p₀): the inner joints bend towards T.
            let off_axis = unit(target).is_some_and(|t| length(e.cross(t)) > SINGULAR);
            let elbow = unit_reject(target, e).filter(|_| off_axis);
            let side = elbow.map(|elbow| e.cross(elbow));
            pose.singular = side.is_none();
            side.unwrap_or(zero)
        }
    };
}

fn solve_two_bones(chain: &Chain, two: &TwoBones, distance: f64, pose: &mut Pose) {
    let (least, most) = ((two.upper - two.lower).abs(), two.upper + two.lower);
    let own = chain.is_preferred_reach(distance);
    pose.reach = if own {
        Reach::Reached
    } else if distance > most {
        Reach::TooFar
    } else if distance < least {
        Reach::TooNear
    } else {
        Reach::Reached
    };
    let placed = if own {
        chain.preferred_reach()
    } else {
        distance.clamp(least, most)
    };
    let (bend, at_start) = if own {
        ((two.cos_bend, two.sin_bend), two.at_start)
    } else {
        triangle(two.upper, two.lower, placed)
    };
    let hinge = &chain.hinges[0];

    // The bend beyond the preferred one, by the subtraction formulas.
    pose.rotations[1] = if own {
        hinge.preferred
    } else {
        let cos = bend.0 * two.cos_bend + bend.1 * two.sin_bend;
        let sin = bend.1 * two.cos_bend - bend.0 * two.sin_bend;
        unit_quat(rotation_from_cos_sin(hinge.local, cos, sin) * hinge.preferred)
    };
    // The upper bone lies off the EE axis by the start angle, on the side n × e.
    let (e, n) = (pose.ee_axis, pose.solver_plane_normal);
    let upper = e * at_start.0 + n.cross(e) * at_start.1;
    pose.rotations[0] = one_spelling(unit_quat(frame(upper, n) * two.unframe));
    pose.points[0] = DVec3::ZERO;
    pose.points[1] = upper * two.upper;
    pose.points[2] = e * placed;
}

fn solve_chain(chain: &Chain, distance: f64, pose: &mut Pose) {
    let (t, reach) = chain.bend_parameter(distance);
    pose.reach = reach;
    let (axis, normal) = chain.pose(t, &mut pose.rotations[1..], &mut pose.points);
    let turn =
        unit_quat(frame(pose.ee_axis, pose.solver_plane_normal) * frame(axis, normal).inverse());
    pose.rotations[0] = one_spelling(turn);
    for point in &mut pose.points {
        *point = turn * *point;
    }
}
