use reread_context::{Delivery, ReadScope};
use reread_text::LineRange;
use serde_json::{Value, json};

use super::*;

const SERVED: &str = "1adb41cf8efa0c375bf64d08bc0fe027a720fef0d7ac05140c2a1fe1200155a2";

fn header() -> Value {
    json!({"type": "session", "version": 3, "id": "s", "timestamp": "t", "cwd": "/p"})
}

fn metadata() -> Value {
    json!({"v": 1, "pathKey": "/p/a.txt", "scopeKey": "full", "servedHash": SERVED, "mode": "full", "totalLines": 2,
        "rangeStart": 1, "rangeEnd": 2, "bytes": 4})
}

/// An entry that follows the one before it.
fn entry(number: usize, mut fields: Value) -> Value {
    fields["id"] = number.to_string().into();
    fields["parentId"] = number.checked_sub(1).map(|parent| parent.to_string()).into();
    fields
}

fn call(call_id: &str, tool: &str, path: &str) -> Value {
    let block = json!({"type": "toolCall", "id": call_id, "name": tool, "arguments": {"path": path}});
    json!({"type": "message", "message": {"role": "assistant", "content": [block]}})
}

fn result(call_id: &str, tool: &str, details: &Value, is_error: bool) -> Value {
    let content = json!([{"type": "text", "text": "hi!\n"}]);
    json!({"type": "message", "message": {"role": "toolResult", "toolCallId": call_id, "toolName": tool,
        "content": content, "details": details, "isError": is_error}})
}

fn read_all(lines: &[Value]) -> SessionReader<'static> {
    let mut reader = SessionReader::new(ContentCheck::Digested);
    for line in lines {
        reader.feed(format!("{line}\n").as_bytes());
    }
    reader
}

fn entries(history: &SessionHistory) -> Vec<(&str, Option<EntryIndex>, &Event)> {
    let entry = |index| (history.id(index), history.parent(index), history.event(index));
    history.entries().map(entry).collect()
}

/// The event of the last of some entries of a session, each after the one before it.
fn last_event(entries: Vec<Value>) -> Event {
    let entries = entries.into_iter().enumerate().map(|(number, fields)| entry(number, fields));
    let reader = read_all(&std::iter::once(header()).chain(entries).collect::<Vec<_>>());
    assert_eq!(reader.skipped(), SkippedLines::default());
    reader.history().event(reader.leaf().unwrap()).clone()
}

fn read(file: Option<&str>, refusal: RejectedEvidence) -> Event {
    Event::Read(ReadResult { file: file.map(FileKey::new), unchecked: Err(refusal) })
}

/// A read with metadata that was asked for.
fn asked_for(call_id: &str, is_error: bool) -> Vec<Value> {
    let result = result(call_id, "read", &json!({"readcache": metadata()}), is_error);
    vec![call(call_id, "read", "a.txt"), result]
}

#[test]
fn a_read_that_no_call_asked_for_is_not_believed() {
    let orphan = || result("c", "read", &json!({"readcache": metadata()}), false);
    let expected = read(Some("/p/a.txt"), RejectedEvidence::NoCall);
    assert_eq!(last_event(vec![orphan()]), expected);
    assert_eq!(last_event(vec![call("d", "read", "a.txt"), orphan()]), expected);
    assert_eq!(last_event(vec![call("c", "edit", "a.txt"), orphan()]), expected);
    assert_eq!(last_event([asked_for("c", false), vec![orphan()]].concat()), expected);
}

#[test]
fn a_read_with_metadata_says_what_was_shown() {
    let event = last_event(asked_for("c", false));
    let Event::Read(ReadResult { file: Some(file), unchecked: Ok(unchecked) }) = event else {
        panic!("{event:?}")
    };
    assert_eq!(file.as_str(), "/p/a.txt");
    let (lines, text) = (LineRange::new(1, 2).unwrap(), SERVED.parse().unwrap());
    assert_eq!(unchecked.delivery, Delivery::Lines { lines, text, is_as_made: false });
}

