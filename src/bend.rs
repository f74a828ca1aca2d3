//! The bend parameter `t`: how a chain's length follows the goal, with no history.
//!
//! Joint i bends by `t·βᵢ` up to the preferred pose at t = 1 and on by
//! `βᵢ + (t−1)(π−βᵢ)` to the folded chain at t = 2. Seen from the preferred pose, its
//! hinge turns by `(t−1)·rateᵢ`, with `rate = β` below 1 and `π − β` above.
//!
//! The reach d(t) falls from the straight chain to its first local minimum; there a
//! distance has one `t`. A preferred pose coiled beyond that minimum lies on a later
//! monotone branch of d; its own branch is asked first, so that it too is reproduced
//! at its own goal.

use glam::{DQuat, DVec3};

use crate::chain::{CLOSED, Chain, Hinge, Planarity, bent};
use crate::math::{
    NO_DIRECTION, any_perpendicular, length, reject, rotation, sin_cos, unit, unit_quat,
    unit_reject,
};
use crate::plane::nearest_plane;

/// Where the goal lies against what the chain can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The EE is on the goal.
    Reached,
    /// The goal is farther than the straight chain: it points at the goal.
    TooFar,
    /// The goal is nearer than the chain folds.
    TooNear,
}

/// A distance that differs from the preferred pose's own by no more than this fraction
/// of the chain's length is the preferred pose's: where the reach has a turning point,
/// d cannot be told from its neighbours and t would be lost in the rounding.
pub(crate) const SAME_REACH: f64 = 4.0 * f64::EPSILON;

/// Where the root is good enough, as a fraction of the chain's length.
const ROOT: f64 = 2.0 * f64::EPSILON;

/// Steps after which bisection alone has emptied any bracket.
const MAX_STEPS: usize = 80;

/// The side of a bent chain's normal is followed in steps of t no larger than this, …
const FIRST_FOLLOW: f64 = 1.0 / 16.0;

/// … and no smaller than this: a plane that turns faster jumps.
const LEAST_FOLLOW: f64 = 1e-6;

/// Cosine of the largest turn of the normal in one step: 30°.
const FOLLOW_COS: f64 = 0.866;

/// The normal of the bent chain at some `t`, on its proper side; shape space, unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Side {
    t: f64,
    normal: DVec3,
}

/// Below this bend parameter the nearest plane is taken at it: the offsets from the
/// axis shrink with t, their directions have a limit and differ from it by O(t).
const STRAIGHTEST: f64 = 1e-8;

/// A derivative of d² below this fraction of the length squared is rounding.
const LEVEL: f64 = 1e-12;

/// A distance below this fraction of the bones' length is none: two bones that come so near
/// are of one length to the bit, and its square could underflow.
const VANISHING: f64 = 1e-100;

/// Cells of the scan per half turn of the fastest bone, so that no two turning points
/// of d fall into one cell unless they all but touch.
const CELLS_PER_HALF_TURN: f64 = 8.0;

/// A stretch of `t` on which the reach is monotone, with samples of it.
#[derive(Clone, Debug, PartialEq)]
struct Branch {
    ts: Vec<f64>,
    ds: Vec<f64>,
}

/// A bone of a planar chain: its vector in the plane and how fast it turns.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PlanarBone {
    x: f64,
    y: f64,
    /// Radians per unit of t about the plane's normal, below and above t = 1.
    rates: [f64; 2],
}

/// The reach d(t) of a chain, with what its root finding needs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReachCurve {
    first: Branch,
    /// The branch of the preferred pose, where it is not the first.
    own: Option<Branch>,
    /// The bones in the plane of a planar chain; empty for any other.
    planar: Vec<PlanarBone>,
}

fn piece(t: f64) -> usize {
    usize::from(t > 1.0)
}

fn rate(hinge: &Hinge, piece: usize) -> f64 {
    if piece == 0 {
        hinge.bend
    } else {
        std::f64::consts::PI - hinge.bend
    }
}

