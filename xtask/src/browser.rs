//! A Chromium for the tests. None is ever downloaded by the test tool itself.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::run;

/// The variable that names the browser, for us and for `playwright.config.ts`.
pub(crate) const VARIABLE: &str = "ZEROPLANE_CHROMIUM";

const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The browser named by the variable, or found, or installed.
pub(crate) fn find() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        let named = PathBuf::from(named);
        if named.is_file() {
            return Ok(named);
        }
        bail!(
            "{VARIABLE} names {}, and there is no such file",
            named.display()
        );
    }
    if let Some(found) = on_path().or_else(of_playwright) {
        return Ok(found);
    }
    if is_debian_root() {
        run::check(&mut run::program("apt-get", &["update"]))?;
        run::check(
            run::program(
                "apt-get",
                &["install", "-y", "--no-install-recommends", "chromium"],
            )
            .env("DEBIAN_FRONTEND", "noninteractive"),
        )?;
        if let Some(installed) = on_path() {
            return Ok(installed);
        }
    }
    bail!(
        "the page's tests need Chromium: install `chromium` or Google Chrome, or name one in {VARIABLE}"
    )
}

fn on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let dirs: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES
        .iter()
        .flat_map(|name| dirs.iter().map(move |dir| dir.join(name)))
        .find(|file| file.is_file())
}

/// One that `npx playwright install` put into the user's cache.
fn of_playwright() -> Option<PathBuf> {
    let script = "process.stdout.write(require('@playwright/test').chromium.executablePath())";
    let path = run::output(&mut run::program("node", &["--eval", script])).ok()?;
    Some(PathBuf::from(path)).filter(|file| file.is_file())
}

fn is_debian_root() -> bool {
    let root = run::output(&mut run::program("id", &["-u"])).is_ok_and(|id| id == "0");
    root && PathBuf::from("/etc/debian_version").is_file()
}
