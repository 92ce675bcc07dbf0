//! A walk that holds every file against what is known of it, and reads those that differ.
//!
//! The clock that stamps files ticks: a file that is written, read by us and written again within one tick looks the same
//! before and after. So what was read is settled only if its stamps were older than the walk by more than any tick. What
//! is not settled is read again the next time, whatever its stamps say. What is written while it is read, or later, gets a
//! stamp from after the walk began, and differs from what was settled.

use std::cell::Cell;
use std::fs::File;
use std::io;
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use reread_access::{
    Access, EveryFile, FileTag, Globs, Halt, Look, Lookout, MetFile, NotMet, OpenFolder, Pause, Progress,
    Starts, Watch, binary_kind,
};
use reread_code::Language;
use reread_disk::{CHUNK, FileFacts, FolderWatch, fill_at};
use reread_path::{FolderRules, RootedPath, Rules, Verdict};
use reread_store::{Database, DatabaseError, FileChanges, FileRow, FileStamp};
use reread_text::{Digest, DigestBuilder};

use super::known::{Known, file_stamp};
use super::{IndexError, IndexReply, MOST_FILES, bit, root_key};

/// The longest tick of any file system that is still in use: FAT's.
const TICK_NS: i64 = 2_000_000_000;

/// So many files are kept at a time; other threads read the next ones meanwhile.
const KEPT_AT_A_TIME: usize = 4 * 1024;

/// So many are handed over at a time, since all threads hand over at one place.
const HANDED_OVER_AT_A_TIME: usize = 64;

/// Files between two progress reports.
const PROGRESS_INTERVAL: u64 = 256;

/// A walk, and what it is held against.
pub(super) struct Survey<'a> {
    pub(super) access: &'a Access,
    /// What is known of each root.
    pub(super) known: &'a [Known],
    /// The names that hold secrets, if any of them may be met.
    pub(super) secrets: Option<&'a Rules>,
    /// The time at which the walk begins, in nanoseconds since 1970.
    pub(super) now: i64,
    /// Reports what changes after it.
    pub(super) folder_watch: Option<&'a FolderWatch>,
    /// Where files that were read are kept, and under which name.
    pub(super) database: &'a Database,
    pub(super) maker: &'a str,
}

impl Survey<'_> {
    /// Walks every root. Nothing is forgotten yet.
    pub(super) fn run(&self, starts: &Starts, watch: &Watch<'_>) -> Result<IndexReply, IndexError> {
        let expected: u64 = self.known.iter().map(|known| known.len() as u64).sum();
        let look = Comparing {
            survey: self,
            is_first: expected == 0,
            files_met: AtomicU64::new(0),
            files_read: AtomicU64::new(0),
            found: Mutex::default(),
            failed: OnceLock::new(),
        };
        let reported = Cell::new(0);
        let ask = || {
            let files = look.files_met.load(Ordering::Relaxed);
            if files >= reported.get() + PROGRESS_INTERVAL {
                reported.set(files);
                let total = (expected > 0).then_some(expected.max(files));
                let matches = look.files_read.load(Ordering::Relaxed);
                (watch.progress)(Progress { files, total, matches });
            }
            let is_unwanted = (watch.is_cancelled)() || look.failed.get().is_some();
            if is_unwanted { Some(Halt::Cancelled) } else { (files > MOST_FILES).then_some(Halt::TooMuch) }
        };
        let globs = Globs::compile(&[]).expect("no globs are none too many");
        let every_file = EveryFile { access: self.access, globs: &globs, starts };
        let (workers, not_met, halt) = every_file.run(&look, &ask);
        match halt {
            _ if look.failed.get().is_some() => {}
            Some(Halt::TooMuch) => return Err(IndexError::TooMany),
            Some(Halt::Cancelled | Halt::Time) => return Err(IndexError::Cancelled),
            None => {}
        }
        if not_met.several_names > 0 {
            look.doubt();
        }
        let NotMet { several_names, passed_over } = not_met;
        let mut reply = IndexReply { several_names, passed_over, ..IndexReply::default() };
        for mut worker in workers {
            reply.files += worker.reply.files;
            reply.bytes += worker.reply.bytes;
            reply.read += worker.reply.read;
            reply.passed_over += worker.reply.passed_over;
            look.hand_over(&mut worker.found);
        }
        let rest = std::mem::take(&mut *look.handed_over());
        look.keep(&rest);
        match look.failed.into_inner() {
            Some(error) => Err(error.into()),
            None => Ok(reply),
        }
    }
}

