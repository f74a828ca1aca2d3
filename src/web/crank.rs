//! The crank-slider's functions.

use wasm_bindgen::prelude::*;

use crate::scene::crank;
use crate::web::error::JsResult;
use crate::web::{decode, encode};

/// The mechanism at a crank angle.
#[wasm_bindgen(js_name = crankSlider, unchecked_return_type = "CrankSlide")]
pub fn crank_slider(
    #[wasm_bindgen(unchecked_param_type = "Crank & { angle_deg: number }")] question: &JsValue,
) -> JsResult<JsValue> {
    encode(&decode(question, "", crank::slide_at)?)
}

/// Velocity and acceleration of the slider.
#[wasm_bindgen(js_name = crankRates, unchecked_return_type = "CrankRates")]
pub fn crank_rates(
    #[wasm_bindgen(
        unchecked_param_type = "Crank & { angle_deg: number; speed_deg: number; acceleration_deg?: number }"
    )]
    question: &JsValue,
) -> JsResult<JsValue> {
    encode(&decode(question, "", crank::rates_at)?)
}

/// The two crank angles that put the slider somewhere, degrees in (−180, 180].
#[wasm_bindgen(js_name = crankAngles, unchecked_return_type = "[number, number]")]
pub fn crank_angles(
    #[wasm_bindgen(unchecked_param_type = "Crank & { slide: number }")] question: &JsValue,
) -> JsResult<JsValue> {
    encode(&decode(question, "", crank::angles_at)?)
}

/// Of the crank angles that put the slider somewhere, whole turns added, the one nearest to
/// `near_deg`, degrees.
#[wasm_bindgen(js_name = crankAngleNear)]
pub fn crank_angle_near(
    #[wasm_bindgen(unchecked_param_type = "Crank & { slide: number; near_deg: number }")]
    question: &JsValue,
) -> JsResult<f64> {
    decode(question, "", crank::angle_near_at)
}

/// What a crank-slider can do: allowed angles, slides, stroke, dead centres.
#[wasm_bindgen(js_name = crankLimits, unchecked_return_type = "CrankLimits")]
pub fn crank_limits(
    #[wasm_bindgen(unchecked_param_type = "Crank")] question: &JsValue,
) -> JsResult<JsValue> {
    encode(&decode(question, "", crank::limits_at)?)
}

/// Driven keys at given crank angles, and their error.
#[wasm_bindgen(js_name = drivenKeys, unchecked_return_type = "DrivenKeys")]
pub fn driven_keys(
    #[wasm_bindgen(
        unchecked_param_type = "Crank & { keys_deg: number[]; interpolation?: Interpolation }"
    )]
    question: &JsValue,
) -> JsResult<JsValue> {
    encode(&decode(question, "", crank::driven_keys_at)?)
}

/// The fewest even driven keys that keep to a tolerance.
#[wasm_bindgen(js_name = fewestKeys, unchecked_return_type = "DrivenKeys")]
pub fn fewest_keys(
    #[wasm_bindgen(
        unchecked_param_type = "Crank & { from_deg: number; to_deg: number; tolerance: number; interpolation?: Interpolation }"
    )]
    question: &JsValue,
) -> JsResult<JsValue> {
    encode(&decode(question, "", crank::fewest_keys_at)?)
}

/// So many driven keys where they leave the least error.
#[wasm_bindgen(js_name = bestKeys, unchecked_return_type = "DrivenKeys")]
pub fn best_keys(
    #[wasm_bindgen(
        unchecked_param_type = "Crank & { from_deg: number; to_deg: number; count: number; interpolation?: Interpolation }"
    )]
    question: &JsValue,
) -> JsResult<JsValue> {
    encode(&decode(question, "", crank::best_keys_at)?)
}

/// The exact slide as another program's expression.
#[wasm_bindgen(js_name = crankExpression)]
pub fn crank_expression(
    #[wasm_bindgen(unchecked_param_type = "Crank & { dialect: CrankDialect }")] question: &JsValue,
) -> JsResult<String> {
    decode(question, "", crank::expression_at)
}

/// The rig as a scene: main bar, secondary bar, and the goal at `slide` or, without it, where
/// the exact relation puts it.
#[wasm_bindgen(js_name = crankScene, unchecked_return_type = "Scene")]
pub fn crank_scene(
    #[wasm_bindgen(unchecked_param_type = "Crank & { angle_deg: number; slide?: number }")]
    question: &JsValue,
) -> JsResult<JsValue> {
    encode(&decode(question, "", crank::scene_at)?)
}
