//! Reads that a script of the model makes, where pi has codemode.

use reread_pi_e2e::{PiVersion, PiWorld, Script, ScriptedCall};

#[test]
fn pi_1_5_0_reads_for_a_script() {
    let world = PiWorld::new();
    world.write("a.txt", "one\ntwo\n");
    let mut pi = world.launch(PiVersion::V1_5_0).codemode().rpc();
    let code = r#"const text_of_a = await tools.read({ path: "a.txt" }); text(text_of_a.toUpperCase());"#;
    let run = pi.play(&Script::new().call(ScriptedCall::codemode(code)).call(ScriptedCall::read("a.txt")));
    assert!(run.requests[0].tools().contains(&"codemode"));

    let [script, read] = &run.results[..] else { panic!("a nested call has no result of its own: {run:?}") };
    assert_eq!((script.tool.as_str(), script.is_error), ("codemode", false), "{}", script.text);
    assert!(script.text.contains("ONE\nTWO\n"), "the script was given the file: {}", script.text);
    let nested = &script.nested["calls"][0];
    assert_eq!([&nested["name"], &nested["status"]], ["read", "ok"]);
    assert_eq!(nested["id"], format!("{}/1", script.call));
    assert_eq!(read.text, "one\ntwo\n");

    let seen = run.requests[1].result_of(&script.call).unwrap();
    assert!(seen.contains("ONE\nTWO\n") && !run.requests[1].shows("one\ntwo\n"), "{seen}");
    assert_eq!(run.requests[2].result_of(&read.call).as_deref(), Some("one\ntwo\n"));
    let nested = |event: &&serde_json::Value| event["parentToolCallId"] == script.call.as_str();
    assert!(pi.events().iter().any(|event| nested(&event)), "nested calls show in the events");
    pi.close();
}
