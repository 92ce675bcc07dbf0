//! What a file is about. As JSON the text is called `summary` and nothing else: it must not be taken for content.

use reread_files::SummaryReply;
use reread_text::{TOKEN_ESTIMATOR, estimate_tokens};
use serde_json::{Value, json};

use super::outline::{doubts, parsed};
use super::{Contract, add_file, counted_noun, counts, no_room, redactions, remarks, success};
use crate::Request;

/// Between a header and a closing line like the text of a file, since it quotes it.
pub(crate) fn text(reply: &SummaryReply) -> String {
    format!("{}\n{}{}\n", header(reply), reply.text, closing(reply))
}

/// `src/a.rs summary, rust, 1600 lines, version 3fa9c1d27b04e586 ~digits`: there is no tag, since no line is shown.
fn header(reply: &SummaryReply) -> String {
    let mut words = vec![format!("{} summary", reply.name.requested)];
    words.extend(reply.parsed.language.map(str::to_owned));
    words.push(counted_noun(reply.total_lines, "line", "lines"));
    format!("{}, digest {} ~{}", words.join(", "), reply.short_digest(), reply.frame)
}

fn closing(reply: &SummaryReply) -> String {
    let mut words = vec![format!("end {}", reply.frame)];
    words.extend(no_room(&reply.text, &reply.left_out));
    words.extend(redactions(reply.redacted));
    words.extend(doubts(&reply.parsed));
    words.extend(remarks(&reply.name, &reply.notices));
    format!("[{}]", words.join("; "))
}

pub(crate) fn contract(request: &Request, reply: &SummaryReply) -> Contract {
    let truncated = !reply.left_out.is_empty();
    success(request.tool())
        .fact("path", reply.name.requested.as_str())
        .fact("digest", reply.digest.to_string())
        .fact("total_lines", json!(reply.total_lines))
        .fact("truncated", truncated)
        .text("summary", reply.text.as_str())
        .fact("meta", meta(reply, truncated))
}

fn meta(reply: &SummaryReply, truncated: bool) -> Value {
    let mut meta = json!({
        "truncated": truncated,
        "token_estimate": estimate_tokens(reply.text.as_bytes()),
        "token_estimator": TOKEN_ESTIMATOR,
        "digest": reply.digest.to_string(),
        "tag": null,
        "provenance": "untrusted:file",
        "left_out": counts(&reply.left_out),
        "redacted": { "count": reply.redacted, "rules": reply.redaction_rules },
        "parsed": parsed(&reply.parsed),
    });
    add_file(&mut meta, &reply.name, &reply.facts, &reply.notices);
    meta
}
