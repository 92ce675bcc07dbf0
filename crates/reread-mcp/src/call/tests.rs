use reread_wire::Code;
use serde_json::json;

use super::LabelledRequest;

fn refuse(session: &serde_json::Value) {
    let error =
        LabelledRequest::parse("stat_file", json!({ "path": "a", "session": session })).unwrap_err().error;
    assert_eq!(error.code, Code::InvalidArgs);
    assert_eq!(error.message, "session is not a text of 1 to 128 bytes");
}

#[test]
fn a_label_is_a_short_text_and_no_argument_of_the_tool() {
    let call = LabelledRequest::parse("stat_file", json!({ "path": "a", "session": "review" })).unwrap();
    assert_eq!(call.label.as_deref(), Some("review"));
    let unnamed = LabelledRequest::parse("stat_file", json!({ "path": "a", "session": null })).unwrap();
    assert_eq!(unnamed.label, None);
    refuse(&json!(1));
    refuse(&json!(""));
    refuse(&json!("s".repeat(129)));
}
