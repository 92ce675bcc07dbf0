//! Making a recorded reply again, to see whether it is the same.
//!
//! The call goes through the same code as it did then, over the recorded versions and within the recorded bounds, and what
//! it shows is held against the record. A record may say anything: it names files beneath the roots or none, it is asked
//! only what reads, rules hold, and nothing that is shown leaves this place.

use std::borrow::Cow;
use std::time::Duration;

use reread_codes::Code;
use reread_context::{Answer, Fallback};
use reread_files::{HeldVersion, Replica, ReplicaError, Shaping, Workspace};
use reread_path::{RootedPath, unspell};
use reread_store::{CallOutcome, JournalEntry, Making, ShownFile, UnixMillis};
use serde_json::Value;

use super::{CallContext, Caller, Reply, answer, making};
use crate::{ErrorReply, Request};

/// Makes recorded replies again.
#[derive(Debug)]
pub struct Replayer {
    replica: Replica,
}

/// The result of replaying a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replayed {
    /// The reply is the same.
    Same,
    /// It is another one.
    Different(ReplayDifference),
    /// It cannot be made again.
    NotReplayable(NotReplayable),
    /// It records no text that was read or searched: the call was refused, failed, or did something else.
    NoReply,
}

/// How a reply differs from the one that was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayDifference {
    /// What differs first: `outcome`, `mode`, `files`, `lines` or `text`.
    pub what: &'static str,
    /// What the record says.
    pub was: String,
    /// The result of the replay.
    pub is: String,
}

/// Why a reply cannot be made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotReplayable(Cow<'static, str>);

impl NotReplayable {
    const PRUNED: Self = Self(Cow::Borrowed("pruned"));

    /// The stable word.
    pub fn word(&self) -> &str {
        &self.0
    }

    /// Whether the reply could be made again when it was recorded, so that something was lost since.
    pub fn is_loss(&self) -> bool {
        *self == Self::PRUNED
    }

    fn of(word: &'static str) -> Self {
        Self(Cow::Borrowed(word))
    }

    /// A word that a record names. It is printed, so only plain words pass.
    fn recorded(word: &str) -> Self {
        let is_word = !word.is_empty()
            && word.len() <= 32
            && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        // A record does not say what was lost after it was written.
        let is_ours = is_word && word != Self::PRUNED.word();
        Self(if is_ours { Cow::Owned(word.to_owned()) } else { Cow::Borrowed("unreadable") })
    }
}

/// The tools whose replies show text that was read or searched.
const READERS: [&str; 9] = [
    "read",
    "read_file",
    "read_file_range",
    "read_file_head",
    "read_file_tail",
    "get_excerpt",
    "summarize_file",
    "search",
    "search_in_file",
];

impl Replayer {
    /// Creates a directory for replays beside the workspace. It needs a state directory, which holds the snapshots.
    pub fn new(workspace: &Workspace) -> Result<Self, ReplicaError> {
        Ok(Self { replica: workspace.replica()? })
    }

    /// Makes the reply of one record again.
    pub fn replay(&mut self, record: &JournalEntry) -> Replayed {
        if record.call.outcome != CallOutcome::Ok || !READERS.contains(&record.call.tool.as_str()) {
            return Replayed::NoReply;
        }
        match self.made_again(record) {
            Ok((reply, making)) => compare(&record.call.making, &reply, &making),
            Err(NotMade::NotReplayable(why)) => Replayed::NotReplayable(why),
            Err(NotMade::Failed(error)) => failed(&error),
        }
    }

    fn made_again(&mut self, record: &JournalEntry) -> Result<(Reply, Making), NotMade> {
        if let Some(why) = &record.call.making.not_replayable {
            return Err(NotMade::NotReplayable(NotReplayable::recorded(why)));
        }
        if record.call.making.reply.is_none() {
            return not_replayable("old_record");
        }
        if record.is_redacted {
            return not_replayable("redacted");
        }
        // What was cut is no longer JSON.
        let Ok(arguments) = serde_json::from_str::<Value>(&record.call.arguments) else {
            return not_replayable("arguments_cut");
        };
        let Ok(request) = Request::parse(&record.call.tool, arguments) else {
            return not_replayable("unreadable");
        };
        let Some(versions) = versions(record) else { return not_replayable("unreadable") };
        let (bounds, limits) = making::read_within(&record.call.making.within);
        self.replica.set_limits(limits);
        self.replica.hold(&versions)?;
        if let Some(base) = &record.call.making.base {
            self.replica.know_base(base)?;
        }
        if let Request::Search(args) = &request {
            args.paths.iter().for_each(|path| self.replica.add_folder(path));
        }
        let caller = Caller { name: String::new(), front_end: "cli", author: None };
        // No reply depends on the time, unless it says so.
        let (now, elapsed) = (|| UnixMillis(0), || Duration::ZERO);
        let context = CallContext {
            shaping: Shaping { usual: bounds, at_most: bounds },
            ..CallContext::new(self.replica.workspace(), caller, &now, &elapsed)
        };
        let (reply, _) =
            answer(&context, &request).map_err(|not_served| NotMade::Failed(not_served.error))?;
        let making = making::of(&reply, &limits);
        Ok((reply, making))
    }
}

