//! What may not be written, by whatever name.

use std::os::unix::fs::symlink;

use reread_edit::MatchTolerance;
use reread_files::{FileWriteMode, PatchInput, PatchRequest, WriteContext, parse_user_configuration};

use crate::writing::place::{Place, block, check_refused, writer};

fn write(place: &Place, name: &str) -> Result<reread_files::EditReply, reread_files::WriteError> {
    place.write_as(name, "x\n", FileWriteMode::Create, None)
}

#[test]
fn names_that_lead_outside_are_refused() {
    let place = Place::new();
    symlink("../outside", place.path("door")).unwrap();
    for name in ["../outside/a", "door/a", "/etc/reread-test", "~/a", "dir/../../outside/a"] {
        check_refused(write(&place, name), "outside");
    }
    assert_eq!(std::fs::read_dir(place.beside("outside")).unwrap().count(), 0);
    assert_eq!(place.names(), ["door"]);
}

#[test]
fn case_43_and_45_policies_and_what_git_keeps_are_refused() {
    let place = Place::new();
    for name in [".git/hooks/pre-commit", "sub/.git/config", "reread.toml", "sub/reread.toml", ".GIT/config"]
    {
        check_refused(write(&place, name), "denied");
    }
    assert_eq!(place.names(), [""; 0]);
}

#[test]
fn case_45_what_runs_by_itself_needs_approval() {
    let place = Place::new();
    for name in [
        ".github/workflows/ci.yml",
        ".vscode/tasks.json",
        ".mcp.json",
        "sub/.envrc",
        "Makefile",
        ".bashrc",
        ".env",
    ] {
        check_refused(write(&place, name), "approval_required");
    }
    assert_eq!(place.names(), [""; 0]);
}

#[test]
fn case_39_a_name_that_is_denied_for_reading_is_denied_for_writing() {
    let settings =
        parse_user_configuration("config.toml", "version = 1\n[read]\ndeny = ['secrets/']\n").unwrap();
    let place = Place::with(settings);
    place.put("secrets/a.txt", "one\n");
    symlink("secrets", place.path("plain")).unwrap();
    for name in ["secrets/a.txt", "SECRETS/b.txt", "./secrets//new.txt", "plain/a.txt", "plain/new.txt"] {
        check_refused(write(&place, name), "denied");
    }
}

#[test]
fn a_list_of_what_may_be_written_leaves_out_the_rest() {
    let settings =
        parse_user_configuration("config.toml", "version = 1\n[write]\nallow = ['src/']\n").unwrap();
    let place = Place::with(settings);
    write(&place, "src/a.rs").unwrap();
    check_refused(write(&place, "docs/a.md"), "not_allowed");
}

/// A caller that needs approval to read a file learns nothing of it by writing: neither that it is there, nor what
/// it holds, nor that a guess was right.
#[test]
fn nothing_is_revealed_of_what_may_not_be_read() {
    let place = Place::new();
    place.put(".env", "KEY=1\nOTHER=2\n");
    let dry = WriteContext { dry_run: true, ..writer() };
    let patch = |text: &str| {
        let request = PatchRequest {
            patch: reread_files::PatchInput::Text(text.as_bytes()),
            name: None,
            base: None,
            loosest: MatchTolerance::Exact,
        };
        place.workspace.writer().apply_patch(&request, &dry)
    };
    let mut said = Vec::new();
    for name in [".env", ".env.other"] {
        let outcomes = [
            place.write(name, "x\n", None),
            place.write(name, "KEY=1\nOTHER=2\n", None),
            place.write(name, "x\n", Some("v1")),
            write(&place, name),
            patch(&block(name, "KEY=1\n", "KEY=3\n")),
            patch(&block(name, "KEY=7\nOTHER=2\n", "KEY=3\n")),
            patch(&block(name, "KEY=1\n", "KEY=1\n")),
            patch(&format!(
                "*** Begin Patch\n*** Update File: {name}\n*** Move to: env.txt\n*** End Patch\n"
            )),
            place.workspace.writer().rollback(name, "v1", &writer()),
        ];
        let words = outcomes.map(|outcome| outcome.unwrap_err().to_string());
        said.push(words.map(|words| words.replace(&format!(" {name} "), " it ")));
    }
    assert_eq!(said[0], said[1]);
    let (past, rest) = said[0].split_last().unwrap();
    assert_eq!(past, "the bytes of v1 of it are not kept");
    let asks = "writing it needs approval by the rule `.env*`; no version of it is kept";
    assert!(rest.iter().all(|words| words == asks), "{said:?}");
}

/// An approval to change a secret is no approval to read it: neither a copy nor another name is made of it.
#[test]
fn case_80_a_secret_is_not_moved_to_a_name_that_can_be_read() {
    let place = Place::new();
    place.put(".env", "KEY=1\n");
    symlink(".env", place.path("plain")).unwrap();
    let willing = WriteContext { is_approved: &|_| true, ..writer() };
    for (from, verb) in [(".env", "rename"), ("plain", "rename"), (".env", "copy")] {
        let patch = format!(
            "diff --git a/{from} b/env.txt\nsimilarity index 100%\n{verb} from {from}\n{verb} to env.txt\n"
        );
        let request = PatchRequest {
            patch: reread_files::PatchInput::Text(patch.as_bytes()),
            name: None,
            base: None,
            loosest: MatchTolerance::Exact,
        };
        check_refused(place.workspace.writer().apply_patch(&request, &willing), "approval_required");
    }
    assert_eq!(place.names(), [".env", "plain"]);
}

#[test]
fn a_patch_of_another_file_that_exists_is_refused_whatever_its_names_are() {
    let place = Place::new();
    for name in ["a.txt", "b.txt"] {
        place.put(name, "one\ntwo\n");
    }
    let patch = |old: &str, new: &str, called: &str| {
        let text = format!("--- {old}\n+++ {new}\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n");
        let request = PatchRequest {
            patch: PatchInput::Text(text.as_bytes()),
            name: Some(called),
            base: None,
            loosest: MatchTolerance::Exact,
        };
        let context = WriteContext { dry_run: true, ..writer() };
        place.workspace.writer().apply_patch(&request, &context)
    };
    for (old, new) in
        [("a/a.txt", "b/a.txt"), ("a.txt.orig", "a.txt"), ("a.txt", "a.txt.new"), ("old/a.txt", "new/a.txt")]
    {
        let error = patch(old, new, "b.txt").unwrap_err().to_string();
        assert_eq!(error, "the call is about b.txt, and the patch is about a.txt", "{old} {new}");
        patch(old, new, "a.txt").unwrap();
    }
    // None of its names exists, or they do not belong together, so that only the call can say which file is meant.
    patch("x.txt.orig", "x.txt", "b.txt").unwrap();
    patch("x.txt", "y.txt", "b.txt").unwrap();
    patch("a.txt", "b.txt", "b.txt").unwrap();
    patch("a.txt", "y.txt", "b.txt").unwrap();
}
