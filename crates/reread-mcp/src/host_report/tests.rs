use serde_json::json;

use super::*;

fn check(meta: &Value, task: Option<&str>, open: Option<&[&str]>) {
    let mut notes =
        SessionNotes { task: Some("before".to_owned()), open: Some(vec!["before.txt".to_owned()]) };
    if let Some(report) = HostReport::of(meta.as_object().unwrap()) {
        report.add_to(&mut notes);
    }
    let open = open.map(|names| names.iter().map(ToString::to_string).collect());
    assert_eq!(notes, SessionNotes { task: task.map(str::to_owned), open }, "{meta}");
}

#[test]
fn a_host_tells_what_it_knows_and_takes_back_what_it_told() {
    let (before, open) = (Some("before"), Some(&["before.txt"][..]));
    check(&json!({}), before, open);
    check(&json!({ "threadId": "t" }), before, open);
    check(&json!({ "reread/active_task": "now" }), Some("now"), open);
    check(&json!({ "reread/active_task": null }), None, open);
    check(&json!({ "reread/open_buffers": ["a", "b"] }), before, Some(&["a", "b"]));
    check(&json!({ "reread/open_buffers": [] }), before, Some(&[]));
    check(&json!({ "reread/open_buffers": null, "reread/active_task": "now" }), Some("now"), None);
}

#[test]
fn what_makes_no_sense_is_passed_over() {
    let (before, open) = (Some("before"), Some(&["before.txt"][..]));
    for nonsense in [json!(7), json!({}), json!([1]), json!(["a", null]), json!(true)] {
        check(&json!({ "reread/active_task": nonsense, "reread/open_buffers": nonsense }), before, open);
    }
    check(&json!({ "reread/open_buffers": "a" }), before, open);
    check(&json!({ "reread/active_task": ["a"] }), before, open);
}
