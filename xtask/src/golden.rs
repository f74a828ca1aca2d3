//! `golden`: the recorded solutions in `tests/golden/`.

use anyhow::Result;

use crate::{run, usage};

/// `cargo xtask golden [--check]`
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let mut test = run::cargo(&[
        "test",
        "--package",
        "zeroplane",
        "--test",
        "zeroplane",
        "golden",
    ]);
    match args {
        [] => test.env("UPDATE_GOLDEN", "1"),
        ["--check"] => test.env_remove("UPDATE_GOLDEN"),
        _ => return Err(usage("golden takes `--check` or nothing")),
    };
    run::check(&mut test)
}
