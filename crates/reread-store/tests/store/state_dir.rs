//! The directory is made for the user alone, or refused.

use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use reread_codes::Code;
use reread_store::{KeyPlace, Lookup, StateDir, StateError};
use reread_text::Digest;

use crate::world::{World, record};

fn refused(world: &World) -> StateError {
    StateDir::open(&world.state_path(), &KeyPlace::Beside).unwrap_err()
}

#[test]
fn a_new_directory_says_what_it_is_and_stays_out_of_version_control() {
    let world = World::new();
    assert_eq!(world.state().path(), world.state_path());
    assert_eq!(world.read("version"), b"reread state 1\n");
    assert_eq!(world.read(".gitignore"), b"*\n");
    world.write(".gitignore", b"mine\n");
    world.state();
    assert_eq!(world.read(".gitignore"), b"mine\n");
}

#[test]
fn an_interrupted_first_start_is_finished() {
    for left in [&[][..], &["version"], &[".gitignore"], &["version", ".gitignore"]] {
        let world = World::new();
        std::fs::create_dir(world.state_path()).unwrap();
        for name in left {
            world.write(name, b"");
        }
        world.state();
        assert_eq!(world.read("version"), b"reread state 1\n");
        assert_eq!(world.read(".gitignore"), b"*\n");
    }
}

#[test]
fn only_the_last_component_is_created() {
    let world = World::new();
    let error = StateDir::open(&world.outside("missing/state"), &KeyPlace::Beside).unwrap_err();
    assert_eq!(error.code(), Code::Io);
    assert!(!world.outside("missing").exists());
    assert_eq!(StateDir::open("..".as_ref(), &KeyPlace::Beside).unwrap_err().code(), Code::NoName);
    assert_eq!(StateDir::open("/".as_ref(), &KeyPlace::Beside).unwrap_err().code(), Code::NoName);
    assert_eq!(StateDir::open("".as_ref(), &KeyPlace::Beside).unwrap_err().code(), Code::NoName);
}

#[test]
fn a_directory_in_use_for_something_else_is_left_alone() {
    let world = World::new();
    std::fs::create_dir(world.state_path()).unwrap();
    world.write("thesis.txt", b"");
    assert_eq!(refused(&world).code(), Code::NotState);
    assert_eq!(world.names(""), ["thesis.txt"]);
}

#[test]
fn a_version_that_is_newer_or_unclear_is_refused_and_not_repaired() {
    for (version, code) in [
        ("reread state 2\n", Code::NewerFormat),
        ("reread state 18446744073709551615\n", Code::NewerFormat),
        ("reread state 0\n", Code::Damaged),
        ("reread state +1\n", Code::Damaged),
        ("reread state 1", Code::Damaged),
        ("reread state 1\n\n", Code::Damaged),
        ("reread state \n", Code::Damaged),
        ("", Code::Damaged),
        ("\u{0}", Code::Damaged),
    ] {
        let world = World::new();
        world.state().tag_key().unwrap();
        world.write("version", version.as_bytes());
        assert_eq!(refused(&world).code(), code, "{version:?}");
        assert_eq!(world.read("version"), version.as_bytes());
    }
}

#[test]
fn all_who_ask_at_once_get_the_same_key() {
    let world = World::new();
    world.state();
    let keys: Vec<[u8; 32]> = thread::scope(|scope| {
        let askers: Vec<_> = (0..8).map(|_| scope.spawn(|| world.state().tag_key().unwrap())).collect();
        askers.into_iter().map(|asker| asker.join().unwrap()).collect()
    });
    assert!(keys.iter().all(|key| *key == keys[0]));
    assert_eq!(world.read("key"), keys[0]);
    assert_ne!(World::new().state().tag_key().unwrap(), keys[0]);
    assert_eq!(world.names("cache/tmp"), [""; 0]);
}

#[test]
fn a_key_of_another_length_is_damaged() {
    let world = World::new();
    let state = world.state();
    let key = state.tag_key().unwrap();
    for bytes in [&key[..0], &key[..31], &[&key[..], b"x"].concat()] {
        world.write("key", bytes);
        let error = state.tag_key().unwrap_err();
        assert_eq!(error.code(), Code::Damaged);
        assert!(error.to_string().contains("key does not hold 32 bytes: delete it"), "{error}");
        assert_eq!(world.read("key"), bytes);
    }
}

#[test]
fn an_epoch_is_read_from_its_file() {
    let world = World::new();
    let state = world.state();
    assert_eq!(state.epoch(), 0);
    for epoch in [0, 2, u64::MAX - 1] {
        world.write("epoch", format!("{epoch}\n").as_bytes());
        assert_eq!((state.epoch(), world.state().epoch()), (epoch, epoch));
    }
}

