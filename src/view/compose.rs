//! What is drawn of a scene, part by part.

use glam::DVec3;

use super::palette::{FORMER, GHOST, LINE, PLANE, THIN};
use super::picture::{
    Arc, Ball, Floor, Idea, Look, Marker, Needle, Patch, Path, Picture, Shape, Shell, Stroke,
    Style, Tube,
};
use super::{Options, Scene};
use crate::bend::Reach;
use crate::math::{length, reject, sin_cos, unit, unit_reject};

/// Sizes in lengths of the chain.
pub(super) mod size {
    /// Radius of a bone where it is thickest, and at its ends.
    pub(super) const BONE: (f64, f64) = (0.030, 0.011);
    /// Where along a bone it is thickest.
    pub(super) const BONE_THICKEST: f64 = 0.16;
    pub(super) const JOINT: f64 = 0.026;
    pub(super) const START_JOINT: f64 = 0.036;
    /// Shaft radius, head radius, head length of a normal.
    pub(super) const ARROW: (f64, f64, f64) = (0.006, 0.018, 0.062);
    pub(in crate::view) const NORMAL: f64 = 0.34;
    /// The zero plane's normal is longer, so that both are seen where they coincide.
    pub(in crate::view) const ZERO_NORMAL: f64 = 0.43;
    /// Length of the arrow at the sphere's north pole.
    pub(in crate::view) const NORTH: f64 = 0.09;
    /// Radius of the swivel arc.
    pub(super) const SWIVEL: f64 = 0.24;
    /// Length of the parent's axes.
    pub(super) const TRIPOD: f64 = 0.20;
    pub(super) const DASH: f64 = 0.05;
    pub(super) const FIELD_ARROW: f64 = 0.074;
    /// How far the planes reach beyond the chain, relatively.
    pub(super) const PLANE_MARGIN: f64 = 1.10;
    /// A plane's least height.
    pub(super) const PLANE_HEIGHT: f64 = 0.28;
}

/// Rows of field arrows between the poles, and arrows on the equator.
const FIELD_ROWS: u32 = 15;
const FIELD_EQUATOR: f64 = 30.0;
/// A swivel angle below this, radians, has no arc that could be seen.
const NO_SWIVEL: f64 = 5e-3;
/// Two nodes nearer than this, in lengths of the chain, have no link that could be seen.
const NO_LINK: f64 = 0.02;

pub(super) fn picture(scene: &Scene<'_>, options: &Options) -> Picture {
    let mut draw = Draw {
        scene,
        options,
        picture: Picture::default(),
    };
    draw.floor();
    draw.above_the_chain();
    draw.beside_the_chain();
    draw.chain();
    draw.ee_axis();
    if options.layers.sphere {
        draw.sphere();
    }
    if options.layers.field {
        draw.field();
    }
    if options.layers.zero_plane {
        draw.zero_plane();
    }
    if options.layers.solver_plane {
        draw.solver_plane();
    }
    if options.layers.swivel {
        draw.swivel();
    }
    if options.layers.imagined && scene.imagined_differs() {
        draw.ghost(&scene.imagined, Idea::Imagined, GHOST);
    }
    if let Some((pose, opacity)) = &options.former {
        draw.ghost(pose, Idea::Chain, opacity.clamp(0.0, 1.0) * FORMER);
    }
    draw.handles();
    draw.picture
}

struct Draw<'a> {
    scene: &'a Scene<'a>,
    options: &'a Options,
    picture: Picture,
}

