use reread_text::{DiffLimits, LineRange};

use super::*;

fn gate() -> DiffGate {
    let reply = Bounds { max_lines: Some(300), max_chars: Some(12_000), ..Bounds::default() };
    DiffGate { limits: DiffLimits::default(), reply }
}

/// Answers a request for `asked` ("whole" or a range) when `held` lines of `base` are held.
fn check(base: &str, held: &str, now: &str, asked: &str, expected: &str) {
    let held = if held == "none" { LineSet::default() } else { held.parse().unwrap() };
    let asked = match asked {
        "whole" => ReadScope::Whole,
        range => ReadScope::Lines(range.parse::<LineRange>().unwrap()),
    };
    let base = HeldBase { digest: Digest::of(base.as_bytes()), bytes: base.as_bytes(), held: &held };
    let answer = decide(base, now.as_bytes(), asked, "song.txt", &gate());
    let shown = match &answer {
        Answer::Fallback(reason) => reason.word().to_owned(),
        other => other.mode().word().to_owned(),
    };
    assert_eq!(shown, expected);
}

fn poem(lines: u64) -> String {
    (1..=lines).map(|n| format!("line {n} of a poem that goes on and on\n")).collect()
}

#[test]
fn a_range_that_did_not_move_is_unchanged() {
    check("one\ntwo\nthree\n", "2-3", "ONE\ntwo\nthree\n", "2-3", "unchanged_range");
    check("one\ntwo\nthree\n", "1-3", "one\ntwo\nthree\nfour\n", "2-2", "unchanged_range");
}

#[test]
fn a_range_that_moved_or_changed_is_sent_again() {
    check("one\ntwo\nthree\n", "2-3", "zero\none\ntwo\nthree\n", "2-3", "lines_changed");
    check("one\ntwo\nthree\n", "2-3", "one\ntwo\nTHREE\n", "2-3", "lines_changed");
    check("one\ntwo", "2-2", "one\ntwo\n", "2-2", "lines_changed");
    check("one\ntwo\r\n", "2-2", "one\ntwo\n", "2-2", "lines_changed");
}

#[test]
fn a_range_is_judged_only_if_all_of_it_is_held() {
    check("one\ntwo\nthree\n", "2-2", "ONE\ntwo\nthree\n", "2-3", "not_covered");
    check("one\ntwo\n", "1-2", "one\ntwo\nthree\n", "1-3", "not_covered");
    check("one\ntwo\n", "1-3", "one\ntwo\n", "1-3", "lines_changed");
}

#[test]
fn a_small_change_of_a_whole_file_is_a_diff() {
    let (base, now) = (poem(40), poem(40).replace("line 7 ", "verse 7 "));
    check(&base, "1-40", &now, "whole", "diff");
}

#[test]
fn a_diff_needs_the_whole_base() {
    let (base, now) = (poem(40), poem(40).replace("line 7 ", "verse 7 "));
    check(&base, "1-39", &now, "whole", "not_covered");
    check(&base, "none", &now, "whole", "not_covered");
}

#[test]
fn a_diff_that_saves_nothing_is_not_sent() {
    check(&poem(40), "1-40", &poem(40).replace("line", "verse"), "whole", "diff_too_long");
    check("one\n", "1-1", "two\n", "whole", "diff_too_long");
    check(&poem(3), "1-3", "", "whole", "diff_too_long");
}

#[test]
fn an_empty_base_is_a_base() {
    check("", "none", &poem(40), "whole", "diff_too_long");
}

#[test]
fn a_diff_that_would_not_fit_the_reply_is_not_sent() {
    let base = poem(2000);
    let now = base.replace("27 of", "27 out of").replace("57 of", "57 out of").replace("87 of", "87 out of");
    check(&base, "1-2000", &now, "whole", "diff_cut");
}

#[test]
fn a_file_that_is_too_large_to_compare_is_sent() {
    let base = poem(12_001);
    check(&base, "1-12001", &base.replace("line 7 ", "verse 7 "), "whole", "too_large_to_diff");
}

#[test]
fn a_diff_that_is_not_text_is_not_sent() {
    let base = poem(40);
    let now = [b"\xff\n", base.as_bytes()].concat();
    let held = "1-40".parse().unwrap();
    let old = HeldBase { digest: Digest::of(base.as_bytes()), bytes: base.as_bytes(), held: &held };
    assert_eq!(decide(old, &now, ReadScope::Whole, "song.txt", &gate()), Answer::Fallback(Fallback::NotUtf8));
}
