//! Which crate may depend on which.
//!
//! A crate depends only on crates above it in the list; the pure ones open no file and know no JSON. A new arrow is a
//! change of design, and this is where it shows.

use std::path::Path;

use crate::check_result::CheckResult;
use crate::package_graph::{Dependency, DependencyKind, Package, PackageGraph};

/// The crates from the innermost to the outermost.
const LAYERS: &[&str] = &[
    "reread-codes",
    "reread-text",
    "reread-embed",
    "reread-path",
    "reread-context",
    "reread-guard",
    "reread-code",
    "reread-edit",
    "reread-review",
    "reread-hosts",
    "reread-disk",
    "reread-git",
    "reread-config",
    "reread-store",
    "reread-access",
    "reread-search",
    "reread-write",
    "reread-files",
    "reread-wire",
    "reread-mcp",
    "reread-cli",
];

/// Only tests may depend on it, and it depends on no other crate of ours.
const TEST_KIT: &str = "reread-testkit";

/// Crates that decide and never act.
const PURE: &[&str] = &[
    "reread-codes",
    "reread-text",
    "reread-path",
    "reread-context",
    "reread-guard",
    "reread-code",
    "reread-edit",
];

/// Packages that give access to disk and JSON.
const ACTING: &[&str] = &["cap-std", "rustix", "serde", "serde_json"];

/// Finds arrows that point outwards.
pub(crate) fn arrows(graph: &PackageGraph) -> CheckResult {
    CheckResult::of_problems(graph.ours().flat_map(|package| arrow_problems(package, graph)).collect())
}

fn arrow_problems(package: &Package, graph: &PackageGraph) -> Vec<String> {
    let name = &package.name;
    let layer = LAYERS.iter().position(|layer| layer == name);
    let in_crates = package.folder.as_deref().is_some_and(|folder| folder.starts_with("crates"));
    let mut problems = Vec::new();
    if in_crates && layer.is_none() && name != TEST_KIT {
        problems.push(format!("{name} has no place in the list of crates"));
    }
    if in_crates && package.folder.as_deref() != Some(&Path::new("crates").join(name)) {
        problems.push(format!("{name} does not live in a folder of its name"));
    }
    let ours = |dependency: &&Dependency| graph.ours().any(|other| other.name == dependency.name);
    for Dependency { name: other, kind, .. } in package.dependencies.iter().filter(ours) {
        match (layer, LAYERS.iter().position(|layer| layer == other)) {
            _ if name == TEST_KIT => problems.push(format!("{name} depends on {other}, which it tests")),
            (Some(_), None) if other == TEST_KIT && *kind == DependencyKind::Dev => {}
            (Some(_), None) if other == TEST_KIT => {
                problems.push(format!("{name} depends on {other} outside of its tests"));
            }
            (Some(_), None) => problems.push(format!("{name} depends on {other}, which is a tool")),
            (Some(from), Some(to)) if to >= from => {
                problems.push(format!("{name} depends on {other}, which is not above it"));
            }
            // Tools beside the crates, such as the benches, may look at all of them.
            (Some(_) | None, Some(_)) | (None, None) => {}
        }
    }
    problems
}

/// Finds pure crates that ask for access to disk or JSON. Their tests may.
pub(crate) fn purity(graph: &PackageGraph) -> CheckResult {
    let mut problems = Vec::new();
    for package in graph.ours().filter(|package| PURE.contains(&package.name.as_str())) {
        let acting = |dependency: &&Dependency| {
            dependency.kind != DependencyKind::Dev && ACTING.contains(&dependency.name.as_str())
        };
        let acting = package.dependencies.iter().filter(acting);
        problems.extend(
            acting.map(|dependency| format!("{} is pure and depends on {}", package.name, dependency.name)),
        );
    }
    CheckResult::of_problems(problems)
}

#[cfg(test)]
mod tests;
