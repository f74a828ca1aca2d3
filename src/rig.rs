//! A rig: a hierarchy with one IK chain, its parameters, and its solution in the world.

mod edits;
mod flips;
mod way;

pub use flips::{Flip, FlipWatch};
pub use way::Walked;

use glam::{DQuat, DVec3};

use crate::bend::Reach;
use crate::chain::{CLOSED, Chain, Link, ReferencePose};
use crate::error::{Code, Error, Result};
use crate::hierarchy::{Hierarchy, NodeId, check_coordinates, checked_rotation};
use crate::math::{any_perpendicular, length, signed_angle, unit, unit_reject};
use crate::plane::solver_plane_normal;
use crate::rigid::Similarity;
use crate::solver::{Ccd, Hi, History, IkSolver, Pose, Problem, SolverKind, Tracking};
use crate::swivel::{ParentSpace, ToSphere, latitude_longitude, turn_by_swivel, zero_plane_normal};
use crate::zero_plane::{AnyMap, MapKind, SingularPoint, ZeroPlaneMap};

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
    /// Preferred rotation of every node, local, in the order of [`Hierarchy::nodes`];
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

/// A node of the solved chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolvedJoint {
    /// Which node.
    pub node: NodeId,
    /// Local rotation, unit.
    pub rotation: DQuat,
    /// World.
    pub position: DVec3,
}

/// The zero-plane sphere in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// The start joint.
    pub center: DVec3,
    /// Normal of its horizontal plane (north), unit.
    pub n0: DVec3,
    /// Direction of its zero meridian on the equator, unit, ⟂ `n0`.
    pub a0: DVec3,
    /// Latitude of the EE axis, radians.
    pub latitude: f64,
    /// Longitude of the EE axis, radians.
    pub longitude: f64,
}

/// A solution, all in the world's numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Whether the EE is on the goal. With IK off: whether the goal could be reached.
    pub reach: Reach,
    /// From the start joint to the EE.
    pub joints: Vec<SolvedJoint>,
    /// Position of the EE.
    pub end_effector: DVec3,
    /// Position of the goal.
    pub goal: DVec3,
    /// EE axis, unit.
    pub ee_axis: DVec3,
    /// Normal of the zero plane, unit, ⟂ `ee_axis`.
    pub zero_plane_normal: DVec3,
    /// Normal of the solver plane, unit, ⟂ `ee_axis`.
    pub solver_plane_normal: DVec3,
    /// The sphere of the zero-plane map.
    pub sphere: Sphere,
    /// Swivel angle, radians: the parameter as it is set; with a VH target, with IK off or
    /// with a solver that depends on history, as measured, in (−π, π].
    pub swivel: f64,
    /// Whether the EE axis is on a singular point: of the map, or along the VH target.
    pub singular: bool,
    /// Radians the zero plane turns per radian the EE axis travels; infinite at a
    /// singular point.
    pub turn_rate: f64,
}

/// The zero-plane map of a rig, placed in the world: what the sphere shows.
#[derive(Clone, Debug)]
pub struct ZeroPlane {
    map: AnyMap,
    to_sphere: ToSphere,
    start_parent: Similarity,
}

impl ZeroPlane {
    /// The world direction `e` in the map's own numbers, those of `a0` and `n0`.
    #[must_use]
    pub fn in_map(&self, e: DVec3) -> DVec3 {
        self.to_sphere.polar(self.start_parent.polar_back(e))
    }

    /// The world direction whose numbers in the map are `e`.
    #[must_use]
    pub fn in_world(&self, e: DVec3) -> DVec3 {
        self.start_parent.polar(self.to_sphere.polar_back(e))
    }

    /// Normal of the zero plane for the EE axis `e`, both world, unit.
    #[must_use]
    pub fn normal(&self, e: DVec3) -> DVec3 {
        self.start_parent
            .axial(self.to_sphere.axial_back(self.map.normal(self.in_map(e))))
    }

    /// Turn rate at the EE axis `e`, world, unit; infinite at a singular point.
    #[must_use]
    pub fn turn_rate(&self, e: DVec3) -> f64 {
        self.map.turn_rate(self.in_map(e))
    }

