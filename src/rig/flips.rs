//! Flips: jumps of the solver plane along the goal's way.

use glam::DVec3;

use crate::error::Result;
use crate::hierarchy::check_coordinates;
use crate::math::{atan2, length, sin_cos};
use crate::rig::Rig;
use crate::solver::Pose;
use crate::swivel::plane_turn;

/// A flip met by the goal on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flip {
    /// Signed turn of the plane about the EE axis against parallel transport, radians
    /// in the start joint's parent space.
    pub turn: f64,
    /// How far the goal travelled while it happened, world.
    pub goal_moved: f64,
    /// Where the goal was in the middle of it, world.
    pub at: DVec3,
}

/// The way is walked in steps that turn the EE axis by this, radians.
const STEP: f64 = 0.5 * std::f64::consts::PI / 180.0;

/// A plane that turns this much faster than the EE axis is flipping: a turn rate
/// that the default map reaches at 85° of latitude.
const FLIPPING_RATE: f64 = 11.0;

/// A turn smaller than this, radians, is not seen as a flip.
const LEAST_TURN: f64 = std::f64::consts::FRAC_PI_4;

/// A turn smaller than this, radians, is rounding, however little the axis moved.
const ROUNDING: f64 = 1e-6;

impl Rig {
    /// The flips the solver plane would make while the goal moves straight from where it
    /// is to `to` (world). The answer does not depend on how a hand's movement is cut
    /// into events: the way is walked in small equal turns of the EE axis.
    ///
    /// # Errors
    /// [`crate::Code::NotFinite`].
    pub fn flips_on_the_way(&self, to: DVec3) -> Result<Vec<Flip>> {
        check_coordinates(to, || "goal".into())?;
        let prepared = self.prepare()?;
        let from = prepared.goal;
        let mut flips = Vec::new();
        if !self.ik.enabled {
            return Ok(flips);
        }
        let mut running: Option<Run> = None;
        let mut before: Option<(f64, Pose)> = None;
        let mut history = self.history.clone();
        for s in even_turns(prepared.to_chain(from), prepared.to_chain(to)) {
            let pose = self.solved_along(&prepared, from.lerp(to, s), &mut history);
            if let Some((begin, last)) = before {
                let turn = plane_turn(
                    last.ee_axis,
                    last.solver_plane_normal,
                    pose.ee_axis,
                    pose.solver_plane_normal,
                );
                let travelled = length(pose.ee_axis - last.ee_axis);
                if turn.abs() > ROUNDING && turn.abs() > FLIPPING_RATE * travelled {
                    let run = running.get_or_insert(Run {
                        turn: 0.0,
                        begin,
                        end: s,
                    });
                    run.turn += turn;
                    run.end = s;
                } else {
                    flips.extend(running.take().and_then(|run| run.flip(from, to)));
                }
            }
            before = Some((s, pose));
        }
        flips.extend(running.and_then(|run| run.flip(from, to)));
        Ok(flips)
    }
}

/// Steps in a row in which the plane turned too fast.
struct Run {
    turn: f64,
    begin: f64,
    end: f64,
}

impl Run {
    fn flip(&self, from: DVec3, to: DVec3) -> Option<Flip> {
        (self.turn.abs() >= LEAST_TURN).then(|| Flip {
            turn: self.turn,
            goal_moved: (self.end - self.begin) * length(to - from),
            at: from.lerp(to, 0.5 * (self.begin + self.end)),
        })
    }
}

/// Parameters from 0 to 1 of points on the way from `a` to `b` whose directions from
/// the origin follow each other by equal small angles.
fn even_turns(a: DVec3, b: DVec3) -> Vec<f64> {
    let way = b - a;
    let size = length(way);
    if size == 0.0 {
        return Vec::new();
    }
    // With the foot of the perpendicular from the origin, s = foot + h/|way| · tan(angle).
    let foot = -a.dot(way) / (size * size);
    let height = length(a + way * foot);
    if height <= 1e-9 * size {
        return vec![0.0, 1.0];
    }
    let angle = |s: f64| atan2((s - foot) * size, height);
    let (begin, end) = (angle(0.0), angle(1.0));
    let steps = ((end - begin) / STEP).ceil().max(1.0);
    let mut parameters: Vec<f64> = (0..=steps as usize)
        .map(|i| {
            let (sin, cos) = sin_cos(begin + (end - begin) * (i as f64 / steps));
            (foot + height * sin / (cos * size)).clamp(0.0, 1.0)
        })
        .collect();
    parameters[0] = 0.0;
    if let Some(last) = parameters.last_mut() {
        *last = 1.0;
    }
    parameters
}
