//! The contract: replies and errors as JSON.
//!
//! `read` has the keys of the unified contract (`ok`, `mode`, `target`, `text`, `location`, `meta`); the
//! bounded readers have theirs (`success`, `operation`, `content`, ...); both carry each other's truth, so
//! that one reader of replies can serve both.

use reread_context::{Answer, Doubt};
use reread_files::{
    Columns, CutPlace, FileFacts, FileName, FoundLine, Notice, Operation, ReadReply, SearchReply, ShownLine,
    StatReply,
};
use reread_text::{Hazards, LineRange, Sightings, TOKEN_ESTIMATOR, estimate_tokens};
use serde_json::{Map, Value, json};

use crate::frame::{body, marker};
use crate::{Reply, Request, Served, Trouble};

/// The JSON of a call's outcome.
pub fn json(request: &Request, served: &Served) -> Value {
    let mut value = match &served.outcome {
        Ok(Reply::Read(reply)) => read(request, reply),
        Ok(Reply::Search(reply)) => search(reply),
        Ok(Reply::Stat(reply)) => stat(reply),
        Err(trouble) => error(request, trouble),
    };
    if let (Some(why), Some(meta)) = (&served.unrecorded, value["meta"].as_object_mut()) {
        meta.insert("unrecorded".to_owned(), json!(why));
    }
    value
}

/// The arguments of a request, for its record.
pub(crate) fn arguments(request: &Request) -> Value {
    serde_json::to_value(request).map_or(Value::Null, |mut value| value["arguments"].take())
}

fn error(request: &Request, trouble: &Trouble) -> Value {
    let mut value = json!({ "ok": false, "success": false, "operation": request.tool() });
    if let Request::Read(args) = request {
        value["mode"] = json!(args.mode);
        value["target"] = json!(args.target);
    } else {
        value["path"] = json!(request.target());
    }
    value["error"] = json!({ "code": trouble.code, "message": trouble.message, "hint": trouble.hint });
    value["meta"] = json!({});
    value
}

fn read(request: &Request, reply: &ReadReply) -> Value {
    let sends_text = matches!(reply.answer, Answer::Text | Answer::Fallback(_));
    let text = if sends_text { body(reply) } else { marker_and_diff(reply) };
    let shown = reply.shown();
    let start_line = shown.ranges().first().map(|range| range.first());
    let all_counted = reply.passages.iter().all(|passage| passage.first_line.is_some());
    let end_line = shown.ranges().last().map(|range| range.last()).filter(|_| all_counted);
    let truncated = reply.cut.is_some() || leaves_out(reply);
    let mut value = json!({
        "ok": true,
        "success": true,
        "operation": reply.operation.word(),
        "path": reply.name.requested,
        "start_line": start_line,
        "end_line": end_line,
        "count": reply.line_count(),
        "line_count": reply.line_count(),
        "total_lines": reply.total_lines,
        "truncated": truncated,
    });
    if shown.ranges().len() > 1 {
        value["ranges"] = json!(shown.to_string());
    }
    match request {
        Request::Read(args) => {
            value["mode"] = json!(args.mode);
            value["target"] = json!(args.target);
            let line = start_line.or(reply.asked.map(LineRange::first));
            let end_line = end_line.or(reply.asked.map(LineRange::last));
            value["location"] =
                json!({ "file": reply.name.path.to_string(), "line": line, "end_line": end_line });
            value["text"] = json!(text);
        }
        _ => value["content"] = json!(text),
    }
    value["meta"] = read_meta(reply, &text, truncated);
    value
}

fn marker_and_diff(reply: &ReadReply) -> String {
    match &reply.answer {
        Answer::Diff { diff, .. } => format!("{}\n{}", marker(reply), String::from_utf8_lossy(&diff.text)),
        _ => marker(reply),
    }
}

/// Whether head, tail or excerpt show less than the file has.
fn leaves_out(reply: &ReadReply) -> bool {
    let bounded =
        matches!(reply.operation, Operation::ReadFileHead | Operation::ReadFileTail | Operation::GetExcerpt);
    bounded && reply.sent_bytes() < reply.facts.size
}

