//! The journal record of a call: caller, tool, time and outcome; names, digests and sizes, never content.

use reread_files::{EditOutcome, EditReply, Edited, FileName, Limits, OutlineReply, ReadReply, StatReply};
use reread_store::{CallOutcome, CallerIdentity, JournalHead, Making, NotWritten, OutcomeNote, Record};
use reread_text::Digest;
use serde_json::{Value, json};

use super::saved::{saved_by_outline, saved_by_read};
use super::{CallContext, FilesPart, PartOutcome, Reply, making};
use crate::render::{around, list_text};
use crate::request::{PreviewMode, Read, Write};
use crate::{ErrorReply, Rejected, Request};

/// Something outside of any request that is recorded.
#[derive(Clone, Copy, Debug)]
pub enum JournalEvent<'a> {
    /// The journal is sealed up to this record.
    Rotation,
    /// The user decided about something.
    Decision {
        /// The tool that the record names.
        tool: &'a str,
        /// What was decided.
        arguments: &'a Value,
        /// Why it was not done, if so.
        outcome: Result<(), &'a ErrorReply>,
    },
    /// The user had a file open in another program.
    Opened {
        /// The file and the program.
        arguments: &'a Value,
        /// The file, and its content before and after; or why it was not opened.
        outcome: Result<(&'a FileName, Option<Digest>, Option<Digest>), &'a ErrorReply>,
    },
}

/// Records an event; an error says why it could not be recorded.
pub fn record(context: &CallContext<'_>, event: JournalEvent<'_>) -> Result<JournalHead, String> {
    match event {
        JournalEvent::Rotation => {
            let state = context.workspace.state().ok_or(NO_STATE)?;
            let arguments = RecordedArguments::of_event(&json!({}));
            let record = of_call(context, "audit_rotate", &arguments, None, Facts::default());
            state.journal().rotate(&record).map_err(|error| error.to_string())
        }
        JournalEvent::Decision { tool, arguments, outcome } => {
            append(context, tool, &RecordedArguments::of_event(arguments), outcome.err(), Facts::default())
        }
        JournalEvent::Opened { arguments, outcome } => {
            let facts = outcome.map_or_else(
                |_| Facts::default(),
                |(name, before, after)| Facts::of_opened(name, before, after),
            );
            append(context, "open", &RecordedArguments::of_event(arguments), outcome.err(), facts)
        }
    }
}

/// Records a call that did not become a request; the answer says why the journal has no record, if so.
#[must_use = "a failed record has to be reported"]
pub fn refuse(context: &CallContext<'_>, rejected: &Rejected) -> Option<String> {
    let arguments = RecordedArguments::of_rejected(rejected);
    append(context, &rejected.tool, &arguments, Some(&rejected.error), Facts::default()).err()
}

/// Records the outcome of a request. Several targets leave a record each, so that every one can be replayed by itself, and
/// so do several files that were written.
pub(super) fn record_served(
    context: &CallContext<'_>,
    request: &Request,
    outcome: &Result<Reply, ErrorReply>,
) -> Result<(), String> {
    let (tool, limits) = (request.tool(), &context.workspace.settings().limits);
    match outcome {
        Ok(Reply::Several(several)) => {
            several.parts.iter().try_for_each(|part| record_part(context, tool, part, limits))
        }
        Ok(Reply::Edited(reply) | Reply::Approved(reply, _)) => record_edit(context, request, reply),
        Ok(reply) => {
            let facts = Facts { making: making::of(reply, limits), ..Facts::of(reply) };
            append(context, tool, &RecordedArguments::of(request), None, facts).map(drop)
        }
        Err(error) => {
            append(context, tool, &RecordedArguments::of(request), Some(error), Facts::default()).map(drop)
        }
    }
}

fn record_part(
    context: &CallContext<'_>,
    tool: &str,
    part: &FilesPart,
    limits: &Limits,
) -> Result<(), String> {
    let mut arguments = json!({ "mode": "file", "target": part.target });
    if !part.known.is_empty() {
        arguments["known"] = json!(part.known);
    }
    let (error, facts) = match &part.outcome {
        PartOutcome::Read(reply) => {
            (None, Facts { making: making::of_part(reply, limits), ..Facts::of_read(reply) })
        }
        PartOutcome::Failed(error) => (Some(error), Facts::default()),
        PartOutcome::SameAs { .. } | PartOutcome::NoRoom => {
            (None, Facts { making: making::not_replayable(making::NOTHING_SENT), ..Facts::default() })
        }
    };
    append(context, tool, &RecordedArguments::of_event(&arguments), error, facts).map(drop)
}

/// Records what is about to be written, where that is required before the write.
pub(super) fn record_intent(context: &CallContext<'_>, request: &Request) -> Result<(), String> {
    let tool = format!("{}_intended", request.tool());
    append(context, &tool, &RecordedArguments::of(request), None, Facts::default()).map(drop)
}