/// The EE at `t` and its velocity in `t`, on the piece (0: t ≤ 1, 1: t ≥ 1).
fn end_and_velocity(bones: &[DVec3], hinges: &[Hinge], t: f64, piece: usize) -> (DVec3, DVec3) {
    // Σ rate aᵢ × (pₙ − pᵢ) = (Σ rate aᵢ) × pₙ − Σ rate aᵢ × pᵢ: one pass.
    let (mut turn, mut end) = (DQuat::IDENTITY, bones[0]);
    let (mut spin, mut moment) = (DVec3::ZERO, DVec3::ZERO);
    for (hinge, bone) in hinges.iter().zip(&bones[1..]) {
        let rate = rate(hinge, piece);
        let axis = turn * hinge.axis * rate;
        spin += axis;
        moment += axis.cross(end);
        turn *= rotation(hinge.axis, (t - 1.0) * rate);
        end += turn * *bone;
    }
    (end, spin.cross(end) - moment)
}

/// The reach at `t` and its derivative in `t`, on the piece.
fn reach_and_slope(
    bones: &[DVec3],
    hinges: &[Hinge],
    planar: &[PlanarBone],
    t: f64,
    piece: usize,
) -> (f64, f64) {
    if planar.is_empty() {
        let (end, velocity) = end_and_velocity(bones, hinges, t, piece);
        let reach = length(end);
        return (reach, end.dot(velocity) / reach);
    }
    let (mut x, mut y, mut vx, mut vy) = (0.0, 0.0, 0.0, 0.0);
    for bone in planar {
        let rate = bone.rates[piece];
        let (sin, cos) = sin_cos((t - 1.0) * rate);
        let (bx, by) = (bone.x * cos - bone.y * sin, bone.x * sin + bone.y * cos);
        x += bx;
        y += by;
        vx -= rate * by;
        vy += rate * bx;
    }
    let reach = (x * x + y * y).sqrt();
    (reach, (x * vx + y * vy) / reach)
}

impl ReachCurve {
    /// `normal`: the plane's, where all bones lie in one.
    pub(crate) fn new(
        bones: &[DVec3],
        hinges: &[Hinge],
        total: f64,
        normal: Option<DVec3>,
    ) -> ReachCurve {
        if bones.len() <= 2 {
            // One bone does not bend, two have a closed form.
            let d = length(bones.iter().fold(DVec3::ZERO, |sum, b| sum + *b));
            let first = Branch {
                ts: vec![1.0],
                ds: vec![d],
            };
            return ReachCurve {
                first,
                own: None,
                planar: Vec::new(),
            };
        }
        let planar = normal.map_or_else(Vec::new, |n| planar_bones(bones, hinges, n));
        let at = |t: f64, piece: usize| reach_and_slope(bones, hinges, &planar, t, piece);

        let mut branches = vec![Branch {
            ts: vec![0.0],
            ds: vec![at(0.0, 0).0],
        }];
        let mut falling = true;
        // Up to the end of the branch that holds t = 1, the last that is solved on.
        'scan: for piece in 0..2 {
            let fastest = if planar.is_empty() {
                hinges.iter().map(|h| rate(h, piece)).sum()
            } else {
                planar
                    .iter()
                    .map(|b| b.rates[piece].abs())
                    .fold(0.0, f64::max)
            };
            let cells = (fastest / std::f64::consts::PI * CELLS_PER_HALF_TURN)
                .ceil()
                .max(1.0);
            let from = piece as f64;
            for cell in 0..cells as usize {
                let (begin, end) = (from + cell as f64 / cells, from + (cell + 1) as f64 / cells);
                let turned = |slope: f64| if falling { slope > 0.0 } else { slope < 0.0 };
                let (reach, slope) = at(end, piece);
                if (reach * slope).abs() > LEVEL * total * total && turned(slope) {
                    let (mut before, mut after) = (begin, end);
                    for _ in 0..MAX_STEPS {
                        let middle = 0.5 * (before + after);
                        if middle <= before || after <= middle {
                            break;
                        }
                        if turned(at(middle, piece).1) {
                            after = middle
                        } else {
                            before = middle
                        }
                    }
                    let last = branches.len() - 1;
                    branches[last].push(before, at(before, piece).0);
                    if before >= 1.0 {
                        break 'scan;
                    }
                    branches.push(Branch {
                        ts: vec![before],
                        ds: vec![at(before, piece).0],
                    });
                    falling = !falling;
                }
                let last = branches.len() - 1;
                branches[last].push(end, reach);
            }
        }
        let own = branches
            .iter()
            .position(|b| b.ts[0] < 1.0 && 1.0 <= b.ts[b.ts.len() - 1]);
        let own = own.filter(|i| *i > 0).map(|i| branches[i].clone());
        let mut first = branches.swap_remove(0);
        first.end_where_it_stops(SAME_REACH * total);
        ReachCurve { first, own, planar }
    }

    /// The least reach of the branches that are solved on.
    pub(crate) fn least(&self) -> f64 {
        let own = self.own.as_ref().map_or(f64::INFINITY, |b| b.range().0);
        self.first.range().0.min(own)
    }

    fn branch(&self, distance: f64) -> &Branch {
        self.own
            .as_ref()
            .filter(|b| b.range().0 <= distance && distance <= b.range().1)
            .unwrap_or(&self.first)
    }
}

