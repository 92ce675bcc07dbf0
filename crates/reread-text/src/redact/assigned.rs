//! Credentials recognised by the name that they are assigned to: `password = "…"`, `TOKEN=…`, `"apiKey": "…"`.
//!
//! The search begins at signs of assignment and looks back for the name, which is bounded, and forward for the value, on
//! the same line. So a text is read in time proportional to its length.

use std::ops::Range;

use memchr::memchr3_iter;

use super::key_name::{KeyName, LONGEST_NAME};
use super::literal::AssignedValue;
use super::{REDACTION_MARK, Secret, TextKind};

/// Bytes that are looked at for an unquoted value. A longer one is no credential.
const LONGEST_UNQUOTED: usize = 4 << 10;
/// A rejected value that is longer is not looked at again, so that a hostile line costs no quadratic time.
const LONGEST_TWICE: usize = 256;
/// Bytes that are looked at for the end of a quoted value.
const LONGEST_QUOTED: usize = 8 << 10;
/// Bytes of a type between a name and its value.
const LONGEST_TYPE: usize = 64;
/// Bytes of white space around a sign, for columns of aligned assignments.
const WIDEST_SPACE: usize = 40;

/// The credentials of a text that are assigned to a name, in order and without overlap.
pub(super) fn assigned(text: &str, kind: TextKind) -> Vec<Secret> {
    let bytes = text.as_bytes();
    let mut secrets: Vec<Secret> = Vec::new();
    let mut from = 0;
    for sign in memchr3_iter(b'=', b':', b'>', bytes) {
        if sign < from {
            continue;
        }
        let Some(candidate) = (Assignment { bytes, kind }).at(sign) else { continue };
        if candidate.is_credential || candidate.secret.span.len() > LONGEST_TWICE {
            from = candidate.secret.span.end;
        }
        secrets.extend(candidate.is_credential.then_some(candidate.secret));
    }
    secrets
}

/// What is assigned to a name of a credential, and whether it is one.
struct Candidate {
    secret: Secret,
    is_credential: bool,
}

#[derive(Clone, Copy)]
struct Assignment<'a> {
    bytes: &'a [u8],
    kind: TextKind,
}

