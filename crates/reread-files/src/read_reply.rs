//! What a call that reads text gives back.

use reread_context::{Answer, RejectedTag, Tag, TagDigits};
use reread_disk::{FileFacts, SharedBytes};
use reread_text::{Bounds, Digest, Hazards, Limit, LineRange, LineSet, count_lines};

use crate::located::FileName;
use crate::symbol::ResolvedSymbol;

/// Which operation answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The unified read: whole file, lines or the rest of a page, with the decision about what is held.
    Read,
    /// The whole file.
    ReadFile,
    /// Exact lines.
    ReadFileRange,
    /// The first lines.
    ReadFileHead,
    /// The last lines.
    ReadFileTail,
    /// The beginning and the end.
    GetExcerpt,
}

impl Operation {
    /// The name by which tools and records call it.
    pub fn word(self) -> &'static str {
        match self {
            Operation::Read => "read",
            Operation::ReadFile => "read_file",
            Operation::ReadFileRange => "read_file_range",
            Operation::ReadFileHead => "read_file_head",
            Operation::ReadFileTail => "read_file_tail",
            Operation::GetExcerpt => "get_excerpt",
        }
    }
}

/// Text of a file, or why none needs to be sent.
#[derive(Clone, Debug)]
pub struct ReadReply {
    /// What was done.
    pub operation: Operation,
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
    /// The number of its first line; `None` if nobody counted.
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
        /// The line to go on with; `None` inside a line, or if nobody counted.
        line: Option<u64>,
        /// The byte to go on with.
        byte: u64,
    },
    /// Before what was sent, since the end of the file was asked for.
    StartsAt {
        /// The first byte that was sent.
        byte: u64,
    },
}

/// Something about a reply that is true, and not in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Somebody wrote while the file was read, however often it was tried.
    ChangedDuringRead,
    /// The file has several names.
    SeveralNames {
        /// How many.
        links: u64,
    },
    /// The bytes are not UTF-8: replacement characters stand where they do not decode.
    InvalidUtf8 {
        /// How many replacements.
        count: u64,
    },
    /// Characters that a terminal would interpret or an eye would miss.
    Hazards(Hazards),
    /// The reply carries no tag, and this is why.
    Untagged(Untagged),
}

/// Why a reply carries no tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untagged {
    /// Longer than the caller is known to keep whole.
    TooLong,
    /// The file was not read to its end.
    NotHashed,
    /// The file changed while it was read.
    Changed,
    /// What was shown is not exactly what is in the file.
    NotUtf8,
    /// Not even one line was shown whole.
    NoWholeLine,
    /// The file is one whose text is never kept.
    NotCached,
    /// There is no state directory, so no key.
    NoState,
}

impl Untagged {
    /// The stable word for replies.
    pub fn word(self) -> &'static str {
        match self {
            Untagged::TooLong => "too_long",
            Untagged::NotHashed => "not_hashed",
            Untagged::Changed => "changed_during_read",
            Untagged::NotUtf8 => "not_utf8",
            Untagged::NoWholeLine => "no_whole_line",
            Untagged::NotCached => "not_cached",
            Untagged::NoState => "no_state",
        }
    }
}
