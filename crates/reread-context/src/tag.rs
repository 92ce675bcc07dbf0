//! The short tag by which a reply says what it showed, and by which a caller cites it later.
//!
//! `#482915736208@1-300`: twelve decimal digits and the lines that were really printed. Decimal digits cost a model less
//! than hexadecimal ones: its tokenizer takes three of them at once. The digits are a keyed hash over everything the reply was: file, snapshot, view and lines. Change one character and the tag is
//! unknown; `@1-300` cannot be stretched to `@1-1600`; and an attacker who writes both snapshots of a file cannot make
//! their tags collide without the key.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit as _, Mac as _};
use reread_text::{Digest, LineSet};
use sha2::Sha256;

use crate::ShownSnapshot;

/// What a format change must raise, so that older tags become unknown.
const TAG_FORMAT: u8 = 2;

/// The secret behind the digits. Its holder can mint tags, so it never leaves the state directory.
#[derive(Clone)]
pub struct TagKey(Hmac<Sha256>);

/// Everything a tag is bound to besides the digest and the lines.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Raised when the caller's context was compacted: older tags become unknown.
    pub epoch: u64,
    /// The root, as the absolute name it resolved to at start.
    pub root: &'a [u8],
    /// The file's resolved name beneath that root.
    pub path: &'a [u8],
    /// What was shown of it.
    pub view: TagView,
}

/// What a reply showed of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagView {
    /// Exact lines.
    Lines,
    /// The changes from this snapshot, which was held whole: it vouches for the new one, always whole, and only together with what vouches
    /// for the old.
    Diff(Digest),
    /// An edit by the caller itself that made this snapshot of the one named here. It vouches for the lines of the edit, and
    /// carries the lines that were held of the old snapshot to where they are in the new one.
    Edit {
        /// The snapshot that was edited.
        base: Digest,
        /// Whether the lines of the tag are in the edit, whole. If not, they count only where the old ones are held.
        is_whole: bool,
    },
    /// The changes from this snapshot, for a caller that holds lines of it. It vouches for lines and carries them as an edit
    /// does, but the caller did not make the changes.
    PartialDiff {
        /// The snapshot that the diff starts from.
        base: Digest,
        /// Whether the lines of the tag are in the diff, whole. If not, they count only where the old ones are held.
        is_whole: bool,
    },
    /// No line: an edit by the caller itself made this snapshot, and the caller cannot be sure of every byte of its lines. The
    /// tag names a base, and it stands for no line.
    Version,
    /// What it declares, without the bodies: it vouches for no line.
    Outline,
    /// A frame around text that vouches for nothing: its digits mark where the text ends, and no tag carries
    /// them.
    Frame,
}

impl TagView {
    fn words(&self) -> (&'static [u8], &[u8]) {
        match self {
            TagView::Lines => (b"lines", b""),
            TagView::Diff(base) => (b"diff", base.as_bytes()),
            TagView::Edit { base, is_whole: true } => (b"edit", base.as_bytes()),
            TagView::Edit { base, is_whole: false } => (b"edit in lines", base.as_bytes()),
            TagView::PartialDiff { base, is_whole: true } => (b"diff of lines", base.as_bytes()),
            TagView::PartialDiff { base, is_whole: false } => (b"diff within lines", base.as_bytes()),
            TagView::Version => (b"version", b""),
            TagView::Outline => (b"outline", b""),
            TagView::Frame => (b"frame", b""),
        }
    }
}

impl TagKey {
    /// Takes the secret as it was stored.
    pub fn new(secret: [u8; 32]) -> Self {
        Self(Hmac::new_from_slice(&secret).expect("HMAC takes keys of every length"))
    }

    /// The tag of a reply that showed these lines of this snapshot.
    ///
    /// Lines in more than [`Tag::MOST_RUNS`] runs get one that is never recognised: a caller that cites it is sent the text.
    pub fn mint(&self, subject: &Subject<'_>, snapshot: &ShownSnapshot, lines: &LineSet) -> Tag {
        Tag { digits: self.digits(subject, snapshot, lines), lines: lines.clone() }
    }

