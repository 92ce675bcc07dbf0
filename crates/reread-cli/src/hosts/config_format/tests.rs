//! Laws of the three formats, over generated files.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use serde_json::{Value, json};

use super::ConfigFormat;
use crate::hosts::config_entry::{ConfigEntry, EntryContent};

fn config_entry(section: &'static str, value: &Value) -> ConfigEntry {
    let content =
        EntryContent::Named { name: "reread".to_owned(), value: value.as_object().unwrap().clone() };
    ConfigEntry { section: vec![section], content }
}

/// Comparable text: white space and trailing commas may change, and an empty file may hold `{}`.
fn essence(text: &str) -> String {
    let text = text.replace(|char: char| char.is_whitespace() || matches!(char, ',' | '\u{feff}'), "");
    text.strip_suffix("{}").map(str::to_owned).unwrap_or(text)
}

/// An empty section goes with the entry, unless it holds a comment.
fn without_empty_section(text: &str) -> String {
    let sections = ["\"mcpServers\":{}", "mcp_servers={}", "extensions:{}", "extensions:"];
    let text: String = text.split_whitespace().collect();
    essence(&sections.iter().fold(text, |text, section| text.replace(section, "")))
}

/// Putting the entry in twice is the same as once. Everything else in the file stays, in its order, also after the
/// entry is removed.
fn check(format: ConfigFormat, former: Option<&str>, entry: &ConfigEntry) -> Result<String, TestCaseError> {
    let text =
        format.put(former, entry).map_err(|error| TestCaseError::fail(format!("{error}: {former:?}")))?;
    prop_assert_eq!(&format.put(Some(&text), entry).unwrap(), &text, "twice is once");
    let former = former.unwrap_or_default();
    let is_in_order = |part: &str, whole: &str| {
        let mut rest = whole.chars();
        part.chars().all(|char| rest.any(|other| other == char))
    };
    prop_assert!(is_in_order(&essence(former), &essence(&text)), "{:?} in {:?}", former, text);
    let removed = format.remove(&text, entry).unwrap().unwrap_or_default();
    let content = format.read(former).unwrap();
    let had_empty_section = entry.left_out_of(content.clone()) != content;
    let left = |text: &str| if had_empty_section { without_empty_section(text) } else { essence(text) };
    prop_assert_eq!(left(&removed), left(former), "removed from {:?}", text);
    Ok(text)
}

/// Blanks and comments, as they may stand between any two words of JSON.
fn filler() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "",
        "",
        "",
        " ",
        "\n",
        "\n  ",
        "\r\n\t",
        "// c\n",
        "/* , */",
        " /* a\n} */ ",
        "// \"x\": {\r\n",
        "\t",
    ]);
    prop::collection::vec(piece, 0..3).prop_map(|pieces| pieces.concat())
}

fn json_value() -> impl Strategy<Value = String> {
    let plain =
        prop::sample::select(vec!["1", "-0.50e3", "true", "null", "\"\"", "\"}, //\"", "\"\\u00e4 ü\""]);
    plain.prop_map(str::to_owned).prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            json_container(('[', ']'), prop::collection::vec((Just(None), inner.clone()), 0..3)),
            json_object(inner, 0..3, "[a-c]"),
        ]
    })
}

fn json_object(
    value: impl Strategy<Value = String> + 'static,
    size: std::ops::Range<usize>,
    names: &'static str,
) -> BoxedStrategy<String> {
    let members = prop::collection::btree_map(names, value, size);
    let members =
        members.prop_map(|members| members.into_iter().map(|(key, value)| (Some(key), value)).collect());
    json_container(('{', '}'), members)
}

type Members = Vec<(Option<String>, String)>;

fn json_container(
    (open, close): (char, char),
    members: impl Strategy<Value = Members> + 'static,
) -> BoxedStrategy<String> {
    let fillers = prop::collection::vec(filler(), 16);
    (members, fillers, any::<bool>())
        .prop_map(move |(members, fillers, trailing)| {
            let mut fillers = fillers.into_iter().cycle();
            let mut filler = || fillers.next().unwrap();
            let mut text = open.to_string() + &filler();
            let count = members.len();
            for (index, (name, value)) in members.into_iter().enumerate() {
                if let Some(name) = name {
                    text.extend([format!("{name:?}"), filler(), ":".to_owned(), filler()]);
                }
                text.extend([value, filler()]);
                if trailing || index + 1 < count {
                    text.extend([",".to_owned(), filler()]);
                }
            }
            text.push(close);
            text
        })
        .boxed()
}