impl Draw<'_> {
    fn look(&self, idea: Idea) -> Look {
        let style = match self.options.lit {
            None => Style::Solid,
            Some(lit) if lit == idea => Style::Lit,
            // Handles stay: they are what the reader holds.
            Some(_) if idea == Idea::Goal => Style::Solid,
            Some(_) => Style::Back,
        };
        Look { idea, style }
    }

    /// A size in world units, from lengths of the chain.
    fn size(&self, of_chain: f64) -> f64 {
        of_chain * self.scene.length
    }

    fn stroke(&mut self, path: Path, width: f64, idea: Idea) -> &mut Stroke {
        let look = self.look(idea);
        self.picture.strokes.push(Stroke {
            path,
            width,
            dashes: 0,
            on_sphere: false,
            look,
        });
        let last = self.picture.strokes.len() - 1;
        &mut self.picture.strokes[last]
    }

    fn dashed(&mut self, from: DVec3, to: DVec3, width: f64, idea: Idea) {
        let count = length(to - from) / self.size(size::DASH);
        if count > 0.5 {
            // Far more than fit into any picture.
            let dashes = count.min(2000.0).round().max(1.0) as u32;
            self.stroke(Path::Line(from, to), width, idea).dashes = dashes;
        }
    }

    fn ball(&mut self, center: DVec3, radius: f64, look: Look) {
        let radius = self.size(radius);
        self.picture.balls.push(Ball {
            center,
            radius,
            look,
        });
    }

    fn tube(&mut self, from: DVec3, to: DVec3, radii: (f64, f64), look: Look) {
        self.picture.tubes.push(Tube {
            from,
            to,
            radii: (self.size(radii.0), self.size(radii.1)),
            look,
        });
    }

    /// A bone: thickest near its root, as riggers draw it.
    fn bone(&mut self, from: DVec3, to: DVec3, thickness: f64, look: Look) {
        let (thick, thin) = size::BONE;
        let thickest = from.lerp(to, size::BONE_THICKEST);
        let (thick, thin) = (thick * thickness, thin * thickness);
        self.tube(from, thickest, (thin, thick), look);
        self.tube(thickest, to, (thick, thin), look);
    }

    fn arrow(&mut self, from: DVec3, way: DVec3, idea: Idea, thickness: f64) {
        let look = self.look(idea);
        let (shaft, head, head_length) = size::ARROW;
        let Some(direction) = unit(way) else { return };
        let tip = from + way;
        let neck = tip - direction * self.size(head_length * thickness);
        self.tube(from, neck, (shaft * thickness, shaft * thickness), look);
        self.tube(neck, tip, (head * thickness, 0.0), look);
    }

    fn floor(&mut self) {
        let scene = self.scene;
        let lowest = scene
            .solution
            .joints
            .iter()
            .map(|j| j.position.z)
            .fold(scene.start().z - scene.sphere_radius(), f64::min);
        self.picture.floor = Some(Floor {
            center: scene.start().with_z(lowest - self.size(0.06)),
            radius: self.size(1.7),
            spacing: self.size(0.25),
        });
    }

    /// The nodes above the start joint as bones down to it, and the axes of its parent:
    /// they turn with it.
    fn above_the_chain(&mut self) {
        let look = self.look(Idea::Parent);
        let mut below = self.scene.start();
        let above: Vec<DVec3> = self.scene.above().collect();
        for at in above {
            if length(at - below) > self.size(NO_LINK) {
                self.bone(at, below, 0.85, look);
            }
            self.ball(at, size::JOINT, look);
            below = at;
        }
        let start = self.scene.rig.ik().start;
        let parent = self.scene.rig.hierarchy().node(start).parent;
        if let Some(parent) = parent {
            self.tripod(parent.index(), look, 1.0);
        }
    }

    fn tripod(&mut self, node: usize, look: Look, scale: f64) {
        let Some(space) = self.scene.transforms.get(node).copied() else {
            return;
        };
        for (axis, length) in [(DVec3::X, 1.0), (DVec3::Y, 0.7), (DVec3::Z, 0.7)] {
            let way = space.polar(axis) * self.size(size::TRIPOD * length * scale);
            let tip = space.translation + way;
            let neck = space.translation + way * 0.72;
            self.tube(space.translation, neck, (0.006, 0.006), look);
            self.tube(neck, tip, (0.016, 0.0), look);
        }
    }

    /// Nodes that are neither in the chain nor above it: the goal's parent, side branches.
    fn beside_the_chain(&mut self) {
        let scene = self.scene;
        let hierarchy = scene.rig.hierarchy();
        let ik = scene.rig.ik();
        let mut shown = vec![false; hierarchy.nodes().len()];
        for joint in &scene.solution.joints {
            shown[joint.node.index()] = true;
        }
        for id in hierarchy.ancestors(ik.start) {
            shown[id.index()] = true;
        }
        let look = self.look(Idea::Setting);
        for (i, node) in hierarchy.nodes().iter().enumerate() {
            if shown[i] || ik.vh_target.is_some_and(|t| t.index() == i) {
                continue;
            }
            let at = scene.at(i);
            match node.parent {
                Some(parent) if length(at - scene.at(parent.index())) > self.size(NO_LINK) => {
                    self.bone(scene.at(parent.index()), at, 0.6, look);
                }
                Some(_) => {}
                None => self.tripod(i, look, 0.8),
            }
        }
        if let Some(parent) = ik.goal.parent {
            self.dashed(
                scene.at(parent.index()),
                scene.solution.goal,
                THIN,
                Idea::Setting,
            );
        }
    }

    fn chain(&mut self) {
        let look = self.look(Idea::Chain);
        let points = self.points();
        for pair in points.windows(2) {
            self.bone(pair[0], pair[1], 1.0, look);
        }
        for point in &points[1..] {
            self.ball(*point, size::JOINT, look);
        }
        let start = self.look(Idea::StartJoint);
        self.ball(points[0], size::START_JOINT, start);
    }

    fn points(&self) -> Vec<DVec3> {
        self.scene
            .solution
            .joints
            .iter()
            .map(|j| j.position)
            .collect()
    }

    /// From the start joint to the EE, on to the sphere where it ends short of it, and
    /// on to a goal that is out of reach.
    fn ee_axis(&mut self) {
        let scene = self.scene;
        let (start, end) = (scene.start(), scene.solution.end_effector);
        self.stroke(Path::Line(start, end), LINE, Idea::EeAxis);
        if self.options.layers.sphere && length(end - start) < scene.sphere_radius() {
            self.dashed(end, scene.pierced(), THIN, Idea::EeAxis);
        }
        if scene.solution.reach != Reach::Reached {
            self.dashed(end, scene.shown(scene.solution.goal), THIN, Idea::EeAxis);
        }
    }

    fn sphere(&mut self) {
        let scene = self.scene;
        let center = scene.start();
        let radius = scene.sphere_radius();
        let sphere = scene.solution.sphere;
        let look = self.look(Idea::Sphere);
        self.picture.shell = Some(Shell {
            center,
            radius,
            look,
        });
        let equator = Arc::circle(center, sphere.a0 * radius, sphere.n0);
        self.stroke(Path::Arc(equator), LINE, Idea::Sphere)
            .on_sphere = true;
        // From pole to pole through a0.
        let meridian = Arc {
            center,
            u: sphere.a0 * radius,
            v: sphere.n0 * radius,
            start: -std::f64::consts::FRAC_PI_2,
            sweep: std::f64::consts::PI,
        };
        self.stroke(Path::Arc(meridian), THIN, Idea::Sphere)
            .on_sphere = true;
        let north = sphere.n0 * self.size(size::NORTH);
        self.arrow(center + sphere.n0 * radius, north, Idea::Preferred, 0.6);
        let marker = |at, radius, look| Marker {
            at,
            radius,
            shape: Shape::Dot,
            on_top: false,
            look,
        };
        let preferred = self.look(Idea::Preferred);
        let a0 = marker(center + sphere.a0 * radius, 3.2, preferred);
        self.picture.markers.push(a0);
        let singular = self.look(Idea::Singular);
        for point in scene.zero_plane.singular_points() {
            let at = center + point.at * radius;
            self.picture.markers.push(marker(at, 5.0, singular));
        }
        let pierced = self.look(Idea::EeAxis);
        self.picture
            .markers
            .push(marker(scene.pierced(), 3.0, pierced));
    }

    /// The map's unit tangents in rows of equal latitude about `n0`, one arrow of each row
    /// on the zero meridian.
    fn field(&mut self) {
        let scene = self.scene;
        let sphere = scene.solution.sphere;
        let radius = scene.sphere_radius();
        let east = sphere.n0.cross(sphere.a0);
        let look = self.look(Idea::Field);
        for row in 0..FIELD_ROWS {
            let latitude =
                std::f64::consts::PI * ((f64::from(row) + 0.5) / f64::from(FIELD_ROWS) - 0.5);
            let (sin, cos) = sin_cos(latitude);
            let count = (FIELD_EQUATOR * cos).round().max(3.0);
            for i in 0..count as u32 {
                let (sin_l, cos_l) = sin_cos(crate::math::TURN * f64::from(i) / count);
                let e = (sphere.a0 * cos_l + east * sin_l) * cos + sphere.n0 * sin;
                let direction = scene.zero_plane.normal(e);
                if !direction.is_finite() {
                    continue;
                }
                self.picture.needles.push(Needle {
                    at: scene.start() + e * radius,
                    direction,
                    length: self.size(size::FIELD_ARROW),
                    look,
                });
            }
        }
    }

    /// Half an ellipse on the EE axis, on the side that the normal `n` bends the chain to,
    /// large enough for the chain.
    fn plane(&mut self, n: DVec3, idea: Idea) {
        let Some(shape) = self.plane_shape() else {
            return;
        };
        let e = self.scene.solution.ee_axis;
        let rim = Arc {
            center: shape.center,
            u: e * shape.half_width,
            v: n.cross(e) * shape.height,
            start: 0.0,
            sweep: if shape.both_sides {
                crate::math::TURN
            } else {
                std::f64::consts::PI
            },
        };
        let look = self.look(idea);
        self.picture.patches.push(Patch {
            rim,
            opacity: PLANE,
            look,
        });
        self.stroke(Path::Arc(rim), THIN, idea);
    }

    fn plane_shape(&self) -> Option<PlaneShape> {
        let solution = &self.scene.solution;
        let (start, e) = (self.scene.start(), solution.ee_axis);
        let side = unit_reject(solution.solver_plane_normal.cross(e), e)?;
        let along: Vec<(f64, f64)> = self
            .points()
            .iter()
            .map(|p| ((*p - start).dot(e), (*p - start).dot(side)))
            .collect();
        let (low, high) = along.iter().fold((0.0_f64, 0.0_f64), |(low, high), p| {
            (low.min(p.0), high.max(p.0))
        });
        let middle = 0.5 * (low + high);
        let half_width = (0.5 * (high - low)).max(self.size(0.25)) * size::PLANE_MARGIN;
        let height = along
            .iter()
            .map(|(s, h)| {
                let s = (s - middle) / half_width;
                h.abs() / (1.0 - s * s).max(0.1).sqrt()
            })
            .fold(self.size(size::PLANE_HEIGHT), f64::max)
            * size::PLANE_MARGIN;
        Some(PlaneShape {
            center: start + e * middle,
            half_width,
            height,
            both_sides: along.iter().any(|p| p.1 < -self.size(0.04)),
        })
    }

    fn zero_plane(&mut self) {
        let n = self.scene.solution.zero_plane_normal;
        self.plane(n, Idea::ZeroPlane);
        let way = n * self.size(size::ZERO_NORMAL);
        self.arrow(self.scene.pierced(), way, Idea::ZeroPlane, 1.0);
    }

    fn solver_plane(&mut self) {
        let n = self.scene.solution.solver_plane_normal;
        self.plane(n, Idea::SolverPlane);
        let way = n * self.size(size::NORMAL);
        self.arrow(self.scene.pierced(), way, Idea::SolverPlane, 1.12);
    }

    /// From the zero plane's normal to the solver plane's, about the EE axis.
    fn swivel(&mut self) {
        let solution = &self.scene.solution;
        let swivel = solution.swivel.clamp(-MOST_TURNS, MOST_TURNS);
        if swivel.abs() < NO_SWIVEL {
            return;
        }
        let u = solution.zero_plane_normal * self.size(size::SWIVEL);
        let v = solution.ee_axis.cross(u);
        let rim = Arc {
            center: self.scene.pierced(),
            u,
            v,
            start: 0.0,
            sweep: swivel,
        };
        let look = self.look(Idea::Swivel);
        self.picture.patches.push(Patch {
            rim: Arc {
                sweep: swivel.clamp(-crate::math::TURN, crate::math::TURN),
                ..rim
            },
            opacity: 0.5 * PLANE,
            look,
        });
        self.stroke(Path::Arc(rim), LINE, Idea::Swivel);
        // An arrow head along the arc's end.
        let (sin, cos) = sin_cos(swivel);
        let tangent = (v * cos - u * sin) * swivel.signum();
        let tip = rim.point(swivel);
        let Some(tangent) = unit(tangent) else { return };
        let neck = tip - tangent * self.size(0.05);
        self.tube(neck, tip, (0.016, 0.0), look);
    }

    fn ghost(&mut self, points: &[DVec3], idea: Idea, opacity: f64) {
        let look = Look {
            idea,
            style: Style::Ghost(if self.options.lit == Some(idea) {
                (1.6 * opacity).min(1.0)
            } else {
                opacity
            }),
        };
        if opacity.is_nan() || opacity <= 0.0 || points.len() < 2 {
            return;
        }
        for pair in points.windows(2) {
            self.bone(pair[0], pair[1], 0.9, look);
        }
        for point in points {
            self.ball(*point, size::JOINT * 0.95, look);
        }
    }

    fn handles(&mut self) {
        let shown: Vec<_> = self.scene.handles();
        for (handle, at) in shown {
            let (shape, idea) = match handle {
                super::Handle::Goal => (Shape::Target, Idea::Goal),
                super::Handle::VhTarget => (Shape::Diamond, Idea::SolverPlane),
            };
            if handle == super::Handle::VhTarget {
                // What it is aimed from: the foot of its perpendicular on the EE axis.
                let (start, e) = (self.scene.start(), self.scene.solution.ee_axis);
                let foot = at - reject(at - start, e);
                self.dashed(foot, at, THIN, Idea::SolverPlane);
            }
            let look = self.look(idea);
            self.picture.markers.push(Marker {
                at,
                radius: 11.0,
                shape,
                on_top: true,
                look,
            });
        }
        let look = self.look(Idea::StartJoint);
        self.picture.markers.push(Marker {
            at: self.scene.start(),
            radius: 9.0,
            shape: Shape::Ring,
            on_top: false,
            look,
        });
    }
}

/// More turns of the swivel arc than this, radians, look the same.
const MOST_TURNS: f64 = 3.0 * crate::math::TURN;

struct PlaneShape {
    center: DVec3,
    half_width: f64,
    height: f64,
    both_sides: bool,
}
