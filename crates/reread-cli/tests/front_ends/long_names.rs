//! Names at the limits of the system, and names that are no names.

use super::call::{Call, block};
use super::front_end::{FrontEnd, at_both_front_ends};

/// A patch that makes a file of one line.
fn adding(name: &str) -> String {
    format!("--- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+new\n")
}

fn envelope(parts: &[String]) -> String {
    format!("*** Begin Patch\n{}*** End Patch\n", parts.concat())
}

/// Undoes the last operation.
fn check_undone(front_end: &FrontEnd) {
    let (code, printed) = front_end.printed(&["undo"]);
    assert_eq!(code, Some(0), "{printed}");
}

/// Whether a write or a crash left something beside files, in any folder.
fn check_no_leftovers(front_end: &FrontEnd) {
    let mut folders = vec![front_end.world.path("")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let name = entry.file_name().to_string_lossy().into_owned();
            assert!(!(name.starts_with(".reread-") && name.contains(".tmp")), "{name} was left");
            if entry.file_type().unwrap().is_dir() && name != ".reread" {
                folders.push(entry.path());
            }
        }
    }
}

#[test]
fn names_of_255_bytes_can_be_used_everywhere() {
    at_both_front_ends("names_of_255", |front_end| {
        for name in
            ["n".repeat(255), "\u{20ac}".repeat(85), format!("{}/{}", "\u{e9}".repeat(127), "m".repeat(255))]
        {
            assert_eq!(front_end.ask(Call::create(&name, "one\n")).code(), "", "{name}");
            assert_eq!(front_end.ask(Call::patch(&block(&name, "one\n", "two\n"))).code(), "", "{name}");
            assert!(front_end.ask(Call::read(&name)).text().contains("two"), "{name}");
            assert_eq!(front_end.ask(Call::stat(&name)).code(), "", "{name}");
            check_undone(front_end);
            front_end.check_bytes(&name, "one\n");
            check_undone(front_end);
            assert!(!front_end.is_there(&name), "{name}");
        }
        check_no_leftovers(front_end);
    });
}

#[test]
fn longer_names_are_one_typed_error_and_nothing_of_the_patch_is_applied() {
    at_both_front_ends("names_of_256", |front_end| {
        front_end.world.write("b.txt", "one\n");
        let deep = ["x/".repeat(2047).as_str(), "yy"].concat();
        assert_eq!(deep.len(), 4096);
        for name in [
            "n".repeat(256),
            format!("{}a", "\u{20ac}".repeat(85)),
            format!("sub/{}/f", "m".repeat(256)),
            deep,
        ] {
            let update = "*** Update File: b.txt\n@@\n-one\n+two\n".to_owned();
            let add = format!("*** Add File: {name}\n+new\n");
            for call in [
                Call::create(&name, "new\n"),
                Call::write(&name, "new\n"),
                Call::append(&name, "new\n"),
                Call::read(&name),
                Call::stat(&name),
                Call::patch(&adding(&name)),
                Call::patch(&envelope(&[update.clone(), add.clone()])),
                Call::patch(&envelope(&[add, update])),
                Call::patch(&envelope(&[format!("*** Update File: b.txt\n*** Move to: {name}\n")])),
            ] {
                let answer = front_end.ask(call.clone());
                assert_eq!(answer.code(), "invalid_name", "{call:?}: {answer:?}");
            }
            front_end.check_bytes("b.txt", "one\n");
        }
        assert!(!front_end.is_there("sub") && !front_end.is_there("x"));
        check_no_leftovers(front_end);
        assert_eq!(front_end.ask(Call::patch(&block("b.txt", "one\n", "two\n"))).code(), "");
        front_end.check_bytes("b.txt", "two\n");
    });
}

#[test]
fn a_path_of_4095_bytes_can_be_written_read_and_undone() {
    at_both_front_ends("path_of_4095", |front_end| {
        let name = format!("{}{}", format!("{}/", "d".repeat(254)).repeat(16), "f".repeat(15));
        assert_eq!(name.len(), 4095);
        let written = front_end.ask(Call::create(&name, "one\n"));
        assert_eq!(written.code(), "", "{written:?}");
        assert!(front_end.ask(Call::read(&name)).text().contains("one"));
        check_undone(front_end);
        assert_eq!(front_end.ask(Call::read(&name)).code(), "missing");
    });
}

#[test]
fn a_short_name_that_leads_to_a_path_that_is_too_long_is_refused() {
    at_both_front_ends("path_by_link", |front_end| {
        let folder = format!("{}/", "d".repeat(254)).repeat(16);
        assert_eq!(front_end.ask(Call::create(&format!("{folder}f"), "one\n")).code(), "");
        // The link is in the way down, so that the system still opens what it leads to.
        let half = format!("{}/", "d".repeat(254)).repeat(15);
        front_end.world.link(half.trim_end_matches('/'), "near");
        let name = format!("near/{}/{}", "d".repeat(254), "g".repeat(40));
        let answer = front_end.ask(Call::create(&name, "new\n"));
        assert_eq!(answer.code(), "invalid_name", "{answer:?}");
    });
}

#[test]
fn a_file_url_is_decoded_once_or_refused() {
    at_both_front_ends("file_urls", |front_end| {
        let root = front_end.world.path("").display().to_string();
        let root = root.trim_end_matches('/');
        let written = front_end.ask(Call::create(&format!("file://{root}/new%20one%2520.txt"), "one\n"));
        assert_eq!(written.code(), "", "{written:?}");
        front_end.check_bytes("new one%20.txt", "one\n");
        let added = front_end.ask(Call::patch(&adding(&format!("file://localhost{root}/two.txt"))));
        assert_eq!(added.code(), "", "{added:?}");
        front_end.check_bytes("two.txt", "new\n");
        for (name, code) in [
            ("file:///etc/new.txt", "outside"),
            ("file:///new.txt", "outside"),
            ("file://other/new.txt", "invalid_name"),
            ("file:///a%2fb.txt", "invalid_name"),
            ("file://", "invalid_name"),
            ("FILE:///%zz", "invalid_name"),
        ] {
            for call in [Call::create(name, "x\n"), Call::write(name, "x\n"), Call::patch(&adding(name))] {
                let answer = front_end.ask(call.clone());
                assert_eq!(answer.code(), code, "{call:?}: {answer:?}");
            }
        }
        for name in ["file:", "FILE:"] {
            assert!(!front_end.is_there(name), "{name}");
        }
    });
}
