//! `test`: every check there is, the quickest first.

use anyhow::{Result, ensure};

use crate::steps::{self, Step};
use crate::wasm::{self, Size, WEB};
use crate::{browser, build, npm, run, usage};

/// `cargo xtask test [--rust|--web]`
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let steps: Vec<Step> = match args {
        [] => rust().into_iter().chain(web()).collect(),
        ["--rust"] => rust().into(),
        ["--web"] => web().into(),
        _ => return Err(usage("test takes `--rust`, `--web` or nothing")),
    };
    steps::run(&steps)
}

pub(crate) fn rust() -> [Step; 6] {
    [
        Step {
            name: "format",
            run: || cargo(&["fmt", "--all", "--check"]),
        },
        Step {
            name: "lints",
            run: || clippy(&["--workspace", "--all-targets"]),
        },
        Step {
            name: "lints, view",
            run: || clippy(&["--all-targets", "--features", "view"]),
        },
        Step {
            name: "lints, web",
            run: || {
                wasm::ensure_target()?;
                clippy(&[&["--lib"], WEB.as_slice()].concat())
            },
        },
        // The view's tests are among them; without features the same code is only linted.
        Step {
            name: "Rust tests",
            run: || cargo(&["test", "--features", "view"]),
        },
        Step {
            name: "docs",
            run: docs,
        },
    ]
}

pub(crate) fn web() -> [Step; 3] {
    [
        Step {
            name: "build",
            run: || build::all(Size::Smallest),
        },
        Step {
            name: "Node tests",
            run: node,
        },
        Step {
            name: "browser tests",
            run: page,
        },
    ]
}

fn cargo(args: &[&str]) -> Result<()> {
    run::check(&mut run::cargo(args))
}

fn clippy(args: &[&str]) -> Result<()> {
    run::check(
        run::cargo(&["clippy"])
            .args(args)
            .args(["--", "-D", "warnings"]),
    )
}

fn docs() -> Result<()> {
    run::check(
        run::cargo(&["doc", "--no-deps", "--features", "view"]).env("RUSTDOCFLAGS", "-D warnings"),
    )
}

/// Names every file: versions of Node.js differ in what a folder means.
fn node() -> Result<()> {
    let folder = run::at("tests/node");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path);
        }
    }
    ensure!(!files.is_empty(), "no tests in {}", folder.display());
    files.sort();
    run::check(run::program("node", &["--test"]).args(files))
}

fn page() -> Result<()> {
    let chromium = browser::find()?;
    run::check(
        npm::tool("@playwright/test/cli.js")
            .arg("test")
            .env(browser::VARIABLE, chromium)
            .env("ZEROPLANE_PORT", free_port()?.to_string()),
    )
}

/// A port that nobody listens on, so that two checkouts can be tested at once.
fn free_port() -> Result<u16> {
    Ok(std::net::TcpListener::bind(("127.0.0.1", 0))?
        .local_addr()?
        .port())
}
