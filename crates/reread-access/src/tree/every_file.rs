//! Every file of a walk once, opened, by a few threads.
//!
//! Which thread looks at which file is up to the machine, so what comes of it must not depend on that. A file with several
//! names is looked at last, and only if all of its names are known and may be read.

use std::fs::File;
use std::os::fd::BorrowedFd;

use reread_disk::{FileFacts, FileKind, OpenFailure, OpenPurpose, names_of};
use reread_path::RootedPath;

use super::crew::{Crew, Pause};
use super::folder::{Folder, OpenFolder, PassedOver};
use super::globs::Globs;
use super::lookout::{Halt, Halted, Lookout};
use super::starts::Starts;
use crate::access::Access;
use crate::open_error::OpenError;

/// How many files of a folder make a task of their own.
const FILES_IN_TASK: usize = 32;

/// So many files with several names are set aside and looked at in the end; more are only counted.
const MOST_SET_ASIDE: usize = 20_000;

/// What is done with every file.
pub trait Look: Sync {
    /// What one thread has found.
    type Worker: Send;

    /// A thread that has found nothing yet.
    fn worker(&self) -> Self::Worker;

    /// Whether looking means to wait for the disk even if every file is in memory.
    fn pause(&self) -> Pause {
        Pause::Never
    }

    /// Hears of a folder before its names are read.
    fn enter(&self, _folder: BorrowedFd<'_>) {}

    /// Whether a file has to be opened, asked while its folder is open.
    fn wants(
        &self,
        _worker: &mut Self::Worker,
        _folder: &OpenFolder<'_>,
        _root: usize,
        _path: &RootedPath,
    ) -> bool {
        true
    }

    /// Looks at an open file.
    fn look_at(&self, worker: &mut Self::Worker, met: MetFile, lookout: &Lookout<'_>);
}

/// A file on the way, open and regular.
#[derive(Debug)]
pub struct MetFile {
    /// Index of its root among the roots of the workspace.
    pub root: usize,
    /// The name beneath it.
    pub path: RootedPath,
    /// The handle, open for reading.
    pub file: File,
    /// What the handle says about it.
    pub facts: FileFacts,
}

/// What a walk did not look at.
#[derive(Clone, Copy, Debug, Default)]
pub struct NotMet {
    /// Names that were not proposed.
    pub passed_over: PassedOver,
    /// Files with names that this workspace does not know, which may be secrets.
    pub several_names: u64,
}

/// Where files are looked at.
pub struct EveryFile<'a> {
    /// Whose files.
    pub access: &'a Access,
    /// Which names are wanted.
    pub globs: &'a Globs,
    /// Where the walk begins.
    pub starts: &'a Starts,
}

enum Task {
    Folder(Folder),
    Files(usize, Vec<RootedPath>),
}

/// A thread, and what it leaves to be done at the end.
struct Hand<W> {
    worker: W,
    not_met: NotMet,
    /// Files with several names: whether they may be read is found out in one go.
    set_aside: Vec<(usize, RootedPath, FileFacts)>,
}

impl EveryFile<'_> {
    /// What all threads found, what was not looked at, and why it was not everything, if so.
    pub fn run<L: Look>(
        &self,
        look: &L,
        ask: &dyn Fn() -> Option<Halt>,
    ) -> (Vec<L::Worker>, NotMet, Option<Halt>) {
        let mut tasks: Vec<Task> = self.starts.folders.iter().cloned().map(Task::Folder).collect();
        tasks.extend(self.starts.files.iter().map(|(root, path)| Task::Files(*root, vec![path.clone()])));
        let hand = || Hand { worker: look.worker(), not_met: NotMet::default(), set_aside: Vec::new() };
        let (hands, mut halt) =
            Crew::run(tasks, look.pause(), ask, hand, |hand, task, crew, lookout| match task {
                Task::Folder(folder) => self.look_into(look, &folder, hand, crew, lookout),
                Task::Files(root, paths) => self.look_at_all(look, root, paths, hand, lookout),
            });

        let mut last = hand();
        let mut workers = Vec::new();
        for hand in hands {
            last.not_met.passed_over += hand.not_met.passed_over;
            last.not_met.several_names += hand.not_met.several_names;
            last.set_aside.extend(hand.set_aside);
            workers.push(hand.worker);
        }
        let halted = Halted::default();
        if halt.is_none() && !last.set_aside.is_empty() {
            self.look_at_set_aside(look, &mut last, &Lookout { halted: &halted, ask: Some(ask) });
            halt = halted.reason();
        }
        workers.push(last.worker);
        (workers, last.not_met, halt)
    }

