//! The crank-slider: how far the slider stands for an angle of the crank, and back.
//!
//! In the plane of the mechanism the crank turns about the origin and the slider moves along
//! the line at the height h parallel to x. With crank a, rod c and crank angle γ from the
//! slide's direction, the pin stands u = a sin γ − h above the slide axis, the rod lies at the
//! angle α below the axis' direction, sin α = u/c, and spans w = c cos α = √((c − u)(c + u)) of
//! it, so that the slide is
//!
//! ```text
//! b  = w + a cos γ
//! b′ = −a sin γ − u u′/w                              u′ = a cos γ
//! b″ = −a cos γ − (u′² + u u″)/w − u² u′²/w³          u″ = −a sin γ
//! ```
//!
//! Only w ≥ 0 belongs to the relation: the rod never leans back past its crank pin.

mod expression;
mod keys;
mod rig;

pub use expression::{Dialect, MAX_BLENDER_EXPRESSION};
pub use keys::{Deviation, DrivenKeys, Interpolation, Key, MAX_BEST_KEYS, MAX_KEYS};
pub use rig::{CrankPose, CrankRig, Drive};

use crate::error::{Code, Error, Result};
use crate::math::{TURN, atan2, degrees, sin_cos};

/// The lengths taken: products of four of them, and their quotients by the smallest span the
/// rod can have in double precision, stay finite and above zero.
const LENGTHS: std::ops::RangeInclusive<f64> = 1e-50..=1e50;

/// A rod shorter than this fraction of crank and offset is refused: the pin's height is known
/// to the rounding of the crank, and that must stay far below the rod's length.
const SHORTEST_ROD: f64 = 1e-9;

/// Heights and slides nearer than this fraction of all lengths are one: the rounding of an
/// angle of up to one turn, times the crank. So 30° written in degrees is on a limit at 30°.
const SAME: f64 = 4.0 * f64::EPSILON;

/// A cosine below this belongs to an angle of 90° to rounding.
const UPRIGHT: f64 = 4.0 * f64::EPSILON;

/// A slider nearer to the crank's centre than this fraction of the lengths is on it: the
/// slide that this changes is far below the rounding of any other.
const ON_CENTRE: f64 = 1e-30;

/// Angles nearer than this, radians, are one where the question is whether a limit lies
/// between them.
const SAME_ANGLE: f64 = 1e-12;

/// A crank-slider: crank, rod and the offset of the slide axis from the crank's centre.
///
/// Made only of what can be: two lengths, and an offset at which the rod reaches the axis for
/// at least one angle of the crank. All lengths in one unit.
///
/// ```
/// # use zeroplane::CrankSlider;
/// let engine = CrankSlider::new(1.0, 3.0, 0.0)?;
/// let slide = engine.at(90_f64.to_radians())?.slide;
/// assert!((slide - 8_f64.sqrt()).abs() < 1e-15);
/// let [ahead, behind] = engine.crank_angles(slide)?;
/// assert!((ahead.to_degrees() - 90.0).abs() < 1e-12);
/// assert!((behind.to_degrees() + 90.0).abs() < 1e-12);
/// # Ok::<(), zeroplane::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrankSlider {
    crank: f64,
    rod: f64,
    offset: f64,
    /// c + h − a: negative where the rod does not reach with the crank at 90°.
    above: f64,
    /// c − h − a: negative where it does not reach with the crank at 270°.
    below: f64,
    /// Slide with crank and rod in one line.
    outer: f64,
    /// Square of the slide with the rod folded over the crank; negative where there is none.
    inner_squared: f64,
    /// What rounding may do to a height or a slide.
    same: f64,
}

/// The mechanism at one crank angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    /// b: where the slider stands along its axis, from the foot of the crank's centre.
    pub slide: f64,
    /// α: the rod's angle, radians in [−π/2, π/2], positive where the pin is above the slide
    /// axis. The rod points from the pin along (cos α, −sin α).
    pub rod_angle: f64,
    /// b′, length per radian. ∓∞ where the rod stands across the slide axis, at a limit of what
    /// it reaches; the mean of both sides where it only just reaches (as with a = c, h = 0 at
    /// 90°), since b has a corner there.
    pub d_slide: f64,
    /// b″, length per radian²; −∞ at a limit; without the corner's jump where the rod only just
    /// reaches.
    pub d2_slide: f64,
}

