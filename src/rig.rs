//! A rig: a hierarchy with one IK chain, its parameters, and its solution in the world.

mod edits;
mod flips;
mod ik;
mod pose;
mod prepared;
mod solution;
mod way;

pub use flips::{Flip, FlipWatch};
pub use ik::{Goal, Ik};
pub use prepared::Prepared;
pub use solution::{Shown, Solution, SolvedJoint, Sphere, ZeroPlane};
pub use way::Walked;

use crate::error::{Code, Error, Result};
use crate::hierarchy::{Hierarchy, NodeId, check_coordinates, checked_rotation};
use crate::math::unit;
use crate::solver::History;

/// A hierarchy and its IK chain. Every value of it is solvable: what would not be
/// is refused when it is made or edited.
///
/// Solving does not change a rig. With the history-independent solver a rig is its
/// hierarchy and its parameters and nothing else; only for the solvers it is compared with
/// do the edits also carry a [`History`] along.
#[derive(Clone, Debug, PartialEq)]
pub struct Rig {
    hierarchy: Hierarchy,
    ik: Ik,
    history: History,
}

/// More turns than this, radians, have lost the digits that an angle is made of.
const MOST_SWIVEL: f64 = 1e6 * crate::math::TURN;

impl Rig {
    /// A rig of a hierarchy and IK parameters.
    ///
    /// # Errors
    /// With the path of the parameter at fault: [`Code::BadChain`] where the end is not
    /// below the start or a bone has no length, [`Code::Cycle`] where the goal or VH target
    /// moves with the chain, [`Code::StraightPose`], [`Code::SingularAtA0`],
    /// [`Code::NotFinite`], [`Code::NotRotation`], [`Code::ZeroVector`].
    pub fn new(hierarchy: Hierarchy, mut ik: Ik) -> Result<Rig> {
        if ik.preferred.len() != hierarchy.nodes().len() {
            return Err(Error::new(
                Code::BadValue,
                "ik.preferred",
                "must hold one rotation for every node",
            ));
        }
        for (q, node) in ik.preferred.iter_mut().zip(hierarchy.nodes()) {
            *q = checked_rotation(*q, || format!("ik.preferred.{}", node.name))?;
        }
        let rig = Rig {
            hierarchy,
            ik,
            history: History::default(),
        };
        rig.check()?;
        Ok(rig)
    }

    fn check(&self) -> Result<()> {
        let ik = &self.ik;
        check_coordinates(ik.goal.translation, || "ik.goal.translation".into())?;
        if !ik.swivel.is_finite() || ik.swivel.abs() > MOST_SWIVEL {
            return Err(Error::new(
                Code::NotFinite,
                "ik.swivel_deg",
                "must be a finite number of degrees, at most a million turns",
            ));
        }
        let nodes = [
            (Some(ik.start), "ik.start"),
            (Some(ik.end), "ik.end"),
            (ik.goal.parent, "ik.goal.parent"),
            (ik.vh_target, "ik.vh_target"),
        ];
        for (node, path) in nodes {
            node.map_or(Ok(()), |node| self.check_node(node, path))?;
        }
        if let Some(normal) = ik.plane_normal {
            check_coordinates(normal, || "ik.plane_normal".into())?;
            if unit(normal).is_none() {
                return Err(Error::new(
                    Code::ZeroVector,
                    "ik.plane_normal",
                    "has no direction; give a vector across the chain, or null",
                ));
            }
        }
        let drives = |node: Option<NodeId>, path: &str| match node {
            Some(node) if self.hierarchy.moves_with(node, ik.start) => Err(Error::new(
                Code::Cycle,
                path,
                format!(
                    "{:?} moves with the chain that would follow it; name a node that is not \
                     below {:?}, or null",
                    self.hierarchy.node(node).name,
                    self.hierarchy.node(ik.start).name
                ),
            )),
            _ => Ok(()),
        };
        drives(ik.goal.parent, "ik.goal.parent")?;
        drives(ik.vh_target, "ik.vh_target")?;
        let solution = self.solve()?;
        let finite = solution
            .joints
            .iter()
            .all(|j| j.position.is_finite() && j.rotation.is_finite())
            && solution.goal.is_finite()
            && solution.solver_plane_normal.is_finite();
        if finite {
            Ok(())
        } else {
            Err(Error::new(
                Code::NotFinite,
                "nodes",
                "translations and scales multiply to numbers beyond double precision",
            ))
        }
    }

    /// Refuses a node that is not one of this rig's.
    fn check_node(&self, node: NodeId, path: &str) -> Result<()> {
        if node.0 < self.hierarchy.nodes().len() {
            return Ok(());
        }
        Err(Error::new(
            Code::UnknownNode,
            path,
            "is a node of another hierarchy",
        ))
    }

    /// The nodes.
    #[must_use]
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// The IK parameters.
    #[must_use]
    pub fn ik(&self) -> &Ik {
        &self.ik
    }

    /// Nodes from the start joint to the end.
    fn chain_nodes(&self) -> Result<Vec<NodeId>> {
        let Ik { start, end, .. } = self.ik;
        let name = |id: NodeId| &self.hierarchy.node(id).name;
        if start == end {
            return Err(Error::new(
                Code::BadChain,
                "ik.end",
                format!("{:?} is the start joint; name a node below it", name(end)),
            ));
        }
        if !self.hierarchy.moves_with(end, start) {
            return Err(Error::new(
                Code::BadChain,
                "ik.start",
                format!(
                    "{:?} is not above the end {:?}; name a node above it",
                    name(start),
                    name(end)
                ),
            ));
        }
        let mut nodes: Vec<NodeId> = self
            .hierarchy
            .ancestors(end)
            .take_while(|id| *id != start)
            .collect();
        nodes.push(start);
        nodes.reverse();
        Ok(nodes)
    }
}
