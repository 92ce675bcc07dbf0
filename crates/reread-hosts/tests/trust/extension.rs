//! The product as pi has it: the companion, and an extension that hands it what it has to know.
//!
//! The extension here does what the one in `extensions/pi` does, in the same order: before every question it tells
//! the entries of the branch that were not told yet, and what the model was sent last.

use std::collections::BTreeSet;

use reread_context::FileKey;
use reread_hosts::pi::{Companion, CompanionPolicy, ContentCheck, ReceivedMessage};
use reread_path::{RuleLists, Rules};
use reread_text::DiffLimits;
use serde_json::{Value, json};

use crate::trust::distilled::digest_of;
use crate::trust::fate::Made;
use crate::trust::product::{Asking, Store};
use crate::trust::render::Rendered;
use crate::trust::session::{CWD, Session, name};
use crate::trust::visible::Shows;

pub(crate) struct Extension<'s> {
    contents: ContentCheck<'s>,
    store: &'s Store,
    companion: Companion<'s, Store>,
    /// The entries that the companion was told.
    told: BTreeSet<u32>,
    /// What the model was sent last, unless the companion was told.
    context: Option<Value>,
    /// How often the session went on under another name.
    forks: u32,
    last_id: u64,
}

impl<'s> Extension<'s> {
    pub(crate) fn new(contents: ContentCheck<'s>, store: &'s Store) -> Self {
        let everything = Rules::compile(&RuleLists::default()).expect("no rule is wrong");
        let policy = CompanionPolicy { files: everything, limits: DiffLimits::default() };
        let companion = Companion::new(store, contents, policy);
        Self { contents, store, companion, told: BTreeSet::new(), context: None, forks: 0, last_id: 0 }
    }

    /// The companion ended, and is started anew when it is needed.
    pub(crate) fn restart(&mut self) {
        let Self { context, forks, .. } = self;
        *self = Self { context: context.take(), forks: *forks, ..Self::new(self.contents, self.store) };
    }

    /// Another session; pi tells of it by ending the companion, or does not.
    pub(crate) fn fork(&mut self, restarts: bool) {
        if restarts {
            self.restart();
        }
        self.told.clear();
        self.forks += 1;
    }

    /// Notes what the model is sent. Only the latest request is ever told of.
    pub(crate) fn requested(&mut self, session: &Session) {
        self.context = Some(json!({ "leaf": session.leaf.map(name), "reads": session.reads_sent() }));
    }

    /// Tells what is new on the branch.
    fn hand_over(&mut self, session: &Session) {
        let mut entries = Vec::new();
        for id in session.branch().into_iter().rev() {
            if !self.told.insert(id) {
                break;
            }
            entries.push(session.distilled(id));
        }
        entries.reverse();
        let mut message = json!({
            "op": "branch",
            "session": format!("s{}", self.forks),
            "version": 3,
            "cwd": CWD,
            "entries": entries,
            "leaf": session.leaf.map(name),
        });
        if let Some(context) = self.context.take() {
            message["context"] = context;
        }
        self.tell(&message);
    }

