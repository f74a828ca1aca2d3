//! Node.js and the packages in `node_modules/`.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::run;

/// The oldest Node.js that Vite and the project's own module run on.
const NODE: (u32, u32) = (20, 19);

/// `npm ci`, unless the packages are already those of `package-lock.json`.
pub(crate) fn install() -> Result<()> {
    check_node()?;
    let lock = fs::read(run::at("package-lock.json"))?;
    // A copy of the lock file it was installed from: times mean nothing after a checkout.
    let stamp = run::at("node_modules/.installed-lock.json");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    run::check(
        run::program("npm", &["ci"])
            // The browser comes from the system; see `browser.rs`.
            .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"),
    )?;
    fs::write(stamp, lock)?;
    Ok(())
}

/// A script of an installed package, run by Node.js.
pub(crate) fn tool(script: &str) -> Command {
    let mut command = run::program("node", &[]);
    command.arg(run::at("node_modules").join(script));
    command
}

/// The installed version of a package.
pub(crate) fn version(package: &str) -> Result<String> {
    let manifest = fs::read_to_string(run::at("node_modules").join(package).join("package.json"))?;
    let manifest: serde_json::Value = serde_json::from_str(&manifest)?;
    Ok(manifest["version"].as_str().unwrap_or_default().to_owned())
}

fn check_node() -> Result<()> {
    let wanted = format!("Node.js {}.{} or newer is needed, with npm", NODE.0, NODE.1);
    let found =
        run::output(&mut run::program("node", &["--version"])).with_context(|| wanted.clone())?;
    let mut numbers = found
        .trim_start_matches('v')
        .split('.')
        .map(|n| n.parse().unwrap_or(0));
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    ensure!(version >= NODE, "{wanted}; this is {found}");
    Ok(())
}
