//! Edits as replacements of byte spans. Bytes outside the spans stay unchanged.
//!
//! All spans refer to the base, so no edit shifts another. They never overlap.

use std::collections::VecDeque;
use std::ops::Range;

/// Replaces a span of the base by a text. An empty span inserts, an empty text deletes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpanReplacement {
    /// Byte offsets in the base, end exclusive.
    pub span: Range<usize>,
    /// The new bytes, taken literally.
    pub text: Vec<u8>,
}

/// Replacements in one base, in order and without overlap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edits {
    replacements: Vec<SpanReplacement>,
}

/// Why replacements cannot be combined.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditsError {
    /// Two spans share bytes.
    #[error("the edits of bytes {first:?} and {second:?} overlap")]
    Overlap {
        /// The span that begins first.
        first: Range<usize>,
        /// The span that begins inside the first.
        second: Range<usize>,
    },
    /// Two texts are inserted at the same offset, so their order is undefined.
    #[error("two edits insert at byte {at}, in no certain order")]
    SamePlace {
        /// The offset in the base.
        at: usize,
    },
    /// A span ends before it starts, or after the text does.
    #[error("bytes {span:?} are no part of a text of {len} bytes")]
    Outside {
        /// As given.
        span: Range<usize>,
        /// The length of the base in bytes.
        len: usize,
    },
}

impl Edits {
    /// Sorts the replacements and checks that they do not overlap.
    ///
    /// Spans may be adjacent, and an insertion may be adjacent to a span. Two insertions at one offset are an error.
    pub fn new(base: &[u8], mut replacements: Vec<SpanReplacement>) -> Result<Self, EditsError> {
        let len = base.len();
        let outside = |span: &Range<usize>| span.start > span.end || span.end > len;
        if let Some(replacement) = replacements.iter().find(|replacement| outside(&replacement.span)) {
            return Err(EditsError::Outside { span: replacement.span.clone(), len });
        }
        replacements.sort_by_key(|replacement| (replacement.span.start, replacement.span.end));
        for pair in replacements.windows(2) {
            let [first, second] = [&pair[0].span, &pair[1].span];
            if first == second && first.is_empty() {
                return Err(EditsError::SamePlace { at: first.start });
            }
            if second.start < first.end {
                return Err(EditsError::Overlap { first: first.clone(), second: second.clone() });
            }
        }
        Ok(Self { replacements })
    }

    /// A single edit that replaces the whole base.
    pub fn whole(base: &[u8], text: Vec<u8>) -> Self {
        Self { replacements: vec![SpanReplacement { span: 0..base.len(), text }] }
    }

    /// These edits of the base, followed by edits of their result, as edits of the base.
    pub(crate) fn then(self, base: &[u8], next: &Edits) -> Self {
        if self.is_empty() {
            return next.clone();
        }
        let mut pieces = Pieces { rest: self.pieces(base.len()), taken: 0 };
        let mut result = Vec::new();
        for SpanReplacement { span, text } in &next.replacements {
            result.extend(pieces.take_to(span.start));
            pieces.take_to(span.end);
            result.push(Piece::New(text.clone()));
        }
        result.extend(pieces.take_to(usize::MAX));
        let mut replacements = Vec::new();
        let (mut kept, mut new) = (0, Vec::new());
        for piece in result.into_iter().chain([Piece::Kept(base.len()..base.len())]) {
            match piece {
                Piece::New(text) => new.extend(text),
                Piece::Kept(range) => {
                    if range.start > kept || !new.is_empty() {
                        let text = std::mem::take(&mut new);
                        replacements.push(SpanReplacement { span: kept..range.start, text });
                    }
                    kept = range.end;
                }
            }
        }
        Self { replacements }
    }

    /// The result of the edits, as bytes of a base of that length and new bytes.
    fn pieces(self, len: usize) -> VecDeque<Piece> {
        let mut pieces = VecDeque::new();
        let mut kept = 0;
        for SpanReplacement { span, text } in self.replacements {
            pieces.extend([Piece::Kept(kept..span.start), Piece::New(text)]);
            kept = span.end;
        }
        pieces.push_back(Piece::Kept(kept..len));
        pieces
    }

    /// True without any replacement.
    pub fn is_empty(&self) -> bool {
        self.replacements.is_empty()
    }

    /// Sorted by offset.
    pub fn replacements(&self) -> &[SpanReplacement] {
        &self.replacements
    }
}

/// A part of an edited text.
#[derive(Clone, Debug)]
enum Piece {
    /// Bytes of the base.
    Kept(Range<usize>),
    New(Vec<u8>),
}

/// The parts of an edited text, taken from the front.
struct Pieces {
    rest: VecDeque<Piece>,
    /// How many bytes of the text were taken.
    taken: usize,
}

impl Pieces {
    /// Takes everything up to this offset of the text.
    fn take_to(&mut self, end: usize) -> Vec<Piece> {
        let mut front = Vec::new();
        while self.taken < end {
            let Some(piece) = self.rest.pop_front() else { break };
            let wanted = end - self.taken;
            let (piece, rest) = match piece {
                Piece::Kept(range) if range.len() > wanted => {
                    let middle = range.start + wanted;
                    (Piece::Kept(range.start..middle), Some(Piece::Kept(middle..range.end)))
                }
                Piece::New(mut text) if text.len() > wanted => {
                    let rest = text.split_off(wanted);
                    (Piece::New(text), Some(Piece::New(rest)))
                }
                whole => (whole, None),
            };
            self.taken += match &piece {
                Piece::Kept(range) => range.len(),
                Piece::New(text) => text.len(),
            };
            rest.into_iter().for_each(|rest| self.rest.push_front(rest));
            front.push(piece);
        }
        front
    }
}

/// Applies edits to the base that they were made for.
///
/// # Panics
///
/// If a span lies outside the base.
pub fn apply(base: &[u8], edits: &Edits) -> Vec<u8> {
    let mut text = Vec::with_capacity(base.len());
    let mut kept = 0;
    for SpanReplacement { span, text: new } in &edits.replacements {
        text.extend_from_slice(&base[kept..span.start]);
        text.extend_from_slice(new);
        kept = span.end;
    }
    text.extend_from_slice(&base[kept..]);
    text
}

#[cfg(test)]
mod tests;