/// What every file is looked at with.
struct Comparing<'a> {
    survey: &'a Survey<'a>,
    /// Whether nothing is known yet, so that every file has to be opened anyway.
    is_first: bool,
    /// How far all threads are together.
    files_met: AtomicU64,
    files_read: AtomicU64,
    /// What is to be kept next. With one list per thread, all would be full at the same time and wait for each other.
    found: Mutex<Vec<Found>>,
    /// Why files could not be kept; then the walk ends.
    failed: OnceLock<DatabaseError>,
}

/// A file that was read.
#[derive(Debug)]
struct Found {
    root: usize,
    path: RootedPath,
    stamp: FileStamp,
    digest: Option<Digest>,
    language: Option<Language>,
    tags: u8,
    is_sensitive: bool,
    is_settled: bool,
}

impl Found {
    fn row(&self) -> FileRow<'_> {
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

/// What one thread has found.
#[derive(Default)]
struct Worker<'a> {
    reply: IndexReply,
    found: Vec<Found>,
    buffer: Vec<u8>,
    /// The folder of the latest file: the next one mostly lies beside it.
    folder: Option<FolderOfFile<'a>>,
}

/// What a folder says of the files in it.
struct FolderOfFile<'a> {
    path: RootedPath,
    tags: u8,
    /// The names that hold secrets, if any of them may be met.
    secrets: Option<FolderRules<'a>>,
}

impl<'a> Worker<'a> {
    fn folder_of(&mut self, path: &RootedPath, secrets: Option<&'a Rules>) -> &mut FolderOfFile<'a> {
        let folder = match self.folder.take() {
            Some(latest) if path.is_in(&latest.path) => latest,
            _ => {
                let path = path.parent().unwrap_or_default();
                let secrets = secrets.map(|rules| rules.in_folder(&path));
                FolderOfFile { tags: FileTag::of_folder(&path).map(bit).sum(), path, secrets }
            }
        };
        self.folder.insert(folder)
    }

    /// The digest of a file, and its beginning.
    fn digest(&mut self, file: &File, size: u64) -> io::Result<(Digest, &[u8])> {
        self.buffer.resize(CHUNK, 0);
        let mut digest = DigestBuilder::default();
        let (mut offset, mut first) = (0, 0);
        while offset < size {
            let wanted = CHUNK.min(usize::try_from(size - offset).unwrap_or(CHUNK));
            let count = fill_at(file, &mut self.buffer[..wanted], offset)?;
            digest.update(&self.buffer[..count]);
            first = if offset == 0 { count } else { 0 };
            offset += count as u64;
            if count < wanted {
                break;
            }
        }
        Ok((digest.finish(), &self.buffer[..first]))
    }
}

impl<'a> Comparing<'a> {
    /// A write to a file by another name is reported for the folder of that name alone.
    fn doubt(&self) {
        if let Some(folder_watch) = self.survey.folder_watch {
            folder_watch.doubt();
        }
    }

    /// Whether a file is as it is known; then it is counted.
    fn is_current(&self, worker: &mut Worker<'a>, root: usize, path: &RootedPath, facts: &FileFacts) -> bool {
        let is_current = self.survey.known[root].is_current(path.as_bytes(), file_stamp(facts));
        if is_current {
            worker.reply.files += 1;
            worker.reply.bytes += facts.size;
            self.files_met.fetch_add(1, Ordering::Relaxed);
        }
        is_current
    }

