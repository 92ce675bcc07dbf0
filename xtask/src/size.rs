//! No crate and no type outgrows its reader: lines of a crate without its tests, methods of a type.
//!
//! Lines are those of the files that a build of the product or the tool reads, blank lines and comments included.
//! The methods of a type are counted over all its `impl` blocks, traits included, wherever in the crate they are.

use std::collections::BTreeMap;

use syn::{ImplItem, Item, Type};

use crate::check_result::CheckResult;
use crate::rust_sources::{RustCrate, RustSources, is_test_attribute};

/// The most lines of one crate. Above it, a second crate is inside.
const LINES: usize = 10_000;

/// The most methods of one type. Above it, a second type is inside.
const METHODS: usize = 40;

/// A table of lines by crate; fails for a crate or a type that is too large.
pub(crate) fn size(sources: &RustSources) -> CheckResult {
    let mut table = Vec::new();
    let mut problems = Vec::new();
    let mut product = 0;
    for package in &sources.crates {
        let lines: usize = package.modules.iter().map(|module| module.lines).sum();
        table.push(format!("{:<20} {lines:>7} lines", package.package));
        if is_product(package) {
            product += lines;
        }
        if lines > LINES {
            problems.push(format!("{} has {lines} lines, more than {LINES}", package.package));
        }
        for ((_target, name), methods) in methods(package) {
            if methods > METHODS {
                problems.push(format!(
                    "{} has the type {name} with {methods} methods, more than {METHODS}",
                    package.package
                ));
            }
        }
    }
    table.push(format!("{:<20} {product:>7} lines", "the product"));
    if problems.is_empty() {
        return CheckResult::Passed(table);
    }
    table.append(&mut problems);
    CheckResult::Failed(table)
}

/// Whether users run the code; the test kit and the tools beside the crates are for developers.
fn is_product(package: &RustCrate) -> bool {
    let in_crates = package.modules.iter().any(|module| module.file.starts_with("crates/"));
    in_crates && package.package != "reread-testkit"
}

/// How many methods the types of a crate have, by target and name.
///
/// Types of one name in one crate are taken for one type: `names` sees to it that there are hardly any.
fn methods(package: &RustCrate) -> BTreeMap<(&str, String), usize> {
    let mut methods = BTreeMap::new();
    for module in &package.modules {
        for item in &module.items {
            let Item::Impl(block) = item else { continue };
            let Some(name) = type_name(&block.self_ty) else { continue };
            let count = block.items.iter().filter(|item| is_method(item)).count();
            *methods.entry((module.target.as_str(), name)).or_default() += count;
        }
    }
    methods
}

fn type_name(of: &Type) -> Option<String> {
    match of {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        Type::Reference(reference) => type_name(&reference.elem),
        _ => None,
    }
}

fn is_method(item: &ImplItem) -> bool {
    matches!(item, ImplItem::Fn(method) if !method.attrs.iter().any(is_test_attribute))
}

#[cfg(test)]
mod tests;
