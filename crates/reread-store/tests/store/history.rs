//! What a file held is written down before it changes, under numbers that mean one thing for ever.

use std::fs::File;
use std::process::Command;
use std::thread;

use reread_codes::Code;
use reread_path::TempName;
use reread_store::{
    BeginError, Database, FileState, FileWrites, NewOperation, NewProposal, NewVersion, OperationId,
    OperationResult, OperationState, UnixMillis, Version, VersionContent, VersionError, VersionId,
    VersionOrigin,
};
use reread_text::Digest;
use rusqlite::Connection;

use crate::world::{ROOT, World, edit, holding, operation, source, write};

fn id(number: u64) -> VersionId {
    VersionId::new(number).unwrap()
}

fn all(database: &Database, path: &[u8]) -> Vec<Version> {
    database.versions(ROOT, path).list(None, 100).unwrap()
}

/// The versions of a file, newest first: number, parent, how, and what it held.
fn shown(database: &Database, path: &[u8]) -> Vec<String> {
    let bytes = |content: VersionContent| match database.kept_bytes(&content.digest).unwrap() {
        Some(bytes) if content.is_kept => String::from_utf8(bytes).unwrap(),
        _ => "not kept".to_owned(),
    };
    let line = |version: Version| {
        let parent = version.parent.map_or("-".to_owned(), |parent| parent.to_string());
        let content = version.content.map_or("no file".to_owned(), bytes);
        format!("{} {parent} {:?} {}: {content}", version.id, version.change, version.author)
    };
    all(database, path).into_iter().map(line).collect()
}

#[test]
fn a_write_leaves_what_was_there_and_what_is_there_now() {
    let world = World::new();
    let database = world.database();
    let files = [edit(b"a", Some(b"one"), Some(b"two")), edit(b"b\xff", None, Some(b"new"))];
    let begun = database.operations().begin(&operation(7, &files)).unwrap();
    assert_eq!((begun.id.to_string().as_str(), begun.versions), ("o1", vec![id(2), id(1)]));
    assert!(all(&database, b"a")[0].is_open);

    let database = world.database();
    assert!(database.operations().settle(begun.id, OperationResult::Done).unwrap());
    assert_eq!(shown(&database, b"a"), ["v2 v1 Write agent: two", "v1 - Seen external: one"]);
    assert_eq!(shown(&database, b"b\xff"), ["v1 - Write agent: new"]);
    let newest = &all(&database, b"a")[0];
    assert_eq!((newest.time, newest.operation, newest.is_open), (UnixMillis(7), Some(begun.id), false));
    let content = newest.content.unwrap();
    assert_eq!((content.digest, content.size, content.mode), (Digest::of(b"two"), 3, 0o644));
    assert_eq!(shown(&database, b"c"), [""; 0]);
    assert_eq!(database.versions(b"/elsewhere", b"a").list(None, 9).unwrap(), [], "another root");
}

#[test]
fn changes_by_others_become_versions() {
    let world = World::new();
    let database = world.database();
    write(&database, 1, b"a", Some(b"one"), Some(b"two"));
    write(&database, 2, b"a", Some(b"two"), Some(b"three"));
    write(&database, 3, b"a", Some(b"theirs"), Some(b"four"));
    write(&database, 4, b"a", None, Some(b"five"));
    write(&database, 5, b"a", Some(b"five"), None);
    write(&database, 6, b"a", None, Some(b"six"));
    assert_eq!(
        shown(&database, b"a"),
        [
            "v9 v8 Write agent: six",
            "v8 v7 Write agent: no file",
            "v7 v6 Write agent: five",
            "v6 v5 Seen external: no file",
            "v5 v4 Write agent: four",
            "v4 v3 Seen external: theirs",
            "v3 v2 Write agent: three",
            "v2 v1 Write agent: two",
            "v1 - Seen external: one"
        ]
    );
}

