//! As much of the programs' languages as an expression needs: lines that set a variable, and
//! arithmetic. What a language does not have is an error, not a guess.

use std::collections::HashMap;

use zeroplane::Dialect;

/// What a language's sine takes and its inverse sine gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unit {
    Degrees,
    Radians,
}

/// Lines `(variable, expression)`; the last is the slide.
#[derive(Debug)]
pub(super) struct Program {
    dialect: Dialect,
    lines: Vec<(String, String)>,
}

/// What stands for the crank's turn, in each language.
fn turn(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Max => "in coordsys gimbal $main_bar.rotation.z",
        Dialect::Maya | Dialect::MayaNodes => "main_bar.rotateZ",
        Dialect::Blender => "angle",
        Dialect::Houdini => "ch(\"../main_bar/rz\")",
        Dialect::Unity => "crank.localEulerAngles.z",
        Dialect::Godot => "crank.rotation",
    }
}

/// Its sine, cosine and inverse sine.
fn trigonometry(dialect: Dialect) -> [&'static str; 3] {
    match dialect {
        Dialect::Unity => ["Math.Sin", "Math.Cos", "Math.Asin"],
        _ => ["sin", "cos", "asin"],
    }
}

impl Program {
    pub(super) fn read(dialect: Dialect, text: &str) -> Program {
        assert!(
            text.contains(turn(dialect)),
            "never asks for the turn:\n{text}"
        );
        let text = text.replace(turn(dialect), "TURN");
        let text = if dialect == Dialect::Blender {
            text.replace("(angle)", "(TURN)")
        } else {
            text
        };
        let mut lines = Vec::new();
        for line in text.lines().map(str::trim) {
            let line = line.trim_end_matches(';');
            let set = match dialect {
                Dialect::Max if line == "(" || line == ")" => continue,
                Dialect::Max if line.starts_with("--") || line.starts_with("dependsOn") => continue,
                Dialect::Max => line.strip_prefix("local ").unwrap_or(line),
                Dialect::Maya if line.starts_with("//") => continue,
                Dialect::Maya => line.strip_prefix("float ").unwrap_or(line),
                Dialect::Unity => {
                    let line = line.strip_prefix("const ").unwrap_or(line);
                    match line.strip_prefix("double ") {
                        Some(line) => line,
                        None => continue,
                    }
                }
                Dialect::Godot => match line.strip_prefix("var ") {
                    Some(line) => line,
                    None => continue,
                },
                _ => line,
            };
            let set = set.replace(":=", "=");
            let (name, value) = set.split_once('=').unwrap_or(("slide", &set));
            lines.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        let last = &lines[lines.len() - 1].0;
        assert!(last.starts_with("slide"), "ends with {last}:\n{text}");
        Program { dialect, lines }
    }

    pub(super) fn run(&self, turn: f64, unit: Unit) -> f64 {
        let mut variables = HashMap::from([("TURN".to_owned(), turn)]);
        if self.dialect == Dialect::Unity {
            variables.insert("Math.PI".to_owned(), std::f64::consts::PI);
        }
        let mut value = f64::NAN;
        for (name, text) in &self.lines {
            let mut expression = Expression {
                dialect: self.dialect,
                unit,
                variables: &variables,
                text,
            };
            value = expression.sum();
            assert_eq!(expression.text, "", "left over of {text}");
            variables.insert(name.clone(), value);
        }
        value
    }
}

struct Expression<'t> {
    dialect: Dialect,
    unit: Unit,
    variables: &'t HashMap<String, f64>,
    /// What is still to be read.
    text: &'t str,
}

impl Expression<'_> {
    fn take(&mut self, sign: char) -> bool {
        self.text = self.text.trim_start();
        let rest = self.text.strip_prefix(sign);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn need(&mut self, sign: char) {
        assert!(self.take(sign), "no {sign:?} before {:?}", self.text);
    }

    fn sum(&mut self) -> f64 {
        let mut value = self.product();
        loop {
            if self.take('+') {
                value += self.product();
            } else if self.take('-') {
                value -= self.product();
            } else {
                return value;
            }
        }
    }

    fn product(&mut self) -> f64 {
        let mut value = self.atom();
        loop {
            if self.take('*') {
                value *= self.atom();
            } else if self.take('/') {
                value /= self.atom();
            } else {
                return value;
            }
        }
    }

    fn atom(&mut self) -> f64 {
        if self.take('-') {
            return -self.atom();
        }
        if self.take('(') {
            let value = self.sum();
            self.need(')');
            return value;
        }
        if let Some((value, rest)) = number(self.text) {
            self.text = rest;
            return value;
        }
        let named = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
        let end = self.text.find(|c| !named(c)).unwrap_or(self.text.len());
        let (name, rest) = self.text.split_at(end);
        self.text = rest;
        if let Some(value) = self.variables.get(name) {
            return *value;
        }
        let list = self.take('#');
        assert!(self.take('('), "{name:?} is not set");
        let mut arguments = vec![self.sum()];
        while self.take(',') {
            arguments.push(self.sum());
        }
        self.need(')');
        self.call(name, list, &arguments)
    }

    fn call(&self, name: &str, list: bool, arguments: &[f64]) -> f64 {
        let degrees = self.unit == Unit::Degrees;
        let angle = |x: f64| if degrees { x.to_radians() } else { x };
        let [sin, cos, asin] = trigonometry(self.dialect);
        match (self.dialect, arguments) {
            (_, [x]) if name == sin => angle(*x).sin(),
            (_, [x]) if name == cos => angle(*x).cos(),
            (_, [x]) if name == asin && degrees => x.asin().to_degrees(),
            (_, [x]) if name == asin => x.asin(),
            (Dialect::Maya, [x]) if name == "deg_to_rad" => x.to_radians(),
            (Dialect::Maya, [least, most, x]) if name == "clamp" => x.clamp(*least, *most),
            (Dialect::Houdini, [x, least, most]) if name == "clamp" => x.clamp(*least, *most),
            (Dialect::Godot, [x, least, most]) if name == "clampf" => x.clamp(*least, *most),
            (Dialect::Max, [x, y]) if name == "amin" && list => x.min(*y),
            (Dialect::Max, [x, y]) if name == "amax" && list => x.max(*y),
            (Dialect::Blender, [x, y]) if name == "min" => x.min(*y),
            (Dialect::Blender, [x, y]) if name == "max" => x.max(*y),
            (Dialect::Unity, [x, y]) if name == "Math.Min" => x.min(*y),
            (Dialect::Unity, [x, y]) if name == "Math.Max" => x.max(*y),
            _ => panic!("{:?} has no {name} of {arguments:?}", self.dialect),
        }
    }
}

/// A number at the start of `text`, its exponent behind `e` or MAXScript's `d`, and the rest.
fn number(text: &str) -> Option<(f64, &str)> {
    let digits = |text: &str| {
        text.find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len())
    };
    let mut end = digits(text);
    if end == 0 {
        return None;
    }
    if text[end..].starts_with('.') {
        end += 1 + digits(&text[end + 1..]);
    }
    if let Some(exponent) = text[end..].strip_prefix(['e', 'd']) {
        let sign = usize::from(exponent.starts_with(['-', '+']));
        let count = digits(&exponent[sign..]);
        if count > 0 {
            end += 1 + sign + count;
        }
    }
    let value = text[..end].replace('d', "e").parse().ok()?;
    Some((value, &text[end..]))
}

/// All numbers that stand in `text`.
pub(super) fn numbers(text: &str) -> Vec<f64> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some((value, after)) = number(rest) {
            found.push(value);
            rest = after;
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
    found
}
