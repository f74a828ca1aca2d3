//! The easy way: driven keys (reaction manager, set driven key, link with), their error, and
//! how many and which keys a tolerance needs.
//!
//! A driven key says where the slider stands at one crank angle; between keys it is
//! interpolated, outside them held. The error e(γ) is what that differs from the exact slide,
//! and is seen as a gap at the rod's end.

use std::f64::consts::FRAC_PI_2;

use crate::crank_slider::{CrankSlider, finite};
use crate::error::{Code, Error, Result};

/// The most keys that are taken or looked for: more than a rigger would set by hand by far.
pub const MAX_KEYS: usize = 1000;

/// The most keys whose best places are looked for.
pub const MAX_BEST_KEYS: usize = 100;

/// Keys nearer than this, radians, stand on one another; no animation tool tells them apart.
const SAME_KEY: f64 = 1e-9;

/// The most turns of the crank between the first and the last key.
const MOST_TURNS: f64 = 100.0;

/// Angles beyond this, radians, are refused: their rounding nears [`SAME_KEY`].
const MAX_ANGLE: f64 = 1e6;

/// The error's derivatives are asked for their signs this often, radians: the slide's own
/// features are wider, but for those at 90° and 270°, which bound a cell too.
const CELL: f64 = std::f64::consts::PI / 36.0;

/// The signs are taken this fraction of a cell inside it, so that a corner on its edge shows
/// the slope of this side.
const INSIDE: f64 = 1e-9;

/// Steps after which any bracket is empty.
const MAX_STEPS: usize = 200;

/// Halvings of the tolerance that all intervals are to share: down to rounding.
const HALVINGS: usize = 60;

/// Steps in which a key is moved on from the last: for each interval of even keys, and at
/// least for the whole way.
const STRIDES: (f64, f64) = (8.0, 96.0);

/// Rounds of evening out the errors of smooth keys.
const ROUNDS: usize = 100;

/// Intervals asked for their errors, at most, in moving keys about after that.
const TRIALS: usize = 400_000;

/// The moves of an interval's ends that are tried, as multiples of a step.
const SHIFTS: [(f64, f64); 8] = [
    (-1.0, 0.0),
    (1.0, 0.0),
    (0.0, -1.0),
    (0.0, 1.0),
    (-1.0, -1.0),
    (-1.0, 1.0),
    (1.0, -1.0),
    (1.0, 1.0),
];

/// Steps below this share of an interval are no longer worth trying.
const SMALLEST_SHARE: f64 = 1e-7;

/// How the slider is led from key to key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// Straight lines.
    #[default]
    Linear,
    /// Cubic Hermite with finite-difference tangents: the mean of the slopes to both
    /// neighbours, at the ends the slope to the one.
    Smooth,
}

/// A driven key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// Crank angle, radians.
    pub angle: f64,
    /// The exact slide there.
    pub slide: f64,
    /// Tangent of smooth interpolation, length per radian.
    pub tangent: f64,
}

/// The largest error of driven keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// |driven slide − exact slide|.
    pub error: f64,
    /// The crank angle where it is met, radians.
    pub at: f64,
}

/// Driven keys of a crank-slider's slide.
#[derive(Clone, Debug, PartialEq)]
pub struct DrivenKeys {
    mechanism: CrankSlider,
    interpolation: Interpolation,
    keys: Vec<Key>,
}

/// How far an interval of a given tolerance goes. Across an inflection the error can rise to
/// the tolerance, fall below it as the chord swings over, and rise again.
#[derive(Clone, Copy)]
enum Far {
    /// To where the tolerance is first met.
    First,
    /// To where it is last met before twice as much is.
    Last,
}

/// Two neighbouring keys.
#[derive(Clone, Copy)]
struct Interval<'k> {
    mechanism: &'k CrankSlider,
    interpolation: Interpolation,
    from: Key,
    to: Key,
}