#[test]
fn a_read_without_metadata_is_about_the_file_of_its_call() {
    let read_of = |path: &str, details: &Value, is_error: bool| {
        last_event(vec![call("c", "read", path), result("c", "read", details, is_error)])
    };
    assert_eq!(read_of("./a.txt", &json!(null), false), read(Some("/p/a.txt"), RejectedEvidence::NoMetadata));
    assert_eq!(read_of("a.txt", &json!({}), true), read(Some("/p/a.txt"), RejectedEvidence::FailedResult));
    assert_eq!(read_of("~/a.txt", &json!({}), false), read(None, RejectedEvidence::NoMetadata));
    let unusable = json!({"readcache": {"v": 2}});
    assert_eq!(
        read_of("a.txt", &unusable, false),
        read(Some("/p/a.txt"), RejectedEvidence::UnusableMetadata)
    );
    assert_eq!(read_of("a.txt", &unusable, true), read(Some("/p/a.txt"), RejectedEvidence::UnusableMetadata));
    let unknown = last_event(vec![call("c", "read", "a.txt"), result("d", "read", &json!({}), false)]);
    assert_eq!(unknown, read(None, RejectedEvidence::NoMetadata));
    let written = last_event(vec![call("c", "write", "a.txt"), result("c", "read", &json!({}), false)]);
    assert_eq!(written, read(None, RejectedEvidence::NoMetadata));
}

#[test]
fn a_failed_read_with_metadata_is_about_its_file() {
    let event = last_event(asked_for("c", true));
    let Event::Read(ReadResult { file: Some(_), unchecked: Ok(unchecked) }) = event else {
        panic!("{event:?}")
    };
    assert_eq!(unchecked.delivery, Delivery::Failed);
}

#[test]
fn a_script_read_for_itself() {
    let with = |call_id: &str| last_event(asked_for(call_id, false));
    assert_eq!(with("c/1"), read(Some("/p/a.txt"), RejectedEvidence::NestedCall));
    assert_eq!(with("c/1/22"), read(Some("/p/a.txt"), RejectedEvidence::NestedCall));
    for call_id in ["c/", "c/x", "c/1x", "c"] {
        assert!(matches!(with(call_id), Event::Read(ReadResult { unchecked: Ok(_), .. })), "{call_id}");
    }
    assert_eq!(
        last_event(vec![result("c/1", "read", &json!({}), false)]),
        read(None, RejectedEvidence::NestedCall)
    );
}

#[test]
fn edits_and_writes_name_their_file_if_they_came_about() {
    let event_of = |tool: &str, path: &str, is_error: bool| {
        last_event(vec![call("c", tool, path), result("c", tool, &json!({}), is_error)])
    };
    let file = Some(FileKey::new("/p/a.txt"));
    assert_eq!(event_of("edit", "a.txt", false), Event::Write(file.clone()));
    assert_eq!(event_of("write", "a.txt", false), Event::Write(file));
    assert_eq!(event_of("write", "@a.txt", false), Event::Write(None));
    assert_eq!(event_of("write", "a.txt", true), Event::Other);
    assert_eq!(event_of("bash", "a.txt", false), Event::Other);
}

#[test]
fn other_entries_are_what_they_are() {
    assert_eq!(last_event(vec![json!({"type": "compaction"})]), Event::Compaction);
    let edit = last_event(vec![json!({"type": "context_edit", "targetId": "x", "replacement": null})]);
    assert_eq!(edit, Event::ContextEdit { target: "x".into() });
    let data = json!({"v": 1, "kind": "invalidate", "pathKey": "/p/a.txt", "scopeKey": "full", "at": 7});
    let refresh = Event::Refresh { file: FileKey::new("/p/a.txt"), scope: ReadScope::Whole };
    assert_eq!(
        last_event(vec![json!({"type": "custom", "customType": "pi-readcache", "data": data})]),
        refresh
    );
    assert_eq!(
        last_event(vec![json!({"type": "custom", "customType": "other", "data": data})]),
        Event::Other
    );
    assert_eq!(last_event(vec![json!({"type": "branch_summary", "summary": "…"})]), Event::Other);
    assert_eq!(last_event(vec![json!({"type": "message", "message": {"role": "user"}})]), Event::Other);
}

