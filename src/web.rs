//! The binding to JavaScript: it decodes, calls and encodes, nothing more.
//!
//! Values come in as plain data and are read by the document's own reader, so that the
//! browser, Node and the command line fail with the same path and sentence; they go out
//! through serde-wasm-bindgen as plain objects.

mod canvas;
#[cfg(feature = "crank-web")]
pub mod crank;
mod error;
mod value;

use glam::DVec3;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::{Code, Error};
use crate::examples;
use crate::scene::value::At;
use crate::scene::{MapDoc, ParentSpaceDoc, RotationDoc, Scene, SolutionDoc, SolverDoc};
use crate::web::error::{JsResult, bad_argument};
use crate::{hierarchy::NodeId, math};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("web/types.d.ts");

/// Reads a value with the document's own reader; `path` names it in errors.
fn decode<T>(
    value: &JsValue,
    path: &str,
    read: impl FnOnce(&At<'_>) -> crate::Result<T>,
) -> JsResult<T> {
    let value = value::plain(value, path)?;
    Ok(read(&At::new(&value, path))?)
}

fn encode(value: &impl Serialize) -> JsResult<JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value
        .serialize(&serializer)
        .map_err(|error| bad_argument("", &error.to_string()))
}

#[derive(Serialize)]
struct FlipDoc {
    turn_deg: f64,
    goal_moved: f64,
    at: [f64; 3],
}

impl From<&crate::Flip> for FlipDoc {
    fn from(flip: &crate::Flip) -> FlipDoc {
        FlipDoc {
            turn_deg: flip.turn.to_degrees(),
            goal_moved: flip.goal_moved,
            at: flip.at.to_array(),
        }
    }
}

fn vector(value: &JsValue, path: &str) -> JsResult<DVec3> {
    decode(value, path, |at| at.numbers()).map(DVec3::from_array)
}

/// Solves a scene document.
#[wasm_bindgen(unchecked_return_type = "Solution")]
pub fn solve(#[wasm_bindgen(unchecked_param_type = "Scene")] scene: &JsValue) -> JsResult<JsValue> {
    Rig::new(scene)?.solution()
}

/// A figure by its name: its scene and how it is first looked at.
#[wasm_bindgen(unchecked_return_type = "FigureSetup")]
pub fn figure(
    #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
) -> JsResult<JsValue> {
    #[derive(Serialize)]
    struct Setup {
        scene: Scene,
        camera: Camera,
        drag_plane: Option<[f64; 3]>,
        imagined: bool,
    }
    #[derive(Serialize)]
    struct Camera {
        azimuth_deg: f64,
        elevation_deg: f64,
    }
    let name = decode(name, "figure", |at| at.text())?;
    let Some(figure) = examples::figure(&name) else {
        let known = examples::FIGURES.join(", ");
        return Err(Error::new(
            Code::BadValue,
            "figure",
            format!("no figure {name:?}; there are {known}"),
        )
        .into());
    };
    encode(&Setup {
        scene: figure.scene,
        camera: Camera {
            azimuth_deg: figure.azimuth_deg,
            elevation_deg: figure.elevation_deg,
        },
        drag_plane: figure.drag_plane,
        imagined: figure.imagined,
    })
}

/// Signed turn of the solver plane between two solutions, degrees in (−180, 180]: about
/// the later EE axis, against parallel transport from the earlier.
#[wasm_bindgen(js_name = planeTurn)]
pub fn plane_turn(
    #[wasm_bindgen(unchecked_param_type = "Solution")] before: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Solution")] after: &JsValue,
) -> JsResult<f64> {
    let read = |solution: &JsValue, of: &str, key: &str| {
        let value = js_sys::Reflect::get(solution, &key.into()).unwrap_or(JsValue::UNDEFINED);
        vector(&value, &format!("{of}.{key}"))
    };
    Ok(crate::plane_turn(
        read(before, "before", "ee_axis")?,
        read(before, "before", "solver_plane_normal")?,
        read(after, "after", "ee_axis")?,
        read(after, "after", "solver_plane_normal")?,
    )
    .to_degrees())
}

/// A rig that is edited and solved. Every edit that fails throws and changes nothing.
#[wasm_bindgen]
pub struct Rig {
    rig: crate::Rig,
    /// The document it was read from, kept so that what was not edited is written back
    /// as it was.
    source: Scene,
    /// A flip that a step of the goal began and a later one may end.
    watch: crate::FlipWatch,
}

impl Rig {
    pub(crate) fn inner(&self) -> &crate::Rig {
        &self.rig
    }

    fn node(&self, name: &JsValue, path: &str) -> JsResult<NodeId> {
        let name = decode(name, path, |at| at.text())?;
        Ok(self.rig.hierarchy().expect(&name, path)?)
    }
}

