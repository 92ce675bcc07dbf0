//! Cases 79 to 82: names, modes and kinds in patches.

use super::call::{Call, block};
use super::front_end::{FrontEnd, at_both_front_ends};

/// A good change of `b.txt` before a patch of the same form: it must not be made either.
fn behind_a_good_one(patch: &str) -> String {
    let change = "@@ -1 +1 @@\n-one\n+two\n";
    if patch.starts_with("diff --git") {
        format!("diff --git a/b.txt b/b.txt\n--- a/b.txt\n+++ b/b.txt\n{change}{patch}")
    } else if let Some(rest) = patch.strip_prefix("*** Begin Patch\n") {
        format!("*** Begin Patch\n*** Update File: b.txt\n@@\n-one\n+two\n{rest}")
    } else if patch.contains("<<<<<<< SEARCH") {
        block("b.txt", "one\n", "two\n") + patch
    } else if patch.contains("\r\n") {
        format!("--- a/b.txt\n+++ b/b.txt\n{change}").replace('\n', "\r\n") + patch
    } else {
        format!("--- a/b.txt\n+++ b/b.txt\n{change}{patch}")
    }
}

/// Refused by itself and behind a change that is in order; nothing is made, and nothing changed.
#[track_caller]
fn check_refused(front_end: &FrontEnd, patch: &str, codes: &[&str]) {
    front_end.world.write("b.txt", "one\n");
    let before = front_end.names("");
    for patch in [patch.to_owned(), behind_a_good_one(patch)] {
        let answer = front_end.ask(Call::patch(&patch));
        assert!(codes.contains(&answer.code()), "{patch}: {answer:?}");
        let shown = front_end.ask(Call::patch(&patch).dry());
        // A dry run needs no approval.
        assert!(shown.code() == answer.code() || codes == ["approval_required"], "{patch}: {shown:?}");
        front_end.check_bytes("b.txt", "one\n");
        assert_eq!(front_end.names(""), before, "{patch}");
    }
}

fn creating(name: &str) -> String {
    format!("--- /dev/null\n+++ {name}\n@@ -0,0 +1 @@\n+x\n")
}

#[test]
fn case_79_names_in_headers_that_lead_outside_refuse_the_whole_patch() {
    at_both_front_ends("case_79", |front_end| {
        front_end.world.write("b.txt", "one\n");
        front_end.world.write("dir/x", "");
        let absolute = front_end.world.outside("x").display().to_string();
        let names = [
            "b/../../outside/x",
            "../outside/x",
            "../x",
            "/etc/x",
            absolute.as_str(),
            "b/dir/../../x",
            "b/./../x",
            "b//../x",
            "\"b/\\056\\056/x\"",
            "\"b/\\056./outside/x\"",
            "\"\\056\\056/x\"",
            "\"b/\\x2e\\x2e/x\"",
            "b/../x\t2026-01-01 00:00:00",
            "/etc/x\t2026-01-01",
            "~/x",
        ];
        for name in names {
            check_refused(front_end, &creating(name), &["outside", "bad_patch"]);
            check_refused(front_end, &creating(name).replace('\n', "\r\n"), &["outside", "bad_patch"]);
            let old = name.replacen("b/", "a/", 1);
            let modify = format!("--- {old}\n+++ {name}\n@@ -1 +1 @@\n-one\n+x\n");
            check_refused(front_end, &modify, &["outside", "bad_patch"]);
            let delete = format!("--- {old}\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n");
            check_refused(front_end, &delete, &["outside", "bad_patch"]);
        }
        for name in ["../x", "../outside/x", "/etc/x", &absolute, "dir/../../x", "~/x"] {
            for patch in [
                format!("*** Begin Patch\n*** Add File: {name}\n+x\n*** End Patch\n"),
                format!("*** Begin Patch\n*** Update File: {name}\n@@\n-one\n+x\n*** End Patch\n"),
                format!("*** Begin Patch\n*** Delete File: {name}\n*** End Patch\n"),
                block(name, "", "x\n"),
                block(name, "one\n", "x\n"),
                format!(
                    "diff --git a/{name} b/{name}\nnew file mode 100644\n--- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+x\n"
                ),
                format!("diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-one\n+x\n"),
            ] {
                check_refused(front_end, &patch, &["outside", "bad_patch"]);
            }
            front_end.ask(Call::patch_of(name, "@@ -1 +1 @@\n-one\n+x\n")).check_refused("outside");
        }
        assert!(!front_end.world.beside("x").exists());
    });
}

fn renaming(verb: &str, from: &str, to: &str) -> String {
    format!("diff --git a/{from} b/{to}\nsimilarity index 100%\n{verb} from {from}\n{verb} to {to}\n")
}

