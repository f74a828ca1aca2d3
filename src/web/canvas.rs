//! Figures drawn in the browser: one [`Stage`] with the page's graphics context, and one
//! [`View`] per figure.

use glam::DVec3;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{OffscreenCanvas, WebGl2RenderingContext, WebGlContextAttributes};

use super::Rig;
use crate::view::camera::Camera;
use crate::view::gl::{self, Area, Drawer};
use crate::view::palette::Theme;
use crate::view::pick::{self, Handle};
use crate::view::picture::Idea;
use crate::view::{FieldStage, Held, Layers, Options, Scene, arrows_for, labels};

/// A figure larger than this, device pixels, is drawn smaller: contexts refuse more.
const LARGEST: f64 = 4096.0;

/// The page's one graphics context, on a canvas that no one sees: a figure is drawn into
/// its top left corner and copied from there.
#[wasm_bindgen]
pub struct Stage {
    canvas: OffscreenCanvas,
    gl: WebGl2RenderingContext,
    drawer: Drawer,
}

#[wasm_bindgen]
impl Stage {
    /// Takes the canvas's context.
    ///
    /// # Errors
    /// `no_webgl2` where there is none.
    #[wasm_bindgen(constructor)]
    pub fn new(canvas: OffscreenCanvas) -> Result<Stage, JsValue> {
        let attributes = WebGlContextAttributes::new();
        attributes.set_antialias(true);
        attributes.set_alpha(true);
        attributes.set_depth(true);
        attributes.set_stencil(false);
        let gl = canvas
            .get_context_with_context_options("webgl2", &attributes)
            .ok()
            .flatten()
            .and_then(|context| context.dyn_into::<WebGl2RenderingContext>().ok())
            .filter(|gl| !gl.is_context_lost())
            .ok_or_else(no_webgl2)?;
        let context = three_d::context::Context::from_webgl2_context(gl.clone());
        let drawer = gl::context(context)
            .and_then(Drawer::new)
            .map_err(|_| no_webgl2())?;
        Ok(Stage { canvas, gl, drawer })
    }
}

fn no_webgl2() -> JsValue {
    let error = js_sys::Error::new("this browser gives no WebGL 2 context to draw figures with");
    put(&error, "code", &"no_webgl2".into());
    put(&error, "path", &"".into());
    error.into()
}

/// How one figure is looked at, and what of it is drawn. Holds nothing of the graphics
/// context.
#[wasm_bindgen]
pub struct View {
    camera: Camera,
    options: Options,
    theme: Theme,
    former: Vec<DVec3>,
    former_opacity: f64,
    drag_plane: Option<DVec3>,
    held: Option<Held>,
    field_count: u32,
}

#[wasm_bindgen]
impl View {
    /// Looks from the azimuth about +Z from −Y and the elevation above the horizon, degrees.
    #[wasm_bindgen(constructor)]
    pub fn new(azimuth_deg: f64, elevation_deg: f64) -> View {
        let options = Options::default();
        View {
            camera: Camera::new(azimuth_deg.to_radians(), elevation_deg.to_radians()),
            field_count: options.field_count,
            options,
            theme: Theme::Light,
            former: Vec::new(),
            former_opacity: 1.0,
            drag_plane: None,
            held: None,
        }
    }

    /// Size of the figure, CSS pixels, and device pixels per CSS pixel.
    pub fn resize(&mut self, css_width: f64, css_height: f64, pixel_ratio: f64) {
        self.camera.resize(css_width, css_height, pixel_ratio);
    }

    /// Light or dark ground.
    #[wasm_bindgen(js_name = setTheme)]
    pub fn set_theme(&mut self, dark: bool) {
        self.theme = if dark { Theme::Dark } else { Theme::Light };
    }

    /// Which parts are drawn; a key that is not given is on, but `shading` and `residuals`.
    #[wasm_bindgen(js_name = setLayers)]
    pub fn set_layers(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Layers")] layers: &JsValue,
    ) {
        let given = |key: &str| get(layers, key).as_bool();
        let on = |key: &str| given(key).unwrap_or(true);
        self.options.layers = Layers {
            chain: on("chain"),
            shading: given("shading").unwrap_or(false),
            residuals: given("residuals").unwrap_or(false),
            sphere: on("sphere"),
            field: on("field"),
            solver_plane: on("solver_plane"),
            zero_plane: on("zero_plane"),
            imagined: on("imagined"),
            swivel: on("swivel"),
        };
    }