/// How the slider moves in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlideRates {
    /// Length per unit of time.
    pub velocity: f64,
    /// Length per unit of time squared.
    pub acceleration: f64,
}

/// Where crank and rod lie in one line and the slider turns back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeadCentres {
    /// Crank angle with the rod in the crank's continuation, radians in [−π/2, π/2].
    pub outer: f64,
    /// Crank angle with the rod folded over the crank, radians in [π/2, 3π/2]. None where the
    /// rod would have to lean back past its pin: |h| > |c − a|.
    pub inner: Option<f64>,
}

fn finite(value: f64, path: &str) -> Result<()> {
    if value.is_finite() {
        Ok(())
    } else {
        Err(Error::new(Code::NotFinite, path, "must be a finite number"))
    }
}

fn length(value: f64, path: &str) -> Result<()> {
    finite(value, path)?;
    if LENGTHS.contains(&value) {
        return Ok(());
    }
    let (least, most) = (LENGTHS.start(), LENGTHS.end());
    Err(Error::new(
        Code::BadValue,
        path,
        if value <= 0.0 {
            "must be greater than 0".to_owned()
        } else {
            format!("must lie between {least:e} and {most:e}; choose another unit of length")
        },
    ))
}

/// The rod's span and its derivatives in γ.
struct Span {
    w: f64,
    dw: f64,
    d2w: f64,
    /// u, the pin's height above the slide axis.
    height: f64,
    /// Whether the rod reaches the axis; where not it is taken to stand across it.
    reached: bool,
}

impl CrankSlider {
    /// A crank of length `crank`, a rod of length `rod`, and the slide axis `offset` above
    /// (γ = 90°) or, negative, below the crank's centre.
    ///
    /// # Errors
    /// With the path `crank`, `rod` or `offset`: [`Code::NotFinite`]; [`Code::BadValue`] for a
    /// length that is not positive, outside 1e−50 … 1e50, or a rod below 1e−9 of crank and
    /// offset; [`Code::OutOfReach`] where |h| > a + c, so that the rod reaches at no angle.
    pub fn new(crank: f64, rod: f64, offset: f64) -> Result<CrankSlider> {
        length(crank, "crank")?;
        length(rod, "rod")?;
        finite(offset, "offset")?;
        let reach = crank + rod;
        if offset.abs() > reach {
            return Err(Error::new(
                Code::OutOfReach,
                "offset",
                format!(
                    "crank and rod are {reach} long together and never reach a slide axis at \
                     {offset}; give an offset from {} to {reach}",
                    -reach
                ),
            ));
        }
        if rod < SHORTEST_ROD * (crank + offset.abs()) {
            return Err(Error::new(
                Code::BadValue,
                "rod",
                format!("is below {SHORTEST_ROD:e} of crank and offset; give a longer rod"),
            ));
        }
        let same = SAME * (reach + offset.abs());
        let just = |spare: f64| if spare.abs() <= same { 0.0 } else { spare };
        let (above, below) = (just(rod + offset - crank), just(rod - offset - crank));
        Ok(CrankSlider {
            crank,
            rod,
            offset,
            above,
            below,
            outer: ((reach - offset) * (reach + offset)).sqrt(),
            inner_squared: above * below,
            same,
        })
    }

    /// Length of the crank, a.
    #[must_use]
    pub fn crank(&self) -> f64 {
        self.crank
    }

    /// Length of the rod, c.
    #[must_use]
    pub fn rod(&self) -> f64 {
        self.rod
    }

    /// Height of the slide axis over the crank's centre, h.
    #[must_use]
    pub fn offset(&self) -> f64 {
        self.offset
    }

    /// The mechanism at the crank angle γ, radians, any number of turns. A function of γ
    /// alone, so continuous in it whatever the step.
    ///
    /// Accurate to rounding also where the rod is nearly upright: c − u is summed up as
    /// (c + h − a) + a(1 − sin γ), terms of one sign wherever the crank can go round.
    ///
    /// # Errors
    /// With the path `angle_deg`: [`Code::NotFinite`]; [`Code::OutOfReach`] where |u| > c, with
    /// the angles that the crank can stand at.
    pub fn at(&self, angle: f64) -> Result<Slide> {
        finite(angle, "angle_deg")?;
        let (slide, reached) = self.nearest(angle);
        if reached {
            Ok(slide)
        } else {
            Err(self.out_of_reach(angle))
        }
    }

