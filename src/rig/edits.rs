//! The edits. Each changes one parameter and nothing else, or is a snap that says what
//! it sets. An edit that would leave a rig that cannot be solved is refused, and the
//! rig stays as it was.

use glam::{DQuat, DVec3};

use crate::chain::ReferencePose;
use crate::error::Result;
use crate::hierarchy::{NodeId, check_coordinates, checked_rotation};
use crate::math::{measured, signed_angle};
use crate::rig::{Ik, Prepared, Rig};
use crate::solver::{History, Pose, Reach, SolverKind, TrackedPlane};
use crate::swivel::{ParentSpace, zero_plane_normal};
use crate::zero_plane::MapKind;

/// Solver planes nearer than this, radians, are one: a pose that lies in the VH target's
/// plane to the rounding of its positions may keep it.
const SAME_PLANE: f64 = 1e-9;

impl Rig {
    /// Applies `change` to a copy and keeps it if it can be solved.
    fn edit(&mut self, change: impl FnOnce(&mut Rig) -> Result<()>) -> Result<()> {
        let mut next = self.clone();
        change(&mut next)?;
        if next.ik.solver == SolverKind::Hi {
            next.history = History::default();
        } else {
            next.remember(self)?;
        }
        next.check()?;
        *self = next;
        Ok(())
    }

    /// What a solver with history remembers after an edit of the rig `before`: its own last
    /// pose, or where the edit was one of the chain or its solver, the pose that stood then.
    fn remember(&mut self, before: &Rig) -> Result<()> {
        let same_chain = |a: &Ik, b: &Ik| {
            (a.start, a.end, a.solver, a.enabled) == (b.start, b.end, b.solver, b.enabled)
                && a.preferred == b.preferred
        };
        if !same_chain(&self.ik, &before.ik) {
            let mut stood = self.clone();
            for (i, rotation) in before.rotations_in_force()?.iter().enumerate() {
                stood.hierarchy.set_rotation(NodeId(i), *rotation);
            }
            let prepared = stood.prepare()?;
            let pose = stood.fk_pose(&prepared, Pose::new(&prepared.chain), None);
            let (ee_axis, normal) = (pose.ee_axis, pose.solver_plane_normal);
            self.history.tracking = Some(TrackedPlane { ee_axis, normal });
            self.history.ccd = pose.rotations;
        }
        let prepared = self.prepare()?;
        let mut history = self.history.clone();
        self.solved_along(&prepared, prepared.goal, &mut history);
        self.history = history;
        Ok(())
    }

    /// Moves the goal to `to` (world).
    ///
    /// # Errors
    /// [`crate::Code::NotFinite`].
    pub fn move_goal(&mut self, to: DVec3) -> Result<()> {
        check_coordinates(to, || "ik.goal".into())?;
        self.edit(|rig| {
            rig.put_goal(to);
            Ok(())
        })
    }

    fn put_goal(&mut self, to: DVec3) {
        let rotations = self.hierarchy.rotations();
        let space = self.hierarchy.space(self.ik.goal.parent, &rotations);
        self.ik.goal.translation = space.point_back(to);
    }

    /// Sets the swivel angle φ, radians.
    ///
    /// # Errors
    /// [`crate::Code::NotFinite`].
    pub fn turn_swivel(&mut self, swivel: f64) -> Result<()> {
        self.edit(|rig| {
            rig.ik.swivel = swivel;
            Ok(())
        })
    }

    /// Places the sphere in another space; φ stays, so the plane may turn.
    ///
    /// # Errors
    /// None for a rig whose numbers are in range.
    pub fn choose_parent_space(&mut self, space: ParentSpace) -> Result<()> {
        self.edit(|rig| {
            rig.ik.parent_space = space;
            Ok(())
        })
    }

    /// Places the sphere in another space and sets φ so that the plane does not turn, as a
    /// solution newly assigned there would have it.
    ///
    /// # Errors
    /// None for a rig whose numbers are in range.
    pub fn hold_in_space(&mut self, space: ParentSpace) -> Result<()> {
        self.edit(|rig| {
            let pose = rig.pose_in_force(&rig.prepare()?);
            rig.ik.parent_space = space;
            let prepared = rig.prepare()?;
            let (zero, _) = zero_plane_normal(&prepared.map, &prepared.to_sphere, pose.ee_axis);
            rig.ik.swivel = measured(signed_angle(zero, pose.solver_plane_normal, pose.ee_axis));
            Ok(())
        })
    }

    /// Sets the FK rotation of a node (local, unit). A joint of the chain shows it only
    /// with IK off.
    ///
    /// # Errors
    /// [`crate::Code::NotRotation`], [`crate::Code::NotFinite`].
    pub fn rotate_node(&mut self, node: NodeId, rotation: DQuat) -> Result<()> {
        let rotation = checked_rotation(rotation, || "rotation".into())?;
        self.check_node(node, "name")?;
        self.edit(|rig| {
            rig.hierarchy.set_rotation(node, rotation);
            Ok(())
        })
    }

