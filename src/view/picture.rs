//! The draw list: what is to be seen, as plain data. World space, `f64`, no GL.
//!
//! Everything that depends on where it is seen from (which side of the sphere is the
//! front, how many pixels a line is wide) is left to the drawer.

use glam::DVec3;

use crate::math::any_perpendicular;
use crate::zero_plane::SingularPoint;

/// What a part of the picture means. A term in the text and a control name the same
/// ideas, and each has one colour ([`super::palette`]).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Idea {
    /// The IK goal.
    Goal,
    /// The EE axis.
    EeAxis,
    /// The solver plane and its normal.
    SolverPlane,
    /// The zero plane and its normal.
    ZeroPlane,
    /// The zero-plane map: its unit tangents on the sphere.
    Field,
    /// The sphere of the zero-plane map.
    Sphere,
    /// The singular points of the map.
    Singular,
    /// What the start joint hangs from.
    Parent,
    /// What only the imagination sees.
    Imagined,
    /// The start joint.
    StartJoint,
    /// The swivel angle.
    Swivel,
    /// The preferred pose: the marks `a0` and `n0`.
    Preferred,
    /// The bones and joints of the chain.
    Chain,
    /// Nodes that take no part in the solution, and the floor.
    Setting,
}

impl Idea {
    /// Every idea.
    pub const ALL: [Idea; 14] = [
        Idea::Goal,
        Idea::EeAxis,
        Idea::SolverPlane,
        Idea::ZeroPlane,
        Idea::Field,
        Idea::Sphere,
        Idea::Singular,
        Idea::Parent,
        Idea::Imagined,
        Idea::StartJoint,
        Idea::Swivel,
        Idea::Preferred,
        Idea::Chain,
        Idea::Setting,
    ];

    /// Its name on the page.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Idea::Goal => "goal",
            Idea::EeAxis => "ee_axis",
            Idea::SolverPlane => "solver_plane",
            Idea::ZeroPlane => "zero_plane",
            Idea::Field => "field",
            Idea::Sphere => "sphere",
            Idea::Singular => "singular",
            Idea::Parent => "parent",
            Idea::Imagined => "imagined",
            Idea::StartJoint => "start_joint",
            Idea::Swivel => "swivel",
            Idea::Preferred => "preferred",
            Idea::Chain => "chain",
            Idea::Setting => "setting",
        }
    }

    /// The idea of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Idea> {
        Idea::ALL.into_iter().find(|idea| idea.name() == name)
    }
}

/// How strongly a part is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Style {
    /// As it is.
    Solid,
    /// Pointed at.
    Lit,
    /// Stepped back while something else is pointed at.
    Back,
    /// Grey and see-through, of this opacity.
    Ghost(f64),
}

/// What a part means and how strongly it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// What it means.
    pub idea: Idea,
    /// How strongly it is drawn.
    pub style: Style,
}

/// A straight round body: a bone's half, an arrow's shaft or head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tube {
    /// Where it begins.
    pub from: DVec3,
    /// Where it ends.
    pub to: DVec3,
    /// Radii at both ends, world units; 0 for a point.
    pub radii: (f64, f64),
    /// Look.
    pub look: Look,
}

/// A ball: a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Centre.
    pub center: DVec3,
    /// World units.
    pub radius: f64,
    /// Look.
    pub look: Look,
}

/// An arc of an ellipse: `center + u cos θ + v sin θ` for θ from `start` over `sweep`,
/// radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// Centre.
    pub center: DVec3,
    /// Half axis at θ = 0.
    pub u: DVec3,
    /// Half axis at θ = 90°.
    pub v: DVec3,
    /// First θ.
    pub start: f64,
    /// Signed extent in θ.
    pub sweep: f64,
}

impl Arc {
    /// The whole circle about `axis` (unit) through `center + u`, `u` ⟂ `axis`.
    #[must_use]
    pub fn circle(center: DVec3, u: DVec3, axis: DVec3) -> Arc {
        Arc {
            center,
            u,
            v: axis.cross(u),
            start: 0.0,
            sweep: crate::math::TURN,
        }
    }

    /// The point at θ.
    #[must_use]
    pub fn point(&self, theta: f64) -> DVec3 {
        let (sin, cos) = crate::math::sin_cos(theta);
        self.center + self.u * cos + self.v * sin
    }
}

/// Where a stroke runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Path {
    /// Straight.
    Line(DVec3, DVec3),
    /// Along an arc.
    Arc(Arc),
}

