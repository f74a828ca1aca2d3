//! `build`: everything that is published, below `dist/`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::wasm::{self, Size};
use crate::{budget, npm, run, usage};

/// The published package's manifest, but for the version.
const MANIFEST: &str = include_str!("../npm-package.json");

/// `cargo xtask build [--fast|--wasm]`
pub(crate) fn run(args: &[&str]) -> Result<()> {
    match args {
        [] => all(Size::Smallest),
        ["--fast"] => all(Size::AsCompiled),
        ["--wasm"] => wasm::build(Size::AsCompiled),
        _ => Err(usage("build takes `--fast`, `--wasm` or nothing")),
    }
}

/// The module, the types checked, then the three ways to have the page.
pub(crate) fn all(size: Size) -> Result<()> {
    npm::install()?;
    wasm::build(size)?;
    check_types()?;
    for config in [
        "vite.config.ts",
        "vite.standalone.config.ts",
        "vite.npm.config.ts",
    ] {
        vite(&["build", "--config", config])?;
    }
    standalone()?;
    package()?;
    let site = run::at("dist/site");
    match size {
        Size::Smallest => budget::check(&site),
        // Not what is published, so neither measured nor judged.
        Size::AsCompiled => Ok(()),
    }
}

/// Every use of the module's types, in the page and in its tests.
fn check_types() -> Result<()> {
    for project in ["www/tsconfig.json", "tests/tsconfig.json"] {
        tsc(project)?;
    }
    Ok(())
}

fn tsc(project: &str) -> Result<()> {
    run::check(npm::tool("typescript/bin/tsc").args(["--project", project]))
}

/// Vite's command line.
pub(crate) fn vite(args: &[&str]) -> Result<()> {
    run::check(npm::tool("vite/bin/vite.js").args(args))
}

/// Vite names the page after its source; in a folder of downloads it needs a name of its own.
fn standalone() -> Result<()> {
    let built = run::at("dist/standalone");
    fs::rename(
        built.join("index.html"),
        run::at("dist/zeroplane-standalone.html"),
    )?;
    let left = fs::read_dir(&built)?.count();
    ensure!(
        left == 0,
        "the standalone page is not one file: see {}",
        built.display()
    );
    fs::remove_dir(built)?;
    Ok(())
}

/// Completes `dist/npm/`: Vite wrote the module, here come its types, its
/// manifest and its licences.
fn package() -> Result<()> {
    let dist = run::at("dist/npm");
    let types = dist.join("types");
    tsc("www/tsconfig.types.json")?;
    // tsc writes no declarations for what is a declaration already.
    fs::create_dir_all(types.join("pkg"))?;
    fs::copy(
        run::at("www/pkg/zeroplane.d.ts"),
        types.join("pkg/zeroplane.d.ts"),
    )?;
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "README.md"] {
        fs::copy(run::at(file), dist.join(file))
            .with_context(|| format!("the package needs {file}"))?;
    }
    fs::write(dist.join("package.json"), manifest()?)?;
    ensure_complete(&dist)?;
    // As a program that uses the package sees it: declarations that lack a part would fail here.
    tsc("tests/types/tsconfig.json")
}

/// The manifest is a template whose version is the crate's, so that the two cannot differ.
fn manifest() -> Result<String> {
    let (unset, version) = (r#""version": "0.0.0""#, env!("CARGO_PKG_VERSION"));
    ensure!(
        MANIFEST.contains(unset),
        "xtask/npm-package.json has no {unset} to replace"
    );
    Ok(MANIFEST.replace(unset, &format!(r#""version": "{version}""#)))
}

fn ensure_complete(dist: &Path) -> Result<()> {
    for file in ["zeroplane.js", "zeroplane_bg.wasm", "types/npm.d.ts"] {
        ensure!(dist.join(file).is_file(), "the package lacks {file}");
    }
    Ok(())
}