impl DrivenKeys {
    /// Keys at the crank angles `angles`, radians, in any order, each with the exact slide.
    ///
    /// # Errors
    /// With the path `keys_deg` or `keys_deg[i]`: [`Code::BadValue`] for fewer than two keys or
    /// two at one angle (to 1e−9 radians); [`Code::TooLarge`] for more than [`MAX_KEYS`] for
    /// more than a hundred turns or an angle beyond 10⁶; [`Code::NotFinite`]; [`Code::OutOfReach`] where the rod does not
    /// reach at a key or somewhere between two.
    pub fn new(
        mechanism: &CrankSlider,
        angles: &[f64],
        interpolation: Interpolation,
    ) -> Result<DrivenKeys> {
        let fail = |code, message: String| Err(Error::new(code, "keys_deg", message));
        if angles.len() < 2 {
            return fail(
                Code::BadValue,
                format!(
                    "{} keys say nothing between them; give at least 2",
                    angles.len()
                ),
            );
        }
        if angles.len() > MAX_KEYS {
            return fail(
                Code::TooLarge,
                format!("{} keys, at most {MAX_KEYS} are taken", angles.len()),
            );
        }
        let mut keys = Vec::with_capacity(angles.len());
        for (i, angle) in angles.iter().enumerate() {
            if angle.abs() > MAX_ANGLE {
                return Err(Error::new(
                    Code::TooLarge,
                    format!("keys_deg[{i}]"),
                    format!("must not exceed {MAX_ANGLE:e} radians; take whole turns off"),
                ));
            }
            let at = mechanism.at(*angle).map_err(|error| {
                Error::new(error.code(), format!("keys_deg[{i}]"), error.message())
            })?;
            keys.push((i, *angle, at.slide));
        }
        keys.sort_by(|a, b| a.1.total_cmp(&b.1));
        for pair in keys.windows(2) {
            if pair[1].1 - pair[0].1 < SAME_KEY {
                let (first, second) = (pair[0].0.min(pair[1].0), pair[0].0.max(pair[1].0));
                return Err(Error::new(
                    Code::BadValue,
                    format!("keys_deg[{second}]"),
                    format!("stands at the angle of keys_deg[{first}]; remove one of them"),
                ));
            }
        }
        let (first, last) = (keys[0].1, keys[keys.len() - 1].1);
        if (last - first) / crate::math::TURN > MOST_TURNS {
            return fail(
                Code::TooLarge,
                format!("more than {MOST_TURNS} turns from first to last; repeat the keys instead"),
            );
        }
        if !mechanism.reaches_between(first, last) {
            return fail(
                Code::OutOfReach,
                "the rod does not reach all the way from first to last; keep to one range".into(),
            );
        }
        let keys: Vec<(f64, f64)> = keys.iter().map(|k| (k.1, k.2)).collect();
        Ok(DrivenKeys {
            mechanism: *mechanism,
            interpolation,
            keys: with_tangents(&keys),
        })
    }

    /// `count` keys evenly from `from` to `to`, radians.
    ///
    /// # Errors
    /// As [`DrivenKeys::new`], and for a count below 2 or a `to` not beyond `from`.
    pub fn evenly(
        mechanism: &CrankSlider,
        from: f64,
        to: f64,
        count: usize,
        interpolation: Interpolation,
    ) -> Result<DrivenKeys> {
        check_way(from, to)?;
        if count > MAX_KEYS {
            return Err(too_many(count, MAX_KEYS));
        }
        DrivenKeys::new(mechanism, &even(from, to, count), interpolation)
    }