#[test]
fn what_is_noticed_in_passing_becomes_a_version_once() {
    let world = World::new();
    let database = world.database();
    let note = |state, at| database.versions(ROOT, b"a").note_seen(state, false, UnixMillis(at)).unwrap();
    assert_eq!(note(holding(b"one"), 1), None, "a file without history has nothing to differ from");
    let begun = database.operations().begin(&operation(2, &[edit(b"a", None, Some(b"two"))])).unwrap();
    assert_eq!(note(None, 3), None, "it is not known yet which program did that");
    database.operations().settle(begun.id, OperationResult::Done).unwrap();
    assert_eq!(note(holding(b"two"), 4), None);
    assert_eq!(note(holding(b"theirs"), 5), Some(id(2)));
    assert_eq!(note(holding(b"theirs"), 6), None);
    assert_eq!(note(Some(FileState::new(b"theirs", 0o755)), 7), Some(id(3)), "its mode is part of it");
    assert_eq!(note(None, 8), Some(id(4)));
    assert_eq!(note(None, 9), None);
    assert_eq!(all(&database, b"a")[1].content.unwrap().mode, 0o755);
}

/// A process dies between keeping the bytes and settling the operation: recovery keeps them again.
#[test]
fn what_others_lost_to_an_open_operation_is_kept_once_before_that_is_settled() {
    for settled in [OperationResult::Done, OperationResult::Undone] {
        let world = World::new();
        let database = world.database();
        let edit = [edit(b"a", Some(b"one"), Some(b"two"))];
        let begun = database.operations().begin(&operation(1, &edit)).unwrap();
        for at in 2..4 {
            database
                .versions(ROOT, b"a")
                .keep_displaced(holding(b"hers").unwrap(), false, UnixMillis(at))
                .unwrap();
        }
        let unsettled = database.operations().begin(&operation(4, &edit)).unwrap_err();
        assert_eq!(unsettled.code(), Code::RecoveryNeeded, "bytes of others do not hide what is open");
        assert_eq!(database.versions(ROOT, b"a").note_seen(None, false, UnixMillis(5)).unwrap(), None);
        database.operations().settle(begun.id, settled).unwrap();
        let ours = (settled == OperationResult::Done).then_some("v2 v1 Write agent: two");
        let versions =
            ["v3 v1 Seen external: hers"].into_iter().chain(ours).chain(["v1 - Seen external: one"]);
        assert_eq!(shown(&database, b"a"), versions.collect::<Vec<_>>());
        assert_eq!(database.check(true).unwrap(), []);
    }
}

/// A caller that stays finds the file open and keeps other processes away from it, but not for ever.
#[test]
fn who_stays_has_the_file_until_it_goes_or_has_called_often() {
    let world = World::new();
    let database = world.database();
    let is_free = || File::open(world.path("lock")).unwrap().try_lock().is_ok();
    let look = || assert_eq!(database.versions(ROOT, b"a").list(None, 9).unwrap().len(), 2);
    write(&database, 1, b"a", Some(b"one"), Some(b"two"));
    assert!(is_free());
    let stay = database.stay();
    assert!(is_free(), "nothing was asked yet");
    look();
    assert!(!is_free());
    let another = database.stay();
    drop(stay);
    look();
    assert!(!is_free(), "another caller still stays");
    let calls = (1..100).take_while(|_| !is_free()).map(|_| look()).count();
    assert!((2..99).contains(&calls), "{calls}");
    look();
    drop(another);
    assert!(is_free());
    look();
    assert!(is_free());
}

#[test]
fn a_change_of_others_that_was_watched_begins_a_history() {
    let world = World::new();
    let database = world.database();
    let note = |before, after, at| {
        database.versions(ROOT, b"a").note_change(before, after, false, UnixMillis(at)).unwrap()
    };
    assert_eq!(note(holding(b"one"), holding(b"two"), 1), Some(id(2)));
    assert_eq!(shown(&database, b"a"), ["v2 v1 Seen external: two", "v1 - Seen external: one"]);
    assert_eq!(
        note(holding(b"something else"), holding(b"three"), 2),
        Some(id(3)),
        "what is known stays in order"
    );
    assert_eq!(note(holding(b"three"), holding(b"three"), 3), None);
    let begun =
        database.operations().begin(&operation(4, &[edit(b"a", Some(b"three"), Some(b"ours"))])).unwrap();
    assert_eq!(
        note(holding(b"three"), holding(b"theirs"), 5),
        None,
        "it is not known yet which program did that"
    );
    database.operations().settle(begun.id, OperationResult::Done).unwrap();
    assert_eq!(database.check(true).unwrap(), []);
}

