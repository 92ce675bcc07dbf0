//! Cases 73 to 76: what a file is besides its bytes.

use std::fs::{File, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::Command;

use rustix::fs::{XattrFlags, fgetxattr, fsetxattr};

use super::call::{Call, block};
use super::front_end::{FrontEnd, at_both_front_ends};

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().mode() & 0o7777
}

/// Edits the line `one` of a file to `two`, by a patch or as a whole.
fn edits(name: &str) -> [Call; 2] {
    [
        Call::patch(&block(name, "one\n", "two\n")),
        Call::write_over(name, "two\n", &reread_text::Digest::of(b"one\n").to_string()),
    ]
}

/// Where a file system takes them, `user.note` and a list of who may read.
fn add_attributes(file: &File) -> Vec<(&'static str, Vec<u8>)> {
    // Version 2: the owner, user 4711, the group, the mask, others.
    let entries: [(u16, u16, u32); 5] = [(1, 6, !0), (2, 4, 4711), (4, 4, !0), (16, 4, !0), (32, 0, !0)];
    let mut list = 2u32.to_le_bytes().to_vec();
    for (tag, rights, id) in entries {
        list.extend([tag.to_le_bytes(), rights.to_le_bytes()].concat());
        list.extend(id.to_le_bytes());
    }
    // What a program may do that is run from the file: only the superuser gives it.
    let capability = [0x0200_0000u32, 0x400, 0, 0, 0].map(u32::to_le_bytes).concat();
    let all = [
        ("user.note", b"kept".to_vec()),
        ("system.posix_acl_access", list),
        ("security.capability", capability),
    ];
    all.into_iter()
        .filter(|(name, value)| fsetxattr(file, *name, value, XattrFlags::empty()).is_ok())
        .collect()
}

fn attribute(file: &File, name: &str) -> Option<Vec<u8>> {
    let mut value = vec![0; 256];
    let length = fgetxattr(file, name, &mut value[..]).ok()?;
    value.truncate(length);
    Some(value)
}

#[test]
fn case_73_modes_attributes_and_lists_of_rights_are_kept() {
    at_both_front_ends("case_73", |front_end| {
        let path = front_end.world.path("b.sh");
        for bits in [0o755, 0o600, 0o664, 0o640, 0o400 | 0o200] {
            for edit in edits("b.sh") {
                let _ = std::fs::remove_file(&path);
                front_end.world.write("b.sh", "one\n");
                set_mode(&path, bits);
                front_end.ask(edit).check_outcome("applied");
                front_end.check_bytes("b.sh", "two\n");
                assert_eq!(mode(&path), bits);
            }
        }
        for edit in edits("b.sh") {
            let _ = std::fs::remove_file(&path);
            front_end.world.write("b.sh", "one\n");
            set_mode(&path, 0o640);
            let attributes = add_attributes(&File::open(&path).unwrap());
            let bits = mode(&path);
            let answer = front_end.ask(edit);
            if answer.code() == "metadata_not_preserved" {
                front_end.check_bytes("b.sh", "one\n");
                continue;
            }
            answer.check_outcome("applied");
            let file = File::open(&path).unwrap();
            assert_eq!(mode(&path), bits);
            for (name, value) in attributes {
                assert_eq!(attribute(&file, name), Some(value), "{name}");
            }
        }
    });
}

/// The owner is kept where that can be done, and the edit refused where it cannot.
#[test]
fn case_73_the_owner_is_kept_or_the_edit_is_refused() {
    at_both_front_ends("case_73_owner", |front_end| {
        let path = front_end.world.path("b.txt");
        front_end.world.write("b.txt", "one\n");
        if std::os::unix::fs::chown(&path, Some(4712), Some(4713)).is_err() {
            println!("not tried: only the superuser gives files away");
            return;
        }
        front_end.ask(edits("b.txt")[0].clone()).check_outcome("applied");
        let metadata = path.metadata().unwrap();
        assert_eq!((metadata.uid(), metadata.gid()), (4712, 4713));
        // A user who may write the file, and may not give it back to its owner.
        set_mode(&path, 0o666);
        if front_end.call_as_ordinary_user() {
            std::os::unix::fs::chown(&path, Some(4712), Some(4713)).unwrap();
            let answer = front_end.ask(Call::patch(&block("b.txt", "two\n", "three\n")));
            answer.check_refused("metadata_not_preserved");
            front_end.check_bytes("b.txt", "two\n");
            assert_eq!(path.metadata().unwrap().uid(), 4712);
            assert_eq!(front_end.names(""), ["a.txt", "b.txt"]);
        }
    });
}

