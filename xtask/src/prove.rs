//! `cargo xtask prove NAME`: the proofs that take too long for every test run.
//!
//! Each is a row of the table below. A proof that looked at nothing has failed.

use crate::chore_error::ChoreError;
use crate::fuzz;
use crate::repository::Repository;
use crate::tally::run_tests;

struct Proof {
    name: &'static str,
    usage: &'static str,
    promise: &'static str,
    run: fn(&Repository, &[String]) -> Result<(), ChoreError>,
}

const PROOFS: &[Proof] = &[
    Proof {
        name: "fuzz",
        usage: "[TARGET] [SECONDS]",
        promise: "no input makes a parser panic (every target, 60 seconds each)",
        run: fuzz::run,
    },
    Proof {
        name: "race",
        usage: "[TRIES]",
        promise: "no swap of names leads out of the workspace (200000 tries)",
        run: race,
    },
];

/// Runs one proof.
pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Result<(), ChoreError> {
    let Some((name, arguments)) = arguments.split_first() else {
        return Err(ChoreError::Usage(format!("no proof was named; there are:\n{}", listing())));
    };
    match PROOFS.iter().find(|proof| proof.name == name) {
        Some(proof) => (proof.run)(repository, arguments),
        None => Err(ChoreError::Usage(format!("`{name}` is not a proof; there are:\n{}", listing()))),
    }
}

fn listing() -> String {
    let row =
        |Proof { name, usage, promise, .. }: &Proof| format!("  {:<28} {promise}", format!("{name} {usage}"));
    PROOFS.iter().map(row).collect::<Vec<_>>().join("\n")
}

fn race(repository: &Repository, arguments: &[String]) -> Result<(), ChoreError> {
    let repetition =
        Repetition { package: "reread-files", filter: "race", variable: "RACE_TRIES", times: 200_000 };
    repetition.run(repository, arguments)
}

/// Tests that are part of every run with a small count, and of a proof with a large one.
struct Repetition {
    package: &'static str,
    /// What the names of the tests contain.
    filter: &'static str,
    /// The variable from which the tests take their count.
    variable: &'static str,
    /// The count, unless the caller names another.
    times: u64,
}

impl Repetition {
    fn run(&self, repository: &Repository, arguments: &[String]) -> Result<(), ChoreError> {
        let times = match arguments {
            [] => self.times,
            [times] => count(times)?,
            _ => return Err(ChoreError::Usage("the only argument is how often to try".to_owned())),
        };
        let Self { package, filter, variable, .. } = self;
        let mut command =
            repository.cargo(&["test", "--release", "--package", package, "--", filter, "--nocapture"]);
        let tally = run_tests(command.env(variable, times.to_string()))?;
        println!("\n{tally}");
        match tally.failed {
            0 if tally.is_empty() => {
                Err(ChoreError::Failed(format!("{package} has no test with `{filter}` in its name")))
            }
            0 => Ok(()),
            _ => Err(ChoreError::Failed("the proof failed".to_owned())),
        }
    }
}

/// A count above zero, as a person writes it on the command line.
pub(crate) fn count(word: &str) -> Result<u64, ChoreError> {
    match word.parse() {
        Ok(count) if count > 0 => Ok(count),
        _ => Err(ChoreError::Usage(format!("`{word}` is not a number above zero"))),
    }
}
