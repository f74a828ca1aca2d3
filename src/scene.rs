//! The scene document, version 1: what is written to files and passed to JavaScript.
//!
//! Degrees, with `_deg` in the name. The only place that knows serde; the rest of the
//! library cannot be serialised, so that the format changes only here. An optional key
//! that is absent stays absent, so a document that went through a [`crate::Rig`]
//! comes back as it was.

pub mod crank;
mod decode;
mod read;
pub(crate) mod value;
mod words;
mod write;

use std::collections::BTreeMap;

use serde::Serialize;

pub use words::{ParentSpaceDoc, ReferencePoseDoc, SolverDoc};
pub use write::SolutionDoc;

/// The version of the format that this library reads and writes.
pub const VERSION: u32 = 1;

/// A key that may be absent (`None`) or null (`Some(None)`).
type Nullable<T> = Option<Option<T>>;

/// A scene: nodes and one IK chain.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// The version: 1.
    pub zeroplane: u32,
    /// In any order.
    pub nodes: Vec<NodeDoc>,
    /// The chain and its parameters.
    pub ik: IkDoc,
}

/// A node, in its parent's space.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NodeDoc {
    /// Unique.
    pub name: String,
    /// Name of the node it is attached to; absent or null: the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Nullable<String>,
    /// Absent: zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f64; 3]>,
    /// Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<RotationDoc>,
    /// `|x| = |y| = |z|`. Absent: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f64; 3]>,
}

/// A rotation as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RotationDoc {
    /// `[x, y, z, w]`, unit.
    Quaternion([f64; 4]),
    /// About the fixed parent axes X, then Y, then Z.
    Euler {
        /// Degrees.
        euler_xyz_deg: [f64; 3],
    },
    /// About an axis of any length.
    AxisAngle {
        /// Parent space.
        axis: [f64; 3],
        /// Degrees.
        angle_deg: f64,
    },
}

/// The goal, in its parent's space.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GoalDoc {
    /// Absent or null: the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Nullable<String>,
    /// In the parent's space.
    pub translation: [f64; 3],
}

/// The IK parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct IkDoc {
    /// The start joint.
    pub start: String,
    /// The node whose origin is the end effector.
    pub end: String,
    /// What the EE must reach.
    pub goal: GoalDoc,
    /// Preferred rotations by node; for a node that is not named: its rotation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preferred: Option<BTreeMap<String, RotationDoc>>,
    /// Swivel angle φ. Absent: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swivel_deg: Option<f64>,
    /// Absent: `start_joint`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_space: Option<ParentSpaceDoc>,
    /// Absent: `preferred`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_pose: Option<ReferencePoseDoc>,
    /// Absent: `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zero_plane_map: Option<MapDoc>,
    /// Absent or null: the swivel angle rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vh_target: Nullable<String>,
    /// Start joint's parent space. Absent or null: the pose has a plane of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plane_normal: Nullable<[f64; 3]>,
    /// Absent: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Absent: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_snap: Option<bool>,
    /// Absent: `hi`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<SolverDoc>,
}

/// A zero-plane map; directions in the numbers of `a0` and `n0`, of any length.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum MapDoc {
    Default {},
    PoleVector { direction: [f64; 3] },
    Zeros { p: [f64; 3], q: [f64; 3] },
    ParallelTransport {},
}