#[test]
fn case_80_both_ends_of_a_rename_and_of_a_copy_are_judged_for_both_rights() {
    at_both_front_ends("case_80", |front_end| {
        let world = &front_end.world;
        world.configure("[read]\ndeny = [\"private\"]\n[write]\ndeny = [\"fixed\"]\n");
        world.write("c.txt", "one\n");
        for name in [".env", "private/x"] {
            world.write(name, format!("{}\n", world.secret()));
        }
        world.write("fixed/x", "fixed\n");
        world.write("b.txt", "one\n");
        front_end.close();
        for verb in ["rename", "copy"] {
            for to in ["../x", "../outside/x"] {
                check_refused(front_end, &renaming(verb, "c.txt", to), &["outside", "bad_patch"]);
            }
            check_refused(
                front_end,
                &renaming(verb, "../outside/secret", "plain.txt"),
                &["outside", "bad_patch"],
            );
            check_refused(front_end, &renaming(verb, ".env", "plain.txt"), &["approval_required"]);
            check_refused(front_end, &renaming(verb, "c.txt", ".env.new"), &["approval_required"]);
            check_refused(front_end, &renaming(verb, "private/x", "plain.txt"), &["denied"]);
            check_refused(front_end, &renaming(verb, "c.txt", "private/y"), &["denied"]);
            check_refused(front_end, &renaming(verb, "c.txt", "fixed/y"), &["denied"]);
            check_refused(front_end, &renaming(verb, "c.txt", ".git/hooks/pre-commit"), &["denied"]);
        }
        // What may be read and not written is copied, and not moved away.
        check_refused(front_end, &renaming("rename", "fixed/x", "plain.txt"), &["denied"]);
        for (from, to) in
            [(".env", "plain.txt"), ("private/x", "plain.txt"), ("c.txt", "../x"), ("c.txt", "private/y")]
        {
            let patch =
                format!("*** Begin Patch\n*** Update File: {from}\n*** Move to: {to}\n*** End Patch\n");
            check_refused(front_end, &patch, &["approval_required", "denied", "outside"]);
        }
        // A guess at the text of the source is neither confirmed nor denied.
        let refusals = ["right", "wrong"].map(|guess| {
            let line =
                if guess == "right" { world.secret().to_owned() } else { "x".repeat(world.secret().len()) };
            let patch = renaming("copy", "private/x", "plain.txt").replace("100%", "90%")
                + &format!("--- a/private/x\n+++ b/plain.txt\n@@ -1 +1,2 @@\n {line}\n+x\n");
            front_end.ask(Call::patch(&patch)).words()
        });
        assert_eq!(refusals[0], refusals[1]);
        assert_eq!(front_end.names("private"), ["x"]);
        assert_eq!(front_end.names("fixed"), ["x"]);
        std::fs::remove_file(world.path(".env")).unwrap();
    });
}

#[test]
fn case_81_links_and_submodules_are_not_made_and_programs_need_approval() {
    at_both_front_ends("case_81", |front_end| {
        let world = &front_end.world;
        world.write("b.txt", "one\n");
        world.write("c.txt", "one\n");
        let new = |mode: &str| {
            format!(
                "diff --git a/l b/l\nnew file mode {mode}\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+../outside\n"
            )
        };
        let change =
            |old: &str, new: &str| format!("diff --git a/c.txt b/c.txt\nold mode {old}\nnew mode {new}\n");
        let edit = "--- a/c.txt\n+++ b/c.txt\n@@ -1 +1 @@\n-one\n+../outside/secret\n";
        for mode in ["120000", "160000", "040000", "100000", "020666", "010644", "140755"] {
            check_refused(front_end, &new(mode), &["bad_mode", "bad_patch"]);
            check_refused(front_end, &change("100644", mode), &["bad_mode", "bad_patch"]);
            check_refused(front_end, &(change("100644", mode) + edit), &["bad_mode", "bad_patch"]);
        }
        check_refused(front_end, &new("100755"), &["approval_required"]);
        check_refused(front_end, &change("100644", "100755"), &["approval_required"]);
        check_refused(front_end, &(change("100644", "100755") + edit), &["approval_required"]);
        front_end.check_bytes("c.txt", "one\n");
        let bits =
            std::os::unix::fs::PermissionsExt::mode(&world.path("c.txt").metadata().unwrap().permissions());
        assert_eq!(bits & 0o111, 0);
    });
}

#[test]
fn case_82_a_patch_that_makes_a_link_and_writes_through_it_is_refused_as_a_whole() {
    at_both_front_ends("case_82", |front_end| {
        let world = &front_end.world;
        world.write("b.txt", "one\n");
        let link = |target: &str| {
            format!(
                "diff --git a/d b/d\nnew file mode 120000\n--- /dev/null\n+++ b/d\n@@ -0,0 +1 @@\n+{target}\n\\ No newline at end of file\n"
            )
        };
        let write =
            "diff --git a/d/x b/d/x\nnew file mode 100644\n--- /dev/null\n+++ b/d/x\n@@ -0,0 +1 @@\n+x\n";
        let outside = world.outside("").display().to_string();
        for target in ["../outside", outside.as_str(), ".", "/etc"] {
            check_refused(front_end, &(link(target) + write), &["bad_mode", "bad_patch"]);
            check_refused(front_end, &(write.to_owned() + &link(target)), &["bad_mode", "bad_patch"]);
        }
        // In two calls: the first makes no link, so that the second makes a folder.
        front_end.ask(Call::patch(&link("../outside"))).check_refused("bad_mode");
        front_end.ask(Call::patch(write)).check_outcome("applied");
        front_end.check_bytes("d/x", "x\n");
        assert!(world.path("d").symlink_metadata().unwrap().is_dir());
        // A link that is there already, and a rename onto its name.
        world.link("../outside", "there");
        for patch in [
            write.replace("d/x", "there/x"),
            "*** Begin Patch\n*** Update File: a.txt\n*** Move to: there/x\n*** End Patch\n".to_owned(),
        ] {
            check_refused(front_end, &patch, &["outside"]);
        }
        // A file that becomes a folder on the way.
        let both = "*** Begin Patch\n*** Add File: e\n+x\n*** Add File: e/x\n+x\n*** End Patch\n";
        assert_ne!(front_end.ask(Call::patch(both)).code(), "");
        assert!(!front_end.is_there("e"));
    });
}
