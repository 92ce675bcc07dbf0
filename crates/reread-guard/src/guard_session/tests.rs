use reread_text::{Bounds, Digest, LineSet};

use super::*;
use crate::GuardLimits;

/// A principal with one session, driven by words: `s:a,b` is a search that returned a and b, `r:path:lines` a read
/// that sent so many lines, with `#` behind the path if it cites, and `!` at the end if it was degraded; `m:path` and
/// `d:path:lines` are a marker and a diff.
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
            let found = SearchSummary { query: "total", paths: &paths, cost, is_degraded };
            return Ok(self.session.at_exit_of_search(&mut self.budget, &found));
        }
        let path = parts[1].trim_end_matches('#');
        let cites = parts[0] != "r" || parts[1].ends_with('#');
        let entry = self
            .session
            .at_entry_of_read(&self.budget, &PlannedRead { path, bounds: Bounds::default(), cites });
        let kind = match parts[0] {
            "m" => ReplyKind::Marker,
            "d" => ReplyKind::Diff,
            _ => ReplyKind::Text,
        };
        let cost = ReplyCost { lines: number(2), chars: number(2) * 10 };
        if let Err(exceeded) = entry.admission.permits(kind, cost) {
            return Err(self.session.at_refusal_of_read(&self.budget, exceeded));
        }
        let receipt = format!("#{path}@{}", cost.lines);
        let sent = ReplySummary {
            kind,
            cost,
            is_degraded,
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
    check(Enforce, "r:a:80 r:b:1!", "SOFT_LIMIT SOFT_LIMIT");
    check(Enforce, "s:a:1!", "SOFT_LIMIT SOFT_LIMIT");
    check(Warn, "r:a:1!", "SOFT_LIMIT SOFT_LIMIT");
    check(Warn, "r:a:100 s:a r:a:300", "HARD_LIMIT");
    check(Warn, "r:a:100 s:a r:a:301", "HARD_LIMIT SOFT_LIMIT");
    check(Warn, "r:a:100 s:a:301", "HARD_LIMIT SOFT_LIMIT");
    check(Off, "r:a:1!", "NORMAL");
}

#[test]
fn past_the_hard_limit_search_leads_on() {
    check(Enforce, "r:a:100 r:b", "refused HARD_LIMIT");
    check(Enforce, "r:a:100 s:b r:b:300", "HARD_LIMIT");
    check(Enforce, "r:a:100 s:b r:b:300 r:b:300", "HARD_LIMIT");
    check(Enforce, "r:a:100 s:b r:c", "refused HARD_LIMIT");
    check(Enforce, "r:a:100 s:b s:c r:b", "refused HARD_LIMIT");
    check(Enforce, "r:a:100 s: r:b", "refused HARD_LIMIT");
    check(Warn, "r:a:100 r:b", "HARD_LIMIT");
    check(Off, "r:a:100 r:b", "NORMAL");
}

#[test]
fn past_the_hard_limit_a_marker_is_sent_and_a_diff_while_lines_are_left() {
    check(Enforce, "r:a r:b r:c r:d r:e m:a", "HARD_LIMIT");
    check(Enforce, "r:a r:b r:c r:d r:e d:a:95", "HARD_LIMIT");
    check(Enforce, "r:a r:b r:c r:d r:e d:a:96", "refused HARD_LIMIT");
    check(Enforce, "r:a r:b r:c r:d r:e r:a#", "refused HARD_LIMIT");
    check(Enforce, "r:a:100 m:a", "HARD_LIMIT");
    check(Enforce, "r:a:100 d:a:1", "refused HARD_LIMIT");
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
fn sessions_of_one_principal_share_its_budget_and_nothing_else() {
    let mut first = Talk::new(Enforce);
    first.step("s:b").unwrap();
    first.step("r:a:99").unwrap();
    let mut second = Talk { budget: first.budget, session: GuardSession::default() };
    assert_eq!(second.session.metrics(), Metrics::default());
    let refused = second.step("r:b").unwrap_err();
    assert_eq!(refused.budget_state, BudgetState::HardLimit, "what the other searched for is not known here");
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
        "Read budget exceeded. Use search to narrow scope: 1 of 5 reads and 302 of 100 lines are used."
    );
    assert_eq!(
        text(Warn, "s:a:100 r:a:301"),
        "The reply is longer than one should be: 300 lines and 12000 characters. Use search to find the lines you need."
    );
    let shortened = "The reply was shortened to fit a limit. Use search to find the lines you need.";
    assert_eq!(text(Enforce, "r:a:1!"), shortened);
}

#[test]
fn one_of_many_is_served_what_any_of_them_found_and_told_nothing_of_it() {
    let limits = GuardLimits { max_reads: 0, ..GuardLimits::default() };
    let budget = Budget::new(Enforce, limits);
    let latest = LatestSearch::new("total", ["found"]);
    let session = GuardSession::one_of_many(Arc::default(), latest);
    let check = |path: &str, is_served: bool, is_warned: bool| {
        let entry =
            session.at_entry_of_read(&budget, &PlannedRead { path, bounds: Bounds::default(), cites: false });
        assert_eq!(entry.admission.bounds().is_ok(), is_served, "{path}");
        assert_eq!(entry.relevance.is_some(), is_warned, "{path}");
    };
    check("found", true, false);
    check("other", false, false);
    check("vendor/other", false, true);
}
