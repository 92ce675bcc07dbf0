//! The calls of the latest message, as far as their results are not in the history yet.
//!
//! While they are answered the leaf may move: results are appended one by one, other extensions append entries of their
//! own, the model asks for something anew. An answer that was made before counts for nothing then, but it is on its way
//! to the model all the same, and may show a newer text: nothing else of its file counts until its result is there, or
//! the next message. The same holds for results that were made elsewhere: pi's own where it failed, and those of the companion
//! before, if this one was started in the middle of a message.

use reread_context::{
    EntryIndex, Event, FileKey, HeldLines, MessageCall, Overlay, RejectedEvidence, Replay, SessionHistory,
    UncheckedRead,
};
use reread_text::Digest;

use crate::pi::recovered_name::recovered_name;
use crate::pi::session::{FileTool, ToolCall};

/// Answers that are under way.
#[derive(Default)]
pub(super) struct PendingReads {
    overlay: Overlay,
    /// Empty before the first entry.
    leaf: String,
    /// The message whose calls are answered.
    message: Option<EntryIndex>,
    /// What was answered to its calls.
    answered: Vec<(Box<str>, FileKey)>,
    /// Calls whose results were seen and are not from here, of this message or of one that was not heard of yet.
    strange: Vec<Box<str>>,
    /// Likewise, from before this message was heard of.
    strange_before: Vec<Box<str>>,
    asked: AskingMessage,
    /// The message that was there when the companion began, if any: what was answered to it before is unknown.
    first: Option<EntryIndex>,
    /// Whether it is known what the model was sent before that one.
    is_sent_known: bool,
}

/// The latest message that asks for reads.
#[derive(Default)]
struct AskingMessage {
    message: Option<EntryIndex>,
    /// Its calls without a result that read, write or refresh a file, in their order; `None` if they cannot be read.
    open: Option<Vec<OpenCall>>,
}

/// The tool by which the model asks to be shown something anew.
const REFRESH_TOOL: &str = "readcache_refresh";

/// A call without a result.
struct OpenCall {
    call: Box<str>,
    path: Option<Box<str>>,
}

impl PendingReads {
    /// Notes a message and its calls; whether it was there when the companion began.
    pub(super) fn note(&mut self, message: EntryIndex, calls: Option<&[ToolCall<'_>]>, was_there: bool) {
        let open = |call: &ToolCall<'_>| {
            let (call, path) = (Box::from(&*call.call_id), call.path.as_deref().map(Box::from));
            OpenCall { call, path }
        };
        let names_file =
            |call: &&ToolCall<'_>| FileTool::named(&call.tool).is_some() || call.tool == REFRESH_TOOL;
        let is_read = |call: &ToolCall<'_>| FileTool::named(&call.tool) == Some(FileTool::Read);
        if calls.is_some_and(|calls| !calls.iter().any(is_read)) {
            return;
        }
        let open = calls.map(|calls| calls.iter().filter(names_file).map(open).collect());
        self.asked = AskingMessage { message: Some(message), open };
        if was_there {
            self.first = Some(message);
        }
    }

    /// Notes that it is known what the model was sent last.
    pub(super) fn know_sent(&mut self) {
        self.is_sent_known = true;
    }

    /// Notes that the result of a call is in the history.
    pub(super) fn land(&mut self, call: &str) {
        self.answered.retain(|(answered, _)| **answered != *call);
        self.strange.retain(|strange| **strange != *call);
        self.strange_before.retain(|strange| **strange != *call);
        if let Some(open) = &mut self.asked.open {
            open.retain(|open| *open.call != *call);
        }
    }

    /// The history is at this leaf now, which may be another than before.
    pub(super) fn stay_at(&mut self, leaf: &str, replay: &Replay, history: &SessionHistory) {
        let is_asking = |entry: &&EntryIndex| matches!(history.event(**entry), Event::Calls);
        let message = replay.branch().iter().rev().find(is_asking).copied();
        if message != self.message {
            self.message = message;
            self.answered.clear();
            self.strange_before = std::mem::take(&mut self.strange);
        }
        if leaf != self.leaf {
            leaf.clone_into(&mut self.leaf);
            self.doubt();
        }
    }

    /// Nothing counts any more that is not in the history yet.
    pub(super) fn doubt(&mut self) {
        self.overlay.clear();
        for (call, file) in &self.answered {
            let call = MessageCall { id: call, place: 0 };
            self.overlay.depart(&self.leaf, call, file.clone(), Err(RejectedEvidence::Unattested), no_text());
        }
    }

    /// What is held of a file when a call is answered.
    ///
    /// No answer in flight counts for it, also not one whose end was seen: pi lets extensions replace a result until the
    /// moment it is appended, and of calls that run side by side none is appended before all have ended.
    pub(super) fn held(&self, call: &str, replay: &Replay, file: &FileKey, cwd: &str) -> HeldLines {
        let held = self.overlay.held(&self.leaf, 0, replay, file);
        if self.is_certain(call, file, cwd) { held } else { held.forgotten() }
    }

    /// Whether all is known that may be on its way to the model.
    fn is_certain(&self, call: &str, file: &FileKey, cwd: &str) -> bool {
        if !self.strange.is_empty() || !self.strange_before.is_empty() {
            return false;
        }
        let was_there = self.message.is_none() || self.message == self.first;
        if was_there && !self.is_sent_known {
            return false;
        }
        let open = self.asked.open.as_ref().filter(|_| self.asked.message == self.message);
        let Some(open) = open else { return self.message.is_none() };
        // The calls of a message are answered in any order, and the model reads their results in that of the calls.
        let before = open.iter().position(|open| *open.call == *call).filter(|_| !was_there);
        let may_name = |path: Option<&str>| {
            let name = path.and_then(|path| recovered_name(path, cwd));
            name.is_none_or(|name| last_part(&name) == last_part(file.as_str()))
        };
        let is_no_matter = |open: &OpenCall| {
            *open.call == *call || self.is_answered(&open.call) || !may_name(open.path.as_deref())
        };
        open[..before.unwrap_or(open.len())].iter().all(is_no_matter)
    }

    /// The path that a call named, as the model wrote it.
    pub(super) fn path_of(&self, call: &str) -> Option<&str> {
        let mut open = self.asked.open.as_ref()?.iter();
        open.find(|open| *open.call == *call)?.path.as_deref()
    }

    fn is_answered(&self, call: &str) -> bool {
        self.answered.iter().any(|(answered, _)| **answered == *call)
    }

    /// Notes an answer.
    pub(super) fn depart(
        &mut self,
        call: &str,
        file: FileKey,
        unchecked: Result<UncheckedRead, RejectedEvidence>,
        content: Option<Digest>,
    ) {
        self.answered.push((call.into(), file.clone()));
        let call = MessageCall { id: call, place: 0 };
        self.overlay.depart(&self.leaf, call, file, unchecked, content.unwrap_or_else(no_text));
    }

    /// Notes that the result of a call was seen delivered; `None` is what is not one text.
    pub(super) fn arrive(&mut self, call: &str, content: Option<Digest>) {
        if !self.is_answered(call) {
            self.strange.push(call.into());
        }
        // Who hears of an alteration is the overlay.
        let _ = self.overlay.arrive(call, &content.unwrap_or_else(no_text));
    }
}

/// Stands for what is not one text: no known text has this digest.
fn no_text() -> Digest {
    "0".repeat(64).parse().expect("64 digits")
}

/// A session may go on in another folder than it began in, so only the last part of a name is certain.
fn last_part(name: &str) -> Option<&str> {
    name.rsplit(['/', '\\']).next()
}

#[cfg(test)]
mod tests;
