//! [`Rig`] and [`Solution`] → document.

use glam::{DQuat, DVec3};
use serde::Serialize;
use std::collections::BTreeMap;

use crate::chain::ReferencePose;
use crate::hierarchy::NodeId;
use crate::math::{degrees, radians};
use crate::rig::{Rig, Solution};
use crate::scene::{
    IkDoc, MapDoc, NodeDoc, ParentSpaceDoc, ReferencePoseDoc, RotationDoc, Scene, SolverDoc,
    VERSION, words,
};
use crate::solver::SolverKind;
use crate::swivel::ParentSpace;
use crate::zero_plane::MapKind;

impl Scene {
    /// The document of a rig, with rotations as quaternions and every default left out.
    #[must_use]
    pub fn from_rig(rig: &Rig) -> Scene {
        let nodes = rig
            .hierarchy()
            .nodes()
            .iter()
            .map(|node| NodeDoc {
                name: node.name.clone(),
                ..NodeDoc::default()
            })
            .collect();
        Scene {
            zeroplane: VERSION,
            nodes,
            ik: IkDoc::default(),
        }
        .updated(rig)
    }

    /// This document brought up to the state of `rig`, which was read from it and edited
    /// since: what still holds stays as it was written (Euler angles as Euler angles, an
    /// absent key absent), what was edited is written anew.
    #[must_use]
    pub fn updated(&self, rig: &Rig) -> Scene {
        let hierarchy = rig.hierarchy();
        let name = |id: NodeId| hierarchy.node(id).name.clone();
        let mut scene = self.clone();
        for (doc, node) in scene.nodes.iter_mut().zip(hierarchy.nodes()) {
            keep(
                &mut doc.parent,
                |d| d.clone().flatten(),
                node.parent.map(name),
                |n| n,
            );
            keep(
                &mut doc.translation,
                |d| DVec3::from_array(d.unwrap_or_default()),
                node.translation,
                |v| v.to_array(),
            );
            keep(
                &mut doc.rotation,
                read_rotation,
                Some(node.rotation),
                write_rotation,
            );
            let axes = node.scale.axes();
            keep(
                &mut doc.scale,
                |d| DVec3::from_array(d.unwrap_or([1.0; 3])),
                axes,
                |v| v.to_array(),
            );
        }
        let (doc, ik) = (&mut scene.ik, rig.ik());
        doc.start = name(ik.start);
        doc.end = name(ik.end);
        keep(
            &mut doc.goal.parent,
            |d| d.clone().flatten(),
            ik.goal.parent.map(name),
            |n| n,
        );
        doc.goal.translation = ik.goal.translation.to_array();
        doc.preferred = preferred(doc.preferred.take(), rig);
        keep(
            &mut doc.swivel_deg,
            |d| radians(d.unwrap_or(0.0)),
            ik.swivel,
            degrees,
        );
        keep(
            &mut doc.parent_space,
            |d| d.map_or_else(ParentSpace::default, ParentSpace::from),
            ik.parent_space,
            ParentSpaceDoc::from,
        );
        keep(
            &mut doc.reference_pose,
            |d| d.map_or_else(ReferencePose::default, ReferencePose::from),
            ik.reference_pose,
            ReferencePoseDoc::from,
        );
        keep(
            &mut doc.zero_plane_map,
            |d| d.map_or_else(MapKind::default, MapKind::from),
            ik.zero_plane_map,
            MapDoc::from,
        );
        keep(
            &mut doc.vh_target,
            |d| d.clone().flatten(),
            ik.vh_target.map(name),
            |n| n,
        );
        keep(
            &mut doc.plane_normal,
            |d| d.flatten().map(DVec3::from_array),
            ik.plane_normal,
            |v| v.map(|v| v.to_array()),
        );
        keep(&mut doc.enabled, |d| d.unwrap_or(true), ik.enabled, |v| v);
        keep(
            &mut doc.auto_snap,
            |d| d.unwrap_or(true),
            ik.auto_snap,
            |v| v,
        );
        keep(
            &mut doc.solver,
            |d| d.map_or_else(SolverKind::default, SolverKind::from),
            ik.solver,
            SolverDoc::from,
        );
        scene
    }
}

/// Writes `value` over `doc` unless `doc` already reads as it.
fn keep<D, V: PartialEq>(
    doc: &mut Option<D>,
    read: impl Fn(&Option<D>) -> V,
    value: V,
    write: impl Fn(V) -> D,
) {
    if read(doc) != value {
        *doc = Some(write(value));
    }
}

fn read_rotation(doc: &Option<RotationDoc>) -> Option<DQuat> {
    match doc {
        None => Some(DQuat::IDENTITY),
        Some(doc) => doc.read(String::new).ok(),
    }
}

