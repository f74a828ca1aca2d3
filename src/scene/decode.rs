//! Plain data → the document's types.

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, Error as _};

use crate::error::{Code, Error, Result};
use crate::hierarchy::MAX_NODES;
use crate::scene::value::{At, Value};
use crate::scene::{
    GoalDoc, IkDoc, MapDoc, NodeDoc, ParentSpaceDoc, ReferencePoseDoc, RotationDoc, Scene,
    SolverDoc, VERSION,
};

impl Scene {
    /// Reads a document from JSON text.
    ///
    /// # Errors
    /// [`Code::Syntax`], [`Code::Version`], [`Code::UnknownKey`], [`Code::Type`],
    /// [`Code::BadValue`], [`Code::NotFinite`] or [`Code::TooLarge`], with the path of the
    /// value at fault.
    pub fn from_json(json: &str) -> Result<Scene> {
        Scene::decode(&At::new(&parse(json)?, ""))
    }

    pub(crate) fn decode(at: &At<'_>) -> Result<Scene> {
        // The version first: a newer document is not full of unknown keys, it is newer.
        let version = at.entries()?.find(|(key, _)| *key == "zeroplane");
        let version = version.map(|(_, at)| at.number()).transpose()?;
        if version.is_some_and(|version| version != f64::from(VERSION)) {
            let version = version.unwrap_or_default();
            let message = format!("version {version} is not known; this library reads {VERSION}");
            return Err(Error::new(Code::Version, "zeroplane", message));
        }
        let fields = at.fields(&["zeroplane", "nodes", "ik"])?;
        fields.need("zeroplane")?;
        let nodes = fields.need("nodes")?.list()?;
        if nodes.len() > MAX_NODES {
            let message = format!("{} nodes, at most {MAX_NODES} are taken", nodes.len());
            return Err(Error::new(Code::TooLarge, "nodes", message));
        }
        Ok(Scene {
            zeroplane: VERSION,
            nodes: nodes
                .map(|at| NodeDoc::decode(&at))
                .collect::<Result<_>>()?,
            ik: IkDoc::decode(&fields.need("ik")?)?,
        })
    }
}

/// JSON text as plain data.
pub(super) fn parse(json: &str) -> Result<Value> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let value: Value = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| syntax_error(error.inner(), &error.path().to_string()))?;
    deserializer
        .end()
        .map_err(|error| syntax_error(&error, ""))?;
    Ok(value)
}

fn syntax_error(error: &serde_json::Error, path: &str) -> Error {
    if error.to_string().starts_with("number out of range") {
        return Error::new(Code::NotFinite, path, "must be a finite number");
    }
    Error::new(Code::Syntax, "", format!("not JSON: {error}"))
}

impl<'de> Deserialize<'de> for Scene {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Scene::decode(&At::new(&value, "")).map_err(D::Error::custom)
    }
}

impl NodeDoc {
    fn decode(at: &At<'_>) -> Result<NodeDoc> {
        let fields = at.fields(&["name", "parent", "translation", "rotation", "scale"])?;
        Ok(NodeDoc {
            name: fields.need("name")?.text()?,
            parent: fields.nullable("parent", At::text)?,
            translation: fields.optional("translation", At::numbers)?,
            rotation: fields.optional("rotation", RotationDoc::decode)?,
            scale: fields.optional("scale", At::numbers)?,
        })
    }
}

impl IkDoc {
    fn decode(at: &At<'_>) -> Result<IkDoc> {
        let fields = at.fields(&[
            "start",
            "end",
            "goal",
            "preferred",
            "swivel_deg",
            "parent_space",
            "reference_pose",
            "zero_plane_map",
            "vh_target",
            "plane_normal",
            "enabled",
            "auto_snap",
            "solver",
        ])?;
        Ok(IkDoc {
            start: fields.need("start")?.text()?,
            end: fields.need("end")?.text()?,
            goal: GoalDoc::decode(&fields.need("goal")?)?,
            preferred: fields.optional("preferred", preferred)?,
            swivel_deg: fields.optional("swivel_deg", At::number)?,
            parent_space: fields.optional("parent_space", ParentSpaceDoc::decode)?,
            reference_pose: fields.optional("reference_pose", ReferencePoseDoc::decode)?,
            zero_plane_map: fields.optional("zero_plane_map", MapDoc::decode)?,
            vh_target: fields.nullable("vh_target", At::text)?,
            plane_normal: fields.nullable("plane_normal", At::numbers)?,
            enabled: fields.optional("enabled", At::boolean)?,
            auto_snap: fields.optional("auto_snap", At::boolean)?,
            solver: fields.optional("solver", SolverDoc::decode)?,
        })
    }
}

