//! The lines of ranked files that have most of the words.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;

use reread_access::{Access, PathClass};
use reread_code::roles;
use reread_disk::{Steady, steadily};
use reread_path::RootedPath;
use reread_text::Digest;

use super::counting::{BestLines, Counter, MOST_COUNTED, text_of};
use super::{PlainWords, RankedFile, Ranking};
use crate::line_matcher::LineMatcher;
use crate::search::{FoundLine, Room, Stopped, Swept};
use crate::search_tree::allowance::Allowance;
use crate::search_tree::reopen::reopen;
use crate::search_tree::show::too_many_files;
use crate::search_tree::{FoundFile, MatchKind, TreeSearchError, TreeSearchReply, TreeSearchRequest};
use crate::searcher::Searcher;
use crate::symbol_candidate::{SymbolCandidate, language_of};

/// So many lines of a file are shown: enough to tell whether it is the one.
pub(super) const LINES_OF_ONE_FILE: usize = 3;

/// What ranked files are shown with.
struct Showing<'a> {
    access: &'a Access,
    request: &'a TreeSearchRequest,
    matcher: &'a LineMatcher,
    best_lines: BestLines<'a>,
}

impl Searcher<'_> {
    /// Shows the best lines of the best files, behind those that were found already; `None` if one of them is not what the
    /// ranking rests on.
    pub(in crate::search_tree) fn show_ranked(
        &self,
        request: &TreeSearchRequest,
        words: &PlainWords,
        ranking: Ranking,
        already: Option<&TreeSearchReply>,
    ) -> Result<Option<TreeSearchReply>, TreeSearchError> {
        let Some(ranking) = self.rank_by_meaning(request, words, ranking)? else { return Ok(None) };
        let matcher = self.memory.matchers.get(&words.any())?;
        let best_lines = BestLines { counter: Counter::new(&words.words), weights: &ranking.weights };
        let showing = Showing { access: self.access, request, matcher: &matcher, best_lines };
        let already = already.filter(|reply| !reply.files.is_empty());
        let mut tally = already.map_or_else(|| ranking.tally(), |reply| reply.tally);
        tally.files += ranking.matching;
        tally.ranked = ranking.matching;
        let mut files = already.map_or_else(Vec::new, |reply| reply.files.clone());
        let mut room = Room::of(&self.access.settings().limits.transport().narrowed(&request.bounds));
        let mut left = usize::try_from(request.max_matches).unwrap_or(usize::MAX);
        for file in &files {
            let lines = file.matches.iter().flat_map(FoundLine::shown).map(|line| &line.text[..]);
            for line in std::iter::once(file.name.as_bytes()).chain(lines) {
                // It is in the reply: a bound that it fills takes nothing else.
                let _ = room.take(line);
            }
            left = left.saturating_sub(file.matches.len().max(1));
        }
        let (mut stopped, mut allowance) = (None, Allowance::default());
        for ranked in ranking.files {
            if left == 0 {
                stopped = Some(Stopped::MaxMatches);
                break;
            }
            let must_be_as_ranked = ranked.digest.is_some();
            let name = self.access.place_name(ranked.root, &ranked.path);
            let mut room_with_name = room;
            if let Err(limit) = room_with_name.take(name.as_bytes()) {
                stopped = Some(Stopped::Full(limit));
                break;
            }
            match showing.file(ranked, name, left.min(LINES_OF_ONE_FILE), room_with_name, &mut allowance) {
                None if must_be_as_ranked => return Ok(None),
                // Gone, or without the words by now.
                None => {
                    tally.files = tally.files.saturating_sub(1);
                    tally.ranked = tally.ranked.saturating_sub(1);
                }
                Some((found, after, full)) => {
                    left -= found.matches.len().max(1).min(left);
                    (room, stopped) = (after, full);
                    files.push(found);
                    if stopped.is_some() {
                        break;
                    }
                }
            }
        }
        tally.not_studied += allowance.left_out();
        if stopped.is_none() && tally.files > files.len() as u64 {
            stopped = Some(too_many_files(request));
        }
        Ok(Some(request.reply(self.access, files, tally, stopped, Some(ranking.by))))
    }
}

impl Showing<'_> {
    /// What is shown of one file, how much more the reply takes, and whether it is full; `None` if it is not there, may not
    /// be read, or is not as it was ranked.
    fn file(
        &self,
        ranked: RankedFile,
        name: String,
        most: usize,
        room: Room,
        allowance: &mut Allowance,
    ) -> Option<(FoundFile, Room, Option<Stopped>)> {
        let RankedFile { root, path, digest, .. } = ranked;
        self.access.judge("", &[&path], root).ok()?;
        let (file, _) = reopen(self.access, root, &path)?;
        let Steady { value: (text, lines, swept), changed_during_read } =
            steadily(&file, |size| self.see(&file, size, most, room)).ok()?;
        if digest.is_some_and(|digest| digest != Digest::of(&text)) {
            return None;
        }
        let is_studied = !changed_during_read && allowance.takes(&path, text.len() as u64);
        let shown = swept.matches.iter().map(|found| found.shown.line);
        let symbols = if is_studied { symbols_around(shown, &name, &path, &text) } else { Vec::new() };
        let full = swept.stopped.filter(|stopped| matches!(stopped, Stopped::Full(_)));
        let found = FoundFile {
            name,
            root,
            class: PathClass::of(&path),
            path,
            standing: MatchKind::HasWords,
            symbols,
            matches: swept.matches,
            lines,
            long_lines: swept.long_lines,
            changed_during_read,
            // What ranks a file by its words is all the others: its version alone does not make this reply again.
            digest: None,
        };
        Some((found, swept.room, full))
    }

    /// The text of a file, how many lines have any of the words, and the best of them.
    fn see(&self, file: &File, size: u64, most: usize, room: Room) -> io::Result<(Vec<u8>, u64, Swept)> {
        let mut text = Vec::new();
        text_of(file, size.min(MOST_COUNTED), &mut text).ok_or(io::ErrorKind::InvalidData)?;
        let (picked, lines) = self.best_lines.of(&text, most);
        let swept = self.request.sweep(self.matcher, &picked, room, &|| false).run(file, size)?;
        Ok((text, lines, swept))
    }
}

/// The symbols around some lines, in the order of the file; none if it is no program after all.
fn symbols_around(
    lines: impl Iterator<Item = u64>,
    name: &str,
    path: &RootedPath,
    text: &[u8],
) -> Vec<SymbolCandidate> {
    let outline = language_of(path, text).and_then(|language| roles(text, language, &[]));
    let Some((outline, _)) = outline else { return Vec::new() };
    let places: BTreeSet<usize> = lines.filter_map(|line| outline.around_line(line)).collect();
    places.into_iter().map(|place| SymbolCandidate::of(name, &outline.symbols()[place])).collect()
}
