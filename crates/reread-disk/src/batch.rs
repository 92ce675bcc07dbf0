//! Several files on their way together: all of them, or none.
//!
//! The order of the steps makes the disk tell how far it came, at whatever point the process dies. Everything is staged before anything
//! is put in place, what goes is put in place before what comes, and second names are cleared only when all is in place.
//! So a file that is still staged says that nothing is complete, and one whose old bytes are cleared away says that all
//! is, whatever became of the files since. A batch does not know the history: bytes that lost their name are
//! handed over, and have to be kept before anything is cleared.

use std::io;

use crate::disk::{AttributesLost, Disk};
use crate::replace::{
    DisplacedFile, FileReplacement, Leftover, ReplacementKind, ReplacementStage, SwapOutcome,
    TargetAttributes,
};

/// The files, in the order in which they were given.
pub struct Batch<'a, D: Disk> {
    files: Vec<FileReplacement<'a, D>>,
}

/// What the files held: bytes and permission bits, or nothing, or unknown.
pub type Before<'b> = Option<(&'b [u8], u32)>;

/// What came of putting all of it in place.
#[derive(Debug, PartialEq, Eq)]
pub enum BatchOutcome {
    /// Every file is in place.
    All,
    /// That file is not what was expected, and all other files are as they were.
    Moved {
        /// The file that stopped it, as an index into the batch.
        at: usize,
        /// Displaced files, each with the index of its place.
        strays: Vec<(usize, DisplacedFile)>,
    },
}

/// The result of a batch that another process left.
#[derive(Debug, PartialEq, Eq)]
pub struct BatchEnd {
    /// Whether the batch stays done; otherwise it was rolled back.
    pub is_done: bool,
    /// Files with an external change since, which stay as they are.
    pub left_alone: Vec<usize>,
    /// Displaced files, each with the index of its place.
    pub strays: Vec<(usize, DisplacedFile)>,
    /// Files beside which something lies that is too large to be kept, or no file.
    pub left_behind: Vec<usize>,
}

/// What lies beside the files and is not ours.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ForeignFiles {
    /// Displaced files, each with the index of its place.
    pub strays: Vec<(usize, DisplacedFile)>,
    /// Files beside which something stays that cannot be kept.
    pub left_behind: Vec<usize>,
}

/// What the system refused, for the sake of which file.
#[derive(Debug)]
pub struct BatchError {
    /// The file, as an index into the batch.
    pub at: usize,
    /// The error of the system.
    pub source: io::Error,
}

impl<'a, D: Disk> Batch<'a, D> {
    /// A batch of which nothing was done.
    pub fn new(files: Vec<FileReplacement<'a, D>>) -> Self {
        Self { files }
    }

    /// A batch that another process began and did not end.
    pub fn resume(files: Vec<FileReplacement<'a, D>>) -> Result<Self, BatchError> {
        let resumed = files.into_iter().enumerate().map(|(at, file)| file.resume().map_err(failed(at)));
        Ok(Self { files: resumed.collect::<Result<_, _>>()? })
    }

    /// Stages what one of the files shall hold.
    pub fn stage(&mut self, at: usize, bytes: &[u8], dress: TargetAttributes) -> Result<(), AttributesLost> {
        self.files[at].stage(bytes, dress)
    }

