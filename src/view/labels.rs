//! Where names stand beside the things of the picture, in CSS pixels.

use glam::{DVec2, DVec3};

use super::camera::Camera;
use super::compose::size;
use super::pick::Handle;
use super::picture::Idea;
use super::{Options, Scene};
use crate::math::{TURN, sin_cos, unit};

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
    /// What it says: an idea's name, `node`, `n0`, `e`, or `former` for the pose before a flip.
    pub id: &'static str,
    /// The idea whose colour it has, or `node`.
    pub idea: &'static str,
    /// The node's name, where it names a node.
    pub name: Option<String>,
    /// The index, where it names a singular point.
    pub index: Option<i32>,
    /// Where its text begins or ends, at half its height; CSS pixels from the left.
    pub x: f64,
    /// The same, from the top.
    pub y: f64,
    /// Whether the text begins or ends there.
    pub align: Align,
    /// Whether the point is before the viewer and in the figure, and the text has room.
    pub visible: bool,
}

/// Width of a letter and height of a line, in sizes of the text: the page's texts are not
/// known here, so their room is estimated.
const LETTER: f64 = 0.6;
const LINE_HEIGHT: f64 = 1.4;
/// Letters of an idea's text in any language, for each of its name.
const TRANSLATED: f64 = 1.2;
/// Distance of a text from its point.
const GAP: f64 = 10.0;
/// Half the side of the square that a joint or handle keeps free of texts.
const SIGN: f64 = 7.0;
/// The same for a knob on the sphere, and how much farther its own text stands off.
const KNOB: f64 = 11.0;
const OFF_KNOB: f64 = 4.0;
/// Distance kept from the figure's edge.
const EDGE: f64 = 3.0;

struct Wish {
    id: &'static str,
    idea: &'static str,
    /// Whether it is said only where it covers nothing.
    modest: bool,
    name: Option<String>,
    index: Option<i32>,
    /// How much farther than others it stands off, CSS pixels.
    off: f64,
    at: DVec3,
    /// A world point that the text stands away from.
    from: DVec3,
}

/// The labels of a scene, the most important first; none of those that are visible lies
/// over another, or over a joint.
#[must_use]
pub fn labels(scene: &Scene<'_>, options: &Options, camera: &Camera) -> Vec<Label> {
    let wishes = wishes(scene, options);
    let mut taken: Vec<Room> = wishes
        .iter()
        .filter(|wish| wish.id == "node" || wish.id == Idea::Goal.name())
        .filter_map(|wish| on_screen(camera, wish.at))
        .map(|p| Room(p - SIGN, p + SIGN))
        .collect();
    let handles = scene.handles(options).into_iter();
    taken.extend(
        handles
            .filter(|(handle, _)| handle.on_sphere())
            .filter_map(|(_, at)| on_screen(camera, at))
            .map(|p| Room(p - KNOB, p + KNOB)),
    );
    let lines = lines(scene, options, camera);
    wishes
        .into_iter()
        .map(|wish| place(wish, options.text, camera, &lines, &mut taken))
        .collect()
}

fn on_screen(camera: &Camera, at: DVec3) -> Option<DVec2> {
    camera.project(at).map(|s| DVec2::new(s.x, s.y))
}

