//! A rig made ready to solve: its chain, its map and its spaces, worked out once.

use glam::{DQuat, DVec3};

use crate::chain::{Chain, Link};
use crate::error::{Code, Error, Result};
use crate::hierarchy::NodeId;
use crate::math::length;
use crate::rig::Rig;
use crate::rigid::Similarity;
use crate::solver::Problem;
use crate::swivel::{ParentSpace, ToSphere};
use crate::zero_plane::AnyMap;

/// A rig made ready to solve for one goal after another: everything but the goal.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(super) nodes: Vec<NodeId>,
    pub(super) chain: Chain,
    /// The space the start joint lives in, to the world.
    pub(super) start_parent: Similarity,
    /// The start joint in that space.
    start_at: DVec3,
    pub(super) sphere_space: Similarity,
    pub(super) to_sphere: ToSphere,
    pub(super) map: AnyMap,
    pub(super) goal: DVec3,
    swivel: f64,
    vh_target: Option<DVec3>,
    /// How exactly the goal's distance can be known, in the start joint's parent space.
    rounding: f64,
}

/// Coordinates are rounded a few times on the way from a pose to its goal and back.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

impl Prepared {
    /// The chain in its preferred pose.
    #[must_use]
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    pub(super) fn to_chain(&self, world: DVec3) -> DVec3 {
        self.start_parent.point_back(world) - self.start_at
    }

    pub(super) fn to_world(&self, point: DVec3) -> DVec3 {
        self.start_parent.point(self.start_at + point)
    }

    /// The goal as the chain sees it. Far from the origin a preferred pose's own goal comes
    /// back with a distance a little off, and where the reach has a turning point that
    /// would be another pose: what the coordinates cannot tell apart is taken as one.
    fn goal_to_chain(&self, goal: DVec3) -> DVec3 {
        let goal = self.to_chain(goal);
        let (distance, own) = (length(goal), self.chain.preferred_reach());
        if distance > 0.0 && (distance - own).abs() <= self.rounding {
            goal * (own / distance)
        } else {
            goal
        }
    }

    /// The problem of reaching `goal` (world, finite): what a solver is given.
    ///
    /// ```
    /// use zeroplane::{DVec3, Hi, IkSolver, Pose, examples};
    ///
    /// let rig = examples::figure("example-1").expect("known").scene.rig()?;
    /// let prepared = rig.prepare()?;
    /// let mut pose = Pose::new(prepared.chain());
    /// for x in [1.2, 1.4, 1.6] {
    ///     // Nothing is allocated here.
    ///     Hi.solve(&prepared.problem(DVec3::new(x, 0.0, 0.4)), &mut (), &mut pose);
    ///     assert!((pose.ee_axis.length() - 1.0).abs() < 1e-15);
    /// }
    /// # Ok::<(), zeroplane::Error>(())
    /// ```
    #[must_use]
    pub fn problem(&self, goal: DVec3) -> Problem<'_> {
        Problem {
            chain: &self.chain,
            goal: self.goal_to_chain(goal),
            swivel: self.swivel,
            map: &self.map,
            to_sphere: self.to_sphere,
            vh_target: self.vh_target.map(|t| self.to_chain(t)),
        }
    }

    /// A turn or a solid angle of the start joint's parent space, seen in the world: through
    /// a mirror it runs the other way.
    pub(super) fn world_turn(&self, angle: f64) -> f64 {
        angle * self.start_parent.scale.signum()
    }
}

impl Rig {
    /// Everything that the solution depends on but the goal's position, worked out.
    ///
    /// # Errors
    /// As [`Rig::new`]; none for a rig that exists.
    pub fn prepare(&self) -> Result<Prepared> {
        let nodes = self.chain_nodes()?;
        let chain = self.chain(&nodes)?;
        let rotations = self.hierarchy.rotations();
        let start = self.hierarchy.node(self.ik.start);
        let start_parent = self.hierarchy.space(start.parent, &rotations);
        let goal_space = self.hierarchy.space(self.ik.goal.parent, &rotations);
        if !start_parent.is_finite() || !goal_space.is_finite() {
            return Err(Error::new(
                Code::NotFinite,
                "nodes",
                "translations and scales multiply to numbers beyond double precision",
            ));
        }
        let (sphere_space, to_sphere) = match self.ik.parent_space {
            ParentSpace::StartJoint => (start_parent, ToSphere::SAME),
            ParentSpace::IkGoal => (goal_space, ToSphere::between(&start_parent, &goal_space)),
        };
        let map = self.ik.zero_plane_map.build(chain.a0(), chain.n0())?;
        let vh_target = self
            .ik
            .vh_target
            .map(|id| self.hierarchy.space(Some(id), &rotations).translation);
        let far = length(start_parent.translation) + length(goal_space.translation);
        let rounding = ROUNDING * (far / start_parent.scale.abs() + length(start.translation));
        Ok(Prepared {
            swivel: self.ik.swivel,
            rounding,
            nodes,
            chain,
            start_parent,
            start_at: start.translation,
            sphere_space,
            to_sphere,
            map,
            goal: goal_space.point(self.ik.goal.translation),
            vh_target,
        })
    }

    /// The chain in its preferred pose.
    pub(super) fn chain(&self, nodes: &[NodeId]) -> Result<Chain> {
        let links = self.links(nodes, |id| self.ik.preferred[id.0]);
        Chain::new(&links, self.ik.plane_normal, self.ik.reference_pose)
            .map_err(|error| self.name_link(error, nodes))
    }

    /// The nodes as the chain sees them, with these rotations as preferred.
    pub(super) fn links(&self, nodes: &[NodeId], rotation: impl Fn(NodeId) -> DQuat) -> Vec<Link> {
        nodes
            .iter()
            .map(|id| {
                let node = self.hierarchy.node(*id);
                Link {
                    translation: node.translation,
                    preferred: rotation(*id),
                    scale: node.scale,
                }
            })
            .collect()
    }

    /// Names the node of a chain error in the document's terms.
    fn name_link(&self, error: Error, nodes: &[NodeId]) -> Error {
        let link = error
            .path()
            .strip_prefix("chain[")
            .and_then(|rest| rest.strip_suffix(']'))
            .and_then(|i| nodes.get(i.parse::<usize>().ok()?));
        match link {
            Some(id) => Error::new(
                error.code(),
                format!("nodes[{}].translation", id.0),
                format!("{} ({:?})", error.message(), self.hierarchy.node(*id).name),
            ),
            None => error,
        }
    }
}
