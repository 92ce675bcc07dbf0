//! Cases 52, 92 and 93: who may touch the state directory, and what goes on without it or with a part of it.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use reread_testkit::{World, files_below};

use super::call::{Call, block};
use super::front_end::{FrontEnd, at_both_front_ends, at_both_front_ends_of};

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    path.symlink_metadata().unwrap().permissions().mode() & 0o7777
}

#[test]
fn case_52_the_state_belongs_to_the_user_alone_whatever_the_umask() {
    for umask in ["000", "777"] {
        at_both_front_ends("case_52", |front_end| {
            front_end.world.write("b.txt", "one\n");
            front_end.launch_behind(&format!("umask {umask}"));
            front_end.ask(Call::read("b.txt")).check_served();
            front_end.ask(Call::patch(&block("b.txt", "one\n", "two\n"))).check_outcome("applied");
            front_end.ask(Call::search("two")).check_served();
            front_end.ask(Call::read("../x"));
            front_end.records();
            let state = front_end.world.path(".reread");
            let files = files_below(&state);
            assert!(files.len() >= 5 && files.iter().any(|file| file.ends_with("reread.db")), "{files:?}");
            assert_eq!(mode(&state), 0o700);
            for file in files {
                assert_eq!(mode(&file), 0o600, "umask {umask}: {}", file.display());
                assert_eq!(mode(file.parent().unwrap()), 0o700, "umask {umask}: {}", file.display());
            }
            front_end.launch_by_itself();
        });
    }
}

#[test]
fn case_52_a_state_directory_that_may_be_of_another_user_is_not_used() {
    let prepare = |world: &mut World| {
        fs::create_dir(world.outside("target")).unwrap();
        symlink(world.outside("target"), world.beside("link")).unwrap();
        world.accept_outside();
    };
    at_both_front_ends_of("case_52_others", prepare, |front_end| {
        let world = &front_end.world;
        world.write("b.txt", "one\n");
        for (name, mode) in [("group", 0o770), ("world", 0o707), ("shared", 0o1777)] {
            let state = world.beside(name);
            fs::create_dir(&state).unwrap();
            set_mode(&state, mode);
            check_not_used(front_end, &state);
            assert_eq!(fs::read_dir(&state).unwrap().count(), 0, "nothing is put into it");
        }
        check_not_used(front_end, &world.beside("link"));
        assert_eq!(fs::read_dir(world.outside("target")).unwrap().count(), 0);
        // Only root can give a folder away, so other users check that root's own folder is refused.
        let foreign = world.beside("foreign");
        fs::create_dir(&foreign).unwrap();
        let is_given = std::os::unix::fs::chown(&foreign, Some(4711), None).is_ok();
        check_not_used(front_end, if is_given { &foreign } else { Path::new("/usr") });
        front_end.always(&[]);
    });
}

/// Reading goes on without tags, and nothing is written.
fn check_not_used(front_end: &FrontEnd, state: &Path) {
    front_end.always(&["--state", &state.display().to_string()]);
    check_goes_on_without(front_end);
    let ended = front_end.open();
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.stderr.starts_with("note: ") && ended.stderr.contains("reading goes on"), "{ended:?}");
}

fn check_goes_on_without(front_end: &FrontEnd) {
    let read = front_end.ask(Call::read("b.txt"));
    assert_eq!((read.text(), &read.reply["meta"]["untagged"]), ("one\n", &"no_state".into()), "{read:?}");
    front_end.ask(Call::search("one")).check_served();
    for call in [
        Call::create("new.txt", "x\n"),
        Call::patch(&block("b.txt", "one\n", "two\n")),
        Call::append("b.txt", "two\n"),
        Call::rollback("b.txt", "v1"),
    ] {
        front_end.ask(call).check_refused("no_state");
    }
    front_end.check_bytes("b.txt", "one\n");
    assert!(!front_end.is_there("new.txt"));
}

#[test]
fn case_92_a_store_that_is_missing_is_made_and_one_that_is_a_file_is_not_used() {
    at_both_front_ends("case_92", |front_end| {
        let world = &front_end.world;
        world.write("b.txt", "one\n");
        front_end.ask(Call::read("b.txt")).tag();
        front_end.close();
        let state = world.path(".reread");
        fs::remove_dir_all(&state).unwrap();
        front_end.ask(Call::read("b.txt")).tag();
        front_end.close();
        fs::remove_dir_all(&state).unwrap();
        fs::write(&state, "a file\n").unwrap();
        check_goes_on_without(front_end);
        assert_eq!(fs::read_to_string(&state).unwrap(), "a file\n");
        front_end.close();
        fs::remove_file(&state).unwrap();
        front_end.ask(Call::patch(&block("b.txt", "one\n", "two\n"))).check_outcome("applied");
    });
}

/// A server goes on with the handles it has, or without; a command makes a new one.
#[test]
fn case_92_a_store_that_is_deleted_while_it_is_used_stops_no_call() {
    at_both_front_ends("case_92_deleted", |front_end| {
        let world = &front_end.world;
        // Who looks after the registry would put files into a folder that is being removed.
        world.configure("[index]\nbackground = false\n");
        world.write("b.txt", "one\n");
        front_end.ask(Call::patch(&block("b.txt", "one\n", "two\n"))).check_outcome("applied");
        let state = world.path(".reread");
        for replaced_by_a_file in [false, true] {
            // A server may be putting something into it.
            while state.exists() {
                let _ = fs::remove_dir_all(&state);
            }
            if replaced_by_a_file {
                fs::write(&state, "a file\n").unwrap();
            }
            for _ in 0..3 {
                let read = front_end.ask(Call::read("b.txt"));
                assert_eq!(read.text(), "two\n", "{read:?}");
                front_end.ask(Call::search("two")).check_served();
            }
            // Written with its past kept, or not at all.
            let written = front_end.ask(Call::patch(&block("b.txt", "two\n", "three\n")));
            if written.outcome() == "applied" {
                front_end.check_bytes("b.txt", "three\n");
                let diff = front_end.ask(Call::diff("b.txt", "v1"));
                assert!(diff.said.contains("-two"), "what was replaced can be found again: {diff:?}");
                front_end.ask(Call::patch(&block("b.txt", "three\n", "two\n"))).check_outcome("applied");
            } else {
                assert_ne!(written.code(), "", "{written:?}");
            }
            front_end.check_bytes("b.txt", "two\n");
            front_end.close();
            if replaced_by_a_file {
                fs::remove_file(&state).unwrap();
            }
            front_end.ask(Call::read("b.txt")).tag();
        }
    });
}

