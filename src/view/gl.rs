//! The drawer: a picture on a graphics context.
//!
//! Programs and shapes are made once; a draw only fills small buffers, one line per
//! body, arc or arrow, and submits about a dozen instanced calls. Colours are laid out in
//! sRGB with premultiplied alpha. Lines and arrows are opaque, with what fades already
//! mixed with the ground, so that only shells, planes and ghosts need an order.

mod paint;
mod pass;
mod shapes;
mod source;

use three_d::context;
use three_d::{
    Blend, BlendEquationType, BlendMultiplierType, ClearState, Context, CoreError, Cull, DepthTest,
    RenderStates, RenderTarget, ScissorBox, Vec2, Vec4, Viewport, WriteMask,
};

use super::camera::Camera;
use super::convert::{direction, number};
use super::palette::{self, Theme};
use super::picture::{Idea, Picture, Shell};
use paint::Paint;
use pass::{Pass, Row};
use source::shader;

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

/// Steps of an arc.
const STEPS: u16 = 72;

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
        let lit = shader!("gl/lit.frag");
        let line = shader!("gl/line.frag");
        let ball = shader!("gl/ball.vert");
        let arc = ["center", "first", "second", "range", "tint"];
        Ok(Drawer {
            strokes: Pass::new(
                c,
                shader!("gl/stroke.vert"),
                line,
                shapes::line(c, STEPS),
                &arc,
            )?,
            tubes: Pass::new(
                c,
                shader!("gl/tube.vert"),
                lit,
                shapes::tube(c, 14),
                &["tail", "tip", "tint"],
            )?,
            balls: Pass::new(c, ball, lit, shapes::ball(c, 20, 12), &["ball", "tint"])?,
            needles: Pass::new(
                c,
                shader!("gl/needle.vert"),
                line,
                shapes::arrow(c),
                &["at", "way", "tint"],
            )?,
            patches: Pass::new(
                c,
                shader!("gl/patch.vert"),
                shader!("gl/patch.frag"),
                shapes::ribbon(c, STEPS, 0.0),
                &arc,
            )?,
            shell: Pass::new(
                c,
                ball,
                shader!("gl/shell.frag"),
                shapes::ball(c, 64, 40),
                &["ball", "tint"],
            )?,
            markers: Pass::new(
                c,
                shader!("gl/marker.vert"),
                shader!("gl/marker.frag"),
                shapes::square(c),
                &["at", "kind", "tint"],
            )?,
            floor: Pass::new(
                c,
                shader!("gl/floor.vert"),
                shader!("gl/floor.frag"),
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
        let paint = Paint::new(camera, theme, area);
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
        let tubes = paint.tubes(picture);
        self.tubes.draw(&tubes.solid, OPAQUE, viewport);
        let balls = paint.balls(picture);
        self.balls.draw(&balls.solid, OPAQUE, viewport);
        let lines = paint.strokes(picture, camera);
        for (rows, part) in [
            (lines.curved, shapes::all_steps(STEPS)),
            (lines.straight, shapes::one_step(STEPS)),
        ] {
            self.strokes.drawn = part;
            self.strokes.draw(&rows, OPAQUE, viewport);
        }
        self.needles.draw(&paint.needles(picture), OPAQUE, viewport);

        let shell = paint.shell(picture);
        let side = |cull| RenderStates {
            cull,
            ..SEE_THROUGH
        };
        self.shell.program.use_uniform(
            "opacity",
            Vec2::new(number(palette::SHELL.0), number(palette::SHELL.1)),
        );
        // The far side is not painted: seen through the near one it would change its colours.
        self.shade(None, &paint);
        self.shell.draw(&shell, side(Cull::Front), viewport);
        self.patches
            .draw(&paint.patches(picture, camera), SEE_THROUGH, viewport);
        self.draw_ghosts(&tubes.ghosts, &balls.ghosts, viewport);
        self.shade(picture.shell.as_ref(), &paint);
        self.shell
            .draw_again(shell.len(), side(Cull::Back), viewport);
        self.markers
            .draw(&paint.markers(picture), SEE_THROUGH, viewport);
    }

    /// Sets what the shell is painted with.
    fn shade(&self, shell: Option<&Shell>, paint: &Paint) {
        let program = &self.shell.program;
        let shell = shell.and_then(|shell| Some((shell, shell.shading?)));
        let Some((shell, shading)) = shell else {
            program.use_uniform("shading", Vec2::new(0.0, 1.0));
            return;
        };
        for (name, v) in [
            ("p", shading.p),
            ("q", shading.q),
            ("k", shading.k),
            ("w", shading.w),
            (
                "shade",
                palette::color(Idea::Singular, paint.theme)
                    .components()
                    .into(),
            ),
        ] {
            program.use_uniform(name, direction(v));
        }
        let left = Paint::opacity(shell.look, 1.0).min(1.0);
        program.use_uniform(
            "shading",
            Vec2::new(number(left), number(palette::SHADE_DOUBLINGS)),
        );
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
    fn draw_ghosts(&mut self, tubes: &[Row<3>], balls: &[Row<2>], viewport: Viewport) {
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
