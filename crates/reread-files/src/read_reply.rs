//! What a call that reads text gives back.

use reread_access::{FileName, Notice, Untagged};
use reread_context::{Answer, RejectedTag, Tag, TagDigits};
use reread_disk::{FileFacts, SharedBytes};
use reread_text::{Bounds, Digest, Limit, LineRange, LineSet, count_lines};

use crate::resolved_symbol::ResolvedSymbol;

reread_codes::words! {
    /// Which operation answered.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ReadOperation {
        /// The unified read: whole file, lines or the rest of a page, with the decision about what is held.
        Read = "read",
        /// The whole file.
        ReadFile = "read_file",
        /// Exact lines.
        ReadFileRange = "read_file_range",
        /// The first lines.
        ReadFileHead = "read_file_head",
        /// The last lines.
        ReadFileTail = "read_file_tail",
        /// The beginning and the end.
        GetExcerpt = "get_excerpt",
    }
}

/// Text of a file, or why none needs to be sent.
#[derive(Clone, Debug)]
pub struct ReadReply {
    /// What was done.
    pub operation: ReadOperation,
    /// Which file it was.
    pub name: FileName,
    /// What its handle said.
    pub facts: FileFacts,
    /// Text, marker or diff, and why.
    pub answer: Answer,
    /// The lines that were asked for, as far as they exist; `None` for the whole file.
    pub asked: Option<LineRange>,
    /// Which cited tags were not believed.
    pub doubts: Vec<RejectedTag>,
    /// The text, in one piece or, for an excerpt, in two.
    pub passages: Vec<Passage>,
    /// How many lines the file has; `None` if it was not read to its end.
    pub total_lines: Option<u64>,
    /// The digest of the snapshot; `None` if it was not read to its end.
    pub digest: Option<Digest>,
    /// The snapshot that lines were compared with, if that is how they are known to be unchanged.
    pub compared_with: Option<Digest>,
    /// Whether the snapshot is kept, so that the reply can be made again.
    pub is_kept: bool,
    /// How much it might hold.
    pub bounds: Bounds,
    /// Where to go on, if the text was cut.
    pub cut: Option<CutShort>,
    /// The receipt; `None` with a notice that says why.
    pub tag: Option<Tag>,
    /// The keyed digits that close the text.
    pub frame: TagDigits,
    /// What the caller should know besides.
    pub notices: Vec<Notice>,
    /// The symbol whose lines were asked for, if that is how they were.
    pub symbol: Option<Box<ResolvedSymbol>>,
}

/// A run of text as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Exact bytes.
    pub text: SharedBytes,
    /// The number of its first line; `None` if it was not counted.
    pub first_line: Option<u64>,
    /// How many lines it touches.
    pub line_count: u64,
    /// Where it starts in the file.
    pub start_byte: u64,
    /// Whether it starts and ends with whole lines.
    pub whole_lines: bool,
}

impl Passage {
    /// The lines it touches, if they were counted and there are any.
    pub fn lines(&self) -> Option<LineRange> {
        let first = self.first_line?;
        LineRange::new(first, first + self.line_count.checked_sub(1)?).ok()
    }

    /// Whether its last byte is a line end; true for no text at all.
    pub fn ends_line(&self) -> bool {
        self.text.last().is_none_or(|byte| *byte == b'\n')
    }
}

impl ReadReply {
    /// Why it carries no tag, if that needs a reason.
    pub fn untagged(&self) -> Option<Untagged> {
        self.notices.iter().find_map(|notice| match notice {
            Notice::Untagged(why) => Some(*why),
            _ => None,
        })
    }

    /// The lines that were sent.
    pub fn shown(&self) -> LineSet {
        self.passages.iter().filter_map(Passage::lines).collect()
    }

    /// How many lines were sent, of the file or of a diff.
    pub fn line_count(&self) -> u64 {
        match &self.answer {
            Answer::Diff { diff, .. } => count_lines(&diff.text),
            _ => self.passages.iter().map(|passage| passage.line_count).sum(),
        }
    }

    /// How many bytes were sent, of the file or of a diff.
    pub fn sent_bytes(&self) -> u64 {
        match &self.answer {
            Answer::Diff { diff, .. } => diff.text.len() as u64,
            _ => self.passages.iter().map(|passage| passage.text.len() as u64).sum(),
        }
    }
}

/// Not everything that was asked for was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutShort {
    /// Which limit it ran into.
    pub limit: Limit,
    /// Where the rest is.
    pub place: CutPlace,
    /// Whether the text could have gone on for some lines, and ends where it does because a definition begins there.
    pub before_definition: bool,
}

/// Where the rest of a cut text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutPlace {
    /// Behind what was sent.
    GoesOn {
        /// The line to go on with; `None` inside a line, or if lines were not counted.
        line: Option<u64>,
        /// The byte to go on with.
        byte: u64,
    },
    /// Before what was sent, since the end of the file was asked for: the first byte that was sent.
    StartsAt(u64),
}
