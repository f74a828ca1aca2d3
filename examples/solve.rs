//! Solves a scene document: `cargo run --release --example solve -- scene.json`.
//!
//! Prints the solution as JSON. `-` reads standard input. A document that cannot be
//! solved ends with exit status 1 and one sentence: where, what, and what to do.

use std::io::{Read, Write};
use std::process::ExitCode;

use zeroplane::scene::{Scene, SolutionDoc};

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("give the path of a scene document, or - to read standard input");
        return ExitCode::from(2);
    };
    match solve(&path) {
        Ok(json) => {
            // A reader that has seen enough, as `head`, is no failure.
            let _ = writeln!(std::io::stdout().lock(), "{json}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn solve(path: &str) -> Result<String, Box<dyn std::error::Error>> {
    let json = if path == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        text
    } else {
        std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?
    };
    let rig = Scene::from_json(&json)?.rig()?;
    Ok(SolutionDoc::new(&rig, &rig.solve()?).to_json())
}