    pub(crate) fn answer(
        &mut self,
        session: &Session,
        asking: &Asking<'_>,
        plain: Result<Rendered, String>,
    ) -> (Made, &'static str) {
        let Asking { call, is_placeless, file, file_name, read, .. } = asking;
        let file = *file;
        let Rendered { text, first, lines, total, truncation } = match plain {
            Ok(plain) => plain,
            // What pi does not show is nothing to ask about.
            Err(text) => {
                let shows = Shows::Nothing;
                let made = Made { file, text, truncation: None, metadata: None, is_error: true, shows };
                return (made, "error");
            }
        };
        self.hand_over(session);
        let mut message = json!({
            "op": "read",
            "call": call.id,
            "file": file_name.as_str(),
            "real": file_name.as_str(),
            "name": read.name,
        });
        let place = Some(call.place).filter(|_| !is_placeless);
        let fields = [("place", place.map(Value::from)), ("truncation", truncation.clone())];
        let asked = [("offset", read.offset.map(Value::from)), ("limit", read.limit.map(Value::from))];
        for (name, value) in fields.into_iter().chain(asked) {
            if let Some(value) = value {
                message[name] = value;
            }
        }
        if let Some(truncation) = message.get_mut("truncation").and_then(Value::as_object_mut) {
            truncation.remove("content");
        }
        // One frame for both if they are the same.
        let frames = [read.bytes, text.as_bytes()];
        let reply = self.ask(message, &frames[usize::from(read.bytes == text.as_bytes())..]);
        let metadata = reply.get("metadata").cloned();
        if let Some(short) = reply.get("text").map(|text| text.as_str().expect("a text is a text")) {
            let (text, shows) = (short.to_owned(), Shows::Nothing);
            return (Made { file, text, truncation: None, metadata, is_error: false, shows }, "short");
        }
        let shows = match lines.is_empty() {
            true => Shows::Nothing,
            false => Shows::Lines { file, first, lines, total },
        };
        let word = if std::str::from_utf8(read.bytes).is_ok() { "told text" } else { "plain" };
        (Made { file, text, truncation, metadata, is_error: false, shows }, word)
    }

    pub(crate) fn deliver(&mut self, call_id: &str, text: Option<&str>) {
        let mut message = json!({ "op": "delivered", "call": call_id });
        if let Some(text) = text {
            message["content"] = digest_of(text).into();
        }
        self.tell(&message);
    }

    pub(crate) fn refresh(
        &mut self,
        session: &Session,
        file: &FileKey,
        lines: Option<(u64, u64)>,
        bytes: Option<&[u8]>,
    ) -> Option<Value> {
        self.hand_over(session);
        let mut message = json!({ "op": "refresh", "file": file.as_str(), "name": "it", "at": 1 });
        if let Some((first, last)) = lines {
            message["offset"] = first.into();
            message["limit"] = (last + 1 - first).into();
        }
        let reply = self.ask(message, &Vec::from_iter(bytes));
        assert_eq!(reply.get("data").is_some(), reply.get("error").is_none(), "{reply}");
        reply.get("data").cloned()
    }

    /// A companion that is told everything at once says the same of what is held, unless it looked for a snapshot in
    /// vain.
    pub(crate) fn is_like_new(&mut self, session: &Session) -> Result<(), String> {
        let mut anew = Self::new(self.contents, self.store);
        let [followed, anew] = [&mut *self, &mut anew].map(|extension| {
            extension.hand_over(session);
            extension.ask(json!({ "op": "status" }), &[])["say"].to_string()
        });
        if followed == anew || self.store.has_lost() {
            Ok(())
        } else {
            Err(format!("followed: {followed}\nanew: {anew}"))
        }
    }

    fn ask(&mut self, mut message: Value, frames: &[&[u8]]) -> Value {
        self.last_id += 1;
        message["id"] = self.last_id.into();
        message["frames"] = frames.iter().map(|frame| frame.len()).collect();
        let mut bytes = format!("{message}\n").into_bytes();
        frames.iter().for_each(|frame| bytes.extend_from_slice(frame));
        let [reply] = <[_; 1]>::try_from(self.say(&bytes)).expect("who asks is answered once");
        assert_eq!(reply["id"], self.last_id, "an answer names its question");
        reply
    }

    fn tell(&mut self, message: &Value) {
        let replies = self.say(format!("{message}\n").as_bytes());
        assert!(replies.is_empty(), "who asks nothing is not answered: {replies:?}");
    }

    fn say(&mut self, mut bytes: &[u8]) -> Vec<Value> {
        let mut replies = Vec::new();
        let received =
            ReceivedMessage::from(&mut bytes).expect("the extension speaks clearly").expect("a message");
        assert!(bytes.is_empty(), "a message ends where it says");
        let message = received.message().expect("the extension makes sense");
        self.companion.serve(&message, |reply| replies.push(reply));
        replies
    }
}
