//! Modules of a crate form no large cycle.
//!
//! The nodes are modules with everything inside them, compared with their siblings at every level: first the modules
//! of the crate, then those inside each module. So a cycle is found among the folders of a crate and among the files
//! of a folder. A module and its own submodules are one node to their neighbours, and what they use of each other is
//! no cycle: a parent that lists its parts and a part that uses its parent's type are one noun in several files.
//!
//! A module depends on another one if a path in it, in a `use`, an expression, a type or the tokens of a macro, leads
//! there. Re-exports are followed to the module that declares the item, so that `crate::Name` hides nothing. Calls of
//! methods are not seen.

use std::collections::{BTreeMap, BTreeSet};

use crate::check_result::CheckResult;
use crate::rust_sources::{RustModule, RustSources};

mod components;
mod paths;

use components::components;
use paths::{ModulePath, Paths};

/// The most modules of one cycle.
const LIMIT: usize = 3;

/// Lists the cycles of every crate; fails for those that are too large.
pub(crate) fn cycles(sources: &RustSources) -> CheckResult {
    let mut allowed = Vec::new();
    let mut problems = Vec::new();
    for package in &sources.crates {
        let targets: BTreeSet<&str> = package.modules.iter().map(|module| module.target.as_str()).collect();
        for target in targets {
            let modules: Vec<_> = package.modules.iter().filter(|module| module.target == target).collect();
            for (parent, cycle) in cycles_of(&modules) {
                let place = [std::slice::from_ref(&package.package), &parent[..]].concat().join("::");
                let line = format!("{place}: {} modules in one cycle: {}", cycle.len(), cycle.join(", "));
                if cycle.len() > LIMIT { problems.push(line) } else { allowed.push(line) }
            }
        }
    }
    if problems.is_empty() {
        return CheckResult::Passed(allowed);
    }
    problems.push(format!("a cycle of more than {LIMIT} modules is too large"));
    allowed.append(&mut problems);
    CheckResult::Failed(allowed)
}

/// The cycles of one target, each with the module that its modules are in.
fn cycles_of(modules: &[&RustModule]) -> Vec<(ModulePath, Vec<String>)> {
    let paths = Paths::of(modules);
    let mut levels: BTreeMap<ModulePath, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (from, to) in paths.dependencies() {
        let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
        if let (Some(one), Some(other)) = (from.get(shared), to.get(shared)) {
            let level = levels.entry(from[..shared].to_owned()).or_default();
            level.entry(one.clone()).or_default().insert(other.clone());
        }
    }
    let cycles = levels
        .into_iter()
        .flat_map(|(parent, uses)| components(&uses).into_iter().map(move |cycle| (parent.clone(), cycle)));
    cycles.collect()
}

#[cfg(test)]
mod tests;
