use std::borrow::Cow;

use reread_context::Event;

use super::*;

/// A history of entries, each after the one whose number is given.
fn history(parents: &[Option<usize>]) -> SessionHistory {
    let mut history = SessionHistory::default();
    for (number, parent) in parents.iter().enumerate() {
        history.push(&number.to_string(), parent.map(|parent| parent.to_string()).as_deref(), Event::Other);
    }
    history
}

fn entry(history: &SessionHistory, number: usize) -> EntryIndex {
    history.find(&number.to_string()).unwrap()
}

fn call<'a>(call_id: &'a str, tool: &'a str, path: Option<&'a str>) -> ToolCall<'a> {
    let (call_id, tool) = (Cow::Borrowed(call_id), Cow::Borrowed(tool));
    ToolCall { call_id, tool, path: path.map(Cow::Borrowed), offset: None, limit: None }
}

fn line_of(length: usize) -> SessionHistory {
    let parents: Vec<_> = (0..length).map(|number| number.checked_sub(1)).collect();
    history(&parents)
}

#[test]
fn a_result_finds_its_call_once() {
    let history = line_of(3);
    let mut calls = OpenCalls::default();
    calls.note(entry(&history, 0), Some(&[call("c", "read", Some("a")), call("d", "read", Some("b"))]));
    let parent = Some(entry(&history, 2));
    assert_eq!(
        calls.take("d", FileTool::Read, &history, parent).and_then(|asked| asked.path).as_deref(),
        Some("b")
    );
    assert_eq!(
        calls.take("c", FileTool::Read, &history, parent).and_then(|asked| asked.path).as_deref(),
        Some("a")
    );
    assert_eq!(calls.take("c", FileTool::Read, &history, parent), None);
    assert_eq!(calls.take("e", FileTool::Read, &history, parent), None);
}

#[test]
fn a_call_of_another_tool_is_another_call() {
    let history = line_of(1);
    let mut calls = OpenCalls::default();
    calls.note(entry(&history, 0), Some(&[call("c", "write", Some("a"))]));
    assert_eq!(calls.take("c", FileTool::Read, &history, Some(entry(&history, 0))), None);
}

#[test]
fn two_calls_of_one_name_must_be_the_same() {
    let history = line_of(2);
    let parent = Some(entry(&history, 1));
    let take = |second: ToolCall<'_>| {
        let mut calls = OpenCalls::default();
        calls.note(entry(&history, 0), Some(&[call("c", "read", Some("a"))]));
        calls.note(entry(&history, 1), Some(&[second]));
        calls.take("c", FileTool::Read, &history, parent)
    };
    assert_eq!(take(call("c", "read", Some("a"))).and_then(|asked| asked.path).as_deref(), Some("a"));
    for another in [call("c", "read", Some("b")), call("c", "read", None), call("c", "bash", Some("a"))] {
        assert_eq!(take(another).map(|asked| asked.path), Some(None));
    }
}

#[test]
fn calls_that_cannot_be_read_may_have_been_any() {
    let history = line_of(2);
    let mut calls = OpenCalls::default();
    calls.note(entry(&history, 0), Some(&[call("c", "read", Some("a"))]));
    calls.note(entry(&history, 1), None);
    assert_eq!(calls.take("c", FileTool::Read, &history, Some(entry(&history, 1))), None);
}

#[test]
fn a_call_counts_on_its_own_branch() {
    let history = history(&[None, Some(0), Some(0), Some(2)]);
    let note = || {
        let mut calls = OpenCalls::default();
        calls.note(entry(&history, 1), Some(&[call("c", "read", Some("a"))]));
        calls
    };
    let take = |parent| note().take("c", FileTool::Read, &history, parent);
    assert_eq!(take(Some(entry(&history, 1))).and_then(|asked| asked.path).as_deref(), Some("a"));
    assert_eq!(take(Some(entry(&history, 0))), None);
    assert_eq!(take(Some(entry(&history, 3))), None);
    assert_eq!(take(None), None);
}

#[test]
fn a_call_far_behind_is_not_looked_for() {
    let history = line_of(FARTHEST + 1);
    let take = |parent| {
        let mut calls = OpenCalls::default();
        calls.note(entry(&history, 0), Some(&[call("c", "read", Some("a"))]));
        calls.take("c", FileTool::Read, &history, Some(entry(&history, parent)))
    };
    assert_eq!(take(FARTHEST - 1).and_then(|asked| asked.path).as_deref(), Some("a"));
    assert_eq!(take(FARTHEST), None);
}

#[test]
fn of_many_calls_without_results_the_oldest_is_forgotten() {
    let history = line_of(1);
    let names: Vec<String> = (0..=MOST).map(|number| number.to_string()).collect();
    let made: Vec<_> = names.iter().map(|name| call(name, "read", Some("a"))).collect();
    let mut calls = OpenCalls::default();
    calls.note(entry(&history, 0), Some(&made));
    let mut take = |call_id: &str| calls.take(call_id, FileTool::Read, &history, Some(entry(&history, 0)));
    assert_eq!(take("0"), None);
    assert_eq!(take("1").and_then(|asked| asked.path).as_deref(), Some("a"));
}
