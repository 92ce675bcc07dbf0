//! Nothing becomes evidence by chance.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reread_context::{Effect, Event, Evidence, FileKey, Mode, ReadResult, Replay};
use reread_hosts::pi::{ContentCheck, ReadMetadata, SessionReader};
use reread_text::Digest;
use serde_json::{Map, Value, json};

use crate::sessions::config;
use crate::sessions::written::{call, result, session};

const TEXT: &str = "one\ntwo\n";

const WORDS: [&str; 10] = [
    "full",
    "r:1:2",
    "r:2:3",
    "unchanged",
    "unchanged_range",
    "diff",
    "baseline_fallback",
    "/p/a",
    "",
    "\u{0}",
];

/// A value that may stand anywhere: words and numbers that metadata has, and others.
fn value() -> impl Strategy<Value = Value> {
    let digest = Digest::of(TEXT.as_bytes()).to_string();
    let leaf = prop_oneof![
        select(WORDS.as_slice()).prop_map(Value::from),
        Just(Value::from(digest)),
        (0..5u64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
    ];
    leaf.prop_recursive(2, 8, 3, |value| {
        prop_oneof![
            vec(value.clone(), 0..3).prop_map(Value::from),
            vec(("[a-z]{1,3}", value), 0..3).prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn sound() -> Map<String, Value> {
    let digest = Digest::of(TEXT.as_bytes()).to_string();
    let sound = json!({"v": 1, "pathKey": "/p/a", "scopeKey": "full", "servedHash": digest, "mode": "full", "totalLines": 3,
        "rangeStart": 1, "rangeEnd": 3, "bytes": 8});
    sound.as_object().unwrap().clone()
}

const FIELDS: [&str; 12] = [
    "v",
    "pathKey",
    "scopeKey",
    "servedHash",
    "baseHash",
    "mode",
    "totalLines",
    "rangeStart",
    "rangeEnd",
    "bytes",
    "contentHash",
    "debug",
];

/// Metadata with some fields replaced and some left out.
fn metadata() -> impl Strategy<Value = Value> {
    let changes = vec((select(FIELDS.as_slice()), proptest::option::of(value())), 0..4);
    let changed = changes.prop_map(|changes| {
        let mut metadata = sound();
        for (field, value) in changes {
            match value {
                Some(value) => drop(metadata.insert(field.to_owned(), value)),
                None => drop(metadata.shift_remove(field)),
            }
        }
        Value::Object(metadata)
    });
    prop_oneof![8 => changed, 1 => value()]
}

fn details() -> impl Strategy<Value = Value> {
    let truncation = proptest::option::weighted(0.2, value());
    (metadata(), truncation).prop_map(|(metadata, truncation)| {
        let mut details = json!({ "readcache": metadata });
        if let Some(truncation) = truncation {
            details["truncation"] = truncation;
        }
        details
    })
}

/// What a read with these details and this text says, and what it does.
fn read(details: &Value, text: &str) -> (ReadResult, Effect) {
    let session = session(&[call("c", "/p/a"), result("c", text, details)]);
    let mut reader = SessionReader::new(ContentCheck::Digested);
    reader.feed(session.as_bytes());
    let history = reader.history();
    let Some(leaf) = reader.leaf() else { panic!("{session}") };
    let Event::Read(result) = history.event(leaf) else { panic!("{session}") };
    let mut replay = Replay::new();
    replay.move_to(history, history.parent(leaf));
    (result.clone(), replay.step(history, leaf))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn only_metadata_that_agrees_with_the_text_is_believed(details in details(), text in select(&[TEXT, "two\n", ""][..])) {
        let (result, effect) = read(&details, text);
        let json = details["readcache"].to_string();
        let Ok(metadata) = ReadMetadata::parse(&json) else {
            prop_assert!(result.unchecked.is_err(), "{json}");
            return Ok(());
        };
        let unchecked = result.unchecked.expect("the metadata can be used");
        prop_assert_eq!(unchecked.claim, metadata.claim);
        prop_assert_eq!(result.file.as_ref().map(FileKey::as_str), Some(metadata.path_key.as_str()));
        let sealed = metadata.content_hash.is_none_or(|hash| hash == Digest::of(text.as_bytes()));
        if Evidence::admit(&unchecked).is_ok() {
            prop_assert!(sealed);
            let shows = matches!(metadata.claim.mode, Mode::Full | Mode::FullFallback);
            prop_assert!(!shows || TEXT.ends_with(text), "{json}");
        }
        // Nothing was shown before, so that words about it prove nothing.
        let is_text = matches!(metadata.claim.mode, Mode::Full | Mode::FullFallback);
        prop_assert!(is_text || !matches!(effect, Effect::Counted(_)), "{json}");
    }

    #[test]
    fn any_value_in_place_of_the_details_is_survived(details in value()) {
        let (result, effect) = read(&details, TEXT);
        prop_assert!(result.unchecked.is_err());
        prop_assert!(!matches!(effect, Effect::Counted(_)));
    }

    #[test]
    fn any_entry_is_survived(fields in vec((select(&["type", "id", "parentId", "message", "data", "customType", "targetId"][..]), value()), 0..6)) {
        let entry: Map<String, Value> = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let mut reader = SessionReader::new(ContentCheck::Digested);
        reader.feed(session(&[]).as_bytes());
        reader.append_line(Value::Object(entry).to_string().as_bytes());
        let counts = |index| match reader.history().event(index) {
            Event::Read(result) => result.unchecked.is_ok(),
            _ => false,
        };
        prop_assert!(!reader.history().entries().any(counts));
    }
}

#[test]
fn sound_metadata_is_believed() {
    let (_, effect) = read(&json!({ "readcache": sound() }), TEXT);
    assert!(matches!(effect, Effect::Counted(_)), "{effect:?}");
}
