//! Where names stand beside the things of the picture, in CSS pixels.

use glam::{DVec2, DVec3};

use super::camera::Camera;
use super::picture::Idea;
use super::{Options, Scene};
use crate::math::unit;

/// On which side of its point a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The text begins at the point.
    Left,
    /// The text ends at the point.
    Right,
}

impl Align {
    /// Its name on the page, as of CSS `text-align`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Align::Left => "left",
            Align::Right => "right",
        }
    }
}

/// A text to be put over the figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What it names: an idea, or `node`.
    pub id: &'static str,
    /// The node's name, where it names a node.
    pub name: Option<String>,
    /// Where its text begins or ends, at half its height; CSS pixels from the left.
    pub x: f64,
    /// The same, from the top.
    pub y: f64,
    /// Whether the text begins or ends there.
    pub align: Align,
    /// Whether the point is before the viewer and in the figure, and the text has room.
    pub visible: bool,
}

/// Width of a letter and height of a line, CSS pixels: the page's texts are small and
/// not known here, so their room is estimated.
const LETTER: f64 = 6.6;
const LINE: f64 = 17.0;
/// Letters taken for the text of an idea.
const IDEA_LETTERS: f64 = 9.0;
/// Distance of a text from its point.
const GAP: f64 = 11.0;
/// Distance kept from the figure's edge.
const EDGE: f64 = 4.0;

struct Wish {
    id: &'static str,
    name: Option<String>,
    at: DVec3,
}

/// The labels of a scene, the most important first; of those, none over another.
#[must_use]
pub fn labels(scene: &Scene<'_>, options: &Options, camera: &Camera) -> Vec<Label> {
    let middle = camera
        .project(scene.start())
        .map_or(camera.size() * 0.5, |s| DVec2::new(s.x, s.y));
    let mut taken: Vec<Room> = Vec::new();
    wishes(scene, options)
        .into_iter()
        .map(|wish| place(wish, camera, middle, &mut taken))
        .collect()
}

fn wishes(scene: &Scene<'_>, options: &Options) -> Vec<Wish> {
    let solution = scene.solution();
    let layers = options.layers;
    let idea = |idea: Idea, at| Wish {
        id: idea.name(),
        name: None,
        at,
    };
    let hierarchy = scene.rig.hierarchy();
    let node = |i: usize| Wish {
        id: "node",
        name: Some(hierarchy.nodes()[i].name.clone()),
        at: scene.at(i),
    };
    let mut wishes = vec![idea(Idea::Goal, scene.shown(solution.goal))];
    wishes.extend(solution.joints.iter().map(|j| node(j.node.index())));
    wishes.extend(
        hierarchy
            .ancestors(scene.rig.ik().start)
            .skip(1)
            .map(|id| node(id.index())),
    );
    wishes.extend(scene.rig.ik().vh_target.map(|id| node(id.index())));
    let (pierced, length) = (scene.pierced(), scene.length);
    let (zero, solver) = (solution.zero_plane_normal, solution.solver_plane_normal);
    if layers.swivel && solution.swivel.abs() > 1e-2 {
        let half = unit(zero + solver).unwrap_or_else(|| solution.ee_axis.cross(zero));
        let half = if solution.swivel.abs() > std::f64::consts::PI {
            -half
        } else {
            half
        };
        wishes.push(idea(Idea::Swivel, pierced + half * (0.30 * length)));
    }
    if layers.solver_plane {
        wishes.push(idea(Idea::SolverPlane, pierced + solver * (0.36 * length)));
    }
    if layers.zero_plane {
        wishes.push(idea(Idea::ZeroPlane, pierced + zero * (0.44 * length)));
    }
    if layers.sphere {
        let radius = scene.sphere_radius();
        let start = scene.start();
        wishes.extend(
            scene
                .zero_plane
                .singular_points()
                .into_iter()
                .map(|p| idea(Idea::Singular, start + p * radius)),
        );
        let a0 = start + solution.sphere.a0 * radius;
        wishes.push(idea(Idea::Preferred, a0));
    }
    if layers.imagined
        && let Some(at) = scene.imagined.get(scene.imagined.len() / 2)
    {
        wishes.push(idea(Idea::Imagined, *at));
    }
    wishes
}

/// A rectangle: corners top left and bottom right.
#[derive(Clone, Copy)]
struct Room(DVec2, DVec2);

impl Room {
    fn meets(&self, other: &Room) -> bool {
        self.0.x < other.1.x && other.0.x < self.1.x && self.0.y < other.1.y && other.0.y < self.1.y
    }
}

/// Tries both sides of the point, level with it and off it, outwards from the figure's
/// middle first; the first place that is free and inside is taken.
fn place(wish: Wish, camera: &Camera, middle: DVec2, taken: &mut Vec<Room>) -> Label {
    let letters = wish
        .name
        .as_ref()
        .map_or(IDEA_LETTERS, |name| name.chars().count().min(40) as f64);
    let width = letters * LETTER;
    let size = camera.size();
    let seen = camera
        .project(wish.at)
        .map(|s| DVec2::new(s.x, s.y))
        .filter(|p| p.cmpge(DVec2::ZERO).all() && p.cmple(size).all());
    let Some(point) = seen else {
        return Label {
            id: wish.id,
            name: wish.name,
            x: 0.0,
            y: 0.0,
            align: Align::Left,
            visible: false,
        };
    };
    let outward = if point.x >= middle.x { 1.0 } else { -1.0 };
    let down = if point.y >= middle.y { 1.0 } else { -1.0 };
    let candidates = [
        (outward, 0.4 * down),
        (outward, 1.1 * down),
        (-outward, 0.9 * down),
        (outward, -0.9 * down),
        (-outward, -0.9 * down),
        (outward, 2.0 * down),
        (-outward, 2.0 * down),
    ];
    let room = |(side, level): (f64, f64)| {
        let gap = if level.abs() > 1.0 { 0.3 * GAP } else { GAP };
        let x = point.x + side * gap;
        let y = point.y + level * LINE;
        let left = if side > 0.0 { x } else { x - width };
        Room(
            DVec2::new(left, y - 0.5 * LINE),
            DVec2::new(left + width, y + 0.5 * LINE),
        )
    };
    let inside = |r: &Room| {
        r.0.cmpge(DVec2::splat(EDGE)).all() && r.1.cmple(size - DVec2::splat(EDGE)).all()
    };
    let free = |r: &Room| !taken.iter().any(|t| t.meets(r));
    let found = candidates
        .into_iter()
        .map(|c| (c, room(c)))
        .find(|(_, r)| inside(r) && free(r));
    let ((side, _), chosen) = found.unwrap_or((candidates[0], room(candidates[0])));
    if found.is_some() {
        taken.push(chosen);
    }
    let align = if side > 0.0 {
        Align::Left
    } else {
        Align::Right
    };
    Label {
        id: wish.id,
        name: wish.name,
        x: if side > 0.0 { chosen.0.x } else { chosen.1.x },
        y: 0.5 * (chosen.0.y + chosen.1.y),
        align,
        visible: found.is_some(),
    }
}