#[test]
fn case_73_what_runs_as_another_user_is_neither_edited_nor_made() {
    at_both_front_ends("case_73_ids", |front_end| {
        let path = front_end.world.path("b");
        for bits in [0o4755, 0o2755, 0o6755] {
            for edit in edits("b") {
                front_end.world.write("b", "one\n");
                set_mode(&path, bits);
                front_end.check_refused(edit, "setuid");
                front_end.check_bytes("b", "one\n");
                assert_eq!(mode(&path), bits);
            }
        }
        for bits in ["104755", "102755", "106755", "101777"] {
            let patch = format!(
                "diff --git a/n b/n\nnew file mode {bits}\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n"
            );
            assert_ne!(front_end.ask(Call::patch(&patch)).code(), "", "{bits}");
            assert!(!front_end.is_there("n"));
        }
        std::fs::remove_file(path).unwrap();
    });
}

#[test]
fn case_73_new_files_honour_the_umask() {
    for (umask, bits) in [("022", 0o644), ("077", 0o600), ("002", 0o664)] {
        at_both_front_ends("case_73_umask", |front_end| {
            front_end.launch_behind(&format!("umask {umask}"));
            front_end.ask(Call::create("new.txt", "x\n")).check_outcome("applied");
            front_end
                .ask(Call::patch("*** Begin Patch\n*** Add File: other.txt\n+x\n*** End Patch\n"))
                .check_outcome("applied");
            for name in ["new.txt", "other.txt"] {
                assert_eq!(mode(&front_end.world.path(name)), bits, "{name} under {umask}");
            }
            front_end.launch_by_itself();
        });
    }
}

/// Not every file system has the flag, and only the superuser sets it.
#[test]
fn case_73_an_immutable_file_stays_as_it_is() {
    at_both_front_ends("case_73_immutable", |front_end| {
        front_end.world.write("b.txt", "one\n");
        let change = |flag: &str| {
            let mut command = Command::new("chattr");
            command.arg(flag).arg(front_end.world.path("b.txt"));
            command.output().is_ok_and(|output| output.status.success())
        };
        if !change("+i") {
            println!("not tried: the flag cannot be set here (chattr)");
            return;
        }
        let answers = edits("b.txt").map(|edit| front_end.ask(edit));
        let (bytes, names) = (front_end.bytes("b.txt"), front_end.names(""));
        assert!(change("-i"));
        assert!(answers.iter().all(|answer| !answer.code().is_empty()), "{answers:?}");
        assert_eq!((bytes, names), (b"one\n".to_vec(), vec!["a.txt".to_owned(), "b.txt".to_owned()]));
    });
}

