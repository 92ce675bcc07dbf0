//! An edit that was made for an earlier version goes together with the external changes since, or does not, and says so.

use reread_edit::{MatchTolerance, TextEdit};
use reread_files::{EditOutcome, PatchInput, PatchRequest, Settings, UnseenLines, WriteContext};
use reread_store::{ProposalState, UnixMillis};

use crate::writing::place::{Place, block, check_refused, writer};

fn numbered(replaced: &[(usize, &str)]) -> String {
    let line = |number: usize| {
        replaced
            .iter()
            .find(|(at, _)| *at == number)
            .map_or_else(|| format!("line {number}\n"), |(_, text)| format!("{text}\n"))
    };
    (1..=40).map(line).collect()
}

#[test]
fn case_70_an_edit_is_merged_with_an_edit_elsewhere() {
    let place = Place::new();
    place.put("a.txt", numbered(&[]));
    let tag = place.tag("a.txt");
    place.put("a.txt", numbered(&[(30, "hers"), (31, "and hers")]));
    let reply = place.patch_on(Some(&tag), block("a.txt", "line 3\n", "mine\n")).unwrap();
    let edited = &reply.files[0];
    assert_eq!((edited.outcome, edited.nearby_change), (EditOutcome::Rebased, false));
    assert_eq!(edited.ranges.iter().map(ToString::to_string).collect::<Vec<_>>(), ["3-3"]);
    assert!(String::from_utf8_lossy(&edited.external.as_ref().unwrap().text).contains("+hers"));
    assert_eq!(place.bytes("a.txt"), numbered(&[(3, "mine"), (30, "hers"), (31, "and hers")]).into_bytes());
}

#[test]
fn an_edit_close_to_another_says_so() {
    let place = Place::new();
    place.put("a.txt", numbered(&[]));
    let tag = place.tag("a.txt");
    place.put("a.txt", numbered(&[(6, "hers")]));
    let reply = place.patch_on(Some(&tag), block("a.txt", "line 4\n", "mine\n")).unwrap();
    assert_eq!((reply.files[0].outcome, reply.files[0].nearby_change), (EditOutcome::Rebased, true));
}

#[test]
fn only_edits_of_the_conversation_or_with_a_named_tag_are_own() {
    let own = |conversation: bool, names_edit: bool, external: bool| {
        let place = Place::new();
        place.put("a.txt", numbered(&[]));
        let tag = place.tag("a.txt");
        let first = place.patch_on(Some(&tag), block("a.txt", "line 3\n", "first\n")).unwrap();
        if external {
            place.put("a.txt", numbered(&[(3, "first"), (20, "hers")]));
        }
        let edit_tag = first.files[0].tag.as_ref().unwrap();
        let base = if names_edit { format!("{edit_tag} {tag}") } else { tag.clone() };
        let made = |operation| conversation && Some(operation) == first.operation;
        let second = block("a.txt", "line 30\n", "second\n");
        let request = PatchRequest {
            patch: PatchInput::Text(second.as_bytes()),
            name: None,
            base: Some(&base),
            loosest: MatchTolerance::Exact,
        };
        let context = WriteContext { is_own: &made, ..writer() };
        let reply = place.workspace.writer().apply_patch(&request, &context).unwrap();
        (reply.files[0].outcome, reply.files[0].external.is_some())
    };
    assert_eq!(own(true, false, false), (EditOutcome::Applied, false));
    assert_eq!(own(false, true, false), (EditOutcome::Applied, false));
    assert_eq!(own(false, false, false), (EditOutcome::Rebased, true));
    assert_eq!(own(true, true, true), (EditOutcome::Rebased, true));
}

