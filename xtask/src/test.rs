//! `cargo xtask test`: every test of the repository.
//!
//! What the tests need is prepared here, by name, as steps of its own, so that cargo is enough to run it. All steps run,
//! even if an earlier one failed. The last line is the sum: `N passed, N failed`.

use std::time::{Duration, Instant};

use crate::checkout::{Checkout, shown, succeed};
use crate::chore_error::ChoreError;
use crate::extension;
use crate::mcp_tools;
use crate::pi_tools;
use crate::test_counts::{TestCounts, run_tests};

/// One step. A step that only prepares something returns an empty counts.
struct Step {
    name: &'static str,
    run: fn(&Checkout, Option<&str>) -> Result<TestCounts, ChoreError>,
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
fn pi_tools(checkout: &Checkout, _: Option<&str>) -> Result<TestCounts, ChoreError> {
    pi_tools::install(checkout).map(|_| TestCounts::default())
}

/// The clients of the protocol that others wrote.
fn mcp_tools(checkout: &Checkout, _: Option<&str>) -> Result<TestCounts, ChoreError> {
    mcp_tools::install(checkout).map(|_| TestCounts::default())
}

/// The types of the extension: one test, if all is well.
fn types(checkout: &Checkout, filter: Option<&str>) -> Result<TestCounts, ChoreError> {
    if filter.is_some_and(|filter| !"types".contains(filter)) {
        return Ok(TestCounts::default());
    }
    extension::types(checkout).map(|()| TestCounts { passed: 1, ..TestCounts::default() })
}

/// The `reread` that the tests on the real pi and with real clients start.
fn program(checkout: &Checkout, _: Option<&str>) -> Result<TestCounts, ChoreError> {
    succeed(&mut checkout.cargo(&["build", "--package", "reread-cli"])).map(|()| TestCounts::default())
}

/// Unit tests, integration tests, scenarios and doc tests of every crate.
fn workspace(checkout: &Checkout, filter: Option<&str>) -> Result<TestCounts, ChoreError> {
    cargo_test(checkout, &["--workspace", "--no-fail-fast"], filter)
}

/// The token estimate against the real tokenizer, which is too heavy for the default build.
fn exact_tokens(checkout: &Checkout, filter: Option<&str>) -> Result<TestCounts, ChoreError> {
    cargo_test(
        checkout,
        &["--package", "reread-text", "--features", "exact-tokens", "--no-fail-fast"],
        filter,
    )
}

fn cargo_test(
    checkout: &Checkout,
    selection: &[&str],
    filter: Option<&str>,
) -> Result<TestCounts, ChoreError> {
    let mut command = checkout.cargo(&["test"]);
    command.args(selection);
    if let Some(filter) = filter {
        command.args(["--", filter]);
    }
    println!("    {}", shown(&command));
    run_tests(&mut command)
}

/// What became of a step.
struct StepResult {
    step: &'static str,
    took: Duration,
    counts: TestCounts,
}

/// Runs every step; fails if a test or a step failed, or if no test ran.
pub(crate) fn run(checkout: &Checkout, filter: Option<&str>) -> Result<(), ChoreError> {
    let filter = filter.map(test_name);
    let filter = filter.as_deref();
    let outcomes: Vec<StepResult> = STEPS.iter().map(|step| run_step(step, checkout, filter)).collect();
    let mut total = TestCounts::default();
    println!("\n{:<20} {:>8}", "step", "seconds");
    for StepResult { step, took, counts } in &outcomes {
        println!("{step:<20} {:>8.1}  {counts}", took.as_secs_f64());
        total += *counts;
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

fn run_step(step: &Step, checkout: &Checkout, filter: Option<&str>) -> StepResult {
    println!("==> {}", step.name);
    let start = Instant::now();
    let counts = (step.run)(checkout, filter).unwrap_or_else(|error| {
        eprintln!("{}: {error}", step.name);
        TestCounts { failed: 1, ..TestCounts::default() }
    });
    let took = start.elapsed();
    println!("<== {} took {:.1} s", step.name, took.as_secs_f64());
    StepResult { step: step.name, took, counts }
}
