//! The swivel angle of a history-independent IK solver.

mod bend;
mod chain;
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

pub use chain::{Chain, Link, ReferencePose};
pub use error::{Code, Error, Result};
pub use hierarchy::{Hierarchy, MAX_NODES, Node, NodeId};
pub use math::{signed_angle, transport, wrap_angle};
pub use plane::{STRAIGHT, solver_plane_normal};
pub use rig::{Flip, Goal, Ik, Prepared, Rig, Solution, SolvedJoint, Sphere, ZeroPlane};
pub use rigid::{Scale, Similarity};
pub use solver::{Hi, IkSolver, Pose, Problem, Reach, SolverKind};
pub use swivel::{ParentSpace, ToSphere, latitude_longitude, plane_turn};
pub use zero_plane::{AnyMap, Conformal, MapKind, Meridian, SINGULAR, ZeroPlaneMap};

#[cfg(feature = "view")]
pub mod view;
#[cfg(all(feature = "web", target_arch = "wasm32"))]
pub mod web;
