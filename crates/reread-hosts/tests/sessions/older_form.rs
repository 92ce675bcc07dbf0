//! A session whose reads carry an older form of metadata, with every kind of entry that pi writes.

use reread_context::{Effect, EntryIndex, Event, FileKey, RejectedEvidence, Replay};
use reread_hosts::pi::{ContentCheck, SessionReader, SkippedLines};

const SESSION: &str = r#"{"type": "session", "version": 3, "id": "01a1e089", "timestamp": "2026-11-15T18:47:53.286Z", "cwd": "/home/dev/proj"}
{"type": "model_change", "id": "7d35dc16", "parentId": null, "timestamp": "…", "provider": "stub", "modelId": "scripted"}
{"type": "thinking_level_change", "id": "dccde7fb", "parentId": "7d35dc16", "timestamp": "…", "thinkingLevel": "off"}
{"type": "message", "id": "28059ea1", "parentId": "dccde7fb", "timestamp": "…", "message": {"role": "system", "content": "", "sections": {"preamble": "…"}, "toolsAdded": [{"name": "read"}]}}
{"type": "message", "id": "8da01ceb", "parentId": "28059ea1", "timestamp": "…", "message": {"role": "user", "content": [{"type": "text", "text": "read it"}]}}
{"type": "message", "id": "f6b2360e", "parentId": "8da01ceb", "timestamp": "…", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "call_1", "name": "read", "arguments": {"path": "a.txt"}}, {"type": "toolCall", "id": "call_2", "name": "read", "arguments": {"path": "b.txt", "offset": 2}}], "usage": {"input": 100}, "stopReason": "toolUse"}}
{"type": "message", "id": "b01b81f1", "parentId": "f6b2360e", "timestamp": "…", "message": {"role": "toolResult", "toolCallId": "call_1", "toolName": "read", "content": [{"type": "text", "text": "one\ntwo\nthree\n"}], "details": {"readcache": {"v": 1, "path": "a.txt", "hash": "b6285c57e8797db5d4c51c80d6f11938afda9b11c6a003549709189e9b4b92a2"}}, "isError": false, "durationMs": 17}}
{"type": "message", "id": "fd3774e0", "parentId": "b01b81f1", "timestamp": "…", "message": {"role": "toolResult", "toolCallId": "call_2", "toolName": "read", "content": [{"type": "text", "text": "Operation aborted"}], "details": {}, "isError": true, "durationMs": 52}}
{"type": "message", "id": "8125e154", "parentId": "fd3774e0", "timestamp": "…", "message": {"role": "assistant", "content": [{"type": "text", "text": "done"}], "stopReason": "stop"}}
{"type": "compaction", "id": "6a6da52c", "parentId": "8125e154", "timestamp": "…", "summary": "SUMMARY", "firstKeptEntryId": "8125e154", "tokensBefore": 110, "details": {"readFiles": ["a.txt"], "modifiedFiles": []}, "fromHook": false, "systemMessage": {"role": "system", "content": ""}}
{"type": "custom", "customType": "pi-readcache", "data": {"v": 1, "kind": "invalidate", "pathKey": "a.txt", "scopeKey": "full", "at": 1794768477248}, "id": "03d7be25", "parentId": "6a6da52c", "timestamp": "…"}
{"type": "branch_summary", "id": "9578b6c1", "parentId": "28059ea1", "timestamp": "…", "fromId": "03d7be25", "summary": "…", "details": {"readFiles": ["a.txt"], "modifiedFiles": []}}
{"type": "context_edit", "id": "8d884f0f", "parentId": "fd3774e0", "timestamp": "…", "targetId": "b01b81f1", "replacement": {"content": [{"type": "text", "text": "[pruned]"}]}}
{"type": "message", "id": "de1c361c", "parentId": "8d884f0f", "timestamp": "…", "message": {"role": "toolResult", "toolCallId": "call_3", "toolName": "codemode", "content": [{"type": "text", "text": "311"}], "isError": false, "nestedCalls": {"calls": [{"id": "call_3/1", "name": "read", "status": "ok", "arguments": {"path": "a.txt"}}], "complete": true}}}
"#;

fn reader() -> SessionReader<'static> {
    let mut reader = SessionReader::new(ContentCheck::Digested);
    reader.feed(SESSION.as_bytes());
    assert_eq!(reader.skipped(), SkippedLines::default());
    reader
}

fn find(reader: &SessionReader<'_>, id: &str) -> EntryIndex {
    reader.history().find(id).unwrap()
}

/// What an entry does at its place on its own branch.
fn check(id: &str, expected: &Effect) {
    let reader = reader();
    let history = reader.history();
    let mut replay = Replay::new();
    let branch = history.branch(find(&reader, id));
    let effects: Vec<Effect> = branch.iter().map(|entry| replay.step(history, *entry)).collect();
    assert_eq!(effects.last(), Some(expected), "{id}");
}

#[test]
fn every_entry_is_in_the_tree() {
    let reader = reader();
    let history = reader.history();
    assert_eq!(history.len(), SESSION.lines().count() - 1);
    assert_eq!(history.parent(find(&reader, "9578b6c1")), history.find("28059ea1"));
    assert_eq!(history.parent(find(&reader, "7d35dc16")), None);
    assert_eq!(history.branch(find(&reader, "de1c361c")).len(), 9);
}

#[test]
fn metadata_of_another_form_is_not_believed() {
    check(
        "b01b81f1",
        &Effect::Dropped(FileKey::new("/home/dev/proj/a.txt"), RejectedEvidence::UnusableMetadata),
    );
    check("fd3774e0", &Effect::Dropped(FileKey::new("/home/dev/proj/b.txt"), RejectedEvidence::FailedResult));
    check(
        "8d884f0f",
        &Effect::Dropped(FileKey::new("/home/dev/proj/a.txt"), RejectedEvidence::ContextEdited),
    );
}

#[test]
fn the_rest_is_what_pi_means_by_it() {
    for id in ["7d35dc16", "dccde7fb", "28059ea1", "8da01ceb", "f6b2360e", "8125e154", "9578b6c1", "de1c361c"]
    {
        check(id, &Effect::Nothing);
    }
    check("6a6da52c", &Effect::Barrier);
    let reader = reader();
    // The name is not absolute, so that the wish may concern any file.
    let refresh = reader.history().event(find(&reader, "03d7be25"));
    assert!(matches!(refresh, Event::Read(result) if result.file.is_none()));
}