#[wasm_bindgen]
impl Rig {
    /// A rig of a scene document.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "Scene")] scene: &JsValue) -> JsResult<Rig> {
        let source = decode(scene, "", Scene::decode)?;
        Ok(Rig {
            rig: source.rig()?,
            source,
            watch: crate::FlipWatch::default(),
        })
    }

    /// A copy that goes its own way.
    #[wasm_bindgen(js_name = clone)]
    pub fn copy(&self) -> Rig {
        Rig {
            rig: self.rig.clone(),
            source: self.source.clone(),
            watch: self.watch.clone(),
        }
    }

    /// Puts the goal at `[x, y, z]`, world.
    #[wasm_bindgen(js_name = setGoal)]
    pub fn set_goal(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Vec3")] position: &JsValue,
    ) -> JsResult<()> {
        Ok(self.rig.move_goal(vector(position, "ik.goal")?)?)
    }

    /// Puts the goal at `[x, y, z]`, world, and tells the flips that ended on the straight
    /// way there; one that a step begins and a later one ends is told by the later.
    #[wasm_bindgen(js_name = moveGoal, unchecked_return_type = "Flip[]")]
    pub fn move_goal(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Vec3")] position: &JsValue,
    ) -> JsResult<JsValue> {
        let to = vector(position, "ik.goal")?;
        let flips = self.rig.watch_goal(to, &mut self.watch)?;
        self.rig.move_goal(to)?;
        let flips: Vec<FlipDoc> = flips.iter().map(FlipDoc::from).collect();
        encode(&flips)
    }

    /// Sets the swivel angle φ, degrees.
    #[wasm_bindgen(js_name = setSwivel)]
    pub fn set_swivel(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] degrees: &JsValue,
    ) -> JsResult<()> {
        let degrees = decode(degrees, "ik.swivel_deg", |at| at.number())?;
        Ok(self.rig.turn_swivel(math::radians(degrees))?)
    }

    /// Chooses the swivel parent space.
    #[wasm_bindgen(js_name = setParentSpace)]
    pub fn set_parent_space(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ParentSpace")] space: &JsValue,
    ) -> JsResult<()> {
        let space = decode(space, "ik.parent_space", ParentSpaceDoc::decode)?;
        Ok(self.rig.choose_parent_space(space.into())?)
    }

    /// Chooses the swivel parent space and sets φ so that the chain stays, as a solution
    /// newly assigned there would have it.
    #[wasm_bindgen(js_name = holdInSpace)]
    pub fn hold_in_space(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ParentSpace")] space: &JsValue,
    ) -> JsResult<()> {
        let space = decode(space, "ik.parent_space", ParentSpaceDoc::decode)?;
        Ok(self.rig.hold_in_space(space.into())?)
    }

    /// Reassigns the start joint; everything else stays.
    #[wasm_bindgen(js_name = setStartJoint)]
    pub fn set_start_joint(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
    ) -> JsResult<()> {
        let start = self.node(name, "ik.start")?;
        Ok(self.rig.reassign_start(start)?)
    }

    /// Sets a node's FK rotation, local.
    #[wasm_bindgen(js_name = setNodeRotation)]
    pub fn set_node_rotation(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Rotation")] rotation: &JsValue,
    ) -> JsResult<()> {
        let node = self.node(name, "name")?;
        let doc = decode(rotation, "rotation", RotationDoc::decode)?;
        self.rig
            .rotate_node(node, doc.read(|| "rotation".into())?)?;
        // Written as the caller wrote it, for as long as it holds.
        self.source.nodes[node.index()].rotation = Some(doc);
        Ok(())
    }

    /// Moves a node, a VH target say, to `[x, y, z]`, world.
    #[wasm_bindgen(js_name = moveNode)]
    pub fn move_node(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Vec3")] position: &JsValue,
    ) -> JsResult<()> {
        let node = self.node(name, "name")?;
        Ok(self.rig.move_node(node, vector(position, "position")?)?)
    }

    /// Chooses the zero-plane map.
    #[wasm_bindgen(js_name = setZeroPlaneMap)]
    pub fn set_zero_plane_map(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ZeroPlaneMap")] map: &JsValue,
    ) -> JsResult<()> {
        let map = decode(map, "ik.zero_plane_map", MapDoc::decode)?;
        Ok(self.rig.choose_map(map.into())?)
    }

    /// Aims the solver plane at a node; null goes back to the swivel angle.
    #[wasm_bindgen(js_name = setVhTarget)]
    pub fn set_vh_target(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string | null")] name: &JsValue,
    ) -> JsResult<()> {
        let target = if name.is_null() {
            None
        } else {
            Some(self.node(name, "ik.vh_target")?)
        };
        Ok(self.rig.aim_at(target)?)
    }

    /// Chooses the solver.
    #[wasm_bindgen(js_name = setSolver)]
    pub fn set_solver(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Solver")] solver: &JsValue,
    ) -> JsResult<()> {
        let solver = decode(solver, "ik.solver", SolverDoc::decode)?;
        Ok(self.rig.choose_solver(solver.into())?)
    }

    /// Switches IK on or off.
    #[wasm_bindgen(js_name = setEnabled)]
    pub fn set_enabled(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "boolean")] enabled: &JsValue,
    ) -> JsResult<()> {
        let enabled = decode(enabled, "ik.enabled", |at| at.boolean())?;
        Ok(self.rig.switch_ik(enabled)?)
    }

    /// Makes the solution hold the pose in force.
    #[wasm_bindgen(js_name = ikSnap)]
    pub fn ik_snap(&mut self) -> JsResult<()> {
        Ok(self.rig.ik_snap()?)
    }

    /// Copies the solved angles into FK.
    #[wasm_bindgen(js_name = fkSnap)]
    pub fn fk_snap(&mut self) -> JsResult<()> {
        Ok(self.rig.fk_snap()?)
    }

    /// Stores the rotations in force as preferred angles.
    #[wasm_bindgen(js_name = setPreferredAngles)]
    pub fn set_preferred_angles(&mut self) -> JsResult<()> {
        Ok(self.rig.set_preferred_angles()?)
    }

    /// Writes the preferred angles to FK and turns IK off.
    #[wasm_bindgen(js_name = assumePreferredAngles)]
    pub fn assume_preferred_angles(&mut self) -> JsResult<()> {
        Ok(self.rig.assume_preferred_angles()?)
    }

    /// Assigns a new solution: a new chain and a new goal; nothing moves.
    pub fn assign(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] end: &JsValue,
    ) -> JsResult<()> {
        let (start, end) = (self.node(start, "ik.start")?, self.node(end, "ik.end")?);
        Ok(self.rig.assign(start, end)?)
    }

    /// Leads a copy of the rig with its goal along `way`, world, and tells how the plane turned.
    #[wasm_bindgen(unchecked_return_type = "Walked")]
    pub fn walk(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Vec3[]")] way: &JsValue,
    ) -> JsResult<JsValue> {
        #[derive(Serialize)]
        struct WalkedDoc {
            turns_deg: Vec<f64>,
            solid_angle_deg: f64,
            flips: Vec<FlipDoc>,
        }
        let way = decode(way, "way", |at| {
            let points = at
                .list()?
                .map(|point| point.numbers().map(DVec3::from_array));
            points.collect::<crate::Result<Vec<_>>>()
        })?;
        let walked = self.rig.walk(&way)?;
        encode(&WalkedDoc {
            turns_deg: walked.turns.iter().map(|turn| turn.to_degrees()).collect(),
            solid_angle_deg: walked.solid_angle.to_degrees(),
            flips: walked.flips.iter().map(FlipDoc::from).collect(),
        })
    }

    /// The singular points of the zero-plane map, world directions from the start joint,
    /// with their indices.
    #[wasm_bindgen(js_name = singularPoints, unchecked_return_type = "SingularPoint[]")]
    pub fn singular_points(&self) -> JsResult<JsValue> {
        #[derive(Serialize)]
        struct PointDoc {
            at: [f64; 3],
            index: i32,
        }
        let points: Vec<PointDoc> = self
            .rig
            .zero_plane()?
            .singular_points()
            .iter()
            .map(|p| PointDoc {
                at: p.at.to_array(),
                index: p.index,
            })
            .collect();
        encode(&points)
    }

    /// The zero plane for the EE axis along `direction`, world.
    #[wasm_bindgen(js_name = zeroPlane, unchecked_return_type = "ZeroPlane")]
    pub fn zero_plane(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Vec3")] direction: &JsValue,
    ) -> JsResult<JsValue> {
        #[derive(Serialize)]
        struct ZeroPlaneDoc {
            normal: [f64; 3],
            turn_rate: Option<f64>,
        }
        let Some(e) = math::unit(vector(direction, "direction")?) else {
            return Err(bad_argument(
                "direction",
                "has no direction; give a vector not zero",
            ));
        };
        let plane = self.rig.zero_plane()?;
        let rate = plane.turn_rate(e);
        encode(&ZeroPlaneDoc {
            normal: plane.normal(e).to_array(),
            turn_rate: Some(rate).filter(|rate| rate.is_finite()),
        })
    }

    /// The solution at the current state.
    #[wasm_bindgen(unchecked_return_type = "Solution")]
    pub fn solution(&self) -> JsResult<JsValue> {
        encode(&SolutionDoc::new(&self.rig, &self.rig.solve()?))
    }

    /// The scene document of the current state.
    #[wasm_bindgen(unchecked_return_type = "Scene")]
    pub fn scene(&self) -> JsResult<JsValue> {
        encode(&self.source.updated(&self.rig))
    }
}
