//! Whose a state directory is: the user's key for its path made it, or it is foreign and stays as it is.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use reread_codes::Code;
use reread_store::{FoundMaker, KeyPlace, OperationResult, StateDir, StateError, UnixMillis, UnownedState};

use crate::world::{World, edit, operation, write};

struct Owned(World);

impl Owned {
    /// A state directory with a database, whose key lies with the user.
    fn new() -> Self {
        let owned = Self(World::new());
        let database = owned.open(&owned.0.state_path()).unwrap().database().unwrap();
        write(&database, 1, b"a", None, Some(b"one"));
        owned
    }

    fn keys(&self) -> PathBuf {
        self.0.outside("config/reread/keys")
    }

    fn open(&self, path: &Path) -> Result<StateDir, StateError> {
        StateDir::open(path, &KeyPlace::UserFolder(self.keys()))
    }

    fn key(&self) -> PathBuf {
        let is_key = |path: &PathBuf| path.file_name().unwrap().len() == 64;
        fs::read_dir(self.keys()).unwrap().map(|entry| entry.unwrap().path()).find(is_key).unwrap()
    }

    fn check_foreign(&self, path: &Path, what: &str) {
        let before = listing(path);
        let error = self.open(path).unwrap_err();
        assert!(
            matches!(error, StateError::NotOurs(_)) && error.code() == Code::UntrustedState,
            "{what}: {error}"
        );
        assert_eq!(listing(path), before, "{what}");
    }
}

/// Every name below, with mode and bytes.
fn listing(folder: &Path) -> Vec<(PathBuf, u32, Vec<u8>)> {
    let mut found = vec![(folder.to_owned(), folder.metadata().unwrap().permissions().mode(), Vec::new())];
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => found.extend(listing(&entry.path())),
            false => {
                let mode = entry.metadata().unwrap().permissions().mode();
                found.push((entry.path(), mode, fs::read(entry.path()).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

#[test]
fn the_key_lies_with_the_user_and_is_secret() {
    let owned = Owned::new();
    assert!(!owned.0.path("key").exists());
    assert_eq!(owned.key().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(owned.keys().metadata().unwrap().permissions().mode() & 0o777, 0o700);
    let [one, other] = [(); 2].map(|()| owned.open(&owned.0.state_path()).unwrap().tag_key().unwrap());
    assert_eq!(one, other);
    assert!(owned.open(&owned.0.state_path()).unwrap().database().unwrap().check(true).unwrap().is_empty());
}

#[test]
fn what_the_key_for_its_path_did_not_make_is_foreign() {
    let owned = Owned::new();
    let state = owned.0.state_path();

    let moved = owned.0.outside("moved");
    copy(&state, &moved);
    owned.check_foreign(&moved, "a copy at another path");

    let other = owned.0.outside("other");
    drop(owned.open(&other).unwrap().database().unwrap());
    fs::copy(state.join("owner"), other.join("owner")).unwrap();
    owned.check_foreign(&other, "the owner file of another directory");

    let owner = fs::read(state.join("owner")).unwrap();
    for (what, bytes) in [
        ("cut", &owner[..owner.len() - 2]),
        ("empty", b""),
        ("longer", &[owner.as_slice(), b"00\n"].concat()),
        ("not text", b"\xff\xfe"),
        ("of another format", &[b"reread owner 2", &owner[14..]].concat()),
    ] {
        fs::write(state.join("owner"), bytes).unwrap();
        owned.check_foreign(&state, what);
    }
    fs::remove_file(state.join("owner")).unwrap();
    fs::write(state.join("key"), [7; 32]).unwrap();
    owned.check_foreign(&state, "a key of its own");
    fs::write(state.join("owner"), &owner).unwrap();
    assert!(owned.open(&state).is_ok());
    fs::set_permissions(&state, fs::Permissions::from_mode(0o755)).unwrap();
    fs::remove_file(owned.key()).unwrap();
    fs::remove_dir_all(owned.keys()).unwrap();
    owned.check_foreign(&state, "the key is gone");
    assert!(!owned.keys().exists(), "looking makes nothing");
}

#[test]
fn a_directory_without_anything_to_act_on_is_taken_and_a_key_that_others_can_read_is_not() {
    let owned = Owned(World::new());
    let state = owned.0.state_path();
    fs::create_dir(&state).unwrap();
    fs::write(state.join("version"), "reread state 1\n").unwrap();
    fs::write(state.join("owner"), "reread ow").unwrap();
    drop(owned.open(&state).unwrap().database().unwrap());
    assert!(owned.open(&state).is_ok());
    fs::set_permissions(owned.key(), fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(owned.open(&state).unwrap_err().code(), Code::Damaged);
    fs::set_permissions(owned.key(), fs::Permissions::from_mode(0o600)).unwrap();
    fs::write(owned.key(), "no key").unwrap();
    assert_eq!(owned.open(&state).unwrap_err().code(), Code::Damaged);
}

#[test]
fn adopting_seals_anew_and_leaves_nothing_open() {
    let owned = Owned::new();
    let state = owned.0.state_path();
    let database = owned.open(&state).unwrap().database().unwrap();
    let open = database.operations().begin(&operation(2, &[edit(b"a", Some(b"one"), Some(b"two"))])).unwrap();
    drop(database);
    let moved = owned.0.outside("moved");
    fs::rename(&state, &moved).unwrap();
    assert!(UnownedState::find(&state, &owned.keys()).unwrap().is_none());
    let before = listing(&moved);
    let foreign = UnownedState::find(&moved, &owned.keys()).unwrap().unwrap();
    let found = foreign.look().unwrap();
    assert_eq!(listing(&moved), before, "looking changes nothing");
    let resolved = state.parent().unwrap().canonicalize().unwrap().join("state");
    assert_eq!(found.maker, FoundMaker::User(resolved));
    let history = found.history.unwrap();
    assert_eq!((history.versions, history.open.len(), history.unsound), (2, 1, 0));
    let mut asked = Vec::new();
    let settle = |operation: &reread_store::Operation| {
        asked.push(operation.id);
        OperationResult::Undone
    };
    let (adopted, rows) = foreign.adopt(None, UnixMillis(3), settle).unwrap();
    assert_eq!((rows.versions, rows.operations), (2, 2));
    assert_eq!(asked, [open.id]);
    let database = adopted.database().unwrap();
    assert!(database.operations().open().unwrap().is_empty());
    assert!(database.check(true).unwrap().is_empty());
    assert!(UnownedState::find(&moved, &owned.keys()).unwrap().is_none());
}