    /// The mechanism at a finite angle and whether the rod reaches; where it does not, it
    /// stands across the axis on the pin's side.
    fn nearest(&self, angle: f64) -> (Slide, bool) {
        let (sin, cos) = sin_cos(angle);
        let span = self.span(sin, cos);
        let slide = Slide {
            slide: span.w + self.crank * cos,
            rod_angle: atan2(span.height, span.w),
            d_slide: span.dw - self.crank * sin,
            d2_slide: span.d2w - self.crank * cos,
        };
        (slide, span.reached)
    }

    fn span(&self, sin: f64, cos: f64) -> Span {
        let (a, c) = (self.crank, self.rod);
        // Mirrored about the slide's direction so that the pin is on the upper side.
        let up = sin >= 0.0;
        let (side, s) = if up { (1.0, sin) } else { (-1.0, -sin) };
        let (h, near, far) = if up {
            (self.offset, self.above, self.below)
        } else {
            (-self.offset, self.below, self.above)
        };
        let u = a * s - h;
        // 1 − s without cancellation.
        let q = cos * cos / (1.0 + s);
        let (to_near, near_reached) = self.limited(near + a * q, near);
        let (to_far, far_reached) = self.limited(far + a * (1.0 + s), far);
        let squared = to_near * to_far;
        let reached = near_reached && far_reached;
        let height = side * u;
        if squared == 0.0 || (near == 0.0 && cos.abs() <= UPRIGHT) {
            return self.upright(squared.sqrt(), height, cos, reached);
        }
        let w = squared.sqrt();
        let per = 1.0 / w;
        // b″ as it stands above loses everything where the rod is nearly upright. Its fraction
        // over w³ is c²u′² + u u″w², and with u′² = a²q(1 + s) this becomes the sum below.
        let (ar, ur) = (a * per, u * per);
        let curved = c * to_near + c * u * q + s * squared;
        Span {
            w,
            dw: -a * cos * side * ur,
            d2w: near * (ar * ur) * (to_far * per) * s - ar * ar * q * curved * per,
            height,
            reached,
        }
    }

    /// `room` between the pin's height and a limit of the rod, not below 0, and whether it
    /// was. `spare` is the room that is left at its least.
    fn limited(&self, room: f64, spare: f64) -> (f64, bool) {
        if spare >= 0.0 {
            (room, true)
        } else if room <= self.same {
            (0.0, room >= -self.same)
        } else {
            (room, true)
        }
    }

