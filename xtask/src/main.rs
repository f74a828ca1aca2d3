//! The project's commands. Each sets up what it needs on a machine that has
//! only rustup and Node.js; none needs a tool installed by hand.
#![allow(clippy::print_stdout, reason = "a command line speaks on stdout")]

use std::process::ExitCode;

use anyhow::Result;

mod bench;
mod browser;
mod budget;
mod build;
mod ci;
mod golden;
mod npm;
mod run;
mod serve;
mod steps;
mod test;
mod wasm;

const HELP: &str = "\
zeroplane's commands: cargo xtask COMMAND

  serve [--port N]      build, then serve the page and follow changes
  build [--fast|--wasm] dist/site/, dist/npm/, dist/zeroplane-standalone.html, the site's size;
                        --fast: not shrunk, not measured; --wasm: only www/pkg/, not shrunk
  test [--rust|--web]   everything: format, lints, Rust tests, docs, build, types, Node, browser
  ci                    test, and every set of features compiled alone
  bench [FILTER]        the solvers' speed
  golden [--check]      rewrite the recorded solutions, or only compare with them
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        ["serve", rest @ ..] => serve::run(rest),
        ["build", rest @ ..] => build::run(rest),
        ["test", rest @ ..] => test::run(rest),
        ["ci", rest @ ..] => ci::run(rest),
        ["bench", rest @ ..] => bench::run(rest),
        ["golden", rest @ ..] => golden::run(rest),
        [unknown, ..] => Err(usage(&format!("no command `{unknown}`"))),
    };
    report(done)
}

fn report(done: Result<()>) -> ExitCode {
    let Err(error) = done else {
        return ExitCode::SUCCESS;
    };
    eprintln!("error: {error:#}");
    if error.is::<Usage>() {
        eprint!("\n{HELP}");
        return ExitCode::from(2);
    }
    ExitCode::FAILURE
}

/// A command line that means nothing: answered with the help and exit code 2.
#[derive(Debug)]
struct Usage(String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

fn usage(message: &str) -> anyhow::Error {
    Usage(message.to_owned()).into()
}