    /// The fewest keys, evenly from `from` to `to`, radians, whose largest error is at most
    /// `tolerance`.
    ///
    /// # Errors
    /// As [`DrivenKeys::evenly`]; with the path `tolerance`: [`Code::BadValue`] where it is not
    /// above 0; [`Code::TooLarge`] where [`MAX_KEYS`] are not enough, with the error they leave.
    pub fn fewest(
        mechanism: &CrankSlider,
        from: f64,
        to: f64,
        tolerance: f64,
        interpolation: Interpolation,
    ) -> Result<DrivenKeys> {
        finite(tolerance, "tolerance")?;
        if tolerance <= 0.0 {
            return Err(Error::new(
                Code::BadValue,
                "tolerance",
                "must be above 0; only the expression is exact",
            ));
        }
        let mut most = DrivenKeys::evenly(mechanism, from, to, 2, interpolation)?;
        for count in 2..=MAX_KEYS {
            if count > 2 {
                most = DrivenKeys::evenly(mechanism, from, to, count, interpolation)?;
            }
            if most.stays_within(tolerance) {
                return Ok(most);
            }
        }
        let left = most.largest_error().error;
        Err(Error::new(
            Code::TooLarge,
            "tolerance",
            format!(
                "{MAX_KEYS} keys leave an error of {left:e}; allow more, or use the expression"
            ),
        ))
    }

    /// `count` keys from `from` to `to`, radians, where they leave the least largest error.
    ///
    /// Linear: the tolerance is found that `count` − 1 intervals share when each, from one end on,
    /// is made as long as it allows. Smooth: starting there and at even keys, the intervals'
    /// lengths are evened out against their errors. Then keys are moved about for as long as
    /// that helps. Where the slide has no inflection the linear keys are the best, and all their
    /// intervals have the same error. An interval across one may leave others slack, and smooth
    /// keys lean on their neighbours: there the places are good and not proven the best. Never
    /// worse than even keys.
    ///
    /// # Errors
    /// As [`DrivenKeys::evenly`]; [`Code::TooLarge`] for more than [`MAX_BEST_KEYS`].
    pub fn best(
        mechanism: &CrankSlider,
        from: f64,
        to: f64,
        count: usize,
        interpolation: Interpolation,
    ) -> Result<DrivenKeys> {
        if count > MAX_BEST_KEYS {
            return Err(too_many(count, MAX_BEST_KEYS));
        }
        let even = DrivenKeys::evenly(mechanism, from, to, count, interpolation)?;
        if count == 2 {
            return Ok(even);
        }
        let linear = DrivenKeys::evenly(mechanism, from, to, count, Interpolation::Linear)?;
        let shared = linear.sharing_the_error();
        Ok(match interpolation {
            Interpolation::Linear => better(shared, linear).moved(),
            Interpolation::Smooth => {
                let shared = DrivenKeys::new(mechanism, &shared.angles(), interpolation)?;
                better(shared.evened_out(), even.evened_out()).moved()
            }
        })
    }

    /// The mechanism that the keys are of.
    #[must_use]
    pub fn mechanism(&self) -> &CrankSlider {
        &self.mechanism
    }

