//! A proposal keeps all its texts until it is decided, and is believed only with its seal.

use reread_codes::Code;
use reread_store::{
    Database, HistoryDefect, NewProposal, Proposal, ProposalId, ProposalState, ProposeError, UnixMillis,
    VersionId,
};
use reread_text::Digest;
use rusqlite::Connection;

use crate::world::{ROOT, World, source, write};

fn proposal(theirs: &[u8]) -> NewProposal<'_> {
    NewProposal {
        root: ROOT,
        path: b"a",
        base: Some(b"base"),
        ours: Some(b"ours"),
        theirs: Some(theirs),
        base_version: VersionId::new(1),
        current_version: VersionId::new(2),
        caller: "agent",
        request: "apply_patch",
        at: UnixMillis(7),
    }
}

fn texts(database: &Database, proposal: &Proposal) -> [Option<String>; 4] {
    let text = |digest: &Digest| String::from_utf8(database.kept_bytes(digest).unwrap().unwrap()).unwrap();
    let Proposal { base, ours, theirs, suggested, .. } = proposal;
    [base, ours, theirs, suggested].map(|digest| digest.as_ref().map(text))
}

fn some(texts: [&str; 4]) -> [Option<String>; 4] {
    texts.map(|text| Some(text.to_owned()).filter(|text| !text.is_empty()))
}

/// A model may be slower than a person. What the person said stands.
#[test]
fn the_first_suggestion_stands_where_that_is_asked_for() {
    let world = World::new();
    let database = world.database();
    let id = database.proposals().propose(&proposal(b"theirs")).unwrap().id;
    let by_model = database.proposals().suggest_first(id, b"by a model").unwrap().unwrap();
    assert_eq!(texts(&database, &by_model), some(["base", "ours", "theirs", "by a model"]));
    database.proposals().suggest(id, b"by hand").unwrap();
    let by_hand = database.proposals().suggest_first(id, b"by a model").unwrap().unwrap();
    assert_eq!(texts(&database, &by_hand), some(["base", "ours", "theirs", "by hand"]));
    assert_eq!(database.kept_bytes(&Digest::of(b"by a model")).unwrap(), None);
}

#[test]
fn a_proposal_is_kept_with_all_its_texts_until_it_is_decided() {
    let world = World::new();
    let made = world.database().proposals().propose(&proposal(b"theirs")).unwrap();
    assert_eq!((made.id.to_string().as_str(), made.state, made.settled), ("p1", ProposalState::Open, None));
    assert_eq!(
        (made.created, made.caller.as_str(), made.request.as_str()),
        (UnixMillis(7), "agent", "apply_patch")
    );
    assert_eq!((made.base_version, made.current_version), (VersionId::new(1), VersionId::new(2)));
    let database = world.database();
    assert_eq!(texts(&database, &made), some(["base", "ours", "theirs", ""]));
    assert_eq!(database.proposals().in_state(ProposalState::Open).unwrap(), std::slice::from_ref(&made));

    let suggested = database.proposals().suggest(made.id, b"both").unwrap().unwrap();
    assert_eq!(texts(&database, &suggested), some(["base", "ours", "theirs", "both"]));
    let suggested = database.proposals().suggest(made.id, b"better").unwrap().unwrap();
    assert_eq!(database.kept_bytes(&Digest::of(b"both")).unwrap(), None, "nothing cites it any more");

    let approved =
        database.proposals().settle(made.id, ProposalState::Approved, UnixMillis(9)).unwrap().unwrap();
    let settled = Some(UnixMillis(9));
    assert_eq!(approved, Proposal { state: ProposalState::Approved, settled, ..suggested });
    assert_eq!(database.proposals().get(made.id).unwrap(), Some(approved.clone()));
    assert_eq!(database.proposals().in_state(ProposalState::Approved).unwrap(), [approved]);
    assert_eq!(database.proposals().settle(made.id, ProposalState::Dropped, UnixMillis(9)).unwrap(), None);
    assert_eq!(database.proposals().suggest(made.id, b"late").unwrap(), None);
    assert_eq!(database.proposals().move_to(made.id, None, None, UnixMillis(9)).unwrap(), None);
    assert_eq!(database.kept_bytes(&Digest::of(b"late")).unwrap(), None);
    assert_eq!(database.proposals().get(ProposalId::new(9).unwrap()).unwrap(), None);
    assert_eq!(database.check(true).unwrap(), []);
}

#[test]
fn a_disk_that_moved_on_gets_another_number() {
    let world = World::new();
    let database = world.database();
    let made = database.proposals().propose(&proposal(b"theirs")).unwrap();
    let suggested = database.proposals().suggest(made.id, b"both").unwrap().unwrap();
    let moved = |ours, version, at| {
        database.proposals().move_to(made.id, ours, VersionId::new(version), UnixMillis(at))
    };
    let same = moved(Some(&b"ours"[..]), 3, 8).unwrap().unwrap();
    assert_eq!(same, Proposal { current_version: VersionId::new(3), ..suggested });
    assert_eq!(database.proposals().successor(&same).unwrap(), None);

    let newer = moved(Some(b"newer"), 4, 9).unwrap().unwrap();
    assert_eq!((newer.id.to_string().as_str(), newer.created), ("p2", UnixMillis(9)));
    assert_eq!(texts(&database, &newer), some(["base", "newer", "theirs", ""]));
    let closed = Proposal { state: ProposalState::Superseded, settled: Some(UnixMillis(9)), ..same };
    assert_eq!(database.proposals().get(made.id).unwrap(), Some(closed.clone()));
    assert_eq!(texts(&database, &closed), some(["base", "ours", "theirs", "both"]), "it can be looked at");
    assert_eq!(database.proposals().suggest(made.id, b"late").unwrap(), None);
    assert_eq!(moved(Some(b"newest"), 5, 9).unwrap(), None);

    let gone = database.proposals().move_to(newer.id, None, None, UnixMillis(10)).unwrap().unwrap();
    assert_eq!((gone.ours, gone.current_version), (None, None));
    assert_eq!(database.proposals().successor(&closed).unwrap(), Some(gone.clone()));
    assert_eq!(database.proposals().in_state(ProposalState::Open).unwrap(), [gone]);
    assert_eq!(database.check(true).unwrap(), []);
}

