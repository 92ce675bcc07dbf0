//! The contract: replies and errors as JSON.
//!
//! `read` has the keys of the unified contract (`ok`, `mode`, `target`, `text`, `location`, `meta`); the
//! bounded readers have theirs (`success`, `operation`, `content`, ...); both carry each other's truth, so
//! that one reader of replies can serve both.

mod edited;
mod history;
mod list;
mod outline;
mod overview;
mod preview;
mod read;
mod search;
mod several;
mod stabilization;
mod stat;
mod summary;
mod tree_search;

use reread_files::{FileFacts, FileName, Notice};
use reread_text::{HazardOccurrences, Hazards};
use serde_json::{Value, json};

use crate::{ErrorReply, Rejected, Reply, Request, Served};

/// A reply or an error as JSON. Each key is added either as a fact or as text, that is, content of files: metadata for the
/// host has the facts alone.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    entries: Vec<(&'static str, Entry)>,
}

#[derive(Clone, Debug)]
enum Entry {
    Fact(Value),
    Text(Value),
    Parts(Vec<Contract>),
}

impl Contract {
    /// The contract of a call.
    pub fn of(request: &Request, served: &Served) -> Self {
        let mut contract = match &served.outcome {
            Ok(reply) => of_reply(request, reply),
            Err(error) => of_error(request, error),
        };
        if let Some(meta) = contract.meta() {
            if let Some(why) = &served.unrecorded {
                meta["unrecorded"] = json!(why);
            }
            if let Some(guarded) = &served.guarded {
                stabilization::add(meta, guarded);
            }
        }
        contract
    }

    /// The contract of a call that did not become a request.
    pub fn of_rejected(rejected: &Rejected) -> Self {
        let mut contract = failure(&rejected.tool, &rejected.error);
        if let Some((mode, target)) = &rejected.read {
            contract = contract.fact("mode", mode.word()).fact("target", target.as_str());
        }
        contract.fact("meta", json!({}))
    }

    /// Everything.
    pub fn to_json(&self) -> Value {
        self.json(&|_| true)
    }

    /// Everything but text.
    pub fn metadata(&self) -> Value {
        self.json(&|entry| !matches!(entry, Entry::Text(_)))
    }

    fn json(&self, is_wanted: &dyn Fn(&Entry) -> bool) -> Value {
        let wanted = self.entries.iter().filter(|(_, entry)| is_wanted(entry));
        let value = |entry: &Entry| match entry {
            Entry::Fact(value) | Entry::Text(value) => value.clone(),
            Entry::Parts(parts) => parts.iter().map(|part| part.json(is_wanted)).collect(),
        };
        Value::Object(wanted.map(|(key, entry)| ((*key).to_owned(), value(entry))).collect())
    }

    fn fact(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.entries.push((key, Entry::Fact(value.into())));
        self
    }

    fn text(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.entries.push((key, Entry::Text(value.into())));
        self
    }

    fn parts(mut self, key: &'static str, parts: Vec<Contract>) -> Self {
        self.entries.push((key, Entry::Parts(parts)));
        self
    }

    /// Facts that are there or not.
    fn facts(mut self, facts: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        self.entries.extend(facts.into_iter().map(|(key, value)| (key, Entry::Fact(value))));
        self
    }

    fn meta(&mut self) -> Option<&mut Value> {
        self.entries.iter_mut().find_map(|(key, entry)| match entry {
            Entry::Fact(meta) if *key == "meta" => Some(meta),
            _ => None,
        })
    }
}