    fn look_into<L: Look>(
        &self,
        look: &L,
        folder: &Folder,
        hand: &mut Hand<L::Worker>,
        crew: &Crew<Task>,
        lookout: &Lookout<'_>,
    ) {
        let mut passed_over = PassedOver::default();
        let mut files = Vec::new();
        let entered = |folder: BorrowedFd<'_>| look.enter(folder);
        folder.look(self.access, self.globs, lookout, &mut passed_over, &entered, &mut |entry, open| {
            let met = &self.starts.met;
            match entry.kind {
                _ if entry.needs_approval => {}
                _ if !met.is_empty() && met.contains(&(folder.root, entry.path.clone())) => {}
                FileKind::Directory => crew.add(Task::Folder(folder.beneath(entry.path, open.ignored))),
                FileKind::File if look.wants(&mut hand.worker, open, folder.root, &entry.path) => {
                    files.push(entry.path);
                }
                _ => {}
            }
            if files.len() >= FILES_IN_TASK
                && let Some(Task::Files(root, files)) =
                    crew.offer(Task::Files(folder.root, std::mem::take(&mut files)))
            {
                self.look_at_all(look, root, files, hand, lookout);
            }
        });
        self.look_at_all(look, folder.root, files, hand, lookout);
        hand.not_met.passed_over += passed_over;
    }

    fn look_at_all<L: Look>(
        &self,
        look: &L,
        root: usize,
        paths: Vec<RootedPath>,
        hand: &mut Hand<L::Worker>,
        lookout: &Lookout<'_>,
    ) {
        for path in paths {
            if !lookout.goes_on() {
                return;
            }
            match self.open(root, path) {
                Ok(met) if met.facts.kind != FileKind::File => {}
                Ok(met) if met.facts.links <= 1 => look.look_at(&mut hand.worker, met, lookout),
                Ok(met) if hand.set_aside.len() < MOST_SET_ASIDE => {
                    hand.set_aside.push((root, met.path, met.facts));
                }
                Ok(_) => hand.not_met.several_names += 1,
                Err(shut) => hand.not_met.passed_over.note(&shut),
            }
        }
    }

    /// Files with several names are looked at if all their names are known and may be read.
    fn look_at_set_aside<L: Look>(&self, look: &L, last: &mut Hand<L::Worker>, lookout: &Lookout<'_>) {
        let set_aside = std::mem::take(&mut last.set_aside);
        for root in 0..self.access.roots().len() {
            let here = || set_aside.iter().filter(|(at, ..)| *at == root);
            if here().next().is_none() {
                continue;
            }
            let known = names_of(self.access.root(root), here().map(|(_, _, facts)| *facts));
            for (_, path, facts) in here() {
                if !lookout.goes_on() {
                    return;
                }
                match self.access.judge_known_names(root, facts, &known[&facts.identity]) {
                    Ok(()) => match self.open(root, path.clone()) {
                        // Under this name there may be another file by now, whose names were not looked up.
                        Ok(met) if met.facts.identity == facts.identity => {
                            look.look_at(&mut last.worker, met, lookout);
                        }
                        Ok(_) => {}
                        Err(shut) => last.not_met.passed_over.note(&shut),
                    },
                    Err(OpenError::HardLinked { .. }) => last.not_met.several_names += 1,
                    Err(OpenError::NeedsApproval { .. }) => last.not_met.passed_over.need_approval += 1,
                    Err(_) => {}
                }
            }
        }
    }

    fn open(&self, root: usize, path: RootedPath) -> Result<MetFile, OpenFailure> {
        let file = self.access.open_exactly(root, &path, OpenPurpose::Read)?;
        let facts = FileFacts::of(&file).map_err(OpenFailure::Io)?;
        Ok(MetFile { root, path, file, facts })
    }
}