#[test]
fn a_damaged_epoch_never_brings_back_an_old_one() {
    let world = World::new();
    let state = world.state();
    for bytes in [&b""[..], b"7", b"07\n", b"+7\n", b"-1\n", b"\xff\n", b"7\n\n", b"18446744073709551616\n"] {
        world.write("epoch", bytes);
        assert_eq!(state.epoch(), u64::MAX, "{bytes:?}");
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    use std::path::Path;
    use std::process::Command;

    use super::*;
    use crate::world::{matter, names, record};
    use reread_store::UnixMillis;
    use reread_text::Digest;

    fn chmod(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    fn mode(path: &Path) -> u32 {
        std::fs::symlink_metadata(path).unwrap().mode() & 0o7777
    }

    fn check_modes(path: &Path) {
        let is_dir = std::fs::symlink_metadata(path).unwrap().is_dir();
        let expected = if is_dir { 0o700 } else { 0o600 };
        assert_eq!(mode(path), expected, "{} has {:o}", path.display(), mode(path));
        if is_dir {
            names(path).iter().for_each(|name| check_modes(&path.join(name)));
        }
    }

    /// Puts one file of every kind into the state directory that the environment names.
    #[test]
    #[ignore = "run in a process of its own by the test below"]
    fn fill_a_state() {
        let path = std::env::var_os("STATE_TO_FILL").unwrap();
        let state = StateDir::open(path.as_ref(), &KeyPlace::Beside).unwrap();
        state.tag_key().unwrap();
        let digest = Digest::of(b"text");
        let cache = state.cache().unwrap();
        cache.put(&digest, b"text").unwrap();
        cache.put(&Digest::of(b"other"), b"text").unwrap();
        cache.get(&Digest::of(b"other"));
        state.seen().unwrap().record(&digest, &digest, 1).unwrap();
        state.journal().unwrap().append(&record("a")).unwrap();
        let journal = Path::new(&path).join("audit/journal.jsonl");
        std::fs::write(&journal, [&std::fs::read(&journal).unwrap()[..], b"torn"].concat()).unwrap();
        state.journal().unwrap().append(&record("b")).unwrap();
        let minute = Duration::from_secs(60);
        state.database().unwrap().approvals().ask(&matter("a"), "", UnixMillis(0), minute).unwrap();
        reread_store::SnapshotCache::at(&Path::new(&path).join("of/pi/readcache")).unwrap();
    }

    #[test]
    fn everything_is_for_the_user_alone_whatever_the_umask() {
        for umask in ["000", "022", "077", "777"] {
            let world = World::new();
            let script = format!(r#"umask {umask}; exec "$0" --exact --ignored "$1""#);
            let filled = Command::new("sh")
                .args(["-c", &script])
                .arg(std::env::current_exe().unwrap())
                .arg("state_dir::unix::fill_a_state")
                .env("STATE_TO_FILL", world.state_path())
                .output()
                .unwrap();
            assert!(filled.status.success(), "{}", String::from_utf8_lossy(&filled.stdout));
            check_modes(&world.state_path());
            let mut kinds = world.names("");
            kinds.extend(world.names("audit"));
            kinds.extend(world.names("cache"));
            for kind in [
                "key",
                "lock",
                "head",
                "journal.jsonl",
                "torn-2",
                "quarantine",
                "shown",
                "reread.db",
                "reread.db-wal",
            ] {
                assert!(kinds.iter().any(|name| name == kind), "{kind} is not among {kinds:?}");
            }
        }
    }

    #[test]
    fn a_link_is_refused_even_to_a_good_directory() {
        let world = World::new();
        StateDir::open(&world.outside("good"), &KeyPlace::Beside).unwrap();
        symlink("good", world.state_path()).unwrap();
        assert!(refused(&world).to_string().ends_with("state is a symbolic link"));
        std::fs::remove_file(world.state_path()).unwrap();
        symlink("nowhere", world.state_path()).unwrap();
        assert!(refused(&world).to_string().ends_with("state is a symbolic link"));
        assert!(!world.outside("nowhere").exists());
    }

    #[test]
    fn a_link_inside_is_refused_too() {
        for name in ["cache", "audit"] {
            let world = World::new();
            let state = world.state();
            std::fs::create_dir(world.outside("elsewhere")).unwrap();
            symlink("../elsewhere", world.path(name)).unwrap();
            let error = match name {
                "cache" => state.cache().unwrap_err(),
                _ => state.journal().unwrap_err(),
            };
            assert_eq!(error.code(), Code::UntrustedState);
            assert_eq!(names(&world.outside("elsewhere")), [""; 0]);
        }
    }

    #[test]
    fn what_is_no_directory_is_refused() {
        let world = World::new();
        std::fs::write(world.state_path(), b"").unwrap();
        assert!(refused(&world).to_string().ends_with("state is not a directory"));
        std::fs::remove_file(world.state_path()).unwrap();
        assert!(Command::new("mkfifo").arg(world.state_path()).status().unwrap().success());
        assert!(refused(&world).to_string().ends_with("state is not a directory"));
    }

    #[test]
    fn what_others_may_write_is_refused_and_not_mended() {
        for bits in [0o720, 0o702, 0o777, 0o1777, 0o770] {
            let world = World::new();
            world.state();
            chmod(&world.state_path(), bits);
            let message = refused(&world).to_string();
            assert!(message.ends_with(&format!("can be written by others (mode {bits:04o})")), "{message}");
            assert_eq!(mode(&world.state_path()), bits);
        }
        let world = World::new();
        world.state().journal().unwrap();
        chmod(&world.path("audit"), 0o770);
        assert_eq!(world.state().journal().unwrap_err().code(), Code::UntrustedState);
    }

    #[test]
    fn what_others_may_read_is_closed_to_them() {
        let world = World::new();
        world.cache();
        chmod(&world.state_path(), 0o755);
        chmod(&world.path("cache/objects"), 0o755);
        world.cache();
        check_modes(&world.state_path());
    }

    #[test]
    fn what_another_user_owns_is_refused() {
        let world = World::new();
        let mut path = world.state_path();
        if rustix::process::geteuid().is_root() {
            world.state();
            std::os::unix::fs::chown(&path, Some(12345), None).unwrap();
        } else {
            path = "/usr".into();
        }
        let owner = std::fs::metadata(&path).unwrap().uid();
        let error = StateDir::open(&path, &KeyPlace::Beside).unwrap_err();
        assert!(error.to_string().ends_with(&format!("belongs to user {owner}")), "{error}");
    }

    #[test]
    fn a_key_that_others_could_read_is_no_secret() {
        let world = World::new();
        let state = world.state();
        state.tag_key().unwrap();
        for bits in [0o640, 0o604, 0o660] {
            chmod(&world.path("key"), bits);
            let error = state.tag_key().unwrap_err();
            assert!(error.to_string().contains("key is not secret: delete it"), "{error}");
        }
        world.remove("key");
        symlink("version", world.path("key")).unwrap();
        assert_eq!(state.tag_key().unwrap_err().code(), Code::Io);
        world.remove("key");
        assert!(Command::new("mkfifo").arg(world.path("key")).status().unwrap().success());
        assert_eq!(state.tag_key().unwrap_err().code(), Code::Io);
    }

    #[test]
    fn the_directory_is_known_under_every_name() {
        let world = World::new();
        let metadata = std::fs::metadata(world.state().path()).unwrap();
        let identity = world.state().identity();
        assert_eq!((identity.dev, identity.ino), (metadata.dev(), metadata.ino()));
    }
}

#[test]
fn tidying_happens_once_an_hour() {
    const HOUR: Duration = Duration::from_secs(3600);
    let world = World::new();
    let state = world.state();
    let written = Digest::of(b"one\n");
    state.cache().unwrap().put(&written, b"one\n").unwrap();
    // Far in the future, so that the object's own time is long past.
    let later = UNIX_EPOCH + Duration::from_secs(10_000_000_000);
    let objects = |now| state.tidy(24 * HOUR, now).map(|pruned| pruned.objects);
    assert_eq!(objects(later), Some(1));
    assert_eq!(objects(later + HOUR / 2), None);
    assert_eq!(objects(later + HOUR), Some(0));
    assert_eq!(objects(later), Some(0), "a stamp from the future is no reason to wait");
    world.write("tidied", b"soon\n");
    assert_eq!(objects(later), Some(0), "nor is one that cannot be read");
}

#[test]
fn what_the_journal_cites_is_not_tidied_away_before_it_is_sealed() {
    let day = Duration::from_secs(24 * 3600);
    let world = World::new();
    let (state, journal) = (world.state(), world.journal());
    let cache = state.cache().unwrap();
    for text in ["cited", "not cited"] {
        cache.put(&Digest::of(text.as_bytes()), text.as_bytes()).unwrap();
    }
    journal.append(&record("cited")).unwrap();
    let later = UNIX_EPOCH + Duration::from_secs(10_000_000_000);
    let pruned = state.tidy(day, later).unwrap();
    assert_eq!((pruned.objects, pruned.pinned), (1, 1));
    assert!(matches!(cache.get(&Digest::of(b"cited")), Lookup::Found(_)));
    journal.rotate(&record("rotated")).unwrap();
    let pruned = state.tidy(day, later + day).unwrap();
    assert_eq!((pruned.objects, pruned.pinned), (1, 0));
    // Where the journal cannot be read, everything stays.
    cache.put(&Digest::of(b"cited"), b"cited").unwrap();
    world.remove("audit/head");
    std::fs::remove_dir_all(world.path("audit")).unwrap();
    world.write("audit", b"");
    assert_eq!(state.tidy(day, later + 2 * day).unwrap().objects, 0);
}
