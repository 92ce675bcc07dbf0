//! Splits a text into words for search.
//!
//! A word is a run of letters and ASCII digits, also split at camel-case humps: `parseLineRange` and `parse_line_range`
//! have the same three words, `HTTPServer` has two. Words are lowercased, and a rule removes the `s` of a plural, in texts
//! and in queries. A single ASCII character is not a word, and only the beginning of a long word counts. Bytes that are
//! not UTF-8 separate words.

use crate::char_floor;

/// Bytes of a word that count; the rest is cut off.
pub const LONGEST_WORD: usize = 64;

/// Calls `each` with the words of a text in order, in lower case and without plural endings.
pub fn each_word(text: &[u8], mut each: impl FnMut(&str)) {
    let mut word = String::with_capacity(LONGEST_WORD);
    each_word_as_written(text, |run| {
        word.clear();
        // The lower case of a letter may have several characters and more bytes.
        run.chars().flat_map(char::to_lowercase).for_each(|char| word.push(char));
        if word.len() > LONGEST_WORD {
            word.truncate(char_floor(word.as_bytes(), LONGEST_WORD));
        }
        singular(&mut word);
        each(&word);
    });
}

/// Calls `each` with the words of a text in order, with their case and plural endings.
pub fn each_word_as_written(text: &[u8], mut each: impl FnMut(&str)) {
    for chunk in text.utf8_chunks() {
        let chunk = chunk.valid();
        let mut run = Run::default();
        for (at, char) in chunk.char_indices() {
            let kind = Kind::of(char);
            let ends = match (run.last, kind) {
                (None, _) => None,
                (Some(_), None) => Some(at),
                (Some(last), Some(Kind::Upper)) if last != Kind::Upper => Some(at),
                // The last of several capital letters begins the next word.
                (Some(Kind::Upper), Some(Kind::Lower)) if run.last_at > run.start => Some(run.last_at),
                _ => None,
            };
            if let Some(end) = ends {
                run.end(chunk, end, &mut each);
                run.start = end;
            } else if run.last.is_none() {
                run.start = at;
            }
            (run.last, run.last_at) = (kind, at);
        }
        if run.last.is_some() {
            run.end(chunk, chunk.len(), &mut each);
        }
    }
}

/// The current word.
#[derive(Default)]
struct Run {
    start: usize,
    /// The kind of the previous character; `None` after a separator.
    last: Option<Kind>,
    last_at: usize,
}

impl Run {
    fn end(&self, text: &str, end: usize, each: &mut impl FnMut(&str)) {
        let run = &text[self.start..end];
        if run.len() > 1 {
            each(run);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lower,
    Upper,
    Digit,
}

impl Kind {
    fn of(char: char) -> Option<Self> {
        match char {
            'a'..='z' => Some(Kind::Lower),
            'A'..='Z' => Some(Kind::Upper),
            '0'..='9' => Some(Kind::Digit),
            _ if char.is_ascii() => None,
            _ if char.is_uppercase() => Some(Kind::Upper),
            _ if char.is_alphabetic() => Some(Kind::Lower),
            _ => None,
        }
    }
}

/// Removes common English plural endings.
fn singular(word: &mut String) {
    if word.len() > 4 && word.ends_with("ies") {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if word.len() > 3
        && word.ends_with('s')
        && !["ss", "us", "is"].iter().any(|end| word.ends_with(end))
    {
        word.pop();
    }
}

#[cfg(test)]
mod tests;