impl Assignment<'_> {
    /// What the sign at this position assigns to a name of a credential.
    fn at(self, sign: usize) -> Option<Candidate> {
        if self.bytes[sign] == b'>' {
            return self.element(sign);
        }
        let after = self.after_sign(sign)?;
        let (name, key) = self.key_before(sign)?;
        // A bare name before `=>` is a pattern, not a key.
        if self.bytes[after - 1] == b'>' && self.is_bare(&name) {
            return None;
        }
        let start = self.skip_space(after)?;
        let is_spaced = start > after || matches!(self.bytes.get(name.end), Some(b' ' | b'\t'));
        let value = self.quoted(start).or_else(|| self.typed(sign, start)).map(|value| (value, true));
        let (span, is_quoted) = match value {
            Some(value) => value,
            None => (self.unquoted(name.start, sign, start), false),
        };
        let is_text = self.kind == TextKind::Code && self.is_in_text(name.start);
        let value = AssignedValue { text: &self.bytes[span.clone()], is_quoted, is_spaced, is_text };
        let is_cut = !is_quoted && span.len() >= LONGEST_UNQUOTED;
        let is_credential = !is_cut && value.is_credential(key, self.kind);
        Some(Candidate { secret: Secret { span, kind: key.kind }, is_credential })
    }

    /// `<password>…</password>`, for a `>` at this position.
    fn element(self, sign: usize) -> Option<Candidate> {
        let (name, key) = self.name_ending(sign)?;
        if name.start.checked_sub(1).map(|before| self.bytes[before]) != Some(b'<') {
            return None;
        }
        let rest = self.near(sign + 1, LONGEST_UNQUOTED);
        let length = memchr::memchr2(b'<', b'\n', rest)?;
        let end = rest[length..].strip_prefix(b"</")?;
        let span = sign + 1..sign + 1 + length;
        let value = AssignedValue { text: &rest[..length], is_quoted: true, is_spaced: false, is_text: true };
        let is_credential = end.starts_with(&self.bytes[name]) && value.is_credential(key, self.kind);
        Some(Candidate { secret: Secret { span, kind: key.kind }, is_credential })
    }

    /// The name in front of a sign, with its position. In a declaration of Go the type stands between them.
    fn key_before(self, sign: usize) -> Option<(Range<usize>, KeyName)> {
        let end = self.name_end(sign);
        self.name_ending(end).or_else(|| {
            let ends_with_type = self.bytes[..end].ends_with(b" string");
            self.name_ending(end - if ends_with_type { b" string".len() } else { return None })
        })
    }

    /// Whether a name has neither quotes nor a colon as keys of a table do.
    fn is_bare(self, name: &Range<usize>) -> bool {
        !matches!(self.bytes[..name.start].last(), Some(b'"' | b'\'' | b'`' | b':'))
    }

    /// Where a name ends before a sign: before white space, `:` or `?` of the sign, brackets and quotes.
    fn name_end(self, sign: usize) -> usize {
        let before = &self.bytes[sign.saturating_sub(WIDEST_SPACE)..sign];
        let before = match before {
            [rest @ .., b':' | b'?'] if self.bytes[sign] == b'=' => rest,
            _ => before,
        };
        let before = before.trim_ascii_end();
        let before = before.strip_suffix(b"]").unwrap_or(before);
        let before = match before {
            [rest @ .., b'"' | b'\'' | b'`'] => rest.strip_suffix(b"\\").unwrap_or(rest),
            _ => before,
        };
        sign.saturating_sub(WIDEST_SPACE) + before.len()
    }

    /// The name that ends at this position, if it names a credential.
    fn name_ending(self, end: usize) -> Option<(Range<usize>, KeyName)> {
        let near = &self.bytes[end.saturating_sub(LONGEST_NAME)..end];
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        let length = near.iter().rev().take_while(is_part).count();
        let start = end - length;
        // In settings and shells a name with `$` is read, not assigned.
        let is_shell = matches!(self.kind, TextKind::Shell | TextKind::Settings);
        let is_read = is_shell && self.bytes[..start].ends_with(b"$");
        let is_mark = self.bytes[..start].ends_with(REDACTION_MARK.as_bytes());
        let key = KeyName::of(&self.bytes[start..end])?;
        (!is_read && !is_mark).then_some((start..end, key))
    }

    /// The position after a sign that assigns: `=`, `:=`, `?=`, `:`, `=>`; not `==`, `::` or `!=`.
    fn after_sign(self, sign: usize) -> Option<usize> {
        let before = sign.checked_sub(1).map(|before| self.bytes[before]);
        match (self.bytes[sign], self.bytes.get(sign + 1)) {
            (b'=', Some(b'=' | b'~')) | (b':', Some(b':' | b'=')) => None,
            (b'=', _) if matches!(before, Some(b'=' | b'!' | b'<' | b'>' | b'+' | b'~')) => None,
            (b':', _) if before == Some(b':') => None,
            (b'=', Some(b'>')) => Some(sign + 2),
            _ => Some(sign + 1),
        }
    }

    /// The first byte after white space on the line.
    fn skip_space(self, position: usize) -> Option<usize> {
        let space = self.near(position, WIDEST_SPACE).iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
        let start = position + space.count();
        (start < self.bytes.len() && !matches!(self.bytes[start], b'\n' | b'\r')).then_some(start)
    }

    /// What stands between quotes that open at this position, behind a prefix such as `b` or `r` if there is one. A quote
    /// may be escaped, as in JSON that holds a program.
    fn quoted(self, position: usize) -> Option<Range<usize>> {
        let rest = self.near(position, LONGEST_QUOTED);
        let prefix = rest
            .iter()
            .take(2)
            .take_while(|byte| matches!(byte, b'b' | b'r' | b'u' | b'R' | b'@' | b'L'))
            .count();
        let is_escaped = rest.get(prefix) == Some(&b'\\');
        let open = prefix + usize::from(is_escaped);
        let quote = *rest.get(open).filter(|byte| matches!(byte, b'"' | b'\'' | b'`'))?;
        // Three quotes open a string of several lines in some languages; the value is behind them.
        let open = if rest[open..].starts_with(&[quote; 3]) { open + 3 } else { open + 1 };
        let length = closing(&rest[open..], quote, is_escaped)?;
        Some(position + open..position + open + length)
    }

    /// The string of `password: &str = "…"`: a type stands between the colon at `sign` and the value.
    fn typed(self, sign: usize, start: usize) -> Option<Range<usize>> {
        if self.bytes[sign] != b':' || self.kind == TextKind::Settings {
            return None;
        }
        let near = self.near(start, LONGEST_TYPE);
        let length = memchr::memchr2(b'=', b'\n', near)?;
        let is_type = |byte: &u8| byte.is_ascii_alphanumeric() || b"_&'<>[] .?|:*".contains(byte);
        if near[length] != b'=' || !near[..length].iter().all(is_type) {
            return None;
        }
        self.quoted(self.skip_space(start + length + 1)?)
    }

    /// A value without quotes: of settings the rest of the line, elsewhere one word.
    fn unquoted(self, name: usize, sign: usize, start: usize) -> Range<usize> {
        let rest = self.near(start, LONGEST_UNQUOTED);
        let is_block = self.kind == TextKind::Settings && self.bytes[sign] == b':';
        if is_block && matches!(rest, [b'|' | b'>', ..]) {
            return self.block(name, start).unwrap_or(start..start);
        }
        let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
        let length = match self.kind {
            TextKind::Settings => settings_value(line, self.is_in_braces(name)),
            _ => line.iter().take_while(|byte| !ends_word(**byte)).count(),
        };
        start..start + length
    }

    /// The block of a YAML scalar whose `|` or `>` stands at this position: the lines below that are indented more than
    /// the line of the name.
    fn block(self, name: usize, sign: usize) -> Option<Range<usize>> {
        let line = memchr::memrchr(b'\n', &self.bytes[..name]).map_or(0, |end| end + 1);
        let indent = |from: usize| self.bytes[from..].iter().take_while(|byte| **byte == b' ').count();
        let (depth, mut span) = (indent(line), None::<Range<usize>>);
        let mut at = sign + memchr::memchr(b'\n', &self.bytes[sign..])? + 1;
        while at < self.bytes.len() && indent(at) > depth {
            let end = memchr::memchr(b'\n', &self.bytes[at..]).map_or(self.bytes.len(), |end| at + end);
            let first = span.map_or(at + indent(at), |span| span.start);
            span = Some(first..at + self.bytes[at..end].trim_ascii_end().len());
            at = end + 1;
        }
        span.filter(|span| !span.is_empty())
    }

    /// Whether a bracket stands before the name on its line, as in `{user: a, password: b}`.
    fn is_in_braces(self, name: usize) -> bool {
        self.line_before(name).contains(&b'{')
    }

    /// Whether a name in a program stands in a string or in a comment.
    fn is_in_text(self, name: usize) -> bool {
        let line = self.line_before(name);
        let start = line.trim_ascii_start();
        let is_comment = matches!(start, [b'#' | b'*' | b';', ..] | [b'-', b'-', ..]);
        let quotes = bytecount::count(line, b'"') - memchr::memmem::find_iter(line, b"\\\"").count();
        is_comment || memchr::memmem::find(line, b"// ").is_some() || quotes % 2 == 1
    }

    fn line_before(&self, position: usize) -> &[u8] {
        let before = &self.bytes[position.saturating_sub(LONGEST_TWICE)..position];
        memchr::memrchr(b'\n', before).map_or(before, |end| &before[end + 1..])
    }

    fn near(&self, position: usize, most: usize) -> &[u8] {
        &self.bytes[position.min(self.bytes.len())..(position + most).min(self.bytes.len())]
    }
}

