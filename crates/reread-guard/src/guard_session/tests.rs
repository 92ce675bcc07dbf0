use reread_text::{Bounds, Digest, LineSet};

use super::*;
use crate::GuardLimits;

/// A conversation, driven by words: `s:a,b` is a search that returned a and b, `r:path:lines` a read that sent so many
/// lines, with `#` behind the path if it cites, and `!` at the end if the budget shortened it; `m:path` and `d:path:lines`
/// are a marker and a diff, `l:a,b` a listing and `e:path` an edit.
struct Talk {
    budget: Budget,
    session: GuardSession,
}

impl Talk {
    fn new(enforcement: Enforcement) -> Self {
        let limits = GuardLimits { max_reads: 5, max_total_lines: 100, ..GuardLimits::default() };
        Self { budget: Budget::new(enforcement, limits), session: GuardSession::default() }
    }

    fn step(&mut self, word: &str) -> Result<Stabilization, Stabilization> {
        let is_degraded = word.ends_with('!');
        let parts: Vec<&str> = word.trim_end_matches('!').split(':').collect();
        let number = |index: usize| parts.get(index).map_or(1, |lines| lines.parse().unwrap());
        if parts[0] == "s" {
            let paths: Vec<&str> = parts[1].split(',').filter(|path| !path.is_empty()).collect();
            let cost = ReplyCost { lines: number(2), chars: 10 };
            let found =
                SearchSummary { query: "total", paths: &paths, cost, is_degraded, is_reduced: is_degraded };
            return Ok(self.session.at_exit_of_search(&mut self.budget, &found));
        }
        if parts[0] == "l" {
            let paths: Vec<&str> = parts[1].split(',').collect();
            let listed =
                ListingSummary { paths: &paths, cost: ReplyCost::default(), is_degraded, is_read: false };
            return Ok(self.session.at_exit_of_listing(&mut self.budget, &listed));
        }
        if parts[0] == "e" {
            self.budget.add_edited(parts[1]);
            self.session.came_across(parts[1]);
            return Ok(self.session.standing(&self.budget));
        }
        let path = parts[1].trim_end_matches('#');
        let cites = parts[0] != "r" || parts[1].ends_with('#');
        let ask = PlannedRead { path, bounds: Bounds::default(), cites, is_preview: false };
        let entry = self.session.at_entry_of_read(&self.budget, &ask);
        let kind = match parts[0] {
            "m" => ReplyKind::Marker,
            "d" => ReplyKind::Diff,
            _ => ReplyKind::Text,
        };
        let cost = ReplyCost { lines: number(2), chars: number(2) * 10 };
        if let Err(exceeded) = entry.admission.permits(kind) {
            return Err(self.session.at_refusal_of_read(&self.budget, exceeded));
        }
        let receipt = format!("#{path}@{}", cost.lines);
        let sent = ReplySummary {
            kind,
            cost,
            is_degraded,
            is_reduced: is_degraded,
            version: Some(Digest::of(b"1")),
            lines: &LineSet::default(),
            receipt: (kind != ReplyKind::Marker).then_some(&receipt),
        };
        Ok(self.session.at_exit_of_read(&mut self.budget, &entry, &sent))
    }
}

/// The last of these calls: state and codes of warnings, `refused` in front if it was.
fn check(enforcement: Enforcement, calls: &str, expected: &str) {
    let mut talk = Talk::new(enforcement);
    let last = calls.split_whitespace().map(|call| talk.step(call)).last().unwrap();
    let refused = if last.is_err() { "refused " } else { "" };
    let (Ok(stabilization) | Err(stabilization)) = last;
    let codes: Vec<_> =
        stabilization.warnings.iter().map(|warning| warning.concern.code().as_str()).collect();
    let said = format!("{refused}{} {}", stabilization.budget_state.word(), codes.join(" "));
    assert_eq!(said.trim_end(), expected, "{calls}");
}

use Enforcement::{Enforce, Off, Warn};

