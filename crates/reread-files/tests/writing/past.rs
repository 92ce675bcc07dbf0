//! What was replaced can be seen, compared and brought back.

use reread_files::{EditOutcome, WriteContext};

use crate::writing::place::{Place, block, check_refused, writer};

fn diff(place: &Place, first: Option<&str>, second: Option<&str>) -> String {
    let reply = place.workspace.history().version_diff("a.txt", first, second, 0).unwrap();
    String::from_utf8(reply.diff.text)
        .unwrap()
        .lines()
        .skip(2)
        .filter(|line| !line.starts_with("@@"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Three versions of ours and an external change.
fn place() -> Place {
    let place = Place::new();
    place.write("a.txt", "one\n", None).unwrap();
    place.write("a.txt", "two\n", Some("v1")).unwrap();
    place.patch(block("a.txt", "two\n", "three\n")).unwrap();
    place
}

#[test]
fn versions_are_listed_newest_first() {
    let place = place();
    let history = place.workspace.history().file_history("a.txt", None, 2).unwrap();
    let found: Vec<String> = history
        .versions
        .iter()
        .map(|version| format!("{} {} {}", version.id, version.change.word(), version.author))
        .collect();
    assert_eq!(found, ["v3 patch test", "v2 write test"]);
    assert!(history.has_more);
    let older = place.workspace.history().file_history("a.txt", Some(history.versions[1].id), 2).unwrap();
    assert_eq!((older.versions[0].id.to_string(), older.has_more), ("v1".to_owned(), false));
}

#[test]
fn any_two_versions_and_the_disk_are_compared() {
    let place = place();
    assert_eq!(diff(&place, Some("v1"), Some("v3")), "-one +three");
    assert_eq!(diff(&place, Some("v3"), Some("v1")), "-three +one");
    assert_eq!(diff(&place, None, None), "");
    place.put("a.txt", "hers\n");
    assert_eq!(diff(&place, None, None), "-three +hers");
    assert_eq!(diff(&place, Some("v2"), None), "-two +hers");
    std::fs::remove_file(place.path("a.txt")).unwrap();
    assert_eq!(diff(&place, Some("v3"), None), "-three");
}

#[test]
fn a_version_is_brought_back_as_a_new_one() {
    let place = place();
    let reply = place.workspace.writer().rollback("a.txt", "v1", &writer()).unwrap();
    assert_eq!(
        (reply.files[0].outcome, reply.files[0].version.unwrap().to_string()),
        (EditOutcome::Applied, "v4".to_owned())
    );
    assert_eq!(place.bytes("a.txt"), b"one\n");
    place.workspace.writer().rollback("a.txt", "v3", &writer()).unwrap();
    assert_eq!(place.bytes("a.txt"), b"three\n");
    check_refused(place.workspace.writer().rollback("a.txt", "v77", &writer()), "unknown_version");
}

#[test]
fn case_96_newer_work_is_not_lost_by_going_back() {
    let lines = |changed: &[(usize, &str)]| -> String {
        let line = |number| {
            let found = changed.iter().find(|(at, _)| *at == number);
            found.map_or_else(|| format!("{number}\n"), |(_, text)| format!("{text}\n"))
        };
        (1..30).map(line).collect()
    };
    let place = Place::new();
    place.write("a.txt", lines(&[]), None).unwrap();
    place.patch(block("a.txt", "3\n", "three\n")).unwrap();
    place.put("a.txt", lines(&[(3, "three"), (20, "hers")]));
    let reply = place.workspace.writer().rollback("a.txt", "v1", &writer()).unwrap();
    assert_eq!(reply.files[0].outcome, EditOutcome::Rebased);
    assert_eq!(place.bytes("a.txt"), lines(&[(20, "hers")]).into_bytes());
    place.put("a.txt", lines(&[(3, "hers"), (20, "hers")]));
    place.workspace.writer().rollback("a.txt", "v2", &writer()).unwrap();
    assert_eq!(
        place.bytes("a.txt"),
        lines(&[(3, "hers"), (20, "hers")]).into_bytes(),
        "a conflict writes nothing"
    );
    std::fs::remove_file(place.path("a.txt")).unwrap();
    std::fs::create_dir(place.path("a.txt")).unwrap();
    check_refused(place.workspace.writer().rollback("a.txt", "v1", &writer()), "not_a_file");
    std::fs::remove_dir(place.path("a.txt")).unwrap();
    place.workspace.writer().rollback("a.txt", "v1", &writer()).unwrap();
    assert_eq!(place.bytes("a.txt"), lines(&[]).into_bytes());
}

#[test]
fn the_last_operation_is_undone_for_all_its_files_and_then_the_one_before() {
    let place = Place::new();
    place.put("a.txt", "one\n");
    place.put("b.txt", "one\n");
    place.patch(block("a.txt", "one\n", "two\n") + &block("b.txt", "one\n", "two\n")).unwrap();
    place.write("c.txt", "new\n", None).unwrap();
    place.workspace.writer().undo(&writer()).unwrap();
    assert_eq!(place.names(), ["a.txt", "b.txt"]);
    place.workspace.writer().undo(&writer()).unwrap();
    assert_eq!((place.bytes("a.txt"), place.bytes("b.txt")), (b"one\n".to_vec(), b"one\n".to_vec()));
    check_refused(place.workspace.writer().undo(&writer()), "nothing_to_undo");
}

#[test]
fn permission_bits_come_back() {
    let place = Place::new();
    place.put("a.sh", "one\n");
    place.set_mode("a.sh", 0o755);
    let no_program = "diff --git a/a.sh b/a.sh\nold mode 100755\nnew mode 100644\n";
    place.patch(no_program).unwrap();
    assert_eq!(place.mode("a.sh"), 0o644);
    check_refused(place.workspace.writer().undo(&writer()), "approval_required");
    let approved = WriteContext { is_approved: &|_| true, ..writer() };
    let undone = place.workspace.writer().undo(&approved).unwrap();
    assert_eq!((undone.files[0].outcome, place.mode("a.sh")), (EditOutcome::Applied, 0o755));
    place.workspace.writer().rollback("a.sh", "v2", &writer()).unwrap();
    assert_eq!(place.mode("a.sh"), 0o644);

    // An external change of other bits stays, as it does with lines.
    place.set_mode("a.sh", 0o640);
    place.workspace.writer().rollback("a.sh", "v1", &approved).unwrap();
    assert_eq!(place.mode("a.sh"), 0o751);
    place.workspace.writer().rollback("a.sh", "v1", &approved).unwrap();
    assert_eq!(place.mode("a.sh"), 0o755);
}

#[test]
fn what_was_taken_back_by_hand_does_not_stand_in_the_way() {
    let place = Place::new();
    place.put("a.txt", "one\n");
    place.put("b.txt", "one\n");
    place.patch(block("a.txt", "one\n", "two\n")).unwrap();
    place.patch(block("b.txt", "one\n", "two\n")).unwrap();
    place.write("new/c.txt", "new\n", None).unwrap();
    std::fs::remove_file(place.path("new/c.txt")).unwrap();
    place.put("b.txt", "one\n");

    let dry = WriteContext { dry_run: true, ..writer() };
    let outcome = |writer| place.workspace.writer().undo(writer).unwrap().files[0].outcome;
    let outcomes = [&dry, &writer(), &writer(), &writer()].map(outcome);
    assert_eq!(
        outcomes,
        [EditOutcome::NoChange, EditOutcome::NoChange, EditOutcome::AlreadyApplied, EditOutcome::Applied],
        "to look at it is not to do it"
    );
    assert_eq!(place.bytes("a.txt"), b"one\n");
    check_refused(place.workspace.writer().undo(&writer()), "nothing_to_undo");
    let database = place.workspace.state().unwrap().database().unwrap();
    assert_eq!(database.check(true).unwrap(), []);
}

#[test]
fn secrets_have_no_bytes_in_the_history() {
    let settings =
        reread_files::parse_user_configuration("c", "version = 1\n[read]\nsensitive = 'allow'\n").unwrap();
    let place = Place::with(settings);
    place.write(".env", "KEY=1\n", None).unwrap();
    place.write(".env", "KEY=2\n", Some("v1")).unwrap();
    check_refused(place.workspace.writer().rollback(".env", "v1", &writer()), "content_not_kept");
}

/// A write over a secret needs approval, and the question says that there is no way back; the user is not asked for a way back that
/// there is not.
#[test]
fn what_a_secret_held_is_said_to_be_lost() {
    let place = Place::new();
    place.put(".env", "KEY=1\n");
    let approved = WriteContext { is_approved: &|_| true, ..writer() };
    let digest = reread_text::Digest::of(b"KEY=1\n").to_string();
    let write = |name, content: &[u8], if_match, writer| {
        let mode = reread_files::FileWriteMode::Truncate;
        place
            .workspace
            .writer()
            .write_file(&reread_files::WriteRequest { name, content, mode, if_match }, writer)
    };
    let without_approval = writer();
    let refused = write(".env", b"KEY=2\n", Some(&digest[..16]), &without_approval).unwrap_err();
    assert!(refused.to_string().ends_with("; no version of it is kept"), "{refused}");
    let over = write(".env", b"KEY=2\n", Some(&digest[..16]), &approved).unwrap();
    let new = write("new.pem", b"KEY=2\n", None, &approved).unwrap();
    let plain = write("a.txt", b"one\n", None, &approved).unwrap();
    assert_eq!([&over, &new, &plain].map(|reply| reply.files[0].forgets), [true, false, false]);
    for version in ["v1", "v77"] {
        let lost = place.workspace.writer().rollback(".env", version, &writer()).unwrap_err();
        assert_eq!(
            (lost.code().as_str(), lost.to_string()),
            ("content_not_kept", format!("the bytes of {version} of .env are not kept"))
        );
    }
    place.workspace.writer().undo(&approved).unwrap();
    place.workspace.writer().undo(&approved).unwrap();
    assert_eq!(place.names(), [".env"], "what was made can go: nothing of it has to be kept");
    check_refused(place.workspace.writer().undo(&approved), "content_not_kept");
}

/// The registry hears of every write: it need not look to know.
#[test]
fn the_registry_knows_what_was_written() {
    let place = Place::new();
    place.put("a.txt", "one\n");
    place.put("b.txt", "one\n");
    let watch = reread_files::Watch::unattended();
    place.workspace.registry().index(std::time::SystemTime::now(), &watch).unwrap();
    place.patch(block("a.txt", "one\n", "two\n")).unwrap();
    let tag = place.tag("b.txt");
    place.patch_on(Some(&tag), "*** Begin Patch\n*** Delete File: b.txt\n*** End Patch\n").unwrap();
    let files = place.workspace.registry().indexed_files().unwrap();
    let known: Vec<_> = files.iter().map(|file| (file.path.to_string(), file.digest)).collect();
    assert_eq!(known, [("a.txt".to_owned(), Some(reread_text::Digest::of(b"two\n")))]);
}

/// Whether an external change was read decides nothing about what becomes of it.
#[test]
fn going_back_keeps_an_external_change_though_it_was_shown() {
    let lines = |first: &str, last: &str| format!("{first}\n2\n3\n4\n5\n6\n{last}\n");
    for is_shown in [false, true] {
        let place = Place::new();
        place.write("a.txt", lines("1", "7"), None).unwrap();
        place.patch(block("a.txt", "1\n", "one\n")).unwrap();
        place.tag("a.txt");
        place.put("a.txt", lines("one", "hers"));
        if is_shown {
            place.tag("a.txt");
            place.workspace.state().unwrap().settle();
        }
        let history = place.workspace.history().file_history("a.txt", None, 9).unwrap();
        assert_eq!(history.versions.len(), if is_shown { 3 } else { 2 });
        let reply = place.workspace.writer().rollback("a.txt", "v1", &writer()).unwrap();
        assert_eq!(reply.files[0].outcome, EditOutcome::Rebased, "{is_shown}");
        assert_eq!(place.bytes("a.txt"), lines("1", "hers").as_bytes());
        // Back to an external version, nothing of ours is left.
        place.workspace.writer().rollback("a.txt", "v3", &writer()).unwrap();
        assert_eq!(place.bytes("a.txt"), lines("one", "hers").as_bytes());
    }
}

#[test]
fn an_edit_that_is_there_already_among_external_changes_is_no_version() {
    let place = Place::new();
    place.put("a.txt", "1\n2\n3\n4\n5\n6\n7\n");
    let tag = place.tag("a.txt");
    place.put("a.txt", "1\n2\n3\n4\n5\n6\nhers\n");
    let patch = block("a.txt", "1\n", "one\n");
    assert_eq!(place.patch_on(Some(&tag), &patch).unwrap().files[0].outcome, EditOutcome::Rebased);
    let again = place.patch_on(Some(&tag), &patch).unwrap();
    assert_eq!((again.files[0].outcome, again.operation), (EditOutcome::AlreadyApplied, None));
    assert_eq!(place.bytes("a.txt"), b"one\n2\n3\n4\n5\n6\nhers\n");
}

/// Nothing brings the bytes of a secret back, so the next undo comes to what was done before.
#[test]
fn what_can_never_be_undone_does_not_stand_in_the_way() {
    let place = Place::new();
    let approved = WriteContext { is_approved: &|_| true, ..writer() };
    place.write("a.txt", "one\n", None).unwrap();
    place.put(".env", "OLD=1\n");
    let digest = reread_text::Digest::of(b"OLD=1\n").to_string();
    let request = reread_files::WriteRequest {
        name: ".env",
        content: b"NEW=1\n",
        mode: reread_files::FileWriteMode::Truncate,
        if_match: Some(&digest),
    };
    place.workspace.writer().write_file(&request, &approved).unwrap();
    let preview = WriteContext { dry_run: true, ..approved };
    for _ in 0..2 {
        check_refused(place.workspace.writer().undo(&preview), "content_not_kept");
    }
    check_refused(place.workspace.writer().undo(&approved), "content_not_kept");
    place.workspace.writer().undo(&approved).unwrap();
    assert_eq!(place.names(), [".env"]);
}