/// The length of a string up to its closing quote on the same line.
fn closing(text: &[u8], quote: u8, is_escaped: bool) -> Option<usize> {
    let mut position = 0;
    while position < text.len() {
        match text[position] {
            b'\n' => return None,
            b'\\' if is_escaped && text.get(position + 1) == Some(&quote) => return Some(position),
            b'\\' => position += 2,
            byte if byte == quote => return (!is_escaped).then_some(position),
            _ => position += 1,
        }
    }
    None
}

/// The length of a value in settings: up to a comment, without a comma or semicolon at its end.
fn settings_value(line: &[u8], is_in_braces: bool) -> usize {
    let comment = |two: &[u8]| matches!(two, [b' ' | b'\t', b'#' | b';']);
    let line = line.windows(2).position(comment).map_or(line, |end| &line[..end]);
    let line = match line.iter().position(|byte| matches!(byte, b',' | b'}')) {
        Some(end) if is_in_braces => &line[..end],
        _ => line,
    };
    let line = line.trim_ascii_end();
    line.strip_suffix(b";").or_else(|| line.strip_suffix(b",")).unwrap_or(line).len()
}

fn ends_word(byte: u8) -> bool {
    byte <= b' ' || matches!(byte, b'"' | b'\'' | b'`' | b'&' | b';' | b',' | b'|' | b'\\')
}
