//! The crank-slider as questions and answers in plain data: degrees, with `_deg` in the name.
//!
//! Every question is an object with `crank`, `rod` and, unless it is 0, `offset`, and keys of its
//! own. Unknown keys, missing keys and numbers that are not finite are errors with the path of
//! the value at fault. The functions here take JSON text; JavaScript's take the same objects.

use serde::Serialize;

use crate::crank_slider::{CrankRig, CrankSlider, Dialect, Drive, DrivenKeys, Interpolation};
use crate::error::{Code, Error, Result};
use crate::math::{degrees, radians};
use crate::scene::Scene;
use crate::scene::decode::parse;
use crate::scene::value::{At, Fields};

/// Points of the error curve that go with driven keys: enough for any plot, and every half
/// degree of half a turn.
const SAMPLES: usize = 361;

const INTERPOLATIONS: &[(&str, Interpolation)] = &[
    ("linear", Interpolation::Linear),
    ("smooth", Interpolation::Smooth),
];

const DIALECTS: &[(&str, Dialect)] = &[
    ("max", Dialect::Max),
    ("maya", Dialect::Maya),
    ("maya_nodes", Dialect::MayaNodes),
    ("blender", Dialect::Blender),
    ("houdini", Dialect::Houdini),
    ("unity", Dialect::Unity),
    ("godot", Dialect::Godot),
];

/// The mechanism at one crank angle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SlideDoc {
    /// From the foot of the crank's centre along the slide axis.
    pub slide: f64,
    /// Positive where the crank pin is above the slide axis.
    pub rod_angle_deg: f64,
    /// Length per radian; null (infinite) at a limit of what the rod reaches.
    pub d_slide: Option<f64>,
    /// Length per radian²; null (infinite) at a limit.
    pub d2_slide: Option<f64>,
}

/// How the slider moves in time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RatesDoc {
    /// Null (infinite) at a limit.
    pub velocity: Option<f64>,
    /// Null (infinite) at a limit.
    pub acceleration: Option<f64>,
}

/// What a crank-slider can do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LimitsDoc {
    /// Crank angles at which the rod reaches; one range of 360 where the crank goes round.
    pub ranges_deg: Vec<[f64; 2]>,
    /// Where the slider can stand, for each of them.
    pub slide_ranges: Vec<[f64; 2]>,
    /// How far it travels.
    pub stroke: f64,
    /// Crank angle with crank and rod in one line.
    pub outer_dead_centre_deg: f64,
    /// Crank angle with the rod folded over the crank; null where it cannot be.
    pub inner_dead_centre_deg: Option<f64>,
}

/// Driven keys and their error.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeysDoc {
    /// The keys, ascending.
    pub keys_deg: Vec<f64>,
    /// Largest |driven slide − exact slide|.
    pub max_error: f64,
    /// The crank angle where it is met.
    pub at_deg: f64,
    /// Evenly from the first key to the last.
    pub samples: Vec<SampleDoc>,
}

/// A point of the error curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SampleDoc {
    /// Crank angle.
    pub angle_deg: f64,
    /// Slide by the keys.
    pub driven: f64,
    /// Driven slide − exact slide.
    pub error: f64,
}

fn ask<T>(json: &str, answer: impl FnOnce(&At<'_>) -> Result<T>) -> Result<T> {
    answer(&At::new(&parse(json)?, ""))
}

/// The question's keys and its mechanism.
fn mechanism<'v>(at: &At<'v>, own: &[&str]) -> Result<(CrankSlider, Fields<'v>)> {
    let fields = at.fields(&[&["crank", "rod", "offset"], own].concat())?;
    let number = |key: &str| fields.need(key)?.number();
    let offset = fields.optional("offset", At::number)?.unwrap_or(0.0);
    let mechanism = CrankSlider::new(number("crank")?, number("rod")?, offset)?;
    Ok((mechanism, fields))
}

fn angle(fields: &Fields<'_>, key: &str) -> Result<f64> {
    Ok(radians(fields.need(key)?.number()?))
}

fn interpolation(fields: &Fields<'_>) -> Result<Interpolation> {
    let given = fields.optional("interpolation", |at| at.word(INTERPOLATIONS))?;
    Ok(given.unwrap_or_default())
}

fn known(value: f64) -> Option<f64> {
    Some(value).filter(|value| value.is_finite())
}

