//! Transcripts say what the model was sent, hash for hash.

use reread_claude_e2e::{ClaudeCall, ClaudeScript, ClaudeVersion, ClaudeWorld, LedgerCheck};

/// A text of so many lines.
fn text(lines: usize) -> String {
    (1..=lines).map(|number| format!("line {number} of the text\n")).collect()
}

/// Records a world, and checks every transcript of it against what the model was sent; the sum.
#[track_caller]
pub(crate) fn check_ledgers(world: &ClaudeWorld) -> LedgerCheck {
    let test = std::thread::current().name().unwrap_or("unnamed").replace("::", "-");
    world.record(&test);
    let sent = world.model().requests();
    let mut sum = LedgerCheck::default();
    for transcript in world.transcripts() {
        let check = transcript.ledger().check(&sent);
        let check = check.unwrap_or_else(|fault| panic!("{}: {fault}", transcript.file.display()));
        sum.requests += check.requests;
        sum.results += check.results;
        sum.results_in_blobs += check.results_in_blobs;
        sum.elsewhere += check.elsewhere;
    }
    sum
}

#[test]
fn reads_edits_and_calls_of_one_message() {
    let world = ClaudeWorld::new(ClaudeVersion::V2_1_326);
    world.write("long.txt", text(60));
    let long = world.path("long.txt");
    let script = ClaudeScript::new()
        .call(ClaudeCall::read(&long))
        .together([ClaudeCall::read_lines(&long, 5, 3), ClaudeCall::bash("cat long.txt")])
        .call(ClaudeCall::edit(&long, "line 7 of", "LINE 7 of"))
        .call(ClaudeCall::write(world.path("new.txt"), "ä\n\u{2028}\t\"\n"))
        .call(ClaudeCall::read(world.path("new.txt")));
    let run = world.play(&script);
    let check = check_ledgers(&world);
    assert_eq!((check.requests, check.elsewhere), (run.requests.len(), 0));
    assert_eq!((check.results, check.results_in_blobs), (15, 0), "each of five is in every later request");
}

#[test]
fn a_resumed_conversation_goes_on_in_its_file() {
    let world = ClaudeWorld::new(ClaudeVersion::V2_1_326);
    world.write("long.txt", text(60));
    let read = ClaudeScript::new().call(ClaudeCall::read(world.path("long.txt")));
    let first = world.play(&read);
    let second = world.launch().resume(&first.session).print(&read);
    assert_eq!(first.session, second.session);
    assert_eq!(second.results(), first.results());
    assert_eq!(world.transcripts().len(), 1);
    assert_eq!(check_ledgers(&world).requests, 4);
}

#[test]
fn a_fork_has_a_file_and_a_ledger_of_its_own() {
    let world = ClaudeWorld::new(ClaudeVersion::V2_1_326);
    world.write("long.txt", text(60));
    let read = ClaudeScript::new().call(ClaudeCall::read(world.path("long.txt")));
    let first = world.play(&read);
    let second = world.launch().resume(&first.session).flag("--fork-session").print(&read);
    assert_ne!(first.session, second.session);
    assert_eq!(second.requests[0].results().len(), 1, "the fork shows what was read before");
    assert_eq!(world.transcripts().len(), 2);
    let check = check_ledgers(&world);
    assert_eq!((check.requests, check.elsewhere), (4, 2));
}

#[test]
fn a_sub_agent_has_a_file_of_its_own_and_sees_nothing_of_the_main_thread() {
    let world = ClaudeWorld::new(ClaudeVersion::V2_1_326);
    world.write("long.txt", text(60));
    let read = ClaudeScript::new().call(ClaudeCall::read(world.path("long.txt")));
    let script = read.clone().call(ClaudeCall::agent(&world.prompt(&read)));
    let run = world.play(&script);
    let of_agent: Vec<_> = run.requests.iter().filter(|request| !request.agent.is_empty()).collect();
    assert_eq!(of_agent.len(), 2);
    assert_eq!(of_agent[0].results(), []);
    assert_eq!(world.transcripts().iter().filter(|transcript| transcript.is_of_agent()).count(), 1);
    assert_eq!(check_ledgers(&world).requests, 5);
}

#[test]
fn an_older_version_keeps_none() {
    let world = ClaudeWorld::new(ClaudeVersion::V2_1_299);
    world.write("long.txt", text(60));
    let run = world.play(&ClaudeScript::new().call(ClaudeCall::read(world.path("long.txt"))));
    assert_eq!(run.results()[0].lines().count(), 61);
    let transcripts = world.transcripts();
    assert_eq!(transcripts.len(), 1);
    assert!(transcripts[0].ledger().is_empty());
}