    #[cold]
    fn upright(&self, w: f64, height: f64, cos: f64, reached: bool) -> Span {
        let limit = cos.abs() > UPRIGHT;
        let dw = if !limit {
            0.0
        } else if (height > 0.0) == (cos > 0.0) {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        Span {
            w,
            dw,
            d2w: if limit { f64::NEG_INFINITY } else { 0.0 },
            height,
            reached,
        }
    }

    /// The mechanism seen from below: its slide at −γ is this one's at γ.
    fn mirrored(&self) -> CrankSlider {
        CrankSlider {
            offset: -self.offset,
            above: self.below,
            below: self.above,
            ..*self
        }
    }

    /// Velocity and acceleration of the slider at the crank angle `angle`, radians, for the
    /// crank's `speed` ω and `acceleration` ω̇ in radians per unit of time (squared):
    /// ḃ = b′ω, b̈ = b″ω² + b′ω̇. A crank at rest has a slider at rest also at a limit; at a limit
    /// the term in b″ outweighs the other.
    ///
    /// # Errors
    /// As [`CrankSlider::at`]; [`Code::NotFinite`] for a speed or acceleration that is not
    /// finite or beyond 1e50.
    pub fn rates(&self, angle: f64, speed: f64, acceleration: f64) -> Result<SlideRates> {
        for (value, path) in [(speed, "speed_deg"), (acceleration, "acceleration_deg")] {
            finite(value, path)?;
            if value.abs() > *LENGTHS.end() {
                let message = format!("must not exceed {:e}", LENGTHS.end());
                return Err(Error::new(Code::NotFinite, path, message));
            }
        }
        let at = self.at(angle)?;
        // An infinite derivative times a crank that does not move is no motion.
        let times = |rate: f64, by: f64| if by == 0.0 { 0.0 } else { rate * by };
        let (bending, turning) = (
            times(at.d2_slide, speed * speed),
            times(at.d_slide, acceleration),
        );
        Ok(SlideRates {
            velocity: times(at.d_slide, speed),
            acceleration: if bending.is_infinite() {
                bending
            } else {
                bending + turning
            },
        })
    }

    /// The crank angles at which the rod reaches, radians: (h − c)/a ≤ sin γ ≤ (h + c)/a. One
    /// range from −π to π where the crank goes round; one where it is held off on one side; two
    /// (about 0 and about π) where it is held off on both. Whole turns may be added.
    #[must_use]
    pub fn allowed_ranges(&self) -> Vec<[f64; 2]> {
        const PI: f64 = std::f64::consts::PI;
        // asin((c ± h)/a), accurate near 90° too.
        let limit = |spare: f64, height: f64| {
            atan2(height, (-spare * (self.crank + height)).sqrt().max(0.0))
        };
        let top = (self.above < 0.0).then(|| limit(self.above, self.rod + self.offset));
        let bottom = (self.below < 0.0).then(|| -limit(self.below, self.rod - self.offset));
        match (bottom, top) {
            (None, None) => vec![[-PI, PI]],
            (None, Some(top)) => vec![[-PI - top, top]],
            (Some(bottom), None) => vec![[bottom, PI - bottom]],
            (Some(bottom), Some(top)) => vec![[bottom, top], [PI - top, PI - bottom]],
        }
    }

    /// Whether the rod reaches all the way as the crank turns from `from` to `to`, radians.
    fn reaches_between(&self, from: f64, to: f64) -> bool {
        if self.above >= 0.0 && self.below >= 0.0 {
            return true;
        }
        self.allowed_ranges().iter().any(|[least, most]| {
            let turns = TURN * ((from - least + SAME_ANGLE) / TURN).floor();
            from - turns <= most + SAME_ANGLE && to - turns <= most + SAME_ANGLE
        })
    }

    #[cold]
    fn out_of_reach(&self, angle: f64) -> Error {
        let ranges = spoken(&self.allowed_ranges(), |angle| {
            format!("{}°", decimal(angle.to_degrees()))
        });
        Error::new(
            Code::OutOfReach,
            "angle_deg",
            format!(
                "the rod does not reach at {}°; the crank can stand {ranges}",
                decimal(degrees(angle))
            ),
        )
    }

    /// Where the slider can stand, [least, most], for each of [`CrankSlider::allowed_ranges`].
    #[must_use]
    pub fn slide_ranges(&self) -> Vec<[f64; 2]> {
        // Slide with the rod across the axis: a cos γ at the limit.
        let at_limit = |spare: f64, height: f64| (-spare * (self.crank + height)).sqrt();
        let top = at_limit(self.above, self.rod + self.offset);
        let bottom = at_limit(self.below, self.rod - self.offset);
        let inner = self.inner_squared.max(0.0).sqrt();
        match (self.below < 0.0, self.above < 0.0) {
            (false, false) => vec![[inner, self.outer]],
            (false, true) => vec![[-top, self.outer]],
            (true, false) => vec![[-bottom, self.outer]],
            (true, true) => vec![[top.min(bottom), self.outer], [-top.max(bottom), -inner]],
        }
    }

    /// How far the slider travels, in the range that holds the outer dead centre.
    #[must_use]
    pub fn stroke(&self) -> f64 {
        let [least, most] = self.slide_ranges()[0];
        most - least
    }

    /// The dead centres: sin γ = h/(a + c) outside, γ = π + asin(h/(c − a)) inside. With a = c and
    /// h = 0 the slider rests from 90° to 270°, and the inner one is the middle, π.
    #[must_use]
    pub fn dead_centres(&self) -> DeadCentres {
        let resting = self.above == 0.0 && self.below == 0.0;
        let rise = if self.rod >= self.crank {
            self.offset
        } else {
            -self.offset
        };
        let inner = (self.inner_squared >= 0.0).then(|| {
            let lean = if resting {
                0.0
            } else {
                atan2(rise, self.inner_squared.sqrt())
            };
            std::f64::consts::PI + lean
        });
        DeadCentres {
            outer: atan2(self.offset, self.outer),
            inner,
        }
    }

    /// The crank angles that put the slider at `slide`, radians in (−π, π]: first the one with
    /// the pin left of the way from the crank's centre to the slider (above it, where it leads
    /// outwards), then the one to the right. They meet at the dead centres.
    ///
    /// With D² = b² + h² and θ = atan2(h, b) they are θ ± δ, 2aD cos δ = a² + D² − c² and
    /// 2aD sin δ = √((outer² − b²)(b² − inner²)), Heron's factors with their roots taken out, so
    /// that the dead centres come out exact. Of the two only those with w ≥ 0 belong to the
    /// relation; if just one does, it is given twice.
    ///
    /// # Errors
    /// With the path `slide`: [`Code::NotFinite`]; [`Code::OutOfReach`] with the slides that can be.
    pub fn crank_angles(&self, slide: f64) -> Result<[f64; 2]> {
        finite(slide, "slide")?;
        let (a, c, h, b) = (self.crank, self.rod, self.offset, slide);
        let short = self.outer - b.abs();
        let inner = self.inner_squared;
        let beyond = if inner >= 0.0 {
            let inner = inner.sqrt();
            let past = b.abs() - inner;
            if past < -self.same {
                return Err(self.slide_out_of_reach(slide));
            }
            past.max(0.0) * (b.abs() + inner)
        } else {
            b * b - inner
        };
        if short < -self.same {
            return Err(self.slide_out_of_reach(slide));
        }
        let squared = b * b + h * h;
        let distance = squared.sqrt();
        if distance <= ON_CENTRE * (a + c) {
            // Crank and rod of one length, folded: every angle past 90° will do. These two are
            // where the slider left the others behind.
            const UP: f64 = std::f64::consts::FRAC_PI_2;
            return Ok([UP, -UP]);
        }
        let per = 1.0 / distance;
        let (cos, sin) = (b * per, h * per);
        let difference = (a - c) * (a + c);
        let along = squared + difference;
        let across = (short.max(0.0) * (self.outer + b.abs())).sqrt() * beyond.sqrt();
        // 2D w: the rod's span at either angle.
        let (span, lean) = (cos * (squared - difference), sin * across);
        let least = -2.0 * distance * self.same;
        let left = || atan2(sin * along + cos * across, cos * along - sin * across);
        let right = || atan2(sin * along - cos * across, cos * along + sin * across);
        match (span + lean >= least, span - lean >= least) {
            (true, true) => Ok([upper_turn(left()), upper_turn(right())]),
            (true, false) => Ok([upper_turn(left()); 2]),
            (false, true) => Ok([upper_turn(right()); 2]),
            (false, false) => Err(self.slide_out_of_reach(slide)),
        }
    }

    /// Of the crank angles that put the slider at `slide`, whole turns added, the one nearest
    /// to `near`, radians.
    ///
    /// To go on turning as the slider passes a dead centre, give as `near` where the crank
    /// would be next (the last angle and the last step once more) and not where it was.
    ///
    /// # Errors
    /// As [`CrankSlider::crank_angles`]; [`Code::NotFinite`] for `near`.
    pub fn crank_angle_near(&self, slide: f64, near: f64) -> Result<f64> {
        finite(near, "near_deg")?;
        let [left, right] = self
            .crank_angles(slide)?
            .map(|angle| angle + TURN * ((near - angle) / TURN).round());
        let nearer = (right - near).abs() < (left - near).abs();
        Ok(if nearer { right } else { left })
    }

    #[cold]
    fn slide_out_of_reach(&self, slide: f64) -> Error {
        let ranges = spoken(&self.slide_ranges(), decimal);
        Error::new(
            Code::OutOfReach,
            "slide",
            format!("no crank angle puts the slider at {slide}; it can stand {ranges}"),
        )
    }
}

/// −π as π: one spelling for the half turn.
fn upper_turn(angle: f64) -> f64 {
    if angle <= -std::f64::consts::PI {
        std::f64::consts::PI
    } else {
        angle
    }
}

/// "from … to … and from … to …".
fn spoken(ranges: &[[f64; 2]], number: impl Fn(f64) -> String) -> String {
    let parts = ranges
        .iter()
        .map(|[least, most]| format!("from {} to {}", number(*least), number(*most)));
    parts.collect::<Vec<_>>().join(" and ")
}

/// A number to six decimals, without idle zeros, with a true minus sign.
fn decimal(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text == "-0" { "0" } else { text };
    text.replace('-', "−")
}
