//! A read as JSON.

use reread_context::{Answer, RejectedTag};
use reread_files::{CutPlace, ReadOperation, ReadReply};
use reread_text::{LineRange, TOKEN_ESTIMATOR, estimate_tokens};
use serde_json::{Value, json};

use super::outline::{context, resolved};
use super::{add_facts, add_name, add_notices};
use crate::Request;
use crate::frame::{around, body, marker};

/// The keys of the unified contract for `read`, those of the bounded readers for the others.
pub(crate) fn read(request: &Request, reply: &ReadReply) -> Value {
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
            if let Some(symbol) = reply.symbol.as_ref().filter(|symbol| !symbol.around.is_empty()) {
                value["context"] = json!(context(symbol));
            }
        }
        _ => value["content"] = json!(text),
    }
    value["meta"] = read_meta(reply, &text, truncated);
    value
}

/// The same without the text: what a read would send, and what that would cost.
pub(crate) fn facts(request: &Request, reply: &ReadReply) -> Value {
    let mut value = read(request, reply);
    let meta = &mut value["meta"];
    meta["would_send"] = json!({ "lines": reply.line_count(), "tokens": meta["token_estimate"] });
    meta["token_estimate"] = json!(0);
    // Digits close a text, and there is none.
    if let Some(meta) = meta.as_object_mut() {
        meta.shift_remove("frame");
    }
    value["text"] = json!("");
    if let Some(value) = value.as_object_mut() {
        value.shift_remove("context");
    }
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
    let bounded = matches!(
        reply.operation,
        ReadOperation::ReadFileHead | ReadOperation::ReadFileTail | ReadOperation::GetExcerpt
    );
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
    if let Some(symbol) = &reply.symbol {
        extra.insert("resolved_symbol".to_owned(), resolved(symbol));
    }
    if let Answer::Fallback(why) = &reply.answer {
        extra.insert("fallback".to_owned(), json!(why.word()));
    }
    if !matches!(reply.answer, Answer::Text | Answer::Fallback(_)) {
        extra.insert("hint".to_owned(), json!("call again without known to get the text"));
    }
    if !reply.doubts.is_empty() {
        let doubts: Vec<String> = reply.doubts.iter().map(RejectedTag::to_string).collect();
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
        if cut.before_definition {
            extra.insert("before_definition".to_owned(), json!(true));
        }
        if let CutPlace::StartsAt { byte } = cut.place {
            extra.insert("left_out_before_byte".to_owned(), json!(byte));
        }
    }
    meta
}

/// Tokens of the file's own text, without our frame; of the marker and the diff where there is none; and of what is told of
/// the surroundings of a symbol.
fn tokens_sent(reply: &ReadReply, text: &str) -> u64 {
    let sent = match reply.passages.as_slice() {
        [] => estimate_tokens(text.as_bytes()),
        passages => passages.iter().map(|passage| estimate_tokens(&passage.text)).sum(),
    };
    sent + estimate_tokens(around(reply).as_bytes())
}
