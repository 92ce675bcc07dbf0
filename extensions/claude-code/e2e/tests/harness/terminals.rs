//! What is done at the terminal: compaction, rewinding, clearing.

use reread_claude_e2e::{ApiRequest, ClaudeCall, ClaudeScript, ClaudeVersion, ClaudeWorld};

use super::ledgers::check_ledgers;

fn world() -> (ClaudeWorld, ClaudeScript) {
    let world = ClaudeWorld::new(ClaudeVersion::V2_1_326);
    world.write("song.txt", "one\ntwo\nthree\n");
    let read = ClaudeScript::new().call(ClaudeCall::read(world.path("song.txt")));
    (world, read)
}

/// The results that stand in each request.
fn results(requests: &[ApiRequest]) -> Vec<usize> {
    requests.iter().map(|request| request.results().len()).collect()
}

#[test]
fn after_a_compaction_only_files_are_shown_again() {
    let (world, read) = world();
    let mut terminal = world.terminal();
    assert_eq!(results(&terminal.play(&read)), [0, 1]);
    terminal.compact();
    let after = terminal.play(&read);
    terminal.end();
    assert_eq!(results(&after), [0, 1]);
    assert!(after[0].shows("SUMMARY (scripted)"));
    assert!(after[0].shows("Result of calling the Read tool:\n1\tone\n2\ttwo\n3\tthree\n4\t"));
    assert_eq!(check_ledgers(&world).requests, 4);
}

#[test]
fn a_rewound_conversation_goes_on_from_before() {
    let (world, read) = world();
    let mut terminal = world.terminal();
    terminal.play(&ClaudeScript::new());
    assert_eq!(results(&terminal.play(&read)), [0, 1]);
    terminal.rewind();
    assert_eq!(results(&terminal.play(&read)), [0, 1], "what was read is gone");
    terminal.end();
    assert_eq!(world.transcripts().len(), 1);
    assert_eq!(check_ledgers(&world).requests, 5);
}

#[test]
fn clearing_begins_another_conversation() {
    let (world, read) = world();
    let mut terminal = world.terminal();
    let before = terminal.play(&read);
    terminal.clear();
    let after = terminal.play(&read);
    terminal.end();
    assert_eq!(results(&after), [0, 1]);
    assert_ne!(before[0].session, after[0].session);
    assert_eq!(world.transcripts().len(), 2);
    assert_eq!(check_ledgers(&world).requests, 4);
}
