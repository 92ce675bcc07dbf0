//! What an audit takes note of while a session is read: what was delivered, and for which file.

use std::sync::Arc;

use reread_context::{EntryIndex, Mode, ReadScope};
use reread_text::{Digest, LineRange};

use crate::pi::{ReadMetadata, SessionEntry, SessionEntryKind, SessionToolResult, ToolCall, Truncation};

use super::SessionAudit;
use super::passage::{lines_in, passage};
use super::scripts::{self, ScriptMarker};
use super::short_reply::ShortReply;

/// An entry that matters.
#[derive(Clone, Debug)]
pub(super) enum EntryFact {
    Compaction,
    /// The content of another entry was removed or replaced.
    Edit {
        /// `None` if that is unknown.
        target: Option<Box<str>>,
        /// Whether something else stands there now.
        is_replaced: bool,
    },
    /// An entry that cannot be read and may have shown, or taken away, anything.
    Unreadable,
    Read(ReadFact),
    /// A script was given markers.
    Scripted(Vec<ScriptMarker>),
}

/// The result of a read.
#[derive(Clone, Debug)]
pub(super) struct ReadFact {
    /// The file, by the absolute name that the metadata gives it.
    pub(super) recorded: Option<Box<str>>,
    /// The file as the model named it, and the entry in which it did.
    pub(super) called: Option<(EntryIndex, Box<str>)>,
    pub(super) got: DeliveredReply,
}

/// What the model got.
#[derive(Clone, Debug)]
pub(super) enum DeliveredReply {
    /// Nothing of the file: an error.
    Nothing,
    /// Content that cannot be interpreted.
    Unclear,
    /// Lines of the file.
    Lines(ShownLines),
    /// A reply that shows no line in full.
    NoLine,
    /// A reply that is not what was made.
    Altered,
    /// A marker or a diff.
    Words(MarkerOrDiff),
    /// A script got it.
    Scripted(ShortReply, Arc<str>),
}

/// Lines that were shown.
#[derive(Clone, Debug)]
pub(super) struct ShownLines {
    pub(super) lines: LineRange,
    pub(super) text: Arc<str>,
    /// Whether the file ends with them.
    pub(super) to_end: bool,
    /// The last line that was asked for, shown or not.
    pub(super) asked_to: u64,
    /// The version that they are of, by digest or by the word of their metadata.
    pub(super) version: Option<Digest>,
}

impl ShownLines {
    /// Whether it is all of the file.
    pub(super) fn is_whole(&self) -> bool {
        self.lines.first() == 1 && self.to_end
    }

    /// The lines that were asked for and not shown.
    pub(super) fn cut(&self) -> Option<LineRange> {
        LineRange::new(self.lines.last().checked_add(1)?, self.asked_to).ok()
    }
}

/// A reply in place of a text, with what its metadata says about it.
#[derive(Clone, Debug)]
pub(super) struct MarkerOrDiff {
    pub(super) said: ShortReply,
    pub(super) sent: Arc<str>,
    /// Which versions are meant, if there is metadata.
    pub(super) meant: Option<MeantSnapshots>,
    /// Whether the metadata says something else than the words.
    pub(super) is_contradicted: bool,
    /// Whether something else was delivered with them.
    pub(super) is_among_others: bool,
    /// The length of the file in bytes and in lines, if the metadata says so.
    pub(super) size: Option<(u64, u64)>,
}

/// The versions that a marker or a diff speaks of.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeantSnapshots {
    /// The file as it was.
    pub(super) served: Digest,
    /// The version that the model is said to hold.
    pub(super) base: Digest,
}

/// A call without a result so far, or with one: names may come up again.
#[derive(Clone, Debug)]
pub(super) struct CallRecord {
    /// The entry that made it.
    entry: EntryIndex,
    is_answered: bool,
    /// `None` if two calls of one name ask for different things.
    asked: Option<ReadArguments>,
}

/// What a call asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ReadArguments {
    path: Option<Box<str>>,
    offset: Option<u64>,
    limit: Option<u64>,
}

impl SessionAudit {
    /// Takes note of an entry. They have to come in the order of the session.
    pub fn note(&mut self, index: EntryIndex, entry: &SessionEntry<'_>) {
        if entry.parent.is_none() {
            self.roots.insert(index);
        }
        let fact = match &entry.kind {
            SessionEntryKind::Assistant(Some(calls)) => {
                calls.iter().for_each(|call| self.note_call(index, call));
                return;
            }
            SessionEntryKind::Assistant(None) => return self.calls.clear(),
            SessionEntryKind::Compaction { .. } => EntryFact::Compaction,
            SessionEntryKind::ContextEdit(edit) => {
                let target = edit.target.as_deref().map(Box::from);
                EntryFact::Edit { target, is_replaced: edit.replacement().is_some() }
            }
            SessionEntryKind::ToolResult(result) if result.tool == "read" => {
                EntryFact::Read(self.read(result))
            }
            SessionEntryKind::ToolResult(result) => match scripts::markers(result) {
                markers if markers.is_empty() => return,
                markers => EntryFact::Scripted(markers),
            },
            SessionEntryKind::Unreadable if entry.entry_type == "compaction" => EntryFact::Compaction,
            SessionEntryKind::Unreadable => {
                self.unreadable += 1;
                self.calls.clear();
                match &*entry.entry_type {
                    "message" | "context_edit" => EntryFact::Unreadable,
                    _ => return,
                }
            }
            SessionEntryKind::Message { .. } | SessionEntryKind::Custom { .. } | SessionEntryKind::Other => {
                return;
            }
        };
        self.facts.insert(index, fact);
    }

