//! Print mode and JSON mode, which end by themselves.

use reread_pi_e2e::{PiSession, PiVersion, PiWorld, Script, ScriptedCall};

#[test]
fn pi_1_5_0_runs_to_its_end() {
    runs_to_its_end(PiVersion::V1_5_0);
}

#[test]
fn pi_0_87_1_runs_to_its_end() {
    runs_to_its_end(PiVersion::V0_87_1);
}

fn runs_to_its_end(version: PiVersion) {
    let world = PiWorld::new();
    world.write("a.txt", "alpha");
    let script = Script::new().call(ScriptedCall::read("a.txt")).say("that was a.txt");

    let printed = world.launch(version).print(&script);
    assert_eq!((printed.code, printed.stdout.as_str()), (Some(0), "that was a.txt\n"), "{printed:?}");
    assert_eq!(printed.requests.len(), 2);
    assert_eq!(printed.requests[1].results()[0].text, "alpha");
    let files = world.session_files();
    let [file] = &files[..] else { panic!("one run writes one session: {files:?}") };
    assert_eq!(PiSession::load(file).results()[0].text, "alpha");

    let streamed = world.launch(version).flag("--continue").json(&script);
    assert_eq!(streamed.code, Some(0), "{streamed:?}");
    let events = streamed.events();
    assert_eq!(events[0]["type"], "session");
    assert!(events.iter().any(|event| event["type"] == "agent_settled"));
    let seen = streamed.requests[1].results();
    assert_eq!(seen.iter().map(|result| result.text.as_str()).collect::<Vec<_>>(), ["alpha", "alpha"]);
    assert_eq!(world.session_files(), files, "the session was continued");
    assert_eq!(PiSession::load(file).results().len(), 2);
}