    /// Moves a node, a VH target say, to `to` (world); what hangs from it goes along.
    ///
    /// # Errors
    /// [`crate::Code::NotFinite`]; [`crate::Code::BadChain`] where a bone would lose its length.
    pub fn move_node(&mut self, node: NodeId, to: DVec3) -> Result<()> {
        check_coordinates(to, || "position".into())?;
        self.check_node(node, "name")?;
        self.edit(|rig| {
            let rotations = rig.rotations_in_force()?;
            let space = rig
                .hierarchy
                .space(rig.hierarchy.node(node).parent, &rotations);
            rig.hierarchy.set_translation(node, space.point_back(to));
            Ok(())
        })
    }

    /// Chooses another zero-plane map; φ stays, so the plane may turn.
    ///
    /// # Errors
    /// As [`MapKind::build`].
    pub fn choose_map(&mut self, map: MapKind) -> Result<()> {
        self.edit(|rig| {
            rig.ik.zero_plane_map = map;
            Ok(())
        })
    }

    /// Aims the solver plane at a node, or with `None` goes back to the swivel angle.
    ///
    /// # Errors
    /// [`crate::Code::Cycle`] for a node that moves with the chain.
    pub fn aim_at(&mut self, vh_target: Option<NodeId>) -> Result<()> {
        self.edit(|rig| {
            rig.ik.vh_target = vh_target;
            Ok(())
        })
    }

    /// Chooses another solver.
    ///
    /// # Errors
    /// None for a rig whose numbers are in range.
    pub fn choose_solver(&mut self, solver: SolverKind) -> Result<()> {
        self.edit(|rig| {
            rig.ik.solver = solver;
            Ok(())
        })
    }

    /// Reassigns the start joint. φ and everything else stay, so the plane may turn;
    /// joints that leave the chain keep the rotation they have.
    ///
    /// # Errors
    /// [`crate::Code::BadChain`] for a node that is not above the end,
    /// [`crate::Code::Cycle`] where the goal would move with the longer chain,
    /// [`crate::Code::StraightPose`] where the shorter chain has no plane.
    pub fn reassign_start(&mut self, start: NodeId) -> Result<()> {
        self.edit(|rig| {
            let rotations = rig.rotations_in_force()?;
            let before = rig.chain_nodes()?;
            rig.ik.start = start;
            let after = rig.chain_nodes()?;
            for node in before.iter().filter(|id| !after.contains(id)) {
                rig.hierarchy.set_rotation(*node, rotations[node.0]);
            }
            Ok(())
        })
    }

    /// Switches IK on or off. With auto-snap it snaps first (IK snap before on, FK snap
    /// before off), so that the chain does not move.
    ///
    /// # Errors
    /// As the snaps.
    pub fn switch_ik(&mut self, enabled: bool) -> Result<()> {
        if enabled == self.ik.enabled {
            return Ok(());
        }
        self.edit(|rig| {
            if rig.ik.auto_snap {
                if enabled {
                    rig.snap_ik()?
                } else {
                    rig.snap_fk()?
                }
            }
            rig.ik.enabled = enabled;
            Ok(())
        })
    }

    /// Makes the solution hold the pose in force: stores its rotations as preferred, puts
    /// the goal at the EE and sets φ. A VH target that the pose is not turned towards is
    /// let go, since φ could not hold the pose beside it. A straight pose stores its plane
    /// as `plane_normal`.
    ///
    /// # Errors
    /// [`crate::Code::SingularAtA0`] where the map has a singular point at the new `a0`.
    pub fn ik_snap(&mut self) -> Result<()> {
        self.edit(Rig::snap_ik)
    }

    fn snap_ik(&mut self) -> Result<()> {
        let prepared = self.prepare()?;
        let pose = self.pose_in_force(&prepared);
        self.put_goal_at_end(&prepared, &pose);
        self.hold(&pose)
    }

    fn put_goal_at_end(&mut self, prepared: &Prepared, pose: &Pose) {
        self.put_goal(prepared.to_world(pose.points[pose.points.len() - 1]));
    }

    /// Copies the solved angles into FK and stores them as preferred; φ is set so that the
    /// solution holds the pose. A VH target is let go where the pose stored as preferred
    /// would bend away from it. A goal nearer than the chain folds is put at the EE: the
    /// chain folds on from its preferred pose, and would move.
    ///
    /// # Errors
    /// [`crate::Code::SingularAtA0`] where the map has a singular point at the new `a0`.
    pub fn fk_snap(&mut self) -> Result<()> {
        self.edit(Rig::snap_fk)
    }

    fn snap_fk(&mut self) -> Result<()> {
        let prepared = self.prepare()?;
        let pose = self.solved_pose(&prepared, prepared.goal);
        for (id, rotation) in prepared.nodes.iter().zip(&pose.rotations) {
            self.hierarchy.set_rotation(*id, *rotation);
        }
        if pose.reach == Reach::TooNear {
            // Bent from here on, the chain could fold nearer; it is to stay.
            self.put_goal_at_end(&prepared, &pose);
        }
        self.hold(&pose)
    }