/// A line of constant width on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Where it runs.
    pub path: Path,
    /// Width, CSS pixels.
    pub width: f64,
    /// Number of dashes; 0: unbroken.
    pub dashes: u32,
    /// Whether it lies on the sphere and fades on its far side.
    pub on_sphere: bool,
    /// Whether nothing may hide it.
    pub on_top: bool,
    /// Whether it is only a trace: fainter than its look says.
    pub faint: bool,
    /// Look.
    pub look: Look,
}

/// A flat see-through piece of a plane: what an arc's radius sweeps over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// Its rim.
    pub rim: Arc,
    /// Opacity when solid.
    pub opacity: f64,
    /// Look.
    pub look: Look,
}

/// A flat arrow that lies on the sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Needle {
    /// Its middle.
    pub at: DVec3,
    /// Where it points, unit, tangent to the sphere.
    pub direction: DVec3,
    /// World units.
    pub length: f64,
    /// Look.
    pub look: Look,
}

/// Shape of a [`Marker`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A ring with a cross: the handle of the goal.
    Target,
    /// A ring with a diamond: the handle of the VH target.
    Diamond,
    /// A disc; on the far side of the sphere a ring.
    Dot,
    /// A ring.
    Ring,
    /// A disc in a ring: what slides on the sphere; on the far side a ring in a ring.
    Knob,
}

/// A sign of constant size on the screen, facing the viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marker {
    /// Where.
    pub at: DVec3,
    /// CSS pixels.
    pub radius: f64,
    /// Shape.
    pub shape: Shape,
    /// Whether nothing may hide it.
    pub on_top: bool,
    /// Whether it lies on the sphere and fades on its far side.
    pub on_sphere: bool,
    /// Look.
    pub look: Look,
}

/// The sphere's shell: clear in the middle, soft towards its outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shell {
    /// Centre.
    pub center: DVec3,
    /// World units.
    pub radius: f64,
    /// The turn rate that is painted on it.
    pub shading: Option<Shading>,
    /// Look.
    pub look: Look,
}

/// The turn rate of a conformal map everywhere on the sphere, in closed form: with zeros
/// p and q, k = (p − q)/|p − q| and ω = p × q/|p − q| (for a double zero any unit k ⟂ p,
/// ω = k × p),
///
/// ```text
/// rate(e) = √((k·e)² + (ω·e)²) / (½ |p − e| |q − e|)
/// ```
///
/// The phase of the map does not enter it, and it is the same in any space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shading {
    /// One zero, unit, world.
    pub p: DVec3,
    /// The other, or the same.
    pub q: DVec3,
    /// k.
    pub k: DVec3,
    /// ω.
    pub w: DVec3,
}

impl Shading {
    /// Of the map with these singular points; `None` where they are not those of a
    /// conformal map.
    #[must_use]
    pub fn of(points: &[SingularPoint]) -> Option<Shading> {
        match *points {
            [SingularPoint { at: p, index: 2 }] => {
                let k = any_perpendicular(p);
                let w = k.cross(p);
                Some(Shading { p, q: p, k, w })
            }
            [
                SingularPoint { at: p, index: 1 },
                SingularPoint { at: q, index: 1 },
            ] => {
                let k = (p - q).try_normalize()?;
                // p × q / |p − q|, without cancellation where they nearly coincide.
                let w = k.cross(q);
                Some(Shading { p, q, k, w })
            }
            _ => None,
        }
    }

    /// Radians the zero plane turns per radian that the EE axis `e` (unit, world) travels.
    #[must_use]
    pub fn rate(&self, e: DVec3) -> f64 {
        let (along, about) = (self.k.dot(e), self.w.dot(e));
        let size = 0.5 * ((self.p - e).length_squared() * (self.q - e).length_squared()).sqrt();
        (along * along + about * about).sqrt() / size
    }
}

/// A horizontal grid below the figure, fading outwards: it tells what is up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    /// Where it is strongest.
    pub center: DVec3,
    /// Where it has faded, world units from the centre.
    pub radius: f64,
    /// Distance of its lines, world units.
    pub spacing: f64,
}

/// All that is to be seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The ground's grid.
    pub floor: Option<Floor>,
    /// The sphere.
    pub shell: Option<Shell>,
    /// Bones, arrows.
    pub tubes: Vec<Tube>,
    /// Joints.
    pub balls: Vec<Ball>,
    /// Lines.
    pub strokes: Vec<Stroke>,
    /// Planes.
    pub patches: Vec<Patch>,
    /// The field.
    pub needles: Vec<Needle>,
    /// Handles and points.
    pub markers: Vec<Marker>,
}
