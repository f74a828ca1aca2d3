//! A rig and its solution as a picture.
//!
//! `Rig` + [`Options`] → [`Scene`] (what is solved, with its measures) → [`Picture`]
//! (a draw list, plain data) → `gl` (the only part that knows a graphics context).
//! Nothing here knows the scene document or the page.

pub mod camera;
mod compose;
mod convert;
pub mod gl;
pub mod labels;
pub mod palette;
pub mod pick;
pub mod picture;

use glam::DVec3;

use crate::error::Result;
use crate::math::{length, unit};
use crate::rig::{Rig, Solution, ZeroPlane};
use crate::rigid::Similarity;
use camera::Matter;
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

/// Which parts are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
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
}

impl Default for Layers {
    fn default() -> Self {
        Layers {
            sphere: true,
            field: true,
            solver_plane: true,
            zero_plane: true,
            imagined: true,
            swivel: true,
        }
    }
}

/// How the picture is composed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Which parts are drawn.
    pub layers: Layers,
    /// The idea pointed at; the others step back.
    pub lit: Option<Idea>,
    /// The pose before a flip (world, from the start joint to the EE) and its opacity.
    pub former: Option<(Vec<DVec3>, f64)>,
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
        let solution = rig.solve()?;
        let length = solution
            .joints
            .windows(2)
            .map(|pair| length(pair[1].position - pair[0].position))
            .sum::<f64>()
            .max(f64::MIN_POSITIVE);
        Ok(Scene {
            rig,
            zero_plane: rig.zero_plane()?,
            imagined: rig.imagined_pose()?,
            transforms: rig.world_transforms()?,
            solution,
            length,
        })
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
    pub fn handles(&self) -> Vec<(Handle, DVec3)> {
        let mut handles = vec![(Handle::Goal, self.shown(self.solution.goal))];
        if let Some(target) = self.rig.ik().vh_target {
            handles.push((Handle::VhTarget, self.shown(self.at(target.index()))));
        }
        handles
    }

    /// Where a handle is shown.
    #[must_use]
    pub fn handle(&self, handle: Handle) -> Option<DVec3> {
        self.handles()
            .into_iter()
            .find_map(|(h, at)| (h == handle).then_some(at))
    }

    /// What the framing keeps in the picture: sphere, chain, what the chain hangs from,
    /// and the handles as far as the chain reaches about twice.
    #[must_use]
    pub fn matters(&self, options: &Options) -> Vec<Matter> {
        let point = |center| Matter {
            center,
            radius: 0.05 * self.length,
        };
        let mut matters: Vec<Matter> = self
            .solution
            .joints
            .iter()
            .map(|j| point(j.position))
            .collect();
        let start = self.start();
        let near = |at: &DVec3| length(*at - start) <= 2.0 * self.length;
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
        matters.extend(
            self.handles()
                .into_iter()
                .map(|h| h.1)
                .filter(near)
                .map(point),
        );
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

    /// Whether the imagined chain is to be told from the chain: drawn within its bones it
    /// would only be a name without a thing.
    fn imagined_differs(&self) -> bool {
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
        let layers = options.layers;
        [
            (layers.solver_plane, self.pierced(), *solver, size::NORMAL),
            (layers.zero_plane, self.pierced(), *zero, size::ZERO_NORMAL),
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
