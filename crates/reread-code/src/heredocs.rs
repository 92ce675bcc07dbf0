//! Masks here documents in Ruby.
//!
//! The opening `<<NAME` is replaced by an empty string and the lines of the document by blanks, so all offsets and lines
//! stay the same. Any other `<<` becomes a `+`, which is an operator as well and makes no difference to an outline.

use std::collections::HashMap;

use memchr::memmem;

/// The text with the same length and line ends, but without any `<<` before a name or a quote.
pub(crate) fn without_heredocs(text: &[u8]) -> Vec<u8> {
    let mut masked = text.to_vec();
    let lines = Lines::of(text);
    // A second here document of the same line begins after the first one.
    let mut body_start = 0;
    let mut at = 0;
    while let Some(found) = memmem::find(&masked[at..], b"<<") {
        let opener = at + found;
        at = opener + 1;
        let Some(name) = Name::after(&masked, opener + 2) else { continue };
        let after_line = lines.next_start(opener);
        let start = after_line.max(body_start);
        match lines.end_of(&text[name.start..name.end], start) {
            Some(end) => {
                masked[opener..name.past].fill(b' ');
                masked[opener..opener + 2].fill(b'\'');
                blank(&mut masked[start..end]);
                body_start = end;
                at = name.past;
            }
            None => masked[opener..opener + 2].copy_from_slice(b"+ "),
        }
    }
    masked
}

fn blank(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')) {
        *byte = b' ';
    }
}

/// The word after `<<` without quotes, and the offset after it.
struct Name {
    start: usize,
    end: usize,
    past: usize,
}

impl Name {
    fn after(text: &[u8], at: usize) -> Option<Self> {
        let at = at + usize::from(matches!(text.get(at), Some(b'-' | b'~')));
        let quote = text.get(at).copied().filter(|byte| matches!(byte, b'"' | b'\'' | b'`'));
        let start = at + usize::from(quote.is_some());
        let is_end = |byte: &u8| match quote {
            Some(quote) => *byte == quote || *byte == b'\n',
            None => !(byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80),
        };
        let end = text[start..].iter().position(is_end).map_or(text.len(), |length| start + length);
        let past = end + usize::from(quote.is_some() && text.get(end) == quote.as_ref());
        (quote.is_some() || end > start).then_some(Self { start, end, past })
    }
}

/// The offsets of the lines, and the lines that consist of a single word.
struct Lines<'a> {
    starts: Vec<usize>,
    words: HashMap<&'a [u8], Vec<usize>>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a [u8]) -> Self {
        let mut starts = vec![0];
        let mut words: HashMap<&[u8], Vec<usize>> = HashMap::new();
        let mut start = 0;
        for (number, line) in reread_text::lines(text).enumerate() {
            words.entry(line.trim_ascii()).or_default().push(number);
            start += line.len();
            starts.push(start);
        }
        Self { starts, words }
    }

    /// The start of the line after the one that contains a byte.
    fn next_start(&self, byte: usize) -> usize {
        let line = self.starts.partition_point(|start| *start <= byte);
        self.starts.get(line).or(self.starts.last()).copied().unwrap_or(0)
    }

    /// The end of the first line at or after a byte that consists of this word.
    fn end_of(&self, word: &[u8], from: usize) -> Option<usize> {
        let first = self.starts.partition_point(|start| *start < from);
        let numbers = self.words.get(word).filter(|_| !word.is_empty())?;
        let number = numbers.get(numbers.partition_point(|number| *number < first))?;
        self.starts.get(number + 1).copied()
    }
}

#[cfg(test)]
mod tests;
