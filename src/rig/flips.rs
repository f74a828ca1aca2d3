//! Flips: jumps of the solver plane along the goal's way.

use glam::DVec3;

use crate::error::Result;
use crate::hierarchy::check_coordinates;
use crate::math::{atan2, length, sin_cos};
use crate::rig::{Prepared, Rig};
use crate::solver::{History, Pose};
use crate::swivel::plane_turn;

/// A flip met by the goal on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flip {
    /// Signed turn of the plane about the EE axis against parallel transport, radians, seen
    /// in the world.
    pub turn: f64,
    /// How far the goal travelled while it happened, world.
    pub goal_moved: f64,
    /// Where the goal was in the middle of it, world.
    pub at: DVec3,
}

/// What is seen of a goal that moves in many small steps, as a hand drags it: a flip that
/// one step begins and a later one ends is one flip. Empty to begin with, and to forget.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlipWatch {
    open: Option<Run>,
    /// Where the goal was left, world.
    left_at: Option<DVec3>,
}

/// The way is walked in steps that turn the EE axis by this, radians.
const STEP: f64 = 0.5 * std::f64::consts::PI / 180.0;

/// A plane that turns this much faster than the EE axis is flipping: a turn rate
/// that the default map reaches at 85° of latitude.
const FLIPPING_RATE: f64 = 11.0;

/// A turn smaller than this, radians, is not seen as a flip.
const LEAST_TURN: f64 = std::f64::consts::FRAC_PI_4;

/// A flip that has turned this far is over, wherever the goal stops, radians.
const WHOLE_TURN: f64 = 179.5 * std::f64::consts::PI / 180.0;

/// A turn smaller than this, radians, is rounding, however little the axis moved.
const ROUNDING: f64 = 1e-6;

/// A goal comes back from its parent's space to within this fraction of its coordinates.
const SAME_PLACE: f64 = 1e-9;

impl Rig {
    /// The flips the solver plane would make while the goal moves straight from where it
    /// is to `to` (world). The answer does not depend on how fast a hand moves: the way is
    /// walked in small equal turns of the EE axis.
    ///
    /// # Errors
    /// [`crate::Code::NotFinite`].
    pub fn flips_on_the_way(&self, to: DVec3) -> Result<Vec<Flip>> {
        let mut watch = FlipWatch::default();
        let mut flips = self.watch_goal(to, &mut watch)?;
        flips.extend(watch.close());
        Ok(flips)
    }

    /// The same for one step of a longer way: a flip is told when it is over, with all its
    /// turn, however the way is cut into steps. A `watch` that was left elsewhere than where
    /// the goal is begins anew.
    ///
    /// # Errors
    /// [`crate::Code::NotFinite`].
    pub fn watch_goal(&self, to: DVec3, watch: &mut FlipWatch) -> Result<Vec<Flip>> {
        check_coordinates(to, || "ik.goal".into())?;
        let prepared = self.prepare()?;
        let from = prepared.goal;
        let near = |left: DVec3| length(left - from) <= SAME_PLACE * length(from);
        if !watch.left_at.is_some_and(near) || !self.ik.enabled {
            watch.open = None;
        }
        watch.left_at = Some(to);
        if !self.ik.enabled {
            return Ok(Vec::new());
        }
        Ok(self.flips_between(&prepared, self.history.clone(), from, to, watch))
    }

    /// The flips that are over on the straight way of the goal between two points, world; one
    /// that is not is left open in `watch`. `history` is what the solver remembers at the first.
    pub(super) fn flips_between(
        &self,
        prepared: &Prepared,
        mut history: History,
        from: DVec3,
        to: DVec3,
        watch: &mut FlipWatch,
    ) -> Vec<Flip> {
        let mut flips = Vec::new();
        let mut before: Option<(DVec3, Pose)> = None;
        for s in even_turns(prepared.to_chain(from), prepared.to_chain(to)) {
            let at = from.lerp(to, s);
            let pose = self.solved_along(prepared, at, &mut history);
            if let Some((begin, last)) = before {
                let turn = prepared.world_turn(plane_turn(
                    last.ee_axis,
                    last.solver_plane_normal,
                    pose.ee_axis,
                    pose.solver_plane_normal,
                ));
                let travelled = length(pose.ee_axis - last.ee_axis);
                if turn.abs() > ROUNDING && turn.abs() > FLIPPING_RATE * travelled {
                    watch.open.get_or_insert(Run::at(begin)).go_on(turn, at);
                } else {
                    flips.extend(watch.close());
                }
            }
            before = Some((at, pose));
        }
        if watch
            .open
            .as_ref()
            .is_some_and(|run| run.turn.abs() >= WHOLE_TURN)
        {
            flips.extend(watch.close());
        }
        flips
    }
}

impl FlipWatch {
    /// Ends the flip that is open, wherever the goal is: told, if it has turned far enough.
    pub(super) fn close(&mut self) -> Option<Flip> {
        self.open.take().and_then(Run::flip)
    }
}

/// Steps in a row in which the plane turned too fast.
#[derive(Clone, Debug, PartialEq)]
struct Run {
    turn: f64,
    moved: f64,
    begin: DVec3,
    end: DVec3,
}

impl Run {
    fn at(begin: DVec3) -> Run {
        Run {
            turn: 0.0,
            moved: 0.0,
            begin,
            end: begin,
        }
    }

    fn go_on(&mut self, turn: f64, to: DVec3) {
        self.turn += turn;
        self.moved += length(to - self.end);
        self.end = to;
    }

    fn flip(self) -> Option<Flip> {
        (self.turn.abs() >= LEAST_TURN).then(|| Flip {
            turn: self.turn,
            goal_moved: self.moved,
            at: self.begin.lerp(self.end, 0.5),
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
