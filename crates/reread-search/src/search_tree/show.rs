//! The second look: the best files again, and the best lines of each.

use std::io;

use reread_access::{Access, Halt, Halted, Lookout, keep_shown, take_keepable, tree_digits};
use reread_disk::{Steady, steadily};

use super::reopen::reopen;
use super::scan::{Scanned, Scanner};
use super::standing::Rank;
use super::study::Studied;
use super::{
    FoundFile, MOST_FILES, MatchKind, RankedBy, SearchTally, TreeSearchError, TreeSearchReply,
    TreeSearchRequest,
};
use crate::line_matcher::LineMatcher;
use crate::search::{ByteSource, FoundLine, Room, Stopped, Sweep, Swept, note_characters};

/// What the second look is made with.
pub(super) struct Show<'a> {
    pub(super) access: &'a Access,
    pub(super) matcher: &'a LineMatcher,
    pub(super) request: &'a TreeSearchRequest,
}

impl Show<'_> {
    /// Shows lines of the files, in their order, until the reply is full.
    pub(super) fn run(
        &self,
        ranked: Vec<(Rank, Option<Studied>)>,
        mut tally: SearchTally,
        ask: &dyn Fn() -> Option<Halt>,
    ) -> Result<TreeSearchReply, TreeSearchError> {
        let halted = Halted::default();
        let lookout = Lookout { halted: &halted, ask: Some(ask) };
        let mut room = Room::of(&self.access.settings().limits.transport().narrowed(&self.request.bounds));
        let matching: Vec<u64> = ranked.iter().map(|(rank, _)| rank.lines).collect();
        let mut files: Vec<FoundFile> = Vec::new();
        let mut stopped = None;
        for ((rank, studied), share) in ranked.into_iter().zip(shares(&matching, self.request.max_matches)) {
            if share == 0 {
                stopped = Some(Stopped::MaxMatches);
                break;
            }
            let (counted, name) = (rank.lines, self.access.place_name(rank.root, &rank.path));
            let mut room_with_name = room;
            if let Err(limit) = room_with_name.take(name.as_bytes()) {
                stopped = Some(Stopped::Full(limit));
                break;
            }
            let file = self.file((rank, studied), name, share, room_with_name, &lookout);
            match halted.reason() {
                None => {}
                Some(Halt::Time) => {
                    stopped = Some(Stopped::Time);
                    break;
                }
                Some(_) => return Err(TreeSearchError::Cancelled),
            }
            // Between the two looks a file may have changed; what is said is true of the second.
            let lines = file.as_ref().map_or(0, |(found, ..)| found.lines);
            tally.lines = tally.lines.saturating_sub(counted).saturating_add(lines);
            let Some((found, after, full)) = file else {
                tally.files = tally.files.saturating_sub(1);
                continue;
            };
            (room, stopped) = (after, full);
            files.push(found);
            if stopped.is_some() {
                break;
            }
        }
        stopped = stopped.or_else(|| match () {
            () if files.iter().any(|file| file.more() > 0) => Some(Stopped::MaxMatches),
            () if tally.files > files.len() as u64 => Some(too_many_files(self.request)),
            () => None,
        });
        Ok(self.request.reply(self.access, files, tally, stopped, None))
    }

    /// What is shown of one file, how much more the reply takes, and whether it is full; `None` if the file is gone, or is no
    /// longer what may be read.
    fn file(
        &self,
        (rank, studied): (Rank, Option<Studied>),
        name: String,
        share: u64,
        room: Room,
        lookout: &Lookout<'_>,
    ) -> Option<(FoundFile, Room, Option<Stopped>)> {
        let most = usize::try_from(share).unwrap_or(usize::MAX);
        let (file, _) = reopen(self.access, rank.root, &rank.path)?;
        let names = [&rank.path];
        let Steady { value, changed_during_read } = steadily(&file, |size| {
            let snapshot = take_keepable(self.access, &names, &file, size)?;
            let bytes = ByteSource::of(snapshot.as_ref(), &file);
            let studied = studied.as_ref().filter(|studied| studied.is_of(bytes, size));
            let (scanned, swept) = self.best_lines(bytes, size, (most, studied), room, lookout)?;
            Ok((scanned, swept, studied.is_some(), snapshot))
        })
        .ok()?;
        let (scanned, swept, is_studied, snapshot) = value;
        let is_there = scanned.lines > 0 || rank.standing == MatchKind::Named;
        if scanned.is_binary || !is_there {
            return None;
        }
        let is_shown = |line| swept.matches.iter().any(|found| found.shown.line == line);
        let studied = studied.filter(|_| is_studied && !changed_during_read);
        let keep = |snapshot| keep_shown(self.access, &names, snapshot, changed_during_read);
        let found = FoundFile {
            digest: snapshot.as_ref().and_then(keep),
            symbols: studied.map_or(Vec::new(), |studied| studied.symbols_in(is_shown)),
            name,
            root: rank.root,
            path: rank.path,
            standing: rank.standing,
            class: rank.class,
            matches: swept.matches,
            lines: scanned.lines,
            long_lines: swept.long_lines,
            changed_during_read,
        };
        let stopped = swept.stopped.filter(|stopped| matches!(stopped, Stopped::Full(_)));
        Some((found, swept.room, stopped))
    }

    fn best_lines(
        &self,
        bytes: ByteSource<'_>,
        size: u64,
        (most, studied): (usize, Option<&Studied>),
        room: Room,
        lookout: &Lookout<'_>,
    ) -> io::Result<(Scanned, Swept)> {
        let scanner = Scanner { matcher: self.matcher, studied };
        let scanned = scanner.scan(bytes, size, most, &mut Vec::new(), lookout)?;
        let is_halted = || !lookout.goes_on();
        let swept = self.request.sweep(self.matcher, &scanned.picked, room, &is_halted).run(bytes, size)?;
        Ok((scanned, swept))
    }
}

