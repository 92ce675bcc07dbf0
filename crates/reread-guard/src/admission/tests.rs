use super::*;
use crate::GuardLimits;
use reread_codes::Code;

fn exceeded(found: &str) -> BudgetExceeded {
    let spent = BudgetUse { reads: 25, lines: 812, limits: GuardLimits::default() };
    BudgetExceeded { spent, found: found.split_whitespace().map(str::to_owned).collect() }
}

fn diff_of_ten_lines() -> Admission {
    let diff = Bounds { max_lines: Some(10), max_chars: Some(100), ..Bounds::default() };
    Admission::IfHeld { diff, otherwise: exceeded("") }
}

/// Whether an answer of so many lines and characters may be sent.
fn check(admission: &Admission, kind: ReplyKind, (lines, chars): (u64, u64), expected: bool) {
    assert_eq!(
        admission.permits(kind, ReplyCost { lines, chars }).is_ok(),
        expected,
        "{kind:?} of {lines}, {chars}"
    );
}

#[test]
fn what_is_admitted_is_sent_whatever_it_is() {
    for kind in [ReplyKind::Text, ReplyKind::Marker, ReplyKind::Diff] {
        check(&Admission::Serve(Bounds::default()), kind, (9000, 90000), true);
        check(&Admission::Refuse(exceeded("")), kind, (0, 0), false);
    }
}

#[test]
fn without_budget_a_marker_is_sent_and_a_diff_if_it_fits() {
    let admission = diff_of_ten_lines();
    check(&admission, ReplyKind::Marker, (1, 40), true);
    check(&admission, ReplyKind::Marker, (99, 4000), true);
    check(&admission, ReplyKind::Diff, (10, 100), true);
    check(&admission, ReplyKind::Diff, (11, 100), false);
    check(&admission, ReplyKind::Diff, (10, 101), false);
    check(&admission, ReplyKind::Text, (0, 0), false);
    check(&admission, ReplyKind::Text, (1, 1), false);
}

#[test]
fn a_refusal_says_what_is_used_and_what_to_do() {
    let message = "Read budget exceeded. Use search to narrow scope: 25 of 25 reads and 812 of 2500 lines are used, \
                   and files that search returns are still served";
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
