//! A walk that holds every file against what is known of it, and reads those that differ.
//!
//! The clock that stamps files ticks: a file that is written, read by us and written again within one tick looks the same
//! before and after. So what was read is settled only if its stamps were older than the walk by more than any tick. What
//! is not settled is read again the next time, whatever its stamps say.

use std::cell::Cell;
use std::io;
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicU64, Ordering};

use reread_code::Language;
use reread_path::{FolderRules, RootedPath, Rules, Verdict};
use reread_store::{FileRow, FileStamp};
use reread_text::{Digest, DigestBuilder};

use super::known::Known;
use super::noticing::Noticing;
use super::{MOST_FILES, bit};
use crate::facts::FileFacts;
use crate::path_class::Tag;
use crate::steady::{CHUNK, fill_at};
use crate::tree::{EveryFile, Globs, Halt, Look, Lookout, MetFile, NotMet, OpenFolder, Starts};
use crate::watch::{Progress, Watch};
use crate::workspace::Workspace;

/// The longest tick of any file system that is still in use: FAT's.
const TICK_NS: i64 = 2_000_000_000;

/// How many files lie between two words about progress.
const TOLD_EVERY: u64 = 256;

/// A file that was read.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) root: usize,
    path: RootedPath,
    stamp: FileStamp,
    digest: Option<Digest>,
    language: Option<Language>,
    tags: u8,
    is_sensitive: bool,
    is_settled: bool,
}

impl Found {
    pub(super) fn row(&self) -> FileRow<'_> {
        FileRow {
            path: self.path.as_bytes(),
            stamp: self.stamp,
            digest: self.digest,
            language: self.language.map(Language::word),
            tags: self.tags,
            is_sensitive: self.is_sensitive,
            is_settled: self.is_settled,
        }
    }
}

/// Files that were not read, being as they are known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Current {
    pub(super) files: u64,
    pub(super) bytes: u64,
}

/// What a walk came to.
#[derive(Debug)]
pub(super) struct Surveyed {
    pub(super) current: Current,
    /// What was read, root by root in the byte order of paths.
    pub(super) found: Vec<Found>,
    pub(super) not_met: NotMet,
    pub(super) halt: Option<Halt>,
}

/// Walks every root. `now` is the time at which the walk begins; `noticing` is to hear of what changes after it.
pub(super) fn survey(
    workspace: &Workspace,
    starts: &Starts,
    known: &[Known],
    now: i64,
    watch: &Watch<'_>,
    noticing: Option<&Noticing>,
) -> Surveyed {
    let expected: u64 = known.iter().map(|known| known.len() as u64).sum();
    let survey = Survey { workspace, known, is_first: expected == 0, now, noticing, counts: Counts::default() };
    let told = Cell::new(0);
    let ask = || {
        let files = survey.counts.files.load(Ordering::Relaxed);
        if files >= told.get() + TOLD_EVERY {
            told.set(files);
            let total = (expected > 0).then_some(expected.max(files));
            let matches = survey.counts.read.load(Ordering::Relaxed);
            (watch.progress)(Progress { files, total, matches });
        }
        match () {
            () if (watch.is_cancelled)() => Some(Halt::Cancelled),
            () if files > MOST_FILES => Some(Halt::TooMuch),
            () => None,
        }
    };
    let globs = Globs::compile(&[]).expect("no globs are none too many");
    let (workers, not_met, halt) = EveryFile { workspace, globs: &globs, starts }.run(&survey, &ask);
    let mut surveyed = Surveyed { current: Current::default(), found: Vec::new(), not_met, halt };
    for worker in workers {
        surveyed.current.files += worker.current.files;
        surveyed.current.bytes += worker.current.bytes;
        surveyed.found.extend(worker.found);
        surveyed.not_met.passed_over.unreadable += worker.unreadable;
    }
    surveyed.found.sort_unstable_by(|one, other| (one.root, &one.path).cmp(&(other.root, &other.path)));
    surveyed
}

struct Survey<'a> {
    workspace: &'a Workspace,
    known: &'a [Known],
    /// Whether nothing is known yet, so that every file has to be opened anyway.
    is_first: bool,
    now: i64,
    noticing: Option<&'a Noticing>,
    counts: Counts,
}

