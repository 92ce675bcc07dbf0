//! A read as JSON.

use reread_context::{Answer, RejectedTag};
use reread_files::{CutPlace, ReadOperation, ReadReply};
use reread_text::{LineRange, TOKEN_ESTIMATOR, estimate_tokens};
use serde_json::{Value, json};

use super::outline::{context, resolved};
use super::{Contract, add_file, add_would_send, success};
use crate::frame::{around, body, marker};
use crate::request::{PreviewMode, ReadMode};

/// The keys of the unified contract for `read`, which has a mode and a target; those of the bounded readers otherwise.
pub(crate) fn read(
    unified: Option<(ReadMode, &str)>,
    reply: &ReadReply,
    preview_mode: PreviewMode,
) -> Contract {
    let sends_text = matches!(reply.answer, Answer::Text | Answer::Fallback(_));
    let text = if sends_text { body(reply) } else { marker_and_diff(reply) };
    let shown = reply.shown();
    let start_line = shown.ranges().first().map(|range| range.first());
    let all_counted = reply.passages.iter().all(|passage| passage.first_line.is_some());
    let end_line = shown.ranges().last().map(|range| range.last()).filter(|_| all_counted);
    let truncated = reply.cut.is_some() || leaves_out(reply);
    let mut meta = read_meta(reply, &text, truncated);
    let mut contract = success(reply.operation.word())
        .fact("path", reply.name.requested.as_str())
        .fact("start_line", json!(start_line))
        .fact("end_line", json!(end_line))
        .fact("count", reply.line_count())
        .fact("line_count", reply.line_count())
        .fact("total_lines", json!(reply.total_lines))
        .fact("truncated", truncated);
    if shown.ranges().len() > 1 {
        contract = contract.fact("ranges", shown.to_string());
    }
    let Some((mode, target)) = unified else { return contract.text("content", text).fact("meta", meta) };
    let line = start_line.or(reply.asked.map(LineRange::first));
    let end_line = end_line.or(reply.asked.map(LineRange::last));
    let location = json!({ "file": reply.name.path.to_string(), "line": line, "end_line": end_line });
    contract = contract.fact("mode", mode.word()).fact("target", target).fact("location", location);
    match preview_mode {
        PreviewMode::Snippet => {
            contract = contract.text("text", text);
            if let Some(symbol) = reply.symbol.as_ref().filter(|symbol| !symbol.around.is_empty()) {
                contract = contract.text("context", context(symbol));
            }
        }
        PreviewMode::None => {
            contract = contract.text("text", "");
            add_would_send(&mut meta, json!({ "lines": reply.line_count() }));
            // The frame closes a text, and none is sent.
            meta.as_object_mut().map(|meta| meta.shift_remove("frame"));
        }
    }
    contract.fact("meta", meta)
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
    add_file(&mut meta, &reply.name, &reply.facts, &reply.notices);
    if !reply.passages.is_empty() {
        meta["frame"] = json!(reply.frame.to_string());
    }
    if let Some(symbol) = &reply.symbol {
        meta["resolved_symbol"] = resolved(symbol);
    }
    if let Answer::Fallback(why) = &reply.answer {
        meta["fallback"] = json!(why.word());
    }
    if !matches!(reply.answer, Answer::Text | Answer::Fallback(_)) {
        meta["hint"] = json!("call again without known to get the text");
    }
    if !reply.doubts.is_empty() {
        meta["doubts"] = reply.doubts.iter().map(RejectedTag::to_string).collect();
    }
    if let Some(cut) = reply.cut {
        meta["limit"] = json!(cut.limit.to_string());
        meta["next"] = match cut.place {
            CutPlace::GoesOn { line, byte } => json!({ "offset": line, "from_byte": byte }),
            CutPlace::StartsAt(_) => Value::Null,
        };
        if cut.before_definition {
            meta["before_definition"] = json!(true);
        }
        if let CutPlace::StartsAt(byte) = cut.place {
            meta["left_out_before_byte"] = json!(byte);
        }
    }
    meta
}

/// Tokens of the file's own text, without our frame; of the marker and the diff where there is none; and of what is stated about
/// the surroundings of a symbol.
fn tokens_sent(reply: &ReadReply, text: &str) -> u64 {
    let sent = match reply.passages.as_slice() {
        [] => estimate_tokens(text.as_bytes()),
        passages => passages.iter().map(|passage| estimate_tokens(&passage.text)).sum(),
    };
    sent + estimate_tokens(around(reply).as_bytes())
}
