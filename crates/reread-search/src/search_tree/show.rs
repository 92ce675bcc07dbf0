//! The second look: the best files again, and the best lines of each.

use std::io;

use grep_regex::RegexMatcher;
use reread_access::{Access, Halt, Halted, Lookout, State, keep_shown, line_digits, take_keepable};
use reread_context::{Subject, TagDigits, TagView};
use reread_disk::{Steady, steadily};

use super::reopen::reopen;
use super::scan::{Scanned, Scanner};
use super::shares::shares;
use super::standing::Rank;
use super::study::Studied;
use super::{
    FoundFile, MOST_FILES, MatchKind, SearchTally, TreeSearchError, TreeSearchReply, TreeSearchRequest,
};
use crate::search::{ByteSource, FoundLine, Room, Stopped, Sweep, Swept, note_characters};

/// What the second look is made with.
pub(super) struct Show<'a> {
    pub(super) access: &'a Access,
    pub(super) matcher: &'a RegexMatcher,
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
            let wanted = Wanted { rank, studied, name, share };
            let file = self.file(wanted, room_with_name, &lookout);
            if halted.reason().is_some() {
                return Err(TreeSearchError::Cancelled);
            }
            // Between the two looks a file may have changed; what is said is true of the second.
            let lines = file.as_ref().map_or(0, |file| file.found.lines);
            tally.lines = tally.lines.saturating_sub(counted).saturating_add(lines);
            let Some(file) = file else {
                tally.files = tally.files.saturating_sub(1);
                continue;
            };
            room = file.room;
            stopped = file.stopped;
            files.push(file.found);
            if stopped.is_some() {
                break;
            }
        }
        stopped = stopped.or_else(|| match () {
            () if files.iter().any(|file| file.more() > 0) => Some(Stopped::MaxMatches),
            () if tally.files > files.len() as u64 => Some(too_many_files(self.request)),
            () => None,
        });
        let mut notices = Vec::new();
        let lines: Vec<&FoundLine> = files.iter().flat_map(|file| &file.matches).collect();
        note_characters(lines.iter().copied(), &mut notices);
        let frame = frame(self.access, &files);
        let bounds = self.request.bounds;
        Ok(TreeSearchReply { frame, files, tally, stopped, bounds, notices, ranked_by: None })
    }

    /// What is shown of one file; `None` if it is gone, or is no longer what may be read.
    fn file(&self, wanted: Wanted, room: Room, lookout: &Lookout<'_>) -> Option<Shown> {
        let Wanted { rank, studied, name, share } = wanted;
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
        Some(Shown { found, stopped, room: swept.room })
    }

    fn best_lines(
        &self,
        bytes: ByteSource<'_>,
        size: u64,
        (most, studied): (usize, Option<&Studied>),
        room: Room,
        lookout: &Lookout<'_>,
    ) -> io::Result<(Scanned, Swept)> {
        let mut scanner = Scanner::reusing(Vec::new(), self.matcher).knowing(studied);
        let scanned = scanner.scan(bytes, size, most, lookout)?;
        let sweep = Sweep {
            matcher: self.matcher,
            max_matches: u64::MAX,
            before_lines: self.request.before_lines,
            after_lines: self.request.after_lines,
            picked: Some(&scanned.picked),
            room,
            out_of_time: &|| !lookout.goes_on(),
        };
        let nothing = Swept { room, ..Swept::default() };
        let swept = if scanned.picked.is_empty() { nothing } else { sweep.run(bytes, size)? };
        Ok((scanned, swept))
    }
}

/// Why no more files are shown than there are.
pub(super) fn too_many_files(request: &TreeSearchRequest) -> Stopped {
    if request.max_matches < MOST_FILES as u64 { Stopped::MaxMatches } else { Stopped::Files }
}

/// The digits that close all lines together.
pub(super) fn frame(access: &Access, files: &[FoundFile]) -> TagDigits {
    let subject = Subject {
        epoch: access.state().map_or(0, State::epoch),
        root: access.root(0).path().as_os_str().as_encoded_bytes(),
        path: b"",
        view: TagView::Frame,
    };
    let lines = files.iter().flat_map(|file| &file.matches).flat_map(FoundLine::shown);
    line_digits(access, &subject, lines.map(|line| line.text.as_slice()))
}

/// A file, and how much of it is wanted.
struct Wanted {
    rank: Rank,
    studied: Option<Studied>,
    name: String,
    /// How many lines.
    share: u64,
}

/// One file, whether the reply is full with it, and how much more it takes.
struct Shown {
    found: FoundFile,
    stopped: Option<Stopped>,
    room: Room,
}
