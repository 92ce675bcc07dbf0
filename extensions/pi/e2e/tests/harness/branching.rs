//! Moving in the tree of a session, and from session to session.

use reread_pi_e2e::{PiProcess, PiSession, PiVersion, PiWorld, SUMMARY, Script, ScriptedCall};

#[test]
fn pi_1_5_0_branches() {
    branches(PiVersion::V1_5_0);
}

#[test]
fn pi_0_87_1_branches() {
    branches(PiVersion::V0_87_1);
}

fn branches(version: PiVersion) {
    let world = PiWorld::new();
    world.write("a.txt", "alpha");
    world.write("b.txt", "beta");
    let mut pi = world.launch(version).rpc();
    tree(&mut pi);
    pi.new_session();
    fork_clone_and_switch(&world, &mut pi);
    let file = pi.session_file();
    let before = pi.session();
    assert_eq!(pi.extension_errors(), [""; 0]);
    pi.close();

    let mut pi = world.launch(version).session(&file).rpc();
    assert_eq!(pi.session_file(), file);
    assert_eq!(pi.session().results(), before.results());
    assert_eq!(seen_now(&mut pi), ["alpha", "beta"], "a resumed session shows the model what it saw before");
    pi.close();
}

/// The results that the model sees when it is asked now.
fn seen_now(pi: &mut PiProcess<'_>) -> Vec<String> {
    let run = pi.play(&Script::new());
    run.requests[0].results().into_iter().map(|result| result.text).collect()
}

fn tree(pi: &mut PiProcess<'_>) {
    pi.play(&Script::new().call(ScriptedCall::read("a.txt")));
    let after_a = pi.leaf();
    pi.play(&Script::new().call(ScriptedCall::read("b.txt")));
    let after_b = pi.leaf();

    pi.navigate(&after_a);
    assert_eq!(seen_now(pi), ["alpha"]);
    pi.navigate(&after_b);
    assert_eq!(seen_now(pi), ["alpha", "beta"]);

    let prompt = pi.session().prompts()[1].id().to_owned();
    let parent = pi.session().entry(&prompt).and_then(|entry| entry.parent().map(str::to_owned));
    pi.navigate(&prompt);
    assert_eq!(pi.session().leaf, parent, "a prompt is up for another try");
    assert_eq!(seen_now(pi), ["alpha"]);

    let root = pi.session().prompts()[0].id().to_owned();
    pi.navigate_with_summary(&root);
    assert!(pi.session().branch().iter().any(|entry| entry.kind() == "branch_summary"));
    let run = pi.play(&Script::new());
    assert_eq!(run.requests[0].results(), []);
    assert!(run.requests[0].shows(SUMMARY));
}

fn fork_clone_and_switch(world: &PiWorld, pi: &mut PiProcess<'_>) {
    let empty = pi.session();
    assert_eq!(empty.results(), [], "a new session is empty");
    pi.play(&Script::new().call(ScriptedCall::read("a.txt")));
    pi.play(&Script::new().call(ScriptedCall::read("b.txt")));
    let original = pi.session_file();
    let results = pi.session().results();

    let second = pi.session().prompts()[1].id().to_owned();
    pi.fork(&second);
    let fork = pi.session_file();
    assert_ne!(fork, original);
    assert_eq!(seen_now(pi), ["alpha"]);

    pi.switch_session(&original);
    assert_eq!(pi.session_file(), original);
    assert_eq!(pi.session().results(), results);

    pi.clone_session();
    let clone = pi.session_file();
    assert!(clone != original && clone != fork);
    assert_eq!(seen_now(pi), ["alpha", "beta"]);

    pi.switch_session(&original);
    assert_eq!(seen_now(pi), ["alpha", "beta"]);
    assert_eq!(PiSession::load(&original).results(), pi.session().results(), "the file is what RPC tells");
    assert_eq!(world.session_files().len(), 4, "the first session, this one, its fork and its clone");
}
