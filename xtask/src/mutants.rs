//! `cargo xtask prove mutants`: a proof that does not notice a broken guard proves nothing.
//!
//! Each row of the list breaks one guard of the product, in a copy of the workspace below the target directory. The
//! proof that the row names must then find an answer that nothing justifies. A mutant that does not compile is no
//! catch, a text that is no longer found is an error, and the copy as it is must be in order first.

mod copy;
mod list;

use std::process::Command;

use copy::WorkingCopy;
use list::MUTANTS;

use crate::checkout::{Checkout, shown};
use crate::chore_error::ChoreError;
use crate::prove::{CITATION, Repetition, TRUST};

/// How long a proof looks for the answer that gives a mutant away.
const STEPS: u64 = 300_000;

/// One guard, broken on purpose.
struct Mutant {
    name: &'static str,
    /// The proof that has to notice.
    proof: &'static Repetition,
    edits: &'static [Edit],
}

/// A text of one file, which must stand there exactly once, and what takes its place.
struct Edit {
    file: &'static str,
    text: &'static str,
    replacement: &'static str,
}

impl Edit {
    /// The file after the edit; `Err` says what is wrong with the row.
    fn apply(&self, content: &str) -> Result<String, String> {
        match content.matches(self.text).count() {
            1 => Ok(content.replacen(self.text, self.replacement, 1)),
            0 => Err(format!("{} no longer says `{}`", self.file, self.text)),
            count => Err(format!("{} says `{}` {count} times", self.file, self.text)),
        }
    }
}

/// What a proof made of a mutant.
#[derive(Debug, PartialEq)]
enum MutantResult {
    /// It found an answer that nothing justifies.
    Caught { steps: u64, rule: String },
    /// It failed, but not because of an answer: this is what it said.
    FailedOtherwise(String),
    /// It noticed nothing.
    Survived,
}

/// Breaks every guard, or those whose name contains the argument, one after the other.
pub(crate) fn run(checkout: &Checkout, arguments: &[String]) -> Result<(), ChoreError> {
    let filter = match arguments {
        [] => "",
        [filter] => filter,
        _ => return Err(ChoreError::Usage("the only argument is the name of a mutant".to_owned())),
    };
    let mutants: Vec<&Mutant> = MUTANTS.iter().filter(|mutant| mutant.name.contains(filter)).collect();
    if mutants.is_empty() {
        return Err(ChoreError::Usage(format!("no mutant has `{filter}` in its name")));
    }
    let copy = WorkingCopy::make(checkout)?;
    for proof in [&TRUST, &CITATION] {
        println!("==> {} as it is", proof.filter);
        match verdict(checkout, &copy, proof)? {
            MutantResult::Survived => {}
            verdict => return Err(ChoreError::Failed(format!("the copy is not in order: {verdict:?}"))),
        }
    }
    let mut rows = Vec::new();
    let mut uncaught = Vec::new();
    for mutant in mutants {
        let originals = copy.edit(mutant.edits)?;
        let verdict = verdict(checkout, &copy, mutant.proof)?;
        copy.restore(&originals)?;
        if !matches!(verdict, MutantResult::Caught { .. }) {
            uncaught.push(mutant.name);
        }
        rows.push(row(mutant, &verdict));
        println!("{}", rows[rows.len() - 1]);
    }
    println!("\n{:<58} {:<24} {:>7}  caught by\n{}", "mutant", "proof", "steps", rows.join("\n"));
    match &uncaught[..] {
        [] => Ok(()),
        names => Err(ChoreError::Failed(format!("not caught: {}", names.join(", ")))),
    }
}

/// Builds a proof in the copy, which must succeed, and runs it.
fn verdict(
    checkout: &Checkout,
    copy: &WorkingCopy,
    proof: &'static Repetition,
) -> Result<MutantResult, ChoreError> {
    let Repetition { package, binary, filter, variable, .. } = proof;
    let cargo = |arguments: &[&str]| {
        let mut command = checkout.cargo(&["test", "--release", "--package", package, "--test", binary]);
        copy.prepare(command.args(arguments));
        command
    };
    let mut build = cargo(&["--quiet", "--no-run"]);
    let built = everything_said(&mut build)?;
    if !built.succeeded {
        return Err(ChoreError::Failed(format!("the copy does not compile:\n{}", built.complaints)));
    }
    let mut run = cargo(&["--", filter, "--nocapture"]);
    // The shortest life that gives a mutant away is of no interest here.
    run.env(variable, STEPS.to_string()).env("PROPTEST_MAX_SHRINK_ITERS", "0");
    let ran = everything_said(&mut run)?;
    Ok(MutantResult::of(&ran))
}

/// What a command printed, and whether it succeeded.
struct ProofOutput {
    output: String,
    complaints: String,
    succeeded: bool,
}

fn everything_said(command: &mut Command) -> Result<ProofOutput, ChoreError> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match command.output() {
        Ok(said) => Ok(ProofOutput {
            output: text(&said.stdout),
            complaints: text(&said.stderr),
            succeeded: said.status.success(),
        }),
        Err(source) => Err(ChoreError::Start { command: shown(command), source }),
    }
}

impl MutantResult {
    /// Reads `trust broken after 812 steps: a marker for …`, which a proof prints when it fails.
    fn of(said: &ProofOutput) -> Self {
        let broken = said.output.lines().find_map(|line| {
            let (steps, what) = line.split_once(" broken after ")?.1.split_once(" steps: ")?;
            let rule = what.split([':', ';']).next().unwrap_or(what);
            Some(Self::Caught { steps: steps.parse().ok()?, rule: rule.to_owned() })
        });
        match broken {
            _ if said.succeeded => Self::Survived,
            Some(caught) => caught,
            None => {
                let mut complaints = said.complaints.lines();
                let panic = complaints.by_ref().find(|line| line.contains(" panicked at "));
                let why = panic.and_then(|_| complaints.next()).unwrap_or("no reason given");
                Self::FailedOtherwise(why.to_owned())
            }
        }
    }
}

fn row(mutant: &Mutant, verdict: &MutantResult) -> String {
    let (steps, by) = match verdict {
        MutantResult::Caught { steps, rule } => (steps.to_string(), rule.clone()),
        MutantResult::FailedOtherwise(why) => ("-".to_owned(), format!("NOT CAUGHT, but failed: {why}")),
        MutantResult::Survived => ("-".to_owned(), "NOT CAUGHT".to_owned()),
    };
    format!("{:<58} {:<24} {steps:>7}  {by}", mutant.name, mutant.proof.filter)
}

#[cfg(test)]
mod tests;
