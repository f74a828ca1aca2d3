//! The drawer: a picture on a graphics context.
//!
//! Programs and shapes are made once; a draw only fills small buffers, one line per
//! body, arc or arrow, and submits about a dozen instanced calls. Colours are laid out in
//! sRGB with premultiplied alpha. Lines and arrows are opaque, with what fades already
//! mixed with the ground, so that only shells, planes and ghosts need an order.

mod shapes;

use glam::DVec3;
use three_d::context;
use three_d::{
    Blend, BlendEquationType, BlendMultiplierType, ClearState, Context, CoreError, Cull, DepthTest,
    ElementBuffer, InstanceBuffer, Mat4, Program, RenderStates, RenderTarget, ScissorBox, Vec2,
    Vec3, Vec4, VertexBuffer, Viewport, WriteMask,
};

use super::camera::Camera;
use super::convert::{ToScene, direction, matrix, number, vec4};
use super::palette::{self, Theme};
use super::picture::{Arc, Idea, Look, Path, Picture, Shape, Stroke, Style};
use crate::math::length;

/// Where the picture goes: a part of the screen, device pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Height of the screen: the figure is at its top left corner.
    pub screen_height: u32,
    /// Width of the figure.
    pub width: u32,
    /// Height of the figure.
    pub height: u32,
}

const PREMULTIPLIED: Blend = Blend::Enabled {
    source_rgb_multiplier: BlendMultiplierType::One,
    source_alpha_multiplier: BlendMultiplierType::One,
    destination_rgb_multiplier: BlendMultiplierType::OneMinusSrcAlpha,
    destination_alpha_multiplier: BlendMultiplierType::OneMinusSrcAlpha,
    rgb_equation: BlendEquationType::Add,
    alpha_equation: BlendEquationType::Add,
};

const OPAQUE: RenderStates = RenderStates {
    write_mask: WriteMask::COLOR_AND_DEPTH,
    depth_test: DepthTest::LessOrEqual,
    blend: Blend::Disabled,
    cull: Cull::None,
};

const SEE_THROUGH: RenderStates = RenderStates {
    write_mask: WriteMask::COLOR,
    depth_test: DepthTest::LessOrEqual,
    blend: PREMULTIPLIED,
    cull: Cull::None,
};

