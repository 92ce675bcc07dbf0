//! A stream that a terminal may be at the other end of: the one place where text is made safe for it.
//!
//! Files, names, logs, clients and the environment choose much of what is printed. A terminal obeys only what this program
//! chose: every other control character and every invisible character is spelled out (`\x1b`, `\u{202e}`). `clippy.toml`
//! keeps the rest of the crate from opening the streams itself, so no command can forget it.
//!
//! Our own colours pass as marks that only this process can write: they carry a number that is random for each run.

use std::borrow::Cow;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write};
use std::sync::OnceLock;

use reread_text::{visible, visible_json};

/// How a stream spells out what a terminal would act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamForm {
    /// Not at all: a program reads it.
    Exact,
    /// As text for people; our own colours stay.
    Text,
    /// As JSON, which means the same afterwards.
    Json,
}

/// A stream that writes whole lines, each in its form.
#[derive(Debug)]
pub(crate) struct SafeStream<W: Write> {
    stream: W,
    form: StreamForm,
    /// A line that has not ended: what ends a character, a CR LF or a mark may follow.
    pending: Vec<u8>,
}

/// Bytes of an unfinished line that are held back at the most.
const LONGEST_PENDING: usize = 1 << 16;

impl<W: Write> SafeStream<W> {
    pub(crate) fn new(stream: W, form: StreamForm) -> Self {
        Self { stream, form, pending: Vec::new() }
    }

    fn put_pending(&mut self, end: usize) -> io::Result<()> {
        let rest = self.pending.split_off(end);
        let text = String::from_utf8_lossy(&self.pending);
        let safe = match self.form {
            StreamForm::Exact => text,
            StreamForm::Text => safe_text(&text).into(),
            StreamForm::Json => visible_json(&text).into_owned().into(),
        };
        let written = self.stream.write_all(safe.as_bytes());
        self.pending = rest;
        written
    }
}

impl<W: Write> Write for SafeStream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.form == StreamForm::Exact {
            return self.stream.write(bytes);
        }
        self.pending.extend_from_slice(bytes);
        let lines = self.pending.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let end = if lines == 0 && self.pending.len() > LONGEST_PENDING {
            part_of_line(&self.pending)
        } else {
            lines
        };
        self.put_pending(end)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.put_pending(self.pending.len())?;
        self.stream.flush()
    }
}

impl<W: Write> Drop for SafeStream<W> {
    fn drop(&mut self) {
        // The stream is closed: there is no other place for it.
        let _ = self.flush();
    }
}

/// How much of a long line can be printed without cutting a character or a mark.
fn part_of_line(line: &[u8]) -> usize {
    let tail = line.len().saturating_sub(MARK_BYTES);
    let mark = line[tail..].iter().position(|byte| *byte == ESCAPE as u8).map_or(line.len(), |at| tail + at);
    let is_start = |at: &usize| line.get(*at).is_some_and(|byte| byte & 0b1100_0000 != 0b1000_0000);
    (1..mark.min(line.len())).rev().find(is_start).unwrap_or(line.len())
}

const ESCAPE: char = '\x1b';

/// More bytes than a mark has.
const MARK_BYTES: usize = 32;

/// What begins a mark. A file cannot hold it, because it cannot know the number.
fn mark_start() -> &'static str {
    static START: OnceLock<String> = OnceLock::new();
    START.get_or_init(|| format!("{ESCAPE}{:016x}", RandomState::new().build_hasher().finish()))
}

/// A change of colour, to be written to a [`SafeStream`] of text.
pub(crate) fn color_mark(code: &str) -> String {
    format!("{}[{code}m", mark_start())
}

/// The text with our marks as escape sequences, and everything else that a terminal would act on spelled out.
fn safe_text(text: &str) -> String {
    let mut parts = text.split(mark_start());
    let mut safe = spelled_out(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        match part.split_once('m').filter(|(code, _)| is_color(code)) {
            Some((code, rest)) => {
                safe.push(ESCAPE);
                safe.push_str(code);
                safe.push('m');
                safe.push_str(&spelled_out(rest));
            }
            None => safe.push_str(&spelled_out(part)),
        }
    }
    safe
}

fn is_color(code: &str) -> bool {
    code.strip_prefix('[').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn spelled_out(text: &str) -> Cow<'_, str> {
    // A BOM is legitimate at the start of a file, which a line of output is not.
    match text.strip_prefix('\u{feff}') {
        Some(rest) => format!("\\u{{feff}}{}", spelled_out(rest)).into(),
        None => visible(text),
    }
}

#[cfg(test)]
mod tests;
