//! A solution, and what else is to be seen of a rig, in the world.

use glam::{DQuat, DVec3};

use crate::bend::Reach;
use crate::error::Result;
use crate::hierarchy::NodeId;
use crate::math::signed_angle;
use crate::rig::{Prepared, Rig};
use crate::rigid::Similarity;
use crate::solver::{IkSolver, Pose, Problem, SolverKind};
use crate::swivel::{ToSphere, latitude_longitude};
use crate::zero_plane::{AnyMap, SingularPoint, ZeroPlaneMap};

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
    /// Normal of its equator's plane, unit: the zero plane's normal all along the equator. An
    /// axial vector; north, where latitudes are positive, is on this side of the equator, or
    /// where the swivel parent space is mirrored on the other.
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
    /// Whether the solver plane is laid by a fixed choice: the EE axis is on a singular point of
    /// the map, or with a VH target, where the map is not asked, along that.
    pub singular: bool,
    /// Radians the zero plane turns per radian the EE axis travels; infinite at a singular
    /// point of the map. With a VH target too it is the zero plane's, which the solver plane
    /// does not follow then.
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

/// All that is to be seen of a rig, worked out together.
#[derive(Clone, Debug)]
pub struct Shown {
    /// As of [`Rig::solve`].
    pub solution: Solution,
    /// As of [`Rig::zero_plane`].
    pub zero_plane: ZeroPlane,
    /// As of [`Rig::imagined_pose`].
    pub imagined: Vec<DVec3>,
    /// As of [`Rig::world_transforms`].
    pub transforms: Vec<Similarity>,
}

impl Prepared {
    fn zero_plane(&self) -> ZeroPlane {
        ZeroPlane {
            map: self.map.clone(),
            to_sphere: self.to_sphere,
            start_parent: self.start_parent,
        }
    }

    fn imagined(&self) -> Vec<DVec3> {
        let center = self.to_world(DVec3::ZERO);
        let size = self.start_parent.scale.abs();
        let points = self.chain.reference_points().into_iter();
        points
            .map(|p| center + self.sphere_space.polar(p * size))
            .collect()
    }
}

impl Rig {
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

    /// The solution and everything else that a picture of the rig is made from: the same as
    /// asked for one by one, prepared and solved once.
    ///
    /// # Errors
    /// As [`Rig::new`]; none for a rig that exists.
    pub fn show(&self) -> Result<Shown> {
        let prepared = self.prepare()?;
        let pose = self.pose_in_force(&prepared);
        Ok(Shown {
            solution: self.in_world(&prepared, &pose, &prepared.map),
            zero_plane: prepared.zero_plane(),
            imagined: prepared.imagined(),
            transforms: self.transforms(&self.rotations(&prepared, &pose)),
        })
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

    /// Rotation of every node with the chain in `pose`.
    fn rotations(&self, prepared: &Prepared, pose: &Pose) -> Vec<DQuat> {
        let mut rotations = self.hierarchy.rotations();
        for (id, rotation) in prepared.nodes.iter().zip(&pose.rotations) {
            rotations[id.0] = *rotation;
        }
        rotations
    }

    /// World transform of every node under these rotations.
    fn transforms(&self, rotations: &[DQuat]) -> Vec<Similarity> {
        let transform = |i: usize| self.hierarchy.space(Some(NodeId(i)), rotations);
        (0..rotations.len()).map(transform).collect()
    }

    /// The zero-plane map placed in the world.
    ///
    /// # Errors
    /// As [`Rig::new`]; none for a rig that exists.
    pub fn zero_plane(&self) -> Result<ZeroPlane> {
        Ok(self.prepare()?.zero_plane())
    }

    /// What only the imagination sees: the chain of the reference pose as the sphere
    /// holds it, as if the start joint hung from the swivel parent space. World
    /// positions from the start joint to the EE, with the start joint where it is. In
    /// `StartJoint` space this is the reference pose in its place.
    ///
    /// # Errors
    /// As [`Rig::new`]; none for a rig that exists.
    pub fn imagined_pose(&self) -> Result<Vec<DVec3>> {
        Ok(self.prepare()?.imagined())
    }

    /// Rotation of every node as it is shown: FK, and solved for the chain's joints.
    ///
    /// # Errors
    /// As [`Rig::new`]; none for a rig that exists.
    pub fn rotations_in_force(&self) -> Result<Vec<DQuat>> {
        let prepared = self.prepare()?;
        Ok(self.rotations(&prepared, &self.pose_in_force(&prepared)))
    }

    /// World transform of every node as it is shown, in the order of
    /// [`Hierarchy::nodes`](crate::Hierarchy::nodes).
    ///
    /// # Errors
    /// As [`Rig::new`]; none for a rig that exists.
    pub fn world_transforms(&self) -> Result<Vec<Similarity>> {
        Ok(self.transforms(&self.rotations_in_force()?))
    }
}
