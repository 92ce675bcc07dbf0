//! Case 96: going back after external changes.

use std::fs;

use super::answer::Answer;
use super::call::{Call, block};
use super::front_end::{FrontEnd, at_both_front_ends};

fn lines(changed: &[(usize, &str)]) -> String {
    let line = |number: usize| {
        let found = changed.iter().find(|(at, _)| *at == number);
        found.map_or_else(|| format!("{number}\n"), |(_, text)| format!("{text}\n"))
    };
    (1..30).map(line).collect()
}

/// A file with two versions: in the second one, line 3 is another.
fn two_versions(front_end: &FrontEnd) {
    front_end.put("b.txt", &lines(&[]));
    front_end.ask(Call::patch(&block("b.txt", "3\n", "three\n"))).check_outcome("applied");
}

fn versions(front_end: &FrontEnd) -> usize {
    front_end.ask(Call::history("b.txt")).reply["versions"].as_array().unwrap().len()
}

#[track_caller]
fn check_not_written(answer: &Answer) {
    assert!(answer.outcome() == "conflict" || !answer.code().is_empty(), "{answer:?}");
    assert_eq!(answer.reply["ok"], false, "{answer:?}");
}

#[test]
fn case_96_a_rollback_is_a_version_that_can_be_rolled_back() {
    at_both_front_ends("case_96", |front_end| {
        two_versions(front_end);
        let preview = front_end.ask(Call::rollback("b.txt", "v1").dry());
        preview.check_outcome("applied");
        assert!(preview.said.contains("-three"), "{preview:?}");
        assert_eq!((versions(front_end), front_end.bytes("b.txt")), (2, lines(&[(3, "three")]).into_bytes()));
        let back = front_end.ask(Call::rollback("b.txt", "v1"));
        back.check_outcome("applied");
        assert_eq!(back.reply["version_id"], "v3");
        front_end.check_bytes("b.txt", lines(&[]));
        front_end.ask(Call::rollback("b.txt", "v2")).check_outcome("applied");
        front_end.check_bytes("b.txt", lines(&[(3, "three")]));
        assert_eq!(versions(front_end), 4);
        front_end.check_refused(Call::rollback("b.txt", "v77"), "unknown_version");
    });
}

#[test]
fn case_96_newer_work_elsewhere_stays_and_on_the_same_lines_is_a_conflict() {
    at_both_front_ends("case_96_changed", |front_end| {
        two_versions(front_end);
        front_end.world.write("b.txt", lines(&[(3, "three"), (20, "hers")]));
        front_end.ask(Call::rollback("b.txt", "v1")).check_outcome("rebased");
        front_end.check_bytes("b.txt", lines(&[(20, "hers")]));
        let conflicting = lines(&[(3, "hers"), (20, "hers")]);
        front_end.world.write("b.txt", &conflicting);
        for call in [Call::rollback("b.txt", "v2").dry(), Call::rollback("b.txt", "v2")] {
            check_not_written(&front_end.ask(call));
            front_end.check_bytes("b.txt", &conflicting);
        }
    });
}

fn delete(version: &str) -> Call {
    Call::patch_on(version, "*** Begin Patch\n*** Delete File: b.txt\n*** End Patch\n")
}

#[test]
fn case_96_a_deleted_file_comes_back() {
    at_both_front_ends("case_96_deleted", |front_end| {
        two_versions(front_end);
        fs::remove_file(front_end.world.path("b.txt")).unwrap();
        front_end.ask(Call::rollback("b.txt", "v1")).check_outcome("applied");
        front_end.check_bytes("b.txt", lines(&[]));
        // One that was deleted through reread is a version, too, and coming back from it another.
        front_end.ask(delete("v4")).check_outcome("applied");
        assert!(!front_end.is_there("b.txt"));
        front_end.ask(Call::rollback("b.txt", "v2")).check_outcome("applied");
        front_end.check_bytes("b.txt", lines(&[(3, "three")]));
    });
}

/// Going back to when there was no file removes it only as the history knows it.
#[test]
fn case_96_a_file_that_was_made_anew_by_others_is_not_removed() {
    at_both_front_ends("case_96_absent", |front_end| {
        two_versions(front_end);
        front_end.ask(delete("v2")).check_outcome("applied");
        front_end.world.write("b.txt", "hers\n");
        check_not_written(&front_end.ask(Call::rollback("b.txt", "v3")));
        front_end.check_bytes("b.txt", "hers\n");
    });
}

#[test]
fn case_96_a_folder_or_a_link_in_its_place_stays() {
    at_both_front_ends("case_96_replaced", |front_end| {
        let world = &front_end.world;
        two_versions(front_end);
        let path = world.path("b.txt");
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        world.write("b.txt/inside", "hers\n");
        front_end.check_refused(Call::rollback("b.txt", "v1"), "not_a_file");
        front_end.check_bytes("b.txt/inside", "hers\n");
        fs::remove_dir_all(&path).unwrap();

        // To another file inside, which has a past of its own, or none.
        world.write("other.txt", "hers\n");
        for target in ["other.txt", "nowhere.txt", "../outside/secret", "../outside/new", "b.txt"] {
            world.link(target, "b.txt");
            for call in [Call::rollback("b.txt", "v1").dry(), Call::rollback("b.txt", "v1")] {
                check_not_written(&front_end.ask(call));
            }
            assert_eq!(fs::read_link(&path).unwrap(), std::path::Path::new(target));
            fs::remove_file(&path).unwrap();
        }
        front_end.check_bytes("other.txt", "hers\n");
        assert!(!front_end.is_there("nowhere.txt"));
        front_end.ask(Call::rollback("b.txt", "v1")).check_outcome("applied");
    });
}

#[test]
fn case_96_a_file_whose_folder_leads_outside_by_now_is_not_followed() {
    at_both_front_ends("case_96_moved", |front_end| {
        let world = &front_end.world;
        front_end.put("dir/secret", "one\n");
        front_end.put("dir/secret", "two\n");
        fs::rename(world.path("dir"), world.beside("moved")).unwrap();
        world.link("../outside", "dir");
        for call in [Call::rollback("dir/secret", "v1").dry(), Call::rollback("dir/secret", "v1")] {
            front_end.check_refused(call, "outside");
        }
        fs::remove_file(world.path("dir")).unwrap();
        assert_eq!(fs::read_to_string(world.beside("moved/secret")).unwrap(), "two\n");
    });
}

#[test]
fn case_96_a_file_that_is_denied_by_now_is_not_brought_back() {
    at_both_front_ends("case_96_denied", |front_end| {
        two_versions(front_end);
        for rules in ["[read]\ndeny = [\"b.txt\"]\n", "[write]\ndeny = [\"b.txt\"]\n"] {
            front_end.world.configure(rules);
            front_end.close();
            for call in [Call::rollback("b.txt", "v1").dry(), Call::rollback("b.txt", "v1")] {
                front_end.check_refused(call, "denied");
            }
            front_end.check_bytes("b.txt", lines(&[(3, "three")]));
        }
        front_end.world.configure("[write]\nask = [\"b.txt\"]\n");
        front_end.close();
        front_end.ask(Call::rollback("b.txt", "v1")).check_refused("approval_required");
        front_end.check_bytes("b.txt", lines(&[(3, "three")]));
        front_end.world.configure("");
    });
}