fn read_meta(reply: &ReadReply, text: &str, truncated: bool) -> Value {
    let mut meta = json!({
        "truncated": truncated,
        "token_estimate": tokens_sent(reply, text),
        "token_estimator": TOKEN_ESTIMATOR,
        "preview_degraded": reply.cut.is_some(),
        "answer": reply.answer.mode().word(),
        "digest": reply.digest.map(|digest| digest.to_string()),
        "tag": reply.tag.as_ref().map(ToString::to_string),
        "provenance": "untrusted:file",
    });
    let extra = meta.as_object_mut().expect("a literal object");
    add_name(extra, &reply.name);
    add_facts(extra, &reply.facts);
    add_notices(extra, &reply.notices);
    if !reply.passages.is_empty() {
        extra.insert("frame".to_owned(), json!(reply.frame.to_string()));
    }
    if let Answer::Fallback(why) = &reply.answer {
        extra.insert("fallback".to_owned(), json!(why.word()));
    }
    if !matches!(reply.answer, Answer::Text | Answer::Fallback(_)) {
        extra.insert("hint".to_owned(), json!("call again without known to get the text"));
    }
    if !reply.doubts.is_empty() {
        let doubts: Vec<String> = reply.doubts.iter().map(Doubt::to_string).collect();
        extra.insert("doubts".to_owned(), json!(doubts));
    }
    if let Some(cut) = reply.cut {
        extra.insert("limit".to_owned(), json!(cut.limit.to_string()));
        extra.insert(
            "next".to_owned(),
            match cut.place {
                CutPlace::GoesOn { line, byte } => json!({ "offset": line, "from_byte": byte }),
                CutPlace::StartsAt { .. } => Value::Null,
            },
        );
        if let CutPlace::StartsAt { byte } = cut.place {
            extra.insert("left_out_before_byte".to_owned(), json!(byte));
        }
    }
    meta
}

/// Tokens of the file's own text; of the marker and the diff where there is none. Our frame is not counted.
fn tokens_sent(reply: &ReadReply, text: &str) -> u64 {
    match reply.passages.as_slice() {
        [] => estimate_tokens(text.as_bytes()),
        passages => passages.iter().map(|passage| estimate_tokens(&passage.text)).sum(),
    }
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

fn warnings(hazards: &Hazards) -> Value {
    let kinds: [(&str, &Sightings); 4] = [
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

fn search(reply: &SearchReply) -> Value {
    let matches: Vec<Value> = reply.matches.iter().map(found_line).collect();
    let mut meta = json!({
        "truncated": reply.stopped.is_some(),
        "partial": reply.stopped == Some(reread_files::Stopped::Time),
        "stopped_by": reply.stopped.map(reread_files::Stopped::word),
        "provenance": "untrusted:file",
    });
    let extra = meta.as_object_mut().expect("a literal object");
    add_name(extra, &reply.name);
    add_facts(extra, &reply.facts);
    add_notices(extra, &reply.notices);
    if !reply.long_lines.is_empty() {
        extra.insert("searched_in_pieces".to_owned(), json!(reply.long_lines));
    }
    json!({
        "ok": true,
        "success": true,
        "operation": "search_in_file",
        "path": reply.name.requested,
        "count": reply.matches.len(),
        "line_count": reply.matches.len(),
        "total_lines": reply.total_lines,
        "truncated": reply.stopped.is_some(),
        "matches": matches,
        "meta": meta,
    })
}

fn found_line(found: &FoundLine) -> Value {
    let columns = |columns: Columns| json!({ "first": columns.first, "last": columns.last });
    let mut value = shown_line(&found.shown);
    value["matches"] = json!(found.matches);
    value["first_match"] = columns(found.first);
    value["last_match"] = columns(found.last);
    value["before"] = found.before.iter().map(shown_line).collect();
    value["after"] = found.after.iter().map(shown_line).collect();
    value
}

fn shown_line(line: &ShownLine) -> Value {
    let mut value = json!({ "line": line.line, "text": String::from_utf8_lossy(&line.text) });
    if line.cut_before > 0 {
        value["cut_before"] = json!(line.cut_before);
    }
    if line.cut_after > 0 {
        value["cut_after"] = json!(line.cut_after);
    }
    value
}

fn stat(reply: &StatReply) -> Value {
    let (path, exists) = match reply {
        StatReply::Present { name, .. } => (&name.requested, true),
        StatReply::Absent { requested } => (requested, false),
    };
    let mut value = json!({
        "ok": true,
        "success": true,
        "operation": "stat_file",
        "path": path,
        "count": u64::from(exists),
        "truncated": false,
        "exists": exists,
        "kind": null,
        "size_bytes": null,
        "modified_unix_ms": null,
    });
    let mut meta = Map::new();
    if let StatReply::Present { name, facts } = reply {
        value["kind"] = json!(facts.kind.word());
        value["size_bytes"] = json!(facts.size);
        value["allocated_bytes"] = json!(facts.allocated);
        value["modified_unix_ms"] = json!(facts.modified_unix_ms);
        value["nlink"] = json!(facts.links);
        add_name(&mut meta, name);
    }
    value["meta"] = Value::Object(meta);
    value
}
