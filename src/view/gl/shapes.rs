//! The shapes that are instanced, uploaded once.

use three_d::{Context, VertexBuffer};

use super::pass::Corners;
use crate::math::{TURN, sin_cos};

type Mesh = (Corners, Vec<u16>);

/// Two triangles for every step between two rows of `across` + 1 corners each.
fn grid(along: u16, across: u16) -> Vec<u16> {
    let mut elements = Vec::new();
    let row = across + 1;
    for i in 0..along {
        for j in 0..across {
            let a = i * row + j;
            let (b, c, d) = (a + 1, a + row, a + row + 1);
            elements.extend([a, c, b, b, c, d]);
        }
    }
    elements
}

/// Cosine and sine about the axis, 0…1 along it, ∓1 on the caps; from cap to cap.
pub(super) fn tube(context: &Context, sides: u16) -> Mesh {
    let rings: [(f32, f32, f32); 6] = [
        (0.0, 0.0, -1.0),
        (1.0, 0.0, -1.0),
        (1.0, 0.0, 0.0),
        (1.0, 1.0, 0.0),
        (1.0, 1.0, 1.0),
        (0.0, 1.0, 1.0),
    ];
    let mut corners = Vec::new();
    for (radius, along, cap) in rings {
        for i in 0..=sides {
            let (sin, cos) = sin_cos(TURN * f64::from(i) / f64::from(sides));
            corners.push([cos as f32 * radius, sin as f32 * radius, along, cap]);
        }
    }
    let corners = VertexBuffer::new_with_data(context, &corners);
    (Corners::Four(corners), grid(5, sides))
}

/// The unit sphere, its outside counter-clockwise.
pub(super) fn ball(context: &Context, sides: u16, rows: u16) -> Mesh {
    let mut corners: Vec<[f32; 3]> = Vec::new();
    for i in 0..=rows {
        let (out, up) = sin_cos(std::f64::consts::PI * f64::from(i) / f64::from(rows));
        for j in 0..=sides {
            let (sin, cos) = sin_cos(TURN * f64::from(j) / f64::from(sides));
            corners.push([(cos * out) as f32, (sin * out) as f32, up as f32]);
        }
    }
    let corners = VertexBuffer::new_with_data(context, &corners);
    (Corners::Three(corners), grid(rows, sides))
}

/// A band of `steps`: 0…1 along it, `low` and 1 across it.
pub(super) fn ribbon(context: &Context, steps: u16, low: f32) -> Mesh {
    let mut corners: Vec<[f32; 2]> = Vec::new();
    for i in 0..=steps {
        let along = f32::from(i) / f32::from(steps);
        corners.extend([[along, low], [along, 1.0]]);
    }
    let corners = VertexBuffer::new_with_data(context, &corners);
    (Corners::Two(corners), grid(steps, 1))
}

/// A band for lines, ∓1 across it: its steps, and after them the whole of it in one.
pub(super) fn line(context: &Context, steps: u16) -> Mesh {
    let (corners, mut elements) = ribbon(context, steps, -1.0);
    let (end, other) = (2 * steps, 2 * steps + 1);
    elements.extend([0, end, 1, 1, end, other]);
    (corners, elements)
}

/// The steps of a line.
pub(super) fn all_steps(steps: u16) -> (u32, u32) {
    (0, 6 * u32::from(steps))
}

/// The whole of it in one step.
pub(super) fn one_step(steps: u16) -> (u32, u32) {
    (6 * u32::from(steps) * size_of::<u16>() as u32, 6)
}

/// A flat arrow along +x from −1 to 1.
pub(super) fn arrow(context: &Context) -> Mesh {
    const SHAFT: f32 = 0.075;
    const HEAD: f32 = 0.32;
    const NECK: f32 = 0.22;
    let corners = [
        [-1.0, -SHAFT],
        [NECK, -SHAFT],
        [NECK, SHAFT],
        [-1.0, SHAFT],
        [NECK, -HEAD],
        [1.0, 0.0],
        [NECK, HEAD],
    ];
    let corners = VertexBuffer::new_with_data(context, &corners);
    (Corners::Two(corners), vec![0, 1, 2, 0, 2, 3, 4, 5, 6])
}

/// The square from −1 to 1.
pub(super) fn square(context: &Context) -> Mesh {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let corners = VertexBuffer::new_with_data(context, &corners);
    (Corners::Two(corners), vec![0, 1, 2, 0, 2, 3])
}