fn of_reply(request: &Request, reply: &Reply) -> Contract {
    match reply {
        Reply::Read(reply, mode) => {
            read::read(request.read().map(|read| (read.mode(), read.target())), reply, *mode)
        }
        Reply::Preview(reply, mode) => preview::preview(request, reply, *mode),
        Reply::Outline(reply, mode) => outline::outline(request, reply, *mode),
        Reply::Overview(reply, mode) => overview::overview(request, reply, *mode),
        Reply::Summary(reply) => summary::summary(request, reply),
        Reply::Several(reply) => several::several(request, reply),
        Reply::Search(reply) => search::search(reply),
        Reply::TreeSearch(reply) => tree_search::tree_search(request, reply),
        Reply::List(reply) => list::list(reply),
        Reply::Stat(reply) => stat::stat(reply),
        Reply::Edited(reply) | Reply::Approved(reply, _) => edited::edited(request, reply),
        Reply::History(reply) => history::history(request, reply),
        Reply::VersionDiff(reply) => history::version_diff(request, reply),
        Reply::Version(reply) => history::version_bytes(reply),
        Reply::Copied(copied) => success("copy").fact("path", copied.name.requested.as_str()),
    }
}

/// What every contract of a call that was served begins with.
fn success(operation: &'static str) -> Contract {
    Contract::default().fact("ok", true).fact("success", true).fact("operation", operation)
}

fn of_error(request: &Request, error: &ErrorReply) -> Contract {
    let contract = failure(request.tool(), error);
    let contract = match request {
        Request::Read(read) => contract.fact("mode", read.mode().word()).fact("target", read.target()),
        _ => contract.fact("path", request.target()),
    };
    contract.fact("meta", json!({}))
}

fn failure(tool: &str, error: &ErrorReply) -> Contract {
    let ErrorReply { code, message, hint, refused } = error;
    let error = json!({ "code": code.as_str(), "message": message, "hint": hint, "refused": refused });
    Contract::default().fact("ok", false).fact("success", false).fact("operation", tool).fact("error", error)
}

fn add_name(meta: &mut Value, name: &FileName) {
    if name.differs() {
        meta["resolved_path"] = json!(name.path.to_string());
    }
    if !name.readings.is_empty() {
        meta["name_read_with"] = name.readings.iter().map(ToString::to_string).collect();
    }
}

/// Adds the name of a file, its size and time, and what to be aware of.
fn add_file(meta: &mut Value, name: &FileName, facts: &FileFacts, notices: &[Notice]) {
    add_name(meta, name);
    meta["size_bytes"] = json!(facts.size);
    meta["modified_unix_ms"] = json!(facts.modified_unix_ms);
    add_notices(meta, notices);
}

fn add_notices(meta: &mut Value, notices: &[Notice]) {
    for notice in notices {
        let (key, value) = match notice {
            Notice::ChangedDuringRead => ("changed_during_read", json!(true)),
            Notice::SeveralNames(links) => ("nlink", json!(links)),
            Notice::InvalidUtf8(count) => ("invalid_utf8", json!(count)),
            Notice::Hazards(hazards) => ("warnings", warnings(hazards)),
            Notice::Untagged(why) => ("untagged", json!(why.word())),
        };
        meta[key] = value;
    }
}

/// States what a text would cost that is not sent; `sent` says what it is besides its tokens.
fn add_would_send(meta: &mut Value, mut sent: Value) {
    sent["tokens"] = meta["token_estimate"].take();
    meta["would_send"] = sent;
    meta["token_estimate"] = json!(0);
}

/// Counts by what is counted.
fn counts(counts: &[(&'static str, u64)]) -> Value {
    Value::Object(counts.iter().map(|(noun, count)| ((*noun).to_owned(), json!(count))).collect())
}

fn warnings(hazards: &Hazards) -> Value {
    let kinds: [(&str, &HazardOccurrences); 4] = [
        ("control", &hazards.control),
        ("bidi", &hazards.bidi),
        ("invisible", &hazards.invisible),
        ("tag", &hazards.tag),
    ];
    let seen = kinds.iter().filter(|(_, seen)| seen.count > 0).map(|(kind, seen)| {
        let places: Vec<Value> =
            seen.first.iter().map(|place| json!({ "line": place.line, "column": place.column })).collect();
        ((*kind).to_owned(), json!({ "count": seen.count, "first": places }))
    });
    Value::Object(seen.collect())
}
