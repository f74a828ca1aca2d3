//! A solver that carries the last plane along, to be compared with.

use glam::DVec3;

use crate::math::transport;
use crate::solver::hi::{aim, bend_to_goal, ee_axis};
use crate::solver::{IkSolver, Pose, Problem};
use crate::swivel::zero_plane_normal;
use crate::zero_plane::ZeroPlaneMap;

/// Carries the solver plane along by parallel transport: the normal of the last
/// solution, moved without turning along the great circle to the new EE axis.
///
/// It never flips. But it depends on history: after a closed loop of the goal the plane
/// comes back turned by the solid angle that the EE axis enclosed (Gauss–Bonnet), so the
/// same goal has as many solutions as there are ways to it. The first solve is that of
/// [`crate::Hi`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Tracking;

/// The plane of the last solution, start joint's parent space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackedPlane {
    /// EE axis, unit.
    pub ee_axis: DVec3,
    /// Normal, unit, ⟂ `ee_axis`.
    pub normal: DVec3,
}

impl IkSolver for Tracking {
    type Memory = Option<TrackedPlane>;

    fn solve<M: ZeroPlaneMap + ?Sized>(
        &self,
        problem: &Problem<'_, M>,
        memory: &mut Self::Memory,
        pose: &mut Pose,
    ) {
        pose.fit(problem.chain);
        let (e, distance) = ee_axis(problem);
        match *memory {
            None => aim(problem, e, pose),
            Some(last) => {
                let (zero, singular) = zero_plane_normal(problem.map, &problem.to_sphere, e);
                pose.ee_axis = e;
                pose.zero_plane_normal = zero;
                pose.singular = singular;
                pose.solver_plane_normal = carried(last, e);
            }
        }
        bend_to_goal(problem.chain, distance, pose);
        *memory = Some(TrackedPlane {
            ee_axis: e,
            normal: pose.solver_plane_normal,
        });
    }
}

/// The last normal at the EE axis `e`, made perpendicular again so that rounding does not
/// gather over many solves.
fn carried(last: TrackedPlane, e: DVec3) -> DVec3 {
    let moved = transport(last.normal, last.ee_axis, e);
    crate::math::unit_reject(moved, e).unwrap_or(moved)
}
