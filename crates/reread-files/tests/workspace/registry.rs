//! The registry is what a fresh look at the disk would make of it, whatever happened since the last one.

use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use reread_code::Language;
use reread_files::{
    FileKind, FileTag, IndexError, IndexReply, IndexedFile, Pace, Progress, Settings, State, StateOpening,
    Watch, Workspace, parse_user_configuration,
};
use reread_text::Digest;
use rusqlite::{Connection, params};

use crate::workspace::trees::{Impatient, list, plant, tree};
use crate::workspace::world::{FilesWorld, StopAtEnd};

/// Stamps of files that were just written are too young to be believed.
fn just_now() -> SystemTime {
    SystemTime::now()
}

/// As if everything had lain there for an hour: every stamp is old enough to be believed.
fn an_hour_later() -> SystemTime {
    SystemTime::now() + Duration::from_secs(3600)
}

fn index(workspace: &Workspace, now: SystemTime) -> IndexReply {
    workspace.registry().index(now, &Watch::unattended()).unwrap()
}

fn files(workspace: &Workspace) -> Vec<IndexedFile> {
    workspace.registry().indexed_files().unwrap()
}

fn file(workspace: &Workspace, name: &str) -> IndexedFile {
    files(workspace).into_iter().find(|file| file.path.as_bytes() == name.as_bytes()).unwrap()
}

fn names(files: &[IndexedFile]) -> Vec<String> {
    files.iter().map(|file| file.path.to_string()).collect()
}

fn configured(world: &FilesWorld, configuration: &str) -> Workspace {
    let settings = parse_user_configuration("config.toml", configuration).unwrap();
    world.workspace_with_state(settings)
}

/// What an index that knows nothing yet makes of the disk.
fn made_anew(world: &FilesWorld) -> Vec<IndexedFile> {
    let fresh = tempfile::tempdir().unwrap();
    let state = State::open(&fresh.path().join("state"), &reread_store::KeyPlace::Beside).unwrap();
    let workspace = world.workspace().with_state(state);
    index(&workspace, just_now());
    files(&workspace)
}

#[test]
fn a_file_is_known_by_what_it_is_and_what_it_holds() {
    let world = FilesWorld::new();
    plant(&world, &[("src/a.rs", "fn a() {}\n"), ("run", "#!/bin/sh\n"), (".ci/vendor/test_x.md", "")]);
    let workspace = world.workspace_with_state(Settings::default());
    let reply = index(&workspace, just_now());
    assert_eq!((reply.files, reply.bytes, reply.read, reply.forgotten), (3, 20, 3, 0));
    assert_eq!(names(&files(&workspace)), [".ci/vendor/test_x.md", "run", "src/a.rs"]);

    let code = file(&workspace, "src/a.rs");
    let digest = Digest::of(b"fn a() {}\n");
    assert_eq!((code.size, code.digest, code.is_sensitive), (10, Some(digest), false));
    assert_eq!(code.short_digest().unwrap(), digest.to_string()[..16]);
    assert_eq!((code.language, code.tags), (Some(Language::Rust), vec![FileTag::Code]));
    assert_eq!(
        list(&workspace, &["src/a.rs"]).entries[0].facts.unwrap().modified_unix_ms,
        code.modified_unix_ms
    );
    assert_eq!(file(&workspace, "run").language, Some(Language::Bash), "its first line says so");
    let tags = file(&workspace, ".ci/vendor/test_x.md").tags;
    assert_eq!(tags, [FileTag::Doc, FileTag::Test, FileTag::Hidden, FileTag::Vendored]);
}

#[test]
fn what_lies_still_is_not_read_again() {
    let world = FilesWorld::new();
    plant(&world, &[("a", "one"), ("b/c", "two")]);
    let workspace = world.workspace_with_state(Settings::default());
    assert_eq!(index(&workspace, an_hour_later()).read, 2);
    let again = index(&workspace, an_hour_later());
    assert_eq!((again.files, again.bytes, again.read, again.forgotten), (2, 6, 0, 0));

    std::fs::rename(world.path("b"), world.path("d")).unwrap();
    plant(&world, &[("a", "three")]);
    let changed = index(&workspace, an_hour_later());
    assert_eq!((changed.files, changed.bytes, changed.read, changed.forgotten), (2, 8, 2, 1));
    assert_eq!(files(&workspace), made_anew(&world));
}

/// What a reader that came between two writes of one tick leaves behind: the digest of the first, under stamps that are
/// also those of the second.
fn as_if_read_too_soon(world: &FilesWorld, name: &str) {
    let connection = Connection::open(world.beside("state/reread.db")).unwrap();
    let digest = Digest::of(b"first");
    let changed = connection
        .execute("UPDATE files SET digest = ?1 WHERE path = ?2", params![digest.as_bytes(), name.as_bytes()])
        .unwrap();
    assert_eq!(changed, 1);
}

