//! The record of a call: who, what, when, and what came of it; identity, digest and size, never content.

use reread_files::{
    CopyReply, EditReply, Edited, FileName, OutlineReply, OverviewReply, PreviewReply, ReadReply, StatReply,
    SummaryReply, VersionReply,
};
use reread_store::{CallOutcome, Making, Record};
use reread_text::Digest;
use serde_json::json;

use super::saved::{saved_by_outline, saved_by_read};
use super::{Desk, PartOutcome, Reply, making};
use crate::contract::arguments;
use crate::frame::{around, list_text};
use crate::{Request, Trouble};

/// Records what came of a request. Several targets leave a record each, so that every one can be replayed by itself, and
/// so do several files that were written.
pub(super) fn record_outcome(
    desk: &Desk<'_>,
    request: &Request,
    outcome: &Result<Reply, Trouble>,
) -> Result<(), String> {
    let limits = &desk.workspace.settings().limits;
    if let Ok(Reply::Several(several)) = outcome {
        for part in &several.parts {
            let mut arguments = json!({ "mode": "file", "target": part.target });
            if !part.known.is_empty() {
                arguments["known"] = json!(part.known);
            }
            let (trouble, facts) = match &part.outcome {
                PartOutcome::Read(reply) => {
                    (None, Facts { making: making::of_read(reply, limits), ..Facts::of_read(reply) })
                }
                PartOutcome::Failed(trouble) => (Some(trouble), Facts::default()),
                PartOutcome::SameAs { .. } | PartOutcome::NoRoom => {
                    (None, Facts { making: making::hindered("nothing_sent"), ..Facts::default() })
                }
            };
            record(desk, request.tool(), arguments.to_string(), trouble, facts)?;
        }
        return Ok(());
    }
    if let Ok(Reply::Edited(reply)) = outcome {
        return record_edit(desk, request.tool(), &arguments(request).to_string(), reply);
    }
    let facts = outcome.as_ref().map_or_else(
        |_| Facts::default(),
        |reply| Facts { making: making::of(reply, limits), ..Facts::of(reply) },
    );
    record(desk, request.tool(), arguments(request).to_string(), outcome.as_ref().err(), facts)
}

/// Records each file of an edit. The database is at hand after one, so it takes note of where the journal ends.
pub(super) fn record_edit(
    desk: &Desk<'_>,
    tool: &str,
    arguments: &str,
    reply: &EditReply,
) -> Result<(), String> {
    let mut facts: Vec<Facts> = reply.files.iter().map(|file| Facts::of_edited(file, reply)).collect();
    if facts.is_empty() {
        facts.push(Facts::default());
    }
    facts.into_iter().try_for_each(|facts| record(desk, tool, arguments.to_owned(), None, facts))?;
    if let Some(state) = desk.workspace.state().filter(|_| reply.operation.is_some()) {
        state.note_journal_head();
    }
    Ok(())
}

/// Writes one record.
pub(super) fn record(
    desk: &Desk<'_>,
    tool: &str,
    arguments: String,
    trouble: Option<&Trouble>,
    facts: Facts,
) -> Result<(), String> {
    let Some(state) = desk.workspace.state() else { return Err("there is no state directory".to_owned()) };
    let record = of_call(desk, tool, arguments, trouble, facts);
    state.journal().append(&record).map(|_| ()).map_err(|error| error.to_string())
}

