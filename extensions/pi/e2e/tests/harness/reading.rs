//! pi's own read: what it returns, what the session keeps, what the model sees.

use reread_pi_e2e::{PiEntry, PiProcess, PiVersion, PiWorld, Script, ScriptedCall};
use serde_json::{Value, json};

#[test]
fn pi_1_5_0_reads() {
    reads(PiVersion::V1_5_0);
}

#[test]
fn pi_0_87_1_reads() {
    reads(PiVersion::V0_87_1);
}

fn reads(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = world.launch(version).rpc();
    plain_text(&world, &mut pi);
    odd_text(&world, &mut pi);
    ranges(&world, &mut pi);
    truncation(&world, &mut pi);
    failures(&world, &mut pi);
    parallel_calls(&world, &mut pi);
    assert_eq!(pi.extension_errors(), [""; 0]);
    assert_eq!(pi.close(), "", "pi complains about nothing");
}

fn plain_text(world: &PiWorld, pi: &mut PiProcess<'_>) {
    world.write("deep/song.txt", "one\ntwo\n");
    assert_eq!(world.read("deep/song.txt"), "one\ntwo\n");
    let run = pi.play(&Script::new().call(ScriptedCall::read("deep/song.txt")).say("read it"));
    let [result] = &run.results[..] else { panic!("one call has one result: {run:?}") };
    assert_eq!((result.tool.as_str(), result.text.as_str()), ("read", "one\ntwo\n"));
    assert_eq!((&result.details, result.is_error), (&Value::Null, false));

    let [first, second] = &run.requests[..] else { panic!("one call takes two requests: {run:?}") };
    assert_eq!(first.tools(), ["read", "bash", "edit", "write"]);
    assert_eq!(first.results(), [], "nothing is known before the call");
    assert_eq!(second.result_of(&result.call).as_deref(), Some("one\ntwo\n"));
    assert_eq!(second.results().len(), 1);

    let session = pi.session();
    assert_eq!(session.results(), run.results);
    assert_eq!(session.branch().len(), session.entries.len(), "nothing has branched off");
    assert_eq!(session.entry(&result.entry).and_then(PiEntry::tool_result).as_ref(), Some(result));
}

/// Separators of Unicode and control characters come through the protocol as they are.
fn odd_text(world: &PiWorld, pi: &mut PiProcess<'_>) {
    let text = "\u{feff}a\u{2028}b\u{2029}c\r\n\0\u{1b}[0m\"\\ \u{1f600}";
    world.write("odd.txt", text);
    let run = pi.play(&Script::new().call(ScriptedCall::read("odd.txt")));
    assert_eq!(run.results[0].text, text);
    assert_eq!(run.requests[1].result_of(&run.results[0].call).as_deref(), Some(text));
}

fn ranges(world: &PiWorld, pi: &mut PiProcess<'_>) {
    world.write("range.txt", "1\n2\n3\n4\n");
    let run = pi.play(&Script::new().call(ScriptedCall::read_lines("range.txt", 2, 2)));
    assert_eq!(run.results[0].text, "2\n3\n\n[2 more lines in file. Use offset=4 to continue.]");
    assert_eq!(run.results[0].details, Value::Null);
}

fn truncation(world: &PiWorld, pi: &mut PiProcess<'_>) {
    let shown = (1..=2000).map(|number| format!("line {number}")).collect::<Vec<_>>().join("\n");
    world.write("long.txt", format!("{shown}\nline 2001\n"));
    let run = pi.play(&Script::new().call(ScriptedCall::read("long.txt")));
    let expected = format!("{shown}\n\n[Showing lines 1-2000 of 2002. Use offset=2001 to continue.]");
    let result = &run.results[0];
    assert_eq!(result.text, expected);
    let truncation = &result.details["truncation"];
    assert_eq!([&truncation["truncatedBy"], &truncation["outputLines"]], [&json!("lines"), &json!(2000)]);
    assert_eq!(run.requests[1].result_of(&result.call), Some(expected));
}

fn failures(world: &PiWorld, pi: &mut PiProcess<'_>) {
    let run = pi.play(
        &Script::new().call(ScriptedCall::read("missing.txt")).call(ScriptedCall::new("read", json!({}))),
    );
    let missing = world.project().join("missing.txt");
    let expected = format!("ENOENT: no such file or directory, access '{}'", missing.display());
    assert_eq!(run.results[0].text, expected);
    assert_eq!((&run.results[0].details, run.results[0].is_error), (&json!({}), true));
    assert_eq!(run.requests[1].result_of(&run.results[0].call), Some(expected));
    assert!(run.results[1].is_error && run.results[1].text.starts_with("Validation failed"), "{run:?}");
    assert_eq!(run.requests.len(), 3);
}

/// Calls of one message are all answered before the model is asked again, in the order of the calls.
fn parallel_calls(world: &PiWorld, pi: &mut PiProcess<'_>) {
    for name in ["a", "b", "c"] {
        world.write(name, format!("text of {name}"));
    }
    let run = pi.play(&Script::new().together(["a", "b", "a", "c"].map(ScriptedCall::read)));
    let texts: Vec<&str> = run.results.iter().map(|result| result.text.as_str()).collect();
    assert_eq!(texts, ["text of a", "text of b", "text of a", "text of c"]);
    assert_eq!(run.requests.len(), 2);
    let seen = run.requests[1].results();
    let seen: Vec<(&str, &str)> =
        seen[seen.len() - 4..].iter().map(|result| (result.call.as_str(), result.text.as_str())).collect();
    let kept: Vec<(&str, &str)> =
        run.results.iter().map(|result| (result.call.as_str(), result.text.as_str())).collect();
    assert_eq!(seen, kept);
}
