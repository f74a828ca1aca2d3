//! A rig and its solution as a picture.
//!
//! `Rig` + [`Options`] → [`Scene`] (what is solved, with its measures) → [`Picture`]
//! (a draw list, plain data) → `gl` (the only part that knows a graphics context).
//! Nothing here knows the scene document or the page.

pub mod camera;
mod compose;
mod convert;
pub mod gl;
mod held;
pub mod labels;
pub mod palette;
pub mod pick;
pub mod picture;

pub use held::Held;

use glam::{DVec2, DVec3};

use crate::error::Result;
use crate::math::{length, unit};
use crate::rig::{Rig, Shown, Solution, ZeroPlane};
use crate::rigid::Similarity;
use crate::swivel::ParentSpace;
use crate::zero_plane::MapKind;
use camera::{Camera, Matter};
use compose::size;
use pick::Handle;
use picture::{Idea, Picture};

/// Radius of the sphere, in lengths of the chain: small enough that the chain, and not the
/// sphere, fills the figure, and that the EE of a natural pose is outside.
const SPHERE: f64 = 0.5;
/// Poses whose joints are nearer than this, in lengths of the chain, look the same.
const SAME_POSE: f64 = 0.01;
/// A goal or VH target farther than this from the start joint, in lengths of the chain,
/// is shown (and taken hold of) at this distance.
const FARTHEST_HANDLE: f64 = 12.0;

/// The most field arrows.
const FIELD_MOST: u32 = 1000;
/// Of a figure's shorter side there are at least so many CSS pixels for each arrow in a row
/// across it: with more arrows none could be told from its neighbours.
const FIELD_ROOM: f64 = 13.0;
/// Size of the labels' text, CSS pixels, if nothing else is said.
const TEXT: f64 = 13.0;

/// Which parts are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Layers {
    /// The chain, what it hangs from and stands beside, the planes, the solver plane's
    /// normal, the swivel angle. Without it the sphere fills the figure, with the point
    /// where the EE axis pierces it and the zero plane's normal there.
    pub chain: bool,
    /// The sphere, its equator and zero meridian, `a0`, `n0`, its singular points.
    pub sphere: bool,
    /// The unit tangents of the zero-plane map.
    pub field: bool,
    /// The solver plane and its normal.
    pub solver_plane: bool,
    /// The zero plane and its normal.
    pub zero_plane: bool,
    /// The chain of the reference pose as the sphere's space holds it.
    pub imagined: bool,
    /// The arc of the swivel angle.
    pub swivel: bool,
    /// The turn rate, painted on the sphere ([`palette::shade`]).
    pub shading: bool,
    /// From each inner joint the perpendicular to the solver plane, where the chain is not
    /// planar.
    pub residuals: bool,
}

impl Default for Layers {
    fn default() -> Self {
        Layers {
            chain: true,
            sphere: true,
            field: true,
            solver_plane: true,
            zero_plane: true,
            imagined: true,
            swivel: true,
            shading: false,
            residuals: false,
        }
    }
}

/// How much of the field is drawn: the default map is made in two steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum FieldStage {
    /// All of it.
    #[default]
    All,
    /// Rule A: on the equator the normal of the preferred plane. Rule B: from there it is
    /// carried along the meridians, up to this latitude, radians. All of it for any other
    /// map than the default.
    Carried(f64),
}

/// How the picture is composed.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Which parts are drawn.
    pub layers: Layers,
    /// What can be dragged, where the rig has it.
    pub handles: Vec<Handle>,
    /// Number of field arrows, as far as there is room for them ([`arrows_for`]).
    pub field_count: u32,
    /// How much of the field is drawn.
    pub field_stage: FieldStage,
    /// The way of the goal, world.
    pub trail: Vec<DVec3>,
    /// The idea pointed at; the others step back.
    pub lit: Option<Idea>,
    /// The pose before a flip (world, from the start joint to the EE) and its opacity.
    pub former: Option<(Vec<DVec3>, f64)>,
    /// Size of the labels' text, CSS pixels.
    pub text: f64,
}

/// As many of `count` field arrows as a figure of that size, CSS pixels, has room for.
#[must_use]
pub fn arrows_for(count: u32, size: DVec2) -> u32 {
    let across = size.min_element() / FIELD_ROOM;
    count.min(FIELD_MOST).min((across * across) as u32)
}

