//! What a file is besides its bytes: its mode, its attributes, its names.

use std::os::unix::fs::{MetadataExt as _, symlink};

use crate::writing::place::{Place, block, check_refused};

fn edit(place: &Place, name: &str) -> Result<reread_files::EditReply, reread_files::WriteError> {
    place.patch(block(name, "one\n", "two\n"))
}

#[test]
fn case_73_modes_and_attributes_are_kept() {
    let place = Place::new();
    for mode in [0o755, 0o600, 0o664] {
        place.put("a.sh", "one\n");
        place.set_mode("a.sh", mode);
        let file = std::fs::File::open(place.path("a.sh")).unwrap();
        let flags = rustix::fs::XattrFlags::empty();
        // Not every file system has them.
        let has_attributes = rustix::fs::fsetxattr(&file, "user.note", b"kept", flags).is_ok();
        edit(&place, "a.sh").unwrap();
        assert_eq!(place.bytes("a.sh"), b"two\n");
        let file = std::fs::File::open(place.path("a.sh")).unwrap();
        assert_eq!(file.metadata().unwrap().mode() & 0o7777, mode);
        if has_attributes {
            let mut value = [0; 8];
            let length = rustix::fs::fgetxattr(&file, "user.note", &mut value[..]).unwrap();
            assert_eq!(&value[..length], b"kept");
        }
    }
}

#[test]
fn case_73_what_runs_as_another_user_is_refused() {
    let place = Place::new();
    place.put("a", "one\n");
    place.set_mode("a", 0o4755);
    check_refused(edit(&place, "a"), "setuid");
}

#[test]
fn case_74_a_link_stays_and_its_target_is_written() {
    let place = Place::new();
    place.put("dir/real.txt", "one\n");
    symlink("dir/real.txt", place.path("link.txt")).unwrap();
    let reply = edit(&place, "link.txt").unwrap();
    assert_eq!(reply.files[0].name.path.to_string(), "dir/real.txt");
    assert!(place.path("link.txt").symlink_metadata().unwrap().is_symlink());
    assert_eq!(place.bytes("dir/real.txt"), b"two\n");
    symlink("nowhere.txt", place.path("dangling.txt")).unwrap();
    check_refused(place.write("dangling.txt", "x\n", None), "not_a_file");
    assert!(!place.is_there("nowhere.txt"));
}

#[test]
fn case_75_a_file_with_two_names_is_refused() {
    let place = Place::new();
    place.put("a.txt", "one\n");
    std::fs::hard_link(place.path("a.txt"), place.path("b.txt")).unwrap();
    check_refused(edit(&place, "a.txt"), "hard_linked");
    assert_eq!(place.bytes("b.txt"), b"one\n");
}

#[test]
fn case_76_a_read_only_file_is_refused() {
    let place = Place::new();
    place.put("a.txt", "one\n");
    place.set_mode("a.txt", 0o444);
    check_refused(edit(&place, "a.txt"), "read_only");
    assert_eq!(place.bytes("a.txt"), b"one\n");
}

#[test]
fn what_is_no_file_is_refused() {
    let place = Place::new();
    std::fs::create_dir(place.path("dir")).unwrap();
    check_refused(place.write("dir", "x\n", None), "not_a_file");
    check_refused(place.write("new/", "x\n", None), "not_a_file");
    place.put("a.txt", "one\n");
    check_refused(place.write("a.txt/b/c.txt", "x\n", None), "not_a_folder");
}
