//! Every package we link comes under terms that ask no more than to be named.

use crate::check_result::CheckResult;
use crate::package_graph::{Package, PackageGraph};
use crate::spdx;

const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Finds the packages whose licence expression cannot be satisfied with the allowed terms.
pub(crate) fn licences(graph: &PackageGraph) -> CheckResult {
    CheckResult::of_problems(graph.packages.iter().filter_map(problem).collect())
}

fn problem(package: &Package) -> Option<String> {
    let Package { name, version, licence, .. } = package;
    let Some(expression) = licence else {
        return Some(format!("{name} {version} declares no licence expression"));
    };
    match spdx::satisfied(expression, |term| ALLOWED.contains(&term)) {
        Ok(true) => None,
        Ok(false) => Some(format!("{name} {version} comes under `{expression}`")),
        Err(error) => Some(format!("{name} {version} declares `{expression}`: {error}")),
    }
}