/// Why no more files are shown than there are.
pub(super) fn too_many_files(request: &TreeSearchRequest) -> Stopped {
    if request.max_matches < MOST_FILES as u64 { Stopped::MaxMatches } else { Stopped::Files }
}

impl TreeSearchRequest {
    /// A sweep that shows the picked lines of a file.
    pub(super) fn sweep<'a>(
        &self,
        matcher: &'a LineMatcher,
        picked: &'a [u64],
        room: Room,
        out_of_time: &'a dyn Fn() -> bool,
    ) -> Sweep<'a> {
        let Self { before_lines, after_lines, .. } = *self;
        let (max_matches, picked) = (u64::MAX, Some(picked));
        Sweep { matcher, first_line: 1, max_matches, before_lines, after_lines, picked, room, out_of_time }
    }

    /// The reply that shows these files.
    pub(super) fn reply(
        &self,
        access: &Access,
        files: Vec<FoundFile>,
        tally: SearchTally,
        stopped: Option<Stopped>,
        ranked_by: Option<RankedBy>,
    ) -> TreeSearchReply {
        let matches = || files.iter().flat_map(|file| &file.matches);
        let lines = matches().flat_map(FoundLine::shown).map(|line| line.text.as_slice());
        let frame = tree_digits(access, lines);
        let mut notices = Vec::new();
        note_characters(matches(), &mut notices);
        TreeSearchReply {
            files,
            tally,
            stopped,
            bounds: self.bounds,
            frame,
            notices,
            ranked_by,
            is_offer: false,
        }
    }
}

/// No file gets more than so many lines while further files wait.
const LINES_OF_ONE_FILE: u64 = 10;

/// So many lines for each file that has `matching` ones: a few for all, in their order, and what they leave over for the
/// first that have more. Nothing is left over while a line waits. A file that matches by its name alone takes the place
/// of a line, too.
fn shares(matching: &[u64], mut room: u64) -> Vec<u64> {
    let few = |lines: &u64| {
        let share = (*lines).clamp(1, LINES_OF_ONE_FILE).min(room);
        room -= share;
        share
    };
    let mut shares: Vec<u64> = matching.iter().map(few).collect();
    for (share, lines) in shares.iter_mut().zip(matching) {
        let more = lines.saturating_sub(*share).min(room);
        room -= more;
        *share += more;
    }
    shares
}

#[cfg(test)]
mod tests;