    fn read(&self, worker: &mut Worker<'a>, met: MetFile) -> io::Result<Found> {
        let MetFile { root, path, file, facts } = met;
        let settings = self.survey.access.settings();
        let name = path.file_name().unwrap_or_default();
        let folder = worker.folder_of(&path, self.survey.secrets);
        let is_sensitive = folder.secrets.as_mut().is_some_and(|rules| rules.judge(name) != Verdict::Allow);
        let (by_folder, by_name) = (folder.tags, FileTag::of_name(name));
        let tags = FileTag::ALL.into_iter().filter(|tag| by_name(*tag)).map(bit).sum::<u8>() | by_folder;
        let may_be_hashed = !is_sensitive && facts.size <= settings.limits.digest_bytes;
        let hashed = may_be_hashed.then(|| worker.digest(&file, facts.size)).transpose()?;
        let (digest, beginning) = hashed.map_or((None, &[][..]), |(digest, text)| (Some(digest), text));
        let is_text = binary_kind(beginning).is_none();
        let language = Language::of_file(&String::from_utf8_lossy(name), beginning).filter(|_| is_text);
        let stamp = file_stamp(&facts);
        Ok(Found {
            root,
            stamp,
            digest,
            language,
            tags,
            is_sensitive,
            is_settled: stamp.modified_ns.max(stamp.changed_ns) < self.survey.now.saturating_sub(TICK_NS),
            path,
        })
    }

    /// Hands over what a thread has found. The thread that fills the common heap keeps it.
    fn hand_over(&self, found: &mut Vec<Found>) {
        let mut heap = self.handed_over();
        heap.append(found);
        if heap.len() >= KEPT_AT_A_TIME {
            let full = std::mem::take(&mut *heap);
            drop(heap);
            self.keep(&full);
        }
    }

    fn handed_over(&self) -> MutexGuard<'_, Vec<Found>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps files in the order in which they are stored.
    fn keep(&self, found: &[Found]) {
        let Survey { access, database, maker, .. } = self.survey;
        let mut order: Vec<&Found> = found.iter().collect();
        order.sort_unstable_by(|one, other| (one.root, &one.path).cmp(&(other.root, &other.path)));
        for files in order.chunk_by(|one, other| one.root == other.root) {
            let recorded = files.iter().map(|found| found.row()).collect();
            let registry = database.registry(root_key(access.root(files[0].root)), maker);
            if let Err(error) = registry.keep(&FileChanges { recorded, forgotten: Vec::new() }) {
                let _ = self.failed.set(error);
            }
        }
    }
}

impl<'a> Look for Comparing<'a> {
    type Worker = Worker<'a>;

    fn worker(&self) -> Worker<'a> {
        Worker::default()
    }

    /// What is kept is written, and now and then synced.
    fn pause(&self) -> Pause {
        Pause::AtTimes
    }

    fn enter(&self, folder: BorrowedFd<'_>) {
        if let Some(folder_watch) = self.survey.folder_watch {
            folder_watch.add(folder);
        }
    }

    fn wants(
        &self,
        worker: &mut Worker<'a>,
        folder: &OpenFolder<'_>,
        root: usize,
        path: &RootedPath,
    ) -> bool {
        if self.is_first {
            return true;
        }
        let facts = folder.facts(path.file_name().unwrap_or_default());
        // A file with several names is judged anew each time, and one that cannot be looked at is opened to learn why.
        facts.map_or(true, |facts| facts.links > 1 || !self.is_current(worker, root, path, &facts))
    }

    fn look_at(&self, worker: &mut Worker<'a>, met: MetFile, _: &Lookout<'_>) {
        if met.facts.links > 1 {
            self.doubt();
        }
        if !self.is_first && self.is_current(worker, met.root, &met.path, &met.facts) {
            return;
        }
        self.files_met.fetch_add(1, Ordering::Relaxed);
        self.files_read.fetch_add(1, Ordering::Relaxed);
        match self.read(worker, met) {
            Ok(found) => {
                self.survey.known[found.root].record(found.path.as_bytes());
                worker.reply.files += 1;
                worker.reply.bytes += found.stamp.size;
                worker.reply.read += 1;
                worker.found.push(found);
            }
            Err(_) => worker.reply.passed_over.unreadable += 1,
        }
        if worker.found.len() >= HANDED_OVER_AT_A_TIME {
            self.hand_over(&mut worker.found);
        }
    }
}
