//! What a process is given, what it tells on the way, and how it ends.

use reread_pi_e2e::{Notification, PiVersion, PiWorld, Script, ScriptedCall};
use serde_json::json;

const NOTIFYING: &str = r#"
export default function (pi) {
  pi.registerCommand("greet", { description: "", handler: async (args, ctx) => {
    ctx.ui.notify(`${process.env.GREETING} ${args}`);
    ctx.ui.notify("twice", "warning");
  } });
  pi.on("session_start", () => console.error("complaint"));
}
"#;

#[test]
fn extensions_flags_and_variables_reach_pi_and_notes_come_back() {
    let world = PiWorld::new();
    world.write("notifying.ts", NOTIFYING);
    let extension = world.project().join("notifying.ts");
    let launch = world.launch(PiVersion::V1_5_0).extension(&extension).env("GREETING", "hello");
    let mut pi = launch.flag("--tools").flag("read").rpc();
    let notes = pi.command("/greet you");
    let note =
        |message: &str, kind: &str| Notification { message: message.to_owned(), kind: kind.to_owned() };
    assert_eq!(notes, [note("hello you", "info"), note("twice", "warning")]);
    pi.command("/greet again");
    assert_eq!(pi.notifications().len(), 4);
    assert_eq!(pi.play(&Script::new()).requests[0].tools(), ["read"]);
    let stderr = pi.close();
    assert!(stderr.contains("complaint\n"), "{stderr:?}");
}

#[test]
fn pi_1_5_0_installs() {
    installs(PiVersion::V1_5_0);
}

#[test]
fn pi_0_87_1_installs() {
    installs(PiVersion::V0_87_1);
}

fn installs(version: PiVersion) {
    let world = PiWorld::new();
    let manifest =
        json!({ "name": "greeter", "keywords": ["pi-package"], "pi": { "extensions": ["./greet.ts"] } });
    world.write("greeter/package.json", manifest.to_string());
    world.write("greeter/greet.ts", NOTIFYING);
    let installed = world.launch(version).run(&["install", "./greeter"]);
    assert_eq!(installed.code, Some(0), "{installed:?}");
    let mut pi = world.launch(version).discovering().env("GREETING", "hello").rpc();
    assert_eq!(pi.command("/greet you")[0].message, "hello you");
    pi.close();
}

#[test]
fn pi_1_5_0_stops_in_mid_call() {
    stops_in_mid_call(PiVersion::V1_5_0);
}

#[test]
fn pi_0_87_1_stops_in_mid_call() {
    stops_in_mid_call(PiVersion::V0_87_1);
}

fn stops_in_mid_call(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = world.launch(version).rpc();
    let begun = pi.begin(&Script::new().call(ScriptedCall::new("bash", json!({ "command": "sleep 600" }))));
    let started = pi.wait_for(&begun, "tool_execution_start");
    assert_eq!(started["toolName"], "bash");
    assert_eq!(pi.state()["isStreaming"], true);
    pi.abort();
    let run = pi.settle(&begun);
    assert_eq!(run.requests.len(), 1, "the model is not asked again");
    let [result] = &run.results[..] else { panic!("a stopped call has a result: {run:?}") };
    assert_eq!((result.text.as_str(), result.is_error), ("Command aborted", true));
    assert_eq!(pi.state()["isStreaming"], false);

    world.write("a.txt", "alpha");
    let run = pi.play(&Script::new().call(ScriptedCall::read("a.txt")));
    assert_eq!(run.results[0].text, "alpha", "another run follows as usual");
    pi.close();
}

#[test]
fn processes_of_one_world_are_told_apart() {
    let world = PiWorld::new();
    world.write("a.txt", "alpha");
    let mut current = world.launch(PiVersion::V1_5_0).rpc();
    let mut older = world.launch(PiVersion::V0_87_1).rpc();
    assert_ne!(current.id(), older.id());
    let read = Script::new().call(ScriptedCall::read("a.txt"));
    let (begun, also_begun) = (current.begin(&read), older.begin(&read));
    let (run, other) = (current.settle(&begun), older.settle(&also_begun));
    for run in [&run, &other] {
        assert_eq!(run.requests.len(), 2);
        assert_eq!(run.requests[1].results().len(), 1);
        assert_eq!(run.requests[1].result_of(&run.results[0].call).as_deref(), Some("alpha"));
    }
    assert_ne!(run.results[0].call, other.results[0].call);
    assert_ne!(current.session_file(), older.session_file());
    assert_eq!(world.model().requests().len(), 4);
    drop(current);
    older.close();
}
