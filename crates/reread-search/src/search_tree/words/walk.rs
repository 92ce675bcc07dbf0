//! Counting the words of every file that a walk proposes.

use std::sync::atomic::{AtomicU64, Ordering};

use reread_access::{EveryFile, Globs, Halt, Look, Lookout, MetFile, Progress, Starts, Watch};
use reread_config::Limits;
use reread_path::{RootedPath, Rules};

use super::bm25::Weights;
use super::counting::{Counter, is_counted, text_of};
use super::{PlainWords, RankedBy, RankedFile, Ranking, best};
use crate::registry::secrets_that_may_be_read;
use crate::search_tree::FoundFile;
use crate::searcher::Searcher;

/// Files between two progress reports.
const PROGRESS_INTERVAL: u64 = 64;

/// What every file is looked at with.
struct Counting<'a> {
    counter: Counter<'a>,
    limits: &'a Limits,
    secrets: Option<&'a Rules>,
    files: AtomicU64,
}

/// What one thread has counted.
#[derive(Default)]
struct Worker {
    memory: Vec<u8>,
    /// Files with any of the words: how often each, and how many words altogether.
    found: Vec<(usize, RootedPath, Box<[u32]>, u32)>,
    documents: u64,
    total_length: u64,
}

impl Searcher<'_> {
    /// The best `most` files for some words besides those that were found already, and why it was not everything, if so.
    pub(in crate::search_tree) fn rank_by_walk(
        &self,
        words: &PlainWords,
        already: &[FoundFile],
        (globs, starts): (&Globs, &Starts),
        most: usize,
        ask: &dyn Fn() -> Option<Halt>,
        watch: &Watch<'_>,
    ) -> (Ranking, Option<Halt>) {
        let secrets = secrets_that_may_be_read(self.access.settings());
        let (counter, limits) = (Counter::new(&words.words), &self.access.settings().limits);
        let look = Counting { counter, limits, secrets, files: AtomicU64::new(0) };
        let reported = std::cell::Cell::new(0);
        let ask = || {
            let files = look.files.load(Ordering::Relaxed);
            if files >= reported.get() + PROGRESS_INTERVAL {
                reported.set(files);
                (watch.progress)(Progress { files, total: None, matches: 0 });
            }
            ask()
        };
        let (workers, not_met, halt) = EveryFile { access: self.access, globs, starts }.run(&look, &ask);
        let (mut documents, mut total_length, mut found) = (0, 0, Vec::new());
        for worker in workers {
            documents += worker.documents;
            total_length += worker.total_length;
            found.extend(worker.found);
        }
        let with = |word: usize| found.iter().filter(|(_, _, counts, _)| counts[word] > 0).count() as u64;
        let with: Vec<u64> = (0..words.words.len()).map(with).collect();
        let weights = Weights::of(documents, total_length, &with);
        let is_new = |root: usize, path: &RootedPath| {
            !already.iter().any(|file| (file.root, &file.path) == (root, path))
        };
        found.retain(|(root, path, _, _)| is_new(*root, path));
        let matching = found.len() as u64;
        let files = found.into_iter().map(|(root, path, counts, length)| {
            let score = weights.score(&counts, length);
            RankedFile { root, path, score, digest: None }
        });
        let files = best(files.collect(), most);
        (Ranking { files, weights, matching, documents, not_met, by: RankedBy::Walk }, halt)
    }
}

impl Look for Counting<'_> {
    type Worker = Worker;

    fn worker(&self) -> Worker {
        Worker::default()
    }

    fn look_at(&self, worker: &mut Worker, met: MetFile, _: &Lookout<'_>) {
        let MetFile { root, path, file, facts } = met;
        self.files.fetch_add(1, Ordering::Relaxed);
        if !is_counted(&path, facts.size, self.limits, self.secrets)
            || text_of(&file, facts.size, &mut worker.memory).is_none()
        {
            return;
        }
        let (counts, length) = self.counter.count(&path, &worker.memory);
        worker.documents += u64::from(length > 0);
        worker.total_length += u64::from(length);
        if counts.iter().any(|count| *count > 0) {
            worker.found.push((root, path, counts, length));
        }
    }
}