#[test]
fn changes_are_counted_file_by_file() {
    let world = World::new();
    let database = world.database();
    assert_eq!(database.file_writes().unwrap(), []);
    write(&database, 1, b"a", Some(b"one"), Some(b"two"));
    write(&database, 2, b"a", Some(b"theirs"), Some(b"three"));
    let undone =
        database.operations().begin(&operation(3, &[edit(b"a", Some(b"three"), Some(b"no"))])).unwrap();
    database.operations().settle(undone.id, OperationResult::Undone).unwrap();
    let proposed = database.proposals().propose(&NewProposal {
        root: ROOT,
        path: b"b",
        base: Some(b"base"),
        ours: Some(b"ours"),
        theirs: Some(b"theirs"),
        base_version: None,
        current_version: None,
        caller: "agent",
        request: "patch",
        at: UnixMillis(4),
    });
    proposed.unwrap();
    let counted = |file: &FileWrites| (file.path.clone(), file.writes, file.by_others, file.conflicts);
    let counts: Vec<_> = database.file_writes().unwrap().iter().map(counted).collect();
    assert_eq!(counts, [(b"a".to_vec(), 2, 1, 0), (b"b".to_vec(), 0, 0, 1)]);
}

#[test]
fn versions_come_in_pages_and_are_found_by_number_and_digest() {
    let world = World::new();
    let database = world.database();
    for (at, (before, after)) in [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a")].iter().enumerate() {
        write(&database, at as u64, b"f", Some(before.as_bytes()), Some(after.as_bytes()));
    }
    let numbers = |before: Option<u64>, limit| -> Vec<u64> {
        let page = database.versions(ROOT, b"f").list(before.map(id), limit).unwrap();
        page.iter().map(|version| version.id.number()).collect()
    };
    assert_eq!(numbers(None, 3), [5, 4, 3]);
    assert_eq!(numbers(Some(2), 3), [1]);
    assert_eq!(numbers(Some(1), 3), [0; 0]);
    assert_eq!(numbers(None, 0), [0; 0]);
    assert_eq!(numbers(Some(i64::MAX as u64), usize::MAX).len(), 5);

    let found = database.versions(ROOT, b"f").get(id(2)).unwrap().unwrap();
    assert_eq!((found.id, found.content.unwrap().digest), (id(2), Digest::of(b"b")));
    assert_eq!(database.versions(ROOT, b"f").get(id(6)).unwrap(), None);
    assert_eq!(database.versions(ROOT, b"g").get(id(2)).unwrap(), None);

    let with = |digits: &str| database.versions(ROOT, b"f").with_digest(&digits.parse().unwrap());
    let digest = Digest::of(b"a").to_string();
    for length in [4, 12, 64] {
        let found = with(&digest[..length]).unwrap().unwrap();
        assert_eq!(found.id, id(5), "the newest of those that hold it");
    }
    assert_eq!(with("0000").unwrap(), None);
}

#[test]
fn digests_that_begin_alike_are_not_guessed_between() {
    let world = World::new();
    let database = world.database();
    let mut known = std::collections::HashMap::new();
    let (one, another) = (0..)
        .find_map(|n: u32| {
            let digest = Digest::of(&n.to_be_bytes()).to_string();
            known.insert(digest[..4].to_owned(), n).map(|earlier| (earlier, n))
        })
        .unwrap();
    write(&database, 1, b"f", Some(&one.to_be_bytes()), Some(&another.to_be_bytes()));
    let digest = Digest::of(&one.to_be_bytes()).to_string();
    let error = database.versions(ROOT, b"f").with_digest(&digest[..4].parse().unwrap()).unwrap_err();
    assert!(matches!(error, VersionError::Ambiguous { .. }), "{error}");
    assert_eq!(error.code(), Code::AmbiguousVersion);
    assert_eq!(
        database.versions(ROOT, b"f").with_digest(&digest.parse().unwrap()).unwrap().unwrap().id,
        id(1)
    );
}

