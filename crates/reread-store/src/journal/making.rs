//! How a reply was made: what it takes to make it again, and to see that it is the same.
//!
//! Names, digests and numbers; never a text. What cannot be made again says why. The journal does not know what any of
//! it means.

use std::borrow::Cow;
use std::collections::BTreeMap;

use reread_text::{Digest, redact};
use serde::{Deserialize, Serialize};

/// How a reply was made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Making {
    /// Which root the path of the record is beneath.
    pub root: usize,
    /// What kind of answer it was, in a word.
    pub mode: Option<Cow<'static, str>>,
    /// The lines that were shown, as ranges.
    pub lines: Option<String>,
    /// The version that it is compared with.
    pub base: Option<Digest>,
    /// The files that it shows, in its order.
    pub files: Vec<ShownFile>,
    /// The bounds that it was made within, by name, where they are not the usual ones.
    pub within: BTreeMap<Cow<'static, str>, u64>,
    /// The digest of what was shown.
    pub reply: Option<Digest>,
    /// Why it cannot be made again, in a word; `None` if it can.
    pub not_replayable: Option<Cow<'static, str>>,
}

/// One of several files that a reply shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownFile {
    /// Position in the list of roots, counted from 0.
    pub root: usize,
    /// Its name beneath that.
    pub path: String,
    /// Its version.
    pub digest: Digest,
}

/// What a list of files costs at the most, each with its digest: more than any search of sources shows.
const LONGEST_LIST: usize = 12 << 10;
const COST_OF_DIGEST: usize = 100;

/// Ranges are digits, so that each of their bytes is one in the line.
const LONGEST_LINES: usize = 4 << 10;

/// The members of a line that tell how a reply was made; absent ones are left out.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct MakingFields {
    #[serde(default, skip_serializing_if = "is_first")]
    root: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    files: Vec<FileFields>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    within: BTreeMap<Cow<'static, str>, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_replayable: Option<Cow<'static, str>>,
}

#[derive(Debug, Serialize, Deserialize)]
struct FileFields {
    #[serde(default, skip_serializing_if = "is_first")]
    root: usize,
    path: String,
    digest: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_first(root: &usize) -> bool {
    *root == 0
}

impl MakingFields {
    /// Makes it fit for a line. What does not fit, or would have to be altered, is left out, and cannot be made again.
    pub(super) fn of(making: &Making) -> Self {
        let cost: usize = making.files.iter().map(|file| file.path.len() + COST_OF_DIGEST).sum();
        let is_clean = |file: &ShownFile| redact(&file.path).count == 0;
        let hindrance = match making {
            _ if cost > LONGEST_LIST => Some("too_many_files"),
            _ if !making.files.iter().all(is_clean) => Some("redacted"),
            _ if making.lines.as_ref().is_some_and(|lines| lines.len() > LONGEST_LINES) => {
                Some("too_many_lines")
            }
            _ => None,
        };
        let fits = hindrance.is_none();
        let listed = |file: &ShownFile| FileFields {
            root: file.root,
            path: file.path.clone(),
            digest: file.digest.to_string(),
        };
        Self {
            root: making.root,
            mode: making.mode.clone(),
            lines: making.lines.clone().filter(|_| fits),
            base: making.base.map(|digest| digest.to_string()),
            files: making.files.iter().filter(|_| fits).map(listed).collect(),
            within: making.within.clone(),
            reply: making.reply.map(|digest| digest.to_string()),
            not_replayable: making.not_replayable.clone().or(hindrance.map(Cow::Borrowed)),
        }
    }

    /// What a line says; `None` if it is nothing that is written here.
    pub(super) fn read(self) -> Option<Making> {
        let digest = |digits: Option<String>| digits.map(|digits| digits.parse::<Digest>().ok());
        let shown = |file: FileFields| {
            Some(ShownFile { root: file.root, path: file.path, digest: file.digest.parse().ok()? })
        };
        Some(Making {
            root: self.root,
            mode: self.mode,
            lines: self.lines,
            base: all_or_none(digest(self.base))?,
            files: self.files.into_iter().map(shown).collect::<Option<_>>()?,
            within: self.within,
            reply: all_or_none(digest(self.reply))?,
            not_replayable: self.not_replayable,
        })
    }
}

/// A member that is there has to make sense.
fn all_or_none<T>(member: Option<Option<T>>) -> Option<Option<T>> {
    match member {
        None => Some(None),
        Some(None) => None,
        Some(value) => Some(value),
    }
}