    /// How the slider is led between them.
    #[must_use]
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// The keys by their angles; at least two.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    fn angles(&self) -> Vec<f64> {
        self.keys.iter().map(|key| key.angle).collect()
    }

    fn first(&self) -> Key {
        self.keys[0]
    }

    fn last(&self) -> Key {
        self.keys[self.keys.len() - 1]
    }

    /// The driven slide at a crank angle, radians; held outside the keys, so that whole turns
    /// matter. An angle that is none is taken as before the first key.
    #[must_use]
    pub fn at(&self, angle: f64) -> f64 {
        if angle >= self.last().angle {
            return self.last().slide;
        }
        let after = self.keys.partition_point(|key| key.angle <= angle);
        if after == 0 || angle.is_nan() {
            return self.first().slide;
        }
        self.interval(after - 1).at(angle)[0]
    }

    /// Where the error is largest, and how large: exact. Its turning points are bracketed
    /// by the signs of its first two derivatives and refined to rounding.
    #[must_use]
    pub fn largest_error(&self) -> Deviation {
        let at_first = Deviation {
            error: 0.0,
            at: self.first().angle,
        };
        self.intervals()
            .map(|interval| interval.largest_error())
            .fold(at_first, larger)
    }

    /// `samples` (at least 2) points (γ, driven slide − exact slide) evenly from the first key
    /// to the last, for drawing.
    #[must_use]
    pub fn error_curve(&self, samples: usize) -> Vec<(f64, f64)> {
        even(self.first().angle, self.last().angle, samples.max(2))
            .into_iter()
            .map(|angle| {
                (
                    angle,
                    self.at(angle) - self.mechanism.nearest(angle).0.slide,
                )
            })
            .collect()
    }

    fn interval(&self, i: usize) -> Interval<'_> {
        Interval {
            mechanism: &self.mechanism,
            interpolation: self.interpolation,
            from: self.keys[i],
            to: self.keys[i + 1],
        }
    }

    fn intervals(&self) -> impl DoubleEndedIterator<Item = Interval<'_>> {
        (0..self.keys.len() - 1).map(|i| self.interval(i))
    }

    /// Whether the largest error is at most `tolerance`; most that fail do so in the middle
    /// of an interval, which is asked first.
    fn stays_within(&self, tolerance: f64) -> bool {
        self.intervals().all(|interval| {
            let middle = 0.5 * (interval.from.angle + interval.to.angle);
            interval.error(middle)[0].abs() <= tolerance
        }) && self
            .intervals()
            .all(|i| i.largest_error().error <= tolerance)
    }

    /// Keys at other angles between the same ends; `angles` ascending.
    fn at_angles(&self, angles: &[f64]) -> DrivenKeys {
        let keys: Vec<(f64, f64)> = angles
            .iter()
            .map(|angle| (*angle, self.mechanism.nearest(*angle).0.slide))
            .collect();
        DrivenKeys {
            keys: with_tangents(&keys),
            ..*self
        }
    }

    fn improve_to(&mut self, other: DrivenKeys) {
        if other.largest_error().error < self.largest_error().error {
            *self = other;
        }
    }

    /// Linear keys whose intervals are each as long as one tolerance lets them be, the best of
    /// those laid out from either end.
    fn sharing_the_error(&self) -> DrivenKeys {
        let mirrored = DrivenKeys {
            mechanism: self.mechanism.mirrored(),
            ..self.clone()
        };
        let turned = |angles: &[f64]| angles.iter().rev().map(|angle| -angle).collect::<Vec<_>>();
        let mirrored = mirrored.at_angles(&turned(&self.angles()));
        [Far::First, Far::Last]
            .into_iter()
            .flat_map(|far| {
                let back = mirrored.laid_out(far).angles();
                [self.laid_out(far), self.at_angles(&turned(&back))]
            })
            .fold(self.clone(), better)
    }

    /// Linear keys from the first on, each as far from the last as the least tolerance with
    /// which these many suffice lets it be.
    fn laid_out(&self, far: Far) -> DrivenKeys {
        let (mut least, mut most) = (0.0, self.largest_error().error);
        let mut found = self.angles();
        for _ in 0..HALVINGS {
            let tolerance = 0.5 * (least + most);
            match self.greedy(tolerance, far) {
                Some(angles) => {
                    found = angles;
                    most = tolerance;
                }
                None => least = tolerance,
            }
        }
        self.at_angles(&found)
    }

    /// As many keys as these, each as far from the last as `tolerance` lets it be, what is left
    /// over spread out; none where they do not get to the last.
    fn greedy(&self, tolerance: f64, far: Far) -> Option<Vec<f64>> {
        let (from, to) = (self.first().angle, self.last().angle);
        let intervals = self.keys.len() - 1;
        let key = |angle: f64| Key {
            angle,
            slide: self.mechanism.nearest(angle).0.slide,
            tangent: 0.0,
        };
        let over = |from: Key, angle: f64| {
            let interval = Interval {
                mechanism: &self.mechanism,
                interpolation: Interpolation::Linear,
                from,
                to: key(angle),
            };
            interval.largest_error().error - tolerance
        };
        let stride = (to - from) / (intervals as f64 * STRIDES.0).max(STRIDES.1);
        let mut angles = vec![from];
        for _ in 1..intervals {
            let at = key(angles[angles.len() - 1]);
            let mut here = (at.angle, -tolerance);
            let mut next = None;
            loop {
                let there = (here.0 + stride).min(to);
                let there = (there, over(at, there));
                if here.1 < 0.0 && there.1 >= 0.0 {
                    next = Some(root(|q| over(at, q), here, there));
                }
                let enough = match far {
                    Far::First => next.is_some(),
                    Far::Last => there.1 >= tolerance,
                };
                if enough {
                    break;
                }
                if there.0 >= to {
                    if there.1 < 0.0 {
                        return Some(spread(angles, to, intervals + 1));
                    }
                    break;
                }
                here = there;
            }
            angles.push(next?);
        }
        let at = key(angles[angles.len() - 1]);
        angles.push(to);
        (over(at, to) <= 0.0).then_some(angles)
    }

    /// Smooth keys whose intervals' errors are as even as repeated scaling of their lengths
    /// makes them; the best that was met.
    fn evened_out(self) -> DrivenKeys {
        let mut best = self.clone();
        let mut now = self;
        let mut least = best.largest_error().error;
        for _ in 0..ROUNDS {
            let errors: Vec<f64> = now.intervals().map(|i| i.largest_error().error).collect();
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            if mean == 0.0 {
                break;
            }
            // The error goes with the third to fourth power of the length; slower than that, so
            // that neighbours' tangents can follow.
            let lengths: Vec<f64> = now
                .intervals()
                .zip(&errors)
                .map(|(i, error)| {
                    let scale = (mean / error.max(mean / 16.0)).sqrt().sqrt().sqrt();
                    (i.to.angle - i.from.angle) * scale
                })
                .collect();
            now = now.at_angles(&apart(now.first().angle, now.last().angle, &lengths));
            let error = now.largest_error().error;
            if error < least {
                (best, least) = (now.clone(), error);
            }
        }
        best
    }

    /// The keys after intervals about the worst were moved and resized for as long as that
    /// helped. What lies between them and the ends is stretched along, so that it shares what
    /// is gained or lost.
    fn moved(self) -> DrivenKeys {
        let mut best = self;
        let mut worst = best.largest_error();
        let mut share = 0.25;
        let last = best.keys.len() - 1;
        for _ in 0..TRIALS / (24 * last) {
            let after = best.keys.partition_point(|key| key.angle <= worst.at);
            let mut tried: Option<(Deviation, DrivenKeys)> = None;
            for i in after.saturating_sub(2)..(after + 1).min(last) {
                let angles = best.angles();
                let step = share * (angles[i + 1] - angles[i]);
                for (left, right) in SHIFTS {
                    let moved = stretched(&angles, i, left * step, right * step);
                    if moved.windows(2).any(|pair| pair[1] - pair[0] < SAME_KEY) {
                        continue;
                    }
                    let keys = best.at_angles(&moved);
                    let error = keys.largest_error();
                    if error.error < tried.as_ref().map_or(worst.error, |t| t.0.error) {
                        tried = Some((error, keys));
                    }
                }
            }
            match tried {
                Some(better) => (worst, best) = better,
                None if share < SMALLEST_SHARE => break,
                None => share *= 0.5,
            }
        }
        best
    }
}

