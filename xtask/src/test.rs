//! `cargo xtask test`: every test of the repository.
//!
//! What the tests need is prepared here, by name, as steps of its own. All steps run, even if an earlier one failed. The
//! last line is the sum: `N passed, N failed`.

use std::time::{Duration, Instant};

use crate::checkout::{Checkout, shown, succeed};
use crate::chore_error::ChoreError;
use crate::claude_tools;
use crate::extension;
use crate::mcp_tools;
use crate::pi_tools;
use crate::test_counts::{TestCounts, run_tests};

/// What the command line asks for.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct TestOptions {
    /// Only tests whose name contains this.
    filter: Option<String>,
    /// Whether hosts that cannot be installed on every machine, Claude Code, are left out.
    skips_hosts: bool,
}

impl TestOptions {
    /// Reads `[--skip-hosts] [FILTER]`.
    pub(crate) fn of(arguments: &[String]) -> Result<Self, ChoreError> {
        let mut options = Self::default();
        for argument in arguments {
            match argument.as_str() {
                "--skip-hosts" => options.skips_hosts = true,
                option if option.starts_with('-') => {
                    return Err(ChoreError::Usage(format!("`test` has no option {option}")));
                }
                _ if options.filter.is_some() => {
                    return Err(ChoreError::Usage("`test` was given too many arguments".to_owned()));
                }
                filter => options.filter = Some(test_name(filter)),
            }
        }
        Ok(options)
    }

    fn filter(&self) -> Option<&str> {
        self.filter.as_deref()
    }
}

/// One step. A step that only prepares something returns an empty counts.
struct Step {
    name: &'static str,
    run: fn(&Checkout, &TestOptions) -> Result<TestCounts, ChoreError>,
}

/// What wants the network and Node, and hardly a processor: it runs while cargo compiles.
const PREPARATION: &[Step] = &[
    Step { name: "pi tools", run: pi_tools },
    Step { name: "claude tools", run: claude_tools },
    Step { name: "mcp tools", run: mcp_tools },
    Step { name: "types", run: types },
];

const COMPILATION: Step = Step { name: "compilation", run: compile };

const TESTS: Step = Step { name: "tests", run: tests };

/// Everything, with the real tokenizer, which is too heavy for the default build. One selection for all steps: another
/// one would unify features differently and compile most dependencies again. It also builds the `reread` that the tests
/// on the real hosts and with real clients start.
const EVERYTHING: [&str; 3] = ["--workspace", "--features", "reread-text/exact-tokens"];

/// The package of the tests on the real Claude Code.
const CLAUDE_TESTS: &str = "reread-claude-e2e";

/// Most tests wait for a process or for the disk, so there are more of them than processors.
const THREADS_PER_PROCESSOR: usize = 2;

/// The suites of the rules of trust. In names of Rust a hyphen is an underscore.
const SUITES: &[&str] = &[
    "replay",
    "compaction-boundary",
    "tree-navigation",
    "selective-range",
    "refresh-invalidation",
    "restart-resume",
];

/// Node, pi and a TypeScript compiler.
fn pi_tools(checkout: &Checkout, _: &TestOptions) -> Result<TestCounts, ChoreError> {
    pi_tools::install(checkout).map(|_| TestCounts::default())
}

/// Claude Code.
fn claude_tools(checkout: &Checkout, options: &TestOptions) -> Result<TestCounts, ChoreError> {
    if options.skips_hosts {
        return Ok(TestCounts::default());
    }
    claude_tools::install(checkout).map(|_| TestCounts::default())
}

/// The clients of the protocol that others wrote.
fn mcp_tools(checkout: &Checkout, _: &TestOptions) -> Result<TestCounts, ChoreError> {
    mcp_tools::install(checkout).map(|_| TestCounts::default())
}

/// The types of the extension: one test, if all is well.
fn types(checkout: &Checkout, options: &TestOptions) -> Result<TestCounts, ChoreError> {
    if options.filter().is_some_and(|filter| !"types".contains(filter)) {
        return Ok(TestCounts::default());
    }
    extension::types(checkout).map(|()| TestCounts { passed: 1, ..TestCounts::default() })
}

fn compile(checkout: &Checkout, _: &TestOptions) -> Result<TestCounts, ChoreError> {
    let mut command = checkout.cargo(&["test", "--no-run"]);
    command.args(EVERYTHING);
    println!("    {}", shown(&command));
    succeed(&mut command).map(|()| TestCounts::default())
}

/// Unit tests, integration tests, scenarios and doc tests of every crate.
fn tests(checkout: &Checkout, options: &TestOptions) -> Result<TestCounts, ChoreError> {
    let processors = std::thread::available_parallelism().map_or(2, usize::from);
    let threads = (processors * THREADS_PER_PROCESSOR).to_string();
    let mut command = checkout.cargo(&["test", "--no-fail-fast"]);
    command.args(EVERYTHING);
    if options.skips_hosts {
        command.args(["--exclude", CLAUDE_TESTS]);
    }
    command.args(["--", "--test-threads", &threads]).args(options.filter());
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
pub(crate) fn run(checkout: &Checkout, options: &TestOptions) -> Result<(), ChoreError> {
    let run_one = |step: &Step| run_step(step, checkout, options);
    let mut outcomes: Vec<StepResult> = std::thread::scope(|scope| {
        let preparation = scope.spawn(|| PREPARATION.iter().map(run_one).collect::<Vec<_>>());
        let compilation = run_one(&COMPILATION);
        let mut outcomes = preparation.join().expect("a step does not panic");
        outcomes.push(compilation);
        outcomes
    });
    outcomes.push(run_one(&TESTS));
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

/// How the tests of a suite are called, which may be named like a file of tests: `test/unit/replay.test.ts`.
fn test_name(filter: &str) -> String {
    let file = filter.rsplit('/').next().unwrap_or(filter);
    let suite = file.strip_suffix(".test.ts").unwrap_or(file);
    if SUITES.contains(&suite) { format!("{}::", suite.replace('-', "_")) } else { filter.to_owned() }
}

fn run_step(step: &Step, checkout: &Checkout, options: &TestOptions) -> StepResult {
    println!("==> {}", step.name);
    let start = Instant::now();
    let counts = (step.run)(checkout, options).unwrap_or_else(|error| {
        eprintln!("{}: {error}", step.name);
        TestCounts { failed: 1, ..TestCounts::default() }
    });
    let took = start.elapsed();
    println!("<== {} took {:.1} s", step.name, took.as_secs_f64());
    StepResult { step: step.name, took, counts }
}

#[cfg(test)]
mod tests;