#[test]
fn a_state_is_said_once_and_shown_always() {
    check(Enforce, "r:a r:b r:c", "NORMAL");
    check(Enforce, "r:a r:b r:c r:d", "SOFT_LIMIT SOFT_LIMIT");
    check(Enforce, "r:a:79", "NORMAL");
    check(Enforce, "r:a:80", "SOFT_LIMIT SOFT_LIMIT");
    check(Enforce, "r:a:80 r:b", "SOFT_LIMIT");
    check(Enforce, "r:a:80 r:b:20", "HARD_LIMIT HARD_LIMIT");
    check(Enforce, "r:a r:b r:c r:d r:e", "HARD_LIMIT HARD_LIMIT");
    check(Enforce, "r:a r:b r:c r:d r:e r:f", "refused HARD_LIMIT");
    check(Warn, "r:a:100", "HARD_LIMIT HARD_LIMIT");
    check(Warn, "r:a:100 r:b:300", "HARD_LIMIT");
    check(Off, "r:a:100 r:b:1000", "NORMAL");
}

#[test]
fn a_reply_that_was_shortened_is_soft_with_a_hint() {
    check(Enforce, "r:a:1!", "SOFT_LIMIT SOFT_LIMIT");
    check(Enforce, "r:a:1! r:b:1", "NORMAL");
    check(Enforce, "r:a:1! r:b:1!", "SOFT_LIMIT");
    check(Enforce, "r:a:1! r:b:1 r:c:1!", "SOFT_LIMIT SOFT_LIMIT");
    check(Enforce, "r:a:80 r:b:1!", "SOFT_LIMIT");
    check(Enforce, "r:a:1! r:b:80", "SOFT_LIMIT SOFT_LIMIT");
    check(Enforce, "s:a:1!", "SOFT_LIMIT SOFT_LIMIT");
    check(Enforce, "r:a:100 s:a:1!", "HARD_LIMIT");
    check(Warn, "r:a:1!", "SOFT_LIMIT SOFT_LIMIT");
    check(Warn, "r:a:100 s:a r:a:301", "HARD_LIMIT");
    check(Off, "r:a:1!", "NORMAL");
}

#[test]
fn past_the_hard_limit_search_leads_on_for_a_while() {
    check(Enforce, "r:a:100 r:b", "refused HARD_LIMIT");
    check(Enforce, "r:a:100 s:b r:b:300", "HARD_LIMIT");
    check(Enforce, "r:a:100 s:b r:b:300 r:b", "refused HARD_LIMIT");
    check(Enforce, "r:a:100 s:b r:b:300 s:b r:b", "HARD_LIMIT");
    check(Enforce, "r:a:100 s:b r:c", "refused HARD_LIMIT");
    check(Enforce, "r:a:100 s:b s:c r:b", "refused HARD_LIMIT");
    check(Enforce, "r:a:100 s: r:b", "refused HARD_LIMIT");
    let ten = "r:a:100 s:b,c r:b r:c r:b r:c r:b r:c r:b r:c r:b r:c";
    check(Enforce, ten, "HARD_LIMIT");
    check(Enforce, &format!("{ten} r:b"), "refused HARD_LIMIT");
    check(Enforce, &format!("{ten} m:b"), "HARD_LIMIT");
    check(Warn, "r:a:100 r:b", "HARD_LIMIT");
    check(Off, "r:a:100 r:b", "NORMAL");
}

#[test]
fn past_the_hard_limit_markers_diffs_and_own_files_are_sent() {
    check(Enforce, "r:a r:b r:c r:d r:e m:a", "HARD_LIMIT");
    check(Enforce, "r:a r:b r:c r:d r:e d:a:96", "HARD_LIMIT");
    check(Enforce, "r:a r:b r:c r:d r:e r:a#", "refused HARD_LIMIT");
    check(Enforce, "r:a:100 m:a", "HARD_LIMIT");
    check(Enforce, "r:a:100 d:a:1", "HARD_LIMIT");
    check(Enforce, "e:x r:a:100 r:x:20 r:x:30", "HARD_LIMIT");
}