/// A file that may have our section, anywhere among others, empty or not.
fn json_file() -> impl Strategy<Value = String> {
    let section = prop::option::weighted(0.7, json_object(json_value(), 0..3, "[x-z]"));
    let others = prop::collection::vec(json_value(), 0..3);
    let members = (section, others, 0..4_usize).prop_map(|(section, others, at)| {
        let named = |(index, value)| (Some(format!("k{index}")), value);
        let mut members: Members = others.into_iter().enumerate().map(named).collect();
        if let Some(section) = section {
            members.insert(at.min(members.len()), (Some("mcpServers".to_owned()), section));
        }
        members
    });
    let root = json_container(('{', '}'), members);
    let blank = prop::sample::select(vec!["", " ", "\n", "\r\n", "\t\n\n"]).prop_map(str::to_owned);
    let mark = prop::sample::select(vec!["", "", "\u{feff}"]);
    let file = prop_oneof![9 => (filler(), root, filler()).prop_map(|(a, b, c)| a + &b + &c), 1 => blank];
    (mark, file).prop_map(|(mark, file)| format!("{mark}{file}"))
}

/// Lines of TOML before and within tables; headers of ours in every style that can stand beside another table.
fn toml_file() -> impl Strategy<Value = String> {
    let keys = ["", "# c", "k = 1 # [x]", "'q' = \"\"\"\n[no.header]\n\"\"\"", "l = [\n  1, # one\n]", "  "];
    let table = |header: &'static str| {
        prop::sample::subsequence(keys.to_vec(), 0..4)
            .prop_map(move |keys| [vec![header], keys].concat().join("\n"))
    };
    let headers =
        ["[mcp_servers]", "[mcp_servers.x]", "[mcp_servers.x.env] # e", "[[list]]", "[a.\"b c\"]", "[ z ]"];
    let tables: Vec<_> = headers.into_iter().map(table).collect();
    let inline = prop::sample::select(vec![
        "mcp_servers = {}",
        "mcp_servers = { } # e",
        "mcp_servers = {x = {k = 1}, y = {}} # i",
        "mcp_servers = { # o\n  x = {}, # x\n  # b\n}",
        "mcp_servers = {\n  x = {} # x\n  , y = {} } # z",
        "mcp_servers.x.k = 1 # d",
    ]);
    let chosen = prop::collection::vec(any::<bool>(), 6);
    (
        table("# top"),
        prop::option::weighted(0.3, inline),
        tables,
        chosen,
        any::<bool>(),
        prop::option::of("\r\n"),
    )
        .prop_map(|(first, inline, tables, chosen, is_ended, newline)| {
            let has_inline = inline.is_some();
            let chosen = tables.into_iter().zip(chosen).filter_map(|(table, is_in)| is_in.then_some(table));
            let chosen = chosen.filter(|table| !has_inline || !table.starts_with("[mcp_servers"));
            let first = [first].into_iter().chain(inline.map(str::to_owned));
            let text = first.chain(chosen).collect::<Vec<_>>().join("\n");
            let text = if is_ended { text + "\n" } else { text };
            match newline {
                Some(newline) => text.replace('\n', &newline),
                None => text,
            }
        })
}

fn yaml_file() -> impl Strategy<Value = String> {
    let value = prop::sample::select(vec![
        " 1",
        " \"a: b\"",
        " 'c # d' # e",
        " [1, {a: 2}]",
        "\n- 1\n- b",
        " |\n  text\n    # more\n",
        " >-\n  a\n\n  b",
        "\n  m: 1\n\n  # c\n  n:\n    - x",
        "",
    ]);
    let others = prop::collection::btree_map("[A-C]", value.clone().prop_map(str::to_owned), 0..3);
    let entry = move |indent: usize| {
        value.clone().prop_map(move |value| value.replace('\n', &format!("\n{:indent$}", "")))
    };
    let section =
        (prop::sample::select(vec![1, 2, 4]), any::<bool>()).prop_flat_map(move |(indent, commented)| {
            prop::collection::btree_map("[x-z]", entry(indent), 0..3).prop_map(move |entries| {
                let comment = if commented { " # ours\n# left" } else { "" };
                let entry = |(key, value): (&String, &String)| format!("\n{:indent$}{key}:{value}", "");
                comment.to_owned() + &entries.iter().map(entry).collect::<String>()
            })
        });
    let section = prop::option::weighted(0.7, section);
    (others, section, 0..3_usize, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(others, section, at, is_ended, is_marked, is_crlf)| {
            let mut lines: Vec<String> =
                others.into_iter().map(|(key, value)| format!("{key}:{value}")).collect();
            if let Some(section) = section {
                lines.insert(at.min(lines.len()), format!("extensions:{section}"));
            }
            if is_marked {
                lines.insert(0, "# top\n---".to_owned());
            }
            let text = lines.join("\n") + if is_ended && !lines.is_empty() { "\n" } else { "" };
            if is_crlf { text.replace('\n', "\r\n") } else { text }
        },
    )
}

