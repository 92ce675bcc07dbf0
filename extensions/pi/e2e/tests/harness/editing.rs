//! Context edits and altered results: what the model sees differs from what the tool said.

use reread_pi_e2e::{BranchEdit, PiProcess, PiRun, PiVersion, PiWorld, Script, ScriptedCall};

#[test]
fn pi_1_5_0_edits() {
    edits(PiVersion::V1_5_0);
}

#[test]
fn pi_0_87_1_edits() {
    edits(PiVersion::V0_87_1);
}

fn edits(version: PiVersion) {
    let world = PiWorld::new();
    world.write("a.txt", "alpha");
    world.write("b.txt", "beta");
    let mut pi = world.launch(version).rpc();
    removal_and_replacement(&mut pi);
    pi.new_session();
    edits_within_a_run(&mut pi);
    pi.new_session();
    altered_results(&mut pi);
    assert_eq!(pi.extension_errors(), [""; 0]);
    pi.close();
}

/// What pi sends in place of a result that was removed: the protocol wants one for every call.
const OMITTED: &str = "No result provided";

/// What the last request of the run says about the call with that index in the first run.
fn seen(run: &PiRun, of: &PiRun, index: usize) -> Option<String> {
    run.requests.last().and_then(|request| request.result_of(&of.results[index].call))
}

fn removal_and_replacement(pi: &mut PiProcess<'_>) {
    let reading = pi.play(&Script::new().together(["a.txt", "b.txt"].map(ScriptedCall::read)));
    let before = pi.leaf();
    let edit = pi.edit_context(&reading.results[0].entry, &BranchEdit::Remove);
    assert_eq!(seen(&edit, &reading, 0).as_deref(), Some("alpha"), "the edit is made at the end of the turn");
    pi.edit_context(&reading.results[1].entry, &BranchEdit::Replace("[pruned]\n\"b\"".to_owned()));

    let run = pi.play(&Script::new());
    assert_eq!(seen(&run, &reading, 0).as_deref(), Some(OMITTED));
    assert!(!run.requests[0].shows("alpha"), "{:?}", run.requests[0].texts());
    assert_eq!(seen(&run, &reading, 1).as_deref(), Some("[pruned]\n\"b\""));
    let session = pi.session();
    assert_eq!(session.results(), reading.results, "the session keeps the originals");
    let edits = session.branch().into_iter().filter(|entry| entry.kind() == "context_edit");
    let targets: Vec<&str> = edits.filter_map(|entry| entry.value()["targetId"].as_str()).collect();
    assert_eq!(targets, [&reading.results[0].entry, &reading.results[1].entry]);

    pi.navigate(&before);
    let run = pi.play(&Script::new());
    assert_eq!(seen(&run, &reading, 0).as_deref(), Some("alpha"), "an edit is part of its branch");
    assert_eq!(seen(&run, &reading, 1).as_deref(), Some("beta"));
}

/// An edit at the end of a turn is in force when the model is asked again in the same run.
fn edits_within_a_run(pi: &mut PiProcess<'_>) {
    pi.edit_next_result(1, &BranchEdit::Remove);
    let run = pi.play(
        &Script::new().together(["a.txt", "b.txt"].map(ScriptedCall::read)).call(ScriptedCall::read("b.txt")),
    );
    assert_eq!(seen(&run, &run, 0).as_deref(), Some("alpha"));
    assert_eq!(run.requests[1].result_of(&run.results[1].call).as_deref(), Some(OMITTED));
    assert_eq!(seen(&run, &run, 2).as_deref(), Some("beta"), "only one result was edited");
    assert_eq!(run.results[1].text, "beta");
}

/// Another extension that rewrites a result does so before the session keeps it.
fn altered_results(pi: &mut PiProcess<'_>) {
    pi.alter_results("read", "words of another extension");
    let run = pi.play(&Script::new().call(ScriptedCall::read("a.txt")));
    assert_eq!(run.results[0].text, "words of another extension");
    assert_eq!(seen(&run, &run, 0).as_deref(), Some("words of another extension"));
    pi.leave_results();
    let run = pi.play(&Script::new().call(ScriptedCall::read("a.txt")));
    assert_eq!(run.results[0].text, "alpha");
}
