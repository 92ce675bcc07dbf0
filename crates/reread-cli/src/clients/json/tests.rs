use serde_json::json;

use crate::clients::format::Format;
use crate::clients::slot::{Entry, Slot};

fn slot(section: &[&'static str]) -> Slot {
    let value = json!({ "command": "/reread", "args": ["mcp"] }).as_object().unwrap().clone();
    Slot { section: section.to_vec(), entry: Entry::Named { name: "reread".to_owned(), value } }
}

/// Puts the entry in, which must give the wanted text, and takes it out again, which must give the former one.
fn check(former: Option<&str>, wanted: &str) {
    check_in(&slot(&["mcpServers"]), former, wanted);
}

fn check_in(slot: &Slot, former: Option<&str>, wanted: &str) {
    let text = Format::Json.put(former, slot).unwrap();
    assert_eq!(text, wanted);
    assert_eq!(Format::Json.put(Some(&text), slot).unwrap(), text, "twice is once");
    assert_eq!(Format::Json.take_out(&text, slot).unwrap().as_deref(), former, "taken out of {text}");
}

#[test]
fn a_new_file_holds_the_entry_alone() {
    let text = "{\n  \"mcpServers\": {\n    \"reread\": {\n      \"command\": \"/reread\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}";
    check(None, &format!("{text}\n"));
    check(Some(""), text);
    check(Some("\n "), &format!("\n {text}"));
    check(Some("\u{feff}"), &format!("\u{feff}{text}"));
}

/// What differs before differs behind, so that each finds its way back.
#[test]
fn what_holds_nothing_yet_stays_what_it_was() {
    let entry = r#""reread": {"command": "/reread", "args": ["mcp"]}"#;
    check(Some("{}"), &format!(r#"{{"mcpServers": {{ {entry} }}}}"#));
    check(Some("{ }\n"), &format!("{{\"mcpServers\": {{ {entry} }} }}\n"));
    check(Some("{\n}"), &format!("{{\"mcpServers\": {{ {entry} }}\n}}"));
    check(Some(r#"{"mcpServers": {}}"#), &format!(r#"{{"mcpServers": {{{entry}}}}}"#));
    check(Some(r#"{"mcpServers": { }}"#), &format!(r#"{{"mcpServers": {{{entry} }}}}"#));
    check(Some("{\n  \"mcpServers\": {\n  }\n}\n"), &format!("{{\n  \"mcpServers\": {{{entry}\n  }}\n}}\n"));
}

#[test]
fn others_and_their_style_stay() {
    check(
        Some("{\r\n\t\"mcpServers\": {\r\n\t\t\"x\": {}\r\n\t}\r\n}\r\n"),
        "{\r\n\t\"mcpServers\": {\r\n\t\t\"x\": {},\r\n\t\t\"reread\": {\r\n\t\t\t\"command\": \"/reread\",\r\n\t\t\t\"args\": [\"mcp\"]\r\n\t\t}\r\n\t}\r\n}\r\n",
    );
    check(
        Some(r#"{"a": 1, "mcpServers": {"x": {}}}"#),
        r#"{"a": 1, "mcpServers": {"x": {}, "reread": {"command": "/reread", "args": ["mcp"]}}}"#,
    );
    check(
        Some("{\n    \"a\": 1\n}"),
        "{\n    \"a\": 1,\n    \"mcpServers\": {\n        \"reread\": {\n            \"command\": \"/reread\",\n            \"args\": [\"mcp\"]\n        }\n    }\n}",
    );
}

#[test]
fn comments_and_trailing_commas_stay_where_they_are() {
    let entry = "\"reread\": {\n      \"command\": \"/reread\",\n      \"args\": [\"mcp\"]\n    }";
    check(
        Some("// top\n{\n  \"mcpServers\": {\n    \"x\": 1 // about x\n    // the end\n  }\n}\n"),
        &format!(
            "// top\n{{\n  \"mcpServers\": {{\n    \"x\": 1, // about x\n    {entry}\n    // the end\n  }}\n}}\n"
        ),
    );
    check(
        Some("{\n  \"mcpServers\": {\n    \"x\": 1, /* a */ // b\n  },\n}\n"),
        &format!("{{\n  \"mcpServers\": {{\n    \"x\": 1, /* a */ // b\n    {entry},\n  }},\n}}\n"),
    );
    check(
        Some("{\n  \"mcpServers\": {\n    // none yet\n  }\n}\n"),
        &format!("{{\n  \"mcpServers\": {{\n    {entry}\n    // none yet\n  }}\n}}\n"),
    );
    check(
        Some("{\"a\": 1 // c\n}"),
        "{\"a\": 1, // c\n  \"mcpServers\": {\n    \"reread\": {\n      \"command\": \"/reread\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}",
    );
}

#[test]
fn sections_within_sections_are_made_and_go_again() {
    let deep = slot(&["mcp", "servers"]);
    let entry = r#""reread": {"command": "/reread", "args": ["mcp"]}"#;
    check_in(&deep, Some("{}"), &format!(r#"{{"mcp": {{ "servers": {{ {entry} }} }}}}"#));
    check_in(&deep, Some(r#"{"mcp": {}}"#), &format!(r#"{{"mcp": {{"servers": {{ {entry} }}}}}}"#));
    check_in(
        &deep,
        Some(r#"{"mcp": {"servers": {}}}"#),
        &format!(r#"{{"mcp": {{"servers": {{{entry}}}}}}}"#),
    );
}

#[test]
fn a_list_gets_an_element() {
    let listed = Slot { section: vec!["packages"], entry: Entry::Listed("/ext".to_owned()) };
    check_in(&listed, None, "{\n  \"packages\": [\n    \"/ext\"\n  ]\n}\n");
    check_in(&listed, Some("{\n  \"packages\": []\n}"), "{\n  \"packages\": [\"/ext\"]\n}");
    check_in(&listed, Some("{\"packages\": [\"npm:x\"]}"), "{\"packages\": [\"npm:x\", \"/ext\"]}");
    let object = r#"{"packages": [{"source": "/ext", "skills": []}]}"#;
    assert_eq!(Format::Json.put(Some(object), &listed).unwrap(), object);
    assert_eq!(Format::Json.take_out(object, &listed).unwrap().as_deref(), Some(r#"{"packages": []}"#));
}

/// An entry of the same name says something else.
fn check_update(before: &str, after: &str) {
    assert_eq!(Format::Json.put(Some(before), &slot(&["mcpServers"])).unwrap(), after);
}

#[test]
fn an_entry_that_says_something_else_is_changed_in_place() {
    check_update(
        r#"{"mcpServers": {"reread": {"env": {"A": "b"}, "command": "old", "args": ["mcp", "--x"]}, "y": 1}}"#,
        r#"{"mcpServers": {"reread": {"env": {"A": "b"}, "command": "/reread", "args": ["mcp"]}, "y": 1}}"#,
    );
    check_update(
        "{\n  \"mcpServers\": {\n    \"reread\": {\n      \"command\": \"/reread\" // mine\n    }\n  }\n}",
        "{\n  \"mcpServers\": {\n    \"reread\": {\n      \"command\": \"/reread\", // mine\n      \"args\": [\"mcp\"]\n    }\n  }\n}",
    );
    check_update(
        r#"{"mcpServers": {"reread": {"url": "http://localhost"}}}"#,
        r#"{"mcpServers": {"reread": {"command": "/reread", "args": ["mcp"]}}}"#,
    );
}

/// Takes the entry out of a file that others have worked on since.
fn check_removal(before: &str, after: &str) {
    let taken = Format::Json.take_out(before, &slot(&["mcpServers"])).unwrap();
    assert_eq!(taken.as_deref(), Some(after));
}

#[test]
fn an_entry_is_taken_out_from_anywhere() {
    check_removal(r#"{"mcpServers": {"reread": 1, "x": 2}}"#, r#"{"mcpServers": { "x": 2}}"#);
    check_removal(
        "{\n  \"mcpServers\": {\n    \"reread\": 1, // ours\n    \"x\": 2\n  }\n}",
        "{\n  \"mcpServers\": { // ours\n    \"x\": 2\n  }\n}",
    );
    check_removal(
        "{\n  \"mcpServers\": {\n    \"x\": 2,\n    // ours\n    \"reread\": 1,\n    \"y\": 2,\n  }\n}",
        "{\n  \"mcpServers\": {\n    \"x\": 2,\n    // ours\n    \"y\": 2,\n  }\n}",
    );
    // It is unknown which program made the empty section, so it stays.
    check_removal("{ \"mcpServers\" : {\"reread\":1} }", "{ \"mcpServers\" : {} }");
    check_removal(r#"{"mcpServers": {"x": 1}}"#, r#"{"mcpServers": {"x": 1}}"#);
}

fn check_refused(text: &str, message: &str) {
    let slot = slot(&["mcpServers"]);
    assert_eq!(Format::Json.put(Some(text), &slot).unwrap_err().to_string(), message);
}

#[test]
fn what_is_not_understood_is_not_touched() {
    check_refused("{\n  \"a\": 1\n  \"b\": 2\n}", "line 2, column 9: expected comma");
    check_refused("{'a': 1}", "line 1, column 2: single-quoted strings are not allowed");
    check_refused("{} {}", "line 1, column 4: text cannot contain more than one JSON value");
    check_refused("// only a comment\n", "line 2, column 1: there is no value");
    check_refused("[]", "line 1, column 1: the whole of it is not an object");
    check_refused("{\"mcpServers\": []}", "line 1, column 16: `mcpServers` is not an object");
    check_refused(
        "{\"mcpServers\": {}, \"mcpServers\": {}}",
        "line 1, column 34: `mcpServers` is there twice",
    );
    check_refused(
        "{\"mcpServers\": {\"reread\": 1, \"reread\": 2}}",
        "line 1, column 40: the entry is there twice",
    );
    check_refused("{\"a\": \"\n", "line 1, column 7: unterminated string literal");
}