    /// The singular points as world directions from the start joint, with their indices.
    #[must_use]
    pub fn singular_points(&self) -> Vec<SingularPoint> {
        let points = self.map.singular_points().into_iter();
        points
            .map(|p| SingularPoint {
                at: self.in_world(p.at),
                ..p
            })
            .collect()
    }
}

/// A rig made ready to solve for one goal after another: everything but the goal.
#[derive(Clone, Debug)]
pub struct Prepared {
    nodes: Vec<NodeId>,
    chain: Chain,
    /// The space the start joint lives in, to the world.
    start_parent: Similarity,
    /// The start joint in that space.
    start_at: DVec3,
    sphere_space: Similarity,
    to_sphere: ToSphere,
    map: AnyMap,
    goal: DVec3,
    swivel: f64,
    vh_target: Option<DVec3>,
    /// How exactly the goal's distance can be known, in the start joint's parent space.
    rounding: f64,
}

/// More turns than this, radians, have lost the digits that an angle is made of.
const MOST_SWIVEL: f64 = 1e6 * crate::math::TURN;

/// Coordinates are rounded a few times on the way from a pose to its goal and back.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

impl Prepared {
    /// The chain in its preferred pose.
    #[must_use]
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    fn to_chain(&self, world: DVec3) -> DVec3 {
        self.start_parent.point_back(world) - self.start_at
    }

    fn to_world(&self, point: DVec3) -> DVec3 {
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
    fn world_turn(&self, angle: f64) -> f64 {
        angle * self.start_parent.scale.signum()
    }
}

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