fn preferred(at: &At<'_>) -> Result<BTreeMap<String, RotationDoc>> {
    let mut rotations = BTreeMap::new();
    for (name, at) in at.entries()? {
        if rotations
            .insert(name.to_owned(), RotationDoc::decode(&at)?)
            .is_some()
        {
            return Err(Error::new(
                Code::Type,
                at.path(),
                "stands twice; give it once",
            ));
        }
    }
    Ok(rotations)
}

impl GoalDoc {
    fn decode(at: &At<'_>) -> Result<GoalDoc> {
        let fields = at.fields(&["parent", "translation"])?;
        Ok(GoalDoc {
            parent: fields.nullable("parent", At::text)?,
            translation: fields.need("translation")?.numbers()?,
        })
    }
}

impl RotationDoc {
    pub(crate) fn decode(at: &At<'_>) -> Result<RotationDoc> {
        if at.is_list() {
            return at.numbers().map(RotationDoc::Quaternion);
        }
        let what = "a rotation: [x, y, z, w], {\"euler_xyz_deg\": [x, y, z]} or \
                    {\"axis\": [x, y, z], \"angle_deg\": a}";
        let fields = at
            .fields(&["euler_xyz_deg", "axis", "angle_deg"])
            .map_err(|error| {
                if error.code() == Code::UnknownKey {
                    error
                } else {
                    at.expected(what)
                }
            })?;
        match fields.get("euler_xyz_deg") {
            Some(euler) if fields.get("axis").is_none() && fields.get("angle_deg").is_none() => {
                Ok(RotationDoc::Euler {
                    euler_xyz_deg: euler.numbers()?,
                })
            }
            None => Ok(RotationDoc::AxisAngle {
                axis: fields.need("axis")?.numbers()?,
                angle_deg: fields.need("angle_deg")?.number()?,
            }),
            Some(_) => Err(Error::new(
                Code::Type,
                at.path(),
                "holds two rotations; give `euler_xyz_deg` or `axis` and `angle_deg`",
            )),
        }
    }
}

impl MapDoc {
    pub(crate) fn decode(at: &At<'_>) -> Result<MapDoc> {
        #[derive(Clone, Copy)]
        enum Kind {
            Default,
            PoleVector,
            Zeros,
            ParallelTransport,
        }
        let kinds = [
            ("default", Kind::Default),
            ("pole_vector", Kind::PoleVector),
            ("zeros", Kind::Zeros),
            ("parallel_transport", Kind::ParallelTransport),
        ];
        let kind = at.entries()?.find(|(key, _)| *key == "kind");
        let Some((_, kind)) = kind else {
            return Err(Error::new(Code::Type, at.path(), "missing key `kind`"));
        };
        match kind.word(&kinds)? {
            Kind::Default => at.fields(&["kind"]).map(|_| MapDoc::Default {}),
            Kind::ParallelTransport => at.fields(&["kind"]).map(|_| MapDoc::ParallelTransport {}),
            Kind::PoleVector => {
                let fields = at.fields(&["kind", "direction"])?;
                Ok(MapDoc::PoleVector {
                    direction: fields.need("direction")?.numbers()?,
                })
            }
            Kind::Zeros => {
                let fields = at.fields(&["kind", "p", "q"])?;
                let (p, q) = (fields.need("p")?.numbers()?, fields.need("q")?.numbers()?);
                Ok(MapDoc::Zeros { p, q })
            }
        }
    }
}
