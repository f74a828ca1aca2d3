//! A list of checks, run in order until one fails.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// One named check.
pub(crate) struct Step {
    /// What is printed before and after it.
    pub(crate) name: &'static str,
    /// The check itself.
    pub(crate) run: fn() -> Result<()>,
}

/// Runs the steps, says how long each took, and ends with the count.
pub(crate) fn run(steps: &[Step]) -> Result<()> {
    let mut times: Vec<(&str, Duration)> = Vec::new();
    let mut failure = None;
    for step in steps {
        println!("\n== {}", step.name);
        let start = Instant::now();
        let done = (step.run)();
        times.push((step.name, start.elapsed()));
        if let Err(error) = done {
            failure = Some((step.name, error));
            break;
        }
    }
    println!();
    for (name, time) in &times {
        println!("{:>7.1} s  {name}", time.as_secs_f64());
    }
    let failed = usize::from(failure.is_some());
    if let Some((name, error)) = &failure {
        println!("\nfailed: {name}: {error:#}");
    }
    println!("{} passed, {failed} failed", times.len() - failed);
    match failure {
        Some((name, _)) => bail!("{name} failed"),
        None => Ok(()),
    }
}
