//! Document → [`Rig`], with the path of whatever is wrong.

use glam::{DQuat, DVec3};

use crate::chain::ReferencePose;
use crate::error::{Code, Error, Result};
use crate::hierarchy::{
    Hierarchy, Node, NodeId, check_coordinates, checked_rotation, unknown_node,
};
use crate::math::{radians, rotation, unit};
use crate::rig::{Goal, Ik, Rig};
use crate::rigid::Scale;
use crate::scene::{MapDoc, RotationDoc, Scene, VERSION};
use crate::solver::SolverKind;
use crate::swivel::ParentSpace;
use crate::zero_plane::MapKind;

impl Scene {
    /// The document as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The rig that the document describes.
    ///
    /// # Errors
    /// As [`Rig::new`] and [`Hierarchy::new`], with the path of the value at fault.
    pub fn rig(&self) -> Result<Rig> {
        if self.zeroplane != VERSION {
            return Err(Error::new(
                Code::Version,
                "zeroplane",
                format!("version {} is not known; give {VERSION}", self.zeroplane),
            ));
        }
        let nodes = self
            .nodes
            .iter()
            .enumerate()
            .map(|(i, doc)| {
                let rotation = match &doc.rotation {
                    None => DQuat::IDENTITY,
                    Some(doc) => doc.read(|| format!("nodes[{i}].rotation"))?,
                };
                let scale = match doc.scale {
                    None => Scale::ONE,
                    Some(axes) => Scale::new(DVec3::from_array(axes)).map_err(|error| {
                        Error::new(error.code(), format!("nodes[{i}].scale"), error.message())
                    })?,
                };
                let node = Node {
                    name: doc.name.clone(),
                    parent: None,
                    translation: DVec3::from_array(doc.translation.unwrap_or_default()),
                    rotation,
                    scale,
                };
                Ok((node, doc.parent.clone().flatten()))
            })
            .collect::<Result<Vec<_>>>()?;
        let hierarchy = Hierarchy::new(nodes)?;
        let ik = self.ik(&hierarchy)?;
        Rig::new(hierarchy, ik)
    }

    fn ik(&self, hierarchy: &Hierarchy) -> Result<Ik> {
        let doc = &self.ik;
        let optional = |name: &Option<Option<String>>, path: &str| match name {
            Some(Some(name)) => hierarchy.expect(name, path).map(Some),
            _ => Ok(None),
        };
        let mut preferred = hierarchy.rotations();
        for (name, rotation) in doc.preferred.iter().flatten() {
            let path = || format!("ik.preferred.{name}");
            let NodeId(i) = hierarchy
                .find(name)
                .ok_or_else(|| unknown_node(path(), name))?;
            preferred[i] = rotation.read(path)?;
        }
        Ok(Ik {
            start: hierarchy.expect(&doc.start, "ik.start")?,
            end: hierarchy.expect(&doc.end, "ik.end")?,
            goal: Goal {
                parent: optional(&doc.goal.parent, "ik.goal.parent")?,
                translation: DVec3::from_array(doc.goal.translation),
            },
            preferred,
            swivel: radians(doc.swivel_deg.unwrap_or(0.0)),
            parent_space: doc
                .parent_space
                .map_or_else(ParentSpace::default, ParentSpace::from),
            reference_pose: doc
                .reference_pose
                .map_or_else(ReferencePose::default, ReferencePose::from),
            zero_plane_map: doc
                .zero_plane_map
                .map_or_else(MapKind::default, MapKind::from),
            vh_target: optional(&doc.vh_target, "ik.vh_target")?,
            plane_normal: doc.plane_normal.flatten().map(DVec3::from_array),
            enabled: doc.enabled.unwrap_or(true),
            auto_snap: doc.auto_snap.unwrap_or(true),
            solver: doc
                .solver
                .map_or_else(SolverKind::default, SolverKind::from),
        })
    }
}

impl RotationDoc {
    /// The rotation as a unit quaternion; `path` is where it stands.
    ///
    /// # Errors
    /// [`Code::NotFinite`]; [`Code::NotRotation`] for a quaternion whose length is not 1
    /// (to 0.001) or an axis without direction.
    pub fn read(&self, path: impl Fn() -> String) -> Result<DQuat> {
        match *self {
            RotationDoc::Quaternion(q) => checked_rotation(DQuat::from_array(q), path),
            RotationDoc::Euler { euler_xyz_deg } => {
                let angles = DVec3::from_array(euler_xyz_deg);
                check_coordinates(angles, &path)?;
                let turn = |axis: DVec3, deg: f64| rotation(axis, radians(deg));
                let [x, y, z] = euler_xyz_deg;
                Ok(turn(DVec3::Z, z) * turn(DVec3::Y, y) * turn(DVec3::X, x))
            }
            RotationDoc::AxisAngle { axis, angle_deg } => {
                let axis = DVec3::from_array(axis);
                check_coordinates(axis, || format!("{}.axis", path()))?;
                check_coordinates(DVec3::splat(angle_deg), || format!("{}.angle_deg", path()))?;
                let axis = unit(axis).ok_or_else(|| {
                    Error::new(
                        Code::NotRotation,
                        format!("{}.axis", path()),
                        "has no direction; give a vector that is not zero",
                    )
                })?;
                Ok(rotation(axis, radians(angle_deg)))
            }
        }
    }
}

impl From<MapDoc> for MapKind {
    fn from(doc: MapDoc) -> Self {
        match doc {
            MapDoc::Default {} => MapKind::Default,
            MapDoc::PoleVector { direction } => MapKind::PoleVector {
                direction: DVec3::from_array(direction),
            },
            MapDoc::Zeros { p, q } => MapKind::Zeros {
                p: DVec3::from_array(p),
                q: DVec3::from_array(q),
            },
            MapDoc::ParallelTransport {} => MapKind::ParallelTransport,
        }
    }
}