#[test]
fn what_cannot_be_read_is_what_it_may_have_been() {
    let unreadable = |fields: &str| {
        let mut reader = read_all(&[header()]);
        reader.append_line(format!(r#"{{"id":"a",{fields}}}"#).as_bytes());
        reader.history().event(reader.leaf().unwrap()).clone()
    };
    let any_read = read(None, RejectedEvidence::UnusableMetadata);
    assert_eq!(unreadable(r#""type":"message","message":{"role":"\ud800"}"#), any_read);
    assert_eq!(unreadable(r#""type":"message""#), any_read);
    assert_eq!(unreadable(r#""type":"custom","customType":"\ud800""#), any_read);
    assert_eq!(unreadable(r#""type":"context_edit","targetId":"\ud800""#), any_read);
    assert_eq!(unreadable(r#""type":"context_edit","targetId":7"#), any_read);
    assert_eq!(unreadable(r#""type":"compaction","firstKeptEntryId":"\ud800""#), Event::Compaction);
    assert_eq!(unreadable(r#""type":"label","label":"\ud800""#), Event::Other);
}

#[test]
fn a_lone_surrogate_in_a_text_leaves_the_entry() {
    let [call, result] = <[Value; 2]>::try_from(asked_for("c", false)).unwrap();
    let line = entry(1, result).to_string().replace("hi!", "\\ud800");
    let mut reader = read_all(&[header(), entry(0, call)]);
    reader.append_line(line.as_bytes());
    let Event::Read(ReadResult { unchecked: Ok(unchecked), .. }) =
        reader.history().event(reader.leaf().unwrap())
    else {
        panic!("{line}");
    };
    assert_eq!(unchecked.delivery, Delivery::Altered);
}

#[test]
fn another_version_is_read_and_not_believed() {
    let result = entry(0, result("c", "read", &json!({"readcache": metadata()}), false));
    for version in [json!(2), json!(4), json!("3"), json!(null)] {
        let mut header = header();
        header["version"] = version;
        let reader = read_all(&[header, result.clone()]);
        assert_eq!(
            *reader.history().event(reader.leaf().unwrap()),
            read(None, RejectedEvidence::UnusableMetadata)
        );
        assert!(!reader.header().unwrap().is_understood());
    }
    let reader = read_all(&[result]);
    assert_eq!(
        *reader.history().event(reader.leaf().unwrap()),
        read(None, RejectedEvidence::UnusableMetadata)
    );
    assert_eq!(reader.header(), None);
}

#[test]
fn only_the_first_line_is_a_header() {
    let mut other = header();
    other["cwd"] = "/q".into();
    let reader = read_all(&[header(), other.clone()]);
    assert_eq!(reader.header().unwrap().cwd.as_deref(), Some("/p"));
    assert_eq!((reader.history().len(), reader.skipped()), (0, SkippedLines::default()));
    let reader = read_all(&[entry(0, json!({"type": "label"})), other]);
    assert_eq!(reader.header(), None);
    let mut reader = SessionReader::new(ContentCheck::Digested);
    reader.feed(format!("\n \r\n{}\n", header()).as_bytes());
    assert!(reader.header().is_some());
    let mut reader = SessionReader::new(ContentCheck::Digested);
    reader.feed(format!("broken\n{}\n", header()).as_bytes());
    assert_eq!((reader.header(), reader.skipped().unreadable), (None, 1));
}

#[test]
fn a_session_that_moved_gives_up_its_folder() {
    let known = json!({"readcache": metadata()});
    let mut moved = metadata();
    moved["pathKey"] = "/elsewhere/a.txt".into();
    let event_after = |details: &Value| {
        let known = vec![call("c", "read", "a.txt"), result("c", "read", details, false)];
        let unknown = vec![call("d", "read", "b.txt"), result("d", "read", &json!({}), false)];
        last_event([known, unknown].concat())
    };
    assert_eq!(event_after(&known), read(Some("/p/b.txt"), RejectedEvidence::NoMetadata));
    assert_eq!(event_after(&json!({ "readcache": moved })), read(None, RejectedEvidence::NoMetadata));
}

#[test]
fn calls_that_cannot_be_read_name_no_file() {
    let mut spoiled = call("x", "read", "b.txt");
    spoiled["message"]["content"][0]["id"] = 7.into();
    let unknown = read(None, RejectedEvidence::NoMetadata);
    let result = || result("c", "read", &json!({}), false);
    assert_eq!(last_event(vec![call("c", "read", "a.txt"), spoiled, result()]), unknown);
    let unreadable = json!({"type": "message", "message": 7});
    assert_eq!(last_event(vec![call("c", "read", "a.txt"), unreadable, result()]), unknown);
}

#[test]
fn a_torn_line_is_not_consumed() {
    let mut reader = read_all(&[header()]);
    let line = entry(0, json!({"type": "label"})).to_string();
    let consumed = reader.place();
    reader.feed(line.as_bytes());
    assert_eq!((reader.place(), reader.history().len()), (consumed, 0));
    assert!(reader.skipped().torn);
    reader.read_from(format!("{line}\n").as_bytes()).unwrap();
    assert_eq!((reader.history().len(), reader.skipped()), (1, SkippedLines::default()));
    assert_eq!(reader.place().offset, consumed.offset + line.len() as u64 + 1);
}

#[test]
fn the_place_is_known_by_the_last_line() {
    let reader = SessionReader::new(ContentCheck::Digested);
    assert_eq!(reader.place(), SessionPosition { offset: 0, last_line: None });
    let reader = read_all(&[header()]);
    let line = header().to_string();
    let last_line = LastLine { length: line.len() as u64, tail: Digest::of(line.as_bytes()) };
    assert_eq!(reader.place(), SessionPosition { offset: line.len() as u64 + 1, last_line: Some(last_line) });
    let long = entry(0, json!({"type": "label", "label": "x".repeat(5000)})).to_string();
    let reader = read_all(&[header(), serde_json::from_str(&long).unwrap()]);
    let tail = Digest::of(&long.as_bytes()[long.len() - 1024..]);
    assert_eq!(reader.place().last_line, Some(LastLine { length: long.len() as u64, tail }));
}

#[test]
fn an_appended_line_is_like_one_that_was_fed() {
    let lines =
        [header(), entry(0, call("c", "read", "a.txt")), entry(1, result("c", "read", &json!({}), false))];
    let fed = read_all(&lines);
    for end in ["", "\n"] {
        let mut appended = SessionReader::new(ContentCheck::Digested);
        for line in &lines {
            appended.append_line(format!("{line}{end}").as_bytes());
        }
        assert_eq!(appended.place(), fed.place());
        assert_eq!(entries(appended.history()), entries(fed.history()));
    }
}

#[test]
fn where_the_last_line_cannot_be_read_it_is_unknown_where_pi_goes_on() {
    let mut reader = read_all(&[header(), entry(0, json!({"type": "label"}))]);
    assert_eq!(reader.leaf(), reader.history().last());
    reader.append_line(b"{\"type\":\"message\",");
    assert_eq!((reader.leaf(), reader.skipped().unreadable), (None, 1));
    reader.append_line(entry(1, json!({"type": "label"})).to_string().as_bytes());
    assert_eq!(reader.leaf(), reader.history().find("1"));
}

#[test]
fn entries_are_shown_after_they_were_taken() {
    let lines = [header(), entry(0, call("c", "read", "a.txt")), entry(1, json!({"type": "label"}))];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut reader = SessionReader::new(ContentCheck::Skipped);
    let mut shown = Vec::new();
    reader.feed_with(text.as_bytes(), |index, entry| shown.push((index, entry.id.to_string())));
    let expected: Vec<_> = ["0", "1"].map(|id| (reader.history().find(id).unwrap(), id.to_owned())).into();
    assert_eq!(shown, expected);
    let mut again = Vec::new();
    let mut reader = SessionReader::new(ContentCheck::Skipped);
    reader.read_with(text.as_bytes(), |index, entry| again.push((index, entry.id.to_string()))).unwrap();
    assert_eq!(again, shown);
}

struct Failing(usize);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0 += 1;
        match self.0 {
            1 => Err(io::ErrorKind::Interrupted.into()),
            2 => {
                buffer[0] = b'\n';
                Ok(1)
            }
            _ => Err(io::ErrorKind::PermissionDenied.into()),
        }
    }
}

#[test]
fn trouble_with_the_source_is_told() {
    let mut reader = SessionReader::new(ContentCheck::Digested);
    let error = reader.read_from(Failing(0)).unwrap_err();
    assert_eq!((error.kind(), reader.place().offset), (io::ErrorKind::PermissionDenied, 1));
}