/// Why there is no reply.
enum NotMade {
    NotReplayable(NotReplayable),
    Failed(ErrorReply),
}

impl From<ReplicaError> for NotMade {
    fn from(error: ReplicaError) -> Self {
        NotMade::NotReplayable(match error {
            ReplicaError::Lost(_) => NotReplayable::PRUNED,
            ReplicaError::NoPlace(_) => NotReplayable::of("unreadable"),
            ReplicaError::NoState | ReplicaError::State(_) | ReplicaError::Io(_) => NotReplayable::of("io"),
        })
    }
}

fn not_replayable<T>(word: &'static str) -> Result<T, NotMade> {
    Err(NotMade::NotReplayable(NotReplayable::of(word)))
}

/// A call that was answered then and is not now.
fn failed(error: &ErrorReply) -> Replayed {
    match error.code {
        _ if error.refused => Replayed::NotReplayable(NotReplayable::of("refused")),
        // The file was reached by a link, or from another folder.
        Code::Missing => Replayed::NotReplayable(NotReplayable::of("name")),
        code => different("outcome", CallOutcome::Ok.word(), code.as_str()),
    }
}

/// The versions that a reply was made of; `None` if the record does not name any that can be.
fn versions(record: &JournalEntry) -> Option<Vec<HeldVersion>> {
    let making = &record.call.making;
    let version = |file: &ShownFile| {
        let path = RootedPath::from_bytes(&unspell(&file.path)?).ok()?;
        Some(HeldVersion { root: file.root, path, digest: file.digest })
    };
    match (&record.call.path, record.call.digest) {
        (Some(path), Some(digest)) if making.files.is_empty() => {
            let file = ShownFile { root: making.root, path: path.clone(), digest };
            Some(vec![version(&file)?])
        }
        _ => making.files.iter().map(version).collect(),
    }
}

fn compare(was: &Making, reply: &Reply, is: &Making) -> Replayed {
    if was.mode != is.mode {
        return match reply {
            Reply::Read(read, _) => match read.answer {
                Answer::Fallback(Fallback::BaseLost | Fallback::BaseDamaged) => {
                    Replayed::NotReplayable(NotReplayable::PRUNED)
                }
                // The tags are no longer known, so what was cited is unknown.
                Answer::Fallback(why) if why == Fallback::UnknownTag || !read.doubts.is_empty() => {
                    Replayed::NotReplayable(NotReplayable::of("tags_forgotten"))
                }
                _ => different("mode", word(was), word(is)),
            },
            _ => different("mode", word(was), word(is)),
        };
    }
    if was.files != is.files {
        return different("files", &names(was), &names(is));
    }
    if was.lines != is.lines {
        return different(
            "lines",
            was.lines.as_deref().unwrap_or("none"),
            is.lines.as_deref().unwrap_or("none"),
        );
    }
    match (was.reply, is.reply) {
        (was, is) if was == is => Replayed::Same,
        (was, is) => {
            let said = |digest: Option<reread_text::Digest>| {
                digest.map_or_else(|| "none".to_owned(), |digest| digest.to_string())
            };
            different("text", &said(was), &said(is))
        }
    }
}

fn different(what: &'static str, was: &str, is: &str) -> Replayed {
    Replayed::Different(ReplayDifference { what, was: was.to_owned(), is: is.to_owned() })
}

fn word(making: &Making) -> &str {
    making.mode.as_deref().unwrap_or("none")
}

fn names(making: &Making) -> String {
    let names: Vec<&str> = making.files.iter().map(|file| file.path.as_str()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}
