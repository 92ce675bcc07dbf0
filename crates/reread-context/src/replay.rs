//! What the caller already holds, rebuilt from its own history.
//!
//! Replay is a fold over the active branch, oldest entry first, that starts anew at every compaction. It knows nothing
//! of files, clocks or other branches. Every step can be taken back, so a branch that grew costs what it grew by, and
//! a move in the tree costs the part of the path that differs. A replay may be thrown away at any time: the history is
//! all it was made from.

use std::collections::hash_map::Entry as HashEntry;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::evidence::Weight;
use crate::{
    Boundary, EntryIndex, Event, Evidence, FileKey, HeldLines, ReadResult, ReadScope, RejectedEvidence,
    SessionHistory,
};

/// What is held at one leaf of a history.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The entries from the root to the leaf.
    branch: Vec<EntryIndex>,
    trust: Trust,
    /// How to take back the steps that changed something, by their place on the branch, from `floor` on.
    undo: VecDeque<(usize, Undo)>,
    /// Steps before this place cannot be taken back.
    floor: usize,
    /// How much is noted in `undo`.
    weight: usize,
    /// Entries that edits named before they were reached, and how many edits did.
    edited_ahead: HashMap<Arc<str>, usize>,
    /// How often the history had been rewritten when it was followed.
    rewritten: u64,
}

#[derive(Clone, Debug, Default)]
struct Trust {
    files: HashMap<FileKey, HeldLines>,
    boundary: Boundary,
}

#[derive(Clone, Debug)]
enum Undo {
    /// One file was held so before.
    File(FileKey, Option<HeldLines>),
    /// Everything was so before.
    All(Trust),
    /// An edit named this entry, which was not reached yet.
    EditAhead(Arc<str>),
}

/// What one entry changed about the held lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// What is held stays as it was.
    Nothing,
    /// It is a compaction: trust begins anew after it.
    Barrier,
    /// It counts for this file.
    Counted(FileKey),
    /// It changes nothing, for this reason.
    Ignored(FileKey, RejectedEvidence),
    /// Nothing that was shown of this file counts any more.
    Dropped(FileKey, RejectedEvidence),
    /// Nothing that was shown of any file counts any more.
    DroppedAll(RejectedEvidence),
    /// A scope of this file is to be shown anew.
    Refreshed(FileKey, ReadScope),
    /// The caller wrote this file, or one whose name is unknown.
    Written(Option<FileKey>),
}

/// So many grants and ranges are noted for going back; beyond it, going back begins at the root.
const MOST_NOTED: usize = 1 << 16;

impl Undo {
    fn weight(&self) -> usize {
        let of = |held: &HeldLines| 1 + held.grants().len() + held.refreshed().ranges().len();
        match self {
            Undo::File(_, held) => 1 + held.as_ref().map_or(0, of),
            Undo::All(trust) => 1 + trust.files.values().map(of).sum::<usize>(),
            Undo::EditAhead(_) => 1,
        }
    }
}

impl Replay {
    /// Before the first entry: nothing is held.
    pub fn new() -> Self {
        Self::default()
    }

    /// What is held at a leaf of a history.
    pub fn at(history: &SessionHistory, leaf: EntryIndex) -> Self {
        let mut replay = Self::new();
        replay.move_to(history, Some(leaf));
        replay
    }

    /// Goes to another leaf of the same history, which may have grown; `None` is before the first entry.
    pub fn move_to(&mut self, history: &SessionHistory, leaf: Option<EntryIndex>) {
        if self.rewritten != history.rewritten() {
            *self = Self { rewritten: history.rewritten(), ..Self::new() };
        }
        let mut ahead = Vec::new();
        let mut entry = leaf;
        while let Some(next) = entry {
            if self.branch.get(history.depth(next) as usize) == Some(&next) {
                break;
            }
            ahead.push(next);
            entry = history.parent(next);
        }
        let common = entry.map_or(0, |common| history.depth(common) as usize + 1);
        if common < self.floor {
            ahead.extend(entry.map(|common| history.branch(common)).unwrap_or_default().into_iter().rev());
            *self = Self { rewritten: self.rewritten, ..Self::new() };
        }
        self.retreat(common.min(self.branch.len()));
        for entry in ahead.into_iter().rev() {
            self.step(history, entry);
        }
    }

