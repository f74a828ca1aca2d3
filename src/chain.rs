//! A chain in its preferred pose, prepared for solving.
//!
//! Everything here is in *shape space*: the start joint's parent space with the start
//! joint at the origin and its rotation taken out. The chain's shape does not depend
//! on how the start joint turns, so the shape is posed here first and turned onto the
//! goal afterwards.
//!
//! A joint's rotation about its hinge moves the rest of the chain rigidly, so with
//! bones bⱼ and hinges ĥᵢ of the preferred pose, a pose is the product of turns
//! Wᵢ = Wᵢ₋₁ · turn(ĥᵢ, δᵢ) and pᵢ₊₁ = pᵢ + Wᵢ bᵢ, whatever scales and mirrors lie
//! between the joints.

use glam::{DQuat, DVec3};

use crate::bend::{ReachCurve, SAME_REACH, Side};
use crate::error::{Code, Error, Result};
use crate::math::{
    NO_DIRECTION, any_perpendicular, atan2, frame, length, reject, rotation, unit, unit_quat,
    unit_reject,
};
use crate::plane::{STRAIGHT, solver_plane_normal};
use crate::rigid::{Scale, Similarity};

/// An EE, or a goal, nearer to the start joint than this fraction of the chain's length is
/// on it: a chain that is closed has no EE axis of its own, and a goal there has no
/// direction worth following. One number for both, or a closed pose would lay its axis one
/// way and its own goal the other; small enough that the EE misses no goal by 1e-9.
pub(crate) const CLOSED: f64 = 1e-10;

/// A node of the chain as the chain sees it, in its parent's space.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// Offset from the node above, in that node's space. Not used for the start joint.
    pub translation: DVec3,
    /// Preferred rotation. Not used for the EE.
    pub preferred: DQuat,
    /// Uniform, mirrored or not.
    pub scale: Scale,
}

/// Which pose gives `a0` and `n0`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReferencePose {
    /// The preferred pose.
    #[default]
    Preferred,
    /// The preferred pose with the start joint's rotation set to zero.
    StartJointZeroed,
}

/// An inner joint: how it bends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hinge {
    /// Hinge axis of the preferred pose, shape space, unit.
    pub(crate) axis: DVec3,
    /// The same axis in the space of the node above, where the joint's rotation lives.
    pub(crate) local: DVec3,
    /// Rotation of that space in shape space, in the preferred pose.
    pub(crate) space: DQuat,
    /// Preferred bend β in [0, π], between incoming and outgoing bone.
    pub(crate) bend: f64,
    /// Preferred rotation.
    pub(crate) preferred: DQuat,
}

/// How the plane of the bent chain follows from its bend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Planarity {
    /// All bones lie in one plane: its normal does not depend on the bend.
    Planar,
    /// The nearest plane must be found anew.
    Spatial,
}

/// Two bones, with what their closed form needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TwoBones {
    pub(crate) upper: f64,
    pub(crate) lower: f64,
    pub(crate) cos_bend: f64,
    pub(crate) sin_bend: f64,
    /// Cosine and sine of the preferred angle from the EE axis to the upper bone.
    pub(crate) at_start: (f64, f64),
    /// Takes (EE axis, normal) coordinates back to the first bone's frame.
    pub(crate) unframe: DQuat,
}

/// A chain of one or more bones in its preferred pose. Built once, solved often;
/// it never changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    pub(crate) bones: Vec<DVec3>,
    pub(crate) hinges: Vec<Hinge>,
    /// Sum of the bones' lengths: the reach of the straight chain.
    pub(crate) total: f64,
    /// EE axis of the preferred pose, shape space, unit.
    pub(crate) axis: DVec3,
    /// Solver-plane normal of the preferred pose, shape space, unit, ⟂ `axis`.
    pub(crate) normal: DVec3,
    /// Distance from start joint to EE in the preferred pose.
    preferred_reach: f64,
    /// Preferred rotation of the start joint.
    pub(crate) start: DQuat,
    pub(crate) planarity: Planarity,
    pub(crate) two_bones: Option<TwoBones>,
    pub(crate) curve: ReachCurve,
    /// Normals along the bend, for a chain that is not planar.
    pub(crate) sides: Vec<Side>,
    reference: DQuat,
    /// Whether the plane is the given one: the preferred pose alone does not tell it.
    given_plane: bool,
}

