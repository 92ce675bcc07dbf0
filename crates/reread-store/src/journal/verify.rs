//! Checking the whole chain, line by line.
//!
//! The first line that is not what was written is named, with what is wrong about it; what follows a break is not
//! looked at. It changes nothing: repairs are made by the next append.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};

use cap_std::fs::Dir;
use reread_text::Digest;

use super::head::{ChainEnd, HeadFile};
use super::line::{LONGEST_LINE, Unsound, unseal};
use super::rotate::pruned;
use super::segments::Segment;
use super::{HEAD, JOURNAL, JournalHead};
use crate::lock::Lock;
use crate::private;

/// A journal without a flaw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifiedChain {
    /// The number of the first record that is there: what came before it was removed on request.
    pub first: u64,
    /// The number of the last; 0 if there never was one.
    pub records: u64,
    /// The hash of the last one; zeros if there is none.
    pub head: Digest,
    /// How many of them tell of a repair: a torn line moved aside, or a head that was lost.
    pub repairs: u64,
}

/// Where the journal stops being what was written.
#[derive(Debug, thiserror::Error)]
#[error("line {line} of the journal {what}")]
pub struct BrokenChain {
    /// The first line that is not right, counted from 1; one past the last line if that is where records are missing.
    pub line: u64,
    /// What is wrong with it.
    pub what: Damage,
}

/// What is wrong with a journal.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Damage {
    /// The line's hash is not its own, or it is no record at all.
    #[error("was altered")]
    Altered,
    /// Records were removed, moved or repeated before this one.
    #[error("holds record {found} in place of record {expected}")]
    OutOfOrder { expected: u64, found: u64 },
    /// The number is right, but it follows another record than the one before it: one of the two was forged.
    #[error("does not follow from the line before it")]
    Unlinked,
    /// Records that the head knows of are gone.
    #[error("is missing or cut off: there were {0} records")]
    CutOff(u64),
    /// A writer died in the middle of the last line. The next append moves it aside.
    #[error("is unfinished")]
    Torn,
    /// A later release wrote it, in this format.
    #[error("has the unknown format {0}")]
    UnknownVersion(u64),
    /// The head does not exist, so that nothing tells whether records are missing at the end.
    #[error("is the last, and there is no head to confirm it")]
    MissingHead,
    /// The head cannot be read as one.
    #[error("is the last, and the head to confirm it is damaged")]
    DamagedHead,
    /// The head names another record than the one that stands there, or lags behind by more than one.
    #[error("is not what the head says")]
    HeadDisagrees,
    /// Another record was noted under this number in the database.
    #[error("is not the one that was noted in the database")]
    NotAsNoted,
    /// The system refused.
    #[error("cannot be read")]
    Unreadable(#[source] io::Error),
}

impl Damage {
    /// The stable word callers branch on.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Altered => "altered",
            Self::OutOfOrder { .. } => "out_of_order",
            Self::Unlinked => "unlinked",
            Self::CutOff(_) => "cut_off",
            Self::Torn => "torn",
            Self::UnknownVersion(_) => "unknown_version",
            Self::MissingHead => "missing_head",
            Self::DamagedHead => "damaged_head",
            Self::HeadDisagrees => "head_disagrees",
            Self::NotAsNoted => "not_as_noted",
            Self::Unreadable(_) => "unreadable",
        }
    }
}

/// The journal as it stood at one moment.
struct Moment {
    /// The last record that was removed on request.
    pruned: ChainEnd,
    segments: Vec<Segment>,
    head: HeadFile,
    journal: Option<File>,
    size: u64,
}

pub(super) fn walk(
    audit: &Dir,
    noted: Option<JournalHead>,
    mut each: impl FnMut(&[u8]),
) -> Result<VerifiedChain, BrokenChain> {
    let unreadable = |line| move |source| BrokenChain { line, what: Damage::Unreadable(source) };
    let moment = Moment::capture(audit).map_err(unreadable(1))?;
    let mut walk = ChainWalk::new(moment.pruned, moment.head, moment.size);
    walk.noted = noted;
    walk.check_noted().map_err(|what| BrokenChain { line: moment.pruned.seq, what })?;
    for segment in &moment.segments {
        let file = segment.open(audit).map_err(unreadable(walk.last.seq + 1))?;
        walk.pass(file, u64::MAX, &mut each)?;
    }
    walk.begin_live();
    if let Some(journal) = moment.journal {
        walk.pass(journal, moment.size, &mut each)?;
    }
    walk.finish()
}

impl Moment {
    fn capture(audit: &Dir) -> io::Result<Self> {
        // The lock is held only here: what is in the file now will not change, and may be read at leisure.
        let _held = Lock::shared(audit)?;
        let pruned = pruned(audit)?;
        let mut segments = Segment::all(audit)?;
        // A process that removed segments may have died before the last of them was gone.
        segments.retain(|segment| segment.last > pruned.seq);
        let head = HeadFile::named(audit, HEAD)?;
        let journal = private::open_existing(audit, JOURNAL)?;
        let size = journal.as_ref().map_or(Ok(0), |file| file.metadata().map(|metadata| metadata.len()))?;
        Ok(Self { pruned, segments, head, journal, size })
    }
}

