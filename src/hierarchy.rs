//! Named nodes, each below at most one other, and their transforms.

use std::collections::HashMap;

use glam::{DQuat, DVec3};

use crate::error::{Code, Error, Result};
use crate::rigid::{Scale, Similarity};

/// The most nodes a hierarchy takes: far above any character, low enough that a
/// hostile document is refused at once.
pub const MAX_NODES: usize = 4096;

/// Coordinates beyond this are refused: their squares must stay finite.
pub(crate) const MAX_COORDINATE: f64 = 1e100;

/// A node of a [`Hierarchy`], by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) usize);

impl NodeId {
    /// Place in [`Hierarchy::nodes`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0
    }
}

/// A node: its name, the node it is attached to, and its transform in that one's
/// space (in the world's without a parent).
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Unique in its hierarchy.
    pub name: String,
    /// The node it is attached to; `None`: the world.
    pub parent: Option<NodeId>,
    /// In the parent's space.
    pub translation: DVec3,
    /// In the parent's space, unit: the node's FK rotation.
    pub rotation: DQuat,
    /// Uniform, mirrored or not.
    pub scale: Scale,
}

/// Named nodes without cycles.
#[derive(Clone, Debug, PartialEq)]
pub struct Hierarchy {
    nodes: Vec<Node>,
    by_name: HashMap<String, NodeId>,
}

impl Hierarchy {
    /// Nodes as `(node without parent, name of its parent)`, in any order.
    ///
    /// # Errors
    /// With the path of the node at fault: [`Code::TooLarge`], [`Code::DuplicateName`],
    /// [`Code::UnknownNode`], [`Code::Cycle`], [`Code::NotFinite`], [`Code::NotRotation`].
    pub fn new(nodes: Vec<(Node, Option<String>)>) -> Result<Hierarchy> {
        if nodes.len() > MAX_NODES {
            return Err(Error::new(
                Code::TooLarge,
                "nodes",
                format!("{} nodes, at most {MAX_NODES} are taken", nodes.len()),
            ));
        }
        let mut by_name = HashMap::with_capacity(nodes.len());
        for (i, (node, _)) in nodes.iter().enumerate() {
            if node.name.is_empty() {
                return Err(Error::new(
                    Code::BadValue,
                    format!("nodes[{i}].name"),
                    "a node needs a name",
                ));
            }
            if let Some(NodeId(first)) = by_name.insert(node.name.clone(), NodeId(i)) {
                return Err(Error::new(
                    Code::DuplicateName,
                    format!("nodes[{i}].name"),
                    format!(
                        "nodes[{first}] is already called {:?}; rename one of them",
                        node.name
                    ),
                ));
            }
        }
        let mut list = Vec::with_capacity(nodes.len());
        for (i, (mut node, parent)) in nodes.into_iter().enumerate() {
            node.parent = match parent {
                None => None,
                Some(name) => Some(
                    *by_name
                        .get(&name)
                        .ok_or_else(|| unknown_node(format!("nodes[{i}].parent"), &name))?,
                ),
            };
            check_coordinates(node.translation, || format!("nodes[{i}].translation"))?;
            node.rotation = checked_rotation(node.rotation, || format!("nodes[{i}].rotation"))?;
            list.push(node);
        }
        let hierarchy = Hierarchy {
            nodes: list,
            by_name,
        };
        hierarchy.check_cycles()?;
        Ok(hierarchy)
    }

    fn check_cycles(&self) -> Result<()> {
        // 0: not seen, k: seen on the walk that began at node k − 1.
        let mut seen = vec![0_usize; self.nodes.len()];
        for begin in 0..self.nodes.len() {
            let mut at = Some(NodeId(begin));
            while let Some(NodeId(i)) = at {
                if seen[i] == begin + 1 {
                    return Err(Error::new(
                        Code::Cycle,
                        format!("nodes[{i}].parent"),
                        format!(
                            "{:?} is its own ancestor; give one node of this circle no parent",
                            self.nodes[i].name
                        ),
                    ));
                }
                if seen[i] != 0 {
                    break;
                }
                seen[i] = begin + 1;
                at = self.nodes[i].parent;
            }
        }
        Ok(())
    }

