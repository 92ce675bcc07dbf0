//! Replies as callers get them: JSON for programs, and text for a model.
//!
//! In the text, what is of a file stands between a header line and a closing line that repeats the keyed digits of the
//! header. A file cannot know them, so it cannot end its own frame; and the first line of a reply is always
//! ours, so a file that begins like a marker is not taken for one. What stands between is exact.

mod contract;
mod edited;
mod history;
mod list;
mod outline;
mod overview;
mod passed_over;
mod patch_result;
mod preview;
mod read;
mod search;
mod several;
mod stabilization;
mod stack;
mod stat;
mod summary;
mod tree_search;

use reread_context::warning_line;
use reread_files::{FileFacts, FileName, Notice};
use reread_guard::Warning;
use reread_text::{HazardOccurrences, Hazards, estimate_tokens, visible_line};
use serde_json::{Value, json};

pub use contract::Contract;
pub(crate) use list::text as list_text;
pub(crate) use outline::marker as outline_marker;
use passed_over::counted_noun;
use patch_result::PatchResult;
pub(crate) use read::{around, marker, named_text};
pub(crate) use several::text_of_part;
pub(crate) use tree_search::text as tree_search_text;

use crate::excerpt::is_narrowed;
use crate::request::PreviewMode;
use crate::{Effect, ErrorReply, Rejected, Reply, Request, Served, ToolSignature};

impl Contract {
    /// The contract of a call.
    pub fn of(request: &Request, served: &Served) -> Self {
        let mut contract = match &served.outcome {
            Ok(reply) => of_reply(request, reply),
            Err(error) => of_error(request, error),
        };
        let is_degraded = served.outcome.as_ref().ok().and_then(|reply| is_degraded(request, reply));
        if let Some(meta) = contract.meta() {
            if let Some(is_degraded) = is_degraded {
                meta["preview_degraded"] = json!(is_degraded);
            }
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
        let effect = ToolSignature::of(&rejected.tool).map_or(Effect::Reads, |tool| tool.effect);
        let mut contract = failure(&rejected.tool, effect, &rejected.error);
        if let Some((mode, target)) = &rejected.read {
            contract = contract.fact("mode", mode.word()).fact("target", target.as_str());
        }
        contract.fact("meta", json!({}))
    }
}

fn of_reply(request: &Request, reply: &Reply) -> Contract {
    match reply {
        Reply::Read(reply, mode) => {
            read::contract(request.read().map(|read| (read.mode(), read.target())), reply, *mode)
        }
        Reply::Preview(reply, mode) => preview::contract(request, reply, *mode),
        Reply::Outline(reply, mode) => outline::contract(request, reply, *mode),
        Reply::Overview(reply, mode) => overview::contract(request, reply, *mode),
        Reply::Summary(reply) => summary::contract(request, reply),
        Reply::Several(reply) => several::contract(request, reply),
        Reply::Search(reply) => search::contract(reply),
        Reply::TreeSearch(reply) => tree_search::contract(request, reply),
        Reply::List(reply) => list::contract(reply),
        Reply::Stat(reply) => stat::contract(reply),
        Reply::Edited(reply) | Reply::Approved(reply, _) => edited::contract(request, reply),
        Reply::History(reply) => history::contract(request, reply),
        Reply::VersionDiff(reply) => history::diff_contract(request, reply),
        Reply::Version(reply) => history::bytes_contract(reply),
        Reply::Copied(copied) => success("copy").fact("path", copied.name.requested.as_str()),
    }
}

/// Whether bounds of the caller, of the profile or of the guard made a reply shorter; `None` where no bounds apply.
fn is_degraded(request: &Request, reply: &Reply) -> Option<bool> {
    match (request, reply) {
        (Request::GetExcerpt(args), Reply::Read(reply, _)) => {
            Some(reply.cut.is_some() || is_narrowed(reply, args.max_lines))
        }
        (_, Reply::Overview(reply, _)) => Some(overview::is_cut(reply)),
        (_, Reply::Summary(reply)) => Some(!reply.left_out.is_empty()),
        (_, Reply::Search(reply)) => Some(reply.stopped.is_some()),
        (_, Reply::TreeSearch(reply)) => Some(reply.stopped.is_some()),
        (_, Reply::List(reply)) => Some(reply.next.is_some()),
        // The others say it themselves.
        _ => None,
    }
}

/// What every contract of a call that was served begins with.
fn success(operation: &'static str) -> Contract {
    Contract::default().fact("ok", true).fact("success", true).fact("operation", operation)
}

fn of_error(request: &Request, error: &ErrorReply) -> Contract {
    let contract = failure(request.tool(), request.effect(), error);
    let contract = match request {
        Request::Read(read) => contract.fact("mode", read.mode().word()).fact("target", read.target()),
        _ => contract.fact("path", request.target()),
    };
    contract.fact("meta", json!({}))
}

fn failure(tool: &str, effect: Effect, error: &ErrorReply) -> Contract {
    let ErrorReply { code, message, hint, refused, .. } = error;
    let contract = match effect {
        Effect::Writes => PatchResult::refused(message).contract(tool),
        Effect::Reads => Contract::default().fact("ok", false).fact("success", false).fact("operation", tool),
    };
    contract
        .fact("error", json!({ "code": code.as_str(), "message": message, "hint": hint, "refused": refused }))
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
    let seen = hazard_kinds(hazards).map(|(kind, seen)| {
        let places: Vec<Value> =
            seen.first.iter().map(|place| json!({ "line": place.line, "column": place.column })).collect();
        (kind.to_owned(), json!({ "count": seen.count, "first": places }))
    });
    Value::Object(seen.collect())
}

/// Whose words a text has: an argument of a tool is an option on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wording {
    /// For a model that calls tools.
    Tools,
    /// For a user at the command line, or a model that has a shell.
    CommandLine,
}