/// `angles` with the interval from `i` to `i + 1` moved by `left` and `right` at its ends, and the
/// angles before and after it stretched against the outermost two, which stay.
fn stretched(angles: &[f64], i: usize, left: f64, right: f64) -> Vec<f64> {
    let last = angles.len() - 1;
    let (from, to) = (angles[0], angles[last]);
    let scale = |moved: f64, length: f64| if length > 0.0 { moved / length } else { 0.0 };
    let before = scale(left, angles[i] - from);
    let after = scale(right, to - angles[i + 1]);
    let move_one = |(k, angle): (usize, &f64)| {
        if k <= i {
            angle + (angle - from) * before
        } else {
            angle + (to - angle) * after
        }
    };
    angles.iter().enumerate().map(move_one).collect()
}

fn better(one: DrivenKeys, other: DrivenKeys) -> DrivenKeys {
    let mut best = one;
    best.improve_to(other);
    best
}

fn larger(one: Deviation, other: Deviation) -> Deviation {
    if other.error > one.error { other } else { one }
}

fn too_many(count: usize, most: usize) -> Error {
    Error::new(
        Code::TooLarge,
        "keys_deg",
        format!("{count} keys, at most {most} are taken"),
    )
}

fn check_way(from: f64, to: f64) -> Result<()> {
    finite(from, "from_deg")?;
    finite(to, "to_deg")?;
    if to > from {
        Ok(())
    } else {
        Err(Error::new(
            Code::BadValue,
            "to_deg",
            "must be greater than `from_deg`",
        ))
    }
}

