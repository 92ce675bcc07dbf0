use BudgetState::{HardLimit, Normal, SoftLimit};

use super::*;

const MANY: u64 = 1_000_000;

fn charge(budget: &mut Budget, kind: ReplyKind, cost: ReplyCost) {
    budget.charge_read("any", &Admission::Serve(Bounds::default()), kind, cost);
}

/// A budget of which so many reads and lines are used.
fn used(enforcement: Enforcement, reads: u64, lines: u64) -> Budget {
    let mut budget = Budget::new(enforcement, GuardLimits::default());
    (0..reads).for_each(|_| charge(&mut budget, ReplyKind::Text, ReplyCost::default()));
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

/// The admission of a read of `target`, with `#` behind it if it cites: `serve <lines>`, `granted <lines>`, `held <lines>`
/// or `refuse`.
fn check(budget: &Budget, target: &str, asked: Option<u64>, expected: &str) {
    let (path, cites) = target.strip_suffix('#').map_or((target, false), |path| (path, true));
    let bounds = Bounds { max_lines: asked, ..Bounds::default() };
    let admission = budget.admit(&PlannedRead { path, bounds, cites, is_preview: false });
    let lines = |bounds: Bounds| bounds.max_lines.map_or("all".to_owned(), |lines| lines.to_string());
    let admission = match admission {
        Admission::Serve(bounds) => format!("serve {}", lines(bounds)),
        Admission::Granted(bounds) => format!("granted {}", lines(bounds)),
        Admission::IfHeld { diff, .. } => format!("held {}", lines(diff)),
        Admission::Refuse(_) => "refuse".to_owned(),
    };
    assert_eq!(admission, expected, "{target} after {}", budget.spent());
}

/// The same after a search that returned `found`.
fn searched(mut budget: Budget) -> Budget {
    budget.charge_search(&PastSearch::new("total", ["found"]), ReplyCost::default());
    budget
}

fn read_granted(budget: &mut Budget, path: &str, kind: ReplyKind, lines: u64) {
    let granted = Admission::Granted(Bounds::default());
    budget.charge_read(path, &granted, kind, ReplyCost { lines, chars: 0 });
}

#[test]
fn one_reply_is_bounded_and_so_are_all_together() {
    let budget = |lines| used(Enforcement::Enforce, 0, lines);
    check(&budget(0), "other", None, "serve 300");
    check(&budget(0), "other", Some(40), "serve 40");
    check(&budget(1999), "other", Some(MANY), "serve 300");
    check(&budget(2000), "other", Some(MANY), "serve 150");
    check(&budget(2350), "other", Some(MANY), "serve 150");
    check(&budget(2351), "other", None, "serve 149");
    check(&budget(2499), "other", None, "serve 1");
    check(&budget(2500), "other", Some(1), "refuse");
    check(&budget(u64::MAX), "other", None, "refuse");
    check(&used(Enforcement::Enforce, 19, 0), "other", None, "serve 300");
    check(&used(Enforcement::Enforce, 24, 0), "other", None, "serve 150");
    check(&used(Enforcement::Enforce, 24, 0), "other", Some(40), "serve 40");
    check(&used(Enforcement::Enforce, 25, 0), "other", None, "refuse");
}

/// Half of one line would be none.
#[test]
fn near_the_limit_a_reply_still_has_a_line() {
    let limits = GuardLimits { max_reads: 5, max_single_lines: 1, ..GuardLimits::default() };
    let mut budget = Budget::new(Enforcement::Enforce, limits);
    (0..4).for_each(|_| charge(&mut budget, ReplyKind::Text, ReplyCost::default()));
    check(&budget, "other", None, "serve 1");
}

#[test]
fn a_search_grants_lines_of_what_it_returned() {
    for (reads, lines) in [(25, 0), (25, 2500), (MANY, u64::MAX)] {
        let budget = searched(used(Enforcement::Enforce, reads, lines));
        check(&budget, "found", None, "granted 300");
        check(&budget, "./found", Some(10), "granted 10");
        check(&budget, "found#", None, "granted 300");
        check(&budget, "found-too", None, "refuse");
        check(&budget, "", None, "refuse");
    }
    // While the budget lasts, nothing of the grant is used up; unless more is granted than left.
    check(&searched(used(Enforcement::Enforce, 0, 0)), "found", None, "serve 300");
    check(&searched(used(Enforcement::Enforce, 0, 2499)), "found", None, "granted 150");
    check(&searched(used(Enforcement::Enforce, 0, 2499)), "other", None, "serve 1");
}

#[test]
fn a_grant_is_used_up() {
    let mut budget = searched(used(Enforcement::Enforce, 25, 0));
    read_granted(&mut budget, "found", ReplyKind::Text, 250);
    check(&budget, "found", None, "granted 50");
    read_granted(&mut budget, "found", ReplyKind::Marker, 1);
    read_granted(&mut budget, "found", ReplyKind::Diff, 20);
    check(&budget, "found", None, "granted 50");
    read_granted(&mut budget, "found", ReplyKind::Text, 50);
    check(&budget, "found", None, "refuse");
    let mut budget = searched(budget);
    (0..10).for_each(|_| read_granted(&mut budget, "found", ReplyKind::Text, 1));
    check(&budget, "found", None, "refuse");
    check(&searched(budget), "found", None, "granted 300");
}

#[test]
fn a_search_in_one_file_grants_that_file_if_it_found_something() {
    let mut budget = searched(used(Enforcement::Enforce, 25, 0));
    budget.charge_search_in_file("other", false, ReplyCost::default());
    check(&budget, "other", None, "refuse");
    budget.charge_search_in_file("other", true, ReplyCost::default());
    check(&budget, "other", None, "granted 300");
    check(&budget, "found", None, "granted 300");
}

#[test]
fn what_the_caller_edited_and_previews_are_always_served() {
    let mut budget = used(Enforcement::Enforce, 25, 2500);
    budget.add_edited("src/mine");
    check(&budget, "./src/mine", None, "serve 300");
    check(&budget, "src/other", None, "refuse");
    let ask = PlannedRead { path: "src/other", bounds: Bounds::default(), cites: false, is_preview: true };
    assert!(matches!(budget.admit(&ask), Admission::Serve(_)));
}

#[test]
fn a_refusal_names_what_can_still_be_read() {
    let found = |budget: &Budget| {
        let ask = PlannedRead { path: "x", bounds: Bounds::default(), cites: false, is_preview: false };
        match budget.admit(&ask) {
            Admission::Refuse(exceeded) => exceeded.found.join(" "),
            other => panic!("{other:?}"),
        }
    };
    let mut budget = used(Enforcement::Enforce, 25, 0);
    assert_eq!(found(&budget), "");
    budget.charge_search(&PastSearch::new("q", ["a", "\"b\"", "c", "d", "e"]), ReplyCost::default());
    assert_eq!(found(&budget), "a c d");
    read_granted(&mut budget, "a", ReplyKind::Text, 300);
    assert_eq!(found(&budget), "c d e");
}

#[test]
fn what_may_be_held_is_looked_at_before_it_is_refused() {
    check(&used(Enforcement::Enforce, 25, 0), "other#", None, "held 300");
    check(&used(Enforcement::Enforce, 25, 2490), "other#", None, "held 300");
    check(&used(Enforcement::Enforce, 0, 2500), "other#", Some(20), "held 20");
    check(&used(Enforcement::Enforce, 24, 0), "other#", None, "serve 150");
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
    charge(&mut budget, ReplyKind::Marker, ReplyCost { lines: 1, chars: 40 });
    charge(&mut budget, ReplyKind::Diff, ReplyCost { lines: 12, chars: 400 });
    assert_eq!(budget.spent().to_string(), "0 of 25 reads and 13 of 2500 lines");
    charge(&mut budget, ReplyKind::Text, ReplyCost::default());
    budget.charge(ReplyCost { lines: u64::MAX, chars: u64::MAX });
    assert_eq!(
        budget.spent().to_string(),
        format!("1 of 25 reads and {0} of 2500 lines ({0} not from reads)", u64::MAX)
    );
}
