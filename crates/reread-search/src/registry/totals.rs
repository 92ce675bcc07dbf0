//! How many files the registry has and in which languages, kept apart so that a start need not open the database.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use reread_access::{Access, Starts};
use reread_code::Language;
use reread_store::{Database, TreeTotals};
use reread_text::DigestBuilder;

use super::{IndexError, IndexReply, Registry, maker, root_key};

/// The totals of the registry as it was last brought up to date; none if that was never done for these roots.
pub fn tree_totals(access: &Access) -> Option<TreeTotals> {
    // They are asked for before the first call, which may make the state directory.
    let state = if access.late_state().is_pending() { None } else { access.state() };
    let mut totals = state?.directory().tree_totals()?;
    let is_known = |word: &String| Language::ALL.iter().any(|language| language.word() == word);
    totals.languages.retain(is_known);
    (totals.of == registry_name(access)).then_some(totals)
}

impl Registry<'_> {
    /// Keeps the totals after the registry was brought up to date. They are a hint: what fails here fails silently.
    pub(super) fn keep_totals(&self, database: &Database, reply: &IndexReply) -> Result<(), IndexError> {
        let Some(state) = self.access.state() else { return Ok(()) };
        let is_same = reply.read == 0 && reply.forgotten == 0;
        let kept = tree_totals(self.access).filter(|totals| is_same && totals.files == reply.files);
        if kept.is_some() {
            return Ok(());
        }
        let maker = maker(self.access.settings());
        let mut bytes = BTreeMap::<String, u64>::new();
        for folder in &Starts::everywhere(self.access).folders {
            let root = root_key(self.access.root(folder.root));
            let registry = database.registry(root, &maker);
            for (language, of_root) in registry.bytes_by_language()? {
                *bytes.entry(language).or_default() += of_root;
            }
        }
        let mut languages: Vec<(String, u64)> = bytes.into_iter().collect();
        languages.sort_by_key(|(_, bytes)| Reverse(*bytes));
        let languages =
            languages.into_iter().map(|(word, _)| word).take(TreeTotals::MOST_LANGUAGES).collect();
        let totals = TreeTotals { of: registry_name(self.access), files: reply.files, languages };
        let _ = state.directory().keep_tree_totals(&totals);
        Ok(())
    }
}

/// What tells the registries of other roots and of other makers apart.
fn registry_name(access: &Access) -> String {
    let mut name = DigestBuilder::default();
    name.update(maker(access.settings()).as_bytes());
    for root in access.roots() {
        name.update(&[0]);
        name.update(root_key(root));
    }
    name.finish().to_string()
}