#[test]
fn lines_of_a_search_are_lines() {
    check(Enforce, "s:a:80", "SOFT_LIMIT SOFT_LIMIT");
    check(Enforce, "s:a:100 r:b", "refused HARD_LIMIT");
    check(Enforce, "s:a:100 r:a", "HARD_LIMIT");
    check(Enforce, "s:a:100 s:b:100", "HARD_LIMIT");
}

#[test]
fn empty_replies_are_reads_without_lines() {
    check(Enforce, "r:a:0 r:b:0 r:c:0 r:d:0", "SOFT_LIMIT SOFT_LIMIT");
    check(Enforce, "r:a:0 r:b:0 r:c:0 r:d:0 r:e:0 r:f:0", "refused HARD_LIMIT");
}

#[test]
fn a_target_beside_the_point_is_served_with_a_warning() {
    check(Enforce, "s:a r:b", "NORMAL LOW_RELEVANCE");
    check(Warn, "s:a r:vendor/b", "NORMAL LOW_RELEVANCE");
    check(Off, "s:a r:vendor/b", "NORMAL");
    check(Enforce, "s:a r:b:80", "SOFT_LIMIT LOW_RELEVANCE SOFT_LIMIT");
}

#[test]
fn the_warning_is_given_once_after_a_search() {
    check(Enforce, "s:a r:b r:c", "NORMAL");
    check(Enforce, "s:a r:b s:a r:c", "NORMAL LOW_RELEVANCE");
    check(Enforce, "s:a r:vendor/b r:vendor/c", "NORMAL LOW_RELEVANCE");
}

#[test]
fn what_the_conversation_came_across_gets_no_warning() {
    check(Enforce, "s:a s:b r:a", "NORMAL");
    check(Enforce, "s:a s:b s:c s:d s:e r:a", "NORMAL");
    check(Enforce, "s:a s:b s:c s:d s:e s:f r:a", "NORMAL LOW_RELEVANCE");
    check(Enforce, "s:a l:x,b r:b", "NORMAL");
    check(Enforce, "s:a e:b r:b", "NORMAL");
    check(Enforce, "s:a r:b r:b", "NORMAL");
    check(Enforce, "r:b s:a r:b", "NORMAL");
}

#[test]
fn relevance_warnings_are_counted() {
    let counted = |enforcement, calls: &str| {
        let mut talk = Talk::new(enforcement);
        calls.split_whitespace().for_each(|call| drop(talk.step(call)));
        talk.session.metrics().low_relevance_count
    };
    assert_eq!(counted(Enforce, "s:a r:b r:a r:c"), 1);
    assert_eq!(counted(Enforce, "s:a r:b s:a r:c"), 2);
    assert_eq!(counted(Off, "s:a r:b"), 0);
}

#[test]
fn the_third_time_without_a_receipt_gets_a_hint_and_the_text() {
    check(Enforce, "r:a r:a", "NORMAL");
    check(Enforce, "r:a r:a r:a", "NORMAL repeated_read");
    check(Enforce, "r:a r:a r:a#", "NORMAL");
    check(Enforce, "r:a r:a m:a", "NORMAL");
    check(Off, "r:a r:a r:a", "NORMAL");
    let mut talk = Talk::new(Warn);
    let [.., last] = ["r:a:7"; 3].map(|call| talk.step(call).unwrap());
    assert_eq!(last.warnings[0].text, "The same text was sent 3 times. A cited tag spares sending it again.");
    let next = "pass known: [\"#a@7\"] if you can still see these lines";
    assert_eq!(last.suggested_next_action.as_deref(), Some(next));
}

