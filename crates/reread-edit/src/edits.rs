//! Edits as spans of bytes: what stands outside of them stays, to the byte.
//!
//! Spans count in the base, so no edit shifts another, and they are apart by construction. What the bytes mean, and
//! where the spans come from, is not known here.

use std::ops::Range;

/// A span of the base, and what stands there afterwards. An empty span inserts, an empty text deletes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpanReplacement {
    /// The bytes that go.
    pub span: Range<usize>,
    /// The bytes that come: literally, nothing in them is expanded.
    pub text: Vec<u8>,
}

/// Replacements in one base, in order and apart from each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edits {
    replacements: Vec<SpanReplacement>,
}

/// Why replacements do not go together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditsError {
    /// Two spans share bytes.
    #[error("the edits of bytes {first:?} and {second:?} overlap")]
    Overlap {
        /// The one that begins first.
        first: Range<usize>,
        /// The one that begins inside it.
        second: Range<usize>,
    },
    /// Two texts are inserted at one place, and nothing says which comes first.
    #[error("two edits insert at byte {at}, in no certain order")]
    SamePlace {
        /// The place.
        at: usize,
    },
    /// A span ends before it starts, or after the text does.
    #[error("bytes {span:?} are no part of a text of {len} bytes")]
    Outside {
        /// The span.
        span: Range<usize>,
        /// How long the text is.
        len: usize,
    },
}

impl Edits {
    /// Puts the replacements in order.
    ///
    /// Spans may touch, and an insertion may touch a span: its place says on which side. Two insertions at one place
    /// are refused.
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

    /// The one edit that replaces everything.
    pub fn whole(base: &[u8], text: Vec<u8>) -> Self {
        Self { replacements: vec![SpanReplacement { span: 0..base.len(), text }] }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.replacements.is_empty()
    }

    /// In the order of the base.
    pub fn replacements(&self) -> &[SpanReplacement] {
        &self.replacements
    }
}

/// The base with every span replaced.
///
/// # Panics
///
/// If the edits were made for a longer text.
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
