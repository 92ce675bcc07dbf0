use std::fmt::Write as _;

use reread_files::EditOutcome;
use reread_wire::Code;
use serde_json::Value;

use super::GUIDE;
use crate::Profile;
use crate::tools::listed;

/// Where the document lies; with `UPDATE_DOCS=1` its lists are made anew.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/LLM_FILE_ACCESS.md");

/// The document with what stands between the marks of a list put in its place.
fn with_list(document: &str, name: &str, list: &str) -> String {
    let (begin, end) =
        (format!("<!-- {name}: made from the code -->\n"), format!("<!-- end of {name} -->\n"));
    let (before, rest) = document.split_once(&begin).unwrap_or_else(|| panic!("no {name}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("{name} has no end"));
    format!("{before}{begin}\n{list}\n{end}{after}")
}

fn tools() -> String {
    let mut text = String::new();
    for (index, tool) in listed(Profile::Legacy, false).iter().enumerate() {
        let gap = if index == 0 { "" } else { "\n" };
        let description = tool.description.as_deref().unwrap_or_default().replace('\n', " ");
        let _ = writeln!(text, "{gap}### `{}`\n\n{description}\n", tool.name);
        let _ = writeln!(text, "| argument | type | |\n|---|---|---|");
        let schema = Value::Object((*tool.input_schema).clone());
        let required = schema["required"].as_array().unwrap();
        for (name, property) in schema["properties"].as_object().unwrap() {
            let must = if required.iter().any(|required| required == name) { "required. " } else { "" };
            let words = property["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
            let choice =
                if words.is_empty() { String::new() } else { format!("one of {}. ", words.join(", ")) };
            let said = property["description"].as_str().unwrap_or_default().replace('|', "\\|");
            let note = format!("{must}{choice}{said}");
            let _ =
                writeln!(text, "| `{name}` | {} | {} |", property["type"].as_str().unwrap(), note.trim_end());
        }
    }
    text
}

fn codes() -> String {
    let rows: String =
        Code::CALLS.iter().map(|code| format!("| `{code}` | {} |\n", code.meaning())).collect();
    format!("| code | when |\n|---|---|\n{rows}")
}

/// The guide explains the errors of every tool that it names.
#[test]
fn every_outcome_of_a_write_is_explained() {
    let (_, section) = GUIDE.split_once("\n## When two write\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    use EditOutcome::{AlreadyApplied, Applied, Conflict, NoChange, Rebased};
    for outcome in [Applied, Rebased, AlreadyApplied, NoChange, Conflict] {
        assert!(section.contains(&format!("`{}`", outcome.word())), "{outcome:?}");
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the document is a file of the repository")]
fn the_lists_are_current() {
    let made = with_list(&with_list(GUIDE, "tools", &tools()), "codes", &codes());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(FILE, &made).unwrap();
        return;
    }
    assert!(made == GUIDE, "run it with UPDATE_DOCS=1 and look at the change of {FILE}");
}
