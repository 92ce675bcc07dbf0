//! What a folder holds, for an agent that has not seen it: where to begin, in which languages it is written, what is where.
//!
//! It is made of names and sizes, and of the first lines of the documents by which projects introduce themselves. What
//! may not be read is neither named nor counted. The same tree gives the same overview, and with more room it shows what
//! it showed before, and more.

mod digest;
mod documents;
mod folders;
mod sizes;

use std::collections::{BTreeMap, HashSet};

use reread_access::{Access, Examined, FileName, FileTag, OpenError, PassedOver, Starts, Watch, text_digits};
use reread_code::{Language, OutlinePage};
use reread_context::TagDigits;
use reread_disk::{FileFacts, FileKind};
use reread_path::{RootedPath, spell};
use reread_search::{ListError, ListRequest, Listed, Lister};
use reread_text::{Bounds, Section, SectionLayout, SectionRow, cut, fit_sections, page_sections};

use self::folders::Folders;
use self::sizes::sized;

/// More names are not looked at.
const MOST_NAMES: u64 = 200_000;

/// What a folder holds.
#[derive(Clone, Debug)]
pub struct OverviewReply {
    /// Which folder it was.
    pub name: FileName,
    /// What its handle said.
    pub facts: FileFacts,
    /// How many files there are in it, at any depth.
    pub files: u64,
    /// How many bytes they have together.
    pub bytes: u64,
    /// Whether there are more of them than are looked at.
    pub is_cut: bool,
    /// Languages by their names, with how many files are written in them and how many bytes those have; the largest first.
    pub languages: Vec<(&'static str, Tally)>,
    /// The documents and manifests to begin with, by name.
    pub documents: Vec<String>,
    /// The files right in the folder whose names are shown, as they can be used in a call.
    pub named: Vec<String>,
    /// Documents with their first lines, languages, tags and folders, as far as there is room.
    pub text: String,
    /// How much of that is not shown, by what it is.
    pub left_out: Vec<(&'static str, u64)>,
    /// The number of the row, counted from 1, with which a page continues; the first if rows were left out by their worth.
    pub next: Option<u64>,
    /// How many credentials were recognised in the lines of documents; none of them is shown.
    pub redacted: u64,
    /// What was passed over on the way.
    pub passed_over: PassedOver,
    /// The keyed digits that close the text.
    pub frame: TagDigits,
}

/// Some files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many.
    pub files: u64,
    /// How many bytes they have together.
    pub bytes: u64,
}

impl Tally {
    fn add(&mut self, bytes: u64) {
        self.files += 1;
        self.bytes = self.bytes.saturating_add(bytes);
    }
}

/// Why there is no overview.
#[derive(Debug, thiserror::Error)]
pub enum OverviewError {
    /// The folder cannot be looked at.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Its files cannot be listed.
    #[error(transparent)]
    List(#[from] ListError),
    /// It has fewer rows.
    #[error("row {offset} is past the end: there {}", if *rows == 1 { "is 1 row".to_owned() } else { format!("are {rows} rows") })]
    PastEnd {
        /// The row that was asked for.
        offset: u64,
        /// How many there are.
        rows: u64,
    },
}

/// The rows of an overview that are shown.
struct ShownRows {
    text: String,
    left_out: Vec<(&'static str, u64)>,
    next: Option<u64>,
}

/// The last line of a text, which counts what is left out, with how to see it.
fn with_the_way_on(text: &str) -> String {
    match text.strip_suffix("]\n") {
        Some(counted) => format!("{counted}; offset 1 lists all in order]\n"),
        None => text.to_owned(),
    }
}

fn by_worth(sections: &[Section], fits: impl Fn(&str) -> bool) -> ShownRows {
    let all = fit_sections(sections, &fits);
    if all.left_out.is_empty() {
        return ShownRows { text: all.text, left_out: all.left_out, next: None };
    }
    let shown = fit_sections(sections, |text| fits(&with_the_way_on(text)));
    if shown.text.is_empty() {
        return ShownRows { text: all.text, left_out: all.left_out, next: Some(1) };
    }
    ShownRows { text: with_the_way_on(&shown.text), left_out: shown.left_out, next: Some(1) }
}

fn in_order(
    sections: &[Section],
    page: OutlinePage,
    fits: impl Fn(&str) -> bool,
) -> Result<ShownRows, OverviewError> {
    let rows = sections.iter().map(|section| section.rows.len()).sum::<usize>();
    let first = usize::try_from(page.offset.saturating_sub(1)).unwrap_or(usize::MAX);
    if first >= rows {
        return Err(OverviewError::PastEnd { offset: page.offset, rows: rows as u64 });
    }
    let limit = page.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let next_line = |next: usize| format!("[next offset {next}]\n");
    let shown = page_sections(sections, first, limit, |text| fits(&format!("{text}{}", next_line(rows))));
    let next = first + shown.rows;
    let others = rows - shown.rows;
    let left_out = if others == 0 {
        Vec::new()
    } else {
        vec![(if others == 1 { "row" } else { "rows" }, others as u64)]
    };
    let is_more = next < rows && shown.rows > 0;
    let text = if is_more { shown.text + &next_line(next + 1) } else { shown.text };
    Ok(ShownRows { text, left_out, next: is_more.then_some(next as u64 + 1) })
}

/// What is worth most in an overview, from the first to the last.
#[derive(Clone, Copy)]
enum Worth {
    Document,
    Language,
    FileTag,
    Top,
    Excerpt,
    Deeper,
}

impl Worth {
    /// The weight of the row that comes so late among those of equal worth.
    fn weight(self, place: u64) -> u64 {
        (self as u64) << 48 | place
    }
}

/// Looks over folders.
#[derive(Clone, Copy, Debug)]
pub struct Overviewer<'a> {
    pub(crate) access: &'a Access,
}

impl Overviewer<'_> {
    /// Looks over a folder, within the bounds of one reply: what matters most, or a page of all rows in order.
    pub fn overview(
        &self,
        folder: &str,
        page: Option<OutlinePage>,
        bounds: &Bounds,
        watch: &Watch<'_>,
    ) -> Result<OverviewReply, OverviewError> {
        let (name, facts) = match self.access.examine(folder)? {
            Examined::Present(located) => (located.name, located.facts),
            Examined::Absent(requested) => {
                return Err(OpenError::Missing { name: requested, similar: Vec::new() }.into());
            }
        };
        let starts = Starts::of(self.access, &[folder.to_owned()])?;
        let everything = ListRequest { limit: MOST_NAMES, ..ListRequest::default() };
        let listed = Lister::new(self.access).list_from(&starts, &everything, watch)?;
        let (is_cut, mut passed_over) = (listed.next.is_some(), listed.passed_over);
        passed_over.need_approval +=
            listed.entries.iter().filter(|listed| listed.is_sensitive).count() as u64;
        let is_file = |listed: &Listed| listed.kind == FileKind::File && !listed.is_sensitive;
        let files: Vec<Listed> = listed.entries.into_iter().filter(is_file).collect();
        let mut total = Tally::default();
        files.iter().for_each(|file| total.add(size(file)));
        let languages = languages(&files);
        let documents = self.documents(&name.path, &files);
        let of_language = |(name, tally): &(&str, Tally)| format!("{name} {}", sized(*tally));
        let by_language = languages.iter().map(of_language).collect();
        let sections = [
            documents.section,
            list("languages", ("language", "languages"), by_language, Worth::Language),
            list("tags", ("tag", "tags"), tags(&files), Worth::FileTag),
            Folders::of(&name.path, &files).section(),
        ];
        let fits = |text: &str| text.is_empty() || cut(text.as_bytes(), bounds).limit.is_none();
        let shown = match page {
            None => by_worth(&sections, fits),
            Some(page) => in_order(&sections, page, fits)?,
        };
        let named = named(&name.path, &files, &shown.text);
        Ok(OverviewReply {
            named,
            frame: text_digits(self.access, &name, shown.text.as_bytes()),
            name,
            facts,
            files: total.files,
            bytes: total.bytes,
            is_cut,
            languages,
            documents: documents.names,
            text: shown.text,
            left_out: shown.left_out,
            next: shown.next,
            redacted: documents.redacted,
            passed_over,
        })
    }
}

/// The files right in a folder that have a row in a text.
fn named(folder: &RootedPath, files: &[Listed], text: &str) -> Vec<String> {
    let rows: HashSet<&str> =
        text.lines().filter_map(|row| row.split_once(' ')).map(|(name, _)| name).collect();
    let is_shown = |file: &&Listed| {
        let name = beneath(folder, file);
        !name.contains(&b'/') && rows.contains(&*spell(name))
    };
    files.iter().filter(is_shown).map(|file| file.name.clone()).collect()
}

/// Files with names that are not all known are listed without their size.
fn size(file: &Listed) -> u64 {
    file.facts.map_or(0, |facts| facts.size)
}

/// The name of a file from the folder, without which it would not be listed.
fn beneath<'a>(folder: &RootedPath, file: &'a Listed) -> &'a [u8] {
    let path = file.path.as_bytes();
    path.strip_prefix(folder.as_bytes()).map_or(path, |rest| rest.strip_prefix(b"/").unwrap_or(rest))
}

/// By name alone: nothing is opened.
fn languages(files: &[Listed]) -> Vec<(&'static str, Tally)> {
    let mut tallies = BTreeMap::<&'static str, Tally>::new();
    for file in files {
        if let Some(language) = Language::of_file(&file.path.to_string(), b"") {
            tallies.entry(language.word()).or_default().add(size(file));
        }
    }
    let mut languages: Vec<_> = tallies.into_iter().collect();
    languages.sort_by_key(|(name, tally)| (std::cmp::Reverse(tally.bytes), *name));
    languages
}

fn tags(files: &[Listed]) -> Vec<String> {
    let counted = FileTag::ALL.map(|tag| (tag, files.iter().filter(|file| tag.is_on(&file.path)).count()));
    counted
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(tag, count)| format!("{} {count}", tag.word()))
        .collect()
}

fn list(
    title: &'static str,
    nouns: (&'static str, &'static str),
    rows: Vec<String>,
    worth: Worth,
) -> Section {
    let row = |(place, text)| SectionRow { text, weight: worth.weight(place) };
    Section { title, nouns, layout: SectionLayout::List, rows: (0..).zip(rows).map(row).collect() }
}