impl Chain {
    /// The chain of `links`, from the start joint to the EE. `plane_normal` is the normal
    /// of the reference pose, in the start joint's parent space, of any length; it is
    /// used only where the pose has no plane of its own.
    ///
    /// # Errors
    /// [`Code::BadChain`] for fewer than two links or a bone of no length (path:
    /// `chain[i]`); [`Code::StraightPose`] where the pose is straight and
    /// `plane_normal` is missing or lies along the EE axis.
    pub fn new(
        links: &[Link],
        plane_normal: Option<DVec3>,
        reference: ReferencePose,
    ) -> Result<Chain> {
        let Some((first, rest)) = links.split_first().filter(|(_, rest)| !rest.is_empty()) else {
            return Err(Error::new(
                Code::BadChain,
                "",
                "a chain needs a start joint and an end",
            ));
        };
        let reference = match reference {
            ReferencePose::Preferred => first.preferred,
            ReferencePose::StartJointZeroed => DQuat::IDENTITY,
        };
        let given = plane_normal
            .and_then(unit)
            .map(|normal| reference.inverse() * normal);

        // Bones and the spaces between them, in shape space.
        let mut space = Similarity::local(DVec3::ZERO, DQuat::IDENTITY, &first.scale);
        let mut bones = Vec::with_capacity(rest.len());
        let mut spaces = Vec::with_capacity(rest.len());
        for (i, link) in rest.iter().enumerate() {
            let bone = space.rotation * (link.translation * space.scale);
            if !(length(bone) > 0.0 && length(bone).is_finite()) {
                return Err(Error::new(
                    Code::BadChain,
                    format!("chain[{}]", i + 1),
                    "a bone of no length leads here; move the node away from its parent",
                ));
            }
            bones.push(bone);
            spaces.push(space);
            let local = Similarity::local(DVec3::ZERO, link.preferred, &link.scale);
            space = space.then_inner(&local);
        }
        let total: f64 = bones.iter().map(|b| length(*b)).sum();

        let mut points = vec![DVec3::ZERO];
        points.extend(bones.iter().scan(DVec3::ZERO, |at, b| {
            *at += *b;
            Some(*at)
        }));
        let end = points[bones.len()];

        // Hinges of the joints that bend; those that do not (or fold right back) have no
        // cross product and take the plane's normal, which is not known yet.
        let mut hinges: Vec<Hinge> = Vec::with_capacity(rest.len() - 1);
        for i in 1..bones.len() {
            let cross = bones[i - 1].cross(bones[i]);
            let size = length(bones[i - 1]) * length(bones[i]);
            let bent = length(cross) > STRAIGHT * size;
            let axis = if bent {
                unit(cross).unwrap_or(DVec3::ZERO)
            } else {
                DVec3::ZERO
            };
            let bend = if bent || bones[i - 1].dot(bones[i]) < 0.0 {
                atan2(length(cross), bones[i - 1].dot(bones[i]))
            } else {
                0.0
            };
            hinges.push(Hinge {
                axis,
                local: axis,
                space: spaces[i - 1].rotation,
                bend,
                preferred: rest[i - 1].preferred,
            });
        }

        let Preferred {
            axis,
            normal,
            straight,
            asked,
        } = preferred_frame(&points, &hinges, total, given)?;
        if straight {
            // What bend is left is rounding: it must not choose the side.
            for (hinge, pair) in hinges.iter_mut().zip(bones.windows(2)) {
                hinge.axis = DVec3::ZERO;
                let folded = pair[0].dot(pair[1]) < 0.0;
                hinge.bend = if folded { std::f64::consts::PI } else { 0.0 };
            }
        }
        let planar = straight
            || bones
                .iter()
                .all(|b| b.dot(normal).abs() <= STRAIGHT * total);
        for (i, hinge) in hinges.iter_mut().enumerate() {
            if planar {
                // The cross product to rounding; exact, a planar chain stays planar.
                let unbent = hinge.axis == DVec3::ZERO;
                hinge.axis = if unbent || hinge.axis.dot(normal) < 0.0 {
                    -normal
                } else {
                    normal
                };
            } else if hinge.axis == DVec3::ZERO {
                let bone = bones[i] / length(bones[i]);
                hinge.axis = unit_reject(-normal, bone).unwrap_or_else(|| any_perpendicular(bone));
            }
            // Its rotation lives in the space of the node above, as its incoming bone does.
            hinge.local = hinge.space.inverse() * hinge.axis;
        }

        let curve = ReachCurve::new(&bones, &hinges, total, planar.then_some(normal));
        let two_bones = (bones.len() == 2).then(|| TwoBones::new(&bones, &hinges[0], normal));
        let mut chain = Chain {
            preferred_reach: length(end),
            start: first.preferred,
            planarity: if planar {
                Planarity::Planar
            } else {
                Planarity::Spatial
            },
            bones,
            hinges,
            total,
            axis,
            normal,
            two_bones,
            curve,
            reference,
            given_plane: asked,
            sides: Vec::new(),
        };
        if chain.planarity == Planarity::Spatial {
            chain.sides = chain.follow_sides();
        }
        Ok(chain)
    }

    /// Number of bones, at least 1.
    #[must_use]
    pub fn bones(&self) -> usize {
        self.bones.len()
    }

    /// Sum of the bones' lengths, in the start joint's parent space.
    #[must_use]
    pub fn total_length(&self) -> f64 {
        self.total
    }

    /// The distances from start joint to EE that the chain can take: folded, straight.
    #[must_use]
    pub fn reach(&self) -> (f64, f64) {
        let folded = match &self.two_bones {
            Some(two) => (two.upper - two.lower).abs(),
            None => self.curve.least(),
        };
        (folded, self.total)
    }

    /// Whether the preferred pose has no plane of its own and the given one was taken.
    #[must_use]
    pub fn has_given_plane(&self) -> bool {
        self.given_plane
    }

