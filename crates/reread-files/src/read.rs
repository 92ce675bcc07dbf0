//! Reading text in bounds, with the decision about what the caller already holds.
//!
//! One slice primitive serves every reader: the unified read, whole files, exact lines, head and tail differ
//! only in what they want and in which bounds they accept. Nothing falls back silently: what was left out is
//! named, with the exact place to go on.

use std::io;

use reread_access::{BinaryKind, ExactFile, Located, OpenError, recognised_tags};
use reread_codes::Code;
use reread_context::{Answer, Citation, Fallback, ReadPlan, ReadScope};
use reread_disk::{FilePortion, Fingerprint, Selection, Steady, WHOLE};
use reread_text::{Bounds, Digest, LineRange};

use crate::answer::{CitedRead, HeldPage};
use crate::read_reply::{Passage, ReadOperation, ReadReply};
use crate::reader::Reader;
use crate::seal::Sealing;

/// Above this size a file is first hashed without keeping it, if there is a chance that it is unchanged.
const HASH_FIRST: u64 = 1024 * 1024;

/// What part of a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// From a line on.
    From(u64),
    /// These lines.
    Lines(LineRange),
    /// From a byte on: how a page goes on inside a long line.
    FromByte(u64),
    /// The first lines, as many as there are.
    First(u64),
    /// The last lines, as many as there are.
    Last(u64),
}

/// A call of the unified read.
#[derive(Clone, Debug)]
pub struct ReadRequest {
    /// The file, as the caller writes it. A line suffix counts if `extent` is the whole.
    pub name: String,
    /// The part asked for.
    pub extent: Extent,
    /// The tags that the caller cites: it attests that it can still see their lines.
    pub known: Vec<String>,
    /// How much may be sent.
    pub bounds: Bounds,
    /// The version of a file that the user approved, if a rule asks for approval.
    pub approved: Option<ExactFile>,
    /// Whether the reply will be shown, or only measured.
    pub showing: ReplyUse,
}

/// What becomes of a reply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReplyUse {
    /// Its text is shown, and a tag may stand for it.
    #[default]
    Shown,
    /// Only its size and cost are reported. The text is not shown, so there is no tag for it.
    Measured,
}

impl ReadRequest {
    /// A request by a caller that holds nothing, for what needs no approval.
    pub fn new(name: impl Into<String>, extent: Extent, bounds: Bounds) -> Self {
        let (known, approved, showing) = (Vec::new(), None, ReplyUse::Shown);
        Self { name: name.into(), extent, known, bounds, approved, showing }
    }

    /// What stands in the way of a tag, whatever was read.
    pub(crate) fn seals(&self) -> Sealing {
        match (self.showing, &self.approved) {
            (ReplyUse::Measured, _) => Sealing::NotShown,
            // What one caller was allowed to see must not come back to another one as the base of a diff.
            (ReplyUse::Shown, Some(_)) => Sealing::Approved,
            (ReplyUse::Shown, None) => Sealing::Tagged,
        }
    }

    /// Whether this is the version that the user approved; any is, where no approval is needed.
    pub(crate) fn is_about(&self, portion: &FilePortion) -> bool {
        self.approved.as_ref().is_none_or(|approved| approved.digest == portion.digest)
    }
}

/// Why a read was refused.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "names are as the caller wrote them; the messages say the rest")]
pub enum ReadError {
    /// The file could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("{name} ends at line {last}, before line {asked}")]
    PastEnd {
        name: String,
        /// The first line asked for.
        asked: u64,
        /// Its last line.
        last: u64,
    },
    #[error("{name} has {size} bytes and ends before byte {asked}")]
    PastEndByte {
        name: String,
        /// Offset of the first byte that the caller wants, counted from 0.
        asked: u64,
        /// Length of the file in bytes.
        size: u64,
    },
    /// There is no line 0, and no lines are not a request.
    #[error("lines are counted from 1")]
    LineZero,
    /// Its bytes are not those of a text.
    #[error("{name} is not text{kind}")]
    NotText { name: String, kind: BinaryKind },
    #[error("the output cannot be written")]
    Output(#[source] io::Error),
}

impl ReadError {
    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        match self {
            ReadError::Open(error) => error.code(),
            ReadError::PastEnd { .. } | ReadError::PastEndByte { .. } => Code::PastEnd,
            ReadError::LineZero => Code::InvalidRange,
            ReadError::NotText { .. } => Code::NotText,
            ReadError::Output(source) if source.kind() == io::ErrorKind::BrokenPipe => Code::OutputClosed,
            ReadError::Output(source) => Code::of_io(source),
        }
    }
}

