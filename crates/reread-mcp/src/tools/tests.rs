use reread_text::exact_tokens;
use reread_wire::{Code, Effect, ToolSignature};
use serde_json::{Value, json};

use super::{CARDS, Card, listed};
use crate::Profile;
use crate::call::LabelledRequest;
use crate::instructions::{instructions, with_overview};

/// What the default list may cost.
const MOST_TOKENS: u64 = 1_500;

fn names(profile: Profile) -> Vec<String> {
    listed(profile, false).iter().map(|tool| tool.name.to_string()).collect()
}

#[test]
fn each_profile_lists_what_the_one_before_lists_and_more() {
    let core = [
        "stat_file",
        "search",
        "list_files",
        "read",
        "apply_patch",
        "write_file",
        "get_diff",
        "file_history",
        "rollback",
    ];
    assert_eq!(names(Profile::Core), core);
    let (bounded, legacy) = (names(Profile::Bounded), names(Profile::Legacy));
    assert!(names(Profile::Core).iter().all(|name| bounded.contains(name)));
    assert_eq!(bounded.len(), 17);
    assert!(bounded.iter().all(|name| legacy.contains(name)));
    assert_eq!(legacy.last().map(String::as_str), Some("read_symbol"));
}

/// What the manual says of `--profile`: every name, in the order of the list, under the profile that lists it first.
#[test]
fn the_manual_names_the_tools_of_each_profile() {
    let manual = include_str!("../../../../docs/cli.md");
    let row = manual.lines().find(|line| line.starts_with("| `--profile PROFILE`")).unwrap();
    let quoted =
        |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let (core, bounded, legacy) = (names(Profile::Core), names(Profile::Bounded), names(Profile::Legacy));
    assert!(row.contains(&format!("`core` ({})", quoted(&core))), "{row}");
    assert!(row.contains(&format!("`bounded` (also {})", quoted(&bounded[core.len()..]))), "{row}");
    assert!(row.contains(&format!("`legacy` (also {})", quoted(&legacy[bounded.len()..]))), "{row}");
}

/// Small before large: whether there is something, where it is, those lines, a first look, all of it.
#[test]
fn there_is_one_order_of_preference_everywhere() {
    let steps = ["stat", "search", "with lines", "head", "whole file"];
    let guide = include_str!("../../../../docs/LLM_FILE_ACCESS.md");
    let advice = include_str!("../../../../docs/model-guide.md");
    for text in [guide, advice, &instructions(Profile::Bounded, false), &instructions(Profile::Core, false)] {
        let list = text[text.find("1. ").unwrap()..].to_lowercase();
        let steps =
            steps.iter().filter(|step| **step != "head" || text != instructions(Profile::Core, false));
        let places: Vec<_> = steps.map(|step| list.find(step)).collect();
        assert!(places.is_sorted() && places.iter().all(Option::is_some), "{places:?} in {list}");
    }
    let listed = names(Profile::Bounded);
    let order = [
        "stat_file",
        "search",
        "read",
        "search_in_file",
        "read_file_range",
        "read_file_head",
        "read_file_tail",
        "get_excerpt",
        "read_file",
    ];
    let places: Vec<_> = order.iter().map(|name| listed.iter().position(|tool| tool == name)).collect();
    assert!(places.is_sorted() && places.iter().all(Option::is_some), "{places:?} in {listed:?}");
}

#[test]
fn whole_reads_again_are_discouraged() {
    for profile in [Profile::Core, Profile::Bounded, Profile::Legacy] {
        let text = instructions(profile, false);
        assert!(text.contains("do not read it whole again for a narrow question"), "{profile:?}: {text}");
    }
    for (name, words) in
        [("read", "or better only some lines"), ("read_file", "Only when all of it is needed")]
    {
        let description = super::find(name).unwrap().description;
        assert!(description.contains(words), "{name}: {description}");
    }
}

/// There is no place for reasoning in a call: no argument is for it, and an unknown argument is refused.
#[test]
fn no_tool_asks_what_a_model_thinks() {
    let words = ["thought", "thinking", "reason", "rationale", "explanation", "chain", "plan"];
    for card in CARDS {
        let schema = Value::Object(card.input_schema());
        for name in schema["properties"].as_object().unwrap().keys() {
            assert!(!words.iter().any(|word| name.contains(word)), "{} {name}", card.name);
        }
    }
}

#[test]
fn the_default_list_is_cheap() {
    let list = listed(Profile::default(), false);
    let text = serde_json::to_string(&list).unwrap();
    let tokens = exact_tokens(&text);
    println!("{} tools cost {tokens} tokens, {} bytes", list.len(), text.len());
    assert!(tokens < MOST_TOKENS, "{tokens} tokens for {} tools", list.len());
}

/// More than the longest names of documents, manifests and languages have together.
const LONGEST_OVERVIEW: usize = 170;

/// Clients cut descriptions and instructions at 2 KB.
#[test]
fn nothing_that_is_told_is_cut() {
    for tool in CARDS.iter().map(Card::tool) {
        assert!(tool.description.is_some_and(|text| !text.is_empty() && text.len() < 2_000), "{}", tool.name);
    }
    for profile in [Profile::Core, Profile::Bounded, Profile::Legacy] {
        let overview = "x".repeat(LONGEST_OVERVIEW);
        let whole = with_overview(profile, false, Some(&overview));
        assert!(whole.len() < 2_048, "{profile:?} {}", whole.len());
    }
}