    /// Takes back steps until the branch has so many entries.
    fn retreat(&mut self, length: usize) {
        self.branch.truncate(length);
        while self.undo.back().is_some_and(|(place, _)| *place >= length) {
            let Some((_, undo)) = self.undo.pop_back() else { break };
            self.weight -= undo.weight();
            match undo {
                Undo::File(file, Some(held)) => drop(self.trust.files.insert(file, held)),
                Undo::File(file, None) => drop(self.trust.files.remove(&file)),
                Undo::All(trust) => self.trust = trust,
                Undo::EditAhead(target) => self.forget_edit(target),
            }
        }
    }

    fn forget_edit(&mut self, target: Arc<str>) {
        if let HashEntry::Occupied(mut edits) = self.edited_ahead.entry(target) {
            *edits.get_mut() -= 1;
            if *edits.get() == 0 {
                edits.remove();
            }
        }
    }

    /// Takes the next entry of the branch into account, and says what it did.
    ///
    /// It must follow the entry that the replay is at; [`move_to`](Self::move_to) sees to that.
    pub fn step(&mut self, history: &SessionHistory, entry: EntryIndex) -> Effect {
        debug_assert_eq!(history.parent(entry), self.branch.last().copied(), "steps follow the branch");
        self.branch.push(entry);
        match history.event(entry) {
            Event::Other | Event::Calls => Effect::Nothing,
            Event::Compaction => {
                let boundary = Boundary { start: self.branch.len(), compaction: Some(entry) };
                self.replace_all(Trust { files: HashMap::new(), boundary });
                Effect::Barrier
            }
            Event::ContextEdit { target } => self.edit_context(history, target),
            Event::Refresh { file, scope } => {
                self.change(file, |held| held.refresh(*scope));
                Effect::Refreshed(file.clone(), *scope)
            }
            Event::Write(file) => self.write(file.as_ref()),
            Event::Read(result) => self.read(history, entry, result),
            Event::Ambiguous => self.drop_all(RejectedEvidence::AmbiguousEntry),
        }
    }

    /// An entry that is no longer in the context as it was vouches for nothing, and nothing that was built on it does.
    fn edit_context(&mut self, history: &SessionHistory, target: &Arc<str>) -> Effect {
        let on_branch = |entry: &EntryIndex| self.branch.get(history.depth(*entry) as usize) == Some(entry);
        let Some(entry) = history.find(target).filter(on_branch) else {
            *self.edited_ahead.entry(Arc::clone(target)).or_default() += 1;
            self.note(Undo::EditAhead(Arc::clone(target)));
            return Effect::Nothing;
        };
        match history.event(entry) {
            Event::Read(ReadResult { file: Some(file), .. }) => {
                self.drop_file(file, RejectedEvidence::ContextEdited)
            }
            // Without its call a result no longer says of which file it is.
            Event::Read(ReadResult { file: None, .. }) | Event::Ambiguous | Event::Calls => {
                self.drop_all(RejectedEvidence::ContextEdited)
            }
            _ => Effect::Nothing,
        }
    }

    fn write(&mut self, file: Option<&FileKey>) -> Effect {
        let generation = self.generation();
        match file {
            Some(file) => {
                for alike in self.alike(file) {
                    self.change(&alike, |held| held.write(generation));
                }
            }
            None if self.trust.files.is_empty() => {}
            None => {
                let mut trust = self.trust.clone();
                trust.files.values_mut().for_each(|held| held.write(generation));
                self.replace_all(trust);
            }
        }
        Effect::Written(file.cloned())
    }

