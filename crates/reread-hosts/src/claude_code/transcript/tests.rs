use serde_json::json;

use super::*;

const FILE: &str = "/p/a.txt";

fn assistant(call: &str, message: &str, request: Option<&str>, input: &Value) -> String {
    let block = json!({ "type": "tool_use", "id": call, "name": "Read", "input": input });
    let mut entry = json!({ "type": "assistant", "cwd": "/p", "message": { "id": message, "role": "assistant", "content": [block] } });
    if let Some(request) = request {
        entry["requestRef"] = request.into();
    }
    entry.to_string()
}

fn request(id: &str, tail: &[&Value]) -> String {
    let tail: Vec<String> = tail.iter().map(|message| message_hashes(message)[0].to_string()).collect();
    json!({ "type": "api-request", "id": id, "keep": 0, "tail": tail, "params": {} }).to_string()
}

fn reader(lines: &[String]) -> TranscriptReader {
    let mut reader = TranscriptReader::new("own", FILE).unwrap();
    for line in lines {
        reader.feed(format!("{line}\n").as_bytes());
    }
    reader
}

fn input() -> Value {
    json!({ "file_path": FILE })
}

fn result(call: &str, text: &str) -> Value {
    json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": call, "content": text }] })
}

fn entry(message: &Value) -> String {
    json!({ "type": "user", "cwd": "/p", "message": message }).to_string()
}

#[test]
fn the_call_names_its_request() {
    let first = result("t1", "1\tone");
    let lines = [
        assistant("t1", "m1", None, &input()),
        entry(&first),
        request("r", &[&first]),
        assistant("own", "m2", Some("r"), &input()),
    ];
    let whole = reader(&lines);
    assert!(whole.has_call());
    assert!(matches!(whole.request().unwrap()[..], [SentBlock::Result { text: Some("1\tone"), .. }]));
    assert_eq!(reader(&lines[..3]).request(), Err(NoEvidence::NoCall));
    let unsaid = assistant("own", "m2", None, &input());
    assert_eq!(reader(std::slice::from_ref(&unsaid)).request(), Err(NoEvidence::NoLedger));
    assert_eq!(
        reader(&[lines[3].clone()]).request(),
        Err(NoEvidence::NoLedger),
        "a request that is not there"
    );
    let several = [lines[2].clone(), lines[3].clone(), unsaid];
    assert_eq!(reader(&several).request(), Err(NoEvidence::AmbiguousCall));
    let other = assistant("own", "m2", Some("r"), &json!({ "file_path": "/p/b.txt" }));
    assert_eq!(reader(&[lines[2].clone(), other]).request(), Err(NoEvidence::AnotherCall));
}

#[test]
fn a_call_without_its_line_end_is_not_there_yet() {
    let mut torn = TranscriptReader::new("own", FILE).unwrap();
    torn.feed(assistant("own", "m", Some("r"), &input()).as_bytes());
    assert!(!torn.has_call());
    torn.feed(b"\n");
    assert!(torn.has_call());
}

#[test]
fn results_of_one_message_are_one_message() {
    let (first, second) = (result("t1", "1\tone"), result("t2", "2\ttwo"));
    let both = json!({ "role": "user", "content": [first["content"][0], second["content"][0]] });
    let calls = [assistant("t1", "m1", None, &input()), assistant("t2", "m1", None, &input())];
    let own = assistant("own", "m2", Some("r"), &input());
    let lines =
        [calls[0].clone(), calls[1].clone(), entry(&first), entry(&second), request("r", &[&both]), own];
    assert_eq!(reader(&lines).request().unwrap().len(), 2);
}

#[test]
fn nothing_before_a_compaction_or_an_unreadable_line_counts() {
    let first = result("t1", "1\tone");
    let begin = [assistant("t1", "m1", None, &input()), entry(&first)];
    let end = [request("r", &[&first]), assistant("own", "m2", Some("r"), &input())];
    for barrier in [
        json!({ "type": "system", "subtype": "compact_boundary" }).to_string(),
        json!({ "type": "system" }).to_string(),
        "{".to_owned(),
        "[]".to_owned(),
        json!({ "type": 1 }).to_string(),
        json!({ "type": "user" }).to_string(),
    ] {
        let lines = [&begin[..], std::slice::from_ref(&barrier), &end].concat();
        assert_eq!(reader(&lines).request(), Ok(vec![SentBlock::Unknown]), "{barrier}");
        // Not even if the message is there once more.
        let blob = json!({ "type": "api-request-blob", "message": first }).to_string();
        let lines = [&begin[..], &[barrier, blob], &end].concat();
        assert_eq!(reader(&lines).request(), Ok(vec![]));
    }
    for harmless in [json!({ "type": "system", "subtype": "turn_duration" }), json!({ "type": "tomorrow" })] {
        let lines = [&begin[..], &[harmless.to_string()], &end].concat();
        assert!(matches!(reader(&lines).request().unwrap()[..], [SentBlock::Result { .. }]), "{harmless}");
    }
}

#[test]
fn a_result_that_is_not_in_the_request_is_not_in_what_was_sent() {
    let (first, late) = (result("t1", "1\tone"), result("t2", "1\ttwo"));
    let lines = [
        assistant("t1", "m1", None, &input()),
        entry(&first),
        request("r", &[&first]),
        assistant("t2", "m2", Some("r"), &input()),
        entry(&late),
        assistant("own", "m2", Some("r"), &input()),
    ];
    assert!(matches!(
        reader(&lines).request().unwrap()[..],
        [SentBlock::Result { text: Some("1\tone"), .. }]
    ));
}

#[test]
fn what_the_host_showed_before_a_compaction_does_not_count_after_it() {
    let shown = json!({ "role": "user", "content": "<system-reminder>\nResult of calling the Read tool:\n1\tone\n</system-reminder>" });
    let blob = json!({ "type": "api-request-blob", "message": shown }).to_string();
    let barrier = json!({ "type": "system", "subtype": "compact_boundary" }).to_string();
    let end = [request("r", &[&shown]), assistant("own", "m2", Some("r"), &input())];
    let kept = [&[blob.clone(), barrier.clone(), blob.clone()], &end[..]].concat();
    assert_eq!(reader(&kept).request(), Ok(vec![]));
    let again = [&[barrier, blob], &end[..]].concat();
    assert!(matches!(reader(&again).request().unwrap()[..], [SentBlock::HostText(_)]));
}