#[test]
fn of_a_sensitive_file_no_byte_is_kept() {
    let world = World::new();
    let database = world.database();
    let secret = b"correct horse battery staple";
    let sensitive = |before, after| NewVersion { is_sensitive: true, ..edit(b".env", before, after) };
    let begun = database
        .operations()
        .begin(&operation(1, &[sensitive(Some(&b"old secret"[..]), Some(secret))]))
        .unwrap();
    let open = database.operations().open().unwrap();
    assert_eq!(open[0].files[0].after.content.unwrap().digest, Digest::of(secret));
    database.operations().settle(begun.id, OperationResult::Done).unwrap();
    database.versions(ROOT, b".env").note_seen(holding(b"another secret"), true, UnixMillis(2)).unwrap();
    assert_eq!(all(&database, b".env").len(), 3);
    assert!(all(&database, b".env").iter().all(|version| !version.content.unwrap().is_kept));
    assert_eq!(database.kept_bytes(&Digest::of(secret)).unwrap(), None);
    let written = [world.read("reread.db"), world.read("reread.db-wal")].concat();
    assert!(!written.windows(6).any(|window| window == b"secret" || window == b"batter"));
    assert_eq!(database.check(true).unwrap(), []);

    write(&database, 3, b".env", Some(b"another secret"), Some(b"public"));
    assert_eq!(
        shown(&database, b".env")[1],
        "v3 v2 Seen external: another secret",
        "by then it is no longer one"
    );
    assert_eq!(database.check(true).unwrap(), []);
}

#[test]
fn an_open_operation_says_all_that_recovery_needs() {
    let world = World::new();
    let executable = Some(FileState::new(b"two", 0o755));
    let rename = VersionOrigin::Rename { other: b"b".to_vec() };
    let files = [
        NewVersion {
            after: executable,
            temp: Some(TempName::new(u64::MAX)),
            ..edit(b"c", Some(b"one"), None)
        },
        NewVersion { change: rename.clone(), temp: None, ..edit(b"a", Some(b"moved"), None) },
        NewVersion {
            change: VersionOrigin::Rename { other: b"a".to_vec() },
            ..edit(b"b", None, Some(b"moved"))
        },
    ];
    let begun = world.database().operations().begin(&operation(9, &files)).unwrap();
    let open = world.database().operations().open().unwrap();
    let [open] = &open[..] else { panic!("{open:?}") };
    assert_eq!((open.id, open.began, open.author.as_str()), (begun.id, UnixMillis(9), "agent"));
    assert_eq!((open.state, open.undoes, open.is_whole), (OperationState::Open, None, true));
    let names: Vec<&[u8]> = open.files.iter().map(|file| &*file.path).collect();
    assert_eq!(names, [b"a", b"b", b"c"]);
    let [a, b, c] = &open.files[..] else { panic!("{open:?}") };
    assert_eq!(
        (a.before.as_ref().unwrap().content.unwrap().digest, &a.after.change),
        (Digest::of(b"moved"), &rename)
    );
    assert_eq!((a.after.content, a.temp), (None, None));
    assert_eq!((&b.before, b.root.as_slice()), (&None, ROOT));
    let content = c.after.content.unwrap();
    assert_eq!((content.mode, content.digest), (0o755, Digest::of(b"two")));
    assert_eq!(c.temp, Some(TempName::new(u64::MAX)));
    for digest in ["one", "two", "moved"].map(|text| Digest::of(text.as_bytes())) {
        assert!(world.database().kept_bytes(&digest).unwrap().is_some());
    }
}

#[test]
fn nothing_else_begins_on_the_files_of_an_open_operation() {
    let world = World::new();
    let database = world.database();
    let open = database.operations().begin(&operation(1, &[edit(b"a", None, Some(b"one"))])).unwrap();
    let files = [edit(b"b", None, Some(b"x")), edit(b"a", Some(b"one"), Some(b"two"))];
    let error = database.operations().begin(&operation(2, &files)).unwrap_err();
    assert_eq!(
        (error.code().as_str(), error.to_string().as_str()),
        ("recovery_needed", "a is part of o1, which is still open")
    );
    assert_eq!(shown(&database, b"b"), [""; 0], "nothing was written down");
    database.operations().settle(open.id, OperationResult::Done).unwrap();
    assert_eq!(database.operations().begin(&operation(3, &files)).unwrap().id.number(), 2);

    let error =
        database.operations().begin(&operation(4, &[files[0].clone(), files[0].clone()])).unwrap_err();
    assert_eq!(error.to_string(), "b is named twice in one operation");
    let long = vec![0; (64 << 20) + 1];
    let error = database.operations().begin(&operation(4, &[edit(b"long", None, Some(&long))])).unwrap_err();
    assert!(matches!(error, BeginError::TooLong { size, .. } if size == (64 << 20) + 1), "{error}");
}