#[test]
fn stamps_that_are_too_young_are_not_believed() {
    let world = FilesWorld::new();
    world.write("a", "second");
    let workspace = world.workspace_with_state(Settings::default());
    index(&workspace, just_now());
    as_if_read_too_soon(&world, "a");
    assert_eq!(index(&workspace, an_hour_later()).read, 1);
    assert_eq!(file(&workspace, "a").digest, Some(Digest::of(b"second")));

    // From here on they are, and nothing but a reading could tell.
    as_if_read_too_soon(&world, "a");
    assert_eq!(index(&workspace, an_hour_later()).read, 0);
    assert_eq!(file(&workspace, "a").digest, Some(Digest::of(b"first")));
}

#[test]
fn what_may_not_be_read_is_not_in_it_and_secrets_have_no_digest() {
    let world = FilesWorld::new();
    plant(
        &world,
        &[("a.txt", "a"), (".env", "KEY=1"), ("denied/x", "x"), (".gitignore", "out\n"), ("out/o", "")],
    );
    std::fs::write(world.beside("outside/secret"), "secret").unwrap();
    std::fs::hard_link(world.beside("outside/secret"), world.path("linked")).unwrap();
    std::fs::hard_link(world.path("denied/x"), world.path("innocent")).unwrap();
    symlink("../outside/secret", world.path("link")).unwrap();

    let workspace = configured(&world, "version = 1\n[read]\ndeny = [\"denied\"]\n");
    let reply = index(&workspace, an_hour_later());
    assert_eq!(names(&files(&workspace)), [".gitignore", "a.txt"]);
    assert_eq!((reply.several_names, reply.passed_over.need_approval), (1, 1));

    let workspace = configured(&world, "version = 1\n[read]\nsensitive = \"allow\"\n");
    index(&workspace, an_hour_later());
    assert_eq!(names(&files(&workspace)), [".env", ".gitignore", "a.txt", "denied/x", "innocent"]);
    let secret = file(&workspace, ".env");
    assert_eq!((secret.size, secret.digest, secret.is_sensitive), (5, None, true));

    // A rule that comes later takes out what is there, and what was secret may become anything else: all is read anew.
    let allowed =
        "version = 1\n[read]\nsensitive = \"allow\"\nsensitive_names = [\"a.txt\"]\ndeny = [\"denied\"]\n";
    let workspace = configured(&world, allowed);
    let reply = index(&workspace, an_hour_later());
    assert_eq!((reply.files, reply.read), (3, 3));
    assert_eq!(names(&files(&workspace)), [".env", ".gitignore", "a.txt"]);
    assert_eq!(file(&workspace, ".env").digest, Some(Digest::of(b"KEY=1")));
    assert_eq!(file(&workspace, "a.txt").digest, None);
}

/// Renaming a folder moves no stamp of what lies in it.
#[test]
fn a_file_whose_other_name_is_denied_later_goes() {
    let world = FilesWorld::new();
    plant(&world, &[("open/x", "x")]);
    std::fs::hard_link(world.path("open/x"), world.path("a")).unwrap();
    let workspace = configured(&world, "version = 1\n[read]\ndeny = [\"denied\"]\n");
    index(&workspace, an_hour_later());
    assert_eq!(names(&files(&workspace)), ["a", "open/x"]);
    std::fs::rename(world.path("open"), world.path("denied")).unwrap();
    index(&workspace, an_hour_later());
    assert_eq!(names(&files(&workspace)), [""; 0]);
}

#[test]
fn a_file_too_large_to_be_hashed_is_known_without_a_digest() {
    let world = FilesWorld::new();
    plant(&world, &[("small", "123"), ("large.rs", "12345")]);
    let mut settings = Settings::default();
    settings.limits.digest_bytes = 4;
    let workspace = world.workspace_with_state(settings);
    index(&workspace, an_hour_later());
    let large = file(&workspace, "large.rs");
    assert_eq!((large.size, large.digest, large.language), (5, None, Some(Language::Rust)));
    assert_eq!(file(&workspace, "small").digest, Some(Digest::of(b"123")));

    let workspace = world.workspace_with_state(Settings::default());
    assert_eq!(index(&workspace, an_hour_later()).read, 2, "under another limit all is read anew");
    assert_eq!(file(&workspace, "large.rs").digest, Some(Digest::of(b"12345")));
}

