//! An index of many globs that finds the first one that covers a name.
//!
//! Plain names and paths are looked up by hash. Patterns are looked up by a literal prefix or suffix of one of their
//! components, so ten thousand cost little more than ten. Only patterns without such a literal (`*mid*`) are tried one by
//! one.

use std::collections::{BTreeSet, HashMap};

use crate::glob::{ComponentAffix, Glob};
use crate::matchable_name::{MatchableName, SLASH};
use crate::prefilter::Prefilter;

/// Globs with the number of the rule each was written in.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleSet {
    names: HashMap<Vec<u32>, usize>,
    paths: HashMap<Vec<u32>, usize>,
    deepest_path: usize,
    patterns: Vec<(Glob, usize)>,
    starts: EdgeIndex,
    ends: EdgeIndex,
    without_edge: Vec<usize>,
    /// Skips components of names that no glob covers.
    prefilter: Prefilter,
}

impl RuleSet {
    /// Adds a glob of the rule with number `rule`. Rules must be added in ascending order.
    pub(crate) fn add(&mut self, glob: Glob, rule: usize) {
        if let Some(name) = glob.as_name() {
            self.prefilter.add_start(&name);
            self.names.entry(name).or_insert(rule);
            return;
        }
        if let Some((path, depth)) = glob.as_path() {
            let last = path.rsplit(|&character| character == SLASH).next();
            self.prefilter.add_start(last.unwrap_or_default());
            self.deepest_path = self.deepest_path.max(depth);
            self.paths.entry(path).or_insert(rule);
            return;
        }
        let pattern = self.patterns.len();
        match glob.edge() {
            Some(ComponentAffix::Start(text)) => {
                self.prefilter.add_start(&text);
                self.starts.add(start_of(&text, MAX_EDGE), pattern);
            }
            Some(ComponentAffix::End(text)) => {
                self.prefilter.add_end(&text);
                self.ends.add(end_of(&text, MAX_EDGE), pattern);
            }
            None => {
                self.prefilter = Prefilter::blind();
                self.without_edge.push(pattern);
            }
        }
        self.patterns.push((glob, rule));
    }

    /// Skips components of names that no glob covers.
    pub(crate) fn prefilter(&self) -> &Prefilter {
        &self.prefilter
    }

    /// The lowest number of the rules that cover the name.
    pub(crate) fn first_covering(&self, name: &MatchableName) -> Option<usize> {
        let by_name = (0..name.depth()).filter_map(|index| self.names.get(name.component(index)));
        let shallow = name.depth().min(self.deepest_path);
        let by_path = (0..shallow).filter_map(|index| self.paths.get(name.up_to(index)));
        by_name.chain(by_path).copied().chain(self.first_of(&self.possible(name), name)).min()
    }

    /// The part of the lookup that is the same for all names in a folder.
    pub(crate) fn in_folder(&self, folder: &MatchableName) -> FolderCandidates {
        FolderCandidates { covering: self.first_covering(folder), possible: self.possible(folder) }
    }

    /// Like [`RuleSet::first_covering`] for a name in a known folder: only its last component is looked up.
    pub(crate) fn first_covering_in(&self, folder: &FolderCandidates, name: &MatchableName) -> Option<usize> {
        let Some(last) = name.depth().checked_sub(1) else { return folder.covering };
        let component = name.component(last);
        let by_name = if self.names.is_empty() { None } else { self.names.get(component) };
        let by_path = if name.depth() <= self.deepest_path { self.paths.get(name.up_to(last)) } else { None };
        let plain = folder.covering.into_iter().chain(by_name.copied()).chain(by_path.copied());
        if self.patterns.is_empty() {
            return plain.min();
        }
        let mut possible = folder.possible.clone();
        self.add_possible(component, &mut possible);
        plain.chain(self.first_of(&possible, name)).min()
    }

    /// The patterns that the components of a name make possible.
    fn possible(&self, name: &MatchableName) -> BTreeSet<usize> {
        let mut possible = BTreeSet::new();
        (0..name.depth()).for_each(|index| self.add_possible(name.component(index), &mut possible));
        possible
    }

    /// Adds the patterns whose literal prefix or suffix this component has.
    fn add_possible(&self, component: &[u32], possible: &mut BTreeSet<usize>) {
        possible.extend(self.starts.hits(component, start_of));
        possible.extend(self.ends.hits(component, end_of));
    }

    fn first_of(&self, possible: &BTreeSet<usize>, name: &MatchableName) -> Option<usize> {
        let covers = |pattern: &&usize| self.patterns[**pattern].0.covers(name);
        // Patterns are in the order of their rules.
        let first =
            possible.iter().find(covers).into_iter().chain(self.without_edge.iter().find(covers)).min()?;
        Some(self.patterns[*first].1)
    }
}

/// The shared part of the lookup for all names in one folder: the first rule that covers the folder, and the patterns
/// that its own components make possible.
#[derive(Clone, Debug)]
pub(crate) struct FolderCandidates {
    covering: Option<usize>,
    possible: BTreeSet<usize>,
}

/// Characters. Longer literals are cut, which bounds the lookups per component.
const MAX_EDGE: usize = 16;

fn start_of(text: &[u32], length: usize) -> &[u32] {
    &text[..length.min(text.len())]
}

fn end_of(text: &[u32], length: usize) -> &[u32] {
    &text[text.len() - length.min(text.len())..]
}

/// Patterns by a literal prefix or suffix of one of their components.
#[derive(Clone, Debug, Default)]
struct EdgeIndex {
    patterns: HashMap<Vec<u32>, Vec<usize>>,
    lengths: BTreeSet<usize>,
}

impl EdgeIndex {
    fn add(&mut self, edge: &[u32], pattern: usize) {
        self.lengths.insert(edge.len());
        self.patterns.entry(edge.to_vec()).or_default().push(pattern);
    }

    /// The patterns whose literal is a prefix or suffix of the component, depending on `edge_of`.
    fn hits(&self, component: &[u32], edge_of: fn(&[u32], usize) -> &[u32]) -> impl Iterator<Item = usize> {
        let lengths = self.lengths.iter().take_while(|&&length| length <= component.len());
        lengths.filter_map(move |&length| self.patterns.get(edge_of(component, length))).flatten().copied()
    }
}
