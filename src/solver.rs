//! What a solver is given, what it gives, and the trait between.

mod ccd;
mod hi;
mod tracking;

pub use ccd::Ccd;
pub use hi::Hi;
pub use tracking::{TrackedPlane, Tracking};

use glam::{DQuat, DVec3};

pub use crate::bend::Reach;
use crate::chain::Chain;
use crate::swivel::ToSphere;
use crate::zero_plane::{AnyMap, ZeroPlaneMap};

/// A problem: everything a solution may depend on, at its current state.
///
/// All in the start joint's parent space, with the start joint at the origin.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a, M: ZeroPlaneMap + ?Sized = AnyMap> {
    /// The chain in its preferred pose.
    pub chain: &'a Chain,
    /// The goal; not a number is not allowed.
    pub goal: DVec3,
    /// Swivel angle φ, radians.
    pub swivel: f64,
    /// The zero-plane map, in the numbers of `a0` and `n0`.
    pub map: &'a M,
    /// Where the sphere lives.
    pub to_sphere: ToSphere,
    /// The VH target the plane is aimed at, instead of an angle.
    pub vh_target: Option<DVec3>,
}

/// A solved pose, in the start joint's parent space with the start joint at the
/// origin. A solve writes into it, so that solving again allocates nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Pose {
    /// Whether the EE is on the goal.
    pub reach: Reach,
    /// Local rotations from the start joint to the last joint above the EE, unit.
    pub rotations: Vec<DQuat>,
    /// From the start joint (the origin) to the EE.
    pub points: Vec<DVec3>,
    /// EE axis, unit.
    pub ee_axis: DVec3,
    /// Normal of the zero plane, unit, ⟂ `ee_axis`.
    pub zero_plane_normal: DVec3,
    /// Normal of the solver plane, unit, ⟂ `ee_axis`.
    pub solver_plane_normal: DVec3,
    /// Whether the EE axis lies on a singular point: of the map, or along the VH target.
    pub singular: bool,
}

impl Pose {
    /// A pose with room for `chain`, to be solved into.
    #[must_use]
    pub fn new(chain: &Chain) -> Pose {
        Pose {
            reach: Reach::Reached,
            rotations: vec![DQuat::IDENTITY; chain.bones()],
            points: vec![DVec3::ZERO; chain.bones() + 1],
            ee_axis: DVec3::X,
            zero_plane_normal: DVec3::Z,
            solver_plane_normal: DVec3::Z,
            singular: false,
        }
    }

    fn fit(&mut self, chain: &Chain) {
        self.rotations.resize(chain.bones(), DQuat::IDENTITY);
        self.points.resize(chain.bones() + 1, DVec3::ZERO);
    }
}

/// An IK solver.
///
/// The fundamental condition of a history-independent solver is in the types: its
/// `Memory` is `()`, so there is nothing a solution could depend on but the problem.
/// A solver that needs history must say so by a `Memory` of its own, which its caller
/// keeps. [`crate::Rig::solve_with`] solves a rig with any implementation.
pub trait IkSolver {
    /// What is carried from one solve to the next.
    type Memory: Default;

    /// Solves `problem` into `pose`.
    fn solve<M: ZeroPlaneMap + ?Sized>(
        &self,
        problem: &Problem<'_, M>,
        memory: &mut Self::Memory,
        pose: &mut Pose,
    );

    /// The zero-plane map this solver brings for a preferred pose with EE axis `a0` and
    /// solver-plane normal `n0`; `None`: it uses the one it is given.
    fn zero_plane_map(&self, a0: DVec3, n0: DVec3) -> Option<Box<dyn ZeroPlaneMap>> {
        let _ = (a0, n0);
        None
    }
}

/// The solvers that a scene document can name.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SolverKind {
    /// History-independent.
    #[default]
    Hi,
    /// Carries the last plane along; depends on history.
    Tracking,
    /// Cyclic coordinate descent from the current pose; depends on history.
    Ccd,
}

/// What the solvers of [`SolverKind`] carry from solve to solve; empty for [`Hi`], always.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Of [`Tracking`].
    pub tracking: Option<TrackedPlane>,
    /// Of [`Ccd`].
    pub ccd: Vec<DQuat>,
}
