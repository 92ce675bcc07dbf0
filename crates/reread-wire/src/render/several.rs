//! Several targets: as JSON each part is what a read of it alone would be. As text one frame follows the other, and a line
//! for each target that has none. A header says whose lines follow; whatever else begins a part has the target before it.

use reread_context::Answer;
use reread_text::{TOKEN_ESTIMATOR, visible_line};
use serde_json::{Value, json};

use super::{Contract, Wording, failure, read, success};
use crate::Request;
use crate::request::{PreviewMode, ReadMode};
use crate::serve::{FilesPart, FilesReply, PartOutcome};

pub(crate) fn text(reply: &FilesReply) -> String {
    text_in(reply, Wording::Tools)
}

pub(super) fn text_in(reply: &FilesReply, wording: Wording) -> String {
    reply.parts.iter().map(|part| part_in(part, wording)).collect()
}

/// The frame of a part, or a line of ours in its place: outside every frame, where no text of a file can stand.
pub(crate) fn text_of_part(part: &FilesPart) -> String {
    part_in(part, Wording::Tools)
}

fn part_in(part: &FilesPart, wording: Wording) -> String {
    let target = visible_line(&part.target);
    match &part.outcome {
        PartOutcome::Read(reply) => match reply.answer {
            Answer::Text | Answer::Fallback(_) => read::text_of_part(reply, wording),
            Answer::Unchanged(_) | Answer::UnchangedHere | Answer::Diff { .. } | Answer::Rest { .. } => {
                format!("{target} {}", read::text_of_part(reply, wording))
            }
        },
        PartOutcome::SameAs { target: shown } => {
            format!("[{target}: the same text as {}]\n", visible_line(shown))
        }
        PartOutcome::NoRoom => {
            format!("[{target}: left out, the reply is full; read it in a call of its own]\n")
        }
        PartOutcome::Failed(error) => {
            let command_hint = error.command_hint.as_ref().filter(|_| wording == Wording::CommandLine);
            let hint = command_hint.unwrap_or(&error.hint);
            let (message, hint) = (visible_line(&error.message), visible_line(hint));
            format!("{target} [{}: {message}; try: {hint}]\n", error.code)
        }
    }
}

pub(crate) fn contract(request: &Request, reply: &FilesReply) -> Contract {
    let mut parts: Vec<Contract> = reply.parts.iter().map(|one| part(request, one)).collect();
    let is_cut = |part: &FilesPart| match &part.outcome {
        PartOutcome::Read(reply) => reply.cut.is_some(),
        PartOutcome::NoRoom => true,
        PartOutcome::SameAs { .. } | PartOutcome::Failed(_) => false,
    };
    let truncated = reply.parts.iter().any(is_cut);
    let tokens = |part: &mut Contract| part.meta()?.get("token_estimate").and_then(Value::as_u64);
    let sent: u64 = parts.iter_mut().filter_map(tokens).sum();
    let meta = json!({
        "truncated": truncated,
        "token_estimate": sent,
        "token_estimator": TOKEN_ESTIMATOR,
        "preview_degraded": truncated,
        "provenance": "untrusted:file",
    });
    success(request.tool())
        .fact("mode", ReadMode::File.word())
        .fact("target", request.target())
        .fact("count", parts.len())
        .fact("truncated", truncated)
        .parts("parts", parts)
        .fact("meta", meta)
}

fn part(request: &Request, part: &FilesPart) -> Contract {
    let target = part.target.as_str();
    let without_text = || Contract::default().fact("ok", true).fact("target", target);
    let costs_nothing = json!({ "token_estimate": 0 });
    match &part.outcome {
        PartOutcome::Read(reply) => {
            read::contract(Some((ReadMode::File, target)), reply, PreviewMode::Snippet)
        }
        PartOutcome::SameAs { target } => {
            without_text().fact("same_as", target.as_str()).fact("meta", costs_nothing)
        }
        PartOutcome::NoRoom => without_text().fact("left_out", true).fact("meta", costs_nothing),
        PartOutcome::Failed(error) => failure(request.tool(), request.effect(), error).fact("target", target),
    }
}
