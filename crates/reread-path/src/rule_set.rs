//! Many globs, asked at once which of them covers a name.
//!
//! Plain names and plain paths are looked up by hash, and patterns by the text that one of their components begins or
//! ends with, so ten thousand of them cost little more than ten. Only patterns without such a text (`*mid*`) are tried
//! one after the other.

use std::collections::{BTreeSet, HashMap};

use crate::glance::Glance;
use crate::glob::{ComponentAffix, Glob};
use crate::matchable_name::{MatchableName, SLASH};

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
    /// For components of names that some of the globs may cover.
    glance: Glance,
}

impl RuleSet {
    /// Adds a glob of the rule numbered `rule`; rules come in ascending order.
    pub(crate) fn add(&mut self, glob: Glob, rule: usize) {
        if let Some(name) = glob.as_name() {
            self.glance.add_start(&name);
            self.names.entry(name).or_insert(rule);
            return;
        }
        if let Some((path, depth)) = glob.as_path() {
            let last = path.rsplit(|&character| character == SLASH).next();
            self.glance.add_start(last.unwrap_or_default());
            self.deepest_path = self.deepest_path.max(depth);
            self.paths.entry(path).or_insert(rule);
            return;
        }
        let pattern = self.patterns.len();
        match glob.edge() {
            Some(ComponentAffix::Start(text)) => {
                self.glance.add_start(&text);
                self.starts.add(start_of(&text, MAX_EDGE), pattern);
            }
            Some(ComponentAffix::End(text)) => {
                self.glance.add_end(&text);
                self.ends.add(end_of(&text, MAX_EDGE), pattern);
            }
            None => {
                self.glance = Glance::blind();
                self.without_edge.push(pattern);
            }
        }
        self.patterns.push((glob, rule));
    }

    /// Tells components of names that it may cover from those that none of its names has.
    pub(crate) fn glance(&self) -> &Glance {
        &self.glance
    }

    /// The lowest number of a rule that covers the name.
    pub(crate) fn first_covering(&self, view: &MatchableName) -> Option<usize> {
        let by_name = (0..view.depth()).filter_map(|index| self.names.get(view.component(index)));
        let shallow = view.depth().min(self.deepest_path);
        let by_path = (0..shallow).filter_map(|index| self.paths.get(view.up_to(index)));
        by_name.chain(by_path).copied().chain(self.first_pattern(view)).min()
    }

    /// What the name of a folder settles for everything directly in it.
    pub(crate) fn in_folder(&self, folder: &MatchableName) -> FolderHopes {
        let mut hopeful = BTreeSet::new();
        (0..folder.depth()).for_each(|index| self.add_hopeful(folder.component(index), &mut hopeful));
        FolderHopes { covering: self.first_covering(folder), hopeful }
    }

    /// As [`RuleSet::first_covering`] for a name whose folder is known: only its last component is looked up.
    pub(crate) fn first_covering_in(&self, folder: &FolderHopes, view: &MatchableName) -> Option<usize> {
        let Some(last) = view.depth().checked_sub(1) else { return folder.covering };
        let name = view.component(last);
        let by_name = if self.names.is_empty() { None } else { self.names.get(name) };
        let by_path = if view.depth() <= self.deepest_path { self.paths.get(view.up_to(last)) } else { None };
        let plain = folder.covering.into_iter().chain(by_name.copied()).chain(by_path.copied());
        if self.patterns.is_empty() {
            return plain.min();
        }
        let mut hopeful = folder.hopeful.clone();
        self.add_hopeful(name, &mut hopeful);
        plain.chain(self.first_of(&hopeful, view)).min()
    }

    fn first_pattern(&self, view: &MatchableName) -> Option<usize> {
        let mut hopeful = BTreeSet::new();
        (0..view.depth()).for_each(|index| self.add_hopeful(view.component(index), &mut hopeful));
        self.first_of(&hopeful, view)
    }

    /// Adds the patterns that a component gives hope to.
    fn add_hopeful(&self, component: &[u32], hopeful: &mut BTreeSet<usize>) {
        hopeful.extend(self.starts.hits(component, start_of));
        hopeful.extend(self.ends.hits(component, end_of));
    }

    fn first_of(&self, hopeful: &BTreeSet<usize>, view: &MatchableName) -> Option<usize> {
        let covers = |pattern: &&usize| self.patterns[**pattern].0.covers(view);
        // Patterns stand in the order of their rules.
        let first =
            hopeful.iter().find(covers).into_iter().chain(self.without_edge.iter().find(covers)).min()?;
        Some(self.patterns[*first].1)
    }
}

/// What is known of all names in one folder: the first rule that covers the folder, and the patterns that its own
/// components give hope to.
#[derive(Clone, Debug)]
pub(crate) struct FolderHopes {
    covering: Option<usize>,
    hopeful: BTreeSet<usize>,
}

/// Longer edges are cut, which bounds the look-ups per component.
const MAX_EDGE: usize = 16;

fn start_of(text: &[u32], length: usize) -> &[u32] {
    &text[..length.min(text.len())]
}

fn end_of(text: &[u32], length: usize) -> &[u32] {
    &text[text.len() - length.min(text.len())..]
}

/// Patterns by an edge of one of their components.
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

    /// The patterns whose edge is one of the component's, as `edge_of` cuts it.
    fn hits(&self, component: &[u32], edge_of: fn(&[u32], usize) -> &[u32]) -> impl Iterator<Item = usize> {
        let lengths = self.lengths.iter().take_while(|&&length| length <= component.len());
        lengths.filter_map(move |&length| self.patterns.get(edge_of(component, length))).flatten().copied()
    }
}