impl Branch {
    fn push(&mut self, t: f64, d: f64) {
        if self.ts.last().is_none_or(|last| t > *last) {
            self.ts.push(t);
            self.ds.push(d);
        }
    }

    /// Drops what follows the first minimum on a stretch where the reach is the same for
    /// every `t`: a chain clamped there keeps the least bend.
    fn end_where_it_stops(&mut self, same: f64) {
        while let [_, .., before, last] = self.ds[..]
            && (before - last).abs() <= same
        {
            self.ts.pop();
            self.ds.pop();
        }
    }

    fn range(&self) -> (f64, f64) {
        let (a, b) = (self.ds[0], self.ds[self.ds.len() - 1]);
        (a.min(b), a.max(b))
    }

    /// The cell of `t` in which the reach takes the value `distance`.
    fn bracket(&self, distance: f64) -> (usize, usize) {
        let falling = self.ds[0] >= self.ds[self.ds.len() - 1];
        let after = self.ds.partition_point(|d| {
            if falling {
                *d > distance
            } else {
                *d < distance
            }
        });
        let after = after.clamp(1, self.ds.len() - 1);
        (after - 1, after)
    }
}

impl Chain {
    /// The bend parameter that brings the EE to `distance` from the start joint, for a
    /// chain of three or more bones; clamped to what the chain can take.
    pub(crate) fn bend_parameter(&self, distance: f64) -> (f64, Reach) {
        if self.is_preferred_reach(distance) {
            return (1.0, Reach::Reached);
        }
        let branch = self.curve.branch(distance);
        let (least, most) = branch.range();
        if distance > most {
            return (branch.ts[0], Reach::TooFar);
        }
        if distance < least {
            return (branch.ts[branch.ts.len() - 1], Reach::TooNear);
        }
        (self.root(branch, distance), Reach::Reached)
    }

    /// Newton's method kept inside its bracket by bisection.
    fn root(&self, branch: &Branch, distance: f64) -> f64 {
        let (i, j) = branch.bracket(distance);
        let (mut low, mut high) = (branch.ts[i], branch.ts[j]);
        let (excess_low, excess_high) = (branch.ds[i] - distance, branch.ds[j] - distance);
        let rising = excess_high > excess_low;
        let piece = piece(0.5 * (low + high));
        let share = excess_low / (excess_low - excess_high);
        let mut t = if share.is_finite() {
            low + share * (high - low)
        } else {
            low
        };
        for _ in 0..MAX_STEPS {
            let (reach, slope) =
                reach_and_slope(&self.bones, &self.hinges, &self.curve.planar, t, piece);
            let excess = reach - distance;
            if excess.abs() <= ROOT * self.total {
                break;
            }
            if (excess < 0.0) == rising {
                low = t
            } else {
                high = t
            }
            let newton = t - excess / slope;
            let next = if low < newton && newton < high {
                newton
            } else {
                0.5 * (low + high)
            };
            if next == t || high - low <= f64::EPSILON * high {
                break;
            }
            t = next;
        }
        t
    }