    /// The digits alone.
    pub fn digits(&self, subject: &Subject<'_>, snapshot: &ShownSnapshot, lines: &LineSet) -> TagDigits {
        let mut mac = self.0.clone();
        mac.update(&[TAG_FORMAT]);
        mac.update(&subject.epoch.to_be_bytes());
        mac.update(&snapshot.generation.to_be_bytes());
        let printed = lines.to_string();
        let (view, base) = subject.view.words();
        for field in [subject.root, subject.path, view, base, snapshot.digest.as_bytes(), printed.as_bytes()]
        {
            // The length in front keeps neighbouring fields from flowing into one another.
            mac.update(&(field.len() as u64).to_be_bytes());
            mac.update(field);
        }
        let full: [u8; 32] = mac.finalize().into_bytes().into();
        let (head, _) = full.split_first_chunk().expect("a SHA-256 has more than eight bytes");
        TagDigits(u64::from_be_bytes(*head) % DIGITS_END)
    }
}

impl fmt::Debug for TagKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TagKey(secret)")
    }
}

/// The first number that has more than twelve digits.
const DIGITS_END: u64 = 1_000_000_000_000;

/// Twelve decimal digits: the keyed part of a tag, which also closes the text it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TagDigits(u64);

impl fmt::Display for TagDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:012}", self.0)
    }
}

impl fmt::Debug for TagDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TagDigits({self})")
    }
}

/// The tag of one reply as the caller sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    digits: TagDigits,
    lines: LineSet,
}

impl Tag {
    /// The most runs of lines that a tag names. No reply has more than two: the beginning and the end of an excerpt.
    pub const MOST_RUNS: usize = 4;

    /// The most bytes that a tag has: the mark, the digits, the sign between, runs of two numbers each, and the length of
    /// the file that a header adds.
    ///
    /// What is longer is not looked at, so that a hostile caller cannot make it costly to find out that a text is no tag.
    pub const MOST_BYTES: usize =
        1 + 12 + 1 + Self::MOST_RUNS * (LONGEST_NUMBER + 1 + LONGEST_NUMBER + 1) - 1 + 1 + LONGEST_NUMBER;

    /// The keyed part.
    pub fn digits(&self) -> TagDigits {
        self.digits
    }

    /// The lines the reply showed; none for an empty file, and for a tag that only names a version.
    pub fn lines(&self) -> &LineSet {
        &self.lines
    }
}

const LONGEST_NUMBER: usize = u64::MAX.ilog10() as usize + 1;

/// `#482915736208@1-300`; `@0` shows no line, because the file is empty, or because the tag only names a version.
impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lines.is_empty() {
            return write!(f, "#{}@0", self.digits);
        }
        write!(f, "#{}@{}", self.digits, self.lines)
    }
}

/// The text is not a tag.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a tag looks like #482915736208@1-300")]
pub struct NotATag;

impl FromStr for Tag {
    type Err = NotATag;

    fn from_str(text: &str) -> Result<Self, NotATag> {
        if text.len() > Self::MOST_BYTES {
            return Err(NotATag);
        }
        // In a shell an unquoted `#` begins a comment, so a tag is understood without it.
        let (digits, lines) = text.strip_prefix('#').unwrap_or(text).split_once('@').ok_or(NotATag)?;
        // A header says how long the file is behind its tag. Nothing rests on that number.
        let lines = match lines.split_once('/') {
            Some((lines, total)) if is_number(total) => lines,
            Some(_) => return Err(NotATag),
            None => lines,
        };
        let lines: LineSet = match lines {
            "0" => LineSet::default(),
            "" => return Err(NotATag),
            _ => lines.parse().map_err(|_| NotATag)?,
        };
        if lines.ranges().len() > Self::MOST_RUNS {
            return Err(NotATag);
        }
        Ok(Self { digits: parse_digits(digits).ok_or(NotATag)?, lines })
    }
}

/// Exactly twelve decimal digits.
pub(crate) fn parse_digits(text: &str) -> Option<TagDigits> {
    let plain = text.len() == 12 && is_number(text);
    plain.then(|| text.parse().ok().map(TagDigits)).flatten()
}

/// Whether it is a number as we print it, which has no sign.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests;
