//! From a portion and an answer to a reply: what is shown, what it vouches for, where it goes on.

use reread_context::Answer;
use reread_disk::{FilePortion, Slice, Steady, fill_at};
use reread_text::{Bounds, Hazards, Limit, as_utf8, char_floor, cut, hazards};

use crate::located::Located;
use crate::read::{ReadError, ReadRequest};
use crate::read_reply::{CutPlace, CutShort, Notice, Operation, Passage, ReadReply};
use crate::seal::Sealing;
use crate::workspace::Workspace;

/// How much of a file decides whether it is text.
const BEGINNING: usize = 8 * 1024;

/// Text that was cut to its bounds, and what may vouch for it.
pub(crate) struct Cutting {
    pub(crate) passages: Vec<Passage>,
    pub(crate) cut: Option<CutShort>,
    pub(crate) sealing: Sealing,
    /// How much there might be.
    pub(crate) bounds: Bounds,
}

impl Workspace {
    /// Puts a reply together. A marker or diff sends no passage.
    pub(crate) fn assemble(
        &self,
        operation: Operation,
        located: &Located,
        taken: &Steady<FilePortion>,
        answer: Answer,
        request: &ReadRequest,
    ) -> Result<ReadReply, ReadError> {
        let mut passages = Vec::new();
        let mut cut_short = None;
        if matches!(answer, Answer::Text | Answer::Fallback(_)) {
            let (passage, cut) = match operation {
                Operation::Read => self.page(located, taken, request),
                _ => passage(&taken.value.slice, &request.bounds),
            };
            passages.push(passage);
            cut_short = cut;
        }
        self.reply(
            operation,
            located,
            taken,
            answer,
            Cutting { passages, cut: cut_short, sealing: request.seals(), bounds: request.bounds },
        )
    }

    /// Puts a reply together from passages that were already cut.
    pub(crate) fn reply(
        &self,
        operation: Operation,
        located: &Located,
        taken: &Steady<FilePortion>,
        answer: Answer,
        cutting: Cutting,
    ) -> Result<ReadReply, ReadError> {
        let Cutting { passages, cut, sealing, bounds } = cutting;
        let mut notices = Vec::new();
        if taken.changed_during_read {
            notices.push(Notice::ChangedDuringRead);
        }
        if located.facts.links > 1 {
            notices.push(Notice::SeveralNames { links: located.facts.links });
        }
        let exact = note_characters(located, &answer, &passages, &mut notices)?;
        let seal =
            self.seal(located, taken, &answer, &passages, if exact { sealing } else { Sealing::Inexact });
        notices.extend(seal.untagged.map(Notice::Untagged));
        Ok(ReadReply {
            operation,
            name: located.name.clone(),
            facts: located.facts,
            asked: None,
            doubts: Vec::new(),
            total_lines: taken.value.total_lines,
            digest: taken.value.digest,
            bounds,
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
        let place = CutPlace::StartsAt { byte: slice.start_byte };
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
    for (first_line, text) in texts.chain(diff.map(|text| (1, text.as_slice()))) {
        match as_utf8(text) {
            Ok(text) => notices.extend(hazards_from(first_line, text).map(Notice::Hazards)),
            Err(_) if begins_binary(located)? => {
                let mut mark = [0; 2];
                let got = fill_at(&located.file, &mut mark, 0).unwrap_or(0);
                let utf16 = begins_like_utf16(&mark[..got]);
                return Err(ReadError::NotText { name: located.name.requested.clone(), utf16 });
            }
            Err(_) => replaced += text.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count(),
        }
    }
    if replaced > 0 {
        notices.push(Notice::InvalidUtf8 { count: replaced as u64 });
    }
    Ok(replaced == 0)
}

/// What is unseen in a text that begins with that line; `None` if nothing is.
pub(crate) fn hazards_from(first_line: u64, text: &str) -> Option<Hazards> {
    let mut found = hazards(text);
    let kinds = [&mut found.control, &mut found.bidi, &mut found.invisible, &mut found.tag];
    for place in kinds.into_iter().flat_map(|kind| &mut kind.first) {
        place.line += first_line - 1;
    }
    (!found.is_empty()).then_some(found)
}

/// Whether the file is not text, judged by its beginning whichever part is shown: pages of one file are judged alike.
fn begins_binary(located: &Located) -> Result<bool, ReadError> {
    let mut beginning = vec![0; BEGINNING];
    let got = fill_at(&located.file, &mut beginning, 0).map_err(|source| located.io_error(source))?;
    Ok(looks_binary(&beginning[..got]))
}

/// Whether there is a byte order mark of UTF-16.
pub(crate) fn begins_like_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// Not UTF-8, and either with a NUL early on or with more than a tenth of its bytes undecodable: showing it
/// would help nobody.
pub(crate) fn looks_binary(bytes: &[u8]) -> bool {
    let early = &bytes[..char_floor(bytes, bytes.len().min(BEGINNING))];
    if as_utf8(early).is_ok() {
        return false;
    }
    let invalid: usize = early.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    invalid > 0 && (early.contains(&0) || invalid * 10 > early.len())
}