    /// What can be dragged, where the rig has it: the zeros of a map that is made from them
    /// or from a pole vector, a VH target.
    #[wasm_bindgen(js_name = setHandles)]
    pub fn set_handles(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Handle[]")] handles: &JsValue,
    ) {
        let named = |name: &JsValue| Handle::from_name(&name.as_string()?);
        self.options.handles = list(handles).iter().filter_map(named).collect();
    }

    /// The way of the goal, world: drawn where the goal is, and on the sphere as the way of
    /// the EE axis.
    #[wasm_bindgen(js_name = setTrail)]
    pub fn set_trail(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Vec3[] | undefined")] points: &JsValue,
    ) {
        self.options.trail = list(points).iter().filter_map(vector).collect();
    }

    /// Number of field arrows, up to 1000; fewer where the figure is too small for them.
    #[wasm_bindgen(js_name = setFieldCount)]
    pub fn set_field_count(&mut self, count: u32) {
        self.field_count = count;
    }

    /// Size of the labels' text, CSS pixels: so much room is kept for them.
    #[wasm_bindgen(js_name = setTextSize)]
    pub fn set_text_size(&mut self, css_pixels: f64) {
        if css_pixels.is_finite() {
            self.options.text = css_pixels.clamp(1.0, 100.0);
        }
    }