fn wishes(scene: &Scene<'_>, options: &Options) -> Vec<Wish> {
    let solution = scene.solution();
    let layers = options.layers();
    let held = |handle| options.handles.contains(&handle);
    let (start, end) = (scene.start(), solution.end_effector);
    let (pierced, length) = (scene.pierced(), scene.length);
    let idea = |idea: Idea, at, from| Wish {
        id: idea.name(),
        idea: idea.name(),
        modest: false,
        name: None,
        index: None,
        off: 0.0,
        at,
        from,
    };
    let hierarchy = scene.rig.hierarchy();
    let node = |i: usize, from| Wish {
        id: "node",
        idea: "node",
        modest: false,
        name: Some(hierarchy.nodes()[i].name.clone()),
        index: None,
        off: 0.0,
        at: scene.at(i),
        from,
    };
    // Outwards from the chain's middle.
    let middle = solution
        .joints
        .iter()
        .map(|j| j.position - start)
        .sum::<DVec3>()
        / solution.joints.len() as f64
        + start;
    let mut wishes = Vec::new();
    if options.shows_goal() {
        wishes.push(idea(Idea::Goal, scene.shown(solution.goal), middle));
    }
    if layers.chain {
        let ik = scene.rig.ik();
        let joints = solution.joints.iter().map(|joint| joint.node);
        let above = hierarchy.ancestors(ik.start).skip(1);
        for id in joints.chain(above).chain(ik.vh_target) {
            wishes.push(node(id.index(), middle));
        }
    } else {
        let off = if held(Handle::Axis) { OFF_KNOB } else { 0.0 };
        wishes.push(Wish {
            off,
            ..idea(Idea::EeAxis, pierced, pierced + solution.zero_plane_normal)
        });
    }
    if let Some((pose, _)) = options.former.as_ref().filter(|_| layers.chain)
        && let Some(at) = pose.get(pose.len() / 2)
    {
        wishes.push(Wish {
            id: "former",
            ..idea(Idea::Chain, *at, start)
        });
    }
    let (zero, solver) = (solution.zero_plane_normal, solution.solver_plane_normal);
    if layers.swivel && solution.swivel.abs() > 1e-2 {
        let half = unit(zero + solver).unwrap_or_else(|| solution.ee_axis.cross(zero));
        let half = if solution.swivel.abs() > std::f64::consts::PI {
            -half
        } else {
            half
        };
        wishes.push(idea(
            Idea::Swivel,
            pierced + half * (0.25 * length),
            pierced,
        ));
    }
    if layers.solver_plane {
        let tip = pierced + solver * (size::NORMAL * length);
        wishes.push(idea(Idea::SolverPlane, tip, pierced));
    }
    if layers.zero_plane {
        let reach = if layers.chain {
            size::ZERO_NORMAL
        } else {
            size::ALONE_NORMAL
        };
        let tip = pierced + zero * (reach * length);
        wishes.push(idea(Idea::ZeroPlane, tip, pierced));
    }
    if layers.sphere {
        let radius = scene.sphere_radius();
        let knobs = scene.zeros().is_some() && (held(Handle::ZeroP) || held(Handle::ZeroQ));
        for point in scene.zero_plane.singular_points() {
            wishes.push(Wish {
                index: Some(point.index),
                off: if knobs { OFF_KNOB } else { 0.0 },
                ..idea(Idea::Singular, start + point.at * radius, start)
            });
        }
        let a0 = start + solution.sphere.a0 * radius;
        wishes.push(idea(Idea::Preferred, a0, end));
        let n0 = start + solution.sphere.n0 * (radius + size::NORTH * length);
        wishes.push(Wish {
            id: "n0",
            ..idea(Idea::Preferred, n0, start)
        });
        if layers.chain {
            wishes.push(Wish {
                id: "e",
                modest: true,
                ..idea(Idea::EeAxis, pierced, end)
            });
        }
    }
    if scene.shows_imagined(options)
        && let Some(at) = scene.imagined.get(scene.imagined.len() / 2)
    {
        wishes.push(idea(Idea::Imagined, *at, start));
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

/// A line of the picture that texts had better not cover: its ends on the screen.
#[derive(Clone, Copy)]
struct Line(DVec2, DVec2);

impl Line {
    /// Whether any of it lies in `room`: the part of the line between two parallel sides
    /// must overlap the part between the other two.
    fn meets(&self, room: &Room) -> bool {
        let way = self.1 - self.0;
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for i in 0..2 {
            let (low, high) = (room.0[i] - self.0[i], room.1[i] - self.0[i]);
            if way[i] == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return false;
                }
                continue;
            }
            let (a, b) = (low / way[i], high / way[i]);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        enter <= leave
    }
}

/// Bones and arrows on the screen.
fn lines(scene: &Scene<'_>, options: &Options, camera: &Camera) -> Vec<Line> {
    let solution = scene.solution();
    let mut pairs = scene.arrows(options);
    if options.layers.chain {
        let joints = solution.joints.windows(2);
        pairs.extend(joints.map(|pair| (pair[0].position, pair[1].position)));
        pairs.push((scene.start(), solution.end_effector));
        let mut below = scene.start();
        for at in scene.above() {
            pairs.push((at, below));
            below = at;
        }
    }
    if scene.shows_imagined(options) {
        pairs.extend(scene.imagined.windows(2).map(|pair| (pair[0], pair[1])));
    }
    pairs
        .into_iter()
        .filter_map(|(a, b)| Some(Line(on_screen(camera, a)?, on_screen(camera, b)?)))
        .collect()
}

/// Directions about the point, in eighths of a turn from the one that is wished.
const TURNS: [f64; 7] = [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0];
/// Distances from the point that are tried.
const REACHES: [f64; 2] = [1.0, 2.1];
/// How many places further down the list a text goes to uncover one line.
const UNCOVER: usize = 5;

/// Tries places about the point, outwards first; of those that are free and inside, the
/// first that covers few lines is taken.
fn place(wish: Wish, text: f64, camera: &Camera, lines: &[Line], taken: &mut Vec<Room>) -> Label {
    let letters = match (&wish.name, wish.index) {
        (Some(name), _) => name.chars().count().min(40) as f64,
        // With a sign, a figure and a space.
        (None, Some(_)) => TRANSLATED * wish.id.len() as f64 + 3.0,
        (None, None) => TRANSLATED * wish.id.len() as f64,
    };
    let (width, height) = (letters * LETTER * text, LINE_HEIGHT * text);
    let size = camera.size();
    let hidden = |wish: Wish| Label {
        id: wish.id,
        idea: wish.idea,
        name: wish.name,
        index: wish.index,
        x: 0.0,
        y: 0.0,
        align: Align::Left,
        visible: false,
    };
    let seen =
        on_screen(camera, wish.at).filter(|p| p.cmpge(DVec2::ZERO).all() && p.cmple(size).all());
    let Some(point) = seen else {
        return hidden(wish);
    };
    let outward = on_screen(camera, wish.from)
        .and_then(|from| (point - from).try_normalize())
        .unwrap_or(DVec2::X);
    let room = |reach: f64, turn: f64| {
        let (sin, cos) = sin_cos(turn * 0.125 * TURN);
        let way = DVec2::new(
            outward.x * cos - outward.y * sin,
            outward.x * sin + outward.y * cos,
        );
        // Above or below the point a text is nearly centred on it.
        let right = way.x >= 0.0;
        let lean = 0.5 * width * (1.0 - (2.0 * way.x.abs()).min(1.0));
        let gap = GAP + wish.off;
        let at = point + way * DVec2::new(gap, gap + 0.25 * height) * reach;
        let left = if right {
            at.x - lean
        } else {
            at.x - width + lean
        };
        (
            right,
            Room(
                DVec2::new(left, at.y - 0.5 * height),
                DVec2::new(left + width, at.y + 0.5 * height),
            ),
        )
    };
    let inside = |r: &Room| {
        r.0.cmpge(DVec2::splat(EDGE)).all() && r.1.cmple(size - DVec2::splat(EDGE)).all()
    };
    let mut found: Option<(usize, bool, Room)> = None;
    for (i, reach) in REACHES.into_iter().enumerate() {
        for (j, turn) in TURNS.into_iter().enumerate() {
            let (right, r) = room(reach, turn);
            if !inside(&r) || taken.iter().any(|t| t.meets(&r)) {
                continue;
            }
            let covered = lines.iter().filter(|line| line.meets(&r)).count();
            if wish.modest && covered > 0 {
                continue;
            }
            let cost = i * TURNS.len() + j + UNCOVER * covered;
            if found.is_none_or(|best| cost < best.0) {
                found = Some((cost, right, r));
            }
        }
    }
    let Some((_, right, chosen)) = found else {
        return hidden(wish);
    };
    taken.push(chosen);
    Label {
        id: wish.id,
        idea: wish.idea,
        name: wish.name,
        index: wish.index,
        x: if right { chosen.0.x } else { chosen.1.x },
        y: 0.5 * (chosen.0.y + chosen.1.y),
        align: if right { Align::Left } else { Align::Right },
        visible: true,
    }
}