impl Reader<'_> {
    /// The unified read: text, marker or diff.
    pub fn read(&self, request: &ReadRequest) -> Result<ReadReply, ReadError> {
        self.read_as(ReadOperation::Read, request)
    }

    /// Any of these, in bounds of the caller's choice.
    pub fn read_as(&self, operation: ReadOperation, request: &ReadRequest) -> Result<ReadReply, ReadError> {
        self.read_located(operation, request, &self.open_for(request)?)
    }

    /// Opens the file of a request, without reading it.
    pub fn open_for(&self, request: &ReadRequest) -> Result<Located, OpenError> {
        let lines_given = request.extent != Extent::Whole;
        match &request.approved {
            Some(approved) => self.access.locate_approved(&request.name, lines_given, approved),
            None => self.access.locate(&request.name, lines_given),
        }
    }

    /// Reads the file that was opened for this request. Only the unified read goes to the end of a long file for its
    /// digest.
    pub fn read_located(
        &self,
        operation: ReadOperation,
        request: &ReadRequest,
        located: &Located,
    ) -> Result<ReadReply, ReadError> {
        // An approval is for one version, and only the whole file tells which one it is.
        let needs_digest = operation == ReadOperation::Read || request.approved.is_some();
        let hashed = self.access.settings().limits.digest_bytes;
        // A small file is read whole all the same.
        let digest_bytes = if needs_digest { hashed } else { hashed.min(WHOLE) };
        let extent = extent_of(located, request.extent);
        if let (ReadOperation::GetExcerpt, Extent::First(most)) = (operation, extent) {
            let reply = self.excerpt(request, located, most, digest_bytes)?;
            // Its two halves were made within other bounds.
            return Ok(ReadReply { bounds: request.bounds, ..reply });
        }
        let wanted = match extent {
            Extent::Whole => Selection::From(1),
            Extent::From(0) => return Err(ReadError::LineZero),
            Extent::From(line) => Selection::From(line),
            Extent::Lines(range) => Selection::Lines(range),
            Extent::FromByte(byte) => Selection::FromByte(byte),
            Extent::First(count) => {
                Selection::Lines(LineRange::new(1, count).map_err(|_| ReadError::LineZero)?)
            }
            Extent::Last(0) => return Err(ReadError::LineZero),
            Extent::Last(count) => Selection::Last(count),
        };
        let cites = request.approved.is_none();
        let citation = cites.then(|| recognised_tags(self.access, &located.name, &request.known)).flatten();
        if let Some(citation) = &citation
            && let Some(reply) = self.unchanged_by_hash(operation, located, extent, request, citation)?
        {
            return Ok(reply);
        }
        let taken = self.take(located, wanted, &request.bounds, digest_bytes)?;
        if !request.is_about(&taken.value) {
            return self.read_without_approval(operation, request);
        }
        self.conclude(operation, request, located, &taken, citation.as_ref())
    }

    /// From what was taken of a file to the reply: text, marker or diff.
    pub(crate) fn conclude(
        &self,
        operation: ReadOperation,
        request: &ReadRequest,
        located: &Located,
        taken: &Steady<FilePortion>,
        citation: Option<&Citation>,
    ) -> Result<ReadReply, ReadError> {
        let extent = extent_of(located, request.extent);
        refuse_past_end(located, extent, taken)?;
        let asked = taken.value.total_lines.and_then(|total| asked(extent, total));
        let cited = CitedRead { access: self.access, located, request, now: &taken.value, citation };
        let (mut answer, doubts) = match taken.changed_during_read {
            // What was read may be a mixture of two versions.
            true if !request.known.is_empty() => (Answer::Fallback(Fallback::Changing), Vec::new()),
            _ => cited.answer(asked),
        };
        let mut lines = asked.and_then(lines_of);
        let mut longer = None;
        let (mut passages, mut cut) = (Vec::new(), None);
        if matches!(answer, Answer::Text | Answer::Fallback(_)) {
            let (passage, cut_short) = self.page_of(operation, located, taken, request);
            cut = cut_short;
            let mut rest = None;
            // What decides is what the reply would show, which may be less than was asked for.
            if answer == Answer::Fallback(Fallback::NotCovered)
                && let Some(citation) = citation
            {
                if let Some(shown) = page_lines(&passage) {
                    answer = cited.answer_of_page(shown, citation);
                    longer = cited.longer_marker(shown, asked, &answer, citation);
                }
                // A page that is held is a marker, unless a reply can send all that is missing.
                let is_text = matches!(answer, Answer::Text | Answer::Fallback(_));
                if let (ReadOperation::Read, Some(asked)) = (operation, asked) {
                    rest = self.rest(located, taken, request, asked, citation);
                    rest = rest.filter(|rest| is_text || rest.cut.is_none());
                }
            }
            match (rest, &answer) {
                (Some(rest), _) => {
                    (passages, cut) = (rest.passages, rest.cut);
                    answer = Answer::Rest { held: rest.held };
                }
                (None, Answer::Unchanged(_) | Answer::UnchangedHere | Answer::Diff { .. }) => {
                    lines = passage.lines();
                    if let Some(HeldPage { answer: marker, lines: held, cut: behind }) = longer {
                        (answer, lines, cut) = (marker, Some(held), behind);
                    }
                }
                (None, _) => passages.push(passage),
            }
        }
        let is_compared = answer == Answer::UnchangedHere;
        let mut reply = self.reply(operation, located, taken, answer, (passages, cut), request)?;
        reply.compared_with =
            citation.filter(|_| is_compared).and_then(|citation| base_of(citation, lines?, &taken.value));
        reply.asked = lines;
        reply.doubts = doubts;
        Ok(reply)
    }

    /// The file changed since the approval, which does not cover this version: it is read as if there were no approval.
    pub(crate) fn read_without_approval(
        &self,
        operation: ReadOperation,
        request: &ReadRequest,
    ) -> Result<ReadReply, ReadError> {
        self.read_as(operation, &ReadRequest { approved: None, ..request.clone() })
    }

    /// The marker for a large file that is unchanged, without keeping the file; `None` if that is not so.
    fn unchanged_by_hash(
        &self,
        operation: ReadOperation,
        located: &Located,
        extent: Extent,
        request: &ReadRequest,
        citation: &Citation,
    ) -> Result<Option<ReadReply>, ReadError> {
        let limits = &self.access.settings().limits;
        if !(HASH_FIRST..=limits.digest_bytes).contains(&located.facts.size) {
            return Ok(None);
        }
        let hashed = located.fingerprint()?;
        let Fingerprint { digest, total_lines } = hashed.value;
        let Some(asked) = asked(extent, total_lines).filter(|_| !hashed.changed_during_read) else {
            return Ok(None);
        };
        if citation.plan(asked, &digest, total_lines) != ReadPlan::Unchanged {
            return Ok(None);
        }
        let portion =
            FilePortion { digest: Some(digest), total_lines: Some(total_lines), ..FilePortion::default() };
        let taken = Steady { value: portion, changed_during_read: false };
        let answer = Answer::Unchanged(asked);
        let mut reply = self.assemble(operation, located, &taken, answer, request)?;
        reply.asked = lines_of(asked);
        reply.doubts = citation.rejected.clone();
        Ok(Some(reply))
    }
}

