//! The parameters of an IK chain.

use glam::{DQuat, DVec3};

use crate::chain::ReferencePose;
use crate::hierarchy::NodeId;
use crate::solver::SolverKind;
use crate::swivel::ParentSpace;
use crate::zero_plane::MapKind;

/// The IK goal: a point with a parent of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The node it is attached to; `None`: the world. Must not move with the chain.
    pub parent: Option<NodeId>,
    /// In its parent's space.
    pub translation: DVec3,
}

/// The parameters of an IK chain. What each means: `docs/model.md`.
#[derive(Clone, Debug, PartialEq)]
pub struct Ik {
    /// First joint of the chain.
    pub start: NodeId,
    /// The node whose origin is the end effector.
    pub end: NodeId,
    /// What the EE must reach.
    pub goal: Goal,
    /// Preferred rotation of every node, local, in the order of [`Hierarchy::nodes`](crate::Hierarchy::nodes);
    /// only the chain's count.
    pub preferred: Vec<DQuat>,
    /// Swivel angle φ, radians; any number of turns.
    pub swivel: f64,
    /// Where the sphere lives.
    pub parent_space: ParentSpace,
    /// Which pose gives `a0` and `n0`.
    pub reference_pose: ReferencePose,
    /// The zero-plane map.
    pub zero_plane_map: MapKind,
    /// A node the solver plane is aimed at, instead of an angle. Must not move with the chain.
    pub vh_target: Option<NodeId>,
    /// Normal of a reference pose that has no plane of its own, start joint's parent
    /// space, of any length.
    pub plane_normal: Option<DVec3>,
    /// Off: the chain obeys its FK rotations.
    pub enabled: bool,
    /// Whether switching IK on or off snaps first, so that the chain does not move.
    pub auto_snap: bool,
    /// Which solver.
    pub solver: SolverKind,
}