    /// Everything that the solution depends on but the goal's position, worked out.
    ///
    /// # Errors
    /// As [`Rig::new`]; none for a rig that exists.
    pub fn prepare(&self) -> Result<Prepared> {
        let nodes = self.chain_nodes()?;
        let links = self.links(&nodes, |id| self.ik.preferred[id.0]);
        let chain = Chain::new(&links, self.ik.plane_normal, self.ik.reference_pose)
            .map_err(|error| self.name_link(error, &nodes))?;
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

    /// The nodes as the chain sees them, with these rotations as preferred.
    fn links(&self, nodes: &[NodeId], rotation: impl Fn(NodeId) -> DQuat) -> Vec<Link> {
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

    /// The solution at the current state; nothing else enters it.
    ///
    /// # Errors
    /// As [`Rig::new`]; none for a rig that exists.
    pub fn solve(&self) -> Result<Solution> {
        let prepared = self.prepare()?;
        let pose = self.pose_in_force(&prepared);
        Ok(self.in_world(&prepared, &pose, &prepared.map))
    }

    /// The solution that `solver` gives, with the zero-plane map it brings, or else the
    /// rig's. `memory` is the solver's own.
    ///
    /// # Errors
    /// As [`Rig::new`]; none for a rig that exists.
    pub fn solve_with<S: IkSolver>(&self, solver: &S, memory: &mut S::Memory) -> Result<Solution> {
        let prepared = self.prepare()?;
        let brought = solver.zero_plane_map(prepared.chain.a0(), prepared.chain.n0());
        let map: &dyn ZeroPlaneMap = brought.as_deref().unwrap_or(&prepared.map);
        let Problem {
            chain,
            goal,
            swivel,
            to_sphere,
            vh_target,
            ..
        } = prepared.problem(prepared.goal);
        let problem = Problem {
            chain,
            goal,
            swivel,
            map,
            to_sphere,
            vh_target,
        };
        let mut pose = Pose::new(chain);
        solver.solve(&problem, memory, &mut pose);
        Ok(self.in_world(&prepared, &pose, map))
    }

    /// The pose that is shown: solved, or with IK off that of the FK rotations.
    fn pose_in_force(&self, prepared: &Prepared) -> Pose {
        let solved = self.solved_pose(prepared, prepared.goal);
        if self.ik.enabled {
            solved
        } else {
            self.fk_pose(prepared, solved, None)
        }
    }

    /// The pose that the solver gives for the goal at `goal` (world).
    fn solved_pose(&self, prepared: &Prepared, goal: DVec3) -> Pose {
        self.solved_along(prepared, goal, &mut self.history.clone())
    }

    /// The same, writing into `history` what the solver will remember.
    fn solved_along(&self, prepared: &Prepared, goal: DVec3, history: &mut History) -> Pose {
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
    fn fk_pose(&self, prepared: &Prepared, solved: Pose, plane: Option<DVec3>) -> Pose {
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
    fn across_first_bone(&self, nodes: &[NodeId], normal: DVec3) -> DVec3 {
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

    fn in_world(&self, prepared: &Prepared, pose: &Pose, map: &dyn ZeroPlaneMap) -> Solution {
        let space = &prepared.start_parent;
        let end_rotation = self.hierarchy.node(self.ik.end).rotation;
        let rotations = pose.rotations.iter().copied().chain([end_rotation]);
        let joints: Vec<SolvedJoint> = prepared
            .nodes
            .iter()
            .zip(rotations)
            .zip(&pose.points)
            .map(|((node, rotation), point)| SolvedJoint {
                node: *node,
                rotation,
                position: prepared.to_world(*point),
            })
            .collect();
        let on_sphere = prepared.to_sphere.polar(pose.ee_axis);
        let (a0, n0) = (prepared.chain.a0(), prepared.chain.n0());
        let (latitude, longitude) = latitude_longitude(on_sphere, a0, n0);
        let by_angle = self.ik.solver == SolverKind::Hi && self.ik.vh_target.is_none();
        let swivel = if self.ik.enabled && by_angle {
            self.ik.swivel
        } else {
            signed_angle(
                pose.zero_plane_normal,
                pose.solver_plane_normal,
                pose.ee_axis,
            )
        };
        Solution {
            reach: pose.reach,
            end_effector: prepared.to_world(pose.points[pose.points.len() - 1]),
            joints,
            goal: prepared.goal,
            ee_axis: space.polar(pose.ee_axis),
            zero_plane_normal: space.axial(pose.zero_plane_normal),
            solver_plane_normal: space.axial(pose.solver_plane_normal),
            sphere: Sphere {
                center: prepared.to_world(DVec3::ZERO),
                n0: prepared.sphere_space.axial(n0),
                a0: prepared.sphere_space.polar(a0),
                latitude,
                longitude,
            },
            swivel,
            singular: pose.singular,
            turn_rate: map.turn_rate(on_sphere),
        }
    }

    /// The zero-plane map placed in the world.
    ///
    /// # Errors
    /// As [`Rig::new`]; none for a rig that exists.
    pub fn zero_plane(&self) -> Result<ZeroPlane> {
        let Prepared {
            map,
            to_sphere,
            start_parent,
            ..
        } = self.prepare()?;
        Ok(ZeroPlane {
            map,
            to_sphere,
            start_parent,
        })
    }

    /// What only the imagination sees: the chain of the reference pose as the sphere
    /// holds it, as if the start joint hung from the swivel parent space. World
    /// positions from the start joint to the EE, with the start joint where it is. In
    /// `StartJoint` space this is the reference pose in its place.
    ///
    /// # Errors
    /// As [`Rig::new`]; none for a rig that exists.
    pub fn imagined_pose(&self) -> Result<Vec<DVec3>> {
        let prepared = self.prepare()?;
        let center = prepared.to_world(DVec3::ZERO);
        let size = prepared.start_parent.scale.abs();
        Ok(prepared
            .chain
            .reference_points()
            .iter()
            .map(|p| center + prepared.sphere_space.polar(*p * size))
            .collect())
    }

    /// Rotation of every node as it is shown: FK, and solved for the chain's joints.
    ///
    /// # Errors
    /// As [`Rig::new`]; none for a rig that exists.
    pub fn rotations_in_force(&self) -> Result<Vec<DQuat>> {
        let prepared = self.prepare()?;
        let pose = self.pose_in_force(&prepared);
        let mut rotations = self.hierarchy.rotations();
        for (id, rotation) in prepared.nodes.iter().zip(&pose.rotations) {
            rotations[id.0] = *rotation;
        }
        Ok(rotations)
    }

    /// World transform of every node as it is shown, in the order of
    /// [`Hierarchy::nodes`].
    ///
    /// # Errors
    /// As [`Rig::new`]; none for a rig that exists.
    pub fn world_transforms(&self) -> Result<Vec<Similarity>> {
        let rotations = self.rotations_in_force()?;
        let transform = |i: usize| self.hierarchy.space(Some(NodeId(i)), &rotations);
        Ok((0..rotations.len()).map(transform).collect())
    }
}
