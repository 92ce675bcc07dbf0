//! A file that is damaged, not ours or not private is refused as it is, and grants nothing.

use std::time::Duration;

use reread_codes::Code;
use reread_store::{Approval, ApprovalState, DatabaseError, Decision, SessionMetrics, UnixMillis};
use rusqlite::Connection;

use crate::world::{World, close_to_others, matter};

const NOW: UnixMillis = UnixMillis(1_700_000_000_000);
const MINUTE: Duration = Duration::from_secs(60);
const DATABASE: &str = "reread.db";
const WAL: &str = "reread.db-wal";

fn refused(world: &World) -> DatabaseError {
    world.state().database().unwrap_err()
}

/// Something of everything, some of it in the log, and what is known of the files `a` to `f`.
fn filled() -> (World, Vec<Option<Approval>>) {
    let world = World::new();
    let database = world.database();
    for (path, decision) in
        [("a", Some(Decision::Grant)), ("b", Some(Decision::Deny)), ("c", None), ("d", None), ("e", None)]
    {
        let asked = database.approvals().ask(&matter(path), "because of its size", NOW, MINUTE).unwrap();
        if let Some(decision) = decision {
            database.approvals().decide(asked.id, decision, NOW, MINUTE).unwrap().unwrap();
        }
    }
    let session = SessionMetrics {
        principal: "p".to_owned(),
        conversation: "c".to_owned(),
        updated: NOW,
        reads_count: 1,
        reads_lines_total: 1,
        reads_chars_total: 1,
        search_count: 1,
        reads_after_search: 1,
        max_read_span: 1,
        preview_degraded_count: 1,
    };
    database.keep_session_metrics(&session).unwrap();
    let known = known(&world).unwrap();
    (world, known)
}

fn known(world: &World) -> Result<Vec<Option<Approval>>, DatabaseError> {
    let database = world.state().database()?;
    ["a", "b", "c", "d", "e", "f"].iter().map(|path| database.approvals().find(&matter(path), NOW)).collect()
}

/// Moves the log into the database, as any program may that opens it.
fn without_log(world: &World) {
    let connection = Connection::open(world.path(DATABASE)).unwrap();
    connection.pragma_update_and_check(None, "wal_checkpoint", "TRUNCATE", |_| Ok(())).unwrap();
    drop(connection);
    assert!(!world.path(WAL).exists());
}

/// Puts the bytes in place of the file and looks at everything: what is said about it, if it is noticed.
///
/// Whatever is damaged, an answer is the one that was given, or none.
fn check_damaged(
    world: &World,
    known_before: &[Option<Approval>],
    files: &[(&str, &[u8])],
) -> Option<&'static str> {
    world.put_database(files);
    match known(world) {
        Ok(known) => {
            for (now, before) in known.iter().zip(known_before) {
                assert!(now.is_none() || now == before, "{now:?} was {before:?}");
            }
        }
        Err(error) => assert!(
            error.to_string().ends_with(": move it and its -wal away to start anew")
                || error.to_string().ends_with(": move it away to start anew")
                || error.code() == Code::NewerFormat,
            "{error}"
        ),
    }
    let looked_at = world.state().database().and_then(|database| {
        database.approvals().all(NOW)?;
        database.session_metrics()
    });
    looked_at.err().map(|error| error.code().as_str())
}

#[test]
fn a_file_cut_short_is_noticed_and_left_as_it_is() {
    let (world, known) = filled();
    without_log(&world);
    let whole = world.read(DATABASE);
    assert_eq!(check_damaged(&world, &known, &[(DATABASE, &whole)]), None);
    for length in (512..whole.len()).step_by(512) {
        let noticed = check_damaged(&world, &known, &[(DATABASE, &whole[..length])]);
        assert!(matches!(noticed, Some("damaged" | "not_our_database")), "{length} bytes: {noticed:?}");
        assert_eq!(world.read(DATABASE), &whole[..length]);
    }
}

