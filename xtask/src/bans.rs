//! Which packages stay out, where packages may come from, and which are there twice.

use std::collections::{BTreeMap, BTreeSet};

use crate::check_result::CheckResult;
use crate::package_graph::{DependencyKind, Package, PackageGraph};

/// A package that stays out, and why.
struct Ban {
    name: &'static str,
    reach: Reach,
    reason: &'static str,
}

#[derive(PartialEq)]
enum Reach {
    /// Nowhere in the tree.
    Anywhere,
    /// Not in a manifest of ours; others may bring it.
    InOurManifests,
    /// Not in the default build: our crates may ask for it in tests or behind a feature.
    InTheDefaultBuild,
}

const TOKENIZER: &str =
    "its table costs more memory than the whole server may use; estimate, or ask for `exact-tokens`";

const BANS: &[Ban] = &[
    Ban { name: "git2", reach: Reach::Anywhere, reason: "a C library that opens by path and follows links" },
    Ban { name: "openssl-sys", reach: Reach::Anywhere, reason: "ties the build to the system's OpenSSL" },
    Ban {
        name: "fancy-regex",
        reach: Reach::Anywhere,
        reason: "backtracks, so a pattern can stop the server",
    },
    Ban {
        name: "path-clean",
        reach: Reach::Anywhere,
        reason: "resolves `..` in the name, which is wrong behind a link",
    },
    Ban {
        name: "memmap2",
        reach: Reach::InOurManifests,
        reason: "a mapping changes under the reader; a snapshot must not",
    },
    Ban { name: "bpe", reach: Reach::InTheDefaultBuild, reason: TOKENIZER },
    Ban { name: "bpe-openai", reach: Reach::InTheDefaultBuild, reason: TOKENIZER },
    Ban { name: "kitoken", reach: Reach::InTheDefaultBuild, reason: TOKENIZER },
    Ban { name: "sentencepiece", reach: Reach::InTheDefaultBuild, reason: TOKENIZER },
    Ban { name: "tiktoken", reach: Reach::InTheDefaultBuild, reason: TOKENIZER },
    Ban { name: "tiktoken-rs", reach: Reach::InTheDefaultBuild, reason: TOKENIZER },
    Ban { name: "tokenizers", reach: Reach::InTheDefaultBuild, reason: TOKENIZER },
];

/// Finds banned packages and says who asks for them.
pub(crate) fn bans(graph: &PackageGraph) -> CheckResult {
    let mut problems = Vec::new();
    for ban in BANS {
        let offenders = graph.packages.iter().filter(|package| offends(package, ban));
        let offenders: Vec<&str> = offenders.map(|package| package.name.as_str()).collect();
        if !offenders.is_empty() {
            problems.push(format!("{} is asked for by {}: {}", ban.name, offenders.join(", "), ban.reason));
        }
    }
    CheckResult::of_problems(problems)
}

fn offends(package: &Package, ban: &Ban) -> bool {
    if package.is_ours() {
        let mut asked = package.dependencies.iter().filter(|dependency| dependency.name == ban.name);
        return match ban.reach {
            Reach::Anywhere | Reach::InOurManifests => asked.next().is_some(),
            Reach::InTheDefaultBuild => {
                asked.any(|dependency| dependency.kind != DependencyKind::Dev && !dependency.on_demand)
            }
        };
    }
    let uses = package.uses.iter().any(|used| used == ban.name);
    match ban.reach {
        Reach::Anywhere => uses,
        Reach::InOurManifests => false,
        // One tokenizer may be built on another; what counts is how the outer one came in.
        Reach::InTheDefaultBuild => {
            uses && !BANS.iter().any(|other| other.reach == ban.reach && other.name == package.name)
        }
    }
}

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Finds packages that come from anywhere but the public registry, where a build years from now finds them again.
pub(crate) fn sources(graph: &PackageGraph) -> CheckResult {
    let elsewhere = |package: &&Package| package.source.as_deref().is_some_and(|source| source != REGISTRY);
    let strangers = graph.packages.iter().filter(elsewhere);
    CheckResult::of_problems(
        strangers
            .map(|Package { name, version, .. }| format!("{name} {version} is not from crates.io"))
            .collect(),
    )
}

/// Reports packages that are there in several versions. Others decide about that, so it never fails.
pub(crate) fn duplicates(graph: &PackageGraph) -> CheckResult {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in &graph.packages {
        versions.entry(&package.name).or_default().insert(&package.version);
    }
    let several = versions.iter().filter(|(_name, versions)| versions.len() > 1);
    CheckResult::Passed(
        several
            .map(|(name, versions)| format!("{name} {}", Vec::from_iter(versions.iter().copied()).join(", ")))
            .collect(),
    )
}

#[cfg(test)]
mod tests;