/// `{angle_deg}`: the mechanism at that angle.
///
/// # Errors
/// As [`CrankSlider::new`] and [`CrankSlider::at`]; as a document's for what is not plain.
pub fn slide(json: &str) -> Result<SlideDoc> {
    ask(json, slide_at)
}

pub(crate) fn slide_at(at: &At<'_>) -> Result<SlideDoc> {
    let (mechanism, fields) = mechanism(at, &["angle_deg"])?;
    let slide = mechanism.at(angle(&fields, "angle_deg")?)?;
    Ok(SlideDoc {
        slide: slide.slide,
        rod_angle_deg: degrees(slide.rod_angle),
        d_slide: known(slide.d_slide),
        d2_slide: known(slide.d2_slide),
    })
}

/// `{angle_deg, speed_deg, acceleration_deg = 0}`: the slider's motion in time, the crank's in
/// degrees per unit of time.
///
/// # Errors
/// As [`CrankSlider::new`] and [`CrankSlider::rates`].
pub fn rates(json: &str) -> Result<RatesDoc> {
    ask(json, rates_at)
}

pub(crate) fn rates_at(at: &At<'_>) -> Result<RatesDoc> {
    let (mechanism, fields) = mechanism(at, &["angle_deg", "speed_deg", "acceleration_deg"])?;
    let acceleration = fields.optional("acceleration_deg", At::number)?;
    let rates = mechanism.rates(
        angle(&fields, "angle_deg")?,
        angle(&fields, "speed_deg")?,
        radians(acceleration.unwrap_or(0.0)),
    )?;
    Ok(RatesDoc {
        velocity: known(rates.velocity),
        acceleration: known(rates.acceleration),
    })
}

/// `{slide}`: the two crank angles that put the slider there, as
/// [`CrankSlider::crank_angles`] orders them.
///
/// # Errors
/// As [`CrankSlider::new`] and [`CrankSlider::crank_angles`].
pub fn angles(json: &str) -> Result<[f64; 2]> {
    ask(json, angles_at)
}

pub(crate) fn angles_at(at: &At<'_>) -> Result<[f64; 2]> {
    let (mechanism, fields) = mechanism(at, &["slide"])?;
    let angles = mechanism.crank_angles(fields.need("slide")?.number()?)?;
    Ok(angles.map(degrees))
}

/// `{slide, near_deg}`: the crank angle nearest to `near_deg` that puts the slider there, whole
/// turns added.
///
/// # Errors
/// As [`CrankSlider::new`] and [`CrankSlider::crank_angle_near`].
pub fn angle_near(json: &str) -> Result<f64> {
    ask(json, angle_near_at)
}

pub(crate) fn angle_near_at(at: &At<'_>) -> Result<f64> {
    let (mechanism, fields) = mechanism(at, &["slide", "near_deg"])?;
    let slide = fields.need("slide")?.number()?;
    Ok(degrees(
        mechanism.crank_angle_near(slide, angle(&fields, "near_deg")?)?,
    ))
}

/// What the mechanism can do.
///
/// # Errors
/// As [`CrankSlider::new`].
pub fn limits(json: &str) -> Result<LimitsDoc> {
    ask(json, limits_at)
}

pub(crate) fn limits_at(at: &At<'_>) -> Result<LimitsDoc> {
    let (mechanism, _) = mechanism(at, &[])?;
    let dead = mechanism.dead_centres();
    let ranges = mechanism.allowed_ranges();
    Ok(LimitsDoc {
        ranges_deg: ranges.iter().map(|range| range.map(degrees)).collect(),
        slide_ranges: mechanism.slide_ranges(),
        stroke: mechanism.stroke(),
        outer_dead_centre_deg: degrees(dead.outer),
        inner_dead_centre_deg: dead.inner.map(degrees),
    })
}

/// `{keys_deg, interpolation = "linear"}`: driven keys at those angles and their error.
///
/// # Errors
/// As [`CrankSlider::new`] and [`DrivenKeys::new`].
pub fn driven_keys(json: &str) -> Result<KeysDoc> {
    ask(json, driven_keys_at)
}

