//! What an audit takes note of while a session is read: what was delivered, and for which file.

use std::sync::Arc;

use reread_context::{EntryIndex, Mode, Scope};
use reread_text::{Digest, LineRange};

use crate::{EntryKind, Metadata, SessionEntry, ToolCall, ToolResult, Truncation};

use super::Audit;
use super::passage::{lines_in, passage};
use super::said::Said;
use super::scripts::{self, Scripted};

/// An entry that matters.
#[derive(Clone, Debug)]
pub(super) enum Fact {
    Compaction,
    /// The content of another entry was removed or replaced; `None` if nobody can tell which.
    Edit(Option<Box<str>>),
    Read(ReadFact),
    /// A script was given markers.
    Scripted(Vec<Scripted>),
}

/// The result of a read.
#[derive(Clone, Debug)]
pub(super) struct ReadFact {
    pub(super) file: Named,
    pub(super) got: Got,
}

/// How a file was named.
#[derive(Clone, Debug)]
pub(super) enum Named {
    /// By metadata, absolutely.
    Absolute(Box<str>),
    /// By the call, as the model wrote it.
    AsCalled(Box<str>),
    Nobody,
}

/// What the model got.
#[derive(Clone, Debug)]
pub(super) enum Got {
    /// Nothing of the file: an error, an image.
    Nothing,
    /// Lines of the file.
    Lines(Lines),
    /// A reply that shows no line in full.
    NoLine,
    /// A reply that is not what was made.
    Altered,
    /// A marker or a diff.
    Words(Words),
    /// A script got it.
    Scripted(Said, Arc<str>),
}

/// Lines that were shown.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub(super) lines: LineRange,
    pub(super) text: Arc<str>,
    /// Whether the file ends with them.
    pub(super) to_end: bool,
    /// The last line that was asked for, shown or not.
    pub(super) asked_to: u64,
    /// The version that they are of, by digest or by the word of their metadata.
    pub(super) version: Option<Digest>,
}

/// A marker or a diff.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub(super) said: Said,
    pub(super) sent: Arc<str>,
    /// Which versions are meant, if the metadata says so and agrees with the words.
    pub(super) meant: Option<Meant>,
    /// The length of the file in bytes and in lines, if the metadata says so.
    pub(super) size: Option<(u64, u64)>,
}

/// The versions that a marker or a diff speaks of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meant {
    /// The file as it was.
    pub(super) served: Digest,
    /// The version that the model is said to hold.
    pub(super) base: Digest,
}

/// A call without a result so far, or with one: names may come up again.
#[derive(Clone, Debug)]
pub(super) struct Called {
    path: Option<Box<str>>,
    offset: Option<u64>,
    limit: Option<u64>,
}

impl Audit {
    pub(super) fn gather(&mut self, index: EntryIndex, entry: &SessionEntry<'_>) {
        let fact = match &entry.kind {
            EntryKind::Assistant(calls) => {
                calls.iter().flatten().for_each(|call| self.note_call(call));
                return;
            }
            EntryKind::Compaction { .. } => Fact::Compaction,
            EntryKind::ContextEdit(edit) => Fact::Edit(edit.target.as_deref().map(Box::from)),
            EntryKind::ToolResult(result) if result.tool == "read" => Fact::Read(self.read(result)),
            EntryKind::ToolResult(result) => match scripts::markers(result) {
                markers if markers.is_empty() => return,
                markers => Fact::Scripted(markers),
            },
            EntryKind::Unreadable if entry.entry_type == "compaction" => Fact::Compaction,
            EntryKind::Unreadable => {
                self.unreadable += 1;
                return;
            }
            EntryKind::Message { .. } | EntryKind::Custom { .. } | EntryKind::Other => return,
        };
        self.facts.insert(index, fact);
    }

    fn note_call(&mut self, call: &ToolCall<'_>) {
        if call.tool == "read" {
            let (path, offset, limit) = (call.path.as_deref().map(Box::from), call.offset, call.limit);
            self.calls.insert(Box::from(&*call.call_id), Called { path, offset, limit });
        }
    }

    fn read(&mut self, result: &ToolResult<'_>) -> ReadFact {
        let details = result.details();
        let metadata = details.metadata.as_ref().and_then(|metadata| metadata.as_ref().ok());
        let call = self.calls.get(&*result.call_id);
        let file = match (metadata, call) {
            (Some(metadata), _) => Named::Absolute(metadata.path_key.as_str().into()),
            (None, Some(Called { path: Some(path), .. })) => Named::AsCalled(path.clone()),
            (None, _) => Named::Nobody,
        };
        let mut got = match (result.is_error, result.text()) {
            (Some(true), _) => Got::Nothing,
            (_, None) if metadata.is_some() => Got::Altered,
            (_, None) => Got::Nothing,
            (_, Some(text)) if result.is_nested() => match Said::of(&text) {
                Some(said) => Got::Scripted(said, text.into()),
                None => Got::Nothing,
            },
            (_, Some(text)) => match (details.truncation, metadata) {
                (Err(_), Some(_)) => Got::Altered,
                (Err(_), None) => Got::Nothing,
                (Ok(truncation), Some(metadata)) => with_metadata(&text, metadata, truncation.as_ref()),
                (Ok(truncation), None) => without_metadata(&text, call, truncation.as_ref()),
            },
        };
        if let Got::Lines(lines) = &mut got {
            self.hold_once(lines);
        }
        ReadFact { file, got }
    }

