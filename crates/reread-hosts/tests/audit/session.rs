//! A session written line by line, with any content.

use std::collections::HashMap;

use reread_hosts::pi::{AuditReport, ContentCheck, SessionAudit, SessionReader};
use reread_text::Digest;
use serde_json::{Value, json};

const CWD: &str = "/home/dev/proj";

#[derive(Default)]
pub(crate) struct Session {
    lines: Vec<Value>,
    leaf: Option<String>,
    snapshots: HashMap<Digest, Vec<u8>>,
}

impl Session {
    pub(crate) fn new() -> Self {
        let header = json!({"type": "session", "version": 3, "id": "s", "timestamp": "t", "cwd": CWD});
        Self { lines: vec![header], ..Self::default() }
    }

    pub(crate) fn append(&mut self, mut entry: Value) -> String {
        let id = format!("e{:02}", self.lines.len());
        entry["id"] = id.clone().into();
        entry["parentId"] = self.leaf.clone().into();
        self.lines.push(entry);
        self.leaf = Some(id.clone());
        id
    }

    /// The session goes on from another entry.
    pub(crate) fn go_to(&mut self, entry: &str) {
        self.leaf = Some(entry.to_owned());
    }

    pub(crate) fn compact(&mut self) -> String {
        self.append(
            json!({"type": "compaction", "summary": "…", "firstKeptEntryId": "e01", "tokensBefore": 1}),
        )
    }

    pub(crate) fn edit_away(&mut self, target: &str) -> String {
        self.append(json!({"type": "context_edit", "targetId": target, "replacement": null}))
    }

    /// A snapshot was stored.
    pub(crate) fn store(&mut self, text: &str) {
        self.snapshots.insert(Digest::of(text.as_bytes()), text.into());
    }

    /// A result without metadata, of a call with these arguments.
    pub(crate) fn result(&mut self, arguments: &Value, text: &str, details: &Value) -> String {
        let call_id = format!("call_{}", self.lines.len());
        let call = json!({"type": "toolCall", "id": call_id, "name": "read", "arguments": arguments});
        self.append(json!({"type": "message", "message": {"role": "assistant", "content": [call]}}));
        let content = [json!({"type": "text", "text": text})];
        let result = json!({"role": "toolResult", "toolCallId": call_id, "toolName": "read",
            "content": content, "details": details, "isError": false});
        self.append(json!({"type": "message", "message": result}))
    }

    /// The result of a script that read files.
    pub(crate) fn script(&mut self, paths: &[&str], printed: &str) -> String {
        let read =
            |path| json!({"id": "call/1", "name": "read", "status": "ok", "arguments": {"path": path}});
        let reads: Vec<Value> = paths.iter().map(read).collect();
        let content =
            [json!({"type": "text", "text": "Output:\n"}), json!({"type": "text", "text": printed})];
        let result = json!({"role": "toolResult", "toolCallId": "call", "toolName": "codemode",
            "content": content, "isError": false, "nestedCalls": {"calls": reads, "complete": true}});
        self.append(json!({"type": "message", "message": result}))
    }

    /// The whole file is shown.
    pub(crate) fn shows(&mut self, now: &str) -> String {
        self.reply(now, "full", None, now, None, json!({}))
    }

    /// Lines are shown, and pi's notice below them.
    pub(crate) fn shows_lines(&mut self, now: &str, first: usize, last: usize) -> String {
        let text = part(now, first, last);
        self.reply(&text, "full", None, now, Some((first, last)), json!({}))
    }

    /// The whole file is asked for, and only its first lines are shown.
    pub(crate) fn shows_cut(&mut self, now: &str, last: usize) -> String {
        let total = now.split('\n').count();
        let lines: Vec<&str> = now.split('\n').take(last).collect();
        let notice = format!("[Showing lines 1-{last} of {total}. Use offset={} to continue.]", last + 1);
        let cut = json!({"truncation": {"truncated": true, "outputLines": last, "lastLinePartial": false,
            "firstLineExceedsLimit": false}});
        self.reply(&format!("{}\n\n{notice}", lines.join("\n")), "full", None, now, None, cut)
    }

    /// "Unchanged" is said of the whole file.
    pub(crate) fn says_unchanged(&mut self, now: &str) -> String {
        let text = format!("[readcache: unchanged, {} lines]", now.split('\n').count());
        self.reply(&text, "unchanged", Some(now), now, None, json!({}))
    }

    /// "Unchanged" is said of lines.
    pub(crate) fn says_lines_unchanged(&mut self, now: &str, first: usize, last: usize) -> String {
        let text = format!("[readcache: unchanged in lines {first}-{last} of {}]", now.split('\n').count());
        self.reply(&text, "unchanged_range", Some(now), now, Some((first, last)), json!({}))
    }

    /// "Unchanged" is said of lines of a file that changed.
    pub(crate) fn says_changed_elsewhere(
        &mut self,
        base: &str,
        now: &str,
        first: usize,
        last: usize,
    ) -> String {
        let text =
            format!("[readcache: unchanged in lines {first}-{last}; changes exist outside this range]");
        self.reply(&text, "unchanged_range", Some(base), now, Some((first, last)), json!({}))
    }

