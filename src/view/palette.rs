//! Every colour and width of the picture, on a light and on a dark ground.
//!
//! One colour per idea, from Okabe and Ito's set for all kinds of colour vision, each
//! darkened or lightened until it stands out from its ground. What differs in hue only
//! a little (goal and singular points) also differs in shape.

use super::picture::Idea;

/// The ground the figure stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Off-white.
    #[default]
    Light,
    /// Near-black.
    Dark,
}

/// A colour, sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

impl Color {
    const fn hex(rgb: u32) -> Color {
        Color((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }

    /// Components in 0…1, sRGB.
    #[must_use]
    pub fn components(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|c| f64::from(c) / 255.0)
    }
}

/// The ground.
#[must_use]
pub fn ground(theme: Theme) -> Color {
    match theme {
        Theme::Light => Color::hex(0xfaf9f6),
        Theme::Dark => Color::hex(0x15171a),
    }
}

/// The colour of an idea.
#[must_use]
pub fn color(idea: Idea, theme: Theme) -> Color {
    let (light, dark) = match idea {
        Idea::Goal => (0xd07800, 0xf2a33a),
        Idea::EeAxis | Idea::StartJoint => (0x22262b, 0xece9e2),
        Idea::SolverPlane => (0x0f66b0, 0x5aaef0),
        Idea::ZeroPlane => (0x00795a, 0x2fc79b),
        Idea::Field => (0x1f8a6b, 0x35b08c),
        Idea::Sphere => (0x5f8478, 0x6f9c8d),
        Idea::Singular => (0xc8390a, 0xff6f47),
        Idea::Parent => (0x8a4a9e, 0xc08ad6),
        Idea::Imagined => (0x7d8087, 0x8f949c),
        Idea::Swivel => (0x3f4852, 0xc9ccd0),
        Idea::Preferred => (0x5a6672, 0xa7b2bd),
        Idea::Chain => (0x6d737b, 0xa9adb3),
        Idea::Setting => (0x8b8d90, 0x74787e),
    };
    Color::hex(match theme {
        Theme::Light => light,
        Theme::Dark => dark,
    })
}

/// Width of a line that carries meaning, CSS pixels.
pub const LINE: f64 = 1.6;
/// Width of an outline, CSS pixels.
pub const THIN: f64 = 1.0;
/// How much of a colour is left when a part steps back for another that is lit.
pub const STEPPED_BACK: f64 = 0.5;
/// How much of a colour is left on the far side of the sphere.
pub const FAR_SIDE: f64 = 0.24;
/// How much of a field arrow's colour is left on the near side: they are many.
pub const FIELD: f64 = 0.78;
/// How much wider a lit line is.
pub const LIT_WIDTH: f64 = 1.6;
/// Opacity of the sphere in its middle and at its outline.
pub const SHELL: (f64, f64) = (0.025, 0.26);
/// How much of a colour is left of what is only a trace.
pub const TRACE: f64 = 0.32;
/// How often 1 + the turn rate doubles along the ramp of the shading, see [`shade`].
pub const SHADE_DOUBLINGS: f64 = 4.0;
/// Opacity of a plane.
pub const PLANE: f64 = 0.17;
/// Opacity of what is only imagined.
pub const GHOST: f64 = 0.38;
/// Opacity of the pose before a flip, when it is fresh.
pub const FORMER: f64 = 0.5;
/// Opacity of the floor's lines.
pub const FLOOR: f64 = 0.30;

/// Where a turn rate stands on the ramp of the shading, 0…1: log₂(1 + rate) / 4, so that a
/// rate of 0, 1, 3, 7, 15 radians per radian is at 0, ¼, ½, ¾, 1, and more than 15 at 1.
///
/// The ramp leads from the ground's colour to that of the singular points, even in OKLab:
/// its lightness alone tells the rate. A legend is the CSS gradient
/// `linear-gradient(in oklab, ground, singular)`.
#[must_use]
pub fn shade(rate: f64) -> f64 {
    (libm::log2(1.0 + rate.max(0.0)) / SHADE_DOUBLINGS).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as WCAG 2 defines it.
    fn luminance(color: Color) -> f64 {
        let [r, g, b] = color.components().map(|c| {
            if c <= 0.03928 {
                c / 12.92
            } else {
                libm::pow((c + 0.055) / 1.055, 2.4)
            }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: Color, b: Color) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_idea_stands_out_from_both_grounds() {
        for theme in [Theme::Light, Theme::Dark] {
            for idea in Idea::ALL {
                let contrast = contrast(color(idea, theme), ground(theme));
                assert!(contrast >= 3.0, "{idea:?} on {theme:?}: {contrast:.2}");
            }
        }
    }

    #[test]
    fn the_ramp_has_even_marks_and_an_end() {
        for (rate, at) in [
            (0.0, 0.0),
            (1.0, 0.25),
            (3.0, 0.5),
            (7.0, 0.75),
            (15.0, 1.0),
        ] {
            assert!((shade(rate) - at).abs() < 1e-12, "{rate}");
        }
        assert_eq!(shade(f64::INFINITY), 1.0);
    }

    #[test]
    fn ideas_that_stand_side_by_side_differ() {
        let side_by_side = [
            (Idea::SolverPlane, Idea::ZeroPlane),
            (Idea::SolverPlane, Idea::Parent),
            (Idea::Goal, Idea::Singular),
            (Idea::ZeroPlane, Idea::Singular),
            (Idea::Parent, Idea::Chain),
        ];
        for theme in [Theme::Light, Theme::Dark] {
            for (a, b) in side_by_side {
                let (x, y) = (color(a, theme).components(), color(b, theme).components());
                let distance: f64 = (0..3).map(|i| (x[i] - y[i]) * (x[i] - y[i])).sum();
                assert!(distance.sqrt() > 0.2, "{a:?} and {b:?} on {theme:?}");
            }
        }
    }
}
