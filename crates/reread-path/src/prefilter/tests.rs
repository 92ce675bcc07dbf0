use super::*;

fn characters(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

fn glance(starts: &[&str], ends: &[&str]) -> Glance {
    let mut glance = Glance::default();
    starts.iter().for_each(|text| glance.add_start(&characters(text)));
    ends.iter().for_each(|text| glance.add_end(&characters(text)));
    glance
}

#[track_caller]
fn check(starts: &[&str], ends: &[&str], component: &str, is_passed_by: bool) {
    assert_eq!(glance(starts, ends).passes_by(component.as_bytes()), is_passed_by, "{component:?}");
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
    assert!(!Glance::blind().passes_by(b"a"));
}

#[test]
fn two_of_them_look_for_what_either_looks_for() {
    let mut both = glance(&["ab"], &[]);
    both.add_all(&glance(&[], &["yz"]));
    both.add_all(&Glance::default());
    assert!(!both.passes_by(b"abc"));
    assert!(!both.passes_by(b"xyz"));
    assert!(both.passes_by(b"xy"));
    both.add_all(&Glance::blind());
    assert!(!both.passes_by(b"xy"));
}
