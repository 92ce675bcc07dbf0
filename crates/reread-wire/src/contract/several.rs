//! Several targets as JSON: each part is what a read of it alone would be.

use reread_text::TOKEN_ESTIMATOR;
use serde_json::{Value, json};

use super::{failure, read};
use crate::Request;
use crate::request::{ReadArgs, ReadMode};
use crate::serve::{Part, PartOutcome, SeveralReply};

pub(crate) fn several(request: &Request, reply: &SeveralReply) -> Value {
    let parts: Vec<Value> = reply.parts.iter().map(part).collect();
    let is_cut = |part: &Part| match &part.outcome {
        PartOutcome::Read(reply) => reply.cut.is_some(),
        PartOutcome::NoRoom => true,
        PartOutcome::SameAs { .. } | PartOutcome::Failed(_) => false,
    };
    let truncated = reply.parts.iter().any(is_cut);
    let sent: u64 = parts.iter().filter_map(|part| part["meta"]["token_estimate"].as_u64()).sum();
    json!({
        "ok": true,
        "success": true,
        "operation": request.tool(),
        "mode": ReadMode::File,
        "target": request.target(),
        "count": parts.len(),
        "truncated": truncated,
        "parts": parts,
        "meta": {
            "truncated": truncated,
            "token_estimate": sent,
            "token_estimator": TOKEN_ESTIMATOR,
            "preview_degraded": truncated,
            "provenance": "untrusted:file",
        },
    })
}

fn part(part: &Part) -> Value {
    let alone = Request::Read(ReadArgs::of(ReadMode::File, part.target.clone()));
    match &part.outcome {
        PartOutcome::Read(reply) => read::read(&alone, reply),
        PartOutcome::SameAs { target } => {
            json!({ "ok": true, "target": part.target, "same_as": target, "meta": { "token_estimate": 0 } })
        }
        PartOutcome::NoRoom => {
            json!({ "ok": true, "target": part.target, "left_out": true, "meta": { "token_estimate": 0 } })
        }
        PartOutcome::Failed(trouble) => {
            let mut value = failure(alone.tool(), trouble);
            value["target"] = json!(part.target);
            value
        }
    }
}