impl Default for Options {
    fn default() -> Self {
        Options {
            layers: Layers::default(),
            handles: vec![Handle::Goal, Handle::VhTarget],
            field_count: 280,
            field_stage: FieldStage::All,
            trail: Vec::new(),
            lit: None,
            former: None,
            text: TEXT,
        }
    }
}

impl Options {
    /// The layers, without those that only a chain has where it is not drawn.
    fn layers(&self) -> Layers {
        let chain = self.layers.chain;
        Layers {
            solver_plane: self.layers.solver_plane && chain,
            imagined: self.layers.imagined && chain,
            swivel: self.layers.swivel && chain,
            residuals: self.layers.residuals && chain,
            ..self.layers
        }
    }

    /// Whether the goal is shown: beside its chain, or where it can be dragged.
    fn shows_goal(&self) -> bool {
        self.layers.chain || self.handles.contains(&Handle::Goal)
    }
}

/// A rig solved, with all that its picture, its labels and its handles are made from.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    rig: &'a Rig,
    solution: Solution,
    zero_plane: ZeroPlane,
    imagined: Vec<DVec3>,
    transforms: Vec<Similarity>,
    /// Length of the chain as posed: the measure of everything drawn.
    length: f64,
}

impl<'a> Scene<'a> {
    /// Solves `rig` as it is.
    ///
    /// # Errors
    /// As [`Rig::solve`]; none for a rig that exists.
    pub fn new(rig: &'a Rig) -> Result<Scene<'a>> {
        let Shown {
            solution,
            zero_plane,
            imagined,
            transforms,
        } = rig.show()?;
        let length = solution
            .joints
            .windows(2)
            .map(|pair| length(pair[1].position - pair[0].position))
            .sum::<f64>()
            .max(f64::MIN_POSITIVE);
        Ok(Scene {
            rig,
            zero_plane,
            imagined,
            transforms,
            solution,
            length,
        })
    }

    /// The turn rate for the EE axis through the point of the sphere that is seen at (x, y),
    /// CSS pixels; infinite at a singular point. `None` beside the sphere.
    #[must_use]
    pub fn turn_rate_at(&self, camera: &Camera, x: f64, y: f64) -> Option<f64> {
        let e = pick::seen_on_sphere(camera, self.start(), self.sphere_radius(), x, y)?;
        Some(self.zero_plane.turn_rate(e))
    }

    /// The solution.
    #[must_use]
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The draw list.
    #[must_use]
    pub fn picture(&self, options: &Options) -> Picture {
        compose::picture(self, options)
    }

    /// What can be dragged, and where it is shown.
    #[must_use]
    pub fn handles(&self, options: &Options) -> Vec<(Handle, DVec3)> {
        let handles = options.handles.iter();
        handles
            .filter_map(|handle| Some((*handle, self.handle(*handle)?)))
            .collect()
    }

    /// Where a handle is shown; `None` where the rig has none such.
    #[must_use]
    pub fn handle(&self, handle: Handle) -> Option<DVec3> {
        let on_sphere = |e: DVec3| self.start() + e * self.sphere_radius();
        match handle {
            Handle::Goal => Some(self.shown(self.solution.goal)),
            Handle::Axis => Some(self.pierced()),
            Handle::ZeroP => self.zeros().map(|(p, _)| on_sphere(p)),
            Handle::ZeroQ => self.zeros().map(|(_, q)| on_sphere(q)),
            Handle::VhTarget => {
                let target = self.rig.ik().vh_target?;
                Some(self.shown(self.at(target.index())))
            }
        }
    }

    /// The zeros that the map is made from, world directions from the start joint.
    fn zeros(&self) -> Option<(DVec3, DVec3)> {
        let (p, q) = match self.rig.ik().zero_plane_map {
            MapKind::Zeros { p, q } => (p, q),
            MapKind::PoleVector { direction } => (direction, -direction),
            MapKind::Default | MapKind::ParallelTransport => return None,
        };
        let world = |v| Some(self.zero_plane.in_world(unit(v)?));
        Some((world(p)?, world(q)?))
    }

    /// What the framing keeps in the picture: sphere, chain, what the chain hangs from,
    /// and the handles as far as the chain reaches about twice.
    #[must_use]
    pub fn matters(&self, options: &Options) -> Vec<Matter> {
        let point = |center| Matter {
            center,
            radius: 0.05 * self.length,
        };
        let start = self.start();
        let near = |at: &DVec3| length(*at - start) <= 2.0 * self.length;
        let mut points: Vec<DVec3> = self.handles(options).iter().map(|h| h.1).collect();
        if options.shows_goal() {
            points.push(self.shown(self.solution.goal));
            points.extend(&options.trail);
        }
        points.retain(near);
        let mut matters: Vec<Matter> = points.into_iter().map(point).collect();
        if !options.layers.chain {
            matters.push(Matter {
                center: start,
                radius: self.sphere_radius() * 1.06,
            });
            return matters;
        }
        matters.extend(self.solution.joints.iter().map(|j| point(j.position)));
        matters.push(Matter {
            center: start,
            radius: if options.layers.sphere || options.layers.field {
                self.sphere_radius() * 1.06
            } else {
                0.3 * self.length
            },
        });
        if options.layers.imagined {
            matters.extend(self.imagined.iter().copied().map(point));
        }
        matters.extend(self.arrows(options).into_iter().map(|arrow| point(arrow.1)));
        matters.extend(self.above().filter(near).map(point));
        matters
    }

    fn start(&self) -> DVec3 {
        self.solution.sphere.center
    }

    fn sphere_radius(&self) -> f64 {
        SPHERE * self.length
    }

    /// World position of a node, by its place in the hierarchy.
    fn at(&self, node: usize) -> DVec3 {
        self.transforms
            .get(node)
            .map_or(DVec3::ZERO, |t| t.translation)
    }

    /// Positions of the nodes above the start joint, nearest first.
    fn above(&self) -> impl Iterator<Item = DVec3> + '_ {
        self.rig
            .hierarchy()
            .ancestors(self.rig.ik().start)
            .skip(1)
            .map(|id| self.at(id.index()))
    }