    /// Stores the rotations in force as preferred angles. The sphere moves with them, so
    /// the plane may turn.
    ///
    /// # Errors
    /// [`crate::Code::SingularAtA0`] where the map has a singular point at the new `a0`.
    pub fn set_preferred_angles(&mut self) -> Result<()> {
        self.edit(|rig| {
            let pose = rig.pose_in_force(&rig.prepare()?);
            rig.prefer(&pose)
        })
    }

    /// Writes the preferred angles to FK and turns IK off.
    ///
    /// # Errors
    /// None for a rig whose numbers are in range.
    pub fn assume_preferred_angles(&mut self) -> Result<()> {
        self.edit(|rig| {
            let nodes = rig.chain_nodes()?;
            for id in &nodes[..nodes.len() - 1] {
                let preferred = rig.ik.preferred[id.0];
                rig.hierarchy.set_rotation(*id, preferred);
            }
            rig.ik.enabled = false;
            Ok(())
        })
    }

    /// Assigns a new solution from `start` to `end`: a new chain and a new goal. Stores
    /// the rotations in force as FK and preferred, puts the goal at the EE, and sets φ so
    /// that nothing moves. Parent space, map and reference pose are taken over; a VH
    /// target is not, and the goal hangs from the world if its parent would move with
    /// the chain. A straight chain takes the plane in force as its `plane_normal`.
    ///
    /// # Errors
    /// [`crate::Code::BadChain`] where `end` is not below `start`;
    /// [`crate::Code::SingularAtA0`] where the map has a singular point at the new `a0`.
    pub fn assign(&mut self, start: NodeId, end: NodeId) -> Result<()> {
        self.edit(|rig| {
            let rotations = rig.rotations_in_force()?;
            let normal = rig.solve()?.solver_plane_normal;
            for (i, rotation) in rotations.iter().enumerate() {
                rig.hierarchy.set_rotation(NodeId(i), *rotation);
            }
            rig.ik.start = start;
            rig.ik.end = end;
            rig.ik.enabled = false;
            rig.ik.vh_target = None;
            if rig
                .ik
                .goal
                .parent
                .is_some_and(|p| rig.hierarchy.moves_with(p, start))
            {
                rig.ik.goal.parent = None;
            }
            let nodes = rig.chain_nodes()?;
            for id in &nodes {
                rig.ik.preferred[id.0] = rotations[id.0];
            }
            let space = rig
                .hierarchy
                .space(rig.hierarchy.node(start).parent, &rotations);
            let normal = rig.across_first_bone(&nodes, space.axial_back(normal));
            rig.ik.plane_normal = Some(rig.to_reference(normal, rotations[start.0]));
            let prepared = rig.prepare()?;
            let solved = rig.solved_pose(&prepared, prepared.goal);
            let pose = rig.fk_pose(&prepared, solved, Some(normal));
            rig.ik.plane_normal = None;
            rig.put_goal_at_end(&prepared, &pose);
            rig.hold(&pose)?;
            rig.ik.enabled = true;
            Ok(())
        })
    }

    /// Stores the rotations of `pose` as preferred, and where they have no plane of their
    /// own its normal as `plane_normal`.
    fn prefer(&mut self, pose: &Pose) -> Result<()> {
        let nodes = self.chain_nodes()?;
        for (id, rotation) in nodes.iter().zip(&pose.rotations) {
            self.ik.preferred[id.0] = *rotation;
        }
        let own = self.to_reference(pose.solver_plane_normal, pose.rotations[0]);
        let given = self.ik.plane_normal.replace(own);
        if !self.chain(&nodes)?.has_given_plane() {
            self.ik.plane_normal = given;
        }
        Ok(())
    }

    /// Stores `pose` as preferred and sets φ so that the solution keeps it. A VH target
    /// that the pose does not bend towards is let go.
    ///
    /// The plane is measured as that of the new preferred pose: the side of a zigzag's
    /// normal may be another than the one it was solved with.
    fn hold(&mut self, pose: &Pose) -> Result<()> {
        self.prefer(pose)?;
        let prepared = self.prepare()?;
        let (e, normal) = prepared.chain.preferred_frame();
        let (zero, _) = zero_plane_normal(&prepared.map, &prepared.to_sphere, e);
        self.ik.swivel = measured(signed_angle(zero, normal, e));
        if self.ik.vh_target.is_some() {
            let aimed = self.solved_pose(&prepared, prepared.goal);
            let turn = signed_angle(normal, aimed.solver_plane_normal, aimed.ee_axis);
            if turn.abs() > SAME_PLANE {
                self.ik.vh_target = None;
            }
        }
        Ok(())
    }

    /// The normal of a pose whose start joint has the rotation `start`, as the normal of
    /// the reference pose that it belongs to; start joint's parent space.
    fn to_reference(&self, normal: DVec3, start: DQuat) -> DVec3 {
        match self.ik.reference_pose {
            ReferencePose::Preferred => normal,
            ReferencePose::StartJointZeroed => start.inverse() * normal,
        }
    }
}