    /// Poses the chain at the bend parameter `t`, start joint unturned: fills `turns`
    /// (local rotations of the inner joints) and `points` (from the start joint, at the
    /// origin, to the EE). Returns EE axis and solver-plane normal, in shape space.
    pub(crate) fn pose(&self, t: f64, turns: &mut [DQuat], points: &mut [DVec3]) -> (DVec3, DVec3) {
        let nearest = match self.planarity {
            Planarity::Planar => None,
            Planarity::Spatial => self.nearest_plane_at(t, points),
        };
        let piece = piece(t);
        let (mut turn, mut end) = (DQuat::IDENTITY, self.bones[0]);
        points[0] = DVec3::ZERO;
        points[1] = end;
        for (i, hinge) in self.hinges.iter().enumerate() {
            let delta = (t - 1.0) * rate(hinge, piece);
            turns[i] = bent(hinge, delta);
            turn = unit_quat(turn * rotation(hinge.axis, delta));
            end += turn * self.bones[i + 1];
            points[i + 2] = end;
        }
        if t == 1.0 {
            return (self.axis, self.normal);
        }
        let axis = if length(end) > CLOSED * self.total {
            unit(end).unwrap_or(self.axis)
        } else {
            // The EE came back to the start joint: where it came from is its axis.
            let (_, velocity) = end_and_velocity(&self.bones, &self.hinges, t, piece);
            unit(-velocity).unwrap_or(self.axis)
        };
        let normal = nearest
            .map(|n| self.sided(t, n))
            .and_then(|n| unit_reject(n, axis))
            .or_else(|| unit_reject(self.normal, axis))
            .unwrap_or_else(|| any_perpendicular(axis));
        (axis, normal)
    }

    /// A plane's normal at `t` with the side that the preferred pose's normal comes to when
    /// it is followed from t = 1. Were the side found anew for each bend, a zigzag whose
    /// halves balance at some length would flip there, and a sub-chain of it somewhere else.
    fn sided(&self, t: f64, normal: DVec3) -> DVec3 {
        let after = self.sides.partition_point(|side| side.t < t);
        let before = after.saturating_sub(1);
        let near = |i: usize| {
            self.sides
                .get(i)
                .map(|side| ((side.t - t).abs(), side.normal))
        };
        let nearest = match (near(before), near(after)) {
            (Some(a), Some(b)) => {
                if a.0 <= b.0 {
                    a.1
                } else {
                    b.1
                }
            }
            (Some(a), None) | (None, Some(a)) => a.1,
            (None, None) => self.normal,
        };
        if normal.dot(nearest) < 0.0 {
            -normal
        } else {
            normal
        }
    }

    /// Normals of the bent chain from straight to folded, each following from its
    /// neighbour without a jump, beginning with the preferred pose's at t = 1; in the order
    /// of `t`. For a chain that is not planar.
    pub(crate) fn follow_sides(&self) -> Vec<Side> {
        let mut scratch = vec![DVec3::ZERO; self.bones.len() + 1];
        let mut follow = |to: f64| {
            let mut sides = vec![Side {
                t: 1.0,
                normal: self.normal,
            }];
            let mut step: f64 = FIRST_FOLLOW;
            while let Some(last) = sides.last().copied().filter(|last| last.t != to) {
                let left = (to - last.t).abs();
                let t = if step >= left {
                    to
                } else {
                    last.t + step.copysign(to - last.t)
                };
                let Some(normal) = self.nearest_plane_at(t, &mut scratch) else {
                    break;
                };
                let cos = normal.dot(last.normal);
                if cos.abs() < FOLLOW_COS && step > LEAST_FOLLOW {
                    step *= 0.5;
                    continue;
                }
                let normal = if cos < 0.0 { -normal } else { normal };
                sides.push(Side { t, normal });
                step = (step * 2.0).min(FIRST_FOLLOW);
            }
            sides
        };
        let mut sides = follow(STRAIGHTEST);
        sides.reverse();
        sides.extend(follow(2.0).into_iter().skip(1));
        sides
    }

