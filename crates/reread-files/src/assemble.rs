//! From a portion and an answer to a reply: what is shown, what it vouches for, where it goes on.

use reread_access::{BEGINNING, BinaryKind, Located, Notice, binary_kind, hazards_from, is_utf8_inside};
use reread_context::Answer;
use reread_disk::{FilePortion, Slice, Steady, fill_at};
use reread_text::{Bounds, Limit, as_utf8, cut};

use crate::read::{ReadError, ReadRequest};
use crate::read_reply::{CutPlace, CutShort, Passage, ReadOperation, ReadReply};
use crate::reader::Reader;
use crate::seal::Sealing;

impl Reader<'_> {
    /// Puts a reply together. A marker or diff sends no passage.
    pub(crate) fn assemble(
        &self,
        operation: ReadOperation,
        located: &Located,
        taken: &Steady<FilePortion>,
        answer: Answer,
        request: &ReadRequest,
    ) -> Result<ReadReply, ReadError> {
        let mut passages = Vec::new();
        let mut cut_short = None;
        if matches!(answer, Answer::Text | Answer::Fallback(_)) {
            let (passage, cut) = self.page_of(operation, located, taken, request);
            passages.push(passage);
            cut_short = cut;
        }
        self.reply(operation, located, taken, answer, (passages, cut_short), request)
    }

    /// What a reply would show of a text, and where it would go on.
    pub(crate) fn page_of(
        &self,
        operation: ReadOperation,
        located: &Located,
        taken: &Steady<FilePortion>,
        request: &ReadRequest,
    ) -> (Passage, Option<CutShort>) {
        match operation {
            ReadOperation::Read => {
                self.page(located, &taken.value.slice, taken.value.snapshot.as_ref(), request)
            }
            _ => passage(&taken.value.slice, &request.bounds),
        }
    }

    /// Puts a reply together from passages that were already cut.
    pub(crate) fn reply(
        &self,
        operation: ReadOperation,
        located: &Located,
        taken: &Steady<FilePortion>,
        answer: Answer,
        (passages, cut): (Vec<Passage>, Option<CutShort>),
        request: &ReadRequest,
    ) -> Result<ReadReply, ReadError> {
        let mut notices = Vec::new();
        if taken.changed_during_read {
            notices.push(Notice::ChangedDuringRead);
        }
        if located.facts.links > 1 {
            notices.push(Notice::SeveralNames(located.facts.links));
        }
        let exact = note_characters(located, &taken.value, &answer, &passages, &mut notices)?;
        let sealing = if exact { request.seals() } else { Sealing::Inexact };
        let is_kept = self.keep_read(request, located, taken);
        let seal = self.seal(located, taken, &answer, &passages, sealing);
        notices.extend(seal.untagged.map(Notice::Untagged));
        Ok(ReadReply {
            operation,
            name: located.name.clone(),
            facts: located.facts,
            asked: None,
            doubts: Vec::new(),
            total_lines: taken.value.total_lines,
            digest: taken.value.digest,
            compared_with: None,
            is_kept,
            bounds: request.bounds,
            cut,
            tag: seal.tag,
            frame: seal.frame,
            notices,
            symbol: None,
            answer,
            passages,
        })
    }
}

/// Cuts a slice to its bounds.
pub(crate) fn passage(slice: &Slice, bounds: &Bounds) -> (Passage, Option<CutShort>) {
    let cut = cut(&slice.bytes, bounds);
    let text = slice.bytes.part(0..cut.bytes);
    let touched = cut.lines + u64::from(cut.inside_line);
    let passage = Passage {
        first_line: slice.first_line,
        line_count: touched,
        start_byte: slice.start_byte,
        whole_lines: slice.at_line_start && !cut.inside_line,
        text,
    };
    if slice.starts_late {
        let place = CutPlace::StartsAt(slice.start_byte);
        return (passage, Some(CutShort { limit: Limit::Bytes, place, before_definition: false }));
    }
    let limit = cut.limit.or(slice.more.then_some(Limit::Bytes));
    let line = slice.first_line.filter(|_| !cut.inside_line).map(|first| first + touched);
    let byte = slice.start_byte + cut.bytes as u64;
    let place = CutPlace::GoesOn { line, byte };
    let cut_short = limit.map(|limit| CutShort { limit, place, before_definition: false });
    (passage, cut_short)
}

/// Notes what is unusual about the characters; whether they can be sent exactly.
fn note_characters(
    located: &Located,
    taken: &FilePortion,
    answer: &Answer,
    passages: &[Passage],
    notices: &mut Vec<Notice>,
) -> Result<bool, ReadError> {
    let diff = match answer {
        Answer::Diff { diff, .. } => Some(&diff.text),
        _ => None,
    };
    let mut replaced = 0;
    let texts = passages.iter().map(|passage| (passage.first_line.unwrap_or(1), &*passage.text));
    let texts: Vec<(u64, &[u8])> = texts.chain(diff.map(|text| (1, text.as_slice()))).collect();
    if let Some(kind) = kind_if_binary(located, taken, &texts)? {
        return Err(ReadError::NotText { name: located.name.requested.clone(), kind });
    }
    for (first_line, text) in texts {
        match as_utf8(text) {
            Ok(text) => notices.extend(hazards_from(first_line, text).map(Notice::Hazards)),
            Err(_) => replaced += text.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count(),
        }
    }
    if replaced > 0 {
        notices.push(Notice::InvalidUtf8(replaced as u64));
    }
    Ok(replaced == 0)
}

/// What the file is if it is not text and something of it would be shown. A file that was read whole is judged by all of its
/// bytes, so that its pages are judged alike; a larger one by its beginning and by what would be shown.
fn kind_if_binary(
    located: &Located,
    taken: &FilePortion,
    texts: &[(u64, &[u8])],
) -> Result<Option<BinaryKind>, ReadError> {
    match &taken.snapshot {
        _ if texts.is_empty() => Ok(None),
        Some(snapshot) => Ok(binary_kind(&snapshot.bytes)),
        None => {
            let mut beginning = vec![0; BEGINNING];
            let got = fill_at(&located.file, &mut beginning, 0).map_err(|source| located.io_error(source))?;
            beginning.truncate(got);
            let mut parts = texts.iter().map(|(_, text)| *text).chain([&*beginning]);
            let has_nul = parts.clone().any(|part| memchr::memchr(0, part).is_some());
            let is_mixed = has_nul && !parts.all(is_utf8_inside);
            Ok(binary_kind(&beginning).or(is_mixed.then_some(BinaryKind::Unknown)))
        }
    }
}
