//! `ci`: `test`, and the promise that each set of features stands alone.

use anyhow::Result;

use crate::steps::{self, Step};
use crate::wasm::{self, WEB};
use crate::{run, test, usage};

/// `cargo xtask ci`
pub(crate) fn run(args: &[&str]) -> Result<()> {
    if !args.is_empty() {
        return Err(usage("ci takes nothing"));
    }
    let steps: Vec<Step> = alone()
        .into_iter()
        .chain(test::rust())
        .chain(test::web())
        .collect();
    steps::run(&steps)
}

/// The library without its tests, whose dependencies would lend it features.
fn alone() -> [Step; 3] {
    [
        Step {
            name: "alone: no feature",
            run: || check(&["--no-default-features"]),
        },
        Step {
            name: "alone: view",
            run: || check(&["--no-default-features", "--features", "view"]),
        },
        Step {
            name: "alone: web",
            run: || {
                wasm::ensure_target()?;
                check(&WEB)
            },
        },
    ]
}

fn check(args: &[&str]) -> Result<()> {
    run::check(run::cargo(&["check", "--package", "zeroplane", "--lib"]).args(args))
}
