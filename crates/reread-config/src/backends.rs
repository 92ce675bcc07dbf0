//! `[backends]`: how much the models behind a server are sent at a time.
//!
//! A small local model drowns in what a large one takes in its stride. So each kind has a usual size of a reply, and the
//! small kind needs the user's approval for more. Which kind is calling is said by the configuration, by a flag of the
//! server, or by the label of a conversation; a caller that says nothing is of the default kind.

use std::collections::BTreeMap;

use reread_text::Bounds;
use serde::Deserialize;

use crate::policy_error::PolicyError;

/// A kind of model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Backend {
    /// Small, and often on the same machine.
    Local,
    /// Large.
    #[default]
    Cloud,
    /// Large, and asked for its judgement about much at once.
    Review,
}

/// How replies are made for a kind of model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shaping {
    /// The size of a reply to `read` that asks for none; of each bound, the configured one otherwise.
    pub usual: Bounds,
    /// No reply is longer, unless the user approves it.
    pub at_most: Bounds,
}

/// What is configured about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backends {
    /// Of callers about which nothing is said.
    pub default: Backend,
    local: Size,
    review: Size,
    /// Beginnings of labels, or whole ones.
    labels: Vec<(String, Backend)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    lines: u64,
    chars: u64,
}

impl Size {
    fn bounds(self) -> Bounds {
        Bounds { max_lines: Some(self.lines), max_chars: Some(self.chars), ..Bounds::default() }
    }
}

impl Default for Backends {
    fn default() -> Self {
        Self {
            default: Backend::default(),
            local: Size { lines: 80, chars: 4_000 },
            review: Size { lines: 600, chars: 24_000 },
            labels: Vec::new(),
        }
    }
}

impl Backends {
    /// How replies to a kind are made.
    pub fn shaping(&self, backend: Backend) -> Shaping {
        match backend {
            Backend::Local => Shaping { usual: self.local.bounds(), at_most: self.local.bounds() },
            Backend::Cloud => Shaping::default(),
            Backend::Review => Shaping { usual: self.review.bounds(), at_most: Bounds::default() },
        }
    }

    /// The longest usual reply of all kinds that may be calling a server which was told of this one.
    pub fn longest_usual(&self, told: Backend) -> Bounds {
        let kinds = self.labels.iter().map(|(_, kind)| *kind).chain([told]);
        let usual = kinds.map(|kind| self.shaping(kind).usual);
        usual.fold(Bounds::default(), |longest, usual| Bounds {
            max_lines: longest.max_lines.max(usual.max_lines),
            max_chars: longest.max_chars.max(usual.max_chars),
            ..Bounds::default()
        })
    }

    /// The kind that a label is configured to stand for: of patterns that fit, a whole label comes first, then the longest.
    pub fn of_label(&self, label: &str) -> Option<Backend> {
        let fits = |pattern: &str| match pattern.strip_suffix('*') {
            Some(beginning) => label.starts_with(beginning),
            None => label == pattern,
        };
        let fitting = self.labels.iter().filter(|(pattern, _)| fits(pattern));
        fitting
            .max_by_key(|(pattern, _)| (!pattern.ends_with('*'), pattern.len()))
            .map(|(_, backend)| *backend)
    }
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct BackendsTable {
    default: Option<Backend>,
    local: SizeTable,
    review: SizeTable,
    labels: BTreeMap<String, Backend>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct SizeTable {
    reply_lines: Option<u64>,
    reply_chars: Option<u64>,
}

impl SizeTable {
    fn size(&self, file: &str, keys: [&'static str; 2], usual: Size) -> Result<Size, PolicyError> {
        let set = |key, value: Option<u64>, usual| match value {
            Some(0) => Err(PolicyError::Zero { file: file.to_owned(), key }),
            value => Ok(value.unwrap_or(usual)),
        };
        Ok(Size {
            lines: set(keys[0], self.reply_lines, usual.lines)?,
            chars: set(keys[1], self.reply_chars, usual.chars)?,
        })
    }
}

impl BackendsTable {
    pub(super) fn backends(self, file: &str) -> Result<Backends, PolicyError> {
        let usual = Backends::default();
        let local = ["backends.local.reply_lines", "backends.local.reply_chars"];
        let review = ["backends.review.reply_lines", "backends.review.reply_chars"];
        Ok(Backends {
            default: self.default.unwrap_or(usual.default),
            local: self.local.size(file, local, usual.local)?,
            review: self.review.size(file, review, usual.review)?,
            labels: self.labels.into_iter().collect(),
        })
    }
}
