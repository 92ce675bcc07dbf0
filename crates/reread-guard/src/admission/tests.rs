use super::*;
use crate::GuardLimits;
use reread_codes::Code;

fn exceeded(found: &str) -> BudgetExceeded {
    let spent = BudgetUse { reads: 25, lines: 812, other_lines: 50, limits: GuardLimits::default() };
    BudgetExceeded { spent, found: found.split_whitespace().map(str::to_owned).collect() }
}

fn diff_of_ten_lines() -> Admission {
    let diff = Bounds { max_lines: Some(10), max_chars: Some(100), ..Bounds::default() };
    Admission::IfHeld { diff, otherwise: exceeded("") }
}

fn check(admission: &Admission, kind: ReplyKind, expected: bool) {
    assert_eq!(admission.permits(kind).is_ok(), expected, "{kind:?}");
}

#[test]
fn what_is_admitted_is_sent_whatever_it_is() {
    for kind in [ReplyKind::Text, ReplyKind::Marker, ReplyKind::Diff] {
        check(&Admission::Serve(Bounds::default()), kind, true);
        check(&Admission::Granted(Bounds::default()), kind, true);
        check(&Admission::Refuse(exceeded("")), kind, false);
    }
}

#[test]
fn without_budget_a_marker_and_a_diff_are_sent() {
    let admission = diff_of_ten_lines();
    check(&admission, ReplyKind::Marker, true);
    check(&admission, ReplyKind::Diff, true);
    check(&admission, ReplyKind::Text, false);
}

#[test]
fn a_refusal_says_what_is_used_and_what_to_do() {
    let message = "Read budget exceeded. Use search to narrow scope: 25 of 25 reads and 812 of 2500 lines (50 not from reads) are used; \
                   each search allows 10 more reads of the files that it returns";
    assert_eq!(exceeded("a").to_string(), message);
    assert_eq!(exceeded("a").code(), Code::BudgetExceeded);
    let check = |found: &str, expected: &str| assert_eq!(exceeded(found).hint(), expected);
    check("", "search for a name or a phrase, then read a file that it returns");
    check("a b", "read \"a\" or \"b\", which search returned, or search for something else");
}

#[test]
fn a_refusal_needs_no_reading() {
    assert!(Admission::Refuse(exceeded("")).bounds().is_err());
    assert_eq!(diff_of_ten_lines().bounds().unwrap().max_lines, Some(10));
}
