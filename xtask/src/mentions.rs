//! What exists is written down: every command is shown by a scenario, every crate has its place in ARCHITECTURE.md,
//! every decision is in the index.

use crate::check_result::CheckResult;
use crate::checkout::Checkout;
use crate::chore_error::ChoreError;

const COMMANDS: &str = "crates/reread-cli/src/commands.rs";
const DECISIONS: &str = "docs/decisions";

/// The parts of a decision record.
const PARTS: &[&str] = &["## Context", "## Decision", "## Measurement", "## Consequences"];

/// Finds commands that no scenario calls and crates that the map leaves out.
pub(crate) fn mentions(checkout: &Checkout) -> Result<CheckResult, ChoreError> {
    let mut problems = uncalled_commands(checkout)?;
    problems.extend(unmapped_crates(checkout)?);
    problems.extend(unlisted_decisions(checkout)?);
    Ok(CheckResult::of_problems(problems))
}

/// A command is a variant of the enum that clap reads.
fn uncalled_commands(checkout: &Checkout) -> Result<Vec<String>, ChoreError> {
    let source = checkout.read(COMMANDS)?;
    let variants = source.lines().skip_while(|line| !line.contains("enum Command {")).skip(1);
    let variants = variants.take_while(|line| *line != "}").filter_map(|line| line.trim().split_once('('));
    let is_name = |name: &str| name.chars().all(char::is_alphanumeric);
    let commands: Vec<String> =
        variants.map(|(name, _)| name.to_lowercase()).filter(|name| is_name(name)).collect();
    if commands.is_empty() {
        return Ok(vec![format!("{COMMANDS} holds no command")]);
    }
    let mut called = Vec::new();
    for path in checkout.files_beneath("scenarios")?.iter().filter(|path| path.ends_with(".md")) {
        called.extend(called_commands(&checkout.read(path)?).map(str::to_owned).collect::<Vec<_>>());
    }
    let uncalled = commands.iter().filter(|command| !called.contains(command));
    Ok(uncalled.map(|command| format!("no scenario calls `{command}`")).collect())
}

/// The first word of every call in the transcripts of a scenario.
fn called_commands(scenario: &str) -> impl Iterator<Item = &str> {
    let mut in_transcript = false;
    scenario.lines().filter_map(move |line| {
        if let Some(kind) = line.strip_prefix("```") {
            in_transcript = !in_transcript && kind.split_whitespace().next() == Some("transcript");
            return None;
        }
        let call = line.strip_prefix("> ").filter(|_| in_transcript)?;
        call.split_whitespace().next()
    })
}

fn unmapped_crates(checkout: &Checkout) -> Result<Vec<String>, ChoreError> {
    let map = checkout.read("ARCHITECTURE.md")?;
    let crates = checkout.names_in("crates")?;
    let unmapped = crates.iter().filter(|name| !names(&map, name));
    Ok(unmapped.map(|name| format!("ARCHITECTURE.md does not name {name}")).collect())
}

/// Decisions that the index does not link to, and those without the four parts of a record.
fn unlisted_decisions(checkout: &Checkout) -> Result<Vec<String>, ChoreError> {
    let index = checkout.read(&format!("{DECISIONS}/README.md"))?;
    let mut problems = Vec::new();
    for name in checkout.names_in(DECISIONS)?.iter().filter(|name| *name != "README.md") {
        if !index.contains(&format!("({name})")) {
            problems.push(format!("{DECISIONS}/README.md does not link to {name}"));
        }
        let record = checkout.read(&format!("{DECISIONS}/{name}"))?;
        let missing = PARTS.iter().filter(|part| !record.lines().any(|line| line == **part));
        problems.extend(missing.map(|part| format!("{DECISIONS}/{name} has no part `{part}`")));
    }
    Ok(problems)
}

/// Whether the text has the name as a whole word; a name may hold dashes.
fn names(text: &str, name: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
    words.any(|word| word == name)
}

#[cfg(test)]
mod tests;
