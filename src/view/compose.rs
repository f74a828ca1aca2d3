//! What is drawn of a scene, part by part.

use glam::DVec3;

use super::palette::{FORMER, GHOST, LINE, PLANE, THIN};
use super::pick::Handle;
use super::picture::{
    Arc, Ball, Floor, Idea, Look, Marker, Needle, Patch, Path, Picture, Shading, Shape, Shell,
    Stroke, Style, Tube,
};
use super::{FIELD_MOST, FieldStage, Options, Scene};
use crate::bend::Reach;
use crate::math::{TURN, length, reject, sin_cos, unit, unit_reject};
use crate::zero_plane::MapKind;

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
    /// The zero plane's normal where there is no chain beside it.
    pub(in crate::view) const ALONE_NORMAL: f64 = 0.22;
    /// Length of the arrow at the sphere's north pole.
    pub(in crate::view) const NORTH: f64 = 0.09;
    /// Radius of the swivel arc.
    pub(super) const SWIVEL: f64 = 0.24;
    /// Length of the parent's axes.
    pub(super) const TRIPOD: f64 = 0.20;
    pub(super) const DASH: f64 = 0.05;
    /// Length of a field arrow, of the distance between rows.
    pub(super) const FIELD_ARROW: f64 = 0.71;
    /// The same of one that is carried, of the distance between its stops.
    pub(super) const CARRIED_ARROW: f64 = 0.6;
    /// Length of the arrow on the goal's way.
    pub(super) const WAY: f64 = 0.06;
    /// How far the planes reach beyond the chain, relatively.
    pub(super) const PLANE_MARGIN: f64 = 1.10;
    /// A plane's least height.
    pub(super) const PLANE_HEIGHT: f64 = 0.28;
}

