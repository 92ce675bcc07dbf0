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
use reread_text::{Digest, HazardOccurrences, Hazards};
use serde_json::{Map, Value, json};

use crate::{Reply, Request, Served, Trouble};

/// The JSON of a call's outcome.
pub fn json(request: &Request, served: &Served) -> Value {
    let mut value = match &served.outcome {
        Ok(Reply::Read(reply)) => read::read(request, reply),
        Ok(Reply::Facts(reply)) => read::facts(request, reply),
        Ok(Reply::Preview(reply)) => preview::preview(request, reply),
        Ok(Reply::PreviewFacts(reply)) => preview::facts(request, reply),
        Ok(Reply::Outline(reply)) => outline::outline(request, reply),
        Ok(Reply::OutlineFacts(reply)) => outline::facts(request, reply),
        Ok(Reply::Overview(reply)) => overview::overview(request, reply),
        Ok(Reply::OverviewFacts(reply)) => overview::facts(request, reply),
        Ok(Reply::Summary(reply)) => summary::summary(request, reply),
        Ok(Reply::Several(reply)) => several::several(request, reply),
        Ok(Reply::Search(reply)) => search::search(reply),
        Ok(Reply::TreeSearch(reply)) => tree_search::tree_search(query(request), reply),
        Ok(Reply::List(reply)) => list::list(reply),
        Ok(Reply::Stat(reply)) => stat::stat(reply),
        Ok(Reply::Edited(reply)) => edited::edited(request, reply),
        Ok(Reply::History(reply)) => history::history(request, reply),
        Ok(Reply::VersionDiff(reply)) => history::version_diff(request, reply),
        Err(trouble) => error(request, trouble),
    };
    if let Some(meta) = value["meta"].as_object_mut() {
        if let Some(why) = &served.unrecorded {
            meta.insert("unrecorded".to_owned(), json!(why));
        }
        if let Some(guarded) = &served.guarded {
            stabilization::add(meta, guarded);
        }
    }
    value
}

fn query(request: &Request) -> &str {
    match request {
        Request::Search(args) => &args.query,
        _ => "",
    }
}

/// The JSON of a call that did not become a request.
pub fn json_of_trouble(tool: &str, trouble: &Trouble) -> Value {
    let mut value = failure(tool, trouble);
    value["meta"] = json!({});
    value
}

/// The arguments of a request, for its record.
pub(crate) fn arguments(request: &Request) -> Value {
    recordable(serde_json::to_value(request).map_or(Value::Null, |mut value| value["arguments"].take()))
}

/// Arguments, whether or not they make sense, as they may be recorded: a proposed text is content, and stands there by
/// its digest.
pub(crate) fn recordable(mut arguments: Value) -> Value {
    for text in ["content", "patch"] {
        if let Some(Value::String(content)) = arguments.get(text) {
            let digest = Digest::of(content.as_bytes()).to_string();
            arguments[text] = json!({ "digest": digest, "size_bytes": content.len() });
        }
    }
    arguments
}

fn error(request: &Request, trouble: &Trouble) -> Value {
    let mut value = failure(request.tool(), trouble);
    if let Request::Read(args) = request {
        value["mode"] = json!(args.mode);
        value["target"] = json!(args.target);
    } else {
        value["path"] = json!(request.target());
    }
    value["meta"] = json!({});
    value
}

fn failure(tool: &str, trouble: &Trouble) -> Value {
    let Trouble { code, message, hint, refused } = trouble;
    let error = json!({ "code": code.as_str(), "message": message, "hint": hint, "refused": refused });
    json!({ "ok": false, "success": false, "operation": tool, "error": error })
}

fn add_name(meta: &mut Map<String, Value>, name: &FileName) {
    if name.differs() {
        meta.insert("resolved_path".to_owned(), json!(name.path.to_string()));
    }
    if !name.readings.is_empty() {
        let readings: Vec<String> = name.readings.iter().map(ToString::to_string).collect();
        meta.insert("name_read_with".to_owned(), json!(readings));
    }
}

fn add_facts(meta: &mut Map<String, Value>, facts: &FileFacts) {
    meta.insert("size_bytes".to_owned(), json!(facts.size));
    meta.insert("modified_unix_ms".to_owned(), json!(facts.modified_unix_ms));
}

fn add_notices(meta: &mut Map<String, Value>, notices: &[Notice]) {
    for notice in notices {
        match notice {
            Notice::ChangedDuringRead => meta.insert("changed_during_read".to_owned(), json!(true)),
            Notice::SeveralNames { links } => meta.insert("nlink".to_owned(), json!(links)),
            Notice::InvalidUtf8 { count } => meta.insert("invalid_utf8".to_owned(), json!(count)),
            Notice::Hazards(hazards) => meta.insert("warnings".to_owned(), warnings(hazards)),
            Notice::Untagged(why) => meta.insert("untagged".to_owned(), json!(why.word())),
        };
    }
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