    /// How much of the default map's field is drawn: all of it, its equator (rule A), or
    /// carried from there along the meridians (rule B), up to `progress` · 90°.
    #[wasm_bindgen(js_name = setFieldStage)]
    pub fn set_field_stage(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "FieldStage")] stage: &str,
        progress: f64,
    ) {
        self.options.field_stage = match stage {
            "equator" => FieldStage::Carried(0.0),
            "meridians" => FieldStage::Carried(progress * std::f64::consts::FRAC_PI_2),
            _ => FieldStage::All,
        };
    }

    /// Lights up an idea: the others step back a little.
    #[wasm_bindgen(js_name = setLit)]
    pub fn set_lit(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Idea | undefined")] idea: Option<String>,
    ) {
        self.options.lit = idea.and_then(|name| Idea::from_name(&name));
    }

    /// World normal of the plane that handles are dragged in; none: facing the viewer.
    #[wasm_bindgen(js_name = setDragPlane)]
    pub fn set_drag_plane(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Vec3 | undefined")] normal: &JsValue,
    ) {
        self.drag_plane = vector(normal);
    }

    /// Orbits by a movement of the pointer, CSS pixels.
    pub fn orbit(&mut self, dx: f64, dy: f64) {
        self.camera.orbit(dx, dy);
    }

    /// Moves nearer by `factor` (above 1: nearer).
    pub fn zoom(&mut self, factor: f64) {
        self.camera.zoom(factor);
    }

    /// Goes back to where the view was made or last set.
    #[wasm_bindgen(js_name = resetCamera)]
    pub fn reset_camera(&mut self) {
        self.camera.reset();
    }

    /// Where it is seen from.
    #[wasm_bindgen(
        unchecked_return_type = "{ azimuth_deg: number; elevation_deg: number; distance: number }"
    )]
    pub fn camera(&self) -> JsValue {
        let (azimuth, elevation) = self.camera.angles();
        let object = Object::new();
        put(&object, "azimuth_deg", &azimuth.to_degrees().into());
        put(&object, "elevation_deg", &elevation.to_degrees().into());
        put(&object, "distance", &self.camera.distance().into());
        object.into()
    }

    /// Looks from there at once.
    #[wasm_bindgen(js_name = setCamera)]
    pub fn set_camera(&mut self, azimuth_deg: f64, elevation_deg: f64) {
        self.camera
            .set(azimuth_deg.to_radians(), elevation_deg.to_radians());
    }

    /// Aims at the rig as it is, so that all that matters fills the figure.
    pub fn frame(&mut self, rig: &Rig) {
        if let Ok(scene) = Scene::new(rig.inner()) {
            self.camera.frame(&scene.matters(&self.options));
        }
    }

    /// The same, but the eye glides there as time passes.
    #[wasm_bindgen(js_name = glideToFrame)]
    pub fn glide_to_frame(&mut self, rig: &Rig) {
        if let Ok(scene) = Scene::new(rig.inner()) {
            self.camera.glide_to_frame(&scene.matters(&self.options));
        }
    }

    /// Lets time pass; true while the camera is still moving.
    pub fn advance(&mut self, dt_ms: f64) -> bool {
        self.camera.advance(dt_ms)
    }

    /// The handle at a point of the figure, CSS pixels; `coarse` for a finger.
    #[wasm_bindgen(unchecked_return_type = "Handle | undefined")]
    pub fn pick(&self, rig: &Rig, x: f64, y: f64, coarse: bool) -> JsValue {
        let radius = if coarse { pick::COARSE } else { pick::FINE };
        Scene::new(rig.inner())
            .ok()
            .and_then(|scene| pick::pick(&self.camera, &scene.handles(&self.options), x, y, radius))
            .map_or(JsValue::UNDEFINED, |handle| handle.name().into())
    }

    /// Takes hold of a handle with the pointer at (x, y), CSS pixels.
    #[wasm_bindgen(js_name = beginDrag)]
    pub fn begin_drag(
        &mut self,
        rig: &Rig,
        #[wasm_bindgen(unchecked_param_type = "Handle")] handle: &str,
        x: f64,
        y: f64,
    ) {
        self.held = Handle::from_name(handle).and_then(|handle| {
            let scene = Scene::new(rig.inner()).ok()?;
            scene.hold(handle, &self.camera, self.drag_plane, x, y)
        });
    }

    /// Where the handle goes with the pointer at (x, y), CSS pixels: for `goal` and `axis`
    /// the goal, for `vh_target` the target, world; for `zero_p` and `zero_q` its unit
    /// direction in the map's numbers, those of `a0` and `n0`.
    ///
    /// # Errors
    /// `not_dragging` before [`View::begin_drag`].
    #[wasm_bindgen(js_name = dragTo, unchecked_return_type = "Vec3")]
    pub fn drag_to(&mut self, x: f64, y: f64) -> Result<JsValue, JsValue> {
        let held = self.held.as_mut().ok_or_else(|| {
            let error = js_sys::Error::new("nothing is dragged; call `beginDrag` first");
            put(&error, "code", &"not_dragging".into());
            put(&error, "path", &"".into());
            JsValue::from(error)
        })?;
        Ok(array(held.to(&self.camera, x, y)))
    }

    /// World position of the goal after a step of `size` world units, `right` and `up` in
    /// the picture, along the plane that handles are dragged in.
    #[wasm_bindgen(unchecked_return_type = "Vec3")]
    pub fn step(&self, rig: &Rig, right: f64, up: f64, size: f64) -> JsValue {
        let goal = self.stepped(rig, Handle::Goal, right, up, size);
        array(goal.unwrap_or(self.camera.target()))
    }

    /// What [`View::drag_to`] would give for a step of a handle, `right` and `up` in the
    /// picture: of `size` world units, or for `axis`, `zero_p` and `zero_q` of `size` degrees
    /// over the sphere. Nothing where the rig has no such handle.
    #[wasm_bindgen(js_name = stepHandle, unchecked_return_type = "Vec3 | undefined")]
    pub fn step_handle(
        &self,
        rig: &Rig,
        #[wasm_bindgen(unchecked_param_type = "Handle")] handle: &str,
        right: f64,
        up: f64,
        size: f64,
    ) -> JsValue {
        let stepped = Handle::from_name(handle).and_then(|handle| {
            let size = if handle.on_sphere() {
                size.to_radians()
            } else {
                size
            };
            self.stepped(rig, handle, right, up, size)
        });
        stepped.map_or(JsValue::UNDEFINED, array)
    }

    /// The solution before a flip, whose pose is drawn as a ghost.
    #[wasm_bindgen(js_name = setFormer)]
    pub fn set_former(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Solution | undefined")] solution: &JsValue,
    ) {
        let position = |joint: &JsValue| vector(&get(joint, "position"));
        let joints = list(&get(solution, "joints"));
        self.former = joints.iter().filter_map(position).collect();
        self.former_opacity = 1.0;
    }

    /// How much of that ghost is left, 0…1.
    #[wasm_bindgen(js_name = setFormerOpacity)]
    pub fn set_former_opacity(&mut self, opacity: f64) {
        self.former_opacity = opacity;
    }

    /// Draws the figure into the top left corner of the stage's canvas, which grows where
    /// it is too small, and tells where names stand over it. Draws nothing on a lost context,
    /// and tells nothing without an area.
    #[wasm_bindgen(unchecked_return_type = "Label[]")]
    pub fn draw(&mut self, stage: &mut Stage, rig: &Rig) -> JsValue {
        let list = Array::new();
        let size = self.camera.size();
        self.options.field_count = arrows_for(self.field_count, size);
        self.options.former = (!self.former.is_empty() && self.former_opacity > 0.0)
            .then(|| (self.former.clone(), self.former_opacity));
        let Some(scene) = Some(rig.inner())
            .filter(|_| !self.camera.is_empty())
            .and_then(|rig| Scene::new(rig).ok())
        else {
            return list.into();
        };
        if !stage.gl.is_context_lost() {
            let ratio = self.camera.pixel_ratio().min(LARGEST / size.max_element());
            let width = (size.x * ratio).round().max(1.0) as u32;
            let height = (size.y * ratio).round().max(1.0) as u32;
            if stage.canvas.width() < width {
                stage.canvas.set_width(width);
            }
            if stage.canvas.height() < height {
                stage.canvas.set_height(height);
            }
            let picture = scene.picture(&self.options);
            let area = Area {
                screen_height: stage.canvas.height(),
                width,
                height,
            };
            stage.drawer.draw(&picture, &self.camera, self.theme, area);
        }
        for label in labels::labels(&scene, &self.options, &self.camera) {
            let object = Object::new();
            put(&object, "id", &label.id.into());
            put(&object, "idea", &label.idea.into());
            if let Some(name) = &label.name {
                put(&object, "name", &name.as_str().into());
            }
            if let Some(index) = label.index {
                put(&object, "index", &index.into());
            }
            put(&object, "x", &label.x.into());
            put(&object, "y", &label.y.into());
            put(&object, "align", &label.align.name().into());
            put(&object, "visible", &label.visible.into());
            list.push(&object);
        }
        list.into()
    }

    /// Radians that the zero plane turns per radian of the EE axis, for the axis through the
    /// point of the sphere that is seen at (x, y), CSS pixels; infinite at a singular point,
    /// undefined beside the sphere.
    #[wasm_bindgen(js_name = turnRateAt)]
    pub fn turn_rate_at(&self, rig: &Rig, x: f64, y: f64) -> Option<f64> {
        let scene = Scene::new(rig.inner()).ok()?;
        scene.turn_rate_at(&self.camera, x, y)
    }

    fn stepped(&self, rig: &Rig, handle: Handle, right: f64, up: f64, size: f64) -> Option<DVec3> {
        let scene = Scene::new(rig.inner()).ok()?;
        scene.step(handle, &self.camera, self.drag_plane, right, up, size)
    }
}

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap_or(JsValue::UNDEFINED)
}

fn put(object: &JsValue, key: &str, value: &JsValue) {
    // Fails on frozen objects only, and these are new.
    let _ = Reflect::set(object, &key.into(), value);
}

/// The entries of an array; none of anything else.
fn list(value: &JsValue) -> Vec<JsValue> {
    value
        .dyn_ref::<Array>()
        .map_or_else(Vec::new, |array| array.iter().collect())
}

/// Three finite numbers.
fn vector(value: &JsValue) -> Option<DVec3> {
    let [x, y, z] = [0, 1, 2].map(|i| {
        Reflect::get_u32(value, i)
            .ok()
            .and_then(|v| v.as_f64())
            .unwrap_or(f64::NAN)
    });
    let v = DVec3::new(x, y, z);
    v.is_finite().then_some(v)
}

fn array(v: DVec3) -> JsValue {
    Array::of3(&v.x.into(), &v.y.into(), &v.z.into()).into()
}
