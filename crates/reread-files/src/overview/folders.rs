//! The folders of a tree, each with what lies in it at any depth.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use reread_access::FileTag;
use reread_path::{RootedPath, spell};
use reread_search::Listed;
use reread_text::{Section, SectionLayout, SectionRow};

use super::documents::is_document;
use super::sizes::{short, sized};
use super::{Tally, Worth, beneath, size};

/// Folders that lie deeper have no row; what is in them counts for those above.
const DEEPEST: usize = 3;

/// The folders, and the files that lie beside the outermost of them; those to begin with are in another section.
#[derive(Default)]
pub(super) struct Folders {
    folders: BTreeMap<Vec<String>, Contents>,
    files: Vec<(String, u64, Option<FileTag>)>,
}

/// What lies in a folder.
#[derive(Default)]
struct Contents {
    all: Tally,
    by_tag: [u64; FileTag::ALL.len()],
}

impl Folders {
    /// Adds up what lies where.
    pub(super) fn of(folder: &RootedPath, files: &[Listed]) -> Self {
        let mut folders = Self::default();
        for file in files {
            let spelled = spell(beneath(folder, file)).into_owned();
            let components: Vec<&str> = spelled.split('/').collect();
            let tags = FileTag::ALL.map(|tag| tag.is_on(&file.path));
            for depth in 1..components.len().min(DEEPEST + 1) {
                let names = components[..depth].iter().map(|name| (*name).to_owned()).collect();
                folders.folders.entry(names).or_default().add(size(file), tags);
            }
            if components.len() == 1 && !is_document(&spelled) {
                let tag = tags.iter().rposition(|is_on| *is_on).map(|place| FileTag::ALL[place]);
                folders.files.push((spelled, size(file), tag));
            }
        }
        folders
    }

    /// A row each: the outermost are worth most, and of one depth the largest.
    pub(super) fn section(self) -> Section {
        let mut rows = Vec::new();
        let mut sizes = Vec::new();
        for (names, contents) in &self.folders {
            let depth = names.len() - 1;
            let name = names.last().map_or("", String::as_str);
            let text =
                format!("{}{name}/ {}{}", "  ".repeat(depth), sized(contents.all), word(contents.tag()));
            rows.push(text);
            sizes.push((depth, Reverse(contents.all.bytes)));
        }
        for (name, bytes, tag) in &self.files {
            rows.push(format!("{name} {}{}", short(*bytes), word(*tag)));
            sizes.push((0, Reverse(*bytes)));
        }
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by_key(|place| (sizes[*place], *place));
        let mut weights = vec![0; rows.len()];
        for (rank, place) in (0..).zip(order) {
            let worth = if sizes[place].0 == 0 { Worth::Top } else { Worth::Deeper };
            weights[place] = worth.weight(rank);
        }
        let rows = rows.into_iter().zip(weights).map(|(text, weight)| SectionRow { text, weight }).collect();
        Section { title: "tree", nouns: ("name", "names"), layout: SectionLayout::Lines, rows }
    }
}

impl Contents {
    fn add(&mut self, bytes: u64, tags: [bool; FileTag::ALL.len()]) {
        self.all.add(bytes);
        for (count, is_on) in self.by_tag.iter_mut().zip(tags) {
            *count += u64::from(is_on);
        }
    }

    /// What most of it is, if more than half is: of two tags that say so, the later one says more.
    fn tag(&self) -> Option<FileTag> {
        let most = (0..FileTag::ALL.len()).max_by_key(|place| (self.by_tag[*place], *place))?;
        (self.by_tag[most] * 2 > self.all.files).then_some(FileTag::ALL[most])
    }
}

fn word(tag: Option<FileTag>) -> String {
    tag.map_or(String::new(), |tag| format!(" {}", tag.word()))
}