/// A command and arguments with whatever characters a path may have.
fn entry() -> impl Strategy<Value = Value> {
    let word =
        prop::collection::vec(any::<char>().prop_filter("NUL ends a path", |char| *char != '\0'), 1..6);
    let word = word.prop_map(String::from_iter);
    (word.clone(), prop::collection::vec(word, 0..3)).prop_map(
        |(command, args)| json!({ "command": command, "args": args, "enabled": true, "timeout": 300 }),
    )
}

/// An object without comments.
fn json_document() -> impl Strategy<Value = Value> {
    let plain =
        prop_oneof![any::<i64>().prop_map(Value::from), ".{0,5}".prop_map(Value::from), Just(Value::Null)];
    let value = plain.prop_recursive(2, 8, 3, |inner| {
        let members = prop::collection::btree_map(".{0,3}", inner.clone(), 0..3);
        prop_oneof![
            prop::collection::vec(inner, 0..3).prop_map(Value::from),
            members.prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    });
    let members = prop::collection::btree_map("[a-z]{0,3}", value, 0..4);
    members.prop_map(|members| Value::Object(members.into_iter().collect()))
}

proptest! {
    #[test]
    fn json_keeps_the_rest(file in prop::option::weighted(0.95, json_file()), entry in entry()) {
        check(ConfigFormat::Json, file.as_deref(), &config_entry("mcpServers", &entry))?;
    }

    /// Another JSON parser sees the same entry and the same rest.
    #[test]
    fn json_reads_the_same_by_another_parser(file in json_document(), entry in entry()) {
        let mut file = file;
        file["mcpServers"]["x"] = json!({ "command": "y" });
        let text = serde_json::to_string_pretty(&file).unwrap();
        let edited = check(ConfigFormat::Json, Some(&text), &config_entry("mcpServers", &entry))?;
        let mut seen: Value = serde_json::from_str(&edited).unwrap();
        let ours = seen["mcpServers"].as_object_mut().unwrap().shift_remove("reread");
        prop_assert_eq!((ours, seen), (Some(entry), file));
    }

    #[test]
    fn toml_keeps_the_rest(file in prop::option::weighted(0.95, toml_file()), entry in entry()) {
        check(ConfigFormat::Toml, file.as_deref(), &config_entry("mcp_servers", &entry))?;
    }

    /// Some files may be refused, but not most.
    #[test]
    fn yaml_keeps_the_rest_or_is_refused(file in prop::option::weighted(0.95, yaml_file()), entry in entry()) {
        let entry = config_entry("extensions", &entry);
        if ConfigFormat::Yaml.put(file.as_deref(), &entry).is_ok() {
            check(ConfigFormat::Yaml, file.as_deref(), &entry)?;
        }
    }

    /// Whatever a file holds, it is edited or refused, without a panic.
    #[test]
    fn nothing_panics(text in ".{0,40}", lines in "(([a:{}\\[\\]\"' ,#|-]|extensions|reread|mcpServers){0,6}\n){0,5}") {
        for text in [text, lines] {
            for (format, section) in
                [(ConfigFormat::Json, "mcpServers"), (ConfigFormat::Toml, "mcp_servers"), (ConfigFormat::Yaml, "extensions")]
            {
                let entry = config_entry(section, &json!({ "command": "x" }));
                if let Ok(edited) = format.put(Some(&text), &entry) {
                    prop_assert!(format.remove(&edited, &entry).is_ok(), "{:?} {:?}", format, edited);
                }
                let _ = format.remove(&text, &entry);
            }
        }
    }
}

/// A law that refuses nearly everything would hold for nothing.
#[test]
fn most_yaml_is_edited() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let entry = config_entry("extensions", &json!({ "cmd": "x" }));
    let edited = (0..200)
        .filter(|_| {
            let text = yaml_file().new_tree(&mut runner).unwrap().current();
            ConfigFormat::Yaml.put(Some(&text), &entry).is_ok()
        })
        .count();
    assert!(edited > 150, "{edited} of 200");
}