/// One instanced draw: a program, a shape, and what differs from one instance to the next.
struct Pass {
    program: Program,
    corners: Corners,
    elements: ElementBuffer<u16>,
    instances: Vec<(&'static str, InstanceBuffer<[f32; 4]>)>,
}

enum Corners {
    Two(VertexBuffer<[f32; 2]>),
    Three(VertexBuffer<[f32; 3]>),
    Four(VertexBuffer<[f32; 4]>),
}

impl Pass {
    fn new(
        context: &Context,
        vertex: &str,
        fragment: &str,
        (corners, elements): (Corners, Vec<u16>),
        instances: &[&'static str],
    ) -> Result<Pass, CoreError> {
        Ok(Pass {
            program: Program::from_source(context, vertex, fragment)?,
            corners,
            elements: ElementBuffer::new_with_data(context, &elements),
            instances: instances
                .iter()
                .map(|name| (*name, InstanceBuffer::new(context)))
                .collect(),
        })
    }

    /// Draws one instance per entry of `rows`, whose columns are the instances' attributes
    /// in the order they were named.
    fn draw<const N: usize>(
        &mut self,
        rows: &[[[f32; 4]; N]],
        states: RenderStates,
        viewport: Viewport,
    ) {
        self.fill(rows);
        self.draw_again(rows.len(), states, viewport);
    }

    fn fill<const N: usize>(&mut self, rows: &[[[f32; 4]; N]]) {
        let mut column = Vec::with_capacity(rows.len());
        for (i, (_, buffer)) in self.instances.iter_mut().enumerate() {
            column.clear();
            column.extend(rows.iter().map(|row| row[i]));
            buffer.fill(&column);
        }
    }

    fn draw_again(&self, count: usize, states: RenderStates, viewport: Viewport) {
        if count == 0 {
            return;
        }
        let program = &self.program;
        match &self.corners {
            Corners::Two(buffer) => program.use_vertex_attribute("corner", buffer),
            Corners::Three(buffer) => program.use_vertex_attribute("corner", buffer),
            Corners::Four(buffer) => program.use_vertex_attribute("corner", buffer),
        }
        for (name, buffer) in &self.instances {
            program.use_instance_attribute(name, buffer);
        }
        program.draw_elements_instanced(states, viewport, &self.elements, count as u32);
    }
}

/// What is the same for all programs of a draw.
struct Frame {
    clip: Mat4,
    eye: Vec3,
    light: Vec3,
    /// Centre and radius; of no extent where there is none.
    sphere: Vec4,
    /// Figure, device pixels.
    size: Vec2,
    ground: Vec3,
    ratio: f32,
}

impl Frame {
    fn set(&self, program: &Program) {
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

/// Programs, shapes and buffers on one context.
pub struct Drawer {
    context: Context,
    tubes: Pass,
    balls: Pass,
    strokes: Pass,
    needles: Pass,
    patches: Pass,
    shell: Pass,
    markers: Pass,
    floor: Pass,
}

impl Drawer {
    /// Compiles the programs and uploads the shapes.
    ///
    /// # Errors
    /// Where the context is lost or a program does not link.
    pub fn new(context: Context) -> Result<Drawer, CoreError> {
        let c = &context;
        let lit = include_str!("gl/lit.frag");
        let line = include_str!("gl/line.frag");
        let ball = include_str!("gl/ball.vert");
        Ok(Drawer {
            tubes: Pass::new(
                c,
                include_str!("gl/tube.vert"),
                lit,
                shapes::tube(c, 14),
                &["tail", "tip", "tint"],
            )?,
            balls: Pass::new(c, ball, lit, shapes::ball(c, 20, 12), &["ball", "tint"])?,
            strokes: Pass::new(
                c,
                include_str!("gl/stroke.vert"),
                line,
                shapes::ribbon(c, 72, -1.0),
                &["center", "first", "second", "range", "tint"],
            )?,
            needles: Pass::new(
                c,
                include_str!("gl/needle.vert"),
                line,
                shapes::arrow(c),
                &["at", "way", "tint"],
            )?,
            patches: Pass::new(
                c,
                include_str!("gl/patch.vert"),
                include_str!("gl/patch.frag"),
                shapes::ribbon(c, 72, 0.0),
                &["center", "first", "second", "range", "tint"],
            )?,
            shell: Pass::new(
                c,
                ball,
                include_str!("gl/shell.frag"),
                shapes::ball(c, 64, 40),
                &["ball", "tint"],
            )?,
            markers: Pass::new(
                c,
                include_str!("gl/marker.vert"),
                include_str!("gl/marker.frag"),
                shapes::square(c),
                &["at", "kind", "tint"],
            )?,
            floor: Pass::new(
                c,
                include_str!("gl/floor.vert"),
                include_str!("gl/floor.frag"),
                shapes::square(c),
                &[],
            )?,
            context,
        })
    }

    /// Draws `picture` as `camera` sees it.
    pub fn draw(&mut self, picture: &Picture, camera: &Camera, theme: Theme, area: Area) {
        if camera.is_empty() || area.width == 0 || area.height == 0 {
            return;
        }
        let paint = Paint {
            theme,
            ground: palette::ground(theme).components().into(),
            to: ToScene::new(camera.target(), camera.extent()),
            ratio: f64::from(area.height) / camera.size().y,
        };
        let frame = paint.frame(picture, camera, area);
        let ground = frame.ground;
        let bottom = area.screen_height.saturating_sub(area.height) as i32;
        let scissor = ScissorBox {
            x: 0,
            y: bottom,
            width: area.width,
            height: area.height,
        };
        let viewport = Viewport {
            x: 0,
            y: bottom,
            width: area.width,
            height: area.height,
        };
        RenderTarget::screen(&self.context, area.width, area.screen_height).clear_partially(
            scissor,
            ClearState::color_and_depth(ground.x, ground.y, ground.z, 1.0, 1.0),
        );
        for pass in [
            &self.tubes,
            &self.balls,
            &self.strokes,
            &self.needles,
            &self.patches,
            &self.shell,
            &self.markers,
            &self.floor,
        ] {
            frame.set(&pass.program);
        }

        self.draw_floor(picture, &paint, viewport);
        let (solid, ghosts) = paint.tubes(picture);
        self.tubes.draw(&solid, OPAQUE, viewport);
        let (solid_balls, ghost_balls) = paint.balls(picture);
        self.balls.draw(&solid_balls, OPAQUE, viewport);
        self.strokes
            .draw(&paint.strokes(picture, camera), OPAQUE, viewport);
        self.needles.draw(&paint.needles(picture), OPAQUE, viewport);

        let shell = paint.shell(picture);
        self.shell.program.use_uniform(
            "opacity",
            Vec2::new(number(palette::SHELL.0), number(palette::SHELL.1)),
        );
        let side = |cull| RenderStates {
            cull,
            ..SEE_THROUGH
        };
        self.shell.draw(&shell, side(Cull::Front), viewport);
        self.patches
            .draw(&paint.patches(picture, camera), SEE_THROUGH, viewport);
        self.draw_ghosts(&ghosts, &ghost_balls, viewport);
        self.shell
            .draw_again(shell.len(), side(Cull::Back), viewport);
        self.markers
            .draw(&paint.markers(picture), SEE_THROUGH, viewport);
    }

    fn draw_floor(&self, picture: &Picture, paint: &Paint, viewport: Viewport) {
        let Some(floor) = picture.floor else { return };
        let program = &self.floor.program;
        let radius = paint.to.length(floor.radius);
        program.use_uniform(
            "floor_at",
            Vec4::from(paint.to.position(floor.center, radius)),
        );
        let grid = [
            paint.to.length(floor.spacing),
            radius,
            palette::FLOOR,
            palette::THIN * paint.ratio,
        ];
        program.use_uniform("grid", Vec4::from(grid.map(number)));
        program.use_uniform(
            "ink",
            direction(
                palette::color(Idea::Setting, paint.theme)
                    .components()
                    .into(),
            ),
        );
        self.floor.draw_again(1, SEE_THROUGH, viewport);
    }

    /// A ghost is one body, however many parts it has: depth first, then its front alone.
    fn draw_ghosts(
        &mut self,
        tubes: &[[[f32; 4]; 3]],
        balls: &[[[f32; 4]; 2]],
        viewport: Viewport,
    ) {
        self.tubes.fill(tubes);
        self.balls.fill(balls);
        let depth_only = RenderStates {
            write_mask: WriteMask::DEPTH,
            ..OPAQUE
        };
        for states in [depth_only, SEE_THROUGH] {
            self.tubes.draw_again(tubes.len(), states, viewport);
            self.balls.draw_again(balls.len(), states, viewport);
        }
    }
}

/// Turns the picture's parts into rows of numbers.
struct Paint {
    theme: Theme,
    ground: DVec3,
    to: ToScene,
    /// Device pixels per CSS pixel.
    ratio: f64,
}

impl Paint {
    fn frame(&self, picture: &Picture, camera: &Camera, area: Area) -> Frame {
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
    fn opacity(look: Look, solid: f64) -> f64 {
        match look.style {
            Style::Solid => solid,
            Style::Lit => solid * 1.8,
            Style::Back => solid * palette::STEPPED_BACK,
            Style::Ghost(opacity) => solid * opacity,
        }
    }

    /// Solid tubes, and those of ghosts.
    fn tubes(&self, picture: &Picture) -> (Vec<[[f32; 4]; 3]>, Vec<[[f32; 4]; 3]>) {
        let mut rows = (Vec::new(), Vec::new());
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
                Style::Ghost(_) => rows.1.push(row),
                _ => rows.0.push(row),
            }
        }
        rows
    }

    fn balls(&self, picture: &Picture) -> (Vec<[[f32; 4]; 2]>, Vec<[[f32; 4]; 2]>) {
        let mut rows = (Vec::new(), Vec::new());
        for ball in &picture.balls {
            let row = [
                self.to.position(ball.center, self.to.length(ball.radius)),
                self.tint(ball.look),
            ];
            match ball.look.style {
                Style::Ghost(_) => rows.1.push(row),
                _ => rows.0.push(row),
            }
        }
        rows
    }

    fn strokes(&self, picture: &Picture, camera: &Camera) -> Vec<[[f32; 4]; 5]> {
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
                look: shell.look,
            })
        });
        let strokes = picture.strokes.iter().copied().chain(outline);
        strokes.map(|stroke| self.stroke(&stroke)).collect()
    }

    fn stroke(&self, stroke: &Stroke) -> [[f32; 4]; 5] {
        let wider = match stroke.look.style {
            Style::Lit => palette::LIT_WIDTH,
            _ => 1.0,
        };
        // A line thinner than a pixel would come and go.
        let width = (stroke.width * wider * self.ratio).max(1.0);
        let on_sphere = f64::from(u8::from(stroke.on_sphere));
        let dashes = f64::from(stroke.dashes);
        let tint = self.tint(stroke.look);
        match stroke.path {
            Path::Line(from, to) => [
                self.to.position(from, on_sphere),
                self.to.difference(to - from, width),
                vec4(DVec3::ZERO, dashes),
                [0.0; 4],
                tint,
            ],
            Path::Arc(arc) => [
                self.to.position(arc.center, on_sphere),
                self.to.difference(arc.u, width),
                self.to.difference(arc.v, dashes),
                [number(arc.start), number(arc.sweep), 0.0, 0.0],
                tint,
            ],
        }
    }

    fn needles(&self, picture: &Picture) -> Vec<[[f32; 4]; 3]> {
        let row = |needle: &super::picture::Needle| {
            let (longer, thicker) = match needle.look.style {
                Style::Lit => (1.15, 1.5),
                _ => (1.0, 1.0),
            };
            [
                self.to
                    .position(needle.at, self.to.length(0.5 * needle.length * longer)),
                vec4(needle.direction, thicker),
                self.tint_faded(needle.look, palette::FIELD),
            ]
        };
        picture.needles.iter().map(row).collect()
    }

    /// Farthest first.
    fn patches(&self, picture: &Picture, camera: &Camera) -> Vec<[[f32; 4]; 5]> {
        let eye = camera.eye();
        let mut rows: Vec<(f64, [[f32; 4]; 5])> = picture
            .patches
            .iter()
            .map(|patch| {
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
                (length(middle - eye), row)
            })
            .collect();
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        rows.into_iter().map(|(_, row)| row).collect()
    }

    fn shell(&self, picture: &Picture) -> Vec<[[f32; 4]; 2]> {
        let row = |shell: super::picture::Shell| {
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

    fn markers(&self, picture: &Picture) -> Vec<[[f32; 4]; 3]> {
        let row = |marker: &super::picture::Marker| {
            let shape = match marker.shape {
                Shape::Target => 0.0,
                Shape::Diamond => 1.0,
                Shape::Dot => 2.0,
                Shape::Ring => 3.0,
            };
            let place = match (marker.on_top, marker.shape) {
                (true, _) => 1.0,
                (false, Shape::Dot) => 2.0,
                (false, _) => 0.0,
            };
            let larger = match marker.look.style {
                Style::Lit => 1.3,
                _ => 1.0,
            };
            [
                self.to
                    .position(marker.at, marker.radius * larger * self.ratio),
                [shape, place, 0.0, 0.0],
                self.tint(marker.look),
            ]
        };
        picture.markers.iter().map(row).collect()
    }
}

impl std::fmt::Debug for Drawer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Drawer").finish_non_exhaustive()
    }
}

/// The context of a drawer from that of the graphics library.
///
/// # Errors
/// Where the context is lost.
#[allow(
    clippy::arc_with_non_send_sync,
    reason = "the renderer's type; one thread only"
)]
pub fn context(gl: context::Context) -> Result<Context, CoreError> {
    Context::from_gl_context(std::sync::Arc::new(gl))
}
