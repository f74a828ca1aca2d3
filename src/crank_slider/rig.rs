//! The crank-slider as a rig of the engine: an FK bar, a one-bone IK chain linked to its end,
//! and a goal on the slide axis.
//!
//! The mechanism's plane is the world's XZ plane: the main bar turns about the origin from +X
//! (γ = 0) towards +Z, and the slide axis is the line y = 0, z = h. Until the goal is driven it
//! stays where it is, and the secondary bar comes off it as the main bar turns.

use glam::{DQuat, DVec3};

use crate::chain::ReferencePose;
use crate::crank_slider::keys::DrivenKeys;
use crate::crank_slider::{CrankSlider, finite};
use crate::error::Result;
use crate::hierarchy::{Hierarchy, Node, NodeId};
use crate::math::{atan2, length, rotation};
use crate::rig::{Goal, Ik, Rig};
use crate::rigid::Scale;
use crate::solver::SolverKind;
use crate::swivel::ParentSpace;
use crate::zero_plane::MapKind;

/// Names of the nodes.
const MAIN: &str = "Main";
const SECONDARY: &str = "Secondary";
const END: &str = "SecondaryEnd";

/// What moves the goal.
#[derive(Clone, Debug, PartialEq)]
pub enum Drive {
    /// Nothing: it stays at `slide`.
    Nothing {
        /// Where on the slide axis.
        slide: f64,
    },
    /// Driven keys.
    Keys(DrivenKeys),
    /// The relation itself, as an expression gives it.
    Exact,
}

/// A crank-slider built of bones.
#[derive(Clone, Debug, PartialEq)]
pub struct CrankRig {
    mechanism: CrankSlider,
    drive: Drive,
    /// With the main bar at γ = 0 and the goal where the straight mechanism would have it.
    rest: Rig,
    main: NodeId,
}

/// The rig at one crank angle, measured on the solved bones. World.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrankPose {
    /// The crank's centre.
    pub centre: DVec3,
    /// The end of the main bar, where the secondary bar hangs.
    pub pin: DVec3,
    /// The end of the secondary bar.
    pub rod_end: DVec3,
    /// Where it should be.
    pub goal: DVec3,
    /// How far it is from there.
    pub gap: f64,
    /// Radians below +X, as [`crate::Slide::rod_angle`].
    pub rod_angle: f64,
}

impl CrankRig {
    /// The rig of `mechanism`, its goal moved by `drive`.
    ///
    /// # Errors
    /// [`crate::Code::NotFinite`] for a goal that stays at no finite place.
    pub fn new(mechanism: &CrankSlider, drive: Drive) -> Result<CrankRig> {
        if let Drive::Nothing { slide } = &drive {
            finite(*slide, "slide")?;
        }
        let node = |name: &str, parent: Option<&str>, along: f64| {
            let node = Node {
                name: name.into(),
                parent: None,
                translation: DVec3::X * along,
                rotation: DQuat::IDENTITY,
                scale: Scale::ONE,
            };
            (node, parent.map(str::to_owned))
        };
        let hierarchy = Hierarchy::new(vec![
            node(MAIN, None, 0.0),
            node(SECONDARY, Some(MAIN), mechanism.crank()),
            node(END, Some(SECONDARY), mechanism.rod()),
        ])?;
        let ik = Ik {
            start: hierarchy.expect(SECONDARY, "ik.start")?,
            end: hierarchy.expect(END, "ik.end")?,
            goal: Goal {
                parent: None,
                translation: DVec3::new(
                    mechanism.crank() + mechanism.rod(),
                    0.0,
                    mechanism.offset(),
                ),
            },
            preferred: hierarchy.rotations(),
            swivel: 0.0,
            parent_space: ParentSpace::StartJoint,
            reference_pose: ReferencePose::Preferred,
            zero_plane_map: MapKind::Default,
            vh_target: None,
            // One bone has no plane of its own. With its normal along the main bar's hinge the
            // bar stays on the map's equator, where nothing turns or flips.
            plane_normal: Some(DVec3::Y),
            enabled: true,
            auto_snap: true,
            solver: SolverKind::Hi,
        };
        Ok(CrankRig {
            mechanism: *mechanism,
            drive,
            main: hierarchy.expect(MAIN, "nodes")?,
            rest: Rig::new(hierarchy, ik)?,
        })
    }

    /// The mechanism it is built after.
    #[must_use]
    pub fn mechanism(&self) -> &CrankSlider {
        &self.mechanism
    }

    /// What moves the goal.
    #[must_use]
    pub fn drive(&self) -> &Drive {
        &self.drive
    }

    /// The engine's rig with the main bar at the crank angle `angle`, radians, and the goal
    /// where the drive puts it. [`crate::scene::Scene::from_rig`] makes a document of it.
    ///
    /// # Errors
    /// [`crate::Code::NotFinite`]; with [`Drive::Exact`] as [`CrankSlider::at`].
    pub fn rig_at(&self, angle: f64) -> Result<Rig> {
        finite(angle, "angle_deg")?;
        let slide = match &self.drive {
            Drive::Nothing { slide } => *slide,
            Drive::Keys(keys) => keys.at(angle),
            Drive::Exact => self.mechanism.at(angle)?.slide,
        };
        let mut rig = self.rest.clone();
        // +X turns towards +Z against the right-hand rule about Y.
        rig.rotate_node(self.main, rotation(DVec3::Y, -angle))?;
        rig.move_goal(DVec3::new(slide, 0.0, self.mechanism.offset()))?;
        Ok(rig)
    }

    /// The rig at the crank angle `angle`, radians, solved and measured.
    ///
    /// # Errors
    /// As [`CrankRig::rig_at`].
    pub fn at(&self, angle: f64) -> Result<CrankPose> {
        let rig = self.rig_at(angle)?;
        let transforms = rig.world_transforms()?;
        let solution = rig.solve()?;
        let (pin, rod_end) = (solution.joints[0].position, solution.end_effector);
        let rod = rod_end - pin;
        Ok(CrankPose {
            centre: transforms[self.main.index()].translation,
            pin,
            rod_end,
            goal: solution.goal,
            gap: length(solution.goal - rod_end),
            rod_angle: atan2(-rod.z, rod.x),
        })
    }
}