    /// Normal, up to its sign, of the plane nearest to the chain bent to `t`; shape
    /// space. Writes over `scratch`, one vector a point of the chain.
    fn nearest_plane_at(&self, t: f64, scratch: &mut [DVec3]) -> Option<DVec3> {
        let t = t.max(STRAIGHTEST);
        let piece = piece(t);
        // How far the points stray from a straight line along the first bone: small
        // where the bends are, and summed up without cancellation.
        let first = self.bones[0] / length(self.bones[0]);
        let mut turn = DQuat::IDENTITY;
        let (mut stray, mut stray_of_point) = (DVec3::ZERO, DVec3::ZERO);
        for (i, hinge) in self.hinges.iter().enumerate() {
            let rate = rate(hinge, piece);
            let bend = if piece == 0 {
                t * rate
            } else {
                hinge.bend + (t - 1.0) * rate
            };
            let (half_sin, half_cos) = sin_cos(0.5 * bend);
            let direction = turn * (self.bones[i] / length(self.bones[i]));
            let side = (turn * hinge.axis).cross(direction);
            stray += (side * half_cos - direction * half_sin) * (2.0 * half_sin);
            turn = unit_quat(turn * rotation(hinge.axis, (t - 1.0) * rate));
            stray_of_point += stray * length(self.bones[i + 1]);
            scratch[i + 2] = stray_of_point;
        }
        scratch[1] = DVec3::ZERO;
        let axis = unit(first * self.total + stray_of_point)?;
        let mut along = 0.0;
        for (i, bone) in self.bones.iter().enumerate() {
            along += length(*bone);
            scratch[i + 1] = reject(scratch[i + 1] - stray_of_point * (along / self.total), axis);
        }
        let inner = scratch[1..self.bones.len()].iter().copied();
        nearest_plane(inner, axis, self.normal, NO_DIRECTION * self.total)
    }
}

fn planar_bones(bones: &[DVec3], hinges: &[Hinge], normal: DVec3) -> Vec<PlanarBone> {
    let x = unit_reject(bones[0], normal).unwrap_or_else(|| any_perpendicular(normal));
    let y = normal.cross(x);
    let mut rates = [0.0; 2];
    let mut planar = Vec::with_capacity(bones.len());
    for (i, bone) in bones.iter().enumerate() {
        if i > 0 {
            let hinge = &hinges[i - 1];
            let side = hinge.axis.dot(normal).signum();
            rates = [0, 1].map(|piece| rates[piece] + side * rate(hinge, piece));
        }
        planar.push(PlanarBone {
            x: bone.dot(x),
            y: bone.dot(y),
            rates,
        });
    }
    planar
}

/// A chain of two bones of lengths `upper` and `lower` whose EE is at `distance` from
/// its start: the cosine and sine of the bend at the middle joint, and of the angle at
/// the start from the EE axis to the upper bone. By square roots alone, accurate near
/// straight and near folded (Heron's formula in factors).
pub(crate) fn triangle(upper: f64, lower: f64, distance: f64) -> ((f64, f64), (f64, f64)) {
    let (sum, difference) = (upper + lower, upper - lower);
    let far = ((sum - distance) * (sum + distance)).max(0.0);
    let near = ((distance - difference) * (distance + difference)).max(0.0);
    let product = 2.0 * upper * lower;
    let (far_root, near_root) = (far.sqrt(), near.sqrt());
    let sin_bend = far_root * (near_root / product);
    // From whichever of cos ± 1 is small, so that neither end loses digits.
    let cos_bend = if far <= near {
        1.0 - far / product
    } else {
        near / product - 1.0
    };
    let (cos_start, sin_start) = if distance > VANISHING * sum {
        let cos = (distance + difference * (sum / distance)) / (2.0 * upper);
        (cos, far_root * (near_root / distance) / (2.0 * upper))
    } else {
        (0.0, 1.0)
    };
    ((cos_bend, sin_bend), (cos_start, sin_start))
}
