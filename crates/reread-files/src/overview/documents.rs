//! The documents to begin with, and how they begin.

use reread_path::RootedPath;
use reread_search::Listed;
use reread_text::{Section, SectionLayout, SectionRow, redact, visible_line};

use super::sizes::short;
use super::{Worth, beneath, size};
use crate::entry_documents::{ENTRY_DOCUMENTS, MANIFESTS};
use crate::overview::Overviewer;
use crate::read::{Extent, ReadRequest};
use crate::read_reply::ReadOperation;
use crate::reader::Reader;

/// How many lines of a document are looked at, and how many of them are shown at the most.
const LOOKED_AT: u64 = 60;
const SHOWN: usize = 8;

/// Longer lines are cut, in characters.
const LONGEST: usize = 200;

/// Whether a name is one of those to begin with.
pub(super) fn is_document(name: &str) -> bool {
    ENTRY_DOCUMENTS.contains(&name) || MANIFESTS.contains(&name)
}

/// The documents of a folder.
pub(super) struct Documents {
    pub(super) names: Vec<String>,
    pub(super) section: Section,
    pub(super) redacted: u64,
}

impl Overviewer<'_> {
    /// Finds them among the files that lie right in the folder. One that cannot be read is named and not quoted.
    pub(super) fn documents(&self, folder: &RootedPath, files: &[Listed]) -> Documents {
        let find = |name: &str| files.iter().find(|file| beneath(folder, file) == name.as_bytes());
        let entries = ENTRY_DOCUMENTS.iter().filter_map(|name| Some((*name, find(name)?, true)));
        let manifests = MANIFESTS.iter().filter_map(|name| Some((*name, find(name)?, false)));
        let (mut names, mut rows, mut redacted) = (Vec::new(), Vec::new(), 0);
        for (place, (name, file, is_quoted)) in (0..).zip(entries.chain(manifests)) {
            let text = format!("{name} {}", short(size(file)));
            rows.push(SectionRow { text, weight: Worth::Document.weight(place) });
            names.push(file.name.clone());
            if is_quoted && let Some((opening, redacted_here)) = self.opening(&file.name) {
                redacted += redacted_here;
                // Line by line, so that every document begins before any goes on.
                rows.extend((0..).zip(opening).map(|(line, text)| SectionRow {
                    text: format!("  | {text}"),
                    weight: Worth::Excerpt.weight(line * 256 + place),
                }));
            }
        }
        let nouns = ("line of documents", "lines of documents");
        let section = Section { title: "begin with", nouns, layout: SectionLayout::Lines, rows };
        Documents { names, section, redacted }
    }

    /// The first lines of a document that say something in words, and how many credentials were taken out of it.
    fn opening(&self, name: &str) -> Option<(Vec<String>, u64)> {
        let bounds = self.access.settings().limits.transport();
        let request = ReadRequest::new(name, Extent::First(LOOKED_AT), bounds);
        let reply = Reader { access: self.access }.read_as(ReadOperation::ReadFileHead, &request).ok()?;
        let text = String::from_utf8_lossy(&reply.passages.first()?.text).into_owned();
        let redacted = redact(&text);
        let lines = prose(&redacted.text).take(SHOWN);
        let shown = |line: &str| visible_line(&line.chars().take(LONGEST).collect::<String>()).into_owned();
        Some((lines.map(shown).collect(), redacted.count as u64))
    }
}

/// The lines of a document without what is set in fences, tables, pictures and markup.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_fenced = false;
    text.lines().map(str::trim).filter(move |line| {
        let is_fence = line.starts_with("```") || line.starts_with("~~~");
        is_fenced ^= is_fence;
        let is_markup = line.starts_with(['<', '|']) || line.starts_with("[![");
        !(line.is_empty() || is_fence || is_fenced || is_markup)
    })
}
