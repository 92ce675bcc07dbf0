//! The first look: every file once, the best ones kept.

use std::collections::BinaryHeap;
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicU64, Ordering};

use grep_matcher::Matcher as _;
use grep_regex::RegexMatcher;
use reread_access::{
    Access, EveryFile, Globs, Halt, Look, Lookout, MetFile, OpenFolder, PathClass, Progress, Starts, Watch,
};
use reread_path::RootedPath;

use super::SearchTally;
use super::scan::Scanner;
use super::standing::{MatchKind, Rank};

/// How many files the caller's thread looks at between two words about progress.
const TOLD_EVERY: u64 = 64;

/// What the first look is made with.
pub(super) struct FirstLook<'a> {
    pub(super) access: &'a Access,
    pub(super) matcher: &'a RegexMatcher,
    pub(super) globs: &'a Globs,
    /// How many files are kept.
    pub(super) most: usize,
    pub(super) counts: Counts,
}

/// What one thread has found.
pub(super) struct Worker {
    /// A copy of its own: threads that share one wait for each other.
    matcher: RegexMatcher,
    memory: Vec<u8>,
    best: Best,
    tally: SearchTally,
}

/// How far all threads are together.
#[derive(Default)]
pub(super) struct Counts {
    files: AtomicU64,
    lines: AtomicU64,
}

/// The best files so far: the worst of them on top, to be dropped first.
struct Best {
    most: usize,
    ranks: BinaryHeap<Rank>,
}

impl Best {
    fn add(&mut self, rank: Rank) {
        self.ranks.push(rank);
        if self.ranks.len() > self.most {
            self.ranks.pop();
        }
    }
}

impl FirstLook<'_> {
    /// The best files in order, what was counted, and why it was not everything, if so.
    pub(super) fn run(
        &self,
        starts: &Starts,
        ask: &dyn Fn() -> Option<Halt>,
        watch: &Watch<'_>,
    ) -> (Vec<Rank>, SearchTally, Option<Halt>) {
        let told = std::cell::Cell::new(0);
        let ask = || {
            let files = self.counts.files.load(Ordering::Relaxed);
            if files >= told.get() + TOLD_EVERY {
                told.set(files);
                let matches = self.counts.lines.load(Ordering::Relaxed);
                (watch.progress)(Progress { files, total: None, matches });
            }
            ask()
        };
        let every_file = EveryFile { access: self.access, globs: self.globs, starts };
        let (workers, not_met, halt) = every_file.run(self, &ask);
        let mut all = self.worker();
        for worker in workers {
            worker.best.ranks.into_iter().for_each(|rank| all.best.add(rank));
            all.tally += worker.tally;
        }
        all.tally.passed_over += not_met.passed_over;
        all.tally.several_names += not_met.several_names;
        (all.best.ranks.into_sorted_vec(), all.tally, halt)
    }
}

impl Look for FirstLook<'_> {
    type Worker = Worker;

    fn worker(&self) -> Worker {
        Worker {
            matcher: self.matcher.clone(),
            memory: Vec::new(),
            best: Best { most: self.most, ranks: BinaryHeap::new() },
            tally: SearchTally::default(),
        }
    }

    fn enter(&self, _: BorrowedFd<'_>) {}

    fn wants(&self, _: &mut Worker, _: &OpenFolder<'_>, _: usize, _: &RootedPath) -> bool {
        true
    }

    fn look_at(&self, worker: &mut Worker, met: MetFile, lookout: &Lookout<'_>) {
        let MetFile { root, path, file, facts } = met;
        let mut scanner = Scanner::reusing(std::mem::take(&mut worker.memory), &worker.matcher);
        let scanned = scanner.scan(&file, facts.size, 0, lookout);
        worker.memory = scanner.into_memory();
        self.counts.files.fetch_add(1, Ordering::Relaxed);
        let scanned = match scanned {
            Ok(scanned) if scanned.is_binary => {
                worker.tally.binary += 1;
                return;
            }
            Ok(scanned) => scanned,
            Err(_) => {
                worker.tally.passed_over.unreadable += 1;
                return;
            }
        };
        worker.tally.searched += 1;
        worker.tally.lines += scanned.lines;
        self.counts.lines.fetch_add(scanned.lines, Ordering::Relaxed);
        let name = path.file_name().unwrap_or_default();
        let named = worker.matcher.is_match(name).unwrap_or(false).then_some(MatchKind::Named);
        if let Some(standing) = scanned.best.into_iter().chain(named).min() {
            worker.tally.files += 1;
            worker.best.add(Rank {
                standing,
                is_unlikely: !scanned.may_define,
                class: PathClass::of(&path),
                root,
                path,
                lines: scanned.lines,
                size: facts.size,
            });
        }
    }
}