#[test]
fn a_log_cut_short_forgets_what_came_last() {
    let (world, known) = filled();
    let (database, log) = (world.read(DATABASE), world.read(WAL));
    assert_eq!(check_damaged(&world, &known, &[(DATABASE, &database), (WAL, &log)]), None);
    for length in (0..log.len()).step_by(512) {
        world.put_database(&[(DATABASE, &database), (WAL, &log[..length])]);
        for approval in self::known(&world).unwrap().into_iter().flatten() {
            let before = known.iter().flatten().find(|known| known.id == approval.id);
            let is_earlier = approval.state == ApprovalState::Pending || Some(&approval) == before;
            assert!(is_earlier, "{length} bytes: {approval:?}");
        }
    }
}

#[test]
fn a_flipped_bit_never_grants_anything() {
    let (world, known) = filled();
    without_log(&world);
    let whole = world.read(DATABASE);
    let used: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] != 0).collect();
    let mut noticed = 0;
    let mut seed = 7_u64;
    for _ in 0..1000 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = used[(seed >> 33) as usize % used.len()];
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (seed >> 30 & 7);
        noticed += usize::from(check_damaged(&world, &known, &[(DATABASE, &bytes)]).is_some());
    }
    // Most of the rest is in what says which tables there are.
    assert!(noticed > 300, "{noticed} of 1000 flipped bits were noticed");
}

#[test]
fn a_row_that_another_program_wrote_is_not_believed() {
    for change in [
        "UPDATE approvals SET standing = 1",
        "UPDATE approvals SET standing = 3",
        "UPDATE approvals SET expires = expires + 1",
        "UPDATE approvals SET why = 'harmless'",
        "UPDATE approvals SET path = x'61'",
        "UPDATE approvals SET before = NULL",
        "UPDATE approvals SET before = x'61'",
        "UPDATE approvals SET id = 9",
        "UPDATE approvals SET decided = 1",
        "UPDATE approvals SET seal = x''",
    ] {
        let world = World::new();
        let database = world.database();
        database.approvals().ask(&matter("b"), "", NOW, MINUTE).unwrap();
        Connection::open(world.path(DATABASE)).unwrap().execute_batch(change).unwrap();
        for error in [
            database.approvals().find(&matter("b"), NOW).unwrap_err(),
            database.approvals().ask(&matter("b"), "", NOW, MINUTE).unwrap_err(),
            database.approvals().all(NOW).unwrap_err(),
        ] {
            assert_eq!(error.code(), Code::Damaged, "{change}: {error}");
        }
    }
}

#[test]
fn a_row_that_seems_to_have_expired_is_asked_again() {
    let world = World::new();
    let database = world.database();
    let asked = database.approvals().ask(&matter("b"), "", NOW, MINUTE).unwrap();
    database.approvals().decide(asked.id, Decision::Grant, NOW, MINUTE).unwrap().unwrap();
    Connection::open(world.path(DATABASE))
        .unwrap()
        .execute_batch("UPDATE approvals SET expires = -1")
        .unwrap();
    assert_eq!(database.approvals().find(&matter("b"), NOW).unwrap_err().code(), Code::Damaged);
    assert_eq!(
        database.approvals().ask(&matter("b"), "", NOW, MINUTE).unwrap().state,
        ApprovalState::Pending
    );
}

#[test]
fn approvals_of_another_directory_are_not_believed() {
    let (world, _) = filled();
    without_log(&world);
    let other = World::new();
    other.database();
    std::fs::remove_file(other.path(WAL)).unwrap();
    other.write(DATABASE, &world.read(DATABASE));
    let database = other.database();
    assert_eq!(database.approvals().find(&matter("a"), NOW).unwrap(), None);
    assert!(
        database.approvals().all(NOW).unwrap_err().to_string().contains("without the seal of this directory")
    );
}