#[test]
fn the_same_edit_is_open_once() {
    let world = World::new();
    let database = world.database();
    let made = database.proposals().propose(&proposal(b"theirs")).unwrap();
    let suggested = database.proposals().suggest(made.id, b"both").unwrap().unwrap();
    assert_eq!(database.proposals().propose(&proposal(b"theirs")).unwrap(), suggested);
    let newer = NewProposal { ours: Some(b"newer"), at: UnixMillis(8), ..proposal(b"theirs") };
    let again = database.proposals().propose(&newer).unwrap();
    assert_eq!((again.id.to_string().as_str(), again.suggested), ("p2", None));
    assert_eq!(database.proposals().in_state(ProposalState::Open).unwrap(), std::slice::from_ref(&again));
    for other in [
        proposal(b"other"),
        NewProposal { base: None, ..proposal(b"theirs") },
        NewProposal { path: b"b", ..proposal(b"theirs") },
        NewProposal { root: b"/", ..proposal(b"theirs") },
        NewProposal { caller: "another", ..proposal(b"theirs") },
    ] {
        assert_ne!(database.proposals().propose(&other).unwrap().id, again.id);
    }
    database.proposals().settle(again.id, ProposalState::Dropped, UnixMillis(8)).unwrap();
    assert_eq!(database.proposals().propose(&proposal(b"theirs")).unwrap().id.to_string(), "p8");
}

#[test]
fn there_is_an_end_to_what_waits() {
    let world = World::new();
    let database = world.database();
    for n in 0..256_u32 {
        database.proposals().propose(&proposal(&n.to_be_bytes())).unwrap();
    }
    let error = database.proposals().propose(&proposal(b"more")).unwrap_err();
    assert_eq!(
        (error.code().as_str(), error.to_string().as_str()),
        ("too_many_proposals", "256 proposals wait for a decision already")
    );
    database.proposals().propose(&proposal(&7_u32.to_be_bytes())).unwrap();
    let long = vec![0; (64 << 20) + 1];
    assert!(matches!(database.proposals().propose(&proposal(&long)), Err(ProposeError::TooLong(_))));
}

#[test]
fn secrets_in_what_was_said_are_replaced() {
    let world = World::new();
    let secret = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let made = world
        .database()
        .proposals()
        .propose(&NewProposal { caller: &secret, request: &secret, ..proposal(b"x") })
        .unwrap();
    assert!(made.caller.contains("[redacted:") && made.request.contains("[redacted:"));
}

#[test]
fn a_proposal_that_another_program_wrote_is_not_believed() {
    for change in [
        "UPDATE proposals SET theirs = ours",
        "UPDATE proposals SET suggested = ours",
        "UPDATE proposals SET path = x'62'",
        "UPDATE proposals SET root = x'62'",
        "UPDATE proposals SET state = 1",
        "UPDATE proposals SET state = 7",
        "UPDATE proposals SET settled = 1",
        "UPDATE proposals SET request = 'harmless'",
        "UPDATE proposals SET current_version = 9",
        "UPDATE proposals SET id = 9",
    ] {
        let world = World::new();
        let database = world.database();
        database.proposals().propose(&proposal(b"theirs")).unwrap();
        Connection::open(world.path("reread.db")).unwrap().execute_batch(change).unwrap();
        let by_number = [1, 9].map(|number| database.proposals().get(ProposalId::new(number).unwrap()));
        assert!(
            by_number.into_iter().any(|found| found.is_err_and(|error| error.code() == Code::Damaged)),
            "{change}"
        );
        let findings = database.check(false).unwrap();
        let is_named = |finding: &HistoryDefect| finding.to_string().starts_with("proposal p");
        assert!(findings.iter().any(is_named), "{change}: {findings:?}");
    }
}

#[test]
fn an_open_proposal_outlives_what_it_was_made_of() {
    let world = World::new();
    let database = world.database();
    let [base, ours, theirs] = [1, 2, 3].map(|version| source(100, version));
    write(&database, 1, b"a", Some(&base), Some(&ours));
    write(&database, 2, b"a", Some(&ours), Some(b"later"));
    let new = NewProposal { base: Some(&base), ours: Some(&ours), ..proposal(&theirs) };
    let made = database.proposals().propose(&new).unwrap();
    let numbers = || -> Vec<String> {
        let versions = database.versions(ROOT, b"a").list(None, 9).unwrap();
        versions.iter().map(|version| version.id.to_string()).collect()
    };
    let everything = UnixMillis(u64::MAX);
    assert_eq!(database.prune_history(everything, 0, |_| false, u64::MAX).unwrap().versions, 0);
    assert_eq!(numbers(), ["v3", "v2", "v1"]);
    database.proposals().settle(made.id, ProposalState::Dropped, UnixMillis(9)).unwrap();
    let pruned = database.prune_history(everything, 0, |_| false, u64::MAX).unwrap();
    assert_eq!((pruned.versions, pruned.proposals), (2, 1));
    assert_eq!(numbers(), ["v3"]);
    for text in [&base, &ours, &theirs] {
        assert_eq!(database.kept_bytes(&Digest::of(text)).unwrap(), None);
    }
    assert_eq!(database.check(true).unwrap(), []);
}