#[test]
fn the_tag_of_an_edit_within_a_line_shows_no_line() {
    let check = |unseen_lines: UnseenLines, names_read: bool, refused: bool| {
        let mut settings = Settings::default();
        settings.write.unseen_lines = unseen_lines;
        let place = Place::with(settings);
        place.put("a.txt", "one two\nthree\n");
        let read = place.tag("a.txt");
        let edits = [TextEdit { old: b"two", new: b"2", all: false }];
        let request = PatchRequest {
            patch: PatchInput::Edits(&edits),
            name: Some("a.txt"),
            base: None,
            loosest: MatchTolerance::Exact,
        };
        let reply = place.workspace.writer().apply_patch(&request, &writer()).unwrap();
        let tag = reply.files[0].tag.as_ref().unwrap().to_string();
        let named = if names_read { format!("{read} {tag}") } else { tag };
        match place.write("a.txt", "new\n", Some(&named)) {
            Ok(written) => assert!(!refused && written.files[0].unseen.is_none()),
            refusal => {
                assert!(refused);
                check_refused(refusal, "unseen_lines");
            }
        }
    };
    // The caller is not reminded of lines that it may well have read before its edit.
    check(UnseenLines::Warn, false, false);
    check(UnseenLines::Deny, false, true);
    check(UnseenLines::Deny, true, false);
}

#[test]
fn an_edit_that_is_there_already_is_not_made_twice() {
    let place = Place::new();
    place.put("a.txt", numbered(&[]));
    let tag = place.tag("a.txt");
    let edit = block("a.txt", "line 4\n", "mine\n");
    place.patch_on(Some(&tag), &edit).unwrap();
    let again = place.patch_on(Some(&tag), &edit).unwrap();
    assert_eq!((again.files[0].outcome, again.operation), (EditOutcome::AlreadyApplied, None));
}

#[test]
fn a_conflict_writes_nothing_and_is_kept_with_its_texts() {
    let place = Place::new();
    place.put("a.txt", numbered(&[]));
    let tag = place.tag("a.txt");
    let theirs = numbered(&[(4, "hers")]);
    place.put("a.txt", &theirs);
    let reply = place.patch_on(Some(&tag), block("a.txt", "line 4\n", "mine\n")).unwrap();
    let edited = &reply.files[0];
    assert_eq!((edited.outcome, reply.operation, edited.version), (EditOutcome::Conflict, None, None));
    let [conflict] = &edited.conflicts[..] else { panic!("{:?}", edited.conflicts) };
    assert_eq!((conflict.ours.first, &conflict.ours.text[..]), (4, &b"hers\n"[..]));
    assert_eq!((&conflict.base.text[..], &conflict.theirs.text[..]), (&b"line 4\n"[..], &b"mine\n"[..]));
    assert_eq!(place.bytes("a.txt"), theirs.into_bytes());
    let database = place.workspace.state().unwrap().database().unwrap();
    let proposals = database.proposals().in_state(ProposalState::Open).unwrap();
    assert_eq!(proposals.iter().map(|proposal| Some(proposal.id)).collect::<Vec<_>>(), [edited.proposal]);
}