#[test]
fn an_emptied_file_starts_anew_unless_its_log_is_left() {
    let (world, _) = filled();
    let whole = world.read(DATABASE);
    for lost in [true, false] {
        if lost {
            world.remove(DATABASE);
        } else {
            world.write(DATABASE, b"");
        }
        let error = refused(&world);
        assert!(error.to_string().contains("reread.db is gone, and its log is not: move it"), "{error}");
        assert!(world.read(WAL).len() > 4096);
        world.write(DATABASE, &whole);
        close_to_others(&world.path(DATABASE));
    }
    without_log(&world);
    world.write(DATABASE, b"");
    assert_eq!(world.database().approvals().all(NOW).unwrap(), []);
}

/// Who dies while `SQLite` makes the file leaves an empty one and a journal that says that it was empty before.
#[test]
fn a_file_whose_making_was_interrupted_is_made_again() {
    let journal = |begins: [u8; 8], pages: u8| {
        let mut bytes = [0; 512];
        bytes[..8].copy_from_slice(&begins);
        bytes[19] = pages;
        bytes
    };
    let on_disk = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    for begins in [on_disk, [0; 8]] {
        for (pages, is_made) in [(0, true), (3, false)] {
            let world = World::new();
            world.state();
            world.put_database(&[(DATABASE, b""), ("reread.db-journal", &journal(begins, pages))]);
            if is_made {
                assert_eq!(world.database().approvals().all(NOW).unwrap(), []);
            } else {
                assert!(refused(&world).to_string().contains("reread.db is gone, and its log is not"));
            }
        }
    }
    let world = World::new();
    world.state();
    world.put_database(&[("reread.db-journal", &journal(on_disk, 0))]);
    assert!(refused(&world).to_string().contains("reread.db is gone"), "without the file, too");
}

#[test]
fn a_file_taken_away_while_in_use_is_made_anew() {
    let world = World::new();
    let database = world.database();
    database.approvals().ask(&matter("a"), "", NOW, MINUTE).unwrap();
    world.remove(DATABASE);
    assert_eq!(database.approvals().all(NOW).unwrap_err().code(), Code::Damaged);
    world.remove(WAL);
    assert_eq!(database.approvals().all(NOW).unwrap(), []);
    database.approvals().ask(&matter("a"), "", NOW, MINUTE).unwrap();
    assert_eq!(world.database().approvals().all(NOW).unwrap().len(), 1);
}

#[test]
fn a_newer_format_is_refused_and_not_repaired() {
    for (found, code) in
        [(6, Code::NewerFormat), (i32::MAX, Code::NewerFormat), (0, Code::Damaged), (-1, Code::Damaged)]
    {
        let (world, _) = filled();
        without_log(&world);
        Connection::open(world.path(DATABASE)).unwrap().pragma_update(None, "user_version", found).unwrap();
        let written = world.read(DATABASE);
        let error = refused(&world);
        assert_eq!(error.code(), code, "{found}");
        assert!(
            error.to_string().contains(&world.path(DATABASE).display().to_string())
                || code != Code::NewerFormat
        );
        assert_eq!(world.read(DATABASE), written);
    }
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    for bytes in [&b"my thesis, in many words"[..], &[0; 5000], &b"SQLite format 3\0".repeat(300)] {
        let world = World::new();
        world.state();
        world.write(DATABASE, bytes);
        close_to_others(&world.path(DATABASE));
        let error = refused(&world);
        assert_eq!(error.code(), Code::NotOurDatabase, "{error}");
        assert!(
            error.to_string().ends_with("reread.db is not a database of reread: move it away to start anew")
        );
        assert_eq!(world.read(DATABASE), bytes);
    }
    for statement in ["CREATE TABLE songs (title)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"] {
        let world = World::new();
        world.state();
        Connection::open(world.path(DATABASE)).unwrap().execute_batch(statement).unwrap();
        close_to_others(&world.path(DATABASE));
        let written = world.read(DATABASE);
        assert_eq!(refused(&world).code(), Code::NotOurDatabase, "{statement}");
        assert_eq!(world.read(DATABASE), written);
    }
}

