//! The solver plane along a way of the goal.

use glam::DVec3;

use crate::error::Result;
use crate::hierarchy::check_coordinates;
use crate::rig::{Flip, FlipWatch, Rig};
use crate::swivel::{plane_turn, solid_angle};

/// What a solver did while the goal was led along a way.
#[derive(Clone, Debug, PartialEq)]
pub struct Walked {
    /// For each point of the way: the turn of the solver plane about the EE axis, summed up
    /// from the first point on against parallel transport; radians. A solver that carries
    /// its plane along stays at zero; a jump is a flip. Seen in the world.
    pub turns: Vec<f64>,
    /// Solid angle that the EE axis enclosed, the way closed by a great circle; steradians,
    /// seen in the world.
    pub solid_angle: f64,
    /// The flips on it, from point to point straight, in their order.
    pub flips: Vec<Flip>,
}

impl Rig {
    /// Leads a copy of the rig with its goal from point to point of `way` (world).
    ///
    /// # Errors
    /// [`crate::Code::NotFinite`].
    pub fn walk(&self, way: &[DVec3]) -> Result<Walked> {
        let prepared = self.prepare()?;
        let mut history = self.history.clone();
        let mut turns: Vec<f64> = Vec::with_capacity(way.len());
        let mut axes: Vec<DVec3> = Vec::with_capacity(way.len() + 1);
        let mut last_normal = DVec3::ZERO;
        let mut flips = Vec::new();
        let mut watch = FlipWatch::default();
        for (i, point) in way.iter().enumerate() {
            check_coordinates(*point, || format!("way[{i}]"))?;
            if let Some(before) = i.checked_sub(1) {
                let remembered = history.clone();
                let met =
                    self.flips_between(&prepared, remembered, way[before], *point, &mut watch);
                flips.extend(met);
            }
            let pose = self.solved_along(&prepared, *point, &mut history);
            let (e, n) = (pose.ee_axis, pose.solver_plane_normal);
            let turned = match (turns.last(), axes.last()) {
                (Some(sum), Some(last)) => {
                    sum + prepared.world_turn(plane_turn(*last, last_normal, e, n))
                }
                _ => 0.0,
            };
            turns.push(turned);
            axes.push(e);
            last_normal = n;
        }
        axes.extend(axes.first().copied());
        flips.extend(watch.close());
        Ok(Walked {
            flips,
            turns,
            solid_angle: prepared.world_turn(solid_angle(&axes)),
        })
    }
}
