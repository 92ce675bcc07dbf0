//! The keys of a YAML text, by a small parser of this crate.
//!
//! The only tree-sitter grammar for YAML aborts the process on a text that is nested 254 deep. An outline needs little of
//! the language: keys that begin a line, nested by indentation. Content of sequences, flow collections and scalars is not
//! listed, as in JSON.

use reread_text::{LineRange, lines};

use crate::doc_line::doc_line;
use crate::drafts::{SymbolDraft, SymbolDrafts};
use crate::grammar::{MAX_NAME, one_line};
use crate::{Symbol, SymbolKind};

const MAX_DEPTH: usize = 4;
const MAX_SIGNATURE: usize = 80;

/// A key whose value is not complete yet.
struct Open {
    indent: usize,
    /// Its index, unless it is too deep to be listed.
    place: Option<usize>,
    /// Whether keys may follow in it: its own line has no value, and no sequence has begun.
    is_mapping: bool,
}

/// Comments right above the next key.
struct Lead {
    start: usize,
    end: usize,
    first_line: u64,
}

/// The keys of a text, in order.
pub(crate) fn keys(text: &[u8]) -> SymbolDrafts {
    let mut reading =
        KeyReader { text, drafts: SymbolDrafts::new("."), open: Vec::new(), lead: None, last: (0, 0) };
    let mut start = text.len() - text.strip_prefix(reread_text::BOM).unwrap_or(text).len();
    for (line, number) in lines(&text[start..]).zip(1..) {
        reading.take(line, start, number);
        start += line.len();
    }
    reading.close(0);
    reading.drafts
}

struct KeyReader<'a> {
    text: &'a [u8],
    drafts: SymbolDrafts,
    open: Vec<Open>,
    lead: Option<Lead>,
    /// The end of the last line that belongs to a value, and its number.
    last: (usize, u64),
}

impl KeyReader<'_> {
    fn take(&mut self, line: &[u8], start: usize, number: u64) {
        let content = line.trim_ascii();
        let start = start + (line.len() - line.trim_ascii_start().len());
        let indent = line.len() - line.trim_ascii_start().len();
        let end = start + content.len();
        if content.is_empty() {
            self.lead = None;
            return;
        }
        let in_scalar = self.open.last().is_some_and(|open| !open.is_mapping && indent > open.indent);
        if in_scalar {
            self.last = (end, number);
            return;
        }
        if content.starts_with(b"#") {
            self.lead = Some(match self.lead.take() {
                Some(lead) => Lead { end, ..lead },
                None => Lead { start, end, first_line: number },
            });
            return;
        }
        let is_document_mark = indent == 0 && (line.starts_with(b"---") || line.starts_with(b"..."));
        if is_document_mark || content.starts_with(b"%") {
            self.close(0);
            self.lead = None;
            return;
        }
        let lead = self.lead.take();
        if content == b"-" || content.starts_with(b"- ") {
            // A sequence may have the same indentation as its key.
            self.close(indent + 1);
            match self.open.last_mut() {
                Some(open) => open.is_mapping = false,
                None => self.open.push(Open { indent, place: None, is_mapping: false }),
            }
            self.last = (end, number);
            return;
        }
        match Key::of(content) {
            Some(key) => {
                self.close(indent);
                self.open_key(&key, lead, indent, start, end, number);
            }
            // A bracket in the column of a key closes its flow collection.
            None if matches!(content[0], b']' | b'}') => self.close(indent + 1),
            None => self.close(indent),
        }
        self.last = (end, number);
    }

    fn open_key(
        &mut self,
        key: &Key,
        lead: Option<Lead>,
        indent: usize,
        start: usize,
        end: usize,
        number: u64,
    ) {
        let depth = self.open.len();
        let parent = self.open.last().map(|open| open.place);
        // Keys below one that is not listed are not listed either.
        let has_place =
            depth < MAX_DEPTH && parent.is_none_or(|place| place.is_some()) && !self.drafts.is_full();
        let place = has_place.then(|| {
            let first = lead.as_ref().map_or(number, |lead| lead.first_line);
            let symbol = Symbol {
                kind: SymbolKind::Key,
                name: key.name.clone(),
                qualified: String::new(),
                id: String::new(),
                signature: one_line(&self.text[start..end], MAX_SIGNATURE).trim_end_matches(':').to_owned(),
                has_body: true,
                doc: lead.as_ref().and_then(|lead| doc_line(&self.text[lead.start..lead.end])),
                lines: LineRange::new(first, number).expect("comments are above their key"),
                name_line: number,
                bytes: lead.map_or(start, |lead| lead.start)..end,
                parent: parent.flatten(),
                depth,
            };
            self.drafts.push(SymbolDraft { symbol, owner: None, scope: None, rival_scope: None })
        });
        self.open.push(Open { indent, place, is_mapping: !key.has_value });
    }

    /// Ends all keys with at least this indentation.
    fn close(&mut self, indent: usize) {
        while let Some(open) = self.open.pop_if(|open| open.indent >= indent) {
            if let Some(place) = open.place {
                self.drafts.end(place, self.last.0, self.last.1);
            }
        }
    }
}

/// `name: value` at the beginning of a line.
struct Key {
    name: String,
    has_value: bool,
}

impl Key {
    fn of(content: &[u8]) -> Option<Self> {
        let (name, rest) = match content[0] {
            quote @ (b'"' | b'\'') => {
                let length = content[1..].iter().position(|byte| *byte == quote)?;
                (&content[1..=length], content[length + 2..].trim_ascii_start().strip_prefix(b":")?)
            }
            b'[' | b'{' | b']' | b'}' | b'&' | b'*' | b'!' | b'|' | b'>' | b'@' | b'`' | b',' | b'?'
            | b':' => return None,
            _ => {
                let is_colon = |pair: &[u8]| pair[0] == b':' && matches!(pair[1], b' ' | b'\t');
                match content.windows(2).position(is_colon) {
                    Some(colon) => (&content[..colon], &content[colon + 1..]),
                    None => (content.strip_suffix(b":")?, &content[content.len()..]),
                }
            }
        };
        if !rest.is_empty() && !rest[0].is_ascii_whitespace() {
            return None;
        }
        let name = one_line(name.trim_ascii(), MAX_NAME);
        (!name.is_empty()).then(|| Self { name, has_value: has_value(rest.trim_ascii()) })
    }
}

/// Whether the line has a value. Anchors, tags and comments do not count.
fn has_value(rest: &[u8]) -> bool {
    let mut words = rest.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let value = words.find(|word| !matches!(word[0], b'&' | b'!'));
    value.is_some_and(|word| word[0] != b'#')
}

#[cfg(test)]
mod tests;
