//! The hook of Claude Code after `Read` and after shell commands that are one read.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use reread_context::{Fallback, ReadScope};
use reread_files::{Located, State, Workspace};
use reread_hosts::claude_code::{HeldEvidence, HookCall, ReadVersion, ShortForm, TranscriptReader, answer};
use reread_path::Verdict;
use reread_store::{CallOutcome, CallerIdentity, Lookup, Making, Record};
use reread_text::{DiffLimits, Digest, LineRange};
use serde_json::{Value, json};

use super::session_file::open_transcript;
use crate::arguments::Global;
use crate::clock::{elapsed, now};
use crate::setup::{open_workspace, user};

/// How long the hook waits for its own call to stand in the transcript.
const LONGEST_WAIT: Duration = Duration::from_millis(500);

/// How long it waits before it looks again.
const PAUSE: Duration = Duration::from_millis(10);

const CHUNK: usize = 256 << 10;

/// What the hook prints; `None` if the host's text stands.
pub(super) fn answer_hook(global: &Global, input: &[u8]) -> Option<Value> {
    let deadline = elapsed() + LONGEST_WAIT;
    let call = HookCall::parse(input)?;
    let workspace = open_workspace(global).ok()?;
    let state = workspace.state()?;
    let located = workspace.access().locate(&call.file, true).ok()?;
    let limits = workspace.settings().limits.diff();
    if !may_be_kept(&workspace, &located, limits) {
        return None;
    }
    let snapshot = located.snapshot().ok().filter(|read| !read.changed_during_read)?.value;
    let lines = call.lines_shown(&snapshot.bytes)?;
    let version = ReadVersion::new(snapshot.bytes.to_vec());
    let root = workspace.access().root(located.name.root).path();
    let shown = shown_versions(state, root, &located);
    let short = short_form(&call, &version, &shown, lines, &located, limits, deadline);
    let output = short.as_ref().and_then(|short| call.output(&short.text));
    // The model is shown this version, one way or the other.
    state.shown(root, &located.name.path, &snapshot.digest, snapshot.total_lines)?;
    state.keep(&snapshot.digest, &snapshot.bytes);
    let output = output?;
    record(state, &call, &located, &version, &short?);
    Some(output)
}

/// Whether rules let the file be kept. What may not be kept is not replaced either.
fn may_be_kept(workspace: &Workspace, located: &Located, limits: DiffLimits) -> bool {
    located.facts.size <= limits.max_bytes
        && workspace.settings().not_cached.judge(&located.judged_names()) == Verdict::Allow
}

/// The versions that were recorded when the file was shown, newest first, as far as they are still there.
fn shown_versions(state: &State, root: &Path, located: &Located) -> Vec<ReadVersion> {
    let mut seen = Vec::new();
    let versions = state.versions(root, &located.name.path).into_iter();
    let is_first = |digest: &Digest| {
        let is_new = !seen.contains(digest);
        seen.push(*digest);
        is_new
    };
    let digests: Vec<Digest> = versions.map(|version| version.digest).filter(is_first).collect();
    let load = |digest: Digest| match state.snapshot(&digest) {
        Lookup::Found(bytes) => Some(ReadVersion::new(bytes)),
        Lookup::Absent | Lookup::Damaged => None,
    };
    digests.into_iter().filter_map(load).collect()
}

fn short_form(
    call: &HookCall,
    version: &ReadVersion,
    shown: &[ReadVersion],
    lines: LineRange,
    located: &Located,
    limits: DiffLimits,
    deadline: Duration,
) -> Option<ShortForm> {
    // Nothing that was shown can be told without a version that was recorded, and a write of the model leaves none.
    let transcript = read_to_call(call, deadline)?;
    let evidence = HeldEvidence::of(&transcript, version, shown).ok()?;
    let short: Result<ShortForm, Option<Fallback>> =
        answer(&evidence, version, lines, &located.name.path.to_string(), limits);
    short.ok()
}

/// Reads the transcript until the call stands in it. What came before it is then complete.
fn read_to_call(call: &HookCall, deadline: Duration) -> Option<TranscriptReader> {
    let mut reader = TranscriptReader::new(&call.call, &call.file)?;
    let mut file: File = open_transcript(call)?;
    let mut chunk = vec![0; CHUNK];
    while elapsed() < deadline {
        match file.read(&mut chunk) {
            Ok(0) => std::thread::sleep(PAUSE),
            Ok(count) => reader.feed(&chunk[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
        if reader.has_call() {
            return Some(reader);
        }
    }
    None
}

/// One record for each call whose result was replaced. If it cannot be written, the answer stands: it is proven.
fn record(state: &State, call: &HookCall, located: &Located, version: &ReadVersion, short: &ShortForm) {
    let lines = match short.scope {
        ReadScope::Whole => None,
        ReadScope::Lines(lines) => Some(lines.to_string()),
    };
    let saved = i64::try_from(call.shown_bytes()).unwrap_or(i64::MAX) - short.text.len() as i64;
    let record = Record {
        time: now(),
        caller: HOST.to_owned(),
        who: Some(CallerIdentity { user: user(), host: Some(HOST.to_owned()), ..CallerIdentity::default() }),
        face: "hook".to_owned(),
        tool: call.tool.to_owned(),
        arguments: json!({ "call": call.call, "agent": call.agent }).to_string(),
        outcome: CallOutcome::Ok,
        note: None,
        path: Some(located.name.path.to_string()),
        digest: Some(version.digest()),
        before: None,
        after: None,
        receipt: None,
        making: Making {
            root: located.name.root,
            mode: Some(short.mode.word().into()),
            lines,
            base: Some(short.base),
            reply: Some(Digest::of(short.text.as_bytes())),
            not_replayable: Some("host_session".into()),
            ..Making::default()
        },
        sent_bytes: short.text.len() as u64,
        saved_bytes: Some(saved),
    };
    let _ = state.journal().append(&record);
}

/// The name of the host in records.
const HOST: &str = "claude-code";
