//! The first look: every file once, the best ones kept.

use std::collections::BinaryHeap;
use std::fs::File;
use std::sync::atomic::{AtomicU64, Ordering};

use grep_matcher::Matcher as _;
use grep_regex::RegexMatcher;
use reread_path::RootedPath;

use super::SearchTally;
use super::scan::Scanner;
use super::standing::{Rank, Standing};
use crate::confinement::{Purpose, Shut, open_exactly};
use crate::facts::{FileFacts, FileKind, Identity};
use crate::hard_links::names_of;
use crate::open_error::OpenError;
use crate::path_class::PathClass;
use crate::settings::OtherFilesystems;
use crate::tree::{Crew, EntryKind, Folder, Globs, Halt, Halted, Lookout, PassedOver, Starts};
use crate::watch::{Progress, Watch};
use crate::workspace::Workspace;

/// How many files of a folder make a task of their own.
const FILES_IN_TASK: usize = 32;

/// How many files the caller's thread looks at between two words about progress.
const TOLD_EVERY: u64 = 64;

/// So many files with several names are set aside and looked at in the end; more are only counted.
const MOST_SET_ASIDE: usize = 20_000;

/// What the first look is made with.
pub(super) struct FirstLook<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) matcher: &'a RegexMatcher,
    pub(super) globs: &'a Globs,
    /// How many files are kept.
    pub(super) most: usize,
}

enum Task {
    Folder(Folder),
    Files(usize, Vec<RootedPath>),
}

/// What one thread has found.
struct Worker<'a> {
    /// A copy of its own: threads that share one wait for each other.
    matcher: RegexMatcher,
    memory: Vec<u8>,
    best: Best,
    tally: SearchTally,
    /// Files with several names: whether they may be read is found out in one go.
    set_aside: Vec<(usize, RootedPath, FileFacts)>,
    counts: &'a Counts,
}

/// How far all threads are together.
#[derive(Default)]
struct Counts {
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
        let counts = Counts::default();
        let told = std::cell::Cell::new(0);
        let ask = || {
            let files = counts.files.load(Ordering::Relaxed);
            if files >= told.get() + TOLD_EVERY {
                told.set(files);
                let matches = counts.lines.load(Ordering::Relaxed);
                (watch.progress)(Progress { files, total: None, matches });
            }
            ask()
        };
        let mut tasks: Vec<Task> = starts.folders.iter().cloned().map(Task::Folder).collect();
        tasks.extend(starts.files.iter().map(|(root, path)| Task::Files(*root, vec![path.clone()])));
        let worker = || Worker {
            matcher: self.matcher.clone(),
            memory: Vec::new(),
            best: Best { most: self.most, ranks: BinaryHeap::new() },
            tally: SearchTally::default(),
            set_aside: Vec::new(),
            counts: &counts,
        };
        let (workers, mut halt) = Crew::run(tasks, &ask, worker, |worker, task, crew, lookout| match task {
            Task::Folder(folder) => self.look_into(&folder, starts, worker, crew, lookout),
            Task::Files(root, paths) => self.look_at_all(root, paths, worker, lookout),
        });

