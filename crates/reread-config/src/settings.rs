//! Everything that can be configured.

use reread_path::{RootedPath, Rules, Verdict};
use reread_text::{Bounds, DiffLimits};
use serde::Deserialize;

use crate::backends::Backends;
use crate::guard_table::GuardSettings;
use crate::retention::Retention;
use crate::review_table::ReviewSettings;
use crate::write_table::WriteSettings;

/// Everything that can be configured.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Who may be read: deny, then ask, then allow.
    pub read: Rules,
    /// What may be written, and how.
    pub write: WriteSettings,
    /// Files whose text is never kept in the cache, so that no diff of them is ever made.
    pub not_cached: Rules,
    /// Files with more than one name, some of which may lie outside.
    pub hard_links: HardLinks,
    /// Whether a mount inside the root may be entered.
    pub other_filesystems: OtherFilesystems,
    /// How much one reply may hold.
    pub limits: Limits,
    /// How long an unused snapshot is kept.
    pub unused_for_hours: u64,
    /// How long the past is kept; for good unless the user says otherwise.
    pub retention: Retention,
    /// How long a file of the journal grows before the next one is begun.
    pub journal_bytes: u64,
    /// Where state is kept, as the user wrote it: `$VAR` and `${VAR}` are not expanded yet. `None` is the
    /// workspace's own `.reread`.
    pub state: Option<String>,
    /// What is configured for the guard of the server.
    pub guard: GuardSettings,
    /// How much the models behind a server are sent at a time.
    pub backends: Backends,
    /// Whether a server keeps the registry up to date by itself.
    pub indexes_in_background: bool,
    /// The folder of the model that ranked searches ask, as the user wrote it: `$VAR` and `${VAR}` are not expanded yet.
    /// `None` is none.
    pub model: Option<String>,
    /// The model to ask about conflicts. Default: none.
    pub review: Option<ReviewSettings>,
    /// What is configured for pi alone.
    pub pi: PiSettings,
}

impl Settings {
    /// Whether a name of a file says that it holds secrets, so that its bytes are not kept.
    pub fn is_secret(&self, names: &[RootedPath]) -> bool {
        let names: Vec<&RootedPath> = names.iter().collect();
        self.not_cached.judge(&names) != Verdict::Allow
    }
}

/// What is configured for the extension of pi.
#[derive(Clone, Debug)]
pub struct PiSettings {
    /// Whether pi's reads are answered at all.
    pub is_on: bool,
    /// Where snapshots are kept, as the user wrote it: `$VAR` and `${VAR}` are not expanded yet. `None` is
    /// `.pi/readcache` in the folder of the session.
    pub store: Option<String>,
    /// Files that are left to pi alone: those that are not cached, and more.
    pub excluded: Rules,
    /// Texts beyond these are not compared.
    pub diff: DiffLimits,
}

/// What to do with a file that has names this workspace does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HardLinks {
    /// Not readable: one of its names may be a secret outside.
    #[default]
    Refuse,
    /// Readable, and flagged.
    Allow,
}

/// What to do with a mount inside the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OtherFilesystems {
    /// Not entered.
    #[default]
    Refuse,
    /// Entered.
    Allow,
}

/// How much is shown, compared and searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest reply that the caller is known to keep whole, in lines.
    pub reply_lines: u64,
    /// As `reply_lines`, in characters.
    pub reply_chars: u64,
    /// The most bytes of a file in any reply.
    pub transport_bytes: u64,
    /// The time one search may take, in milliseconds; then it says `partial`.
    pub search_millis: u64,
    /// Larger files are never hashed whole: no total, no tag, no diff.
    pub digest_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            reply_lines: 300,
            reply_chars: 12_000,
            transport_bytes: 256 * 1024,
            search_millis: 10_000,
            digest_bytes: 64 * 1024 * 1024,
        }
    }
}

impl Limits {
    /// The bounds of a reply that may carry a tag.
    pub fn reply(&self) -> Bounds {
        Bounds {
            max_lines: Some(self.reply_lines),
            max_chars: Some(self.reply_chars),
            max_bytes: Some(self.transport_bytes),
            max_tokens: None,
        }
    }

    /// The bounds of a reply whose lines were asked for by number.
    pub fn transport(&self) -> Bounds {
        Bounds { max_bytes: Some(self.transport_bytes), ..Bounds::default() }
    }

    /// How large a text may be to be compared, and how large a diff may become.
    pub fn diff(&self) -> DiffLimits {
        DiffLimits::default()
    }
}