#[test]
fn case_74_a_link_stays_a_link_and_its_target_is_written() {
    at_both_front_ends("case_74", |front_end| {
        let world = &front_end.world;
        world.link("dir/real.txt", "link.txt");
        world.link("dir", "folder");
        for (name, call) in edits("link.txt").into_iter().chain(edits("folder/real.txt")).enumerate() {
            world.write("dir/real.txt", "one\n");
            let answer = front_end.ask(call);
            answer.check_outcome("applied");
            assert!(world.path("link.txt").symlink_metadata().unwrap().is_symlink(), "{name}");
            assert!(world.path("folder").symlink_metadata().unwrap().is_symlink(), "{name}");
            front_end.check_bytes("dir/real.txt", "two\n");
            assert_eq!(front_end.names("dir"), ["real.txt"]);
        }
        // One that leads nowhere is not a place, nor is one that leads outside.
        world.link("nowhere.txt", "dangling.txt");
        for call in [
            Call::write("dangling.txt", "x\n"),
            Call::create("dangling.txt", "x\n"),
            Call::patch("*** Begin Patch\n*** Add File: dangling.txt\n+x\n*** End Patch\n"),
        ] {
            front_end.check_refused(call, "not_a_file");
        }
        world.link("../outside/new", "outward.txt");
        world.link("../outside/secret", "secret.txt");
        for name in ["outward.txt", "secret.txt"] {
            let answer = front_end.ask(Call::write(name, "x\n"));
            assert_ne!(answer.code(), "", "{answer:?}");
            assert!(world.path(name).symlink_metadata().unwrap().is_symlink());
        }
        assert!(!front_end.is_there("nowhere.txt"));
        let delete = "*** Begin Patch\n*** Delete File: link.txt\n*** End Patch\n";
        let answer = front_end.ask(Call::patch(delete));
        let is_whole =
            front_end.is_there("dir/real.txt") && world.path("link.txt").symlink_metadata().is_ok();
        assert!(
            is_whole || answer.outcome() == "applied" && !front_end.is_there("dir/real.txt"),
            "{answer:?}"
        );
    });
}

#[test]
fn case_75_a_file_with_two_names_is_not_split() {
    at_both_front_ends("case_75", |front_end| {
        let world = &front_end.world;
        world.write("b.txt", "one\n");
        std::fs::hard_link(world.path("b.txt"), world.path("c.txt")).unwrap();
        let delete = Call::patch("*** Begin Patch\n*** Delete File: b.txt\n*** End Patch\n");
        for call in edits("b.txt").into_iter().chain([delete, Call::append("b.txt", "x\n")]) {
            let answer = front_end.check_refused(call, "hard_linked");
            assert!(answer.words().contains("2 names"), "{answer:?}");
        }
        let [one, other] = ["b.txt", "c.txt"].map(|name| world.path(name).metadata().unwrap());
        assert_eq!((one.ino(), one.nlink()), (other.ino(), 2));
        front_end.check_bytes("c.txt", "one\n");
        // The user may allow to read it, and the reply says how many names it has; it is not parted for that.
        world.configure("hard_links = \"allow\"\n");
        front_end.close();
        let read = front_end.ask(Call::read("b.txt"));
        assert_eq!(read.text(), "one\n", "{read:?}");
        edits("b.txt").into_iter().for_each(|call| drop(front_end.check_refused(call, "hard_linked")));
        assert_eq!(world.path("c.txt").metadata().unwrap().nlink(), 2);
    });
}

#[test]
fn case_76_a_read_only_file_is_not_replaced() {
    at_both_front_ends("case_76", |front_end| {
        front_end.world.write("b.txt", "one\n");
        let path = front_end.world.path("b.txt");
        for bits in [0o444, 0o400, 0o555] {
            set_mode(&path, bits);
            let delete = Call::patch("*** Begin Patch\n*** Delete File: b.txt\n*** End Patch\n");
            let rename =
                Call::patch("*** Begin Patch\n*** Update File: b.txt\n*** Move to: c.txt\n*** End Patch\n");
            for call in edits("b.txt").into_iter().chain([delete, rename, Call::append("b.txt", "x\n")]) {
                front_end.check_refused(call, "read_only");
            }
            assert_eq!(mode(&path), bits);
        }
        front_end.check_bytes("b.txt", "one\n");
        assert_eq!(front_end.names(""), ["a.txt", "b.txt"]);
    });
}

