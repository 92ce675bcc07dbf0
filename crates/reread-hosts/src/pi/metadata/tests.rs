use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::json;

use super::*;

const SERVED: &str = "1111111111111111111111111111111111111111111111111111111111111111";
const BASE: &str = "2222222222222222222222222222222222222222222222222222222222222222";

/// Metadata of a first read of a whole file of nine lines.
fn whole() -> Value {
    json!({"v": 1, "pathKey": "/p/a.txt", "scopeKey": "full", "servedHash": SERVED, "mode": "full",
        "totalLines": 9, "rangeStart": 1, "rangeEnd": 9, "bytes": 40})
}

fn with(changes: &Value) -> String {
    let mut json = whole();
    for (name, value) in changes.as_object().unwrap() {
        json[name] = value.clone();
    }
    json.to_string()
}

fn check(changes: &Value) {
    let json = with(changes);
    assert!(ReadMetadata::parse(&json).is_ok(), "{json}");
}

fn refused(changes: &Value, field: &'static str) {
    assert_eq!(ReadMetadata::parse(&with(changes)), Err(UnusableMetadata { field }), "{changes}");
}

#[test]
fn every_kind_of_answer_has_metadata() {
    check(&json!({}));
    check(&json!({"mode": "full_fallback", "baseHash": BASE}));
    check(&json!({"mode": "baseline_fallback", "baseHash": BASE}));
    check(&json!({"mode": "full", "scopeKey": "r:2:5", "rangeStart": 2, "rangeEnd": 5}));
    check(&json!({"mode": "full", "scopeKey": "r:9:9", "rangeStart": 9, "rangeEnd": 9}));
    check(&json!({"mode": "unchanged", "baseHash": SERVED}));
    check(&json!({"mode": "unchanged_range", "baseHash": SERVED, "scopeKey": "r:1:8", "rangeEnd": 8}));
    check(&json!({"mode": "unchanged_range", "baseHash": BASE, "scopeKey": "r:1:8", "rangeEnd": 8}));
    check(&json!({"mode": "diff", "baseHash": BASE}));
    check(&json!({"contentHash": BASE}));
    check(&json!({"bytes": 0, "totalLines": 1, "rangeEnd": 1}));
    check(&json!({"debug": {"reason": "no_base_hash"}, "later": [1, {"more": null}]}));
}

#[test]
fn the_fields_are_what_was_written() {
    let json =
        with(&json!({"mode": "unchanged_range", "baseHash": BASE, "scopeKey": "r:2:5", "rangeStart": 2,
        "rangeEnd": 5, "contentHash": SERVED}));
    let metadata = ReadMetadata::parse(&json).unwrap();
    assert_eq!(metadata.path_key, "/p/a.txt");
    assert_eq!((metadata.bytes, metadata.claim.total_lines), (40, 9));
    assert_eq!(metadata.claim.mode, Mode::UnchangedRange);
    assert_eq!(metadata.claim.scope, ReadScope::Lines(LineRange::new(2, 5).unwrap()));
    assert_eq!(metadata.lines(), LineRange::new(2, 5).unwrap());
    assert_eq!(metadata.claim.served, SERVED.parse().unwrap());
    assert_eq!(metadata.claim.base, BASE.parse().ok());
    assert_eq!(metadata.content_hash, SERVED.parse().ok());
}

#[test]
fn only_version_one_is_believed() {
    refused(&json!({"v": 2}), "v");
    refused(&json!({"v": 0}), "v");
    refused(&json!({"v": 1.0}), "v");
    refused(&json!({"v": "1"}), "v");
    refused(&json!({"v": null}), "v");
    refused(&json!({"v": true}), "v");
}

#[test]
fn every_field_must_be_there_and_of_its_kind() {
    for field in
        ["v", "pathKey", "scopeKey", "servedHash", "mode", "totalLines", "rangeStart", "rangeEnd", "bytes"]
    {
        let mut json = whole();
        json.as_object_mut().unwrap().shift_remove(field);
        assert_eq!(ReadMetadata::parse(&json.to_string()), Err(UnusableMetadata { field }));
        for other in [json!(null), json!([]), json!({}), json!(-1), json!(1.5), json!(false)] {
            refused(&json!({ field: other }), field);
        }
    }
    for field in ["baseHash", "contentHash"] {
        for other in [json!(null), json!(""), json!(7), json!(&SERVED[1..]), json!(SERVED.replace('1', "A"))]
        {
            refused(&json!({ field: other }), field);
        }
    }
    refused(&json!({"pathKey": ""}), "pathKey");
    refused(&json!({"servedHash": SERVED.to_uppercase() + "0"}), "servedHash");
    refused(&json!({"mode": "fresh"}), "mode");
    refused(&json!({"bytes": "40"}), "bytes");
}