    /// Distance from start joint to EE in the preferred pose.
    pub(crate) fn preferred_reach(&self) -> f64 {
        self.preferred_reach
    }

    /// Whether a distance is the preferred pose's own, to rounding.
    pub(crate) fn is_preferred_reach(&self, distance: f64) -> bool {
        (distance - self.preferred_reach).abs() <= SAME_REACH * self.total
    }

    /// EE axis and solver-plane normal of the preferred pose, start joint's parent space.
    pub(crate) fn preferred_frame(&self) -> (DVec3, DVec3) {
        (self.start * self.axis, self.start * self.normal)
    }

    /// EE axis of the reference pose, start joint's parent space, unit.
    #[must_use]
    pub fn a0(&self) -> DVec3 {
        self.reference * self.axis
    }

    /// Solver-plane normal of the reference pose, start joint's parent space, unit, ⟂ `a0`.
    #[must_use]
    pub fn n0(&self) -> DVec3 {
        self.reference * self.normal
    }

    /// Points of the reference pose from the start joint (the origin) to the EE, in the
    /// axes of the start joint's parent space.
    #[must_use]
    pub fn reference_points(&self) -> Vec<DVec3> {
        let mut at = DVec3::ZERO;
        std::iter::once(at)
            .chain(self.bones.iter().map(|b| {
                at += self.reference * *b;
                at
            }))
            .collect()
    }
}

impl TwoBones {
    fn new(bones: &[DVec3], hinge: &Hinge, normal: DVec3) -> TwoBones {
        let (upper, lower) = (length(bones[0]), length(bones[1]));
        let (sin_bend, cos_bend) = crate::math::sin_cos(hinge.bend);
        let along = unit_reject(bones[0], normal).unwrap_or(bones[0] / upper);
        let reach = length(bones[0] + bones[1]);
        let at_start = if reach > CLOSED * (upper + lower) {
            ((upper + lower * cos_bend) / reach, lower * sin_bend / reach)
        } else {
            (0.0, 1.0)
        };
        let unframe = frame(along, normal).inverse();
        TwoBones {
            upper,
            lower,
            cos_bend,
            sin_bend,
            at_start,
            unframe,
        }
    }
}

/// The frame of the preferred pose, in shape space.
struct Preferred {
    /// EE axis.
    axis: DVec3,
    /// Solver-plane normal.
    normal: DVec3,
    /// Whether the pose is straight: the normal is the given one.
    straight: bool,
    /// Whether the given normal entered it.
    asked: bool,
}

fn preferred_frame(
    points: &[DVec3],
    hinges: &[Hinge],
    total: f64,
    given: Option<DVec3>,
) -> Result<Preferred> {
    let end = points[points.len() - 1];
    if length(end) > CLOSED * total {
        let axis = unit(end).unwrap_or(DVec3::X);
        let own = solver_plane_normal(points, axis);
        let straight = own.is_none();
        return Ok(Preferred {
            axis,
            normal: own.map_or_else(|| explicit_normal(given, axis, "EE axis"), Ok)?,
            straight,
            asked: straight,
        });
    }
    // The EE lies on the start joint. Its axis is where it came from as the chain closed:
    // against its velocity as all joints bend in proportion.
    let first = points[1] / length(points[1]);
    let flat = hinges.iter().any(|h| h.axis == DVec3::ZERO);
    let fallback = if flat {
        Some(-explicit_normal(given, first, "first bone")?)
    } else {
        None
    };
    let velocity = hinges
        .iter()
        .zip(&points[1..])
        .fold(DVec3::ZERO, |sum, (h, p)| {
            let axis = if h.axis == DVec3::ZERO {
                fallback.unwrap_or(h.axis)
            } else {
                h.axis
            };
            sum + (axis * h.bend).cross(end - *p)
        });
    let axis = unit(-velocity)
        .filter(|_| length(velocity) > NO_DIRECTION * total)
        .unwrap_or(first);
    let own = solver_plane_normal(points, axis);
    let straight = own.is_none();
    let normal = own.map_or_else(|| explicit_normal(given, axis, "EE axis"), Ok)?;
    Ok(Preferred {
        axis,
        normal: unit(reject(normal, axis)).unwrap_or(normal),
        straight,
        asked: straight || flat,
    })
}

fn explicit_normal(given: Option<DVec3>, axis: DVec3, name: &str) -> Result<DVec3> {
    match given {
        None => Err(Error::new(
            Code::StraightPose,
            "ik.plane_normal",
            "the preferred pose is straight and has no solver plane; bend a joint in \
             `ik.preferred` or give the plane's normal as `ik.plane_normal`: [x, y, z]",
        )),
        Some(normal) => unit_reject(normal, axis).ok_or_else(|| {
            Error::new(
                Code::StraightPose,
                "ik.plane_normal",
                format!("lies along the {name}; give a vector across the chain"),
            )
        }),
    }
}

/// Local rotation of a hinge bent by `delta` radians beyond its preferred bend.
pub(crate) fn bent(hinge: &Hinge, delta: f64) -> DQuat {
    unit_quat(rotation(hinge.local, delta) * hinge.preferred)
}