pub(crate) fn driven_keys_at(at: &At<'_>) -> Result<KeysDoc> {
    let (mechanism, fields) = mechanism(at, &["keys_deg", "interpolation"])?;
    let keys = fields.need("keys_deg")?.list()?.map(|at| at.number());
    let keys = keys
        .map(|key| key.map(radians))
        .collect::<Result<Vec<_>>>()?;
    let keys = DrivenKeys::new(&mechanism, &keys, interpolation(&fields)?)?;
    Ok(KeysDoc::new(&keys))
}

/// `{from_deg, to_deg, tolerance, interpolation = "linear"}`: the fewest even keys that keep to
/// it.
///
/// # Errors
/// As [`CrankSlider::new`] and [`DrivenKeys::fewest`].
pub fn fewest_keys(json: &str) -> Result<KeysDoc> {
    ask(json, fewest_keys_at)
}

pub(crate) fn fewest_keys_at(at: &At<'_>) -> Result<KeysDoc> {
    let own = ["from_deg", "to_deg", "tolerance", "interpolation"];
    let (mechanism, fields) = mechanism(at, &own)?;
    let keys = DrivenKeys::fewest(
        &mechanism,
        angle(&fields, "from_deg")?,
        angle(&fields, "to_deg")?,
        fields.need("tolerance")?.number()?,
        interpolation(&fields)?,
    )?;
    Ok(KeysDoc::new(&keys))
}

/// `{from_deg, to_deg, count, interpolation = "linear"}`: that many keys where they leave the
/// least error.
///
/// # Errors
/// As [`CrankSlider::new`] and [`DrivenKeys::best`]; [`Code::BadValue`] for a count that is not
/// a whole number.
pub fn best_keys(json: &str) -> Result<KeysDoc> {
    ask(json, best_keys_at)
}

pub(crate) fn best_keys_at(at: &At<'_>) -> Result<KeysDoc> {
    let own = ["from_deg", "to_deg", "count", "interpolation"];
    let (mechanism, fields) = mechanism(at, &own)?;
    let count = fields.need("count")?;
    let number = count.number()?;
    if number < 0.0 || number.fract() != 0.0 {
        return Err(Error::new(
            Code::BadValue,
            count.path(),
            "must be a whole number from 2 on",
        ));
    }
    let keys = DrivenKeys::best(
        &mechanism,
        angle(&fields, "from_deg")?,
        angle(&fields, "to_deg")?,
        // A count beyond usize saturates and is refused as too large.
        number as usize,
        interpolation(&fields)?,
    )?;
    Ok(KeysDoc::new(&keys))
}

/// `{dialect}`: the exact slide as another program's expression.
///
/// # Errors
/// As [`CrankSlider::new`]; [`Code::BadValue`] for a dialect that is not known.
pub fn expression(json: &str) -> Result<String> {
    ask(json, expression_at)
}

pub(crate) fn expression_at(at: &At<'_>) -> Result<String> {
    let (mechanism, fields) = mechanism(at, &["dialect"])?;
    Ok(mechanism.expression(fields.need("dialect")?.word(DIALECTS)?))
}

/// `{angle_deg, slide}`: the rig as a scene document, the goal at `slide` or, without it, where
/// the exact relation puts it.
///
/// # Errors
/// As [`CrankSlider::new`], [`CrankRig::new`] and [`CrankRig::rig_at`].
pub fn scene(json: &str) -> Result<Scene> {
    ask(json, scene_at)
}

pub(crate) fn scene_at(at: &At<'_>) -> Result<Scene> {
    let (mechanism, fields) = mechanism(at, &["angle_deg", "slide"])?;
    let drive = match fields.optional("slide", At::number)? {
        Some(slide) => Drive::Nothing { slide },
        None => Drive::Exact,
    };
    let rig = CrankRig::new(&mechanism, drive)?.rig_at(angle(&fields, "angle_deg")?)?;
    Ok(Scene::from_rig(&rig))
}

impl KeysDoc {
    /// The document of driven keys.
    #[must_use]
    pub fn new(keys: &DrivenKeys) -> KeysDoc {
        let largest = keys.largest_error();
        KeysDoc {
            keys_deg: keys.keys().iter().map(|key| degrees(key.angle)).collect(),
            max_error: largest.error,
            at_deg: degrees(largest.at),
            samples: keys
                .error_curve(SAMPLES)
                .into_iter()
                .map(|(angle, error)| SampleDoc {
                    angle_deg: degrees(angle),
                    driven: keys.at(angle),
                    error,
                })
                .collect(),
        }
    }
}
