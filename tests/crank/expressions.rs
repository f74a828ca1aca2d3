//! The exported expressions, computed as their programs would: every function in the unit of
//! angles that it takes there, and never in the other.

mod evaluate;
mod nodes;

use std::io::Write;
use std::process::{Command, Stdio};

use zeroplane::{CrankSlider, Dialect, MAX_BLENDER_EXPRESSION, scene::crank as plain};

use super::new;
use evaluate::{Program, Unit};

/// With and without an offset, and one whose rod does not reach everywhere.
fn mechanisms() -> [CrankSlider; 6] {
    [
        new(1.0, 3.0, 0.0),
        new(5.0, 15.0, 3.0),
        new(0.1, 1.0 / 3.0, -0.02),
        new(1e-7, 2.5e-7, 1.3e-8),
        new(2.0, 1.0, 0.0),
        new(2.0, 1.0, -0.25),
    ]
}

/// The 361 whole degrees at which the rod reaches and does not stand across the axis, where
/// the inverse sine knows only half the digits.
fn angles(mechanism: &CrankSlider) -> Vec<(f64, f64)> {
    let slide = |degrees: f64| {
        let slide = mechanism.at(degrees.to_radians()).ok()?;
        (slide.rod_angle.cos() > 1e-3).then_some((degrees, slide.slide))
    };
    (0..=360).filter_map(|d| slide(f64::from(d))).collect()
}

/// The largest difference from the exact slide, relative.
fn off(mechanism: &CrankSlider, slide: impl Fn(f64) -> f64) -> f64 {
    let angles = angles(mechanism);
    assert!(angles.len() > 110, "too few to say anything");
    let differences = angles.iter().map(|(degrees, exact)| {
        let difference = (slide(*degrees) - exact) / exact;
        if difference.is_nan() {
            f64::INFINITY
        } else {
            difference.abs()
        }
    });
    differences.fold(0.0, f64::max)
}

/// What a program is given for the crank's turn.
fn input(dialect: Dialect, degrees: f64) -> f64 {
    match dialect {
        Dialect::Max => 90.0 - degrees,
        Dialect::Blender | Dialect::Godot => degrees.to_radians(),
        // Angles are connected as they are; inside Maya that is radians.
        Dialect::MayaNodes => degrees.to_radians(),
        Dialect::Maya | Dialect::Houdini | Dialect::Unity => degrees,
    }
}

fn unit(dialect: Dialect) -> Unit {
    match dialect {
        Dialect::Max | Dialect::Houdini => Unit::Degrees,
        _ => Unit::Radians,
    }
}

fn other(unit: Unit) -> Unit {
    match unit {
        Unit::Degrees => Unit::Radians,
        Unit::Radians => Unit::Degrees,
    }
}

#[test]
fn give_the_exact_slide() {
    for mechanism in mechanisms() {
        for dialect in Dialect::ALL {
            let text = mechanism.expression(dialect);
            let off = if dialect == Dialect::MayaNodes {
                let network = nodes::Network::read(&text);
                off(&mechanism, |d| network.translate_x(input(dialect, d)))
            } else {
                let program = Program::read(dialect, &text);
                off(&mechanism, |d| {
                    program.run(input(dialect, d), unit(dialect))
                })
            };
            assert!(off <= 1e-12, "{dialect:?} is off by {off:e}:\n{text}");
        }
    }
}

#[test]
fn fail_with_degrees_for_radians() {
    let mechanism = new(5.0, 15.0, 3.0);
    for dialect in Dialect::ALL {
        let text = mechanism.expression(dialect);
        if dialect == Dialect::MayaNodes {
            let network = nodes::Network::read(&text);
            assert!(off(&mechanism, |degrees| network.translate_x(degrees)) > 0.1);
            continue;
        }
        let program = Program::read(dialect, &text);
        let wrong = other(unit(dialect));
        let functions = off(&mechanism, |d| program.run(input(dialect, d), wrong));
        assert!(functions > 0.1, "{dialect:?}: {functions:e}");
        let given = |d: f64| match unit(dialect) {
            Unit::Degrees => input(dialect, d).to_radians(),
            Unit::Radians => input(dialect, d).to_degrees(),
        };
        let angle = off(&mechanism, |d| program.run(given(d), unit(dialect)));
        assert!(angle > 0.1, "{dialect:?}: {angle:e}");
    }
}

