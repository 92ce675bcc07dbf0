//! A line of the journal: a JSON object whose last member is the hash of everything before it.
//!
//! The canonical bytes of a record are the bytes of its line up to `,"hash":`, exactly as they stand in the file, so
//! that checking needs no agreement on how to print JSON. Lines are printable ASCII: no terminal, pager or splitter of
//! lines can misread them.

use std::io;

use reread_text::Digest;
use serde::{Deserialize, Serialize};
use serde_json::ser::Formatter;

/// The format of the lines this crate writes.
pub(super) const FORMAT: u64 = 1;

/// No line written here is longer: seven strings of 4 KiB, six bytes for each of theirs, and some numbers.
pub(super) const LONGEST_LINE: u64 = 256 << 10;

/// What a line says about its place in the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) seq: u64,
    pub(super) prev: Digest,
    pub(super) hash: Digest,
    pub(super) repaired: bool,
}

/// Why a line is no record of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unsound {
    Altered,
    UnknownVersion(u64),
}

const SEAL: &[u8] = b",\"hash\":\"";
const SEALED: usize = SEAL.len() + 64 + b"\"}".len();

/// The line for an object, newline included, and its hash.
pub(super) fn seal(object: &impl Serialize) -> (Vec<u8>, Digest) {
    let mut line = Vec::with_capacity(512);
    object
        .serialize(&mut serde_json::Serializer::with_formatter(&mut line, Ascii))
        .expect("strings and numbers are written to memory");
    line.pop();
    let hash = Digest::of(&line);
    line.extend_from_slice(SEAL);
    line.extend_from_slice(hash.to_string().as_bytes());
    line.extend_from_slice(b"\"}\n");
    (line, hash)
}

/// Reads a line without its newline.
pub(super) fn unseal(line: &[u8]) -> Result<Link, Unsound> {
    match version(line) {
        Some(FORMAT) => {}
        Some(version) => return Err(Unsound::UnknownVersion(version)),
        None => return Err(Unsound::Altered),
    }
    unseal_known(line).ok_or(Unsound::Altered)
}

fn unseal_known(line: &[u8]) -> Option<Link> {
    #[derive(Deserialize)]
    struct Fields {
        seq: u64,
        prev: String,
        repaired: Option<String>,
    }

    let (body, seal) = line.split_at_checked(line.len().checked_sub(SEALED)?)?;
    let hash: Digest =
        std::str::from_utf8(seal.strip_prefix(SEAL)?.strip_suffix(b"\"}")?).ok()?.parse().ok()?;
    if Digest::of(body) != hash {
        return None;
    }
    let fields: Fields = serde_json::from_slice(line).ok()?;
    // There is always a next number.
    fields.seq.checked_add(1)?;
    Some(Link { seq: fields.seq, prev: fields.prev.parse().ok()?, hash, repaired: fields.repaired.is_some() })
}

fn version(line: &[u8]) -> Option<u64> {
    #[derive(Deserialize)]
    struct Version {
        v: u64,
    }

    Some(serde_json::from_slice::<Version>(line).ok()?.v)
}

/// Compact JSON in printable ASCII.
struct Ascii;

impl Formatter for Ascii {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let plain = |character: char| matches!(character, ' '..='~');
        let mut rest = fragment;
        while let Some(at) = rest.find(|character| !plain(character)) {
            let (before, from) = rest.split_at(at);
            out.write_all(before.as_bytes())?;
            let mut characters = from.chars();
            for unit in characters.next().into_iter().flat_map(utf16) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = characters.as_str();
        }
        out.write_all(rest.as_bytes())
    }
}

fn utf16(character: char) -> impl Iterator<Item = u16> {
    let mut units = [0; 2];
    let count = character.encode_utf16(&mut units).len();
    units.into_iter().take(count)
}

#[cfg(test)]
mod tests;
