//! Groups of nodes in which each node reaches each other one.

use std::collections::{BTreeMap, BTreeSet};

/// The groups of at least two nodes, the names of each in order.
///
/// Nodes are few, so each is simply asked what it reaches.
pub(super) fn components(uses: &BTreeMap<String, BTreeSet<String>>) -> Vec<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        uses.keys().map(|node| (node, reach(uses, node))).collect();
    let mut grouped = BTreeSet::new();
    let mut groups = Vec::new();
    for (&node, reaches) in &reached {
        if grouped.contains(node) {
            continue;
        }
        let mutual =
            reaches.iter().filter(|other| reached.get(*other).is_some_and(|back| back.contains(node)));
        let group: BTreeSet<&String> = mutual.copied().chain([node]).collect();
        if group.len() > 1 {
            groups.push(group.iter().map(|&name| name.clone()).collect());
        }
        grouped.extend(group);
    }
    groups
}

fn reach<'a>(uses: &'a BTreeMap<String, BTreeSet<String>>, from: &'a String) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(node) = waiting.pop() {
        for next in uses.get(node).into_iter().flatten() {
            if reached.insert(next) {
                waiting.push(next);
            }
        }
    }
    reached
}