/// Records each file of an edit. The database is open after an edit, so the journal head is recorded there.
fn record_edit(context: &CallContext<'_>, request: &Request, reply: &EditReply) -> Result<(), String> {
    let mut facts: Vec<Facts> = reply.files.iter().map(|file| Facts::of_edited(file, reply)).collect();
    if facts.is_empty() {
        facts.push(Facts::default());
    }
    let arguments = RecordedArguments::of(request);
    for facts in facts {
        append(context, request.tool(), &arguments, None, facts)?;
    }
    if let Some(state) = context.workspace.state().filter(|_| reply.operation.is_some()) {
        state.note_journal_head();
    }
    Ok(())
}

/// Arguments as they may be recorded: of a proposed text only its digest and its size.
struct RecordedArguments(Value);

/// Arguments whose text is a name, a query or a choice. Of any other text a rejected call gives only digest and size.
const NOT_CONTENT: [&str; 19] = [
    "against",
    "base",
    "file_path",
    "filepath",
    "globs",
    "if_match",
    "kind",
    "known",
    "mode",
    "name",
    "path",
    "pattern",
    "preview_mode",
    "query",
    "session",
    "symbol",
    "target",
    "targets",
    "version",
];

impl RecordedArguments {
    fn of(request: &Request) -> Self {
        let mut recorded = Self(request.arguments());
        match request {
            Request::Write(Write::Patch(_)) => recorded.hide(&["patch", "edits"]),
            Request::Write(Write::File(_)) | Request::Read(Read::DiffPreview(_)) => {
                recorded.hide(&["content"]);
            }
            _ => {}
        }
        recorded
    }

    /// A rejected call has no type, so every argument that may be a proposed text counts as one.
    fn of_rejected(rejected: &Rejected) -> Self {
        let mut recorded = Self(rejected.arguments.clone());
        match &mut recorded.0 {
            Value::Object(arguments) => {
                let others = arguments.iter_mut().filter(|(name, _)| !NOT_CONTENT.contains(&name.as_str()));
                others.for_each(|(_, value)| hide_texts(value));
            }
            other => hide_texts(other),
        }
        recorded
    }

    /// What happened outside of a request, and a part of one, propose no text.
    fn of_event(arguments: &Value) -> Self {
        Self(arguments.clone())
    }

    fn hide(&mut self, names: &[&str]) {
        for name in names {
            if let Some(value) = self.0.get_mut(name) {
                hide_texts(value);
            }
        }
    }
}

