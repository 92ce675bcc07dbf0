//! What may not be written, by whatever name.

use std::os::unix::fs::symlink;

use reread_files::{WriteMode, parse_user_configuration};

use crate::place::{Place, check_refused};

fn write(place: &Place, name: &str) -> Result<reread_files::EditReply, reread_files::WriteError> {
    place.write_as(name, "x\n", WriteMode::Create, None)
}

#[test]
fn names_that_lead_outside_are_refused() {
    let place = Place::new();
    symlink("../out", place.path("door")).unwrap();
    for name in ["../out/a", "door/a", "/etc/reread-test", "~/a", "dir/../../out/a"] {
        check_refused(write(&place, name), "outside");
    }
    assert_eq!(std::fs::read_dir(place.beside("out")).unwrap().count(), 0);
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