    /// A handle's position, drawn in from beyond the horizon.
    fn shown(&self, at: DVec3) -> DVec3 {
        let way = at - self.start();
        let limit = FARTHEST_HANDLE * self.length;
        if length(way) <= limit {
            return at;
        }
        self.start() + unit(way).unwrap_or(DVec3::ZERO) * limit
    }

    /// Whether the imagined chain is drawn: where the sphere lives with the goal, for in the
    /// start joint's space there is nothing that is not there to be seen; and where it is to
    /// be told from the chain, within whose bones it would be a name without a thing.
    fn shows_imagined(&self, options: &Options) -> bool {
        if !options.layers().imagined || self.rig.ik().parent_space != ParentSpace::IkGoal {
            return false;
        }
        let joints = self.solution.joints.iter().map(|j| j.position);
        joints
            .zip(&self.imagined)
            .any(|(real, imagined)| length(real - *imagined) > SAME_POSE * self.length)
    }

    /// Ends of the arrows that are drawn: the normals, and the sphere's north.
    fn arrows(&self, options: &Options) -> Vec<(DVec3, DVec3)> {
        let Solution {
            solver_plane_normal: solver,
            zero_plane_normal: zero,
            sphere,
            ..
        } = &self.solution;
        let pole = self.start() + sphere.n0 * self.sphere_radius();
        let layers = options.layers();
        let zero_reach = if layers.chain {
            size::ZERO_NORMAL
        } else {
            size::ALONE_NORMAL
        };
        [
            (layers.solver_plane, self.pierced(), *solver, size::NORMAL),
            (layers.zero_plane, self.pierced(), *zero, zero_reach),
            (layers.sphere, pole, sphere.n0, size::NORTH),
        ]
        .into_iter()
        .filter(|arrow| arrow.0)
        .map(|(_, from, way, reach)| (from, from + way * (reach * self.length)))
        .collect()
    }

    /// Where the EE axis meets the sphere.
    fn pierced(&self) -> DVec3 {
        self.start() + self.solution.ee_axis * self.sphere_radius()
    }
}

#[cfg(test)]
mod tests;
