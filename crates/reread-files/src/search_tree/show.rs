//! The second look: the best files again, and the best lines of each.

use std::fs::File;
use std::io;

use grep_regex::RegexMatcher;
use reread_context::{Subject, TagDigits, View};

use super::scan::{Scanned, Scanner};
use super::shares::shares;
use super::standing::Rank;
use super::{
    FoundFile, MOST_FILES, SearchTally, Standing, TreeSearchError, TreeSearchReply, TreeSearchRequest,
};
use crate::confinement::{Purpose, open_exactly};
use crate::facts::{FileFacts, FileKind};
use crate::hard_links::other_names;
use crate::seal::frame_of;
use crate::search::{FoundLine, Room, Stopped, Sweep, Swept, note_characters};
use crate::settings::OtherFilesystems;
use crate::state::State;
use crate::steady::{Steady, steadily};
use crate::tree::{Halt, Halted, Lookout};
use crate::workspace::Workspace;

/// What the second look is made with.
pub(super) struct Show<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) matcher: &'a RegexMatcher,
    pub(super) request: &'a TreeSearchRequest,
}

impl Show<'_> {
    /// Shows lines of the files, in their order, until the reply is full.
    pub(super) fn run(
        &self,
        ranked: Vec<Rank>,
        mut tally: SearchTally,
        ask: &dyn Fn() -> Option<Halt>,
    ) -> Result<TreeSearchReply, TreeSearchError> {
        let halted = Halted::default();
        let only_cancelled = || ask().filter(|halt| *halt == Halt::Cancelled);
        let lookout = Lookout { halted: &halted, ask: Some(&only_cancelled) };
        let mut room = Room::of(&self.workspace.settings().limits.transport().narrowed(&self.request.bounds));
        let matching: Vec<u64> = ranked.iter().map(|rank| rank.lines).collect();
        let mut files: Vec<FoundFile> = Vec::new();
        let mut stopped = None;
        for (rank, share) in ranked.into_iter().zip(shares(&matching, self.request.max_matches)) {
            if share == 0 {
                stopped = Some(Stopped::MaxMatches);
                break;
            }
            let (counted, name) = (rank.lines, self.workspace.place_name(rank.root, &rank.path));
            let mut room_with_name = room;
            if let Err(limit) = room_with_name.take(name.as_bytes()) {
                stopped = Some(Stopped::Full(limit));
                break;
            }
            let file = self.file(rank, name, share, room_with_name, &lookout);
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
            () if tally.files > files.len() as u64 => Some(self.too_many_files()),
            () => None,
        });
        let mut notices = Vec::new();
        let lines: Vec<&FoundLine> = files.iter().flat_map(|file| &file.matches).collect();
        note_characters(lines.iter().copied(), &mut notices);
        let frame = self.frame(&files);
        Ok(TreeSearchReply { frame, files, tally, stopped, notices })
    }

    /// Why no more files were kept by the first look.
    fn too_many_files(&self) -> Stopped {
        if self.request.max_matches < MOST_FILES as u64 { Stopped::MaxMatches } else { Stopped::Files }
    }

    /// What is shown of one file; `None` if it is gone, or is no longer what may be read.
    fn file(&self, rank: Rank, name: String, share: u64, room: Room, lookout: &Lookout<'_>) -> Option<Shown> {
        let most = usize::try_from(share).unwrap_or(usize::MAX);
        let cross_mounts = self.workspace.settings().other_filesystems == OtherFilesystems::Allow;
        let root = self.workspace.root(rank.root);
        let file = open_exactly(root, &rank.path, Purpose::Read, cross_mounts).ok()?;
        let facts = FileFacts::of(&file).ok()?;
        let may_be_read = facts.links <= 1
            || self.workspace.judge_known_names(rank.root, &facts, &other_names(root, &facts)).is_ok();
        if facts.kind != FileKind::File || !may_be_read {
            return None;
        }
        let Steady { value: (scanned, swept), changed_during_read } =
            steadily(&file, |size| self.best_lines(&file, size, most, room, lookout)).ok()?;
        let is_there = scanned.lines > 0 || rank.standing == Standing::Named;
        if scanned.is_binary || !is_there {
            return None;
        }
        let found = FoundFile {
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
        file: &File,
        size: u64,
        most: usize,
        room: Room,
        lookout: &Lookout<'_>,
    ) -> io::Result<(Scanned, Swept)> {
        let mut scanner = Scanner::reusing(Vec::new(), self.matcher);
        let scanned = scanner.scan(file, size, most, lookout)?;
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
        let swept = if scanned.picked.is_empty() { nothing } else { sweep.run(file, size)? };
        Ok((scanned, swept))
    }

    /// The digits that close all lines together.
    fn frame(&self, files: &[FoundFile]) -> TagDigits {
        let workspace = self.workspace;
        let key = workspace.state().map_or(workspace.frame_key(), State::key);
        let subject = Subject {
            epoch: workspace.state().map_or(0, State::epoch),
            root: workspace.root(0).path().as_os_str().as_encoded_bytes(),
            path: b"",
            view: View::Frame,
        };
        let lines = files.iter().flat_map(|file| &file.matches).flat_map(FoundLine::shown);
        frame_of(key, &subject, lines.map(|line| line.text.as_slice()))
    }
}

/// One file, whether the reply is full with it, and how much more it takes.
struct Shown {
    found: FoundFile,
    stopped: Option<Stopped>,
    room: Room,
}
