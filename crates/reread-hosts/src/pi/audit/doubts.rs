//! Replies and entries that may have shown unknown text of unknown files.
//!
//! What was shown before one of them proves nothing after it: the file may have been shown anew, in another version.

use std::collections::HashMap;

use reread_context::FileKey;

use super::objection::Unverifiable;

/// The doubts on the way from the root to where we are.
#[derive(Debug, Default)]
pub(super) struct FileDoubts {
    /// In the order in which they came up; each the one that reaches farthest of those up to there.
    stacks: HashMap<DoubtedFiles, Vec<FileDoubt>>,
}

/// Which files a doubt is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum DoubtedFiles {
    EveryFile,
    /// Files with this last part of their name.
    FilesCalled(Box<str>),
    File(FileKey),
}

/// That something may have been shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileDoubt {
    /// How far from the root.
    pub(super) at: usize,
    pub(super) why: Unverifiable,
}

impl FileDoubts {
    pub(super) fn push(&mut self, about: DoubtedFiles, doubt: FileDoubt) {
        let stack = self.stacks.entry(about).or_default();
        let farthest = stack.last().copied().filter(|last| last.at > doubt.at).unwrap_or(doubt);
        stack.push(farthest);
    }

    /// Takes back the latest doubt about these files.
    pub(super) fn pop(&mut self, about: &DoubtedFiles) {
        if let Some(stack) = self.stacks.get_mut(about) {
            stack.pop();
        }
    }

    /// The doubt about a file that is farthest from the root.
    pub(super) fn latest(&self, file: &FileKey) -> Option<FileDoubt> {
        let called = file.as_str().rsplit('/').next().unwrap_or_default();
        let about = [
            DoubtedFiles::EveryFile,
            DoubtedFiles::FilesCalled(called.into()),
            DoubtedFiles::File(file.clone()),
        ];
        about.iter().filter_map(|about| self.stacks.get(about)?.last().copied()).max_by_key(|doubt| doubt.at)
    }
}