    fn note_call(&mut self, entry: EntryIndex, call: &ToolCall<'_>) {
        if call.tool != "read" {
            self.calls.remove(&*call.call_id);
            return;
        }
        let (path, offset, limit) = (call.path.as_deref().map(Box::from), call.offset, call.limit);
        let asked = ReadArguments { path, offset, limit };
        let is_one = |called: &CallRecord| called.is_answered || called.asked.as_ref() == Some(&asked);
        let asked = if self.calls.get(&*call.call_id).is_none_or(is_one) { Some(asked) } else { None };
        self.calls.insert(Box::from(&*call.call_id), CallRecord { entry, is_answered: false, asked });
    }

    fn read(&mut self, result: &SessionToolResult<'_>) -> ReadFact {
        let details = result.details();
        let metadata = details.metadata.as_ref().and_then(|metadata| metadata.as_ref().ok());
        let call = self.calls.get_mut(&*result.call_id);
        let call = call.and_then(|called| {
            called.is_answered = true;
            Some((called.entry, called.asked.as_ref()?))
        });
        let asked = call.map(|(_, asked)| asked);
        let truncation = details.truncation.as_ref();
        let mut got = match (result.is_error, result.text()) {
            (Some(true), _) => DeliveredReply::Nothing,
            (_, None) => match (marker_among_others(result), metadata) {
                (Some(_), _) if result.is_nested() => DeliveredReply::Unclear,
                (Some(marker), _) => with_others(&marker, metadata),
                (None, Some(_)) => DeliveredReply::Altered,
                (None, None) => DeliveredReply::Unclear,
            },
            (_, Some(text)) if result.is_nested() => match ShortReply::of(&text) {
                Some(said) => DeliveredReply::Scripted(said, text.into()),
                None => DeliveredReply::Unclear,
            },
            (_, Some(text)) => match (truncation, metadata) {
                (Err(_), Some(_)) => DeliveredReply::Altered,
                (Err(_), None) => DeliveredReply::Unclear,
                (Ok(truncation), Some(metadata)) => with_metadata(&text, metadata, truncation.as_ref()),
                (Ok(truncation), None) => without_metadata(&text, asked, truncation.as_ref()),
            },
        };
        let recorded = metadata.map(|metadata| metadata.path_key.as_str().into());
        let called = call.and_then(|(entry, asked)| Some((entry, asked.path.clone()?)));
        if let DeliveredReply::Lines(lines) = &mut got {
            self.hold_once(lines);
        }
        ReadFact { recorded, called, got }
    }

    /// Holds a text once, however often it was shown, and knows the version if the text is all of it.
    fn hold_once(&mut self, lines: &mut ShownLines) {
        let digest = Digest::of(lines.text.as_bytes());
        lines.text = Arc::clone(self.texts.entry(digest).or_insert_with(|| Arc::clone(&lines.text)));
        if lines.is_whole() {
            lines.version = Some(digest);
        }
    }
}

/// The block that is a marker or a diff, if there is one among several.
fn marker_among_others(result: &SessionToolResult<'_>) -> Option<Box<str>> {
    let blocks = result.texts()?;
    blocks.iter().flatten().find(|block| ShortReply::of(block).is_some()).map(|block| (**block).into())
}

fn with_others(marker: &str, metadata: Option<&ReadMetadata>) -> DeliveredReply {
    let got = match metadata {
        Some(metadata) => with_metadata(marker, metadata, None),
        None => without_metadata(marker, None, None),
    };
    match got {
        DeliveredReply::Words(words) => {
            DeliveredReply::Words(MarkerOrDiff { is_among_others: true, ..words })
        }
        _ => DeliveredReply::Unclear,
    }
}