#[test]
fn the_versions_of_a_conflict_stay_until_it_is_decided() {
    let place = Place::new();
    place.write("a.txt", numbered(&[]), None).unwrap();
    place.patch(block("a.txt", "line 4\n", "hers\n")).unwrap();
    let reply = place.patch_on(Some("v1"), block("a.txt", "line 4\n", "mine\n")).unwrap();
    place.patch(block("a.txt", "line 9\n", "later\n")).unwrap();
    let database = place.workspace.state().unwrap().database().unwrap();
    let id = reply.files[0].proposal.unwrap();
    let versions = |id| {
        let proposal = database.proposals().get(id).unwrap().unwrap();
        [proposal.base_version, proposal.current_version].map(|version| version.unwrap().to_string())
    };
    assert_eq!(versions(id), ["v1", "v2"]);
    let left = || {
        database.prune_history(UnixMillis(u64::MAX), 0, |_| false, u64::MAX).unwrap();
        let left = place.workspace.history().file_history("a.txt", None, 9).unwrap().versions;
        left.iter().map(|version| version.id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(left(), ["v3", "v2", "v1"]);

    // What is decided is decided for the text that the user has seen.
    let resolved = place.workspace.proposals().resolve_proposal(id, b"decided\n", UnixMillis(9));
    assert_eq!(resolved.unwrap_err().code().as_str(), "stale");
    check_refused(
        place.workspace.proposals().approve_proposal(id, &writer()).map(|approved| approved.reply),
        "stale",
    );
    let moved = database.proposals().in_state(ProposalState::Open).unwrap()[0].id;
    assert_eq!(versions(moved), ["v1", "v3"]);
    assert_eq!(left(), ["v3", "v1"]);
    place.workspace.proposals().drop_proposal(moved, &writer()).unwrap();
    assert_eq!(left(), ["v3"]);
}

#[test]
fn versions_are_named_by_number_and_by_digest() {
    let place = Place::new();
    let first = place.write("a.txt", numbered(&[]), None).unwrap();
    let digest = first.files[0].after.unwrap().to_string();
    for (base, line, text) in [("v1", 3, "three"), (&digest[..16], 9, "nine"), (&digest, 20, "twenty")] {
        let edit = block("a.txt", &format!("line {line}\n"), &format!("{text}\n"));
        place.patch_on(Some(base), edit).unwrap();
    }
    assert_eq!(place.bytes("a.txt"), numbered(&[(3, "three"), (9, "nine"), (20, "twenty")]).into_bytes());
    for unknown in ["v5", "v0", &digest[..15], "0123456789abcdef", "HEAD"] {
        check_refused(place.patch_on(Some(unknown), block("a.txt", "line 1\n", "x\n")), "unknown_base");
    }
}

#[test]
fn a_dry_run_shows_the_diff_and_writes_nothing() {
    let place = Place::new();
    place.put("a.txt", "one\n");
    let patch = block("a.txt", "one\n", "two\n");
    let request = reread_files::PatchRequest {
        patch: reread_files::PatchInput::Text(patch.as_bytes()),
        name: None,
        base: None,
        loosest: reread_edit::MatchTolerance::Exact,
    };
    let dry = reread_files::WriteContext { dry_run: true, ..writer() };
    let reply = place.workspace.writer().apply_patch(&request, &dry).unwrap();
    assert!(String::from_utf8_lossy(&reply.files[0].diff.text).contains("-one\n+two\n"));
    assert_eq!((reply.dry_run, reply.operation), (true, None));
    assert_eq!(place.bytes("a.txt"), b"one\n");
}

/// What was read is in the history even if it is no longer on the disk.
#[test]
fn external_changes_become_versions_when_they_are_read() {
    let place = Place::new();
    place.put("a.txt", "one\n");
    place.put("b.txt", "one\n");
    place.tag("a.txt");
    place.tag("b.txt");
    place.patch(block("a.txt", "one\n", "two\n")).unwrap();
    place.tag("a.txt");
    // What came back is kept already.
    for text in ["hers\n", "one\n"] {
        place.put("a.txt", text);
        place.tag("a.txt");
    }
    place.put("a.txt", "never shown\n");
    let history = place.workspace.history().file_history("a.txt", None, 9).unwrap();
    let found: Vec<String> = history
        .versions
        .iter()
        .map(|version| format!("{} {} {}", version.id, version.change.word(), version.author))
        .collect();
    assert_eq!(found, ["v3 seen external", "v2 patch test", "v1 seen external"]);
    let diff = place.workspace.history().version_diff("a.txt", Some("v3"), None, 0).unwrap().diff.text;
    assert!(String::from_utf8(diff).unwrap().ends_with("-hers\n+never shown\n"));

    place.put("b.txt", "hers\n");
    place.tag("b.txt");
    let without = place.workspace.history().file_history("b.txt", None, 9).unwrap();
    assert_eq!(without.versions, [], "what was not written through us has no history");
}

#[test]
fn external_changes_become_versions() {
    let place = Place::new();
    place.write("a.txt", "one\n", None).unwrap();
    place.put("a.txt", "hers\n");
    let written = place.patch(block("a.txt", "hers\n", "mine\n")).unwrap();
    assert_eq!(written.files[0].version.unwrap().to_string(), "v3");
    let name = &written.files[0].name;
    let database = place.workspace.state().unwrap().database().unwrap();
    let root = place.path("").canonicalize().unwrap();
    let versions =
        database.versions(root.as_os_str().as_encoded_bytes(), name.path.as_bytes()).list(None, 10).unwrap();
    let found: Vec<(String, String)> =
        versions.iter().map(|version| (version.author.clone(), version.change.word().to_owned())).collect();
    let found: Vec<(&str, &str)> =
        found.iter().map(|(author, word)| (author.as_str(), word.as_str())).collect();
    assert_eq!(found, [("test", "patch"), ("external", "seen"), ("test", "create")]);
    let kept = database.kept_bytes(&versions[1].content.unwrap().digest).unwrap();
    assert_eq!(kept.unwrap(), b"hers\n");
}