        let mut all = worker();
        for worker in workers {
            worker.best.ranks.into_iter().for_each(|rank| all.best.add(rank));
            all.tally += worker.tally;
            all.set_aside.extend(worker.set_aside);
        }
        let halted = Halted::default();
        let lookout = Lookout { halted: &halted, ask: Some(&ask) };
        if halt.is_none() {
            self.look_at_set_aside(&mut all, &lookout);
            halt = halted.reason();
        }
        (all.best.ranks.into_sorted_vec(), all.tally, halt)
    }

    fn look_into(
        &self,
        folder: &Folder,
        starts: &Starts,
        worker: &mut Worker<'_>,
        crew: &Crew<Task>,
        lookout: &Lookout<'_>,
    ) {
        let mut passed_over = PassedOver::default();
        let mut files = Vec::new();
        folder.look(self.workspace, self.globs, lookout, &mut passed_over, &mut |entry, ignored| {
            let is_elsewhere =
                !starts.met.is_empty() && starts.met.contains(&(folder.root, entry.path.clone()));
            match entry.kind {
                _ if is_elsewhere => {}
                EntryKind::Folder => crew.add(Task::Folder(folder.beneath(entry.path, ignored))),
                EntryKind::File => files.push(entry.path),
                EntryKind::Other => {}
            }
            if files.len() >= FILES_IN_TASK
                && let Some(Task::Files(root, files)) =
                    crew.offer(Task::Files(folder.root, std::mem::take(&mut files)))
            {
                self.look_at_all(root, files, worker, lookout);
            }
        });
        self.look_at_all(folder.root, files, worker, lookout);
        worker.tally.passed_over += passed_over;
    }

    fn look_at_all(
        &self,
        root: usize,
        paths: Vec<RootedPath>,
        worker: &mut Worker<'_>,
        lookout: &Lookout<'_>,
    ) {
        for path in paths {
            if !lookout.goes_on() {
                return;
            }
            self.look_at(root, path, worker, lookout);
        }
    }

    fn look_at(&self, root: usize, path: RootedPath, worker: &mut Worker<'_>, lookout: &Lookout<'_>) {
        let cross_mounts = self.workspace.settings().other_filesystems == OtherFilesystems::Allow;
        let opened = open_exactly(self.workspace.root(root), &path, Purpose::Read, cross_mounts);
        let opened = opened.and_then(|file| {
            let facts = FileFacts::of(&file).map_err(Shut::Io)?;
            Ok((file, facts))
        });
        match opened {
            Ok((_, facts)) if facts.kind != FileKind::File => {}
            Ok((_, facts)) if facts.links > 1 => {
                if worker.set_aside.len() < MOST_SET_ASIDE {
                    worker.set_aside.push((root, path, facts));
                } else {
                    worker.tally.several_names += 1;
                }
            }
            Ok((file, facts)) => self.scan(&file, facts.size, root, path, worker, lookout),
            Err(shut) => worker.tally.passed_over.note(&shut),
        }
    }

    fn scan(
        &self,
        file: &File,
        size: u64,
        root: usize,
        path: RootedPath,
        worker: &mut Worker<'_>,
        lookout: &Lookout<'_>,
    ) {
        let mut scanner = Scanner::reusing(std::mem::take(&mut worker.memory), &worker.matcher);
        let scanned = scanner.scan(file, size, 0, lookout);
        worker.memory = scanner.into_memory();
        worker.counts.files.fetch_add(1, Ordering::Relaxed);
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
        worker.counts.lines.fetch_add(scanned.lines, Ordering::Relaxed);
        let name = path.file_name().unwrap_or_default();
        let named = worker.matcher.is_match(name).unwrap_or(false).then_some(Standing::Named);
        if let Some(standing) = scanned.best.into_iter().chain(named).min() {
            worker.tally.files += 1;
            worker.best.add(Rank { standing, class: PathClass::of(&path), root, path, lines: scanned.lines });
        }
    }

    /// Files with several names are searched if all their names are known and may be read.
    fn look_at_set_aside(&self, all: &mut Worker<'_>, lookout: &Lookout<'_>) {
        let set_aside = std::mem::take(&mut all.set_aside);
        let cross_mounts = self.workspace.settings().other_filesystems == OtherFilesystems::Allow;
        for root in 0..self.workspace.roots().len() {
            let here = || set_aside.iter().filter(|(at, ..)| *at == root);
            let identities: Vec<Identity> = here().map(|(_, _, facts)| facts.identity).collect();
            if identities.is_empty() {
                continue;
            }
            let known = names_of(self.workspace.root(root), identities);
            for (_, path, facts) in here() {
                if !lookout.goes_on() {
                    return;
                }
                match self.workspace.judge_known_names(root, facts, &known[&facts.identity]) {
                    Ok(()) => {}
                    Err(error) => {
                        match error {
                            OpenError::HardLinked { .. } => all.tally.several_names += 1,
                            OpenError::NeedsApproval { .. } => all.tally.passed_over.need_approval += 1,
                            _ => {}
                        }
                        continue;
                    }
                }
                match open_exactly(self.workspace.root(root), path, Purpose::Read, cross_mounts) {
                    // Under this name there may be another file by now, whose names nobody has looked up.
                    Ok(file) if FileFacts::of(&file).is_ok_and(|now| now.identity == facts.identity) => {
                        self.scan(&file, facts.size, root, path.clone(), all, lookout);
                    }
                    Ok(_) => {}
                    Err(shut) => all.tally.passed_over.note(&shut),
                }
            }
        }
    }
}
