//! The poses of a rig: the one that is solved, and the one that the FK rotations make.

use glam::{DQuat, DVec3};

use crate::chain::{CLOSED, Chain, ReferencePose};
use crate::hierarchy::NodeId;
use crate::math::{any_perpendicular, length, unit, unit_reject};
use crate::plane::solver_plane_normal;
use crate::rig::{Prepared, Rig};
use crate::rigid::Similarity;
use crate::solver::{Ccd, Hi, History, IkSolver, Pose, SolverKind, Tracking};
use crate::swivel::{turn_by_swivel, zero_plane_normal};

impl Rig {
    /// The pose that is shown: solved, or with IK off that of the FK rotations.
    pub(super) fn pose_in_force(&self, prepared: &Prepared) -> Pose {
        let solved = self.solved_pose(prepared, prepared.goal);
        if self.ik.enabled {
            solved
        } else {
            self.fk_pose(prepared, solved, None)
        }
    }

    /// The pose that the solver gives for the goal at `goal` (world).
    pub(super) fn solved_pose(&self, prepared: &Prepared, goal: DVec3) -> Pose {
        self.solved_along(prepared, goal, &mut self.history.clone())
    }

    /// The same, writing into `history` what the solver will remember.
    pub(super) fn solved_along(
        &self,
        prepared: &Prepared,
        goal: DVec3,
        history: &mut History,
    ) -> Pose {
        let mut pose = Pose::new(&prepared.chain);
        let problem = prepared.problem(goal);
        match self.ik.solver {
            SolverKind::Hi => Hi.solve(&problem, &mut (), &mut pose),
            SolverKind::Tracking => Tracking.solve(&problem, &mut history.tracking, &mut pose),
            SolverKind::Ccd => Ccd.solve(&problem, &mut history.ccd, &mut pose),
        }
        pose
    }

    /// The pose of the FK rotations; `solved` tells the reach of the goal. A pose without a
    /// plane of its own is given `plane`, or the one that φ says.
    pub(super) fn fk_pose(&self, prepared: &Prepared, solved: Pose, plane: Option<DVec3>) -> Pose {
        let rotations: Vec<DQuat> = prepared.nodes[..prepared.nodes.len() - 1]
            .iter()
            .map(|id| self.hierarchy.node(*id).rotation)
            .collect();
        let points = self.pose_points(&prepared.nodes, &rotations);
        let end = points[points.len() - 1];
        // A closed pose has the axis it would have as a preferred pose.
        let closed = || {
            let plane = plane.unwrap_or(solved.solver_plane_normal);
            let plane = self.across_first_bone(&prepared.nodes, plane);
            let links = self.links(&prepared.nodes, |id| self.hierarchy.node(id).rotation);
            Chain::new(&links, Some(plane), ReferencePose::Preferred)
                .map(|chain| (chain.a0(), chain.n0()))
        };
        let (e, own) = match unit(end) {
            Some(e) if length(end) > CLOSED * prepared.chain.total_length() => {
                (e, solver_plane_normal(&points, e))
            }
            _ => closed().map_or((solved.ee_axis, None), |(e, normal)| (e, Some(normal))),
        };
        let (zero, singular) = zero_plane_normal(&prepared.map, &prepared.to_sphere, e);
        let normal = own
            .or_else(|| unit_reject(plane?, e))
            .unwrap_or_else(|| turn_by_swivel(zero, e, self.ik.swivel));
        Pose {
            reach: solved.reach,
            rotations,
            points,
            ee_axis: e,
            zero_plane_normal: zero,
            solver_plane_normal: normal,
            singular,
        }
    }

    /// `normal` made perpendicular to the first bone of the FK pose, or where it lies along
    /// it some vector that is; start joint's parent space.
    pub(super) fn across_first_bone(&self, nodes: &[NodeId], normal: DVec3) -> DVec3 {
        let points = self.pose_points(&nodes[..2], &[self.hierarchy.node(nodes[0]).rotation]);
        let along = unit(points[1]).unwrap_or(DVec3::X);
        unit_reject(normal, along).unwrap_or_else(|| any_perpendicular(along))
    }

    /// Points of the chain under the local `rotations`, from the start joint (the
    /// origin), in the axes of the start joint's parent space.
    fn pose_points(&self, nodes: &[NodeId], rotations: &[DQuat]) -> Vec<DVec3> {
        let mut space = Similarity::IDENTITY;
        let mut points = vec![DVec3::ZERO];
        for (i, (id, rotation)) in nodes.iter().zip(rotations).enumerate() {
            let node = self.hierarchy.node(*id);
            let translation = if i == 0 {
                DVec3::ZERO
            } else {
                node.translation
            };
            space = space.then_inner(&Similarity::local(translation, *rotation, &node.scale));
            points.push(space.point(self.hierarchy.node(nodes[i + 1]).translation));
        }
        points
    }
}
