use BudgetState::{HardLimit, Normal, SoftLimit};

use super::*;

const MANY: u64 = 1_000_000;

/// A budget of which so many reads and lines are used.
fn used(enforcement: Enforcement, reads: u64, lines: u64) -> Budget {
    let mut budget = Budget::new(enforcement, GuardLimits::default());
    (0..reads).for_each(|_| budget.charge_read(ReplyKind::Text, ReplyCost::default()));
    budget.charge(ReplyCost { lines, chars: 0 });
    budget
}

fn check_state(reads: u64, lines: u64, expected: BudgetState) {
    assert_eq!(used(Enforcement::Enforce, reads, lines).state(), expected, "{reads} reads, {lines} lines");
    assert_eq!(used(Enforcement::Warn, reads, lines).state(), expected, "{reads} reads, {lines} lines");
    assert_eq!(used(Enforcement::Off, reads, lines).state(), Normal, "a budget that is off");
}

#[test]
fn soft_from_four_fifths_on_and_hard_at_the_limit() {
    check_state(0, 0, Normal);
    check_state(19, 1999, Normal);
    check_state(20, 0, SoftLimit);
    check_state(0, 2000, SoftLimit);
    check_state(24, 2499, SoftLimit);
    check_state(25, 0, HardLimit);
    check_state(0, 2500, HardLimit);
    check_state(26, 2501, HardLimit);
    check_state(0, u64::MAX, HardLimit);
}

#[test]
fn four_fifths_are_exact_for_every_limit() {
    let check = |used: u64, limit: u64, expected: BudgetState| {
        assert_eq!(use_of(used, limit), expected, "{used} of {limit}");
    };
    check(0, 0, HardLimit);
    check(0, 1, Normal);
    check(1, 1, HardLimit);
    check(2, 3, Normal);
    check(3, 4, Normal);
    check(4, 5, SoftLimit);
    check(u64::MAX / 5 * 4, u64::MAX, SoftLimit);
    check(u64::MAX / 5 * 4 - 1, u64::MAX, Normal);
    check(u64::MAX - 1, u64::MAX, SoftLimit);
    check(u64::MAX, u64::MAX, HardLimit);
}

/// The admission of a read of `target` after a search that returned `found`: `serve <lines>`, `held <lines>`, `refuse`.
fn check(budget: &Budget, target: &str, asked: Option<u64>, expected: &str) {
    let (path, cites) = target.strip_suffix('#').map_or((target, false), |path| (path, true));
    let bounds = Bounds { max_lines: asked, ..Bounds::default() };
    let admission =
        budget.admit(&PlannedRead { path, bounds, cites }, &LatestSearch::new("total", ["found"]));
    let lines = |bounds: Bounds| bounds.max_lines.map_or("all".to_owned(), |lines| lines.to_string());
    let admission = match admission {
        Admission::Serve(bounds) => format!("serve {}", lines(bounds)),
        Admission::IfHeld { diff, .. } => format!("held {}", lines(diff)),
        Admission::Refuse(exceeded) => {
            assert_eq!(exceeded.found, ["found"]);
            "refuse".to_owned()
        }
    };
    assert_eq!(admission, expected, "{target} after {}", budget.spent());
}

#[test]
fn one_reply_is_bounded_and_so_are_all_together() {
    let budget = |lines| used(Enforcement::Enforce, 0, lines);
    check(&budget(0), "other", None, "serve 300");
    check(&budget(0), "other", Some(40), "serve 40");
    check(&budget(2200), "other", Some(MANY), "serve 300");
    check(&budget(2201), "other", None, "serve 299");
    check(&budget(2499), "other", None, "serve 1");
    check(&budget(2500), "other", Some(1), "refuse");
    check(&budget(u64::MAX), "other", None, "refuse");
    check(&used(Enforcement::Enforce, 24, 0), "other", None, "serve 300");
    check(&used(Enforcement::Enforce, 25, 0), "other", None, "refuse");
}

#[test]
fn what_the_search_returned_is_served_whatever_is_used() {
    for (reads, lines) in [(0, 0), (0, 2499), (25, 0), (25, 2500), (MANY, u64::MAX)] {
        let budget = used(Enforcement::Enforce, reads, lines);
        check(&budget, "found", None, "serve 300");
        check(&budget, "./found", Some(10), "serve 10");
        check(&budget, "found#", None, "serve 300");
    }
    check(&used(Enforcement::Enforce, 25, 0), "found-too", None, "refuse");
    check(&used(Enforcement::Enforce, 25, 0), "", None, "refuse");
}

#[test]
fn what_may_be_held_is_looked_at_before_it_is_refused() {
    check(&used(Enforcement::Enforce, 25, 0), "other#", None, "held 300");
    check(&used(Enforcement::Enforce, 25, 2490), "other#", None, "held 10");
    check(&used(Enforcement::Enforce, 0, 2500), "other#", None, "held 0");
    check(&used(Enforcement::Enforce, 24, 0), "other#", None, "serve 300");
}

#[test]
fn only_an_enforced_budget_narrows_or_refuses() {
    for enforcement in [Enforcement::Warn, Enforcement::Off] {
        let budget = used(enforcement, MANY, MANY);
        check(&budget, "other", None, "serve all");
        check(&budget, "other", Some(MANY), "serve 1000000");
        assert_eq!(budget.one_reply(&Bounds::default()), Bounds::default());
    }
    let search = used(Enforcement::Enforce, MANY, MANY).one_reply(&Bounds::default());
    assert_eq!((search.max_lines, search.max_chars), (Some(300), Some(12_000)));
}

#[test]
fn markers_and_diffs_cost_lines_and_no_read() {
    let mut budget = Budget::new(Enforcement::Enforce, GuardLimits::default());
    budget.charge_read(ReplyKind::Marker, ReplyCost { lines: 1, chars: 40 });
    budget.charge_read(ReplyKind::Diff, ReplyCost { lines: 12, chars: 400 });
    assert_eq!(budget.spent().to_string(), "0 of 25 reads and 13 of 2500 lines");
    budget.charge_read(ReplyKind::Text, ReplyCost::default());
    budget.charge(ReplyCost { lines: u64::MAX, chars: u64::MAX });
    assert_eq!(budget.spent().to_string(), format!("1 of 25 reads and {} of 2500 lines", u64::MAX));
}