#[test]
fn a_caller_that_gives_up_leaves_it_as_it_was() {
    let world = FilesWorld::new();
    plant(&world, &[("a", "a")]);
    let workspace = world.workspace_with_state(Settings::default());
    index(&workspace, just_now());
    plant(&world, &[("b", "b"), ("c/d", "d")]);
    for at in 0..4 {
        let impatient = Impatient { asked: 0.into(), at };
        let watch = Watch { is_cancelled: &|| impatient.is_cancelled(), progress: &|_| {} };
        assert!(matches!(workspace.registry().index(just_now(), &watch), Err(IndexError::Cancelled)), "{at}");
        assert_eq!(names(&files(&workspace)), ["a"]);
    }
}

#[test]
fn progress_is_reported_with_the_number_that_was_there_before() {
    let world = FilesWorld::new();
    let many: Vec<String> = (0..600).map(|number| format!("f{number}")).collect();
    plant(&world, &many.iter().map(|name| (name.as_str(), "")).collect::<Vec<_>>());
    let workspace = world.workspace_with_state(Settings::default());
    let reported = std::cell::RefCell::new(Vec::<Progress>::new());
    let watch = Watch { is_cancelled: &|| false, progress: &|progress| reported.borrow_mut().push(progress) };
    workspace.registry().index(just_now(), &watch).unwrap();
    assert!(
        !reported.borrow().is_empty() && reported.borrow().iter().all(|progress| progress.total.is_none())
    );
    reported.borrow_mut().clear();
    workspace.registry().index(just_now(), &watch).unwrap();
    assert!(
        !reported.borrow().is_empty() && reported.borrow().iter().all(|progress| progress.total == Some(600))
    );
}

#[test]
fn without_a_state_directory_there_is_no_registry() {
    let world = FilesWorld::new();
    let workspace = world.workspace();
    assert!(matches!(workspace.registry().index(just_now(), &Watch::unattended()), Err(IndexError::NoState)));
    assert!(matches!(workspace.registry().indexed_files(), Err(IndexError::NoState)));
}

/// Something that happens to a tree.
#[derive(Clone, Debug)]
enum Change {
    Write(String, String),
    /// The same length at the same time, so that only the time of the change of the time tells.
    EditInPlace(String),
    Replace(String),
    Rename(String, String),
    Remove(String),
    Link(String, String),
    HardLink(String, String),
    Ignore(String),
}

fn change() -> impl Strategy<Value = Change> {
    let name = || prop::sample::select(vec!["a", "b", "c/a", "c/b", "c/d/a", "e", "c", "c/d"]);
    let name = move || name().prop_map(str::to_owned);
    prop_oneof![
        3 => (name(), "[ab]{0,3}").prop_map(|(name, text)| Change::Write(name, text)),
        3 => name().prop_map(Change::EditInPlace),
        2 => name().prop_map(Change::Replace),
        2 => (name(), name()).prop_map(|(from, to)| Change::Rename(from, to)),
        2 => name().prop_map(Change::Remove),
        1 => (name(), name()).prop_map(|(from, to)| Change::Link(from, to)),
        1 => (name(), name()).prop_map(|(from, to)| Change::HardLink(from, to)),
        1 => name().prop_map(Change::Ignore),
    ]
}

/// Makes a change, as far as the tree lets it.
fn make(world: &FilesWorld, change: &Change) -> std::io::Result<()> {
    let path = |name: &String| world.path(name);
    match change {
        Change::Write(name, text) => {
            std::fs::create_dir_all(path(name).parent().unwrap())?;
            std::fs::write(path(name), text)
        }
        Change::EditInPlace(name) => {
            let modified = std::fs::metadata(path(name))?.modified()?;
            std::fs::write(path(name), turned(&std::fs::read(path(name))?))?;
            std::fs::File::options().write(true).open(path(name))?.set_modified(modified)
        }
        Change::Replace(name) => {
            let modified = std::fs::metadata(path(name))?.modified()?;
            let beside = world.beside("replacement");
            std::fs::write(&beside, turned(&std::fs::read(path(name))?))?;
            std::fs::File::options().write(true).open(&beside)?.set_modified(modified)?;
            std::fs::rename(beside, path(name))
        }
        Change::Rename(from, to) => std::fs::rename(path(from), path(to)),
        Change::Remove(name) if path(name).is_dir() => std::fs::remove_dir_all(path(name)),
        Change::Remove(name) => std::fs::remove_file(path(name)),
        Change::Link(name, target) => symlink(target, path(name)),
        Change::HardLink(name, existing) => std::fs::hard_link(path(existing), path(name)),
        Change::Ignore(name) => std::fs::write(world.path(".gitignore"), format!("/{name}\n")),
    }
}

/// Other bytes of the same length.
fn turned(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|byte| byte ^ 1).collect()
}

