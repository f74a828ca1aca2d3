//! The swivel angle of a history-independent IK solver: solver plane, zero-plane map, and
//! why every such map must flip somewhere.
//!
//! An IK chain whose goal is set keeps one degree of freedom: the turn of its solver plane
//! about the axis from start joint to end effector. This library solves for the chain from
//! its present state alone, and says where the plane is, why, and how fast it turns.
//!
//! # Conventions
//!
//! | what | how |
//! |---|---|
//! | world | Z-up, right-handed; lengths in the caller's unit |
//! | angles | radians here, degrees (`_deg`) in documents |
//! | rotations | unit quaternions, right-hand rule, local to the parent |
//! | local transform | translate ∘ rotate ∘ scale; scales uniform, mirrored or not |
//! | directions | unit; normals are axial, axes are polar ([`Similarity`]) |
//! | out of reach | a status ([`Reach`]), not an error; never NaN |
//!
//! # Example
//!
//! Example 2 of the white paper: the chain's parent is turned by 90°, the sphere is held by
//! the goal's parent space, and a goal that passes over the pole throws the elbow across.
//!
//! ```
//! use zeroplane::{DVec3, ParentSpace, examples};
//!
//! let mut rig = examples::figure("example-2").expect("known").scene.rig()?;
//! rig.choose_parent_space(ParentSpace::IkGoal)?;
//! rig.turn_swivel(90_f64.to_radians())?;
//!
//! rig.move_goal(DVec3::new(0.59, 0.0, 1.6))?;
//! let left = rig.solve()?;
//! let flips = rig.flips_on_the_way(DVec3::new(0.61, 0.0, 1.6))?;
//! rig.move_goal(DVec3::new(0.61, 0.0, 1.6))?;
//! let right = rig.solve()?;
//!
//! assert!((left.joints[1].position.x - 1.343172).abs() < 1e-6);
//! assert!((right.joints[1].position.x + 0.143172).abs() < 1e-6);
//! assert_eq!(flips.len(), 1);
//! assert!((flips[0].turn.abs() - std::f64::consts::PI).abs() < 1e-9);
//! # Ok::<(), zeroplane::Error>(())
//! ```
//!
//! The equations and the decisions behind them: [`model`].

mod bend;
mod chain;
mod crank_slider;
mod error;
pub mod examples;
mod hierarchy;
mod math;
mod plane;
mod rig;
mod rigid;
pub mod scene;
mod solver;
mod swivel;
mod zero_plane;

#[doc = include_str!("../docs/model.md")]
pub mod model {}

pub use glam::{DQuat, DVec3};

pub use chain::{Chain, Link, ReferencePose};
pub use crank_slider::{
    CrankPose, CrankRig, CrankSlider, DeadCentres, Deviation, Dialect, Drive, DrivenKeys,
    Interpolation, Key, MAX_BEST_KEYS, MAX_BLENDER_EXPRESSION, MAX_KEYS, Slide, SlideRates,
};
pub use error::{Code, Error, Result};
pub use hierarchy::{Hierarchy, MAX_NODES, Node, NodeId};
pub use math::{signed_angle, transport, wrap_angle};
pub use plane::{STRAIGHT, solver_plane_normal};
pub use rig::{
    Flip, FlipWatch, Goal, Ik, Prepared, Rig, Shown, Solution, SolvedJoint, Sphere, Walked,
    ZeroPlane,
};
pub use rigid::{Scale, Similarity};
pub use solver::{
    Ccd, Hi, History, IkSolver, Pose, Problem, Reach, SolverKind, TrackedPlane, Tracking,
};
pub use swivel::{ParentSpace, ToSphere, latitude_longitude, plane_turn, solid_angle};
pub use zero_plane::{
    AnyMap, BlenderPole, Conformal, MapKind, MayaPole, Meridian, RootBone, SINGULAR, SingularPoint,
    ZeroPlaneMap, index_around, singular_points,
};

#[cfg(feature = "view")]
pub mod view;
#[cfg(all(feature = "web", target_arch = "wasm32"))]
pub mod web;