/// The chain as far as it was found whole.
pub(super) struct ChainWalk {
    head: HeadFile,
    /// What is noted elsewhere.
    noted: Option<JournalHead>,
    /// The length of the file that is appended to.
    size: u64,
    first: u64,
    pub(super) last: ChainEnd,
    /// Whether the head's own record was passed and is the right one.
    confirmed: bool,
    repairs: u64,
}

impl ChainWalk {
    /// Begins behind a record.
    pub(super) fn new(before: ChainEnd, head: HeadFile, size: u64) -> Self {
        let confirmed = head == HeadFile::Known(before);
        Self { head, noted: None, size, first: before.seq + 1, last: before, confirmed, repairs: 0 }
    }

    /// Goes through the lines of one file, as far as `size`.
    fn pass(&mut self, file: File, size: u64, each: &mut dyn FnMut(&[u8])) -> Result<(), BrokenChain> {
        self.last.size = 0;
        let mut rest = BufReader::with_capacity(64 << 10, file).take(size);
        let mut line = Vec::new();
        while next_line(&mut rest, &mut line).map_err(|source| self.unreadable(source))? {
            self.step(&line).map_err(|what| self.broken(what))?;
            self.check_noted().map_err(|what| BrokenChain { line: self.last.seq, what })?;
            each(line.strip_suffix(b"\n").unwrap_or(&line));
        }
        Ok(())
    }

    /// From here on lines are of the file that is appended to, whose length the head tells.
    fn begin_live(&mut self) {
        self.last.size = 0;
        self.confirmed |= self.head == HeadFile::Known(self.last);
    }

    pub(super) fn unreadable(&self, source: io::Error) -> BrokenChain {
        self.broken(Damage::Unreadable(source))
    }

    /// Something is wrong with the line behind the last that was found whole.
    pub(super) fn broken(&self, what: Damage) -> BrokenChain {
        BrokenChain { line: self.last.seq + 1, what }
    }

    pub(super) fn step(&mut self, line: &[u8]) -> Result<(), Damage> {
        let Some(sealed) = line.strip_suffix(b"\n") else {
            return Err(self.unfinished(line));
        };
        let link = unseal(sealed).map_err(|unsound| match unsound {
            Unsound::Altered => Damage::Altered,
            Unsound::UnknownVersion(version) => Damage::UnknownVersion(version),
        })?;
        let expected = self.last.seq + 1;
        if link.seq != expected {
            return Err(Damage::OutOfOrder { expected, found: link.seq });
        }
        if link.prev != self.last.hash {
            return Err(Damage::Unlinked);
        }
        self.last = ChainEnd { seq: link.seq, size: self.last.size + line.len() as u64, hash: link.hash };
        self.confirmed |= self.head == HeadFile::Known(self.last);
        self.repairs += u64::from(link.repaired);
        Ok(())
    }

    /// Whether the last record is the one that was noted under its number.
    fn check_noted(&self) -> Result<(), Damage> {
        let is_other = |noted: &JournalHead| noted.seq == self.last.seq && noted.hash != self.last.hash;
        if self.noted.as_ref().is_some_and(is_other) { Err(Damage::NotAsNoted) } else { Ok(()) }
    }

    fn unfinished(&self, line: &[u8]) -> Damage {
        match self.head {
            HeadFile::Known(head) if self.size < head.size => Damage::CutOff(head.seq),
            HeadFile::Known(head) if self.last.seq < head.seq => Damage::Altered,
            _ if line.len() as u64 == LONGEST_LINE => Damage::Altered,
            _ => Damage::Torn,
        }
    }

    /// What was found whole so far, with nothing to confirm its end.
    pub(super) fn copied(&self) -> VerifiedChain {
        let ChainEnd { seq: records, hash: head, .. } = self.last;
        VerifiedChain { first: self.first, records, head, repairs: self.repairs }
    }

    fn finish(&self) -> Result<VerifiedChain, BrokenChain> {
        let records = self.last.seq;
        let broken = |line, what| Err(BrokenChain { line, what });
        if let Some(noted) = self.noted.filter(|noted| noted.seq > records) {
            return broken(records + 1, Damage::CutOff(noted.seq));
        }
        match self.head {
            HeadFile::Newer(version) => broken(records, Damage::UnknownVersion(version)),
            HeadFile::Damaged => broken(records, Damage::DamagedHead),
            HeadFile::Empty if records > 0 => broken(records, Damage::MissingHead),
            HeadFile::Known(head) if head.seq > records => broken(records + 1, Damage::CutOff(head.seq)),
            HeadFile::Known(head) if !self.confirmed => broken(head.seq.max(1), Damage::HeadDisagrees),
            // One record more than the head knows is what a writer leaves that died in between.
            HeadFile::Known(head) if records - head.seq > 1 => broken(head.seq + 1, Damage::HeadDisagrees),
            HeadFile::Empty | HeadFile::Known(_) => Ok(self.copied()),
        }
    }
}

/// Reads one line, however long; `false` at the end. What is longer than any line of ours comes in pieces.
pub(super) fn next_line(lines: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    Ok(lines.take(LONGEST_LINE).read_until(b'\n', line)? > 0)
}