#[test]
fn tables_that_are_not_ours_are_damage() {
    for statement in ["DROP TABLE session_metrics", "ALTER TABLE session_metrics RENAME COLUMN updated TO u"]
    {
        let (world, _) = filled();
        Connection::open(world.path(DATABASE)).unwrap().execute_batch(statement).unwrap();
        let error = world.database().session_metrics().unwrap_err();
        assert_eq!(error.code(), Code::Damaged, "{statement}: {error}");
        world.database().approvals().all(NOW).unwrap();
    }
}

#[test]
fn an_interrupted_first_start_is_finished() {
    let world = World::new();
    world.state();
    let connection = Connection::open(world.path(DATABASE)).unwrap();
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
    drop(connection);
    close_to_others(&world.path(DATABASE));
    assert!(world.read(DATABASE).len() > 512);
    world.database().approvals().ask(&matter("a"), "", NOW, MINUTE).unwrap();
}

#[test]
fn a_program_that_does_not_let_go_is_said() {
    let (world, _) = filled();
    let connection = Connection::open(world.path(DATABASE)).unwrap();
    connection.execute_batch("BEGIN IMMEDIATE; DELETE FROM session_metrics").unwrap();
    let database = world.database();
    let error = database.approvals().ask(&matter("g"), "", NOW, MINUTE).unwrap_err();
    assert!(error.to_string().ends_with("reread.db is in use by another program"), "{error}");
    assert_eq!(error.code(), Code::Busy);
    // What it has not committed is not there, and reading goes on.
    assert_eq!(database.session_metrics().unwrap().len(), 1);
    drop(connection);
    assert_eq!(world.database().session_metrics().unwrap().len(), 1);
    world.database().approvals().ask(&matter("g"), "", NOW, MINUTE).unwrap();
}

/// A program that reads keeps its view as long as it likes, and nothing waits for it.
#[test]
fn a_program_that_reads_hinders_no_change() {
    let (world, _) = filled();
    let count = |connection: &Connection| {
        connection.query_row("SELECT count(*) FROM approvals", [], |row| row.get::<_, i64>(0)).unwrap()
    };
    let reader = Connection::open(world.path(DATABASE)).unwrap();
    reader.execute_batch("BEGIN").unwrap();
    let before = count(&reader);
    for name in ["g", "h", "i"] {
        world.database().approvals().ask(&matter(name), "", NOW, MINUTE).unwrap();
    }
    assert_eq!(count(&reader), before);
    reader.execute_batch("COMMIT").unwrap();
    assert_eq!(count(&reader), before + 3);
    drop(reader);
    assert_eq!(world.database().approvals().all(NOW).unwrap().len() as i64, before + 3);
    assert!(!world.path("reread.db-shm").exists());
}

#[test]
fn a_folder_in_its_place_is_refused() {
    for name in [DATABASE, WAL, "reread.db-journal"] {
        let world = World::new();
        world.state();
        std::fs::create_dir(world.path(name)).unwrap();
        let error = refused(&world);
        assert!(
            error.to_string().contains(&format!("{name} is not a regular file: move it away")),
            "{error}"
        );
    }
}

