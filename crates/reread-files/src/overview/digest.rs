//! The overview in one line, from what is at hand when a server starts: nothing is walked, and nothing is made.

use reread_disk::FileKind;
use reread_search::tree_totals;

use super::Overviewer;
use crate::entry_documents::{ENTRY_DOCUMENTS, MANIFESTS};
use crate::reader::Reader;
use crate::stat::StatReply;

/// Names and languages in the line, at the most.
const MOST_DOCUMENTS: usize = 3;
const MOST_MANIFESTS: usize = 2;
const MOST_LANGUAGES: usize = 3;

impl Overviewer<'_> {
    /// Entry documents and manifests at the top of the first root, and, of the registry of an earlier run, the main languages
    /// and the number of files. `None` if nothing of that is known. Every name in it is one of a fixed list, so that a
    /// workspace cannot put words into it.
    pub fn digest(&self) -> Option<String> {
        let documents = ENTRY_DOCUMENTS.iter().filter(|name| self.is_at_top(name)).take(MOST_DOCUMENTS);
        let manifests = MANIFESTS.iter().filter(|name| self.is_at_top(name)).take(MOST_MANIFESTS);
        let names: Vec<&str> = documents.chain(manifests).copied().collect();
        let totals = tree_totals(self.access);
        let mut parts = Vec::new();
        if !names.is_empty() {
            parts.push(format!("begin with {}", names.join(", ")));
        }
        if let Some(mut totals) = totals {
            totals.languages.truncate(MOST_LANGUAGES);
            if !totals.languages.is_empty() {
                parts.push(totals.languages.join(", "));
            }
            parts.push(format!("{} {}", totals.files, if totals.files == 1 { "file" } else { "files" }));
        }
        (!parts.is_empty()).then(|| format!("This workspace: {}.", parts.join("; ")))
    }

    fn is_at_top(&self, name: &str) -> bool {
        let Some(target) = self.access.name_at_top(name) else { return false };
        let stat = Reader { access: self.access }.stat_file(&target);
        matches!(stat, Ok(StatReply::Present { facts, .. }) if facts.kind == FileKind::File)
    }
}
