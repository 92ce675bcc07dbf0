use super::*;

fn characters(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

fn prefilter(starts: &[&str], ends: &[&str]) -> Prefilter {
    let mut prefilter = Prefilter::default();
    starts.iter().for_each(|text| prefilter.add_start(&characters(text)));
    ends.iter().for_each(|text| prefilter.add_end(&characters(text)));
    prefilter
}

#[track_caller]
fn check(starts: &[&str], ends: &[&str], component: &str, is_skipped: bool) {
    assert_eq!(prefilter(starts, ends).skips(component.as_bytes()), is_skipped, "{component:?}");
}

#[test]
fn a_component_is_known_by_either_edge() {
    check(&[".env"], &[".pem"], "main.rs", true);
    check(&[".env"], &[".pem"], ".env.local", false);
    check(&[".env"], &[".pem"], "server.pem", false);
    check(&[".env"], &[".pem"], ".gitignore", true);
    check(&[], &[], "anything", true);
}

#[test]
fn case_makes_no_difference() {
    check(&[".Env"], &[], ".eNV", false);
    check(&[], &["KEY"], "a.key", false);
}

#[test]
fn a_single_character_may_be_followed_by_anything() {
    check(&["a"], &[], "a", false);
    check(&["a"], &[], "abc", false);
    check(&["ab"], &[], "a", true);
    check(&[], &["~"], "~", false);
    check(&[], &["~"], "x~", false);
}

#[test]
fn what_is_not_ascii_is_never_passed_by() {
    check(&[], &[], "é", false);
    check(&["é"], &[], "a", false);
    check(&["aé"], &[], "b", false);
    check(&[""], &[], "a", false);
    assert!(!Prefilter::blind().skips(b"a"));
}

#[test]
fn two_of_them_look_for_what_either_looks_for() {
    let mut both = prefilter(&["ab"], &[]);
    both.add_all(&prefilter(&[], &["yz"]));
    both.add_all(&Prefilter::default());
    assert!(!both.skips(b"abc"));
    assert!(!both.skips(b"xyz"));
    assert!(both.skips(b"xy"));
    both.add_all(&Prefilter::blind());
    assert!(!both.skips(b"xy"));
}
