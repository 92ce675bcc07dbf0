//! One name, one type: how many names of types stand for more than one type.
//!
//! Every `struct`, `enum`, `union`, `trait` and `type` with a `pub` in any form counts, in all packages of the
//! workspace. A reader meets them side by side, in whichever crate they are declared.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Item, Visibility};

use crate::check_result::CheckResult;
use crate::rust_sources::RustSources;

/// The highest share of names that stand for more than one type, in percent.
const LIMIT: f64 = 4.0;

/// Lists the names that are declared more than once; fails if there are too many of them.
pub(crate) fn names(sources: &RustSources) -> CheckResult {
    let places = places(sources);
    let shared: Vec<_> = places.iter().filter(|(_, places)| places.len() > 1).collect();
    let share = 100.0 * shared.len() as f64 / places.len().max(1) as f64;
    let mut lines = vec![format!(
        "{} of {} type names are declared more than once: {share:.1} %",
        shared.len(),
        places.len()
    )];
    lines.extend(shared.iter().map(|(name, places)| format!("{name}: {}", places.join(", "))));
    if share > LIMIT {
        lines.push(format!("more than {LIMIT} % are too many"));
        return CheckResult::Failed(lines);
    }
    CheckResult::Passed(lines)
}

/// Every type name that is declared with a `pub` in any form.
pub(crate) fn declared_names(sources: &RustSources) -> BTreeSet<String> {
    places(sources).into_keys().collect()
}

/// Where each name is declared, as `file:line`.
fn places(sources: &RustSources) -> BTreeMap<String, Vec<String>> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for module in sources.modules() {
        for (visibility, name) in module.items.iter().filter_map(declared) {
            if !matches!(visibility, Visibility::Inherited) {
                let place = format!("{}:{}", module.file, name.span().start().line);
                places.entry(name.to_string()).or_default().push(place);
            }
        }
    }
    places
}

fn declared(item: &Item) -> Option<(&Visibility, &syn::Ident)> {
    match item {
        Item::Struct(item) => Some((&item.vis, &item.ident)),
        Item::Enum(item) => Some((&item.vis, &item.ident)),
        Item::Union(item) => Some((&item.vis, &item.ident)),
        Item::Trait(item) => Some((&item.vis, &item.ident)),
        Item::Type(item) => Some((&item.vis, &item.ident)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
