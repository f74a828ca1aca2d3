//! From the picture's parts to rows of numbers: colours, widths, and what the eye's place
//! decides.

use glam::DVec3;
use three_d::{Mat4, Program, Vec2, Vec3, Vec4};

use super::Area;
use super::pass::Row;
use crate::math::length;
use crate::view::camera::Camera;
use crate::view::convert::{ToScene, direction, matrix, number, vec4};
use crate::view::palette::{self, Theme};
use crate::view::picture::{Arc, Look, Marker, Needle, Path, Picture, Shape, Shell, Stroke, Style};

/// What is the same for all programs of a draw.
pub(super) struct Frame {
    clip: Mat4,
    eye: Vec3,
    light: Vec3,
    /// Centre and radius; of no extent where there is none.
    sphere: Vec4,
    /// Figure, device pixels.
    size: Vec2,
    pub(super) ground: Vec3,
    ratio: f32,
}

impl Frame {
    pub(super) fn set(&self, program: &Program) {
        program.use_uniform_if_required("clip", self.clip);
        program.use_uniform_if_required("eye", self.eye);
        program.use_uniform_if_required("light", self.light);
        program.use_uniform_if_required("sphere", self.sphere);
        program.use_uniform_if_required("size", self.size);
        program.use_uniform_if_required("ground", self.ground);
        program.use_uniform_if_required("ratio", self.ratio);
        program.use_uniform_if_required("far_side", number(palette::FAR_SIDE));
    }
}

/// Rows of what hides what is behind it, and of what does not.
pub(super) struct Parts<const N: usize> {
    pub(super) solid: Vec<Row<N>>,
    pub(super) ghosts: Vec<Row<N>>,
}

impl<const N: usize> Default for Parts<N> {
    fn default() -> Self {
        Parts {
            solid: Vec::new(),
            ghosts: Vec::new(),
        }
    }
}

/// Rows of lines, and of arcs, which need many steps.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) straight: Vec<Row<5>>,
    pub(super) curved: Vec<Row<5>>,
}

/// Turns the picture's parts into rows of numbers.
pub(super) struct Paint {
    pub(super) theme: Theme,
    ground: DVec3,
    pub(super) to: ToScene,
    /// Device pixels per CSS pixel.
    pub(super) ratio: f64,
}

impl Paint {
    pub(super) fn new(camera: &Camera, theme: Theme, area: Area) -> Paint {
        Paint {
            theme,
            ground: palette::ground(theme).components().into(),
            to: ToScene::new(camera.target(), camera.extent()),
            ratio: f64::from(area.height) / camera.size().y,
        }
    }

    pub(super) fn frame(&self, picture: &Picture, camera: &Camera, area: Area) -> Frame {
        let axes = camera.axes();
        let light = (axes.up * 0.8 - axes.right * 0.45 + axes.back * 0.6 + DVec3::Z * 0.5)
            .normalize_or(DVec3::Z);
        let sphere = picture.shell.map_or([0.0, 0.0, 0.0, 1.0], |s| {
            self.to.position(s.center, self.to.length(s.radius))
        });
        Frame {
            clip: matrix(camera.clip_from_scene()),
            eye: self.to.point(camera.eye()),
            light: direction(light),
            sphere: sphere.into(),
            size: Vec2::new(area.width as f32, area.height as f32),
            ground: direction(self.ground),
            ratio: number(self.ratio),
        }
    }

    /// Colour and opacity of a part.
    fn tint(&self, look: Look) -> [f32; 4] {
        self.tint_faded(look, 1.0)
    }

    /// The same with only `left` of its colour left, mixed with the ground.
    fn tint_faded(&self, look: Look, left: f64) -> [f32; 4] {
        let full = DVec3::from(palette::color(look.idea, self.theme).components());
        let (left, opacity) = match look.style {
            Style::Solid => (left, 1.0),
            Style::Lit => (1.0, 1.0),
            Style::Back => (left * palette::STEPPED_BACK, 1.0),
            Style::Ghost(opacity) => (left, opacity),
        };
        vec4(self.ground.lerp(full, left), opacity)
    }

    /// Opacity of a see-through part.
    pub(super) fn opacity(look: Look, solid: f64) -> f64 {
        match look.style {
            Style::Solid => solid,
            Style::Lit => solid * 1.8,
            Style::Back => solid * palette::STEPPED_BACK,
            Style::Ghost(opacity) => solid * opacity,
        }
    }

    pub(super) fn tubes(&self, picture: &Picture) -> Parts<3> {
        let mut rows = Parts::default();
        for tube in &picture.tubes {
            let thicker = match tube.look.style {
                Style::Lit => 1.2,
                _ => 1.0,
            };
            let radius = |r: f64| self.to.length(r) * thicker;
            let row = [
                self.to.position(tube.from, radius(tube.radii.0)),
                self.to.position(tube.to, radius(tube.radii.1)),
                self.tint(tube.look),
            ];
            match tube.look.style {
                Style::Ghost(_) => rows.ghosts.push(row),
                _ => rows.solid.push(row),
            }
        }
        rows
    }

    pub(super) fn balls(&self, picture: &Picture) -> Parts<2> {
        let mut rows = Parts::default();
        for ball in &picture.balls {
            let row = [
                self.to.position(ball.center, self.to.length(ball.radius)),
                self.tint(ball.look),
            ];
            match ball.look.style {
                Style::Ghost(_) => rows.ghosts.push(row),
                _ => rows.solid.push(row),
            }
        }
        rows
    }

