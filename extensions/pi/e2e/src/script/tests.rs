use super::*;

fn check(script: &Script, prompt: &str) {
    assert_eq!(script.prompt(), prompt);
    assert_eq!(Script::of_prompt(prompt).as_ref(), Some(script));
}

#[test]
fn a_script_survives_its_way_through_the_prompt() {
    check(&Script::new(), r#"{"script":[]}"#);
    check(
        &Script::new().say("\u{2028} \"quoted\"\n"),
        "{\"script\":[{\"text\":\"\u{2028} \\\"quoted\\\"\\n\"}]}",
    );
    check(
        &Script::new().call(ScriptedCall::read("a b.txt")).claiming(7).say("ok"),
        r#"{"script":[{"calls":[{"tool":"read","arguments":{"path":"a b.txt"}}],"tokens":7},{"text":"ok"}]}"#,
    );
    check(
        &Script::new().together([ScriptedCall::read_lines("a", 3, 2), ScriptedCall::codemode("text(1)")]),
        concat!(
            r#"{"script":[{"calls":[{"tool":"read","arguments":{"path":"a","offset":3,"limit":2}},"#,
            r#"{"tool":"codemode","arguments":{"code":"text(1)"}}]}]}"#
        ),
    );
}

#[test]
fn other_texts_hold_no_script() {
    for text in ["", "hello", "[]", "{}", "{\"script\":1}", "{\"script\":[{}]}", "Summarise {\"script\":[]}"]
    {
        assert_eq!(Script::of_prompt(text), None, "{text:?}");
    }
}

#[test]
fn beyond_its_end_a_script_says_done() {
    let script = Script::new().say("first");
    assert_eq!(script.step(0).answer, ScriptedAnswer::Text("first".to_owned()));
    assert_eq!(script.step(1).answer, ScriptedAnswer::Text("done".to_owned()));
    assert_eq!(script.step(9).answer, ScriptedAnswer::Text("done".to_owned()));
}