    /// Puts all of them in place, or none.
    pub fn swap(&mut self, before: &[Before<'_>]) -> Result<BatchOutcome, BatchError> {
        let mut order: Vec<usize> = (0..self.files.len()).collect();
        order.sort_by_key(|at| self.files[*at].way() != ReplacementKind::Delete);
        for (done, at) in order.iter().copied().enumerate() {
            let SwapOutcome::Moved(stray) = self.files[at].swap().map_err(failed(at))? else { continue };
            let mut strays: Vec<_> = stray.map(|stray| (at, stray)).into_iter().collect();
            for earlier in order[..done].iter().copied().rev() {
                let taken_back = self.files[earlier].take_back(before[earlier]).map_err(failed(earlier))?;
                if let SwapOutcome::Moved(Some(stray)) = taken_back {
                    strays.push((earlier, stray));
                }
            }
            return Ok(BatchOutcome::Moved { at, strays });
        }
        Ok(BatchOutcome::All)
    }

    /// How far each of them came.
    pub fn stages(&self) -> impl Iterator<Item = (ReplacementKind, ReplacementStage)> {
        self.files.iter().map(|file| (file.way(), file.how_far()))
    }

    /// Ends what was resumed: leaves it if it was complete, and takes it back otherwise.
    pub fn end(&mut self, is_done: bool, before: &[Before<'_>]) -> Result<BatchEnd, BatchError> {
        let mut ended =
            BatchEnd { is_done, left_alone: Vec::new(), strays: Vec::new(), left_behind: Vec::new() };
        for (at, file) in self.files.iter_mut().enumerate() {
            let outcome = match is_done {
                true => file
                    .is_as_it_shall_be()
                    .map(|it_is| if it_is { SwapOutcome::Done } else { SwapOutcome::Moved(None) }),
                false => file.take_back(before[at]),
            };
            if let SwapOutcome::Moved(stray) = outcome.map_err(failed(at))? {
                ended.left_alone.push(at);
                ended.strays.extend(stray.map(|stray| (at, stray)));
            }
        }
        let ForeignFiles { strays, left_behind } = self.foreign()?;
        ended.strays.extend(strays);
        Ok(BatchEnd { left_behind, ..ended })
    }

    /// What lies beside the files and is not ours: another process may have written to a file that it had open.
    pub fn foreign(&self) -> Result<ForeignFiles, BatchError> {
        let mut foreign = ForeignFiles::default();
        for (at, file) in self.files.iter().enumerate() {
            match file.beside().map_err(failed(at))? {
                Leftover::Ours => {}
                Leftover::Theirs(stray) => foreign.strays.push((at, stray)),
                Leftover::Stays => foreign.left_behind.push(at),
            }
        }
        Ok(foreign)
    }

    /// Removes all second names, as far as that goes.
    pub fn clear(&mut self) -> Result<(), BatchError> {
        let cleared = self.files.iter_mut().enumerate().map(|(at, file)| file.clear().map_err(failed(at)));
        cleared.fold(Ok(()), Result::and)
    }
}

fn failed(at: usize) -> impl Fn(io::Error) -> BatchError {
    move |source| BatchError { at, source }
}

/// Whether all files of a batch were in place when it was left, as far as the disk tells.
///
/// If every one of them was changed externally, nothing is left to decide by. Then it was: to roll back what was reported as
/// done loses work, and to call done what was never begun loses nothing.
pub fn was_complete(files: &[(ReplacementKind, ReplacementStage)]) -> bool {
    let any =
        |is: fn(ReplacementKind, ReplacementStage) -> bool| files.iter().any(|(way, stage)| is(*way, *stage));
    if any(|_, stage| matches!(stage, ReplacementStage::Staged | ReplacementStage::Displaced)) {
        return false;
    }
    if any(|_, stage| stage == ReplacementStage::Theirs) {
        // What came out was not looked at, or another process wrote to it later, when all was in place and clearing began.
        return any(|way, stage| way == ReplacementKind::Replace && stage == ReplacementStage::Over);
    }
    let has_come = any(|way, stage| way != ReplacementKind::Delete && was_in_place(stage));
    // What goes goes first, and only once everything is staged. So if something has come or gone, a file that is as it was
    // with nothing beside it was in place, and another process brought it back; unless it is one that was still to go.
    let has_gone = any(|way, stage| way == ReplacementKind::Delete && was_in_place(stage));
    let is_to_go = any(|way, stage| way == ReplacementKind::Delete && stage == ReplacementStage::Begun);
    let is_to_come = any(|way, stage| way != ReplacementKind::Delete && stage == ReplacementStage::Begun);
    has_come || !is_to_go && (has_gone || !is_to_come)
}

fn was_in_place(stage: ReplacementStage) -> bool {
    matches!(stage, ReplacementStage::InPlace | ReplacementStage::Over | ReplacementStage::Overtaken)
}

#[cfg(test)]
mod tests;