impl Reply {
    /// The reply as the command line prints it: what it offers are commands and options.
    pub fn text_for_command_line(&self) -> String {
        let wording = Wording::CommandLine;
        match self {
            Reply::Read(reply, mode) => {
                text_or_cost(*mode, read::text_in(reply, wording), || read::not_sent(reply))
            }
            Reply::TreeSearch(reply) => tree_search::text_in(reply, wording),
            Reply::Several(reply) => several::text_in(reply, wording),
            reply => reply.text(),
        }
    }

    /// The reply as text for a model. Names are spelled on one line; text is exact but for bytes that are not UTF-8.
    pub fn text(&self) -> String {
        match self {
            Reply::Read(reply, mode) => text_or_cost(*mode, read::text(reply), || read::not_sent(reply)),
            Reply::Preview(reply, mode) => {
                text_or_cost(*mode, preview::text(reply), || preview::header(reply))
            }
            Reply::Outline(reply, mode) => {
                text_or_cost(*mode, outline::text(reply), || outline::header(reply))
            }
            Reply::Overview(reply, mode) => {
                text_or_cost(*mode, overview::text(reply), || overview::header(reply))
            }
            Reply::Summary(reply) => summary::text(reply),
            Reply::Several(reply) => several::text(reply),
            Reply::Search(reply) => search::text(reply),
            Reply::TreeSearch(reply) => tree_search::text(reply),
            Reply::List(reply) => list::text(reply),
            Reply::Stat(reply) => stat::text(reply),
            Reply::Edited(reply) | Reply::Approved(reply, _) => edited::text(reply),
            Reply::History(reply) => history::text(reply),
            Reply::VersionDiff(reply) => history::diff_text(reply),
            Reply::Version(reply) => String::from_utf8_lossy(&reply.bytes).into_owned(),
            Reply::Copied(_) => String::new(),
        }
    }

    /// The end of the text that follows the closing line: the declarations around a symbol. Usually nothing.
    pub fn around(&self) -> String {
        match self {
            Reply::Read(reply, PreviewMode::Snippet) => around(reply),
            _ => String::new(),
        }
    }
}

/// The text, or in its place what it is and what it would cost.
fn text_or_cost(mode: PreviewMode, text: String, header: impl FnOnce() -> String) -> String {
    match mode {
        PreviewMode::Snippet => text,
        PreviewMode::None => {
            format!("{}, about {} tokens, not sent\n", header(), estimate_tokens(text.as_bytes()))
        }
    }
}

impl Served {
    /// The text for a model: the reply and below it what the guard wants acted on, or the error.
    pub fn text(&self) -> String {
        match &self.outcome {
            Ok(reply) => reply.text() + &self.warnings(),
            Err(error) => error.text(),
        }
    }

    /// Warnings stand below the closing line, where no text of a file can stand; usually there are none.
    fn warnings(&self) -> String {
        let line =
            |warning: &Warning| warning_line(warning.concern.code(), &visible_line(&warning.line())) + "\n";
        let warnings = self.guarded.iter().flat_map(|guarded| &guarded.stabilization.warnings);
        warnings.map(line).collect()
    }
}

/// A text between its header and its closing line, which always stands on a line of its own.
fn framed(header: &str, text: &str, closing: &str) -> String {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{header}\n{text}{end}{closing}\n")
}

fn notice(notice: &Notice) -> String {
    match notice {
        Notice::ChangedDuringRead => "changed while it was read".to_owned(),
        Notice::SeveralNames(links) => format!("nlink={links}"),
        Notice::InvalidUtf8(1) => "not UTF-8, 1 place replaced".to_owned(),
        Notice::InvalidUtf8(count) => format!("not UTF-8, {count} places replaced"),
        Notice::Hazards(hazards) => format!("unseen characters: {}", hazard_words(hazards)),
        Notice::Untagged(why) => format!("no tag: {}", why.word()),
    }
}

/// The real name of a file if it differs from the one that was asked for, and what to be aware of.
fn remarks(name: &FileName, notices: &[Notice]) -> impl Iterator<Item = String> {
    let file = name.differs().then(|| format!("file {}", name.path));
    file.into_iter().chain(notices.iter().map(notice))
}

/// Why a text is empty that is not about nothing.
fn no_room(text: &str, left_out: &[(&str, u64)]) -> Option<String> {
    (text.is_empty() && !left_out.is_empty()).then(|| "no room for what there is".to_owned())
}

/// What was taken out, if anything was.
fn redactions(count: u64) -> Option<String> {
    (count > 0).then(|| counted_noun(count, "credential redacted", "credentials redacted"))
}

fn hazard_words(hazards: &Hazards) -> String {
    let words = hazard_kinds(hazards).map(|(kind, seen)| match seen.first.first() {
        Some(place) => format!("{kind} {} from {}:{}", seen.count, place.line, place.column),
        None => format!("{kind} {}", seen.count),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The kinds of hazards that there are, each with its word.
fn hazard_kinds(hazards: &Hazards) -> impl Iterator<Item = (&'static str, &HazardOccurrences)> {
    let Hazards { control, bidi, invisible, tag } = hazards;
    let kinds = [("control", control), ("bidi", bidi), ("invisible", invisible), ("tag", tag)];
    kinds.into_iter().filter(|(_, seen)| seen.count > 0)
}