#[test]
fn a_directory_that_was_moved_is_noticed() {
    let world = World::new();
    let database = world.database();
    std::fs::rename(world.state_path(), world.outside("old")).unwrap();
    assert_eq!(database.approvals().all(NOW).unwrap_err().code(), Code::Moved);
    world.database().approvals().ask(&matter("a"), "", NOW, MINUTE).unwrap();
    let error = database.approvals().all(NOW).unwrap_err();
    assert!(error.to_string().ends_with("state is no longer the directory that was opened"), "{error}");
    std::fs::remove_dir_all(world.state_path()).unwrap();
    std::fs::rename(world.outside("old"), world.state_path()).unwrap();
    assert_eq!(database.approvals().all(NOW).unwrap(), []);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt as _, chown, symlink};
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    use super::*;
    use reread_store::{KeyPlace, StateDir};

    #[test]
    fn a_link_is_refused_wherever_it_leads() {
        for name in [DATABASE, WAL] {
            let world = World::new();
            world.state();
            std::fs::write(world.outside("target"), b"").unwrap();
            for target in ["../target", "../nowhere", "version"] {
                symlink(target, world.path(name)).unwrap();
                let error = refused(&world);
                assert!(error.to_string().contains(&format!("{name} is a symbolic link: ")), "{error}");
                world.remove(name);
            }
            assert_eq!(std::fs::read(world.outside("target")).unwrap(), b"");
            assert!(!world.outside("nowhere").exists());
        }
    }

    #[test]
    fn a_second_name_is_refused() {
        let (world, _) = filled();
        std::fs::hard_link(world.path(DATABASE), world.outside("copy")).unwrap();
        assert!(refused(&world).to_string().contains("reread.db has a second name: "));
    }

    #[test]
    fn what_others_may_read_or_own_is_refused_and_not_mended() {
        for name in [DATABASE, WAL] {
            let (world, _) = filled();
            for bits in [0o640, 0o604, 0o620, 0o601] {
                std::fs::set_permissions(world.path(name), std::fs::Permissions::from_mode(bits)).unwrap();
                let error = refused(&world);
                assert!(error.to_string().contains(&format!("{name} is open to others: ")), "{error}");
            }
            close_to_others(&world.path(name));
            world.database();
            if rustix::process::geteuid().is_root() {
                chown(world.path(name), Some(12345), None).unwrap();
                assert!(refused(&world).to_string().contains(" belongs to another user: "));
            }
        }
    }

    #[test]
    fn a_directory_behind_a_link_is_as_good_as_any() {
        let world = World::new();
        std::fs::create_dir(world.outside("real")).unwrap();
        symlink("real", world.outside("link")).unwrap();
        let state = StateDir::open(&world.outside("link/state"), &KeyPlace::Beside).unwrap();
        state.database().unwrap().approvals().ask(&matter("a"), "", NOW, MINUTE).unwrap();
    }

    /// Runs as a user whom permissions bind.
    #[test]
    #[ignore = "run in a process of its own by the test below"]
    fn use_a_read_only_state() {
        let path = std::env::var_os("READ_ONLY_STATE").unwrap();
        let state = StateDir::open(path.as_ref(), &KeyPlace::Beside).unwrap();
        if std::env::var_os("WITH_DATABASE").is_some() {
            state.database().unwrap().approvals().ask(&matter("a"), "", NOW, MINUTE).unwrap();
            std::fs::remove_file(std::path::Path::new(&path).join(WAL)).unwrap();
        } else {
            state.tag_key().unwrap();
        }
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o500)).unwrap();
        let error = state.database().unwrap_err();
        assert_eq!(error.code(), Code::Io, "{error}");
        assert_eq!(state.database().unwrap_err().code(), Code::Io);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
        state.database().unwrap().approvals().ask(&matter("a"), "", NOW, MINUTE).unwrap();
    }

    #[test]
    fn a_read_only_directory_is_said() {
        for with_database in [false, true] {
            let world = World::new();
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["--exact", "--ignored", "database_damage::unix::use_a_read_only_state"]);
            command.env("READ_ONLY_STATE", world.state_path()).current_dir("/");
            if with_database {
                command.env("WITH_DATABASE", "yes");
            }
            if rustix::process::geteuid().is_root() {
                chown(world.outside(""), Some(12345), None).unwrap();
                command.uid(12345);
            }
            let output = command.output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && said.contains("1 passed"), "{said}");
        }
    }
}