/// The superuser may write everywhere, so everything is given to another user first, who then calls.
#[test]
fn case_92_a_store_that_cannot_be_written_is_read_past() {
    at_both_front_ends("case_92_read_only", |front_end| {
        let world = &front_end.world;
        world.write("b.txt", "one\n");
        world.write("c.txt", "one\n");
        if !front_end.call_as_ordinary_user() {
            println!("not tried: the superuser cannot become anybody else here (setpriv)");
            return;
        }
        front_end.ask(Call::patch(&block("c.txt", "one\n", "two\n"))).check_outcome("applied");
        front_end.close();
        let state = world.path(".reread");
        let folders = || files_below(&state).into_iter().filter_map(|file| Some(file.parent()?.to_owned()));
        for folder in folders().chain([state.clone()]) {
            set_mode(&folder, 0o500);
        }
        files_below(&state).iter().for_each(|file| set_mode(file, 0o400));
        let read = front_end.ask(Call::read("b.txt"));
        assert_eq!(read.text(), "one\n", "{read:?}");
        let written = front_end.ask(Call::patch(&block("b.txt", "one\n", "two\n")));
        assert_ne!(written.code(), "", "{written:?}");
        assert!(written.outcome().is_empty(), "{written:?}");
        front_end.check_bytes("b.txt", "one\n");
        front_end.close();
        for folder in [state.clone()].into_iter().chain(folders()) {
            set_mode(&folder, 0o700);
        }
        files_below(&state).iter().for_each(|file| set_mode(file, 0o600));
        front_end.ask(Call::patch(&block("b.txt", "one\n", "two\n"))).check_outcome("applied");
    });
}

/// What befalls a file, and how.
type Damage = (&'static str, fn(&Path));

const DAMAGE: [Damage; 4] = [
    ("emptied", |file| fs::write(file, "").unwrap()),
    ("cut in half", |file| {
        let bytes = fs::read(file).unwrap();
        fs::write(file, &bytes[..bytes.len() / 2]).unwrap();
    }),
    ("overwritten", |file| {
        let bytes = fs::read(file).unwrap();
        fs::write(file, vec![0x5a; bytes.len()]).unwrap();
    }),
    ("deleted", |file| fs::remove_file(file).unwrap()),
];

/// The sweep over all files, places and bits is in the tests of the store; here both front ends are seen to stand it.
#[test]
fn case_93_a_damaged_store_spoils_no_answer_and_no_file() {
    at_both_front_ends("case_93", |front_end| {
        let world = &front_end.world;
        let state = world.path(".reread");
        world.write("b.txt", "one\n");
        front_end.ask(Call::patch(&block("b.txt", "one\n", "two\n"))).check_outcome("applied");
        let tag = front_end.ask(Call::read("b.txt")).tag().to_owned();
        front_end.records();
        front_end.close();
        let copy = world.beside("copy");
        copy_folder(&state, &copy);
        for file in files_below(&copy) {
            let name = file.strip_prefix(&copy).unwrap().to_owned();
            for (damage, apply) in DAMAGE {
                fs::remove_dir_all(&state).unwrap();
                copy_folder(&copy, &state);
                apply(&state.join(&name));
                let what = format!("{} {damage}", name.display());
                let read = front_end.ask(Call::read_knowing("b.txt", &tag));
                let is_right = read.text() == "two\n" || read.reply["meta"]["answer"] == "unchanged";
                assert!(is_right && read.code().is_empty(), "{what}: {read:?}");
                let written = front_end.ask(Call::patch(&block("b.txt", "two\n", "three\n")));
                let is_written = written.outcome() == "applied";
                assert!(is_written || !written.code().is_empty(), "{what}: {written:?}");
                front_end.check_bytes("b.txt", if is_written { "three\n" } else { "two\n" });
                front_end.close();
                let (code, said) = front_end.printed(&["check", "--data"]);
                assert!(code.is_some(), "{what}: {said}");
                front_end.check_bytes("b.txt", if is_written { "three\n" } else { "two\n" });
                fs::write(world.path("b.txt"), "two\n").unwrap();
            }
        }
        fs::remove_dir_all(&state).unwrap();
    });
}

#[test]
fn case_93_a_store_of_a_newer_release_is_refused_and_left_as_it_is() {
    at_both_front_ends("case_93_newer", |front_end| {
        let world = &front_end.world;
        world.write("b.txt", "one\n");
        front_end.ask(Call::read("b.txt")).tag();
        front_end.close();
        let version = world.path(".reread/version");
        let before = fs::read_to_string(&version).unwrap();
        fs::write(&version, "99\n").unwrap();
        check_goes_on_without(front_end);
        assert_eq!(fs::read_to_string(&version).unwrap(), "99\n", "it is not repaired");
        front_end.close();
        fs::write(&version, before).unwrap();
    });
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    set_mode(to, 0o700);
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy_folder(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}