/// `count` numbers evenly from `from` to `to`, the ends as given.
fn even(from: f64, to: f64, count: usize) -> Vec<f64> {
    let last = count.saturating_sub(1);
    (0..count)
        .map(|i| {
            if i == last {
                to
            } else {
                from + (to - from) * (i as f64 / last as f64)
            }
        })
        .collect()
}

/// `angles`, with what is missing to `count` spread evenly up to `to`.
fn spread(mut angles: Vec<f64>, to: f64, count: usize) -> Vec<f64> {
    let from = angles[angles.len() - 1];
    angles.extend_from_slice(&even(from, to, count - angles.len() + 1)[1..]);
    angles
}

/// Keys from `from` to `to` whose distances go as `lengths`.
fn apart(from: f64, to: f64, lengths: &[f64]) -> Vec<f64> {
    let total: f64 = lengths.iter().sum();
    let mut sum = 0.0;
    let inner = lengths[..lengths.len() - 1].iter().map(|length| {
        sum += length;
        from + (to - from) * (sum / total)
    });
    let mut angles = vec![from];
    angles.extend(inner);
    angles.push(to);
    angles
}

fn with_tangents(points: &[(f64, f64)]) -> Vec<Key> {
    let slope = |i: usize| (points[i + 1].1 - points[i].1) / (points[i + 1].0 - points[i].0);
    let last = points.len() - 1;
    points
        .iter()
        .enumerate()
        .map(|(i, (angle, slide))| Key {
            angle: *angle,
            slide: *slide,
            tangent: if i == 0 {
                slope(0)
            } else if i == last {
                slope(last - 1)
            } else {
                0.5 * (slope(i - 1) + slope(i))
            },
        })
        .collect()
}