    /// A diff is sent.
    pub(crate) fn sends_diff(&mut self, base: &str, now: &str, hunks: &str) -> String {
        let total = now.split('\n').count();
        let text = format!("[readcache: 1 lines changed of {total}]\n--- a/f\t\n+++ b/f\t\n{hunks}");
        self.reply(&text, "diff", Some(base), now, None, json!({}))
    }

    /// Any text, with metadata that says so.
    pub(crate) fn reply(
        &mut self,
        text: &str,
        mode: &str,
        base: Option<&str>,
        now: &str,
        lines: Option<(usize, usize)>,
        mut details: Value,
    ) -> String {
        let total = now.split('\n').count();
        let (first, last) = lines.unwrap_or((1, total));
        let scope = if (first, last) == (1, total) { "full".to_owned() } else { format!("r:{first}:{last}") };
        let mut metadata = json!({"v": 1, "pathKey": format!("{CWD}/f"), "scopeKey": scope,
            "servedHash": Digest::of(now.as_bytes()).to_string(), "mode": mode, "totalLines": total,
            "rangeStart": first, "rangeEnd": last, "bytes": now.len()});
        if let Some(base) = base {
            metadata["baseHash"] = Digest::of(base.as_bytes()).to_string().into();
        }
        details["readcache"] = metadata;
        self.result(&json!({"path": "f"}), text, &details)
    }

    pub(crate) fn file(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    pub(crate) fn alter(&mut self, entry: &str, alter: impl FnOnce(&mut Value)) {
        alter(self.lines.iter_mut().find(|line| line["id"] == entry).expect("the entry is there"));
    }

    /// What is not justified: entry and reason.
    pub(crate) fn unjustified(&self) -> Vec<(String, &'static str)> {
        let (reader, report) = self.audited();
        let id = |entry| reader.history().id(entry).to_owned();
        report.unjustified().map(|(finding, why)| (id(finding.entry), why.word())).collect()
    }

    /// What cannot be verified: entry and reason.
    pub(crate) fn unverifiable(&self) -> Vec<(String, &'static str)> {
        let (reader, report) = self.audited();
        let id = |entry| reader.history().id(entry).to_owned();
        report.unverifiable().map(|(finding, why)| (id(finding.entry), why.word())).collect()
    }

    pub(crate) fn audited(&self) -> (SessionReader<'static>, AuditReport) {
        audited(self.file().as_bytes(), &|digest| self.snapshots.get(digest).cloned())
    }

    /// One entry is not justified, for this reason, and nothing else.
    pub(crate) fn check(&self, entry: &str, why: &str) {
        assert_eq!(self.unjustified(), [(entry.to_owned(), word(why))]);
        assert_eq!(self.unverifiable(), []);
    }

    /// One entry cannot be verified, for this reason, and everything else is justified.
    pub(crate) fn check_unverifiable(&self, entry: &str, why: &str) {
        assert_eq!(self.unverifiable(), [(entry.to_owned(), word(why))]);
        assert_eq!(self.unjustified(), []);
    }

    /// Everything is justified, and there is something to be.
    pub(crate) fn check_justified(&self) {
        let (_, report) = self.audited();
        assert_eq!((self.unjustified(), self.unverifiable()), (Vec::new(), Vec::new()));
        assert!(!report.findings.is_empty(), "nothing was looked at");
    }
}

/// The word itself: a misspelt one would be found nowhere.
fn word(why: &str) -> &'static str {
    let words = [
        "in_a_script",
        "never_shown",
        "before_compaction",
        "edited_away",
        "truncated",
        "superseded",
        "altered",
        "diff_does_not_apply",
        "not_the_version",
        "ambiguous_entry",
        "metadata_contradicts_words",
        "no_metadata",
        "no_snapshot",
        "unknown_read",
        "replaced",
        "unreadable_entry",
    ];
    words.into_iter().find(|word| *word == why).expect("a known word")
}

/// Reads a session and audits it.
pub(crate) fn audited(
    file: &[u8],
    load: &dyn Fn(&Digest) -> Option<Vec<u8>>,
) -> (SessionReader<'static>, AuditReport) {
    let mut audit = SessionAudit::new();
    let mut reader = SessionReader::new(ContentCheck::Skipped);
    reader.feed_with(file, |index, entry| audit.note(index, entry));
    let cwd = reader.header().and_then(|header| header.cwd.as_deref());
    let report = audit.report(reader.history(), None, cwd, load);
    (reader, report)
}

/// Lines as pi shows them, with the notice that more are to come.
pub(crate) fn part(text: &str, first: usize, last: usize) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let shown = lines[first - 1..last].join("\n");
    match lines.len() - last {
        0 => shown,
        left => format!("{shown}\n\n[{left} more lines in file. Use offset={} to continue.]", last + 1),
    }
}
