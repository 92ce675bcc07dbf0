//! `cargo xtask frozen`: the replies after the restructuring against those of commit 06de7cc, before it.
//!
//! The restructuring ended with commit 7669a87; replies that changed later changed on purpose, and scenarios show them.
//! The scenarios at the first commit are the golden replies. Their prose may change freely; their blocks (the files, the
//! world, the calls and the replies) may differ in two ways only: by the table of codes in `docs/codes.md`, and by the
//! texts that `xtask/frozen/*.toml` replaces. Everything else is printed, and then the command fails.
//!
//! ```toml
//! [[text]]                      # literal, in every block of every scenario, or in those of `file`
//! old = "words of a reply"
//! new = "the words that took their place"
//!
//! [[file]]                      # a scenario that was renamed
//! old = "scenarios/a/old.md"
//! new = "scenarios/a/new.md"
//! ```

use std::collections::BTreeSet;
use std::process::Command;

use crate::check_result::CheckResult;
use crate::checkout::{Checkout, output_of};
use crate::chore_error::ChoreError;

mod blocks;
mod codes;
mod replacements;

use blocks::blocks;
use codes::RenamedCodes;
use replacements::Replacements;

const COMMIT: &str = "06de7cc";
/// The last commit of the restructuring.
const RESTRUCTURED: &str = "7669a87";
const SCENARIOS: &str = "scenarios";
const CODES: &str = "docs/codes.md";
const REPLACEMENTS: &str = "xtask/frozen";

/// Compares and prints what differs.
pub(crate) fn run(checkout: &Checkout) -> Result<(), ChoreError> {
    match frozen(checkout)? {
        CheckResult::Passed(notes) => {
            println!("{}", notes.join("\n"));
            Ok(())
        }
        CheckResult::Failed(differences) => {
            println!("{}", differences.join("\n"));
            Err(ChoreError::Failed("the scenarios differ from the frozen replies".to_owned()))
        }
    }
}

fn frozen(checkout: &Checkout) -> Result<CheckResult, ChoreError> {
    let codes = RenamedCodes::of_table(&git(checkout, &["show", &format!("{RESTRUCTURED}:{CODES}")])?);
    let mut replacements = Replacements::default();
    for name in checkout.names_in(REPLACEMENTS)?.iter().filter(|name| name.ends_with(".toml")) {
        let path = format!("{REPLACEMENTS}/{name}");
        let detail = |detail| ChoreError::Malformed { what: path.clone(), detail };
        replacements.add(&checkout.read(&path)?).map_err(detail)?;
    }
    let listing = git(checkout, &["ls-tree", "-r", "--name-only", COMMIT, SCENARIOS])?;
    let golden: Vec<&str> =
        listing.lines().filter(|path| path.ends_with(".md") && !path.ends_with("README.md")).collect();
    let mut documents = Vec::new();
    for path in &golden {
        documents.push((*path, git(checkout, &["show", &format!("{COMMIT}:{path}")])?));
    }
    let mut differences: Vec<String> =
        replacements.unused(&documents).iter().map(|text| format!("no scenario had: {text}")).collect();
    for (path, old) in &documents {
        let today = replacements.path_of(path);
        match git(checkout, &["show", &format!("{RESTRUCTURED}:{today}")]) {
            Ok(new) => differences.extend(compare(today, &replacements.apply(path, old), &new, &codes)),
            Err(_) => differences.push(format!("{today} is gone")),
        }
    }
    if !differences.is_empty() {
        differences.push(format!("{} differences from {COMMIT}", differences.len()));
        return Ok(CheckResult::Failed(differences));
    }
    let known: BTreeSet<&str> = golden.iter().map(|path| replacements.path_of(path)).collect();
    let today = git(checkout, &["ls-tree", "-r", "--name-only", RESTRUCTURED, SCENARIOS])?;
    let added = today.lines().filter(|path| path.ends_with(".md") && !known.contains(path)).count();
    let summary = format!(
        "no difference: {} scenarios of {COMMIT}, {} renamed codes, {} replaced texts, {added} new scenarios",
        golden.len(),
        codes.len(),
        replacements.len(),
    );
    Ok(CheckResult::Passed(vec![summary]))
}

fn git(checkout: &Checkout, arguments: &[&str]) -> Result<String, ChoreError> {
    output_of(Command::new("git").current_dir(checkout.root()).args(arguments))
}

/// The differences between the blocks of two versions of a scenario.
fn compare(path: &str, old: &str, new: &str, codes: &RenamedCodes) -> Vec<String> {
    let (old, new) = (blocks(old), blocks(new));
    let mut differences = Vec::new();
    for index in 0..old.len().max(new.len()) {
        let lines = |blocks: &[Vec<String>]| blocks.get(index).cloned().unwrap_or_default();
        let (old, new) = (lines(&old), lines(&new));
        let is_same = |(old, new): &(&String, &String)| codes.allow(old, new);
        let before = old.iter().zip(&new).take_while(is_same).count();
        let (old, new) = (&old[before..], &new[before..]);
        let after = old.iter().rev().zip(new.iter().rev()).take_while(is_same).count();
        let (old, new) = (&old[..old.len() - after], &new[..new.len() - after]);
        if !old.is_empty() || !new.is_empty() {
            let place = format!("{path}, block {}, line {}:", index + 1, before + 1);
            let removed = old.iter().map(|line| format!("  - {line}"));
            let added = new.iter().map(|line| format!("  + {line}"));
            differences.push([place].into_iter().chain(removed).chain(added).collect::<Vec<_>>().join("\n"));
        }
    }
    differences
}

#[cfg(test)]
mod tests;
