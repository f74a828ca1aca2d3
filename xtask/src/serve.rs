//! `serve`: the page as it is being written.

use anyhow::Result;

use crate::wasm::{self, Size};
use crate::{build, npm, usage};

/// `cargo xtask serve [--port N]`
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let port = match args {
        [] => "5173",
        ["--port", port] if port.parse::<u16>().is_ok() => port,
        _ => return Err(usage("serve takes `--port N`, N at most 65535, or nothing")),
    };
    npm::install()?;
    wasm::build(Size::AsCompiled)?;
    build::vite(&["--config", "vite.config.ts", "--port", port])
}
