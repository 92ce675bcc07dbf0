//! `cargo xtask test`: every test of the repository.
//!
//! What the tests need is prepared here, by name, as steps of its own; whoever has cargo can run it. All steps run,
//! whatever became of the earlier ones. The last line is the sum: `N passed, N failed`.

use std::time::{Duration, Instant};

use crate::chore_error::ChoreError;
use crate::extension;
use crate::mcp_tools;
use crate::pi_tools;
use crate::repository::{Repository, shown, succeed};
use crate::tally::{Tally, run_tests};

/// One step. A step that only prepares something returns an empty tally.
struct Step {
    name: &'static str,
    run: fn(&Repository, Option<&str>) -> Result<Tally, ChoreError>,
}

const STEPS: &[Step] = &[
    Step { name: "pi tools", run: pi_tools },
    Step { name: "mcp tools", run: mcp_tools },
    Step { name: "types", run: types },
    Step { name: "program", run: program },
    Step { name: "workspace", run: workspace },
    Step { name: "exact tokens", run: exact_tokens },
];

/// Suites whose names have hyphens, which names of Rust cannot have.
const SUITES: &[&str] =
    &["compaction-boundary", "tree-navigation", "selective-range", "refresh-invalidation", "restart-resume"];

/// Node, pi and a TypeScript compiler.
fn pi_tools(repository: &Repository, _: Option<&str>) -> Result<Tally, ChoreError> {
    pi_tools::install(repository).map(|_| Tally::default())
}

/// The clients of the protocol that others wrote.
fn mcp_tools(repository: &Repository, _: Option<&str>) -> Result<Tally, ChoreError> {
    mcp_tools::install(repository).map(|_| Tally::default())
}

/// The types of the extension: one test, if all is well.
fn types(repository: &Repository, filter: Option<&str>) -> Result<Tally, ChoreError> {
    if filter.is_some_and(|filter| !"types".contains(filter)) {
        return Ok(Tally::default());
    }
    extension::types(repository).map(|()| Tally { passed: 1, ..Tally::default() })
}

/// The `reread` that the tests on the real pi and with real clients start.
fn program(repository: &Repository, _: Option<&str>) -> Result<Tally, ChoreError> {
    succeed(&mut repository.cargo(&["build", "--package", "reread-cli"])).map(|()| Tally::default())
}

/// Unit tests, integration tests, scenarios and doc tests of every crate.
fn workspace(repository: &Repository, filter: Option<&str>) -> Result<Tally, ChoreError> {
    cargo_test(repository, &["--workspace", "--no-fail-fast"], filter)
}

/// The token estimate against the real tokenizer, which is too heavy for the default build.
fn exact_tokens(repository: &Repository, filter: Option<&str>) -> Result<Tally, ChoreError> {
    cargo_test(
        repository,
        &["--package", "reread-text", "--features", "exact-tokens", "--no-fail-fast"],
        filter,
    )
}

fn cargo_test(
    repository: &Repository,
    selection: &[&str],
    filter: Option<&str>,
) -> Result<Tally, ChoreError> {
    let mut command = repository.cargo(&["test"]);
    command.args(selection);
    if let Some(filter) = filter {
        command.args(["--", filter]);
    }
    println!("    {}", shown(&command));
    run_tests(&mut command)
}

/// What became of a step.
struct Outcome {
    step: &'static str,
    took: Duration,
    tally: Tally,
}

/// Runs every step; fails if a test or a step failed, or if no test ran.
pub(crate) fn run(repository: &Repository, filter: Option<&str>) -> Result<(), ChoreError> {
    let filter = filter.map(test_name);
    let filter = filter.as_deref();
    let outcomes: Vec<Outcome> = STEPS.iter().map(|step| run_step(step, repository, filter)).collect();
    let mut total = Tally::default();
    println!("\n{:<20} {:>8}", "step", "seconds");
    for Outcome { step, took, tally } in &outcomes {
        println!("{step:<20} {:>8.1}  {tally}", took.as_secs_f64());
        total += *tally;
    }
    println!("\n{total}");
    if total.is_empty() {
        return Err(ChoreError::Failed("no test ran".to_owned()));
    }
    if total.failed > 0 {
        return Err(ChoreError::Failed("not every test passed".to_owned()));
    }
    Ok(())
}

/// How the tests of a suite are called.
fn test_name(filter: &str) -> String {
    if SUITES.contains(&filter) { filter.replace('-', "_") } else { filter.to_owned() }
}

fn run_step(step: &Step, repository: &Repository, filter: Option<&str>) -> Outcome {
    println!("==> {}", step.name);
    let start = Instant::now();
    let tally = (step.run)(repository, filter).unwrap_or_else(|error| {
        eprintln!("{}: {error}", step.name);
        Tally { failed: 1, ..Tally::default() }
    });
    let took = start.elapsed();
    println!("<== {} took {:.1} s", step.name, took.as_secs_f64());
    Outcome { step: step.name, took, tally }
}