#[test]
fn what_was_undone_is_no_version_and_its_number_is_not_used_again() {
    let world = World::new();
    let database = world.database();
    let begun =
        database.operations().begin(&operation(1, &[edit(b"a", Some(b"one"), Some(b"two"))])).unwrap();
    assert!(database.operations().settle(begun.id, OperationResult::Undone).unwrap());
    assert!(!database.operations().settle(begun.id, OperationResult::Done).unwrap(), "settled is settled");
    assert!(!database.operations().settle(OperationId::new(9).unwrap(), OperationResult::Done).unwrap());
    assert_eq!(shown(&database, b"a"), ["v1 - Seen external: one"]);
    assert_eq!(database.versions(ROOT, b"a").get(id(2)).unwrap(), None);
    let beginning = Digest::of(b"two").to_string().parse().unwrap();
    assert_eq!(database.versions(ROOT, b"a").with_digest(&beginning).unwrap(), None);
    assert_eq!(database.operations().open().unwrap(), []);
    assert_eq!(database.kept_bytes(&Digest::of(b"two")).unwrap().unwrap(), b"two", "until it is pruned");
    write(&database, 2, b"a", Some(b"one"), Some(b"three"));
    assert_eq!(shown(&database, b"a"), ["v3 v1 Write agent: three", "v1 - Seen external: one"]);
    assert_eq!(database.check(true).unwrap(), []);
}

/// What was shown a while ago does not come after what happened since.
#[test]
fn what_was_shown_is_noted_where_it_belongs_or_not_at_all() {
    let world = World::new();
    let database = world.database();
    let note = |bytes: &[u8], at| {
        let state = FileState::new(bytes, 0o644);
        database.versions(ROOT, b"a").note_shown(state, UnixMillis(at)).unwrap().map(|id| id.to_string())
    };
    assert_eq!(note(b"one", 5), None, "without history there is nothing that it differs from");
    write(&database, 10, b"a", Some(b"one"), Some(b"two"));
    assert_eq!(note(b"two", 20), None, "it is the newest");
    assert_eq!(note(b"one", 20), None, "its bytes are kept already");
    assert_eq!(note(b"early", 10), None, "something was written since");
    assert_eq!(note(b"hers", 20).as_deref(), Some("v3"));
    assert_eq!(note(b"between", 15), None, "something else was seen since");
    assert_eq!(note(b"hers", 30), None);
    let ours = operation(40, &[edit(b"a", Some(b"hers"), Some(b"ours"))]);
    let begun = database.operations().begin(&ours).unwrap();
    assert_eq!(note(b"meanwhile", 50), None, "it is not known yet which program made that change");
    database.operations().settle(begun.id, OperationResult::Undone).unwrap();
    assert_eq!(note(b"ours", 50), None, "that was ours, and was taken back");
    assert_eq!(database.check(true).unwrap(), []);
}

#[test]
fn undoing_goes_back_further_each_time_and_can_itself_be_undone() {
    let world = World::new();
    let database = world.database();
    let last = || database.operations().last().unwrap().map(|operation| operation.id.number());
    let undo = |number| {
        let undoes = OperationId::new(number);
        let new = NewOperation { undoes, ..operation(9, &[edit(b"u", None, None)]) };
        let begun = database.operations().begin(&new).unwrap();
        database.operations().settle(begun.id, OperationResult::Done).unwrap();
    };
    assert_eq!(last(), None);
    write(&database, 1, b"a", None, Some(b"1"));
    write(&database, 2, b"b", None, Some(b"2"));
    let open = database.operations().begin(&operation(3, &[edit(b"c", None, Some(b"3"))])).unwrap();
    assert_eq!(last(), Some(2), "what is open may not have happened");
    database.operations().settle(open.id, OperationResult::Undone).unwrap();
    assert_eq!(last(), Some(2));
    undo(2);
    assert_eq!(last(), Some(1));
    undo(1);
    assert_eq!(last(), None);
    undo(4);
    assert_eq!(last(), Some(2), "the undoing of it does not stand");
    let operation = database.operations().last().unwrap().unwrap();
    assert_eq!((operation.files.len(), operation.files[0].path.as_slice()), (1, &b"b"[..]));
    assert_eq!(database.operations().get(OperationId::new(2).unwrap()).unwrap(), Some(operation));
    assert_eq!(database.operations().get(OperationId::new(99).unwrap()).unwrap(), None);
}