/// The record of a call.
pub(super) fn of_call(
    desk: &Desk<'_>,
    tool: &str,
    arguments: String,
    trouble: Option<&Trouble>,
    facts: Facts,
) -> Record {
    Record {
        caller: desk.caller.name.clone(),
        face: desk.caller.face.to_owned(),
        tool: tool.to_owned(),
        arguments,
        time: (desk.now)(),
        outcome: match trouble {
            None => CallOutcome::Ok,
            Some(trouble) if trouble.refused => CallOutcome::Denied,
            Some(_) => CallOutcome::Error,
        },
        code: trouble.map(|trouble| trouble.code.as_str()).or(facts.note).map(str::to_owned),
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
pub(super) struct Facts {
    /// Why a call that was answered wrote nothing.
    note: Option<&'static str>,
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
            Reply::Read(reply) => Self::of_read(reply),
            // Nothing was shown, so nothing was vouched for.
            Reply::Facts(reply) => {
                Self { receipt: None, sent_bytes: 0, saved_bytes: None, ..Self::of_read(reply) }
            }
            Reply::Preview(reply) => Self::of_preview(reply),
            Reply::PreviewFacts(reply) => Self { sent_bytes: 0, ..Self::of_preview(reply) },
            Reply::Outline(reply) if !reply.is_held => Self::of_outline(reply),
            Reply::Outline(reply) => {
                let saved_bytes = Some(saved_by_outline(reply));
                Self { receipt: None, sent_bytes: 0, saved_bytes, ..Self::of_outline(reply) }
            }
            Reply::OutlineFacts(reply) => Self { receipt: None, sent_bytes: 0, ..Self::of_outline(reply) },
            Reply::Overview(reply) => Self::of_overview(reply),
            Reply::OverviewFacts(reply) => Self { sent_bytes: 0, ..Self::of_overview(reply) },
            Reply::Summary(reply) => Self::of_summary(reply),
            Reply::Search(reply) => Self {
                path: Some(reply.name.path.to_string()),
                sent_bytes: reply.sent_bytes(),
                ..Self::default()
            },
            Reply::Stat(StatReply::Present { name, .. }) => {
                Self { path: Some(name.path.to_string()), ..Self::default() }
            }
            Reply::TreeSearch(reply) => Self { sent_bytes: reply.sent_bytes(), ..Self::default() },
            Reply::List(reply) => Self { sent_bytes: list_text(reply).len() as u64, ..Self::default() },
            Reply::History(reply) => Self { path: Some(reply.name.path.to_string()), ..Self::default() },
            Reply::VersionDiff(reply) => Self {
                path: Some(reply.name.path.to_string()),
                digest: reply.digests.1,
                sent_bytes: reply.diff.text.len() as u64,
                ..Self::default()
            },
            Reply::Several(_) | Reply::Edited(_) | Reply::Stat(StatReply::Absent { .. }) => Self::default(),
        }
    }

    /// A file by its name and what it holds now, and what it held before if it was written; why it was not, otherwise.
    fn of_edited(file: &Edited, reply: &EditReply) -> Self {
        if file.version.is_none() {
            let note = match file.outcome {
                _ if reply.has_conflict() => "conflict",
                _ if reply.dry_run => "dry_run",
                outcome => outcome.word(),
            };
            return Self { note: Some(note), ..Self::of_file(&file.name, file.current) };
        }
        Self { before: file.current, after: file.after, ..Self::of_file(&file.name, file.after) }
    }

    fn of_read(reply: &ReadReply) -> Self {
        Self {
            path: Some(reply.name.path.to_string()),
            digest: reply.digest,
            receipt: reply.tag.as_ref().map(ToString::to_string),
            sent_bytes: reply.sent_bytes() + around(reply).len() as u64,
            saved_bytes: Some(saved_by_read(reply)),
            ..Self::default()
        }
    }

    fn of_outline(reply: &OutlineReply) -> Self {
        Self {
            path: Some(reply.name.path.to_string()),
            digest: Some(reply.digest),
            receipt: reply.tag.map(|tag| tag.to_string()),
            sent_bytes: reply.text.len() as u64,
            ..Self::default()
        }
    }

    fn of_overview(reply: &OverviewReply) -> Self {
        Self {
            path: Some(reply.name.path.to_string()),
            sent_bytes: reply.text.len() as u64,
            ..Self::default()
        }
    }

    fn of_summary(reply: &SummaryReply) -> Self {
        Self {
            path: Some(reply.name.path.to_string()),
            digest: Some(reply.digest),
            sent_bytes: reply.text.len() as u64,
            ..Self::default()
        }
    }

    fn of_preview(reply: &PreviewReply) -> Self {
        Self {
            path: Some(reply.name.path.to_string()),
            digest: reply.target.map(|target| target.digest),
            sent_bytes: reply.diff.text.len() as u64,
            ..Self::default()
        }
    }

    /// A file that others may have changed.
    pub(super) fn of_opened(name: &FileName, before: Option<Digest>, after: Option<Digest>) -> Self {
        let file = Self::of_file(name, after);
        if before == after { file } else { Self { before, after, ..file } }
    }

    /// A file that something was done to, and what it holds now.
    fn of_file(name: &FileName, digest: Option<Digest>) -> Self {
        Self { path: Some(name.path.to_string()), digest, ..Self::default() }
    }

    pub(super) fn of_version(reply: &VersionReply) -> Self {
        let sent_bytes = reply.bytes.len() as u64;
        Self { sent_bytes, ..Self::of_file(&reply.name, Some(reply.digest)) }
    }

    pub(super) fn of_copy(copied: &CopyReply) -> Self {
        Self {
            path: Some(copied.name.path.to_string()),
            digest: Some(copied.digest),
            sent_bytes: copied.bytes,
            saved_bytes: Some(0),
            making: making::hindered("raw"),
            ..Self::default()
        }
    }
}