fn write_rotation(rotation: Option<DQuat>) -> RotationDoc {
    RotationDoc::Quaternion(rotation.unwrap_or(DQuat::IDENTITY).to_array())
}

/// The preferred rotations: those that were written and still hold, and those that are
/// not their node's rotation.
fn preferred(
    before: Option<BTreeMap<String, RotationDoc>>,
    rig: &Rig,
) -> Option<BTreeMap<String, RotationDoc>> {
    let was_there = before.is_some();
    let before = before.unwrap_or_default();
    let mut now = BTreeMap::new();
    for (node, rotation) in rig.hierarchy().nodes().iter().zip(&rig.ik().preferred) {
        let mut doc = before.get(&node.name).copied();
        if doc.is_none() && node.rotation == *rotation {
            continue;
        }
        keep(
            &mut doc,
            read_rotation_or_none,
            Some(*rotation),
            write_rotation,
        );
        if let Some(doc) = doc {
            now.insert(node.name.clone(), doc);
        }
    }
    (was_there || !now.is_empty()).then_some(now)
}

fn read_rotation_or_none(doc: &Option<RotationDoc>) -> Option<DQuat> {
    doc.and_then(|doc| doc.read(String::new).ok())
}

impl From<MapKind> for MapDoc {
    fn from(map: MapKind) -> Self {
        match map {
            MapKind::Default => MapDoc::Default {},
            MapKind::PoleVector { direction } => MapDoc::PoleVector {
                direction: direction.to_array(),
            },
            MapKind::Zeros { p, q } => MapDoc::Zeros {
                p: p.to_array(),
                q: q.to_array(),
            },
            MapKind::ParallelTransport => MapDoc::ParallelTransport {},
        }
    }
}

/// A solution as a document; every vector and position in the world's numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolutionDoc {
    /// `reached`, `too_far` or `too_near`.
    pub reach: &'static str,
    /// From the start joint to the EE.
    pub joints: Vec<JointDoc>,
    /// Position.
    pub end_effector: [f64; 3],
    /// Unit.
    pub ee_axis: [f64; 3],
    /// Unit, ⟂ `ee_axis`.
    pub zero_plane_normal: [f64; 3],
    /// Unit, ⟂ `ee_axis`.
    pub solver_plane_normal: [f64; 3],
    /// Where the zero-plane map lives.
    pub sphere: SphereDoc,
    /// Swivel angle φ.
    pub swivel_deg: f64,
    /// Whether the EE axis is on a singular point of the map; with a VH target, along that.
    pub singular: bool,
    /// The zero plane's, radians per radian; null (infinite) at a singular point.
    pub turn_rate: Option<f64>,
}

/// A solved joint.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JointDoc {
    /// The node's name.
    pub name: String,
    /// Local, `[x, y, z, w]`, unit.
    pub rotation: [f64; 4],
    /// World.
    pub position: [f64; 3],
}

/// The zero-plane sphere, world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SphereDoc {
    /// The start joint.
    pub center: [f64; 3],
    /// Normal of the equator's plane, unit.
    pub n0: [f64; 3],
    /// Zero meridian on the equator, unit.
    pub a0: [f64; 3],
    /// Of the EE axis.
    pub latitude_deg: f64,
    /// Of the EE axis.
    pub longitude_deg: f64,
}

impl SolutionDoc {
    /// The document of a solution of `rig`.
    #[must_use]
    pub fn new(rig: &Rig, solution: &Solution) -> SolutionDoc {
        let sphere = &solution.sphere;
        SolutionDoc {
            reach: words::reach(solution.reach),
            joints: solution
                .joints
                .iter()
                .map(|joint| JointDoc {
                    name: rig.hierarchy().node(joint.node).name.clone(),
                    rotation: joint.rotation.to_array(),
                    position: joint.position.to_array(),
                })
                .collect(),
            end_effector: solution.end_effector.to_array(),
            ee_axis: solution.ee_axis.to_array(),
            zero_plane_normal: solution.zero_plane_normal.to_array(),
            solver_plane_normal: solution.solver_plane_normal.to_array(),
            sphere: SphereDoc {
                center: sphere.center.to_array(),
                n0: sphere.n0.to_array(),
                a0: sphere.a0.to_array(),
                latitude_deg: degrees(sphere.latitude),
                longitude_deg: degrees(sphere.longitude),
            },
            swivel_deg: degrees(solution.swivel),
            singular: solution.singular,
            turn_rate: Some(solution.turn_rate).filter(|rate| rate.is_finite()),
        }
    }

    /// The document as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}
