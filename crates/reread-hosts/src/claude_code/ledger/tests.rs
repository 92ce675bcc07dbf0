use serde_json::json;

use super::*;

fn digest(text: &str) -> Digest {
    Digest::of(text.as_bytes())
}

fn line<'a>(id: &'a str, base: Option<&'a str>, keep: u64, tail: &[&str], params: Value) -> LedgerLine<'a> {
    let tail = tail.iter().map(|text| digest(text).to_string()).collect();
    LedgerLine { id, base, keep: Some(keep), tail: Some(tail), params: Some(params) }
}

fn messages(ledger: &RequestLedger, id: &str) -> Result<Vec<Digest>, NoEvidence> {
    ledger.messages(id)
}

#[test]
fn a_request_repeats_the_beginning_of_its_base() {
    let mut ledger = RequestLedger::default();
    ledger.push(&line("a", None, 0, &["1", "2"], json!({})));
    ledger.push(&line("b", Some("a"), 2, &["3", "4"], json!({})));
    ledger.push(&line("c", Some("b"), 3, &["5"], json!({})));
    ledger.push(&line("rewound", Some("c"), 1, &["6"], json!({})));
    let list = |texts: &[&str]| Ok(texts.iter().map(|text| digest(text)).collect::<Vec<_>>());
    assert_eq!(messages(&ledger, "a"), list(&["1", "2"]));
    assert_eq!(messages(&ledger, "b"), list(&["1", "2", "3", "4"]));
    assert_eq!(messages(&ledger, "c"), list(&["1", "2", "3", "5"]));
    assert_eq!(messages(&ledger, "rewound"), list(&["1", "6"]));
    assert_eq!(messages(&ledger, "x"), Err(NoEvidence::NoLedger));
}

#[test]
fn what_cannot_be_put_together_is_no_request() {
    let mut ledger = RequestLedger::default();
    ledger.push(&line("a", None, 0, &["1"], json!({})));
    ledger.push(&line("lost base", Some("z"), 0, &["1"], json!({})));
    ledger.push(&line("too long", Some("a"), 2, &["1"], json!({})));
    ledger.push(&line("no base", None, 1, &["1"], json!({})));
    ledger.push(&LedgerLine { keep: None, ..line("no keep", Some("a"), 0, &["1"], json!({})) });
    ledger.push(&LedgerLine { tail: Some(json!(["x"])), ..line("no hash", Some("a"), 0, &[], json!({})) });
    ledger.push(&line("twice", Some("a"), 1, &[], json!({})));
    ledger.push(&line("twice", Some("a"), 1, &[], json!({})));
    for id in ["lost base", "too long", "no base", "no keep", "no hash", "twice"] {
        assert_eq!(messages(&ledger, id), Err(NoEvidence::DamagedLedger), "{id}");
    }
}

#[test]
fn a_provider_may_clear_nothing_but_thinking() {
    let params = |edits: Value| json!({ "context_management": { "edits": edits } });
    let verdict = |params: Value| {
        let mut ledger = RequestLedger::default();
        ledger.push(&line("a", None, 0, &["1"], params));
        messages(&ledger, "a").err()
    };
    assert_eq!(verdict(params(json!([{ "type": "clear_thinking_20251015", "keep": "all" }]))), None);
    assert_eq!(verdict(json!({ "context_management": null })), None);
    for edits in [json!([{ "type": "clear_tool_uses_20250919" }]), json!([{}]), json!("all"), json!([1])] {
        assert_eq!(verdict(params(edits.clone())), Some(NoEvidence::ProviderClears), "{edits}");
    }
    assert_eq!(
        verdict(json!({ "context_management": { "edits": [], "more": 1 } })),
        Some(NoEvidence::ProviderClears)
    );
    assert_eq!(verdict(json!("x")), Some(NoEvidence::ProviderClears));
}