    pub(super) fn strokes(&self, picture: &Picture, camera: &Camera) -> Lines {
        let outline = picture.shell.and_then(|shell| {
            // A sphere's outline is a circle nearer to the eye than its centre.
            let way = camera.eye() - shell.center;
            let far = length(way);
            let ratio = shell.radius / far;
            let axis = way / far;
            (ratio < 1.0).then(|| Stroke {
                path: Path::Arc(Arc::circle(
                    shell.center + axis * (shell.radius * ratio),
                    crate::math::any_perpendicular(axis)
                        * (shell.radius * (1.0 - ratio * ratio).sqrt()),
                    axis,
                )),
                width: palette::THIN,
                dashes: 0,
                on_sphere: false,
                on_top: false,
                faint: false,
                look: shell.look,
            })
        });
        let mut rows = Lines::default();
        for stroke in picture.strokes.iter().copied().chain(outline) {
            let rows = match stroke.path {
                Path::Line(..) => &mut rows.straight,
                Path::Arc(_) => &mut rows.curved,
            };
            rows.push(self.stroke(&stroke));
        }
        rows
    }

    fn stroke(&self, stroke: &Stroke) -> Row<5> {
        let wider = match stroke.look.style {
            Style::Lit => palette::LIT_WIDTH,
            _ => 1.0,
        };
        // A line thinner than a pixel would come and go.
        let width = (stroke.width * wider * self.ratio).max(1.0);
        let place = f64::from(u8::from(stroke.on_sphere) + 2 * u8::from(stroke.on_top));
        let dashes = f64::from(stroke.dashes);
        let left = if stroke.faint { palette::TRACE } else { 1.0 };
        let tint = self.tint_faded(stroke.look, left);
        match stroke.path {
            Path::Line(from, to) => [
                self.to.position(from, place),
                self.to.difference(to - from, width),
                vec4(DVec3::ZERO, dashes),
                [0.0; 4],
                tint,
            ],
            Path::Arc(arc) => [
                self.to.position(arc.center, place),
                self.to.difference(arc.u, width),
                self.to.difference(arc.v, dashes),
                [number(arc.start), number(arc.sweep), 0.0, 0.0],
                tint,
            ],
        }
    }

    pub(super) fn needles(&self, picture: &Picture) -> Vec<Row<3>> {
        // On the shading they need all of their colour.
        let shaded = picture.shell.is_some_and(|shell| shell.shading.is_some());
        let left = if shaded { 1.0 } else { palette::FIELD };
        let row = |needle: &Needle| {
            let (longer, thicker) = match needle.look.style {
                Style::Lit => (1.15, 1.5),
                _ => (1.0, 1.0),
            };
            [
                self.to
                    .position(needle.at, self.to.length(0.5 * needle.length * longer)),
                vec4(needle.direction, thicker),
                self.tint_faded(needle.look, left),
            ]
        };
        picture.needles.iter().map(row).collect()
    }

    /// Farthest first.
    pub(super) fn patches(&self, picture: &Picture, camera: &Camera) -> Vec<Row<5>> {
        let eye = camera.eye();
        let mut rows: Vec<(f64, Row<5>)> = Vec::with_capacity(picture.patches.len());
        for patch in &picture.patches {
            let rim = patch.rim;
            let middle = rim.center.lerp(rim.point(rim.start + 0.5 * rim.sweep), 0.5);
            let mut tint = self.tint(Look {
                style: Style::Solid,
                ..patch.look
            });
            tint[3] = number(Paint::opacity(patch.look, patch.opacity));
            let row = [
                self.to.position(rim.center, 0.0),
                self.to.difference(rim.u, 0.0),
                self.to.difference(rim.v, 0.0),
                [number(rim.start), number(rim.sweep), 0.0, 0.0],
                tint,
            ];
            // Three at most: put in their places one by one, without a sort's code.
            let far = length(middle - eye);
            let place = rows.partition_point(|(other, _)| *other >= far);
            rows.insert(place, (far, row));
        }
        rows.into_iter().map(|(_, row)| row).collect()
    }

    pub(super) fn shell(&self, picture: &Picture) -> Vec<Row<2>> {
        let row = |shell: Shell| {
            let mut tint = self.tint(Look {
                style: Style::Solid,
                ..shell.look
            });
            tint[3] = number(Paint::opacity(shell.look, 1.0));
            [
                self.to.position(shell.center, self.to.length(shell.radius)),
                tint,
            ]
        };
        picture.shell.map(row).into_iter().collect()
    }

    pub(super) fn markers(&self, picture: &Picture) -> Vec<Row<3>> {
        let row = |marker: &Marker| {
            let shape = match marker.shape {
                Shape::Target => 0.0,
                Shape::Diamond => 1.0,
                Shape::Dot => 2.0,
                Shape::Ring => 3.0,
                Shape::Knob => 4.0,
            };
            let [on_top, on_sphere] =
                [marker.on_top, marker.on_sphere].map(|on| f32::from(u8::from(on)));
            let larger = match marker.look.style {
                Style::Lit => 1.3,
                _ => 1.0,
            };
            [
                self.to
                    .position(marker.at, marker.radius * larger * self.ratio),
                [shape, on_top, on_sphere, 0.0],
                self.tint(marker.look),
            ]
        };
        picture.markers.iter().map(row).collect()
    }
}