#[test]
fn the_fields_must_agree() {
    refused(&json!({"totalLines": 0, "rangeEnd": 0}), "totalLines");
    refused(&json!({"rangeStart": 0}), "rangeStart");
    refused(&json!({"rangeEnd": 10}), "rangeEnd");
    refused(&json!({"rangeStart": 5, "rangeEnd": 4}), "rangeEnd");
    refused(&json!({"rangeEnd": 8}), "scopeKey");
    refused(&json!({"rangeStart": 2}), "scopeKey");
    refused(&json!({"scopeKey": "r:1:9"}), "scopeKey");
    refused(&json!({"scopeKey": "r:2:5"}), "scopeKey");
    refused(&json!({"scopeKey": "r:02:5", "rangeStart": 2, "rangeEnd": 5}), "scopeKey");
    refused(&json!({"scopeKey": "r:2:5", "rangeStart": 2, "rangeEnd": 6}), "scopeKey");
    refused(&json!({"scopeKey": "r:2:20", "rangeStart": 2, "rangeEnd": 20}), "rangeEnd");
}

#[test]
fn words_about_a_base_need_one() {
    refused(&json!({"mode": "unchanged"}), "baseHash");
    refused(&json!({"mode": "diff"}), "baseHash");
    refused(&json!({"mode": "unchanged_range", "scopeKey": "r:1:8", "rangeEnd": 8}), "baseHash");
    refused(&json!({"mode": "unchanged", "baseHash": BASE}), "baseHash");
    refused(&json!({"mode": "unchanged_range", "baseHash": BASE}), "mode");
    refused(&json!({"mode": "unchanged", "baseHash": SERVED, "scopeKey": "r:1:8", "rangeEnd": 8}), "mode");
    refused(&json!({"mode": "diff", "baseHash": BASE, "scopeKey": "r:1:8", "rangeEnd": 8}), "mode");
}

#[test]
fn what_is_not_one_object_says_nothing() {
    let list = r#"[1,"/p/a.txt","full","s",null,"full",9,1,9,40]"#;
    let twice = with(&json!({})).replace("\"bytes\":40", "\"bytes\":40,\"bytes\":40");
    let lone = with(&json!({})).replace("/p/a.txt", "/p/\\ud800");
    let behind = with(&json!({})) + "{}";
    for json in ["", "null", "7", "\"full\"", "{", list, &twice, &lone, &behind] {
        assert_eq!(ReadMetadata::parse(json), Err(UnusableMetadata { field: "readcache" }), "{json}");
    }
}

#[test]
fn the_json_has_one_order_and_no_payload() {
    let json = with(&json!({"mode": "diff", "baseHash": BASE, "contentHash": BASE, "debug": 1}));
    let printed = ReadMetadata::parse(&json).unwrap().to_json().to_string();
    let expected = format!(
        r#"{{"v":1,"pathKey":"/p/a.txt","scopeKey":"full","servedHash":"{SERVED}","baseHash":"{BASE}","mode":"diff",{}}}"#,
        format_args!(r#""totalLines":9,"rangeStart":1,"rangeEnd":9,"bytes":40,"contentHash":"{BASE}""#),
    );
    assert_eq!(printed, expected);
}

fn any_metadata() -> impl Strategy<Value = ReadMetadata> {
    let digest = any::<u8>().prop_map(|seed| Digest::of(&[seed]));
    let parts = ("\\PC{1,12}", 0..5usize, 1..100u64, 1..100u64, 0..50u64, any::<u64>());
    (parts, digest.clone(), digest.clone(), proptest::option::of(digest)).prop_map(
        |((path_key, mode, total, first, count, bytes), served, other, content_hash)| {
            let mode =
                [Mode::Full, Mode::FullFallback, Mode::Diff, Mode::Unchanged, Mode::UnchangedRange][mode];
            let total_lines = if mode == Mode::UnchangedRange { total + 1 } else { total };
            let first = first.min(total_lines);
            let lines = LineRange::new(first, (first + count).min(total_lines)).unwrap();
            let scope = match mode {
                Mode::Diff | Mode::Unchanged => ReadScope::Whole,
                Mode::UnchangedRange => ReadScope::Lines(LineRange::new(1, 1).unwrap()),
                _ => ReadScope::of_lines(lines, total_lines),
            };
            let base = match mode {
                Mode::Full => None,
                Mode::Unchanged => Some(served),
                _ => Some(other),
            };
            ReadMetadata {
                path_key,
                claim: Claim { mode, scope, served, base, total_lines },
                bytes,
                content_hash,
            }
        },
    )
}

fn config() -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(0x7265_7265_6164),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_was_written_is_read_again(metadata in any_metadata()) {
        prop_assert_eq!(ReadMetadata::parse(&metadata.to_json().to_string()), Ok(metadata));
    }
}
