//! Making a recorded reply again, to see whether it is the same.
//!
//! The call goes through the same code as it did then, over the recorded versions and within the recorded bounds, and what
//! it shows is held against the record. A record may say anything: it names files beneath the roots or none, it is asked
//! only what reads, rules hold, and nothing that is shown leaves this place.

use std::borrow::Cow;
use std::time::Duration;

use reread_codes::Code;
use reread_context::{Answer, Fallback};
use reread_files::{Extent, HeldVersion, Replica, ReplicaError, Shaping, Workspace};
use reread_path::{RootedPath, unspell};
use reread_store::{CallOutcome, JournalEntry, Making, ShownFile, UnixMillis};
use serde_json::Value;

use super::{CallContext, Caller, Reply, answer, making};
use crate::request::Read;
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
            && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
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
        let (replayed, names) = match self.made_again(record) {
            Ok(Again { reply, making, names }) => (compare(&record.call.making, &reply, &making), names),
            Err(NotMade::NoReply) => return Replayed::NoReply,
            Err(NotMade::NotReplayable(why)) => return Replayed::NotReplayable(why),
            Err(NotMade::Failed(error)) => return failed(&error),
        };
        match replayed {
            // Where the name led to then is a guess, so nothing is concluded from another reply.
            Replayed::Different(_) if names == NamesFound::Guessed => {
                Replayed::NotReplayable(NotReplayable::of("name"))
            }
            // Another release may say the same in other words.
            Replayed::Different(_) if record.call.making.release.as_deref() != Some(making::RELEASE) => {
                Replayed::NotReplayable(NotReplayable::of("another_release"))
            }
            replayed => replayed,
        }
    }

    fn made_again(&mut self, record: &JournalEntry) -> Result<Again, NotMade> {
        if let Some(why) = &record.call.making.not_replayable {
            if why == making::NOTHING_SENT {
                return Err(NotMade::NoReply);
            }
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
        let Ok(mut request) = Request::parse(&record.call.tool, arguments) else {
            return not_replayable("unreadable");
        };
        // It was decided that the file is the one that is meant, and the tag may be forgotten by now.
        if let Request::SummarizeFile(args) = &mut request {
            args.if_match = None;
        }
        let names = self.lay_out(record, &request)?;
        let (at_most, limits) = making::read_within(&request, &record.call.making.within);
        let caller = Caller { name: String::new(), front_end: "cli", ..Caller::default() };
        // No reply depends on the time, unless it says so.
        let (now, elapsed) = (|| UnixMillis(0), || Duration::ZERO);
        let context = CallContext {
            shaping: Shaping { usual: at_most, at_most },
            ..CallContext::new(self.replica.workspace(), caller, &now, &elapsed)
        };
        let (reply, _) =
            answer(&context, &request).map_err(|not_served| NotMade::Failed(not_served.error))?;
        let making = making::of(&reply, &limits);
        Ok(Again { reply, making, names })
    }

    /// Lays out the versions of a record, so that the names of its request lead to them.
    fn lay_out(&mut self, record: &JournalEntry, request: &Request) -> Result<NamesFound, NotMade> {
        let Some(versions) = versions(record) else { return not_replayable("unreadable") };
        let (_, limits) = making::read_within(request, &record.call.making.within);
        self.replica.set_limits(limits);
        self.replica.hold(&versions)?;
        if let Some(base) = &record.call.making.base {
            self.replica.know_base(base)?;
        }
        if let Request::Search(args) = request {
            let made = args.paths.iter().filter(|path| self.replica.add_folder(path)).count();
            // One of them may have been a link to what was found.
            let is_guessed = made > 0 && !versions.is_empty();
            return Ok(if is_guessed { NamesFound::Guessed } else { NamesFound::AsRecorded });
        }
        // A name may lead to its file by a link, or from another folder than the one of this process.
        match (self.name_of_file(request), versions.as_slice()) {
            (Some((name, lines_given)), [version]) if self.replica.lead(&name, lines_given, version) => {
                Ok(NamesFound::Guessed)
            }
            _ => Ok(NamesFound::AsRecorded),
        }
    }

    /// The name by which a request reaches its one file, and whether lines are given apart from it.
    fn name_of_file(&self, request: &Request) -> Option<(String, bool)> {
        let reader = self.replica.workspace().reader();
        let (name, lines_given) = match request {
            Request::Read(Read::Symbol(args)) => {
                let of_id = || reader.file_of_id(&args.target).map(|(file, _)| file);
                (args.path.as_deref().or_else(of_id)?, true)
            }
            Request::Read(Read::Outline(args)) => {
                (reader.file_of_id(&args.target).map_or(args.target.as_str(), |(file, _)| file), true)
            }
            Request::Read(Read::File(file)) => (request.target(), file.part.extent().ok()? != Extent::Whole),
            Request::ReadFile(args) => (args.path.as_str(), false),
            request => (request.target(), true),
        };
        Some((name.to_owned(), lines_given))
    }
}

/// A reply that was made again.
struct Again {
    reply: Reply,
    making: Making,
    names: NamesFound,
}

/// How the names of a request lead to the recorded files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NamesFound {
    /// They are those that the record names.
    AsRecorded,
    /// They were made to lead there.
    Guessed,
}

/// Why there is no reply.
enum NotMade {
    /// Nothing was sent, so nothing can differ.
    NoReply,
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
