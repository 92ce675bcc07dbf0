//! The first look: every file once, the best ones kept.

use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicU64, Ordering};

use reread_access::{
    Access, EveryFile, Globs, Halt, Look, Lookout, MetFile, PathClass, Progress, Starts, Watch,
};

use super::scan::Scanner;
use super::standing::{MatchKind, Rank};
use super::{MOST_FILES, SearchTally, TreeSearchError};
use crate::line_matcher::LineMatcher;

/// Files between two progress reports.
const PROGRESS_INTERVAL: u64 = 64;

/// What the first look is made with.
pub(super) struct FirstLook<'a> {
    access: &'a Access,
    matcher: &'a LineMatcher,
    globs: &'a Globs,
    /// How far all threads are together.
    files: AtomicU64,
    lines: AtomicU64,
}

/// What one thread has found.
pub(super) struct Worker {
    /// A copy of its own: threads that share one wait for each other.
    matcher: LineMatcher,
    memory: Vec<u8>,
    best: BinaryHeap<Rank>,
    tally: SearchTally,
}

/// Adds a file to the best ones. The worst of them is on top of the heap, to be dropped first.
fn add(best: &mut BinaryHeap<Rank>, rank: Rank) {
    best.push(rank);
    if best.len() > MOST_FILES {
        best.pop();
    }
}

impl<'a> FirstLook<'a> {
    pub(super) fn new(access: &'a Access, matcher: &'a LineMatcher, globs: &'a Globs) -> Self {
        Self { access, matcher, globs, files: AtomicU64::new(0), lines: AtomicU64::new(0) }
    }

    /// The best files in order, what was counted, and whether the time was up before the end.
    pub(super) fn run(
        &self,
        starts: &Starts,
        ask: &dyn Fn() -> Option<Halt>,
        watch: &Watch<'_>,
    ) -> Result<(Vec<Rank>, SearchTally, bool), TreeSearchError> {
        let reported = std::cell::Cell::new(0);
        let ask = || {
            let files = self.files.load(Ordering::Relaxed);
            if files >= reported.get() + PROGRESS_INTERVAL {
                reported.set(files);
                let matches = self.lines.load(Ordering::Relaxed);
                (watch.progress)(Progress { files, total: None, matches });
            }
            ask()
        };
        let every_file = EveryFile { access: self.access, globs: self.globs, starts };
        let (workers, not_met, halt) = every_file.run(self, &ask);
        if halt == Some(Halt::Cancelled) {
            return Err(TreeSearchError::Cancelled);
        }
        let (mut best, mut tally) = (BinaryHeap::new(), SearchTally::default());
        for worker in workers {
            worker.best.into_iter().for_each(|rank| add(&mut best, rank));
            tally += worker.tally;
        }
        tally.passed_over += not_met.passed_over;
        tally.several_names += not_met.several_names;
        Ok((best.into_sorted_vec(), tally, halt.is_some()))
    }
}

impl Look for FirstLook<'_> {
    type Worker = Worker;

    fn worker(&self) -> Worker {
        Worker {
            matcher: self.matcher.clone(),
            memory: Vec::new(),
            best: BinaryHeap::new(),
            tally: SearchTally::default(),
        }
    }

    fn look_at(&self, worker: &mut Worker, met: MetFile, lookout: &Lookout<'_>) {
        let MetFile { root, path, file, facts } = met;
        let scanner = Scanner { matcher: &worker.matcher, studied: None };
        let scanned = scanner.scan(&file, facts.size, 0, &mut worker.memory, lookout);
        self.files.fetch_add(1, Ordering::Relaxed);
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
        self.lines.fetch_add(scanned.lines, Ordering::Relaxed);
        if let Some(standing) = MatchKind::of_file(&worker.matcher, &path, scanned.best) {
            worker.tally.files += 1;
            let rank = Rank {
                standing,
                is_unlikely: !scanned.may_define,
                class: PathClass::of(&path),
                root,
                path,
                lines: scanned.lines,
                size: facts.size,
            };
            add(&mut worker.best, rank);
        }
    }
}
