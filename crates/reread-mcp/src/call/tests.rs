use reread_wire::Code;
use serde_json::json;

use super::LabelledRequest;

fn refuse(session: &serde_json::Value) {
    let call = LabelledRequest::parse("stat_file", json!({ "path": "a", "session": session }));
    assert_eq!(call.label, None);
    let error = call.request.unwrap_err().error;
    assert_eq!(error.code, Code::InvalidArgs);
    assert_eq!(error.message, "session is not a text of 1 to 128 bytes");
}

#[test]
fn a_label_is_a_short_text_and_no_argument_of_the_tool() {
    let call = LabelledRequest::parse("stat_file", json!({ "path": "a", "session": "review" }));
    assert_eq!(call.label.as_deref(), Some("review"));
    let unnamed = LabelledRequest::parse("stat_file", json!({ "path": "a", "session": null }));
    assert_eq!(unnamed.label, None);
    refuse(&json!(1));
    refuse(&json!(""));
    refuse(&json!("s".repeat(129)));
}

#[test]
fn a_rejected_call_keeps_its_label() {
    let call = LabelledRequest::parse("stat_file", json!({ "session": "review" }));
    assert_eq!(call.label.as_deref(), Some("review"));
    assert_eq!(call.request.unwrap_err().arguments, json!({ "session": "review" }));
}
