//! The crate as WebAssembly, in `www/pkg/`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::{npm, run};

const TARGET: &str = "wasm32-unknown-unknown";
/// What cargo arguments make of the crate what a browser loads.
pub(crate) const WEB: [&str; 4] = ["--target", TARGET, "--features", "web"];

/// What the module is shrunk with. The features are those rustc turns on for
/// this target by default, and no more: a newer one could come out that the
/// browsers of two years ago refuse.
const WASM_OPT: [&str; 9] = [
    "-Oz",
    "--converge",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// How much is done for the size of the module.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// As rustc leaves it: quick.
    AsCompiled,
    /// What is published.
    Smallest,
}

/// Compiles the crate and writes `www/pkg/zeroplane{.js,.d.ts,_bg.wasm}`.
pub(crate) fn build(size: Size) -> Result<()> {
    ensure_target()?;
    // Not `cargo build`: that makes the rlib too, and then links neither with link-time optimisation.
    run::check(
        run::cargo(&[
            "rustc",
            "--crate-type",
            "cdylib",
            "--profile",
            "web",
            "--lib",
        ])
        .args(WEB)
        .env("CARGO_ENCODED_RUSTFLAGS", remapped_paths()),
    )?;
    let compiled = target_dir()?.join(TARGET).join("web/zeroplane.wasm");
    let pkg = run::at("www/pkg");
    bindgen(&compiled, &pkg)?;
    match size {
        Size::AsCompiled => Ok(()),
        Size::Smallest => shrink(&pkg.join("zeroplane_bg.wasm")),
    }
}

/// Flags that leave out where this machine keeps its sources: panics name them, and they
/// would be published with the module.
fn remapped_paths() -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let sources = home.map(|home| home.join("registry/src"));
    // Cargo keeps each registry in a folder of its own, named after its host.
    let registries = sources
        .and_then(|dir| fs::read_dir(dir).ok())
        .into_iter()
        .flatten();
    registries
        .filter_map(|entry| {
            Some(format!(
                "--remap-path-prefix={}=",
                entry.ok()?.path().display()
            ))
        })
        .collect::<Vec<_>>()
        .join("\u{1f}")
}

/// Adds the target to the toolchain in use, unless it is there.
pub(crate) fn ensure_target() -> Result<()> {
    let libdir = run::output(&mut run::program(
        "rustc",
        &["--print", "target-libdir", "--target", TARGET],
    ))?;
    if Path::new(&libdir).is_dir() {
        return Ok(());
    }
    run::check(&mut run::program("rustup", &["target", "add", TARGET])).with_context(|| {
        format!("the Rust target {TARGET} is missing and cannot be fetched; install it (`rustup target add {TARGET}`) where there is a network, then try again")
    })
}

fn target_dir() -> Result<PathBuf> {
    let metadata = run::output(&mut run::cargo(&[
        "metadata",
        "--no-deps",
        "--format-version",
        "1",
    ]))?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let dir = metadata["target_directory"]
        .as_str()
        .context("cargo metadata names no target directory")?;
    Ok(dir.into())
}

fn bindgen(compiled: &Path, pkg: &Path) -> Result<()> {
    Bindgen::new()
        .input_path(compiled)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        // Where the module lies is said once, in `www/wasm-source.ts`; a second
        // mention here would put a second copy into every bundle.
        .omit_default_module_path(true)
        .generate(pkg)
        .context("wasm-bindgen cannot read the compiled module")
}

/// Runs `wasm-opt` over a module in place. What it made is kept with what it
/// was made of, since it takes longer than all the rest when nothing changed.
fn shrink(module: &Path) -> Result<()> {
    npm::install()?;
    let kept = target_dir()?.join("wasm-opt");
    let (source, shrunk, how) = (
        kept.join("source.wasm"),
        kept.join("shrunk.wasm"),
        kept.join("how"),
    );
    let recipe = format!("{WASM_OPT:?} {}", npm::version("binaryen")?);
    let compiled = fs::read(module)?;
    let known = fs::read(&source).is_ok_and(|bytes| bytes == compiled)
        && fs::read_to_string(&how).is_ok_and(|text| text == recipe);
    if !known {
        fs::create_dir_all(&kept)?;
        let _ = fs::remove_file(&how);
        fs::write(&source, &compiled)?;
        run::check(
            npm::tool("binaryen/bin/wasm-opt")
                .args(WASM_OPT)
                .arg(&source)
                .arg("-o")
                .arg(&shrunk),
        )?;
        fs::write(&how, recipe)?;
    }
    let bytes = fs::copy(&shrunk, module)?;
    ensure!(bytes > 0, "wasm-opt wrote an empty module");
    Ok(())
}
