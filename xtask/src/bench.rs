//! `bench`: the solvers' speed.

use anyhow::Result;

use crate::run;

/// `cargo xtask bench [FILTER]`; what follows goes to the benchmark itself.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    run::check(
        run::cargo(&["bench", "--package", "zeroplane", "--bench", "solve", "--"]).args(args),
    )
}