#[test]
fn parts_of_one_conversation_share_its_budget_and_what_a_search_granted() {
    let mut first = Talk::new(Enforce);
    first.step("s:b").unwrap();
    first.step("r:a:99").unwrap();
    let mut second = Talk { budget: first.budget, session: GuardSession::default() };
    assert_eq!(second.session.metrics(), Metrics::default());
    assert_eq!(second.step("r:c").unwrap_err().budget_state, BudgetState::HardLimit);
    assert!(second.step("r:b").is_ok());
}

#[test]
fn receipts_make_the_bundle_and_markers_do_not() {
    let name = |calls: &str| {
        let mut talk = Talk::new(Off);
        calls.split_whitespace().for_each(|call| drop(talk.step(call)));
        talk.session.context_bundle_id()
    };
    assert_eq!(name("s:a m:a"), None);
    assert!(name("r:a").is_some());
    assert_eq!(name("r:a r:b"), name("r:a m:a r:b s:c r:a"));
    assert_ne!(name("r:a r:b"), name("r:b r:a"));
}

/// The budget and the metrics both count lines: what they say of a call has to agree.
#[test]
fn the_lines_of_the_budget_are_those_of_reads_and_of_other_calls() {
    for calls in ["r:a:80", "s:a:30 r:a:50 m:a s:b:7", "s:a:3 r:a:10 r:b:20 m:b"] {
        let mut talk = Talk::new(Warn);
        calls.split_whitespace().for_each(|call| drop(talk.step(call)));
        let spent = talk.budget.spent();
        let of_reads = talk.session.metrics().reads_lines_total;
        assert_eq!(spent.lines - spent.other_lines, of_reads, "{calls}: {spent:?}");
    }
}

#[test]
fn what_is_said_reads_well() {
    let text = |enforcement, calls: &str| {
        let mut talk = Talk::new(enforcement);
        let last = calls.split_whitespace().map(|call| talk.step(call).unwrap()).last().unwrap();
        last.warnings[0].text.clone()
    };
    assert_eq!(
        text(Enforce, "r:a:80"),
        "Read budget running low: 1 of 5 reads and 80 of 100 lines are used."
    );
    assert_eq!(
        text(Enforce, "r:a:100"),
        "Read budget used up: 1 of 5 reads and 100 of 100 lines. From here on, files that search returns are served."
    );
    assert_eq!(
        text(Warn, "r:a:101"),
        "Read budget exceeded. Use search to narrow scope: 1 of 5 reads and 101 of 100 lines are used."
    );
    assert_eq!(
        text(Warn, "s:a:1 r:a:301"),
        "Read budget exceeded. Use search to narrow scope: 1 of 5 reads and 302 of 100 lines (1 not from reads) are used."
    );
    assert_eq!(
        text(Warn, "s:a:101"),
        "Read budget exceeded: 0 of 5 reads and 101 of 100 lines (101 not from reads) are used."
    );
    let shortened = "The reply was shortened to fit the budget. Use search to find the lines you need.";
    assert_eq!(text(Enforce, "r:a:1!"), shortened);
    let narrower = "The reply was shortened to fit the budget. Narrow the query or the paths.";
    assert_eq!(text(Enforce, "s:a:1!"), narrower);
}

/// The advice to search would send a caller round in circles.
#[test]
fn a_search_is_never_answered_with_the_advice_to_search() {
    for enforcement in [Enforce, Warn] {
        for calls in ["s:a:1!", "s:a:80", "s:a:100", "s::100", "r:a:100 s:a", "r:a:100 s:", "r:a:80 s:a"] {
            let mut talk = Talk::new(enforcement);
            let last = calls.split_whitespace().map(|call| talk.step(call).unwrap()).last().unwrap();
            let advice = last.warnings.iter().map(|warning| warning.next.clone());
            for said in advice.chain(last.suggested_next_action.clone()) {
                assert!(!said.starts_with("search") && !said.contains("Use search"), "{calls}: {said}");
            }
            assert!(last.warnings.iter().all(|warning| !warning.text.contains("Use search")), "{calls}");
        }
    }
}
