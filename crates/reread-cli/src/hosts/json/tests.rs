use serde_json::json;

use crate::hosts::config_entry::{ConfigEntry, EntryContent};
use crate::hosts::config_format::ConfigFormat;

fn entry(section: &[&'static str]) -> ConfigEntry {
    let value = json!({ "command": "/reread", "args": ["mcp"] }).as_object().unwrap().clone();
    ConfigEntry {
        section: section.to_vec(),
        content: EntryContent::Named { name: "reread".to_owned(), value },
    }
}

fn put(former: &str) -> String {
    ConfigFormat::Json.put(Some(former), &entry(&["mcpServers"])).unwrap()
}

fn remove(text: &str) -> Option<String> {
    ConfigFormat::Json.remove(text, &entry(&["mcpServers"])).unwrap()
}

/// Puts the entry in, which must give `wanted`. Removing it must give the former text back.
fn check(former: &str, wanted: &str) {
    let text = put(former);
    assert_eq!(text, wanted);
    assert_eq!(put(&text), text, "twice is once");
    assert_eq!(remove(&text).as_deref(), Some(former), "removed from {text}");
}

#[test]
fn a_new_file_holds_the_entry_alone() {
    let text = "{\n  \"mcpServers\": {\n    \"reread\": {\n      \"command\": \"/reread\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}";
    assert_eq!(ConfigFormat::Json.put(None, &entry(&["mcpServers"])).unwrap(), format!("{text}\n"));
    assert_eq!(put(""), format!("{text}\n"));
    assert_eq!(put("{ }"), text);
    assert_eq!(put("\u{feff}{\n}"), format!("\u{feff}{text}"));
    assert_eq!(put("// mine\n"), format!("// mine\n{text}\n"));
}

#[test]
fn a_file_that_holds_nothing_else_is_removed() {
    assert_eq!(remove(&put("")), None);
    assert_eq!(remove(r#"{"mcpServers": {"reread": 1}}"#), None);
    let with_comment = "{\n  \"mcpServers\": {\n    // none yet\n    \"reread\": 1\n  }\n}";
    assert_eq!(remove(with_comment).unwrap(), "{\n  \"mcpServers\": {\n    // none yet\n  }\n}");
}

#[test]
fn other_entries_and_the_style_stay() {
    check(
        "{\r\n\t\"mcpServers\": {\r\n\t\t\"x\": {}\r\n\t}\r\n}\r\n",
        "{\r\n\t\"mcpServers\": {\r\n\t\t\"x\": {},\r\n\t\t\"reread\": {\r\n\t\t\t\"command\": \"/reread\",\r\n\t\t\t\"args\": [\"mcp\"]\r\n\t\t}\r\n\t}\r\n}\r\n",
    );
    check(
        "{\n    \"a\": 1\n}",
        "{\n    \"a\": 1,\n    \"mcpServers\": {\n        \"reread\": {\n            \"command\": \"/reread\",\n            \"args\": [\"mcp\"]\n        }\n    }\n}",
    );
}

#[test]
fn comments_and_trailing_commas_stay_where_they_are() {
    let entry = "\"reread\": {\n      \"command\": \"/reread\",\n      \"args\": [\"mcp\"]\n    }";
    check(
        "// top\n{\n  \"mcpServers\": {\n    \"x\": 1 // about x\n    // the end\n  }\n}\n",
        &format!(
            "// top\n{{\n  \"mcpServers\": {{\n    \"x\": 1, // about x\n    {entry}\n    // the end\n  }}\n}}\n"
        ),
    );
    check(
        "{\n  \"mcpServers\": {\n    \"x\": 1, /* a */ // b\n  },\n}\n",
        "{\n  \"mcpServers\": {\n    \"x\": 1, /* a */ // b\n    \"reread\": {\n      \"command\": \"/reread\",\n      \"args\": [\"mcp\"],\n    },\n  },\n}\n",
    );
    check(
        "{\n  \"mcpServers\": {\n    // none yet\n  }\n}\n",
        &format!("{{\n  \"mcpServers\": {{\n    // none yet\n    {entry}\n  }}\n}}\n"),
    );
}

#[test]
fn sections_within_sections_are_created() {
    let deep = entry(&["mcp", "servers"]);
    let text = ConfigFormat::Json.put(Some("{\"a\": 1}"), &deep).unwrap();
    assert_eq!(
        ConfigFormat::Json.read(&text).unwrap(),
        json!({ "a": 1, "mcp": { "servers": { "reread": { "command": "/reread", "args": ["mcp"] } } } })
    );
    let removed = ConfigFormat::Json.remove(&text, &deep).unwrap().unwrap();
    assert_eq!(ConfigFormat::Json.read(&removed).unwrap(), json!({ "a": 1 }));
}

#[test]
fn a_list_gets_an_element() {
    let listed = ConfigEntry { section: vec!["packages"], content: EntryContent::Listed("/ext".to_owned()) };
    let put = |text: &str| ConfigFormat::Json.put(Some(text), &listed).unwrap();
    let remove = |text: &str| ConfigFormat::Json.remove(text, &listed).unwrap();
    assert_eq!(put(""), "{\n  \"packages\": [\"/ext\"]\n}\n");
    assert_eq!(put("{\"packages\": [\"npm:x\"]}"), "{\"packages\": [\"npm:x\", \"/ext\"]}");
    assert_eq!(remove("{\"packages\": [\"npm:x\", \"/ext\"]}").unwrap(), "{\"packages\": [\"npm:x\"]}");
    let object = r#"{"packages": [{"source": "/ext", "skills": []}, "y"]}"#;
    assert_eq!(put(object), object);
    assert_eq!(remove(object).unwrap(), r#"{"packages": [ "y"]}"#);
}

#[test]
fn an_entry_with_other_values_is_changed_in_place() {
    assert_eq!(
        put(
            r#"{"mcpServers": {"reread": {"env": {"A": "b"}, "command": "old", "args": ["mcp", "--x"]}, "y": 1}}"#
        ),
        r#"{"mcpServers": {"reread": {"env": {"A": "b"}, "command": "/reread", "args": ["mcp"]}, "y": 1}}"#,
    );
    assert_eq!(
        put(
            "{\n  \"mcpServers\": {\n    \"reread\": {\n      \"command\": \"/reread\" // mine\n    }\n  }\n}"
        ),
        "{\n  \"mcpServers\": {\n    \"reread\": {\n      \"command\": \"/reread\", // mine\n      \"args\": [\"mcp\"]\n    }\n  }\n}",
    );
    assert_eq!(
        put("{\n  \"mcpServers\": {\n    \"reread\": {\"url\": \"http://localhost\"}\n  }\n}"),
        "{\n  \"mcpServers\": {\n    \"reread\": {\n      \"command\": \"/reread\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}",
    );
}

#[test]
fn an_entry_is_removed_from_anywhere() {
    let check = |before: &str, after: &str| assert_eq!(remove(before).unwrap(), after);
    check(r#"{"mcpServers": {"reread": 1, "x": 2}}"#, r#"{"mcpServers": { "x": 2}}"#);
    check(
        "{\n  \"mcpServers\": {\n    \"reread\": 1, // ours\n    \"x\": 2\n  }\n}",
        "{\n  \"mcpServers\": {\n    // ours\n    \"x\": 2\n  }\n}",
    );
    check(
        "{\n  \"mcpServers\": {\n    \"x\": 2,\n    // ours\n    \"reread\": 1,\n    \"y\": 2,\n  }\n}",
        "{\n  \"mcpServers\": {\n    \"x\": 2,\n    // ours\n    \"y\": 2,\n  }\n}",
    );
    check(r#"{"mcpServers": {"x": 1}}"#, r#"{"mcpServers": {"x": 1}}"#);
}

#[test]
fn no_comment_around_the_entry_is_removed() {
    let check = |before: &str, after: &str| assert_eq!(remove(before).unwrap(), after);
    check(
        "{\"mcpServers\": {\"x\": 1, /* a */ \"reread\": 1 /* b */}}",
        "{\"mcpServers\": {\"x\": 1 /* a */ /* b */}}",
    );
    check(
        "{\"mcpServers\": {\"reread\": 1 /* a */, /* b */ \"x\": 1}}",
        "{\"mcpServers\": { /* a */ /* b */ \"x\": 1}}",
    );
    check(
        "{\n  \"x\": 1, // a\n  // b\n  \"mcpServers\": {\n    \"reread\": {} /* c\n*/\n    // d\n  } // e\n}",
        "{\n  \"x\": 1, // a\n  // b\n  \"mcpServers\": {\n    /* c\n*/\n    // d\n  } // e\n}",
    );
    check(
        "{\n  \"x\": 1, // a\n  // b\n  \"mcpServers\": {\n    \"reread\": {}\n  } // e\n}",
        "{\n  \"x\": 1 // a\n  // b\n  // e\n}",
    );
    check("{\"mcpServers\" /* a */: {\"reread\": 1}}", "{\"mcpServers\" /* a */: {}}");
    check(
        "{\"mcpServers\": {\"x\": 1, /*/ a, b */ \"reread\": 1}}",
        "{\"mcpServers\": {\"x\": 1 /*/ a, b */}}",
    );
    let former = "{\n  \"mcpServers\": {\n    \"x\": 1\n  /* the end */ }\n}";
    assert_eq!(remove(&put(former)).unwrap(), former);
}

#[test]
fn a_text_without_a_safe_edit_is_refused() {
    let check = |text: &str, message: &str| {
        let error = ConfigFormat::Json.put(Some(text), &entry(&["mcpServers"])).unwrap_err();
        assert_eq!(error.to_string(), message);
    };
    check("{\n  \"a\": 1\n  \"b\": 2\n}", "line 2, column 9: expected comma");
    check("{'a': 1}", "line 1, column 2: single-quoted strings are not allowed");
    check("{} {}", "line 1, column 4: text cannot contain more than one JSON value");
    check("{\"a\": \"\n", "line 1, column 7: unterminated string literal");
    check("[]", "the whole of it is not an object");
    check("{\"mcpServers\": []}", "`mcpServers` is not an object");
    let unsafe_edit = "it is written in a way that cannot be edited without touching something else";
    check("{\"mcpServers\": {}, \"mcpServers\": {}}", unsafe_edit);
    check("{\"mcpServers\": {\"reread\": 1, \"reread\": 2}}", unsafe_edit);
}
