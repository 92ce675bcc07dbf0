//! Who waits for long work.

/// The caller that waits for a walk or a search of the tree: heard between two files, and within a large one.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Whether the caller cancelled. Asked often: it should cost next to nothing.
    pub is_cancelled: &'a dyn Fn() -> bool,
    /// Hears now and then how far the work is.
    pub progress: &'a dyn Fn(Progress),
}

/// How far the work is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Files that were looked at.
    pub files: u64,
    /// How many there are, if that is known.
    pub total: Option<u64>,
    /// Matching lines, or listed names, so far.
    pub matches: u64,
}

impl Watch<'static> {
    /// No caller waits: the work is never cancelled and its progress is not reported.
    pub fn unattended() -> Self {
        Self { is_cancelled: &|| false, progress: &|_| {} }
    }
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}
