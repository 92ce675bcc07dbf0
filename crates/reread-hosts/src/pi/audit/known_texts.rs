//! What a version says, by its digest: from the texts that the session delivered, and from snapshots.

use std::collections::HashMap;
use std::sync::Arc;

use memchr::memchr_iter;
use reread_text::{BOM, Digest, LineRange};

/// Texts by digest. A text in here was not necessarily shown to the model.
pub(super) struct KnownTexts<'a> {
    delivered: &'a HashMap<Digest, Arc<str>>,
    snapshots: &'a dyn Fn(&Digest) -> Option<Vec<u8>>,
    /// The snapshot that was asked for last: a file is often asked about several times in a row.
    latest: Option<(Digest, Option<Arc<str>>)>,
    /// Where the lines of the text that was asked for last begin.
    lines: Option<(Digest, Arc<KnownLines>)>,
}

impl<'a> KnownTexts<'a> {
    pub(super) fn new(
        delivered: &'a HashMap<Digest, Arc<str>>,
        snapshots: &'a dyn Fn(&Digest) -> Option<Vec<u8>>,
    ) -> Self {
        Self { delivered, snapshots, latest: None, lines: None }
    }

    /// The lines of the text with this digest, if it can be found.
    pub(super) fn lines(&mut self, digest: &Digest) -> Option<Arc<KnownLines>> {
        if let Some((_, lines)) = self.lines.as_ref().filter(|(latest, _)| latest == digest) {
            return Some(Arc::clone(lines));
        }
        let lines = Arc::new(KnownLines::new(self.text(digest)?));
        self.lines = Some((*digest, Arc::clone(&lines)));
        Some(lines)
    }

    /// The text with this digest, if it can be found.
    fn text(&mut self, digest: &Digest) -> Option<Arc<str>> {
        if let Some(text) = self.delivered.get(digest) {
            return Some(Arc::clone(text));
        }
        if let Some((_, text)) = self.latest.as_ref().filter(|(latest, _)| latest == digest) {
            return text.clone();
        }
        let text = (self.snapshots)(digest).and_then(|bytes| verified(bytes, digest));
        self.latest = Some((*digest, text.clone()));
        text
    }
}

/// A text whose lines are found without counting them.
#[derive(Debug)]
pub(super) struct KnownLines {
    text: Arc<str>,
    starts: Vec<usize>,
}

impl KnownLines {
    fn new(text: Arc<str>) -> Self {
        let behind = memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        let starts = std::iter::once(0).chain(behind).collect();
        Self { text, starts }
    }

    /// How many lines there are, the empty one behind the last newline included.
    pub(super) fn count(&self) -> u64 {
        self.starts.len() as u64
    }

    /// These lines, without the line feed behind the last; `None` if there are not so many.
    pub(super) fn passage(&self, lines: LineRange) -> Option<&str> {
        let first = usize::try_from(lines.first() - 1).ok()?;
        let next = usize::try_from(lines.last()).ok().filter(|next| *next <= self.starts.len())?;
        let end = self.starts.get(next).map_or(self.text.len(), |next| next - 1);
        Some(&self.text[self.starts[first]..end])
    }
}

/// The bytes as the text that has this digest. The original extension stored files without their byte order mark.
fn verified(bytes: Vec<u8>, digest: &Digest) -> Option<Arc<str>> {
    let bytes = if Digest::of(&bytes) == *digest { bytes } else { [BOM, &bytes].concat() };
    let is_it = Digest::of(&bytes) == *digest;
    String::from_utf8(bytes).ok().filter(|_| is_it).map(Arc::from)
}

#[cfg(test)]
mod tests;