/// What is asked for, once the lines that the name itself asks for are taken into account.
pub(crate) fn extent_of(located: &Located, requested: Extent) -> Extent {
    match (requested, located.lines) {
        (Extent::Whole, Some(lines)) => Extent::Lines(lines),
        (extent, _) => extent,
    }
}

/// The request in lines of the file as it is; `None` if it cannot be said in lines.
fn asked(extent: Extent, total_lines: u64) -> Option<ReadScope> {
    let lines = match extent {
        Extent::Whole => return Some(ReadScope::Whole),
        Extent::FromByte(_) => return None,
        Extent::From(first) => LineRange::new(first, total_lines).ok()?,
        Extent::First(count) => LineRange::new(1, count.min(total_lines)).ok()?,
        Extent::Last(count) => LineRange::new(total_lines.saturating_sub(count) + 1, total_lines).ok()?,
        Extent::Lines(range) => range.intersect(LineRange::new(1, total_lines).ok()?)?,
    };
    // A range that spans exactly the whole file is the whole file.
    Some(if lines.first() == 1 && lines.last() == total_lines {
        ReadScope::Whole
    } else {
        ReadScope::Lines(lines)
    })
}

/// The snapshot that lines have to be compared with, in place of their text.
fn base_of(citation: &Citation, lines: LineRange, now: &FilePortion) -> Option<Digest> {
    match citation.plan(ReadScope::Lines(lines), &now.digest?, now.total_lines?) {
        ReadPlan::NeedsBase(base) => Some(base),
        ReadPlan::Unchanged | ReadPlan::Text(_) => None,
    }
}

/// The lines of a page that shows lines whole.
fn page_lines(page: &Passage) -> Option<LineRange> {
    page.lines().filter(|_| page.whole_lines)
}

fn lines_of(asked: ReadScope) -> Option<LineRange> {
    match asked {
        ReadScope::Whole => None,
        ReadScope::Lines(lines) => Some(lines),
    }
}

fn refuse_past_end(located: &Located, extent: Extent, taken: &Steady<FilePortion>) -> Result<(), ReadError> {
    let name = || located.name.requested.clone();
    let first = match extent {
        Extent::Whole | Extent::From(1) | Extent::First(_) | Extent::Last(_) => return Ok(()),
        Extent::FromByte(asked) if asked > located.facts.size => {
            return Err(ReadError::PastEndByte { name: name(), asked, size: located.facts.size });
        }
        Extent::FromByte(_) => return Ok(()),
        Extent::From(line) => line,
        Extent::Lines(range) => range.first(),
    };
    match taken.value.total_lines {
        Some(last) if last < first => Err(ReadError::PastEnd { name: name(), asked: first, last }),
        _ => Ok(()),
    }
}