impl Interval<'_> {
    /// Value and first two derivatives in γ of the interpolation.
    fn at(&self, angle: f64) -> [f64; 3] {
        let (from, to) = (&self.from, &self.to);
        let length = to.angle - from.angle;
        let t = (angle - from.angle) / length;
        let rise = to.slide - from.slide;
        match self.interpolation {
            Interpolation::Linear => [from.slide + t * rise, rise / length, 0.0],
            Interpolation::Smooth => {
                // As the straight line and what the tangents add to it, so that a key is met
                // exactly.
                let (d0, d1) = (from.tangent * length - rise, to.tangent * length - rise);
                let s = 1.0 - t;
                [
                    from.slide + t * rise + t * s * (s * d0 - t * d1),
                    (rise + s * (1.0 - 3.0 * t) * d0 + t * (1.0 - 3.0 * s) * d1) / length,
                    ((6.0 * t - 4.0) * d0 + (6.0 * t - 2.0) * d1) / (length * length),
                ]
            }
        }
    }

    /// e and its first two derivatives in γ.
    fn error(&self, angle: f64) -> [f64; 3] {
        let [slide, slope, curvature] = self.at(angle);
        let exact = self.mechanism.nearest(angle).0;
        [
            slide - exact.slide,
            slope - exact.d_slide,
            curvature - exact.d2_slide,
        ]
    }

    fn largest_error(&self) -> Deviation {
        let mut largest = Deviation {
            error: 0.0,
            at: self.from.angle,
        };
        let mut ask = |at: f64| {
            let error = self.error(at)[0].abs();
            largest = larger(largest, Deviation { error, at });
        };
        let mut begin = self.from.angle;
        while begin < self.to.angle {
            let quarter = ((begin / FRAC_PI_2).floor() + 1.0) * FRAC_PI_2;
            // A quarter that rounding leaves just behind: on to the next.
            let quarter = if quarter <= begin + SAME_KEY {
                quarter + FRAC_PI_2
            } else {
                quarter
            };
            let end = quarter.min(self.to.angle);
            let cells = ((end - begin) / CELL).ceil().max(2.0);
            for cell in 0..cells as usize {
                let p = begin + (end - begin) * (cell as f64 / cells);
                let q = begin + (end - begin) * ((cell + 1) as f64 / cells);
                ask(q);
                self.turning_points(p, q, &mut ask);
            }
            begin = end;
        }
        largest
    }

    /// Calls `found` with the angles between `p` and `q` where e′ changes its sign.
    fn turning_points(&self, p: f64, q: f64, mut found: impl FnMut(f64)) {
        let inside = INSIDE * (q - p);
        let (p, q) = (p + inside, q - inside);
        let (at_p, at_q) = (self.error(p), self.error(q));
        let differ = |a: f64, b: f64| (a < 0.0) != (b < 0.0);
        let mut between = |(p, ep): (f64, f64), (q, eq): (f64, f64)| {
            if differ(ep, eq) {
                found(root(|x| self.error(x)[1], (p, ep), (q, eq)));
            }
        };
        if differ(at_p[2], at_q[2]) {
            // Two turning points may hide about a turning point of e′.
            let middle = root(|x| self.error(x)[2], (p, at_p[2]), (q, at_q[2]));
            let at_middle = (middle, self.error(middle)[1]);
            between((p, at_p[1]), at_middle);
            between(at_middle, (q, at_q[1]));
        } else {
            between((p, at_p[1]), (q, at_q[1]));
        }
    }
}

/// The root of `f` between two points whose values differ in sign, to rounding: inverse
/// quadratic interpolation where it is safe, bisection where it is not (Chandrupatla, "A new
/// hybrid quadratic/bisection algorithm", Advances in Engineering Software 28, 1997).
fn root(f: impl Fn(f64) -> f64, one: (f64, f64), other: (f64, f64)) -> f64 {
    let ((mut a, mut fa), (mut b, mut fb)) = (one, other);
    let mut share = 0.5;
    for _ in 0..MAX_STEPS {
        let x = a + share * (b - a);
        let fx = f(x);
        let (c, fc);
        if (fx < 0.0) == (fa < 0.0) {
            (c, fc) = (a, fa);
        } else {
            (c, fc) = (b, fb);
            (b, fb) = (a, fa);
        }
        (a, fa) = (x, fx);
        let (best, at_best) = if fa.abs() < fb.abs() {
            (a, fa)
        } else {
            (b, fb)
        };
        let nearest = f64::EPSILON * best.abs() / (b - a).abs();
        if at_best == 0.0 || nearest.is_nan() || nearest > 0.5 {
            return best;
        }
        let (xi, phi) = ((a - b) / (c - b), (fa - fb) / (fc - fb));
        let interpolates = phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi;
        let quadratic =
            fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb);
        share = if interpolates && quadratic.is_finite() {
            quadratic.clamp(nearest, 1.0 - nearest)
        } else {
            0.5
        };
    }
    a
}