/// A word in the instructions that looks like a tool is one, and is listed.
#[test]
fn instructions_name_only_what_is_listed() {
    for profile in [Profile::Core, Profile::Bounded, Profile::Legacy] {
        for read_only in [false, true] {
            let (text, listed) = (instructions(profile, read_only), listed(profile, read_only));
            for card in CARDS.iter().filter(|card| card.name.contains('_') && text.contains(card.name)) {
                assert!(listed.iter().any(|tool| tool.name == card.name), "{profile:?} names {}", card.name);
            }
            assert_eq!(text.contains("apply_patch"), !read_only, "{profile:?}");
        }
    }
}

#[test]
fn a_server_that_only_reads_lists_nothing_that_writes_and_says_what_to_do() {
    let legacy = listed(Profile::Legacy, true);
    for card in CARDS {
        let is_listed = legacy.iter().any(|tool| tool.name == card.name);
        assert_eq!(is_listed, card.effect() == Effect::Reads, "{}", card.name);
        let refusal = card.refusal(true);
        assert_eq!(refusal.is_none(), is_listed, "{}", card.name);
        assert!(refusal.is_none_or(|error| error.code == Code::NotSupported && !error.hint.is_empty()));
        assert_eq!(card.refusal(false), None);
    }
}

#[test]
fn schemas_are_plain() {
    for card in CARDS {
        let (tool, reads) = (card.tool(), card.effect() == Effect::Reads);
        let schema = Value::Object((*tool.input_schema).clone());
        assert_eq!(schema["type"], "object", "{}", tool.name);
        assert_eq!(schema["additionalProperties"], false, "{}", tool.name);
        check_plain(&schema, &tool.name);
        for required in schema["required"].as_array().unwrap() {
            assert!(
                schema["properties"].get(required.as_str().unwrap()).is_some(),
                "{} {required}",
                tool.name
            );
        }
        let annotations = serde_json::to_value(tool.annotations).unwrap();
        let expected = if reads {
            json!({ "readOnlyHint": true, "openWorldHint": false })
        } else {
            json!({
                "readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": false,
            })
        };
        assert_eq!(annotations, expected, "{}", tool.name);
    }
}

fn check_plain(value: &Value, tool: &str) {
    match value {
        Value::Null => panic!("{tool}: null in a schema"),
        Value::Object(object) => {
            for (key, value) in object {
                assert!(!["$schema", "format", "default"].contains(&key.as_str()), "{tool}: {key}");
                assert!(key != "type" || value.is_string() || value.is_object(), "{tool}: several types");
                check_plain(value, tool);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| check_plain(item, tool)),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The schemas list exactly the arguments that calls are parsed and corrected by. Other spellings are not listed.
#[test]
fn a_schema_has_the_arguments_of_the_signature() {
    for card in CARDS {
        let schema = Value::Object(card.input_schema());
        let signature = ToolSignature::of(card.name).unwrap();
        let mut listed: Vec<&str> =
            schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        let mut understood: Vec<&str> = signature.arguments().collect();
        listed.sort_unstable();
        understood.sort_unstable();
        assert_eq!(listed, understood, "{}", card.name);
        assert_eq!(schema["required"], json!(signature.required), "{}", card.name);
    }
}

/// A value that fits the schema of one argument.
fn sample(schema: &Value) -> Value {
    match (schema["enum"].get(0), schema["type"].as_str()) {
        (Some(first), _) => first.clone(),
        (None, Some("integer")) => json!(7),
        (None, Some("boolean")) => json!(true),
        (None, Some("array")) => match schema["items"]["properties"].as_object() {
            Some(item) => {
                json!([item.iter().map(|(name, of)| (name.clone(), sample(of))).collect::<Value>()])
            }
            None => json!(["#482915736208@1-3"]),
        },
        (None, _) => json!("a"),
    }
}

/// Each argument that a schema has is understood, together with those that are required; and no other is.
#[test]
fn a_schema_has_the_arguments_that_are_understood() {
    for card in CARDS {
        let schema = Value::Object(card.input_schema());
        let properties = schema["properties"].as_object().unwrap();
        let required = schema["required"].as_array().unwrap();
        for (name, property) in properties {
            let mut arguments = serde_json::Map::new();
            for required in required.iter().filter_map(Value::as_str) {
                arguments.insert(required.to_owned(), sample(&properties[required]));
            }
            if property["description"] == "snippet only." {
                arguments.insert("mode".to_owned(), json!("snippet"));
                arguments.insert("start_line".to_owned(), json!(1));
            }
            let said = property["description"].as_str().unwrap_or_default();
            for mode in ["diff_preview", "symbol"] {
                if said.starts_with(&format!("{mode} only")) {
                    arguments.insert("mode".to_owned(), json!(mode));
                }
            }
            if properties.contains_key("patch") && name != "edits" {
                arguments.insert("patch".to_owned(), json!("a"));
            }
            arguments.insert(name.clone(), sample(property));
            let call = LabelledRequest::parse(card.name, Value::Object(arguments.clone()));
            assert!(call.request.is_ok(), "{} {name}: {call:?}", card.name);
            arguments.insert("nonsense".to_owned(), json!(1));
            let error =
                LabelledRequest::parse(card.name, Value::Object(arguments)).request.unwrap_err().error;
            assert_eq!(error.code, Code::InvalidArgs);
            let understood = understood(&error.message);
            assert!(!understood.is_empty(), "{}", error.message);
            let stands_for_a_mode = ["get_snippet", "dry_run_diff", "read_symbol"].contains(&card.name);
            for understood in understood {
                let is_known = properties.contains_key(&understood);
                assert!(is_known || stands_for_a_mode, "{} {understood}", card.name);
            }
        }
    }
}

/// The names in "unknown field `nonsense`, expected one of `path`, `filepath`".
fn understood(message: &str) -> Vec<String> {
    let expected = message.split_once("expected").map_or("", |(_, expected)| expected);
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
