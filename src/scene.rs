//! The scene document, version 1: what is written to files and passed to JavaScript.
//!
//! Degrees, with `_deg` in the name. The only place that knows serde; the rest of the
//! library cannot be serialised, so that the format changes only here. An optional key
//! that is absent stays absent, so a document that went through a [`crate::Rig`]
//! comes back as it was.

mod read;
#[cfg(all(feature = "web", target_arch = "wasm32"))]
pub(crate) use read::parse;
mod write;

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

pub use write::SolutionDoc;

/// The version of the format that this library reads and writes.
pub const VERSION: u32 = 1;

/// A key that may be absent (`None`) or null (`Some(None)`).
type Nullable<T> = Option<Option<T>>;

fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Nullable<T>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// A scene: nodes and one IK chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// The version: 1.
    pub zeroplane: u32,
    /// In any order.
    pub nodes: Vec<NodeDoc>,
    /// The chain and its parameters.
    pub ik: IkDoc,
}

/// A node, in its parent's space.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeDoc {
    /// Unique.
    pub name: String,
    /// Name of the node it is attached to; absent or null: the world.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub parent: Nullable<String>,
    /// Absent: zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f64; 3]>,
    /// Absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<RotationDoc>,
    /// `|x| = |y| = |z|`. Absent: 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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

impl<'de> Deserialize<'de> for RotationDoc {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RotationVisitor)
    }
}

struct RotationVisitor;

impl<'de> Visitor<'de> for RotationVisitor {
    type Value = RotationDoc;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a rotation: [x, y, z, w], {\"euler_xyz_deg\": [x, y, z]} or \
             {\"axis\": [x, y, z], \"angle_deg\": a}",
        )
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<RotationDoc, A::Error> {
        let mut q = [0.0; 4];
        for (i, component) in q.iter_mut().enumerate() {
            *component = seq
                .next_element()?
                .ok_or_else(|| de::Error::invalid_length(i, &self))?;
        }
        if seq.next_element::<IgnoredAny>()?.is_some() {
            return Err(de::Error::invalid_length(5, &self));
        }
        Ok(RotationDoc::Quaternion(q))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RotationDoc, A::Error> {
        const KEYS: &[&str] = &["euler_xyz_deg", "axis", "angle_deg"];
        let (mut euler, mut axis, mut angle) = (None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "euler_xyz_deg" => euler = Some(map.next_value()?),
                "axis" => axis = Some(map.next_value()?),
                "angle_deg" => angle = Some(map.next_value()?),
                other => return Err(de::Error::unknown_field(other, KEYS)),
            }
        }
        match (euler, axis, angle) {
            (Some(euler_xyz_deg), None, None) => Ok(RotationDoc::Euler { euler_xyz_deg }),
            (None, Some(axis), Some(angle_deg)) => Ok(RotationDoc::AxisAngle { axis, angle_deg }),
            (None, Some(_), None) => Err(de::Error::missing_field("angle_deg")),
            (None, None, Some(_)) => Err(de::Error::missing_field("axis")),
            _ => Err(de::Error::invalid_value(de::Unexpected::Map, &self)),
        }
    }
}

/// The goal, in its parent's space.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoalDoc {
    /// Absent or null: the world.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub parent: Nullable<String>,
    /// In the parent's space.
    pub translation: [f64; 3],
}

/// The IK parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IkDoc {
    /// The start joint.
    pub start: String,
    /// The node whose origin is the end effector.
    pub end: String,
    /// What the EE must reach.
    pub goal: GoalDoc,
    /// Preferred rotations by node; for a node that is not named: its rotation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preferred: Option<BTreeMap<String, RotationDoc>>,
    /// Swivel angle φ. Absent: 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swivel_deg: Option<f64>,
    /// Absent: `start_joint`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_space: Option<ParentSpaceDoc>,
    /// Absent: `preferred`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference_pose: Option<ReferencePoseDoc>,
    /// Absent: `default`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zero_plane_map: Option<MapDoc>,
    /// Absent or null: the swivel angle rules.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub vh_target: Nullable<String>,
    /// Start joint's parent space. Absent or null: the pose has a plane of its own.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub plane_normal: Nullable<[f64; 3]>,
    /// Absent: true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Absent: true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_snap: Option<bool>,
    /// Absent: `hi`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver: Option<SolverDoc>,
}

/// Swivel parent space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ParentSpaceDoc {
    StartJoint,
    IkGoal,
}

/// The pose that gives `a0` and `n0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ReferencePoseDoc {
    Preferred,
    StartJointZeroed,
}

/// A solver's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum SolverDoc {
    Hi,
    Tracking,
    Ccd,
}

/// A zero-plane map; directions in the numbers of `a0` and `n0`, of any length.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum MapDoc {
    Default {},
    PoleVector { direction: [f64; 3] },
    Zeros { p: [f64; 3], q: [f64; 3] },
    ParallelTransport {},
}