    /// Holds a text once, however often it was shown, and knows the version if the text is all of it.
    fn hold_once(&mut self, lines: &mut Lines) {
        let digest = Digest::of(lines.text.as_bytes());
        lines.text = Arc::clone(self.texts.entry(digest).or_insert_with(|| Arc::clone(&lines.text)));
        if lines.lines.first() == 1 && lines.to_end {
            lines.version = Some(digest);
        }
    }
}

fn with_metadata(text: &str, metadata: &Metadata, truncation: Option<&Truncation>) -> Got {
    let claim = &metadata.claim;
    if matches!(claim.mode, Mode::Full | Mode::FullFallback) {
        let asked = metadata.lines();
        let made = metadata.content_hash.is_none_or(|made| made == Digest::of(text.as_bytes()));
        return match lines(text, asked.first(), Some(asked.count()), Some(claim.total_lines), truncation) {
            Got::Lines(lines) if made => Got::Lines(Lines { version: Some(claim.served), ..lines }),
            Got::NoLine if made => Got::NoLine,
            _ => Got::Altered,
        };
    }
    let Some(said) = Said::of(text) else {
        if Digest::of(text.as_bytes()) != claim.served {
            return Got::Altered;
        }
        return lines(text, 1, None, None, None);
    };
    let agrees = match (said, claim.mode, claim.scope) {
        (Said::Unchanged { total_lines }, Mode::Unchanged, _)
        | (Said::Changed { total_lines, .. }, Mode::Diff, _) => total_lines == claim.total_lines,
        (Said::LinesUnchanged { lines, total_lines }, Mode::UnchangedRange, Scope::Lines(claimed)) => {
            lines == claimed && total_lines == claim.total_lines
        }
        (Said::ChangedElsewhere { lines }, Mode::UnchangedRange, Scope::Lines(claimed)) => lines == claimed,
        _ => false,
    };
    let meant = claim.base.filter(|_| agrees).map(|base| Meant { served: claim.served, base });
    Got::Words(Words { said, sent: text.into(), meant, size: Some((metadata.bytes, claim.total_lines)) })
}

/// Without metadata only the call says which lines a text is, and whether it is one.
fn without_metadata(text: &str, call: Option<&Called>, truncation: Option<&Truncation>) -> Got {
    if let Some(said) = Said::of(text) {
        return Got::Words(Words { said, sent: text.into(), meant: None, size: None });
    }
    let Some(Called { offset, limit, .. }) = call else { return Got::Nothing };
    let first = offset.unwrap_or(1).max(1);
    match limit.filter(|_| without_notice(text).is_some()) {
        Some(limit) => lines(text, first, Some(limit), Some(u64::MAX), truncation),
        None => lines(text, first, None, None, truncation),
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
) -> Got {
    let cut = truncation.filter(|truncation| truncation.truncated);
    if cut.is_some_and(|cut| cut.first_line_exceeds_limit || cut.output_lines == 0) {
        return Got::NoLine;
    }
    let shown = cut.map(|cut| cut.output_lines).or(asked);
    let last = shown.and_then(|shown| (first - 1).checked_add(shown));
    let to_end = cut.is_none() && (last.is_none() || last == total_lines);
    let Some(body) = (if to_end { Some(text) } else { without_notice(text) }) else { return Got::Altered };
    if shown.is_some_and(|shown| shown != lines_in(body)) {
        return Got::Altered;
    }
    let is_cut_within = cut.is_some_and(|cut| cut.last_line_partial);
    let count = lines_in(body) - u64::from(is_cut_within);
    let Some(lines) = (first - 1).checked_add(count).and_then(|last| LineRange::new(first, last).ok()) else {
        return Got::NoLine;
    };
    let kept = LineRange::new(1, count).ok().and_then(|kept| passage(body, kept));
    let text = kept.expect("no more lines are kept than there are").into();
    let asked_to = match cut {
        Some(_) => asked.map_or(u64::MAX, |asked| (first - 1).saturating_add(asked)),
        None => lines.last(),
    };
    Got::Lines(Lines { lines, text, to_end, asked_to, version: None })
}

/// What stands above the notice that pi adds when there is more to come.
fn without_notice(text: &str) -> Option<&str> {
    let (above, notice) = text.rsplit_once("\n\n[")?;
    (notice.ends_with(" to continue.]") && !notice.contains('\n')).then_some(above)
}