    fn read(&mut self, history: &SessionHistory, entry: EntryIndex, result: &ReadResult) -> Effect {
        let edited = !self.edited_ahead.is_empty() && self.edited_ahead.contains_key(history.id(entry));
        let evidence = match &result.unchecked {
            _ if edited => Err(RejectedEvidence::ContextEdited),
            Ok(unchecked) => Evidence::admit(unchecked),
            Err(refusal) => Err(*refusal),
        };
        match (&result.file, evidence) {
            (None, evidence) => self.drop_all(evidence.err().unwrap_or(RejectedEvidence::UnusableMetadata)),
            (Some(file), Err(refusal)) if result.unchecked.is_err() => {
                for alike in self.alike(file) {
                    self.change(&alike, |held| *held = held.forgotten());
                }
                Effect::Dropped(file.clone(), refusal)
            }
            (Some(file), Err(refusal)) => self.drop_file(file, refusal),
            (Some(file), Ok(evidence)) => {
                let generation = self.generation();
                let mut held = self.trust.files.get(file).cloned().unwrap_or_default();
                let weight = evidence.count(&mut held, generation);
                if weight == Weight::None {
                    return Effect::Ignored(file.clone(), RejectedEvidence::BaseNotHeld);
                }
                let before = self.trust.files.insert(file.clone(), held);
                self.note(Undo::File(file.clone(), before));
                match weight {
                    Weight::Against => Effect::Dropped(file.clone(), RejectedEvidence::BaseNotHeld),
                    Weight::Counts | Weight::None => Effect::Counted(file.clone()),
                }
            }
        }
    }

    /// The place of the latest entry on the branch, counted from 1: the only order that counts.
    fn generation(&self) -> u64 {
        self.branch.len() as u64
    }

    /// The files that a name may stand for which was taken from a call: a session may go on in another folder than it
    /// began in, so only the last part of the name is certain.
    fn alike(&self, file: &FileKey) -> Vec<FileKey> {
        fn last(file: &FileKey) -> Option<&str> {
            file.as_str().rsplit(['/', '\\']).next()
        }
        self.trust.files.keys().filter(|known| last(known) == last(file)).cloned().collect()
    }

    fn drop_file(&mut self, file: &FileKey, refusal: RejectedEvidence) -> Effect {
        if self.trust.files.contains_key(file) {
            self.change(file, |held| *held = held.forgotten());
        }
        Effect::Dropped(file.clone(), refusal)
    }

    fn drop_all(&mut self, refusal: RejectedEvidence) -> Effect {
        if self.trust.files.values().any(|held| !held.is_empty()) {
            let mut files: HashMap<FileKey, HeldLines> = HashMap::new();
            let to_refresh = self.trust.files.iter().filter(|(_, held)| !held.refreshed().is_empty());
            files.extend(to_refresh.map(|(file, held)| (file.clone(), held.forgotten())));
            let boundary = self.trust.boundary;
            self.replace_all(Trust { files, boundary });
        }
        Effect::DroppedAll(refusal)
    }

    fn change(&mut self, file: &FileKey, change: impl FnOnce(&mut HeldLines)) {
        let before = self.trust.files.get(file).cloned();
        change(self.trust.files.entry(file.clone()).or_default());
        self.note(Undo::File(file.clone(), before));
    }

    fn replace_all(&mut self, trust: Trust) {
        let before = std::mem::replace(&mut self.trust, trust);
        self.note(Undo::All(before));
    }

    /// Notes how to take back the latest step. What was noted first is given up when it is too much: going back
    /// beyond it costs a replay from the root, and no more memory than this.
    fn note(&mut self, undo: Undo) {
        self.weight += undo.weight();
        self.undo.push_back((self.branch.len() - 1, undo));
        while self.weight > MOST_NOTED {
            let Some((place, undo)) = self.undo.pop_front() else { break };
            self.weight -= undo.weight();
            self.floor = place + 1;
        }
    }

    /// What is held of a file.
    pub fn held(&self, file: &FileKey) -> Option<&HeldLines> {
        self.trust.files.get(file)
    }

    /// Every file of which something is held or was asked for anew, in no order.
    pub fn files(&self) -> impl Iterator<Item = (&FileKey, &HeldLines)> {
        self.trust.files.iter()
    }

    /// Where trust begins.
    pub fn boundary(&self) -> Boundary {
        self.trust.boundary
    }

    /// The entries from the root to the leaf.
    pub fn branch(&self) -> &[EntryIndex] {
        &self.branch
    }

    /// The entries that count: those after the boundary.
    pub fn window(&self) -> &[EntryIndex] {
        &self.branch[self.trust.boundary.start..]
    }

    /// The entry that a generation stands for.
    pub fn entry_at(&self, generation: u64) -> Option<EntryIndex> {
        let place = usize::try_from(generation).ok()?.checked_sub(1)?;
        self.branch.get(place).copied()
    }
}

#[cfg(test)]
mod tests;