#[test]
fn versions_are_packed_against_one_another_and_each_is_kept_once() {
    let world = World::new();
    let database = world.database();
    let versions: Vec<Vec<u8>> = (0..25).map(|version| source(400, version)).collect();
    let before = versions.iter().scan(None, |before, now| Some(before.replace(now)));
    for (at, (before, now)) in before.zip(&versions).enumerate() {
        let before: Option<&Vec<u8>> = before;
        write(&database, at as u64, b"f", before.map(Vec::as_slice), Some(now));
        write(&database, at as u64, format!("copy {at}").as_bytes(), None, Some(now));
    }
    for version in &versions {
        assert_eq!(&database.kept_bytes(&Digest::of(version)).unwrap().unwrap(), version);
    }
    let connection = Connection::open(world.path("reread.db")).unwrap();
    let count = |query: &str| -> i64 { connection.query_row(query, [], |row| row.get(0)).unwrap() };
    assert_eq!(count("SELECT count(*) FROM blobs"), 25);
    assert_eq!(count("SELECT count(*) FROM blobs WHERE base IS NULL"), 5, "a chain has at most five");
    let (packed, size) =
        (count("SELECT sum(length(packed)) FROM blobs"), count("SELECT sum(size) FROM blobs"));
    assert!(packed * 10 < size, "{packed} of {size}");
}

#[test]
fn several_threads_and_processes_count_together() {
    let world = World::new();
    world.database();
    thread::scope(|scope| {
        for thread in 0..4_u64 {
            let world = &world;
            scope.spawn(move || {
                let database = world.database();
                for n in 0..5_u64 {
                    let own = thread.to_string();
                    let text = format!("{thread} {n}");
                    let files = [edit(own.as_bytes(), None, Some(text.as_bytes()))];
                    let begun = database.operations().begin(&operation(n, &files)).unwrap();
                    database.operations().settle(begun.id, OperationResult::Done).unwrap();
                    database.versions(ROOT, own.as_bytes()).note_seen(None, false, UnixMillis(n)).unwrap();
                    let shared = [edit(b"shared", None, Some(text.as_bytes()))];
                    match database.operations().begin(&operation(n, &shared)) {
                        Ok(begun) => {
                            assert!(database.operations().settle(begun.id, OperationResult::Undone).unwrap());
                        }
                        Err(error) => assert_eq!(error.code(), Code::RecoveryNeeded),
                    }
                }
            });
        }
    });
    let database = world.database();
    for thread in 0..4 {
        assert_eq!(all(&database, thread.to_string().as_bytes()).len(), 10);
    }
    assert_eq!(shown(&database, b"shared"), [""; 0]);
    assert_eq!(database.operations().open().unwrap(), []);
    assert_eq!(database.check(true).unwrap(), []);
}

/// Begins operations in the state that the environment names until it is killed.
#[test]
#[ignore = "run in a process of its own by the test below"]
fn write_until_killed() {
    let state = std::env::var_os("STATE_TO_FILL").unwrap();
    let database = reread_store::StateDir::open(state.as_ref(), &reread_store::KeyPlace::Beside)
        .unwrap()
        .database()
        .unwrap();
    for n in 0_u64.. {
        let (old, new) = (source(40, n), source(40, n + 1));
        let before = (n > 0).then_some(&old[..]);
        let begun = database.operations().begin(&operation(n, &[edit(b"f", before, Some(&new))])).unwrap();
        std::fs::write(std::path::Path::new(&state).join("begun"), begun.id.to_string()).unwrap();
        database.operations().settle(begun.id, OperationResult::Done).unwrap();
    }
}

#[test]
fn a_process_that_is_killed_leaves_at_most_one_operation_open() {
    let world = World::new();
    world.database();
    let mut writer = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "history::write_until_killed", "--ignored"])
        .env("STATE_TO_FILL", world.state_path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let begun =
        || std::fs::read_to_string(world.path("begun")).ok().and_then(|id| id.parse::<OperationId>().ok());
    while begun().is_none_or(|id| id.number() < 12) {
        assert!(writer.try_wait().unwrap().is_none(), "the writer has ended");
        thread::yield_now();
    }
    writer.kill().unwrap();
    writer.wait().unwrap();
    let database = world.database();
    let open = database.operations().open().unwrap();
    assert!(open.len() <= 1, "{open:?}");
    let told = begun();
    assert!(
        told.is_none_or(|id| database.operations().get(id).unwrap().is_some()),
        "{told:?} was told and is not there"
    );
    assert_eq!(database.check(true).unwrap(), []);
}