/// Meridians along which the field is carried, and stops on each between equator and pole.
const MERIDIANS: u32 = 24;
const STOPS: u32 = 6;
/// Longest step of a way on the sphere, in radii, and how far above the sphere it is drawn:
/// farther than its chords dip, and than the painted mesh does.
const CHORD: f64 = 0.06;
const ABOVE: f64 = 1.003;
/// Points of a way nearer than this, in lengths of the chain, are one.
const NO_WAY: f64 = 1e-6;
/// A joint nearer than this to the solver plane, in lengths of the chain, is in it.
const IN_PLANE: f64 = 1e-3;
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
    let layers = options.layers();
    if layers.chain {
        draw.floor();
        draw.above_the_chain();
        draw.beside_the_chain();
        draw.chain();
    }
    draw.ee_axis();
    if layers.sphere {
        draw.sphere();
    }
    if layers.field {
        draw.field();
    }
    if layers.zero_plane {
        draw.zero_plane();
    }
    if layers.solver_plane {
        draw.solver_plane();
    }
    if layers.residuals {
        draw.residuals();
    }
    if layers.swivel {
        draw.swivel();
    }
    if scene.shows_imagined(options) {
        draw.imagined();
    }
    if let Some((pose, opacity)) = options.former.as_ref().filter(|_| layers.chain) {
        draw.ghost(pose, Idea::Chain, opacity.clamp(0.0, 1.0) * FORMER, 0.9);
    }
    draw.trail();
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
            on_top: false,
            faint: false,
            look,
        });
        let last = self.picture.strokes.len() - 1;
        &mut self.picture.strokes[last]
    }

    fn stroke_on_sphere(&mut self, arc: Arc, width: f64, idea: Idea) -> &mut Stroke {
        let stroke = self.stroke(Path::Arc(arc), width, idea);
        stroke.on_sphere = true;
        stroke
    }

    fn marker(&mut self, at: DVec3, shape: Shape, radius: f64, idea: Idea) -> &mut Marker {
        let look = self.look(idea);
        self.picture.markers.push(Marker {
            at,
            radius,
            shape,
            on_top: false,
            on_sphere: false,
            look,
        });
        let last = self.picture.markers.len() - 1;
        &mut self.picture.markers[last]
    }

    fn dot_on_sphere(&mut self, e: DVec3, radius: f64, idea: Idea) {
        let at = self.on_sphere(e);
        self.marker(at, Shape::Dot, radius, idea).on_sphere = true;
    }

    fn needle(&mut self, e: DVec3, direction: DVec3, length: f64, idea: Idea) {
        let (at, look) = (self.on_sphere(e), self.look(idea));
        self.picture.needles.push(Needle {
            at,
            direction,
            length,
            look,
        });
    }

    fn on_sphere(&self, e: DVec3) -> DVec3 {
        self.scene.start() + e * self.scene.sphere_radius()
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
    /// on to a goal that is out of reach. Without the chain: from the sphere to the goal.
    fn ee_axis(&mut self) {
        let scene = self.scene;
        let (start, end) = (scene.start(), scene.solution.end_effector);
        if !self.options.layers.chain {
            if self.options.shows_goal() {
                let goal = scene.shown(scene.solution.goal);
                self.dashed(scene.pierced(), goal, THIN, Idea::EeAxis);
            }
            return;
        }
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
        let singular = scene.zero_plane.singular_points();
        self.picture.shell = Some(Shell {
            center,
            radius,
            shading: Some(&singular)
                .filter(|_| self.options.layers.shading)
                .and_then(|points| Shading::of(points)),
            look,
        });
        let equator = Arc::circle(center, sphere.a0 * radius, sphere.n0);
        self.stroke_on_sphere(equator, LINE, Idea::Sphere);
        // From pole to pole through a0.
        let meridian = Arc {
            center,
            u: sphere.a0 * radius,
            v: sphere.n0 * radius,
            start: -std::f64::consts::FRAC_PI_2,
            sweep: std::f64::consts::PI,
        };
        self.stroke_on_sphere(meridian, THIN, Idea::Sphere);
        let north = sphere.n0 * self.size(size::NORTH);
        self.arrow(center + sphere.n0 * radius, north, Idea::Preferred, 0.6);
        self.dot_on_sphere(sphere.a0, 3.2, Idea::Preferred);
        for point in singular {
            self.dot_on_sphere(point.at, 5.0, Idea::Singular);
        }
        self.dot_on_sphere(scene.solution.ee_axis, 3.0, Idea::EeAxis);
    }

    /// The map's unit tangents in rows of equal latitude about `n0`, one arrow of each row
    /// on the zero meridian.
    fn field(&mut self) {
        let scene = self.scene;
        let sphere = scene.solution.sphere;
        let east = sphere.n0.cross(sphere.a0);
        let (rows, length) = match self.options.field_stage {
            FieldStage::Carried(latitude) if scene.rig.ik().zero_plane_map == MapKind::Default => {
                self.carried_rows(latitude)
            }
            _ => even_rows(self.options.field_count.min(FIELD_MOST)),
        };
        let length = self.size(length * super::SPHERE);
        for (latitude, count) in rows {
            let (sin, cos) = sin_cos(latitude);
            for i in 0..count {
                let (sin_l, cos_l) = sin_cos(TURN * f64::from(i) / f64::from(count));
                let e = (sphere.a0 * cos_l + east * sin_l) * cos + sphere.n0 * sin;
                let direction = scene.zero_plane.normal(e);
                if direction.is_finite() {
                    self.needle(e, direction, length, Idea::Field);
                }
            }
        }
    }

    /// The default map in the making: `n0` on the equator, carried along the meridians up to
    /// a latitude, with an arrow left at each stop and the way faintly drawn.
    fn carried_rows(&mut self, latitude: f64) -> (Vec<(f64, u32)>, f64) {
        let sphere = self.scene.solution.sphere;
        let radius = self.scene.sphere_radius();
        let apart = 0.5 * std::f64::consts::PI / f64::from(STOPS);
        // Just short of the pole, where each arrow still tells whence it came.
        let reached = latitude.max(0.0).min(apart * f64::from(STOPS) - 1e-6);
        let mut rows = vec![(0.0, MERIDIANS)];
        if reached > 0.0 {
            let stops = (1..STOPS).map(|i| f64::from(i) * apart);
            for stop in stops.filter(|stop| *stop < reached).chain([reached]) {
                rows.extend([(stop, MERIDIANS), (-stop, MERIDIANS)]);
            }
            for i in 0..MERIDIANS {
                let (sin, cos) = sin_cos(TURN * f64::from(i) / f64::from(MERIDIANS));
                let trace = Arc {
                    center: self.scene.start(),
                    u: (sphere.a0 * cos + sphere.n0.cross(sphere.a0) * sin) * radius,
                    v: sphere.n0 * radius,
                    start: -reached,
                    sweep: 2.0 * reached,
                };
                self.stroke_on_sphere(trace, THIN, Idea::Field).faint = true;
            }
        }
        (rows, size::CARRIED_ARROW * apart)
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
                TURN
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
        if !self.options.layers.chain {
            let way = n * self.size(size::ALONE_NORMAL);
            self.arrow(self.scene.pierced(), way, Idea::ZeroPlane, 1.0);
            return;
        }
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

    /// From each inner joint off the solver plane to its foot there.
    fn residuals(&mut self) {
        let solution = &self.scene.solution;
        let n = solution.solver_plane_normal;
        let points = self.points();
        let inner = points.len().saturating_sub(1);
        for point in points[..inner].iter().skip(1) {
            let off = n * (*point - self.scene.start()).dot(n);
            if length(off) > self.size(IN_PLANE) {
                let foot = *point - off;
                self.stroke(Path::Line(*point, foot), LINE, Idea::SolverPlane)
                    .on_top = true;
                self.marker(foot, Shape::Dot, 2.6, Idea::SolverPlane).on_top = true;
            }
        }
    }

    /// The way of the goal, and that of the EE axis on the sphere.
    fn trail(&mut self) {
        let scene = self.scene;
        let trail = &self.options.trail;
        if self.options.shows_goal() {
            let points: Vec<DVec3> = trail.iter().map(|p| scene.shown(*p)).collect();
            self.way(&points, f64::INFINITY, Idea::Goal);
        }
        if self.options.layers.sphere {
            let axes = trail.iter().filter_map(|p| unit(*p - scene.start()));
            let mut points: Vec<DVec3> = Vec::new();
            let mut last: Option<DVec3> = None;
            for e in axes {
                let from = last.unwrap_or(e);
                let steps = (length(e - from) / CHORD).ceil().max(1.0);
                for i in 1..=steps as u32 {
                    let e = unit(from.lerp(e, f64::from(i) / steps)).unwrap_or(e);
                    points.push(self.on_sphere(e * ABOVE));
                }
                last = Some(e);
            }
            self.way(&points, scene.sphere_radius(), Idea::EeAxis);
        }
    }

    /// A line through `points` with an arrow in its middle; steps longer than `jump` are not
    /// drawn.
    fn way(&mut self, points: &[DVec3], jump: f64, idea: Idea) {
        for (i, pair) in points.windows(2).enumerate() {
            let way = pair[1] - pair[0];
            let far = length(way);
            if !(far > self.size(NO_WAY) && far <= jump) {
                continue;
            }
            let stroke = self.stroke(Path::Line(pair[0], pair[1]), LINE, idea);
            stroke.on_sphere = idea == Idea::EeAxis;
            if i == points.len() / 2
                && let Some(way) = unit(way)
            {
                let middle = pair[0].lerp(pair[1], 0.5);
                let far = self.size(size::WAY);
                if idea == Idea::EeAxis {
                    let e = (middle - self.scene.start()) / self.scene.sphere_radius();
                    self.needle(e, way, far, idea);
                } else {
                    let half = way * (0.5 * far);
                    let look = self.look(idea);
                    self.tube(middle - half, middle + half, (0.014, 0.0), look);
                }
            }
        }
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
                sweep: swivel.clamp(-TURN, TURN),
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

    /// Thinner than what is or was there, and dashed along its bones.
    fn imagined(&mut self) {
        let points = &self.scene.imagined;
        self.ghost(points, Idea::Imagined, GHOST, 0.6);
        for pair in points.windows(2) {
            self.dashed(pair[0], pair[1], LINE, Idea::Imagined);
        }
    }

    fn ghost(&mut self, points: &[DVec3], idea: Idea, opacity: f64, thickness: f64) {
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
            self.bone(pair[0], pair[1], thickness, look);
        }
        for point in points {
            self.ball(*point, size::JOINT * (thickness + 0.05), look);
        }
    }

    fn handles(&mut self) {
        let scene = self.scene;
        let options = self.options;
        let held = |handle| {
            let here = options.handles.contains(&handle);
            scene.handle(handle).filter(|_| here)
        };
        let (p, q) = (held(Handle::ZeroP), held(Handle::ZeroQ));
        // Two that coincide are one knob.
        let together = |(p, q): (DVec3, DVec3)| length(p - q) <= 1e-8 * scene.length;
        let double = p.zip(q).is_some_and(together);
        for at in p.into_iter().chain(q.filter(|_| !double)) {
            let radius = if double { 12.5 } else { 10.5 };
            self.marker(at, Shape::Knob, radius, Idea::Singular)
                .on_sphere = true;
        }
        if let Some(at) = held(Handle::Axis) {
            self.marker(at, Shape::Knob, 9.5, Idea::EeAxis).on_sphere = true;
        }
        if let Some(at) = scene.handle(Handle::Goal)
            && options.shows_goal()
        {
            self.marker(at, Shape::Target, 11.0, Idea::Goal).on_top = true;
        }
        if !options.layers.chain {
            return;
        }
        if let Some(at) = scene.handle(Handle::VhTarget) {
            // What it is aimed from: the foot of its perpendicular on the EE axis.
            let (start, e) = (scene.start(), scene.solution.ee_axis);
            let foot = at - reject(at - start, e);
            self.dashed(foot, at, THIN, Idea::SolverPlane);
            self.marker(at, Shape::Diamond, 11.0, Idea::SolverPlane)
                .on_top = true;
        }
        self.marker(scene.start(), Shape::Ring, 9.0, Idea::StartJoint);
    }
}

/// Rows of a field of `count` arrows, each with its latitude and its number of arrows, as
/// many as its share of the sphere; and an arrow's length, in radii.
fn even_rows(count: u32) -> (Vec<(f64, u32)>, f64) {
    let count = f64::from(count);
    // As far apart in a row as from row to row.
    let rows = (0.25 * std::f64::consts::PI * count).sqrt().round();
    let apart = std::f64::consts::PI / rows;
    let mut done = 0.0;
    let row = |i: u32| {
        let latitude = (f64::from(i) + 0.5 - 0.5 * rows) * apart;
        // The cap up to this row's upper edge has a share of (1 + sin)/2 of the sphere.
        let (edge, _) = sin_cos(latitude + 0.5 * apart);
        let until = (0.5 * count * (1.0 + edge)).round();
        let in_row = until - done;
        done = until;
        (latitude, in_row as u32)
    };
    (
        (0..rows as u32).map(row).collect(),
        size::FIELD_ARROW * apart,
    )
}

/// More turns of the swivel arc than this, radians, look the same.
const MOST_TURNS: f64 = 3.0 * TURN;

struct PlaneShape {
    center: DVec3,
    half_width: f64,
    height: f64,
    both_sides: bool,
}
