//! How a reply was made: what it takes to make it again, and to see that it is the same.
//!
//! Names, digests and numbers; never a text. What cannot be made again says why. The journal does not know what any of
//! it means.

use std::borrow::Cow;
use std::collections::BTreeMap;

use reread_text::{Digest, redact_formats};
use serde::{Deserialize, Serialize};

use super::hex;

/// How a reply was made. A line of the journal has these members, in this order; absent ones are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Making {
    /// Which root the path of the record is beneath.
    #[serde(default, skip_serializing_if = "is_first")]
    pub root: usize,
    /// What kind of answer it was, in a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Cow<'static, str>>,
    /// The lines that were shown, as ranges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<String>,
    /// The version that it is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "hex::optional")]
    pub base: Option<Digest>,
    /// The files that it shows, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ShownFile>,
    /// The bounds that it was made within, by name, where they are not the usual ones.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub within: BTreeMap<Cow<'static, str>, u64>,
    /// The digest of what was shown.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "hex::optional")]
    pub reply: Option<Digest>,
    /// The release that made it; `None` in records of 0.1 and where nothing is compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<Cow<'static, str>>,
    /// Why it cannot be made again, in a word; `None` if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_replayable: Option<Cow<'static, str>>,
}

/// One of several files that a reply shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownFile {
    /// Position in the list of roots, counted from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub root: usize,
    /// Its name beneath that.
    pub path: String,
    /// Its version.
    #[serde(with = "hex")]
    pub digest: Digest,
}

/// What a list of files costs at the most in its line, each with its digest: about 400 files of a source tree.
const LONGEST_LIST: usize = 60 << 10;
const COST_OF_DIGEST: usize = 110;

/// Ranges are digits, so that each of their bytes is one in the line.
const LONGEST_LINES: usize = 4 << 10;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_first(root: &usize) -> bool {
    *root == 0
}

impl Making {
    /// Makes it fit for a line. What does not fit, or would have to be altered, is left out, and cannot be made again.
    pub(super) fn fitted(&self) -> Self {
        let cost: usize = self.files.iter().map(|file| written(&file.path) + COST_OF_DIGEST).sum();
        let is_clean = |file: &ShownFile| redact_formats(&file.path).count == 0;
        let hindrance = match self {
            _ if cost > LONGEST_LIST => "too_many_files",
            _ if !self.files.iter().all(is_clean) => "redacted",
            _ if self.lines.as_ref().is_some_and(|lines| lines.len() > LONGEST_LINES) => "too_many_lines",
            _ => return self.clone(),
        };
        let not_replayable = self.not_replayable.clone().or(Some(Cow::Borrowed(hindrance)));
        Self { lines: None, files: Vec::new(), not_replayable, ..self.clone() }
    }
}

/// The most bytes that a path takes in a line: one for a plain character, six for each unit of any other.
fn written(path: &str) -> usize {
    let is_plain = |character: char| matches!(character, ' '..='~') && !matches!(character, '"' | '\\');
    path.chars().map(|character| if is_plain(character) { 1 } else { 6 * character.len_utf16() }).sum()
}