#[test]
fn case_76_a_folder_that_cannot_be_written_is_a_typed_error() {
    at_both_front_ends("case_76_folder", |front_end| {
        let world = &front_end.world;
        world.write("closed/b.txt", "one\n");
        world.write("sticky/b.txt", "one\n");
        if !front_end.call_as_ordinary_user() {
            println!("not tried: the superuser cannot become anybody else here (setpriv)");
            return;
        }
        set_mode(&world.path("closed"), 0o555);
        for call in edits("closed/b.txt").into_iter().chain([Call::create("closed/new.txt", "x\n")]) {
            check_untouched(front_end, call, "closed");
        }
        // Where only owners remove names, and the file is of another user.
        let is_given = std::os::unix::fs::chown(world.path("sticky"), Some(4712), None).is_ok()
            && std::os::unix::fs::chown(world.path("sticky/b.txt"), Some(4712), None).is_ok();
        set_mode(&world.path("sticky"), 0o1777);
        set_mode(&world.path("sticky/b.txt"), 0o666);
        if is_given {
            edits("sticky/b.txt").into_iter().for_each(|call| check_untouched(front_end, call, "sticky"));
        }
        set_mode(&world.path("closed"), 0o755);
    });
}

fn check_untouched(front_end: &FrontEnd, call: Call, folder: &str) {
    let answer = front_end.ask(call);
    assert!(!answer.code().is_empty() && answer.outcome().is_empty(), "{folder}: {answer:?}");
    front_end.check_bytes(&format!("{folder}/b.txt"), "one\n");
    assert_eq!(front_end.names(folder), ["b.txt"], "nothing is left beside it");
}

/// A mount takes the superuser, and a name space of its own so that no other process sees it.
#[test]
fn case_76_a_read_only_mount_is_a_typed_error() {
    at_both_front_ends("case_76_mount", |front_end| {
        let world = &front_end.world;
        world.write("fixed/b.txt", "one\n");
        let mounting = "mount --bind fixed fixed && mount -o remount,bind,ro fixed";
        let mut tried = Command::new("unshare");
        tried.current_dir(world.root()).args(["-m", "sh", "-c", mounting]);
        if !tried.output().is_ok_and(|output| output.status.success()) {
            println!("not tried: nothing can be mounted here");
            return;
        }
        front_end.launch_by(&["unshare", "-m", "sh", "-c", &format!("{mounting} && exec \"$0\" \"$@\"")]);
        for config in ["", "other_filesystems = \"allow\"\n"] {
            world.configure(config);
            front_end.close();
            for call in edits("fixed/b.txt").into_iter().chain([Call::create("fixed/new.txt", "x\n")]) {
                check_untouched(front_end, call, "fixed");
            }
        }
        world.configure("");
        front_end.launch_by_itself();
    });
}

/// A file that is mounted under a second name, or lies in a folder that is, has one name less than it seems. Its other name
/// lies outside. It takes the right to mount, in a mount namespace of its own.
#[test]
fn a_bind_mount_is_not_taken_for_a_second_name() {
    at_both_front_ends("bind_mount", |front_end| {
        let world = &front_end.world;
        world.configure("other_filesystems = \"allow\"\n");
        std::fs::create_dir(world.path("here")).unwrap();
        std::fs::create_dir(world.path("again")).unwrap();
        std::fs::write(world.beside("one"), "must not be read\n").unwrap();
        std::fs::hard_link(world.beside("one"), world.path("here/f")).unwrap();
        world.write("mounted", "");
        world.write("two/a", "both inside\n");
        std::fs::hard_link(world.path("two/a"), world.path("two/b")).unwrap();
        let root = world.root().display().to_string();
        let mounts = format!(
            "mount --bind '{root}/here' '{root}/again' && mount --bind '{root}/here/f' '{root}/mounted' || exit 77"
        );
        let tried = Command::new("unshare").args(["-m", "sh", "-c", &mounts]).status();
        if !tried.is_ok_and(|status| status.success()) {
            eprintln!("not tried: nothing can be mounted here");
            return;
        }
        let script = format!("{mounts}\nexec \"$0\" \"$@\"");
        front_end.launch_by(&["unshare", "-m", "sh", "-c", &script]);
        for name in ["here/f", "again/f", "mounted"] {
            front_end.check_refused(Call::read(name), "hard_linked");
        }
        assert_eq!(front_end.ask(Call::read("two/a")).text(), "both inside\n");
        front_end.launch_by_itself();
    });
}
