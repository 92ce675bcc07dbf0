//! The words of a text, as somebody would ask for them.
//!
//! A word is a run of letters and ASCII digits, ended by a hump as well: `parseLineRange` and `parse_line_range` have the same
//! three, `HTTPServer` has two. Case does not count, and neither does the `s` of a plural: it is cut off by rule, and the
//! same rule cuts what is asked for. A single ASCII character is no word, and of a long one only the beginning counts.
//! Bytes that are not UTF-8 separate words.

use crate::char_floor;

/// Of a longer word only so many bytes count.
pub const LONGEST_WORD: usize = 64;

/// Hands over the words of a text, in order, each in small letters and without its plural.
pub fn each_word(text: &[u8], mut each: impl FnMut(&str)) {
    let mut word = String::with_capacity(LONGEST_WORD);
    each_run(text, |run| {
        word.clear();
        // A letter in small may be several characters, and longer than before.
        run.chars().flat_map(char::to_lowercase).for_each(|char| word.push(char));
        if word.len() > LONGEST_WORD {
            word.truncate(char_floor(word.as_bytes(), LONGEST_WORD));
        }
        singular(&mut word);
        each(&word);
    });
}

/// Hands over the words of a text as they are written.
pub(crate) fn each_run(text: &[u8], mut each: impl FnMut(&str)) {
    for chunk in text.utf8_chunks() {
        let chunk = chunk.valid();
        let mut run = Run::default();
        for (at, char) in chunk.char_indices() {
            let kind = Kind::of(char);
            let ends = match (run.last, kind) {
                (None, _) => None,
                (Some(_), None) => Some(at),
                (Some(last), Some(Kind::Upper)) if last != Kind::Upper => Some(at),
                // The last of several capitals begins the next word.
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

/// A word that is being read.
#[derive(Default)]
struct Run {
    start: usize,
    /// The character before, unless it separates words.
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

/// Cuts off what makes a word a plural in English, as far as a rule can tell.
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