    /// All nodes, in the order they were given.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// One node. Ids of another hierarchy must not be given.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    pub(crate) fn set_rotation(&mut self, id: NodeId, rotation: DQuat) {
        self.nodes[id.0].rotation = rotation;
    }

    pub(crate) fn set_translation(&mut self, id: NodeId, translation: DVec3) {
        self.nodes[id.0].translation = translation;
    }

    /// The node of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<NodeId> {
        self.by_name.get(name).copied()
    }

    /// The node of that name, for a parameter at `path`.
    ///
    /// # Errors
    /// [`Code::UnknownNode`].
    pub fn expect(&self, name: &str, path: &str) -> Result<NodeId> {
        self.find(name).ok_or_else(|| unknown_node(path, name))
    }

    /// The node itself, its parent, its parent's parent, … up to the world.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |at| self.nodes[at.0].parent)
    }

    /// Whether `id` is `above` or below it: whether it moves when `above` turns or moves.
    #[must_use]
    pub fn moves_with(&self, id: NodeId, above: NodeId) -> bool {
        self.ancestors(id).any(|a| a == above)
    }

    /// Local transform of a node under the given rotation.
    pub(crate) fn local(&self, id: NodeId, rotation: DQuat) -> Similarity {
        let node = &self.nodes[id.0];
        Similarity::local(node.translation, rotation, &node.scale)
    }

    /// World transform of a node's parent space with every node at the rotation
    /// `rotations` (in the order of [`Hierarchy::nodes`]).
    pub(crate) fn space(&self, parent: Option<NodeId>, rotations: &[DQuat]) -> Similarity {
        let Some(parent) = parent else {
            return Similarity::IDENTITY;
        };
        let mut world = self.local(parent, rotations[parent.0]);
        for above in self.ancestors(parent).skip(1) {
            world = self.local(above, rotations[above.0]).then_inner(&world);
        }
        world
    }

    /// The FK rotation of every node.
    pub(crate) fn rotations(&self) -> Vec<DQuat> {
        self.nodes.iter().map(|n| n.rotation).collect()
    }
}

/// The error for a name that no node bears.
pub(crate) fn unknown_node(path: impl Into<String>, name: &str) -> Error {
    Error::new(Code::UnknownNode, path, format!("no node {name:?}"))
}

/// Refuses NaN, infinities and numbers whose squares overflow.
pub(crate) fn check_coordinates(v: DVec3, path: impl Fn() -> String) -> Result<()> {
    if !v.is_finite() {
        return Err(Error::new(
            Code::NotFinite,
            path(),
            "must be finite numbers",
        ));
    }
    if v.abs().max_element() > MAX_COORDINATE {
        return Err(Error::new(
            Code::NotFinite,
            path(),
            format!("must not exceed {MAX_COORDINATE:e} in any coordinate"),
        ));
    }
    Ok(())
}

/// How far a quaternion's length may be from 1: what is left of a unit quaternion
/// in single precision, or written with four decimals.
const UNIT_QUATERNION: f64 = 1e-3;

/// A quaternion nearer to unit length than this is taken as it is, so that what this
/// library wrote reads back to the bit.
const EXACTLY_UNIT: f64 = 1e-14;

/// A rotation as it is kept, of unit length; refuses what is none: a quaternion whose
/// length differs from 1 by more than [`UNIT_QUATERNION`].
pub(crate) fn checked_rotation(q: DQuat, path: impl Fn() -> String) -> Result<DQuat> {
    if !q.is_finite() {
        return Err(Error::new(
            Code::NotFinite,
            path(),
            "must be finite numbers",
        ));
    }
    let size = q.length_squared().sqrt();
    if (size - 1.0).abs() > UNIT_QUATERNION {
        let message = format!(
            "a quaternion of length {size} is no rotation; give [x, y, z, w] with \
             x² + y² + z² + w² = 1"
        );
        return Err(Error::new(Code::NotRotation, path(), message));
    }
    let exact = (size - 1.0).abs() <= EXACTLY_UNIT;
    Ok(if exact { q } else { q * (1.0 / size) })
}