fn with_metadata(text: &str, metadata: &ReadMetadata, truncation: Option<&Truncation>) -> DeliveredReply {
    let claim = &metadata.claim;
    let said = ShortReply::of(text);
    let digest = Digest::of(text.as_bytes());
    let is_as_made = metadata.content_hash.is_none_or(|made| made == digest);
    if matches!(claim.mode, Mode::Full | Mode::FullFallback) {
        let asked = metadata.lines();
        let got = lines(text, asked.first(), Some(asked.count()), Some(claim.total_lines), truncation);
        let is_other_text = |lines: &ShownLines| said.is_some() && lines.is_whole() && digest != claim.served;
        return match (got, said) {
            (DeliveredReply::Lines(lines), _) if is_as_made && !is_other_text(&lines) => {
                DeliveredReply::Lines(ShownLines { version: Some(claim.served), ..lines })
            }
            (DeliveredReply::NoLine, None) if is_as_made => DeliveredReply::NoLine,
            (_, Some(said)) => words(text, said, Some(metadata), true),
            _ => DeliveredReply::Altered,
        };
    }
    let Some(said) = said else {
        return if digest == claim.served {
            lines(text, 1, None, None, None)
        } else {
            DeliveredReply::Altered
        };
    };
    let is_same = claim.base == Some(claim.served);
    let agrees = match (said, claim.mode, claim.scope) {
        (ShortReply::Unchanged { total_lines }, Mode::Unchanged, _)
        | (ShortReply::Changed { total_lines, .. }, Mode::Diff, _) => total_lines == claim.total_lines,
        (
            ShortReply::LinesUnchanged { lines, total_lines },
            Mode::UnchangedRange,
            ReadScope::Lines(claimed),
        ) => is_same && lines == claimed && total_lines == claim.total_lines,
        (ShortReply::ChangedElsewhere { lines }, Mode::UnchangedRange, ReadScope::Lines(claimed)) => {
            !is_same && lines == claimed
        }
        _ => false,
    };
    words(text, said, Some(metadata), !agrees || !is_as_made)
}

fn words(
    text: &str,
    said: ShortReply,
    metadata: Option<&ReadMetadata>,
    is_contradicted: bool,
) -> DeliveredReply {
    let claim = metadata.map(|metadata| metadata.claim);
    let meant = claim.and_then(|claim| Some(MeantSnapshots { served: claim.served, base: claim.base? }));
    let size = metadata.map(|metadata| (metadata.bytes, metadata.claim.total_lines));
    let sent = text.into();
    DeliveredReply::Words(MarkerOrDiff { said, sent, meant, is_contradicted, is_among_others: false, size })
}

/// Without metadata only the call says which lines a text is, and whether it is one.
fn without_metadata(
    text: &str,
    asked: Option<&ReadArguments>,
    truncation: Option<&Truncation>,
) -> DeliveredReply {
    if let Some(said) = ShortReply::of(text) {
        return words(text, said, None, false);
    }
    let Some(ReadArguments { offset, limit, .. }) = asked else { return DeliveredReply::Unclear };
    let first = offset.unwrap_or(1).max(1);
    let got = match limit.filter(|_| without_any_notice(text).is_some()) {
        Some(limit) => lines(text, first, Some(limit), Some(u64::MAX), truncation),
        None => lines(text, first, None, None, truncation),
    };
    match got {
        // A last line that tells how to go on is a notice, unless the file says so.
        DeliveredReply::Lines(lines) if lines.to_end && without_any_notice(text).is_some() => {
            DeliveredReply::Unclear
        }
        DeliveredReply::Altered => DeliveredReply::Unclear,
        got => got,
    }
}

/// The lines that a reply shows, from the first that was asked for. Without a number of lines it is all there are, and
/// without one for the file they go to its end. A reply of other lines than that is not what was made.
fn lines(
    text: &str,
    first: u64,
    asked: Option<u64>,
    total_lines: Option<u64>,
    truncation: Option<&Truncation>,
) -> DeliveredReply {
    let cut = truncation.filter(|truncation| truncation.truncated);
    if cut.is_some_and(|cut| cut.first_line_exceeds_limit || cut.output_lines == 0) {
        return DeliveredReply::NoLine;
    }
    let shown = cut.map(|cut| cut.output_lines).or(asked);
    let last = shown.and_then(|shown| (first - 1).checked_add(shown));
    let to_end = cut.is_none() && (last.is_none() || last == total_lines);
    let body = if to_end { Some(text) } else { without_notice(text, last) };
    let Some(body) = body else { return DeliveredReply::Altered };
    if shown.is_some_and(|shown| shown != lines_in(body)) {
        return DeliveredReply::Altered;
    }
    let is_cut_within = cut.is_some_and(|cut| cut.last_line_partial);
    let count = lines_in(body) - u64::from(is_cut_within);
    let Some(lines) = (first - 1).checked_add(count).and_then(|last| LineRange::new(first, last).ok()) else {
        return DeliveredReply::NoLine;
    };
    let kept = LineRange::new(1, count).ok().and_then(|kept| passage(body, kept));
    let text = kept.expect("no more lines are kept than there are").into();
    let asked_to = match cut {
        Some(_) => asked.map_or(u64::MAX, |asked| (first - 1).saturating_add(asked)),
        None => lines.last(),
    };
    DeliveredReply::Lines(ShownLines { lines, text, to_end, asked_to, version: None })
}

/// What stands above the notice that pi adds when there is more to come behind this line.
fn without_notice(text: &str, last: Option<u64>) -> Option<&str> {
    let next = last?.checked_add(1)?;
    without_any_notice(text.strip_suffix(&format!(" Use offset={next} to continue.]")).and(Some(text))?)
}

/// Likewise, whichever line that is.
fn without_any_notice(text: &str) -> Option<&str> {
    let (above, notice) = text.rsplit_once("\n\n[")?;
    (notice.ends_with(" to continue.]") && !notice.contains('\n')).then_some(above)
}
