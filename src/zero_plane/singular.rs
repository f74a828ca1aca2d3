//! The singular points of any map: where they are, and their indices.
//!
//! Along a closed curve the field turns, against parallel transport, by some angle; with
//! the area that the curve encloses (the transported frame's own turn, Gauss–Bonnet) that
//! makes a whole number of turns: the sum of the indices inside. Over the faces of a
//! closed mesh the edges' turns cancel and the areas add up to 4π, so the indices of any
//! field add up to 2. That is the whole proof that every map flips.

use glam::DVec3;

use crate::math::{TURN, any_perpendicular, length, signed_angle, sin_cos, transport, unit};
use crate::swivel::triangle_area;
use crate::zero_plane::ZeroPlaneMap;

/// A singular point of a zero-plane map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SingularPoint {
    /// Where, unit, in the numbers of `a0` and `n0`.
    pub at: DVec3,
    /// How many turns the field makes on a small way round, in the sense of the way.
    pub index: i32,
}

/// Faces smaller than this, radians, are not divided further: positions are found to it.
const RESOLUTION: f64 = 1e-9;

/// Points found nearer to each other than this, radians, are one.
const TOGETHER: f64 = 1e-6;

/// Divisions of the octahedron that the search begins with: faces of about 6°.
const FIRST_DIVISIONS: u32 = 4;

/// A face along whose edges the field turns by more than this may hold a singular point:
/// two smaller turns and one edge that jumps the short way would look like none.
const SUSPICIOUS: f64 = 0.5;

/// A map that jumps along a line, and not at points alone, would have every face on the
/// line divided for ever; with more faces than this the search stops where it is.
const MOST_FACES: usize = 1 << 16;

/// Samples of a small circle.
const SAMPLES: u32 = 64;

/// The singular points of `map` and their indices, which add up to 2.
///
/// For a map that is continuous but for points. They are looked for on a mesh of 6° and followed down to 1e-9 radians. Points of
/// opposite index nearer than the mesh may be missed together; the sum stays true.
#[must_use]
pub fn singular_points(map: &(impl ZeroPlaneMap + ?Sized)) -> Vec<SingularPoint> {
    let mut faces = octahedron();
    for _ in 0..FIRST_DIVISIONS {
        faces = faces.into_iter().flat_map(divide).collect();
    }
    let mut size = length(faces[0][0] - faces[0][1]);
    while size > RESOLUTION && faces.len() <= MOST_FACES {
        faces.retain(|face| index_of(map, face) != 0 || turns_much(map, face));
        faces = faces.into_iter().flat_map(divide).collect();
        size *= 0.5;
    }
    let mut found: Vec<DVec3> = Vec::new();
    for face in faces.iter().filter(|face| index_of(map, face) != 0) {
        let at = unit(face[0] + face[1] + face[2]).unwrap_or(face[0]);
        if found.iter().all(|other| length(*other - at) > TOGETHER) {
            found.push(at);
        }
    }
    let nearest = |p: DVec3| {
        let apart = found.iter().map(|q| length(*q - p)).filter(|d| *d > 0.0);
        apart.fold(f64::INFINITY, f64::min)
    };
    found
        .iter()
        .map(|p| SingularPoint {
            at: *p,
            index: index_around(map, *p, (0.4 * nearest(*p)).min(0.01)),
        })
        .filter(|point| point.index != 0)
        .collect()
}

/// Sum of the indices of `map` inside the small circle of `radius` radians about the unit
/// vector `center`, by the winding number of the field on it.
#[must_use]
pub fn index_around(map: &(impl ZeroPlaneMap + ?Sized), center: DVec3, radius: f64) -> i32 {
    let x = any_perpendicular(center);
    let y = center.cross(x);
    let (sin, cos) = sin_cos(radius);
    let point = |i: u32| {
        let (s, c) = sin_cos(TURN * f64::from(i % SAMPLES) / f64::from(SAMPLES));
        center * cos + (x * c + y * s) * sin
    };
    let turned: f64 = (0..SAMPLES)
        .map(|i| turn_along(map, point(i), point(i + 1)))
        .sum();
    let area: f64 = (0..SAMPLES)
        .map(|i| triangle_area(center, point(i), point(i + 1)))
        .sum();
    libm::round((turned + area) / TURN) as i32
}

/// Turn of the field from `a` to `b` against parallel transport, in (−π, π].
fn turn_along(map: &(impl ZeroPlaneMap + ?Sized), a: DVec3, b: DVec3) -> f64 {
    signed_angle(transport(map.normal(a), a, b), map.normal(b), b)
}

type Face = [DVec3; 3];

fn index_of(map: &(impl ZeroPlaneMap + ?Sized), face: &Face) -> i32 {
    let [a, b, c] = *face;
    let turned = turn_along(map, a, b) + turn_along(map, b, c) + turn_along(map, c, a);
    libm::round((turned + triangle_area(a, b, c)) / TURN) as i32
}

fn turns_much(map: &(impl ZeroPlaneMap + ?Sized), face: &Face) -> bool {
    let [a, b, c] = *face;
    [(a, b), (b, c), (c, a)]
        .iter()
        .any(|(a, b)| turn_along(map, *a, *b).abs() > SUSPICIOUS)
}

/// An octahedron tilted against the axes, since that is where people put singular points.
fn octahedron() -> Vec<Face> {
    let x = unit(DVec3::new(0.842, 0.397, 0.365)).unwrap_or(DVec3::X);
    let y = unit(x.cross(DVec3::new(-0.31, 0.22, 0.93))).unwrap_or(DVec3::Y);
    let z = x.cross(y);
    let mut faces = Vec::with_capacity(8);
    for (sx, sy, sz) in [
        (1.0, 1.0, 1.0),
        (1.0, 1.0, -1.0),
        (1.0, -1.0, 1.0),
        (1.0, -1.0, -1.0),
        (-1.0, 1.0, 1.0),
        (-1.0, 1.0, -1.0),
        (-1.0, -1.0, 1.0),
        (-1.0, -1.0, -1.0),
    ] {
        let (a, b, c) = (x * sx, y * sy, z * sz);
        faces.push(if sx * sy * sz > 0.0 {
            [a, b, c]
        } else {
            [a, c, b]
        });
    }
    faces
}

fn divide([a, b, c]: Face) -> [Face; 4] {
    let middle = |p: DVec3, q: DVec3| unit(p + q).unwrap_or(p);
    let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
    [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
}