/// Blender's driver is Python: Python runs it.
#[test]
fn run_in_python() {
    for mechanism in mechanisms() {
        let text = mechanism.expression(Dialect::Blender);
        let script = format!(
            "from math import *\n\
             for d in range(361):\n\
             \x20   angle = d * pi / 180\n\
             \x20   print(repr({text}))\n"
        );
        let Some(printed) = python(&script) else {
            eprintln!("python3 is not on this machine: the test's own evaluator stands in");
            let program = Program::read(Dialect::Blender, &text);
            let off = off(&mechanism, |d| program.run(d.to_radians(), Unit::Radians));
            assert!(off <= 1e-12, "{off:e}");
            continue;
        };
        let slides: Vec<f64> = printed
            .lines()
            .map(|line| line.parse().expect("a number"))
            .collect();
        assert_eq!(slides.len(), 361);
        let off = off(&mechanism, |degrees| slides[degrees as usize]);
        assert!(off <= 1e-12, "{text} is off by {off:e}");
    }
}

fn python(script: &str) -> Option<String> {
    let mut child = Command::new("python3")
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    stdin.write_all(script.as_bytes()).ok()?;
    drop(stdin);
    let output = child.wait_with_output().ok()?;
    assert!(output.status.success(), "Python refuses:\n{script}");
    String::from_utf8(output.stdout).ok()
}

#[test]
fn of_blender_fits_its_field() {
    let longest = -1.234_567_890_123_456_7e-5;
    let mechanism = new(-longest * 1.000_000_1, -longest * 1.3, longest * 1.01);
    let text = mechanism.expression(Dialect::Blender);
    assert!(
        text.contains("max(-1,min(1,"),
        "this one does not go round: {text}"
    );
    assert!(text.len() <= MAX_BLENDER_EXPRESSION, "{}", text.len());
    for mechanism in mechanisms() {
        let text = mechanism.expression(Dialect::Blender);
        assert!(text.len() <= MAX_BLENDER_EXPRESSION && !text.contains('\n'));
    }
}

#[test]
fn hold_lengths_that_read_back_as_the_same_numbers() {
    for mechanism in mechanisms() {
        for dialect in Dialect::ALL {
            let text = mechanism.expression(dialect);
            let numbers = evaluate::numbers(&text);
            // The nodes are given the double of the crank, which is as exact.
            let (a, c, h) = (mechanism.crank(), mechanism.rod(), mechanism.offset());
            for length in [a, c, h.abs()].into_iter().filter(|l| *l != 0.0) {
                assert!(
                    numbers.contains(&length),
                    "{dialect:?}: no {length} in\n{text}"
                );
            }
        }
    }
}

#[test]
fn speak_of_an_offset_and_hold_the_sine_only_where_they_must() {
    let holds = ["amax", "clamp", "max(", "Math.Max"];
    for dialect in Dialect::ALL {
        let plain = new(1.0, 3.0, 0.0).expression(dialect);
        let offset = new(1.0, 3.0, 0.5).expression(dialect);
        let long = new(3.0, 1.0, 0.5).expression(dialect);
        assert!(
            !plain.contains("0.5 ") && !plain.contains(" - h"),
            "{plain}"
        );
        assert!(evaluate::numbers(&offset).contains(&0.5), "{offset}");
        assert!(!holds.iter().any(|hold| offset.contains(hold)), "{offset}");
        assert!(holds.iter().any(|hold| long.contains(hold)), "{long}");
    }
}

/// As they are pasted, to be looked at.
#[test]
fn are_written_like_this() {
    let mechanism = new(5.0, 15.0, 3.0);
    let written = |dialect| mechanism.expression(dialect);
    assert_eq!(
        written(Dialect::Max),
        "(\n\
         \t-- Float script for the Y position of the slider; angles in degrees. Keep the slider \
         at X = 3.0 from the crank's centre.\n\
         \tdependsOn $main_bar\n\
         \tlocal a = 5.0d0\n\
         \tlocal c = 15.0d0\n\
         \tlocal h = 3.0d0\n\
         \tlocal gamma = 90.0d0 - (in coordsys gimbal $main_bar.rotation.z)\n\
         \tc * cos(asin((a * sin(gamma) - h) / c)) + a * cos(gamma)\n\
         )\n"
    );
    assert_eq!(
        written(Dialect::Blender),
        "15.0*cos(asin((5.0*sin(angle)-3.0)/15.0))+5.0*cos(angle)"
    );
    assert_eq!(
        written(Dialect::Houdini),
        "15.0 * cos(asin((5.0 * sin(ch(\"../main_bar/rz\")) - 3.0) / 15.0)) + \
         5.0 * cos(ch(\"../main_bar/rz\"))"
    );
    let asked = r#"{"crank": 5, "rod": 15, "offset": 3, "dialect": "maya_nodes"}"#;
    assert_eq!(plain::expression(asked), Ok(written(Dialect::MayaNodes)));
}
