//! Recorded solutions: `tests/golden/*.json`, each a scene, what is said about it, and the
//! solution to the bit; in some the reference numbers of the model, to nine decimals.
//!
//! `UPDATE_GOLDEN=1` (`cargo xtask golden`) writes the solutions anew. The same files are
//! read by `tests/node/`, where WebAssembly must give the same bits.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use zeroplane::scene::{Scene, SolutionDoc};

use crate::support::assert_near;
use crate::support::oracle;

/// The reference numbers are given to nine decimals.
const NINE: f64 = 1e-9;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the recorded scenes")
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    files.sort();
    assert!(files.len() >= 12, "only {} recorded scenes", files.len());
    files
}

/// One way to write a value: keys in order, numbers as short as they read back.
fn written(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("JSON") + "\n"
}

fn solve(scene: &Value) -> (zeroplane::Rig, Value) {
    let rig = Scene::from_json(&scene.to_string())
        .expect("a scene")
        .rig()
        .expect("a rig");
    let solution = SolutionDoc::new(&rig, &rig.solve().expect("a solution"));
    let solution = serde_json::from_str(&solution.to_json()).expect("JSON");
    (rig, solution)
}

/// Numbers that differ, with their paths and by how much.
fn differences(path: &str, a: &Value, b: &Value, out: &mut Vec<String>) {
    match (a, b) {
        (Value::Object(x), Value::Object(y)) if x.keys().eq(y.keys()) => {
            for (key, value) in x {
                differences(&format!("{path}.{key}"), value, &y[key], out);
            }
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            for (i, (a, b)) in x.iter().zip(y).enumerate() {
                differences(&format!("{path}[{i}]"), a, b, out);
            }
        }
        (Value::Number(x), Value::Number(y)) => {
            let (x, y) = (x.as_f64().expect("a double"), y.as_f64().expect("a double"));
            if x.to_bits() != y.to_bits() {
                out.push(format!(
                    "{path}: {x} is recorded as {y}, off by {:e}",
                    (x - y).abs()
                ));
            }
        }
        _ if a == b => {}
        _ => out.push(format!("{path}: {a} is recorded as {b}")),
    }
}

/// One test, since where solutions are written anew nobody else may read them.
#[test]
fn golden() {
    check_solutions();
    check_references();
}

fn check_solutions() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some_and(|v| v == "1");
    let mut wrong = Vec::new();
    for file in files() {
        let name = file
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&file).expect("a text file");
        let mut recorded: Map<String, Value> = serde_json::from_str(&text).expect("JSON");
        let (rig, solution) = solve(&recorded["scene"]);
        if rig.ik().enabled {
            oracle::check(&rig);
        }
        if update {
            recorded.insert("solution".into(), solution);
            fs::write(&file, written(&Value::Object(recorded))).expect("a writable file");
            continue;
        }
        let before = wrong.len();
        let expected = recorded.get("solution").unwrap_or(&Value::Null);
        differences(&name, &solution, expected, &mut wrong);
        if wrong.len() == before {
            assert_eq!(
                text,
                written(&Value::Object(recorded)),
                "{name} is not as it would be written"
            );
        }
    }
    assert!(
        wrong.is_empty(),
        "`cargo xtask golden` records what is now right:\n{}",
        wrong.join("\n")
    );
}

fn check_references() {
    let mut compared = 0;
    for file in files() {
        let text = fs::read_to_string(&file).expect("a text file");
        let recorded: Value = serde_json::from_str(&text).expect("JSON");
        let Some(reference) = recorded.get("reference").and_then(Value::as_object) else {
            continue;
        };
        let (_, solution) = solve(&recorded["scene"]);
        for (name, expected) in reference {
            let joints = solution["joints"].as_array().expect("a list");
            let actual = match name.as_str() {
                "a0" | "n0" => &solution["sphere"][name],
                _ => joints
                    .iter()
                    .find(|joint| joint["name"] == name.as_str())
                    .map(|joint| &joint["position"])
                    .expect("a joint of the chain"),
            };
            let numbers = |v: &Value| -> Vec<f64> {
                let list = v.as_array().expect("a vector").iter();
                list.map(|n| n.as_f64().expect("a number")).collect()
            };
            assert_near!(
                numbers(actual),
                numbers(expected),
                NINE,
                "{name} of {}",
                file.display()
            );
            compared += 1;
        }
    }
    assert!(compared >= 8, "only {compared} reference numbers");
}
