//! The line ends of a text, and adapting new text to the line ends of a file.

use std::borrow::Cow;

use memchr::memchr_iter;

/// The line ends of a text. A CR without LF is not a line end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnds {
    /// There is no line end.
    None,
    /// All are LF.
    Lf,
    /// All are CRLF.
    Crlf,
    /// Some are LF and some are CRLF.
    Mixed,
}

impl LineEnds {
    /// Examines the whole text.
    pub fn of(text: &[u8]) -> Self {
        let (mut lf, mut crlf) = (false, false);
        for newline in memchr_iter(b'\n', text) {
            match text[..newline].last() {
                Some(b'\r') => crlf = true,
                _ => lf = true,
            }
            if lf && crlf {
                return Self::Mixed;
            }
        }
        match (lf, crlf) {
            (false, false) => Self::None,
            (true, _) => Self::Lf,
            (false, true) => Self::Crlf,
        }
    }

    /// Adapts new text to a file with these line ends: for a file with only CRLF, a text with only LF gets CRLF.
    ///
    /// In every other case the text stays unchanged.
    pub fn adopted_by(self, text: &[u8]) -> Cow<'_, [u8]> {
        if self != Self::Crlf || Self::of(text) != Self::Lf {
            return Cow::Borrowed(text);
        }
        let mut adopted = Vec::with_capacity(text.len() + text.len() / 16);
        for line in reread_text::lines(text) {
            match line.strip_suffix(b"\n") {
                Some(content) => adopted.extend_from_slice(&[content, b"\r\n"].concat()),
                None => adopted.extend_from_slice(line),
            }
        }
        Cow::Owned(adopted)
    }

    /// The line end of new lines in such a file.
    pub(crate) fn terminator(self) -> &'static [u8] {
        if self == Self::Crlf { b"\r\n" } else { b"\n" }
    }
}

/// A line without its end. A CR is removed only if the text has CRLF.
pub(crate) fn content(line: &[u8], ends: LineEnds) -> &[u8] {
    match line.strip_suffix(b"\n") {
        Some(line) if ends == LineEnds::Crlf => line.strip_suffix(b"\r").unwrap_or(line),
        Some(line) => line,
        None => line,
    }
}

#[cfg(test)]
mod tests;
