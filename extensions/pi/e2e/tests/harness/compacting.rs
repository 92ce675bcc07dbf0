//! Compaction, and the way back behind it.

use reread_pi_e2e::{ModelRequest, PiProcess, PiVersion, PiWorld, SUMMARY, Script, ScriptedCall};
use serde_json::json;

#[test]
fn pi_1_5_0_compacts() {
    compacts(PiVersion::V1_5_0);
}

#[test]
fn pi_0_87_1_compacts() {
    compacts(PiVersion::V0_87_1);
}

fn compacts(version: PiVersion) {
    let world = PiWorld::new();
    world.write("a.txt", "alpha");
    world.write("b.txt", "beta");
    let mut pi = world.launch(version).rpc();
    on_request(&world, &mut pi);
    pi.new_session();
    twice_and_back(&mut pi);
    pi.new_session();
    in_the_middle_of_a_run(&mut pi);
    assert_eq!(pi.extension_errors(), [""; 0]);
    pi.close();
}

fn kinds(pi: &mut PiProcess<'_>) -> Vec<String> {
    pi.session().branch().iter().map(|entry| entry.kind().to_owned()).collect()
}

fn texts(request: &ModelRequest) -> Vec<String> {
    request.results().into_iter().map(|result| result.text).collect()
}

fn on_request(world: &PiWorld, pi: &mut PiProcess<'_>) {
    let refused = pi.try_ask(json!({ "type": "compact" }));
    assert!(refused.is_err(), "an empty session has nothing to compact: {refused:?}");
    pi.play(&Script::new().call(ScriptedCall::read("a.txt")));
    let seen = world.model().requests().len();
    let reply = pi.compact();
    assert!(reply["summary"].as_str().is_some_and(|summary| summary.contains(SUMMARY)), "{reply}");
    let asked = world.model().requests().split_off(seen);
    assert!(!asked.is_empty() && asked.iter().all(ModelRequest::asks_for_summary), "{asked:?}");
    assert!(kinds(pi).iter().any(|kind| kind == "compaction"));

    let run = pi.play(&Script::new());
    assert!(run.requests[0].shows(SUMMARY));
    assert_eq!(texts(&run.requests[0]), [""; 0], "the result is no longer in the context");
    assert_eq!(pi.session().results().len(), 1, "it is still in the session");
}

fn twice_and_back(pi: &mut PiProcess<'_>) {
    pi.play(&Script::new().call(ScriptedCall::read("a.txt")));
    let before_first = pi.leaf();
    pi.compact();
    let run = pi.play(&Script::new().call(ScriptedCall::read("b.txt")));
    assert_eq!(texts(&run.requests[1]), ["beta"]);
    let between = pi.leaf();
    pi.compact();
    assert_eq!(texts(&pi.play(&Script::new()).requests[0]), [""; 0]);

    pi.navigate(&between);
    assert_eq!(pi.leaf(), between);
    let run = pi.play(&Script::new());
    assert_eq!(texts(&run.requests[0]), ["beta"], "only the first compaction is on the branch");
    assert!(run.requests[0].shows(SUMMARY));

    pi.navigate(&before_first);
    let run = pi.play(&Script::new());
    assert_eq!(texts(&run.requests[0]), ["alpha"], "no compaction is on the branch");
    assert!(!run.requests[0].shows(SUMMARY));
    assert!(!kinds(pi).iter().any(|kind| kind == "compaction"));
}

/// A model that says it is nearly full is compacted before it is asked again, and the run goes on.
fn in_the_middle_of_a_run(pi: &mut PiProcess<'_>) {
    let script =
        Script::new().call(ScriptedCall::read("a.txt")).call(ScriptedCall::read("b.txt")).claiming(190_000);
    let run = pi.play(&script.call(ScriptedCall::read("a.txt")).say("finished"));
    let read: Vec<&str> = run.results.iter().map(|result| result.text.as_str()).collect();
    assert_eq!(read, ["alpha", "beta", "alpha"], "the script is played to its end");
    let seen: Vec<(bool, Vec<String>)> =
        run.requests.iter().map(|request| (request.asks_for_summary(), texts(request))).collect();
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    assert_eq!(seen[0], (false, words(&[])));
    assert_eq!(seen[1], (false, words(&["alpha"])));
    assert!(seen[2].0, "pi asks for a summary between two turns: {seen:?}");
    let after: Vec<&(bool, Vec<String>)> = seen.iter().filter(|(summary, _)| !summary).skip(2).collect();
    assert_eq!(after, [&(false, words(&["beta"])), &(false, words(&["beta", "alpha"]))]);
    assert_eq!(kinds(pi).iter().filter(|kind| *kind == "compaction").count(), 1);
}
