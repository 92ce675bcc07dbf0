//! Parses a text with conditional parts as one of the texts that the preprocessor makes of it.
//!
//! A text whose tree has no error is left as it is: all branches are in the tree. Otherwise the conditionals that split
//! brackets, and then those where the errors are, are reduced to one branch, as long as that removes errors.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use crate::conditionals::{Conditional, conditionals, with_one_branch};
use crate::grammar::Grammar;
use crate::syntax::{ParseBudget, parse_as_is};

/// How often a text is parsed again.
const MOST_REPAIRS: usize = 5;
/// Pairs of a conditional and an error that are compared at a time. Real headers have up to 15 million.
const MOST_PAIRS: usize = 40_000_000;

/// The tree with the fewest errors.
pub(crate) fn parse_one_branch(text: &[u8], tree: Tree, grammar: &Grammar, budget: &mut ParseBudget) -> Tree {
    let conditionals = conditionals(text);
    let mut errors = TreeErrors::of(&tree);
    if errors.pairs(&conditionals) > MOST_PAIRS {
        return tree;
    }
    let mut best = (errors.nodes.clone(), tree);
    let mut is_chosen: Vec<bool> = conditionals.iter().map(Conditional::is_splitting).collect();
    let mut is_news = is_chosen.contains(&true) || choose(&conditionals, &errors, &mut is_chosen);
    for _ in 0..MOST_REPAIRS {
        if !is_news {
            break;
        }
        let chosen = conditionals.iter().zip(&is_chosen).filter(|(_, is_chosen)| **is_chosen);
        let blanked = with_one_branch(text, chosen.map(|(conditional, _)| conditional));
        let Ok(tree) = parse_as_is(&blanked.text, grammar, budget) else { break };
        errors = TreeErrors::of(&tree);
        if errors.pairs(&conditionals) > MOST_PAIRS {
            break;
        }
        // An error in a branch that is not there any more is not repaired.
        let is_shown = |error: &&Range<usize>| !blanked.dropped.iter().any(|branch| contains(branch, error));
        if weight(errors.nodes.iter()) < weight(best.0.iter().filter(is_shown)) {
            best = (errors.nodes.clone(), tree);
        }
        is_news = choose(&conditionals, &errors, &mut is_chosen);
    }
    best.1
}

/// Chooses further conditionals: those in declarations with errors, else the innermost ones around errors.
fn choose(conditionals: &[Conditional], errors: &TreeErrors, is_chosen: &mut [bool]) -> bool {
    let overlaps =
        |bytes: &Range<usize>, error: &Range<usize>| bytes.start < error.end && error.start < bytes.end;
    let mut is_news = false;
    for (conditional, is_chosen) in
        conditionals.iter().zip(is_chosen.iter_mut()).filter(|(_, chosen)| !**chosen)
    {
        let bytes = conditional.bytes();
        let is_hit = |error: &Range<usize>| overlaps(&bytes, error) && !contains(&bytes, error);
        *is_chosen = errors.declarations.iter().any(is_hit);
        is_news |= *is_chosen;
    }
    if is_news {
        return true;
    }
    for error in &errors.nodes {
        // In the order of their starts, so the last one is the innermost.
        let around = conditionals.iter().rposition(|conditional| contains(&conditional.bytes(), error));
        if let Some(around) = around.filter(|around| !is_chosen[*around]) {
            is_chosen[around] = true;
            is_news = true;
        }
    }
    is_news
}

fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// A missing token has no bytes and weighs as one.
fn weight<'a>(errors: impl Iterator<Item = &'a Range<usize>>) -> usize {
    errors.map(|error| error.len().max(1)).sum()
}

/// Where a tree has errors.
struct TreeErrors {
    /// The outermost error nodes, and missing tokens.
    nodes: Vec<Range<usize>>,
    /// The outermost declarations that contain them.
    declarations: Vec<Range<usize>>,
}

/// Nodes whose declarations are looked at one by one.
const CONTAINERS: [&str; 15] = [
    "translation_unit",
    "compilation_unit",
    "preproc_if",
    "preproc_ifdef",
    "preproc_elif",
    "preproc_elifdef",
    "preproc_else",
    "linkage_specification",
    "namespace_definition",
    "namespace_declaration",
    "declaration_list",
    "template_declaration",
    "class_specifier",
    "class_declaration",
    "field_declaration_list",
];

impl TreeErrors {
    /// What it costs to compare each error with each conditional.
    fn pairs(&self, conditionals: &[Conditional]) -> usize {
        (self.nodes.len() + self.declarations.len()).saturating_mul(conditionals.len())
    }

    fn of(tree: &Tree) -> Self {
        let mut errors = Self { nodes: Vec::new(), declarations: Vec::new() };
        let mut left = vec![(tree.root_node(), false)];
        while let Some((node, is_inside)) = left.pop() {
            if !node.has_error() && !node.is_missing() {
                continue;
            }
            let is_container = !is_inside && CONTAINERS.contains(&node.kind());
            if !is_inside && !is_container {
                errors.declarations.push(node.byte_range());
            }
            if node.is_error() || node.is_missing() {
                errors.nodes.push(node.byte_range());
                continue;
            }
            left.extend(children(node).into_iter().map(|child| (child, !is_container)));
        }
        errors
    }
}

fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).collect()
}