#[test]
fn after_any_changes_the_registry_is_what_it_would_be_if_made_anew() {
    proptest!(ProptestConfig::with_cases(96), |(
        files_there in tree(),
        steps in prop::collection::vec((prop::collection::vec(change(), 0..5), any::<bool>()), 1..5),
    )| {
        let world = FilesWorld::new();
        let there: Vec<(&str, &str)> =
            files_there.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        plant(&world, &there);
        let workspace = world.workspace_with_state(Settings::default());
        let mut are_stamps_believed = false;
        for (changes, believe_stamps) in steps {
            for change in &changes {
                // What the rule on young stamps is for must not happen where it was told that none are young.
                let change = match change {
                    Change::EditInPlace(name) if are_stamps_believed => &Change::Replace(name.clone()),
                    Change::Write(name, _) if are_stamps_believed => &Change::Remove(name.clone()),
                    change => change,
                };
                // Some changes make no sense by now; the disk is what counts.
                let _ = make(&world, change);
            }
            are_stamps_believed = believe_stamps;
            let reply = index(&workspace, if believe_stamps { an_hour_later() } else { just_now() });
            let kept = files(&workspace);
            prop_assert_eq!(&kept, &made_anew(&world));
            prop_assert_eq!(reply.files, kept.len() as u64);
            prop_assert_eq!(reply.bytes, kept.iter().map(|file| file.size).sum::<u64>());

            let listed = list(&workspace, &[]);
            let listed = listed.entries.iter().filter(|entry| entry.kind == FileKind::File && entry.facts.is_some());
            prop_assert_eq!(names(&kept), listed.map(|entry| entry.path.to_string()).collect::<Vec<_>>());
            let again = index(&workspace, an_hour_later());
            prop_assert_eq!(again.files, reply.files);
        }
    });
}

/// Looks after the registry in a thread of its own while `work` hears what comes of it.
pub(crate) fn while_kept(workspace: &Workspace, pace: &Pace, work: impl FnOnce(&Receiver<IndexReply>)) {
    let is_over = AtomicBool::new(false);
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        let _stop = StopAtEnd(&is_over);
        scope.spawn(|| {
            let tell = move |outcome: &Result<IndexReply, IndexError>| match outcome {
                Ok(reply) => drop(sender.send(*reply)),
                Err(error) => assert!(matches!(error, IndexError::Cancelled), "{error}"),
            };
            workspace.registry().keep_indexed(pace, &just_now, &|| is_over.load(Ordering::Relaxed), &tell);
        });
        work(&receiver);
    });
}

/// Waits for an index of that many files.
pub(crate) fn wait_for(receiver: &Receiver<IndexReply>, files: u64) {
    while receiver.recv_timeout(Duration::from_secs(60)).unwrap().files != files {}
}

#[test]
fn what_changes_is_noticed_wherever_it_is() {
    let world = FilesWorld::new();
    plant(&world, &[("a/b/c", "")]);
    std::fs::create_dir(world.path("empty")).unwrap();
    let workspace = world.workspace_with_state(Settings::default());
    let soon = Duration::from_millis(20);
    let pace = Pace { first_after: soon, settled_after: soon, at_the_latest: Duration::from_secs(3600) };
    while_kept(&workspace, &pace, |receiver| {
        wait_for(receiver, 1);
        plant(&world, &[("empty/d", "")]);
        wait_for(receiver, 2);
        plant(&world, &[("new/folder/e", "")]);
        wait_for(receiver, 3);
        plant(&world, &[("new/folder/f", "")]);
        wait_for(receiver, 4);
        std::fs::remove_dir_all(world.path("a")).unwrap();
        wait_for(receiver, 3);
    });
    assert_eq!(names(&files(&workspace)), ["empty/d", "new/folder/e", "new/folder/f"]);
}

#[test]
fn without_a_notice_it_is_looked_at_again_after_a_while() {
    let world = FilesWorld::new();
    world.write("a", "");
    let workspace = world.workspace_with_state(Settings::default());
    let soon = Duration::from_millis(20);
    while_kept(
        &workspace,
        &Pace { first_after: soon, settled_after: soon, at_the_latest: soon },
        |receiver| {
            (0..3).for_each(|_| wait_for(receiver, 1));
        },
    );
}

/// The registry is kept with the state, which no thread in the background makes.
#[test]
fn nothing_is_kept_before_a_call_needs_the_state() {
    let world = FilesWorld::new();
    plant(&world, &[("a", "one\n")]);
    let state = world.beside("late");
    let opening = StateOpening::new(state.clone(), reread_store::KeyPlace::Beside, |error| panic!("{error}"));
    let workspace = world.workspace().with_late_state(opening);
    let asked = std::cell::Cell::new(0);
    let is_over = || asked.replace(asked.get() + 1) > 0;
    let pace = Pace { first_after: Duration::ZERO, ..Pace::default() };
    workspace.registry().keep_indexed(&pace, &just_now, &is_over, &|_| {});
    assert!(asked.get() > 1 && !state.exists());
    assert!(workspace.state().is_some() && state.exists());
}
