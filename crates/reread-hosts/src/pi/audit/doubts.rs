//! Replies and entries of which nobody can tell what they showed, and of which file.
//!
//! What was shown before one of them proves nothing after it: the file may have been shown anew, in another version.

use std::collections::HashMap;

use reread_context::FileName;

use super::unverifiable::Unverifiable;

/// The doubts on the way from the root to where we are.
#[derive(Debug, Default)]
pub(super) struct Doubts {
    /// In the order in which they came up; each the one that reaches farthest of those up to there.
    stacks: HashMap<About, Vec<Doubt>>,
}

/// Which files a doubt is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum About {
    EveryFile,
    /// Files with this last part of their name.
    FilesCalled(Box<str>),
    File(FileName),
}

/// That something may have been shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubt {
    /// How far from the root.
    pub(super) at: usize,
    pub(super) why: Unverifiable,
}

impl Doubts {
    pub(super) fn push(&mut self, about: About, doubt: Doubt) {
        let stack = self.stacks.entry(about).or_default();
        let farthest = stack.last().copied().filter(|last| last.at > doubt.at).unwrap_or(doubt);
        stack.push(farthest);
    }

    /// Takes back the latest doubt about these files.
    pub(super) fn pop(&mut self, about: &About) {
        if let Some(stack) = self.stacks.get_mut(about) {
            stack.pop();
        }
    }

    /// The doubt about a file that is farthest from the root.
    pub(super) fn latest(&self, file: &FileName) -> Option<Doubt> {
        let called = file.as_str().rsplit('/').next().unwrap_or_default();
        let about = [About::EveryFile, About::FilesCalled(called.into()), About::File(file.clone())];
        about.iter().filter_map(|about| self.stacks.get(about)?.last().copied()).max_by_key(|doubt| doubt.at)
    }
}