/// Replaces every text by its digest and size.
fn hide_texts(value: &mut Value) {
    match value {
        Value::String(text) => {
            let digest = Digest::of(text.as_bytes()).to_string();
            *value = json!({ "digest": digest, "size_bytes": text.len() });
        }
        Value::Array(values) => values.iter_mut().for_each(hide_texts),
        Value::Object(members) => members.values_mut().for_each(hide_texts),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

const NO_STATE: &str = "there is no state directory";

/// Appends one record.
fn append(
    context: &CallContext<'_>,
    tool: &str,
    arguments: &RecordedArguments,
    error: Option<&ErrorReply>,
    facts: Facts,
) -> Result<JournalHead, String> {
    let state = context.workspace.state().ok_or(NO_STATE)?;
    let record = of_call(context, tool, arguments, error, facts);
    state.journal().append(&record).map_err(|error| error.to_string())
}

/// The record of a call.
fn of_call(
    context: &CallContext<'_>,
    tool: &str,
    arguments: &RecordedArguments,
    error: Option<&ErrorReply>,
    facts: Facts,
) -> Record {
    Record {
        caller: context.caller.name.clone(),
        who: Some(context.caller.who.clone()).filter(|who| *who != CallerIdentity::default()),
        face: context.caller.front_end.to_owned(),
        tool: tool.to_owned(),
        arguments: arguments.0.to_string(),
        time: (context.now)(),
        outcome: match error {
            None if facts.is_conflict => CallOutcome::Conflict,
            None => CallOutcome::Ok,
            Some(error) if error.refused => CallOutcome::Denied,
            Some(_) => CallOutcome::Error,
        },
        note: error
            .map(|error| OutcomeNote::Failed(error.code))
            .or(facts.not_written.map(OutcomeNote::NotWritten)),
        path: facts.path,
        digest: facts.digest,
        before: facts.before,
        after: facts.after,
        receipt: facts.receipt,
        sent_bytes: facts.sent_bytes,
        saved_bytes: facts.saved_bytes,
        making: facts.making,
    }
}

/// What a record says of a reply.
#[derive(Default)]
struct Facts {
    /// Why a call that was answered wrote nothing.
    not_written: Option<NotWritten>,
    /// Whether a file of the call is in conflict.
    is_conflict: bool,
    path: Option<String>,
    digest: Option<Digest>,
    before: Option<Digest>,
    after: Option<Digest>,
    receipt: Option<String>,
    sent_bytes: u64,
    saved_bytes: Option<i64>,
    making: Making,
}

impl Facts {
    fn of(reply: &Reply) -> Self {
        match reply {
            Reply::Read(reply, mode) => Self::of_read(reply).sent(*mode),
            Reply::Preview(reply, mode) => {
                let digest = reply.target.map(|target| target.digest);
                Self::of_text(&reply.name, digest, &reply.diff.text).sent(*mode)
            }
            Reply::Outline(reply, PreviewMode::Snippet) if reply.is_held => {
                let saved_bytes = Some(saved_by_outline(reply));
                Self { saved_bytes, ..Self::of_outline(reply).sent(PreviewMode::None) }
            }
            Reply::Outline(reply, mode) => Self::of_outline(reply).sent(*mode),
            Reply::Overview(reply, mode) => {
                Self::of_text(&reply.name, None, reply.text.as_bytes()).sent(*mode)
            }
            Reply::Summary(reply) => Self::of_text(&reply.name, Some(reply.digest), reply.text.as_bytes()),
            Reply::Search(reply) => {
                Self { sent_bytes: reply.sent_bytes(), ..Self::of_file(&reply.name, None) }
            }
            Reply::Stat(StatReply::Present { name, .. }) => Self::of_file(name, None),
            Reply::TreeSearch(reply) => Self { sent_bytes: reply.sent_bytes(), ..Self::default() },
            Reply::List(reply) => Self { sent_bytes: list_text(reply).len() as u64, ..Self::default() },
            Reply::History(reply) => Self::of_file(&reply.name, None),
            Reply::VersionDiff(reply) => Self::of_text(&reply.name, reply.digests.1, &reply.diff.text),
            Reply::Version(reply) => Self::of_text(&reply.name, Some(reply.digest), &reply.bytes),
            Reply::Copied(copied) => Self {
                sent_bytes: copied.bytes,
                saved_bytes: Some(0),
                ..Self::of_file(&copied.name, Some(copied.digest))
            },
            Reply::Several(_)
            | Reply::Edited(_)
            | Reply::Approved(..)
            | Reply::Stat(StatReply::Absent(_)) => Self::default(),
        }
    }

    /// Facts of a reply whose text is not sent name no receipt: nothing was shown.
    fn sent(self, mode: PreviewMode) -> Self {
        match mode {
            PreviewMode::Snippet => self,
            PreviewMode::None => Self { receipt: None, sent_bytes: 0, saved_bytes: None, ..self },
        }
    }

    /// A file by its name and what it holds now, and what it held before if it was written; why it was not, otherwise.
    fn of_edited(file: &Edited, reply: &EditReply) -> Self {
        if file.version.is_none() {
            let is_conflict = reply.has_conflict();
            let not_written = match file.outcome {
                EditOutcome::Conflict if file.not_kept.is_some() => NotWritten::ConflictNotKept,
                EditOutcome::Conflict => NotWritten::Conflict,
                EditOutcome::Applied | EditOutcome::Rebased if is_conflict => NotWritten::NotApplied,
                _ if reply.dry_run => NotWritten::DryRun,
                EditOutcome::AlreadyApplied => NotWritten::AlreadyApplied,
                // Of a change that was carried out there is a version.
                EditOutcome::NoChange | EditOutcome::Applied | EditOutcome::Rebased => NotWritten::NoChange,
            };
            let file = Self::of_file(&file.name, file.current);
            return Self { not_written: Some(not_written), is_conflict, ..file };
        }
        let making = Making { root: file.name.root, ..Making::default() };
        Self { before: file.current, after: file.after, making, ..Self::of_file(&file.name, file.after) }
    }

    fn of_read(reply: &ReadReply) -> Self {
        Self {
            receipt: reply.tag.as_ref().map(ToString::to_string),
            sent_bytes: reply.sent_bytes() + around(reply).len() as u64,
            saved_bytes: Some(saved_by_read(reply)),
            ..Self::of_file(&reply.name, reply.digest)
        }
    }

    fn of_outline(reply: &OutlineReply) -> Self {
        let receipt = reply.tag.map(|tag| tag.to_string());
        Self { receipt, ..Self::of_text(&reply.name, Some(reply.digest), reply.text.as_bytes()) }
    }

    /// A file that the external program may have changed.
    fn of_opened(name: &FileName, before: Option<Digest>, after: Option<Digest>) -> Self {
        let file = Self::of_file(name, after);
        if before == after { file } else { Self { before, after, ..file } }
    }

    /// A file that something was done to, and what it holds now.
    fn of_file(name: &FileName, digest: Option<Digest>) -> Self {
        Self { path: Some(name.path.to_string()), digest, ..Self::default() }
    }

    /// A file, and a text about it or of it that was sent.
    fn of_text(name: &FileName, digest: Option<Digest>, text: &[u8]) -> Self {
        Self { sent_bytes: text.len() as u64, ..Self::of_file(name, digest) }
    }
}
