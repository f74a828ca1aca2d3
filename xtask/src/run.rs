//! Other programs, run from the project's root.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The root of the project, wherever the command was started.
pub(crate) fn root() -> &'static Path {
    // The parent of `xtask/` as it was when compiled; cargo compiles anew when the project moves.
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// A path below the root.
pub(crate) fn at(path: impl AsRef<Path>) -> PathBuf {
    root().join(path)
}

/// The cargo that started this program.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(args).current_dir(root());
    command
}

/// Any program on the search path.
pub(crate) fn program(name: &str, args: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(args).current_dir(root());
    command
}

/// Runs to the end; anything but success is an error that names the command.
pub(crate) fn check(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("cannot start `{}`", line(command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", line(command));
    }
    Ok(())
}

/// What a program prints, trimmed; its complaints go to the terminal.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let out = command
        .stderr(std::process::Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start `{}`", line(command)))?;
    if !out.status.success() {
        bail!("`{}` failed ({})", line(command), out.status);
    }
    Ok(String::from_utf8(out.stdout)?.trim().to_owned())
}

fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut words = vec![
        program
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
    ];
    words.extend(
        command
            .get_args()
            .map(|arg| arg.to_string_lossy().into_owned()),
    );
    words.join(" ")
}
