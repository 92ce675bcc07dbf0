//! What the best files declare where they match.
//!
//! The first look only knows lines. Of the files that it proposes, the best are taken apart, as many as a search can
//! afford without becoming slow: then it is known which lines define what matched, under which id, which use it as a
//! name, and which merely contain it. All of it is true of the bytes that were taken apart and of no others, so they are
//! kept to be held against those that are shown.

use std::collections::HashMap;
use std::fs::File;
use std::ops::Range;

use reread_access::{Access, Crew, Halt, Lookout, Pause, binary_kind};
use reread_code::{Role, roles};
use reread_disk::read_all;
use reread_text::count_lines;

use super::allowance::Allowance;
use super::reopen::reopen;
use super::standing::{MatchKind, Rank};
use crate::line_matcher::LineMatcher;
use crate::search::ByteSource;
use crate::symbol_candidate::{SymbolCandidate, language_of};

/// What one file declares where it matches.
#[derive(Debug)]
pub(super) struct Studied {
    bytes: Vec<u8>,
    /// The matching lines in order, each with what it is worth.
    lines: Vec<(u64, MatchKind)>,
    /// The lines in which names of symbols match, with the symbols.
    symbols: Vec<(u64, SymbolCandidate)>,
}

/// What files are taken apart with.
pub(super) struct Studying<'a> {
    pub(super) access: &'a Access,
    pub(super) matcher: &'a LineMatcher,
}

impl Studying<'_> {
    /// Takes the best files apart; the best `most` of all in the order in which they stand then, and how many programs were
    /// not taken apart.
    pub(super) fn run(
        &self,
        ranked: Vec<Rank>,
        most: usize,
        ask: &dyn Fn() -> Option<Halt>,
    ) -> (Vec<(Rank, Option<Studied>)>, u64) {
        let (chosen, left_out) = affordable(&ranked);
        let study =
            |files: &mut Vec<(usize, Studied)>, place: usize, _: &Crew<usize>, lookout: &Lookout<'_>| {
                files.extend(self.study(&ranked[place], lookout).map(|studied| (place, studied)));
            };
        let (workers, _) = Crew::run(chosen, Pause::Never, ask, Vec::new, study);
        let mut studied: HashMap<usize, Studied> = workers.into_iter().flatten().collect();
        let with_study = |(place, mut rank): (usize, Rank)| {
            let studied = studied.remove(&place);
            rank.is_unlikely = false;
            if let Some(studied) = &studied {
                let best = studied.lines.iter().map(|(_, standing)| *standing).min();
                rank.standing = MatchKind::of_file(self.matcher, &rank.path, best).unwrap_or(rank.standing);
            }
            (rank, studied)
        };
        let mut files: Vec<_> = ranked.into_iter().enumerate().map(with_study).collect();
        files.sort_by(|(one, _), (other, _)| one.cmp(other));
        files.truncate(most);
        (files, left_out)
    }

    /// What a file declares where it matches; `None` if it cannot be read, or is no program after all.
    fn study(&self, rank: &Rank, lookout: &Lookout<'_>) -> Option<Studied> {
        let (file, facts) = reopen(self.access, rank.root, &rank.path)?;
        let bytes = all_of(&file, facts.size)?;
        let language = language_of(&rank.path, &bytes).filter(|_| binary_kind(&bytes).is_none())?;
        let found = first_matches(self.matcher, &bytes, &|| lookout.goes_on());
        let places: Vec<Range<usize>> = found.iter().map(|found| found.found.clone()).collect();
        let (outline, roles) = roles(&bytes, language, &places)?;
        let name = self.access.place_name(rank.root, &rank.path);
        let (mut lines, mut symbols) = (Vec::new(), Vec::new());
        for (found, role) in found.iter().zip(roles) {
            let by_role = match role {
                Role::Defines(_) => MatchKind::Defines,
                Role::DefinesPart(_) => MatchKind::DefinesPart,
                Role::Refers => MatchKind::Refers,
                Role::Text => MatchKind::Mentions,
            };
            // What a grammar cannot read may define something nevertheless.
            let standing = if outline.has_errors() { by_role.min(found.by_words) } else { by_role };
            lines.push((found.line, standing));
            if let Role::Defines(place) | Role::DefinesPart(place) = role {
                symbols.push((found.line, SymbolCandidate::of(&name, &outline.symbols()[place])));
            }
        }
        Some(Studied { bytes, lines, symbols })
    }
}

impl Studied {
    /// What a line is worth; `None` if it is not known to match.
    pub(super) fn standing(&self, line: u64) -> Option<MatchKind> {
        let place = self.lines.binary_search_by_key(&line, |(line, _)| *line).ok()?;
        Some(self.lines[place].1)
    }

    /// Whether a file still holds what was taken apart.
    pub(super) fn is_of(&self, bytes: ByteSource<'_>, size: u64) -> bool {
        size == self.bytes.len() as u64
            && match bytes {
                ByteSource::File(file) => all_of(file, size).is_some_and(|bytes| bytes == self.bytes),
                ByteSource::Memory(bytes) => bytes == self.bytes,
            }
    }

    /// The symbols whose names stand in one of these lines, in the order of the file.
    pub(super) fn symbols_in(&self, is_shown: impl Fn(u64) -> bool) -> Vec<SymbolCandidate> {
        self.symbols.iter().filter(|(line, _)| is_shown(*line)).map(|(_, symbol)| symbol.clone()).collect()
    }
}

/// The files that are worth taking apart, by their places, and how many more there would be.
fn affordable(ranked: &[Rank]) -> (Vec<usize>, u64) {
    let mut allowance = Allowance::default();
    let mut is_chosen = |rank: &Rank| rank.lines > 0 && allowance.takes(&rank.path, rank.size);
    let chosen =
        ranked.iter().enumerate().filter(|(_, rank)| is_chosen(rank)).map(|(place, _)| place).collect();
    (chosen, allowance.left_out())
}

/// The first match of a line.
struct FirstMatch {
    line: u64,
    found: Range<usize>,
    /// What the line is worth without its grammar.
    by_words: MatchKind,
}

/// The first match of each matching line of a text.
fn first_matches(matcher: &LineMatcher, text: &[u8], goes_on: &dyn Fn() -> bool) -> Vec<FirstMatch> {
    let mut matches = Vec::new();
    let (mut line, mut start) = (1, 0);
    while let Some(found) = matcher.find_at(text, start, goes_on).ok().flatten() {
        let before = &text[start..found.start()];
        let passed = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        (line, start) = (line + count_lines(&before[..passed]), start + passed);
        let end = memchr::memchr(b'\n', &text[found.start()..]).map_or(text.len(), |at| found.start() + at);
        if start >= text.len() {
            break;
        }
        let by_words = MatchKind::of_line(&text[start..end], found.start() - start, found.end() - start);
        matches.push(FirstMatch { line, found: found.start()..found.end(), by_words });
        if end == text.len() {
            break;
        }
        (line, start) = (line + 1, end + 1);
    }
    matches
}

fn all_of(file: &File, size: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    read_all(file, size, &mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests;
