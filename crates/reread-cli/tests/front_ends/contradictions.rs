//! Cases 83 and 85: patches that contradict themselves, and patches of many files.

use super::call::{Call, block};
use super::front_end::at_both_front_ends;

const HUNK: &str = "@@ -1 +1 @@\n-one\n+two\n";

#[test]
fn case_83_contradictions_are_refused_with_their_reason() {
    at_both_front_ends("case_83", |front_end| {
        let world = &front_end.world;
        world.write("c.txt", "one\n");
        world.write("dir/x", "");
        world.link("b.txt", "link.txt");
        let git = |name: &str| format!("diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n{HUNK}");
        let envelope = |body: &str| format!("*** Begin Patch\n{body}*** End Patch\n");
        let update = |name: &str| format!("*** Update File: {name}\n@@\n-one\n+two\n");
        let create = "--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+x\n";
        for (what, patch, code, reason) in [
            ("twice, not in turn", git("b.txt").repeat(2), "no_match", "line 10 of the patch, fits nowhere"),
            ("twice, not in turn", envelope(&update("b.txt").repeat(2)), "no_match", "fits nowhere"),
            ("twice, another spelling", git("b.txt") + &git("./b.txt"), "", "b.txt"),
            ("twice, another spelling", envelope(&(update("b.txt") + &update("dir/../b.txt"))), "", "b.txt"),
            ("twice, by a link", envelope(&(update("b.txt") + &update("link.txt"))), "", "names b.txt twice"),
            (
                "deleted, then edited",
                format!(
                    "diff --git a/b.txt b/b.txt\ndeleted file mode 100644\n--- a/b.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n{}",
                    git("b.txt")
                ),
                "bad_patch",
                "is deleted at line 1 and changed here",
            ),
            (
                "deleted, then edited",
                envelope(&format!("*** Delete File: b.txt\n{}", update("b.txt"))),
                "bad_patch",
                "is deleted",
            ),
            (
                "deleted, then made",
                envelope("*** Delete File: b.txt\n*** Add File: b.txt\n+x\n"),
                "stale",
                "no version of it was named",
            ),
            (
                "renamed, then edited",
                envelope(&format!("*** Update File: b.txt\n*** Move to: n.txt\n{}", update("b.txt"))),
                "bad_patch",
                "b.txt",
            ),
            (
                "two onto one",
                envelope(
                    "*** Update File: b.txt\n*** Move to: n.txt\n*** Update File: c.txt\n*** Move to: n.txt\n",
                ),
                "bad_patch",
                "n.txt",
            ),
            ("made, and there", create.to_owned(), "exists", "b.txt exists"),
            ("made, and there", envelope("*** Add File: b.txt\n+x\n"), "exists", "b.txt exists"),
            (
                "renamed onto a file",
                envelope("*** Update File: b.txt\n*** Move to: c.txt\n"),
                "exists",
                "c.txt exists",
            ),
            (
                "names differ",
                format!("--- a/b.txt\n+++ b/c.txt\n{HUNK}"),
                "bad_patch",
                "two names, `b.txt` and `c.txt`",
            ),
            (
                "names differ",
                format!("diff --git a/c.txt b/c.txt\n--- a/b.txt\n+++ b/b.txt\n{HUNK}"),
                "bad_patch",
                "`diff --git` does not name",
            ),
            (
                "names differ",
                format!("diff --git a/b.txt b/b.txt\n--- a/b.txt\n+++ b/c.txt\n{HUNK}"),
                "bad_patch",
                "two names",
            ),
            (
                "names differ",
                format!(
                    "diff --git a/b.txt b/n.txt\nrename from b.txt\nrename to n.txt\n--- a/b.txt\n+++ b/b.txt\n{HUNK}"
                ),
                "bad_patch",
                "name other files than the headers",
            ),
            (
                "made and deleted",
                "diff --git a/n b/n\nnew file mode 100644\ndeleted file mode 100644\n".to_owned(),
                "bad_patch",
                "at once",
            ),
            ("neither side", format!("--- /dev/null\n+++ /dev/null\n{HUNK}"), "bad_patch", "null device"),
        ] {
            world.write("b.txt", "one\n");
            let answer = front_end.ask(Call::patch(&patch));
            assert!(!answer.code().is_empty(), "{what}: {patch}: {answer:?}");
            assert!(code.is_empty() || answer.code() == code, "{what}: {patch}: {answer:?}");
            assert!(answer.words().contains(reason), "{what}: {reason}: {answer:?}");
            front_end.check_bytes("b.txt", "one\n");
            front_end.check_bytes("c.txt", "one\n");
            assert_eq!(
                front_end.names(""),
                ["a.txt", "b.txt", "c.txt", "dir", "link.txt"],
                "{what}: {patch}"
            );
        }
    });
}

/// A name that says which file is meant, and a patch that says another.
#[test]
fn case_83_a_name_beside_a_patch_that_has_one_is_no_second_opinion() {
    at_both_front_ends("case_83_name", |front_end| {
        front_end.world.write("b.txt", "one\n");
        front_end.world.write("c.txt", "one\n");
        let answer = front_end.ask(Call::patch_of("c.txt", &format!("--- a/b.txt\n+++ b/b.txt\n{HUNK}")));
        let [b, c] = ["b.txt", "c.txt"].map(|name| front_end.bytes(name));
        assert!(!answer.code().is_empty() && b == b"one\n" && c == b"one\n", "{answer:?}");
    });
}

#[test]
fn case_85_a_patch_of_twenty_files_is_applied_as_a_whole_or_not_at_all() {
    at_both_front_ends("case_85", |front_end| {
        let name = |number: usize| format!("many/f{number}.txt");
        let patch = |wrong: Option<usize>, old: &str| -> String {
            let change = |number: usize| {
                let old = if wrong == Some(number) { "other\n" } else { old };
                block(&name(number), old, "two\n")
            };
            (1..=20).map(change).collect()
        };
        let check_all = |text: &str| (1..=20).for_each(|number| front_end.check_bytes(&name(number), text));
        (1..=20).for_each(|number| front_end.world.write(&name(number), "one\n"));
        let answer = front_end.ask(Call::patch(&patch(Some(13), "one\n")));
        answer.check_refused("no_match");
        assert!(answer.words().contains("many/f13.txt"), "{answer:?}");
        check_all("one\n");

        // A true conflict: of the versions that were read, one is not there any more.
        let read = |number: usize| front_end.ask(Call::read(&name(number))).tag().to_owned();
        let bases = (1..=20).map(read).collect::<Vec<String>>().join(" ");
        front_end.world.write(&name(13), "hers\n");
        let conflict = front_end.ask(Call::patch_on(&bases, &patch(None, "one\n")));
        assert_eq!((conflict.outcome(), &conflict.reply["ok"]), ("conflict", &false.into()), "{conflict:?}");
        for number in 1..=20 {
            let history = front_end.ask(Call::history(&name(number)));
            assert_eq!(history.reply["versions"].as_array().unwrap().len(), 0, "{history:?}");
            front_end.check_bytes(&name(number), if number == 13 { "hers\n" } else { "one\n" });
        }
        front_end.world.write(&name(13), "one\n");
        let all = front_end.ask(Call::patch_on(&bases, &patch(None, "one\n")));
        all.check_outcome("applied");
        assert_eq!(all.reply["files"].as_array().unwrap().len(), 20);
        check_all("two\n");
        assert_eq!(front_end.names("many").len(), 20);
    });
}
