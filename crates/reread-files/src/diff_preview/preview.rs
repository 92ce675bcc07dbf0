//! What a preview is asked for, and what it says.

use reread_access::{FileName, Notice};
use reread_context::TagDigits;
use reread_git::ObjectId;
use reread_text::{Bounds, Diff, Digest, LineRange};

use super::hunks::PreviewPart;

/// What a text is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewBase {
    /// The latest commit of the branch that is checked out.
    Head,
    /// What is staged.
    Index,
    /// What is on disk; only a proposed text can differ from it.
    Worktree,
}

impl PreviewBase {
    /// The word for requests and replies.
    pub fn word(self) -> &'static str {
        match self {
            PreviewBase::Head => "HEAD",
            PreviewBase::Index => "INDEX",
            PreviewBase::Worktree => "WORKTREE",
        }
    }
}

/// What is to be compared.
#[derive(Clone, Debug)]
pub struct PreviewRequest {
    /// The file, as the caller writes it. A line suffix counts if `lines` says nothing.
    pub name: String,
    /// What it is compared with.
    pub against: PreviewBase,
    /// The text that the caller proposes; `None` is the file on disk.
    pub content: Option<Vec<u8>>,
    /// Only the hunks that meet these lines of the new text; all of them otherwise.
    pub lines: Option<LineRange>,
    /// How much of the diff may be sent.
    pub bounds: Bounds,
}

/// How they differ.
#[derive(Clone, Debug)]
pub struct PreviewReply {
    /// Which file it is.
    pub name: FileName,
    /// What it was compared with.
    pub against: PreviewBase,
    /// The commit of `HEAD`; `None` before the first one, and for another base.
    pub commit: Option<ObjectId>,
    /// The file in the base; `None` if it does not exist there.
    pub base: Option<Side>,
    /// The file on disk or the proposed text; `None` if the file does not exist.
    pub target: Option<Side>,
    /// Whether the target is a proposed text.
    pub is_proposed: bool,
    /// Hunks and lines of the whole diff; its text is the part that is shown.
    pub diff: Diff,
    /// The page of the diff that the text holds.
    pub part: PreviewPart,
    /// Whether nothing but line ends differs: CRLF on one side where the other has LF.
    pub only_line_ends: bool,
    /// What is true of it and not in its text.
    pub notices: Vec<Notice>,
    /// The digits that close the text. They cannot be cited.
    pub frame: TagDigits,
}

/// One of the two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name as an object of git; `None` if no repository was asked.
    pub blob: Option<ObjectId>,
    /// SHA-256 of its bytes.
    pub digest: Digest,
    /// Its length in bytes.
    pub bytes: u64,
    /// How many lines it has.
    pub lines: u64,
}