/// How far all threads are together.
#[derive(Default)]
struct Counts {
    files: AtomicU64,
    read: AtomicU64,
}

/// What one thread has found.
#[derive(Default)]
struct Worker<'a> {
    current: Current,
    found: Vec<Found>,
    unreadable: u64,
    buffer: Vec<u8>,
    /// The names that hold secrets, for the folder of the latest file: the next one mostly lies beside it.
    secrets: Option<(RootedPath, FolderRules<'a>)>,
}

impl<'a> Worker<'a> {
    fn is_sensitive(&mut self, rules: &'a Rules, path: &RootedPath) -> bool {
        let folder = path.parent().unwrap_or_default();
        let (_, secrets) = match self.secrets.take() {
            Some(latest) if latest.0 == folder => self.secrets.insert(latest),
            _ => {
                let secrets = rules.in_folder(&folder);
                self.secrets.insert((folder, secrets))
            }
        };
        secrets.judge(path.file_name().unwrap_or_default()) != Verdict::Allow
    }
}

impl<'a> Survey<'a> {
    /// Whether a file is as it is known; then it is counted.
    fn is_current(&self, worker: &mut Worker<'a>, root: usize, path: &RootedPath, facts: &FileFacts) -> bool {
        let is_current = self.known[root].is_current(path.as_bytes(), facts.file_stamp());
        if is_current {
            worker.current.files += 1;
            worker.current.bytes += facts.size;
            self.counts.files.fetch_add(1, Ordering::Relaxed);
        }
        is_current
    }

    fn record(&self, worker: &mut Worker<'a>, met: MetFile) -> io::Result<()> {
        let MetFile { root, path, file, facts } = met;
        let settings = self.workspace.settings();
        let is_sensitive = worker.is_sensitive(&settings.not_cached, &path);
        worker.buffer.resize(CHUNK, 0);
        let mut beginning = 0;
        let mut digest = None;
        if !is_sensitive && facts.size <= settings.limits.digest_bytes {
            let mut builder = DigestBuilder::default();
            let mut offset = 0;
            while offset < facts.size {
                let wanted = CHUNK.min(usize::try_from(facts.size - offset).unwrap_or(CHUNK));
                let count = fill_at(&file, &mut worker.buffer[..wanted], offset)?;
                builder.update(&worker.buffer[..count]);
                beginning = if offset == 0 { count } else { 0 };
                offset += count as u64;
                if count < wanted {
                    break;
                }
            }
            digest = Some(builder.finish());
        }
        let after = FileFacts::of(&file)?;
        let stamp = after.file_stamp();
        let is_old = stamp.modified_ns.max(stamp.changed_ns) < self.now.saturating_sub(TICK_NS);
        let name = String::from_utf8_lossy(path.file_name().unwrap_or_default());
        worker.found.push(Found {
            root,
            stamp,
            digest,
            language: Language::of_file(&name, &worker.buffer[..beginning]),
            tags: Tag::of(&path).map(bit).sum(),
            is_sensitive,
            is_settled: is_old && facts.file_stamp() == stamp,
            path,
        });
        Ok(())
    }
}

impl<'a> Look for Survey<'a> {
    type Worker = Worker<'a>;

    fn worker(&self) -> Worker<'a> {
        Worker::default()
    }

    fn enter(&self, folder: BorrowedFd<'_>) {
        if let Some(noticing) = self.noticing {
            noticing.add(folder);
        }
    }

    fn wants(&self, worker: &mut Worker<'a>, folder: &OpenFolder<'_>, root: usize, path: &RootedPath) -> bool {
        if self.is_first {
            return true;
        }
        let facts = folder.facts(path.file_name().unwrap_or_default());
        // A file with several names is judged anew each time, and one that cannot be looked at is opened to hear why.
        facts.map_or(true, |facts| facts.links > 1 || !self.is_current(worker, root, path, &facts))
    }

    fn look_at(&self, worker: &mut Worker<'a>, met: MetFile, _: &Lookout<'_>) {
        if !self.is_first && self.is_current(worker, met.root, &met.path, &met.facts) {
            return;
        }
        self.counts.files.fetch_add(1, Ordering::Relaxed);
        self.counts.read.fetch_add(1, Ordering::Relaxed);
        if self.record(worker, met).is_err() {
            worker.unreadable += 1;
        }
    }
}
