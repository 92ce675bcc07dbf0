//! The promises for every sequence of calls.

use proptest::prelude::*;
use reread_guard::{
    Admission, Budget, BudgetState, Concern, Enforcement, GuardLimits, GuardSession, Metrics, PlannedRead,
    READS_PER_SEARCH, ReplyKind,
};
use reread_text::Bounds;

use crate::calls::{Call, Outcome, serve};

fn any_path() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "src/a", "src/ab", "./src//a", "vendor/a", "d/e/f", ""])
        .prop_map(str::to_owned)
}

fn any_lines() -> impl Strategy<Value = u64> {
    prop_oneof![6 => 0..40_u64, 2 => 250..400_u64, 1 => (u64::MAX - 2)..=u64::MAX]
}

fn any_kind() -> impl Strategy<Value = ReplyKind> {
    prop_oneof![4 => Just(ReplyKind::Text), 1 => Just(ReplyKind::Marker), 1 => Just(ReplyKind::Diff)]
}

fn any_read() -> impl Strategy<Value = Call> {
    (any_path(), any_lines(), any_kind(), any::<bool>()).prop_map(|(path, lines, kind, cites)| Call::Read {
        path,
        lines,
        // Nothing is held by a caller that cites nothing.
        cites: cites || kind != ReplyKind::Text,
        kind,
    })
}

fn any_search() -> impl Strategy<Value = Call> {
    (prop::collection::vec(any_path(), 0..4), any_lines())
        .prop_map(|(paths, lines)| Call::Search { paths, lines })
}

fn any_calls() -> impl Strategy<Value = Vec<Call>> {
    prop::collection::vec(prop_oneof![4 => any_read(), 1 => any_search()], 0..40)
}

fn any_limits() -> impl Strategy<Value = GuardLimits> {
    (0..12_u64, prop_oneof![0..500_u64, Just(u64::MAX)], 0..400_u64, 0..4000_u64).prop_map(
        |(max_reads, max_total_lines, max_single_lines, max_preview_chars)| GuardLimits {
            max_reads,
            max_total_lines,
            max_single_lines,
            max_preview_chars,
        },
    )
}

fn any_enforcement() -> impl Strategy<Value = Enforcement> {
    prop::sample::select(vec![Enforcement::Enforce, Enforcement::Warn, Enforcement::Off])
}

/// The numbers as they follow from the outcomes alone.
fn summed(outcomes: &[Outcome]) -> Metrics {
    let clamped = |sum: u128| u64::try_from(sum).unwrap_or(u64::MAX);
    let is_search = |outcome: &&Outcome| matches!(outcome, Outcome::Listed(..));
    let first_search = outcomes.iter().position(|outcome| is_search(&outcome)).unwrap_or(outcomes.len());
    let reads = |outcomes: &[Outcome]| -> Vec<_> {
        let cost = |outcome: &Outcome| match outcome {
            Outcome::Sent(_, cost, _, _) => Some(*cost),
            _ => None,
        };
        outcomes.iter().filter_map(cost).collect()
    };
    let is_degraded =
        |outcome: &&Outcome| matches!(outcome, Outcome::Sent(_, _, true, _) | Outcome::Listed(_, true, _));
    let is_beside = |outcome: &&Outcome| {
        matches!(outcome, Outcome::Sent(..))
            && outcome.stabilization().warnings.iter().any(|warning| warning.concern == Concern::LowRelevance)
    };
    let costs = reads(outcomes);
    Metrics {
        reads_count: costs.len() as u64,
        reads_lines_total: clamped(costs.iter().map(|cost| u128::from(cost.lines)).sum()),
        reads_chars_total: clamped(costs.iter().map(|cost| u128::from(cost.chars)).sum()),
        search_count: outcomes.iter().filter(is_search).count() as u64,
        reads_after_search: reads(&outcomes[first_search..]).len() as u64,
        max_read_span: costs.iter().map(|cost| cost.lines).max().unwrap_or(0),
        preview_degraded_count: outcomes.iter().filter(is_degraded).count() as u64,
        low_relevance_count: outcomes.iter().filter(is_beside).count() as u64,
    }
}

fn all_of(metrics: &Metrics) -> [u64; 8] {
    [
        metrics.reads_count,
        metrics.reads_lines_total,
        metrics.reads_chars_total,
        metrics.search_count,
        metrics.reads_after_search,
        metrics.max_read_span,
        metrics.preview_degraded_count,
        metrics.low_relevance_count,
    ]
}

proptest! {
    /// Counters are the sum of what was sent, and none ever falls.
    #[test]
    fn counters_are_sums_and_never_fall(
        calls in any_calls(), limits in any_limits(), enforcement in any_enforcement(),
    ) {
        let mut budget = Budget::new(enforcement, limits);
        let mut session = GuardSession::default();
        let mut outcomes = Vec::new();
        let mut before = Metrics::default();
        for call in &calls {
            outcomes.push(serve(&mut budget, &mut session, call));
            let now = session.metrics();
            prop_assert_eq!(now, summed(&outcomes));
            prop_assert_eq!(outcomes.last().unwrap().stabilization().metrics_snapshot, now);
            prop_assert!(all_of(&before).iter().zip(all_of(&now)).all(|(before, now)| *before <= now));
            prop_assert!((0.0..=1.0).contains(&now.read_after_search_ratio()));
            before = now;
        }
    }

    /// Whatever happened, and however small the limits are: what a search returned can be read, and between two searches
    /// no more text than the search granted.
    #[test]
    fn past_the_limits_a_search_grants_a_bounded_amount(
        calls in any_calls(), limits in any_limits(), path in "[a-c]{1,2}(/[a-c]{1,2}){0,2}", lines in any_lines(),
    ) {
        let mut budget = Budget::new(Enforcement::Enforce, GuardLimits { max_total_lines: limits.max_total_lines.min(500), ..limits });
        let mut session = GuardSession::default();
        for call in &calls {
            serve(&mut budget, &mut session, call);
        }
        let huge = Call::Search { paths: vec![path.clone()], lines: 500 };
        while budget.state() != BudgetState::HardLimit {
            serve(&mut budget, &mut session, &huge);
        }
        for _ in 0..2 {
            serve(&mut budget, &mut session, &huge);
            let (mut reads, mut sent) = (0, 0);
            while let Outcome::Sent(ReplyKind::Text, cost, ..) =
                serve(&mut budget, &mut session, &crate::calls::read(&path, lines))
            {
                prop_assert!(lines == 0 || cost.lines > 0, "a reply leads on");
                reads += 1;
                sent += cost.lines;
            }
            prop_assert!((1..=READS_PER_SEARCH).contains(&reads), "{} reads", reads);
            prop_assert!(sent <= limits.max_single_lines.max(1));
        }
    }

    /// A budget that only warns, or is off, refuses no read and changes no bound; one that is off has nothing to say.
    #[test]
    fn without_enforcement_no_read_is_refused(
        calls in any_calls(), limits in any_limits(),
        enforcement in prop::sample::select(vec![Enforcement::Warn, Enforcement::Off]),
        max_lines in any::<Option<u64>>(), max_chars in any::<Option<u64>>(), path in any_path(), cites in any::<bool>(),
    ) {
        let mut budget = Budget::new(enforcement, limits);
        let mut session = GuardSession::default();
        for call in &calls {
            let outcome = serve(&mut budget, &mut session, call);
            prop_assert!(!outcome.is_refused());
            let said = outcome.stabilization();
            prop_assert!(enforcement == Enforcement::Warn || said.warnings.is_empty() && said.suggested_next_action.is_none());
        }
        let bounds = Bounds { max_lines, max_chars, ..Bounds::default() };
        let entry = session.at_entry_of_read(&budget, &PlannedRead { path: &path, bounds, cites, is_preview: false });
        prop_assert_eq!(entry.admission, Admission::Serve(bounds));
    }

    /// Without a search, no more text is sent than the limits say; and text is refused exactly when reads or lines are used
    /// up.
    #[test]
    fn limits_are_kept_to_the_line(reads in prop::collection::vec(any_read(), 0..40), limits in any_limits()) {
        let mut budget = Budget::new(Enforcement::Enforce, limits);
        let mut session = GuardSession::default();
        let (mut texts, mut lines) = (0, 0);
        for call in &reads {
            let Call::Read { kind, .. } = call else { continue };
            let is_used_up = texts >= limits.max_reads || lines >= limits.max_total_lines;
            let outcome = serve(&mut budget, &mut session, call);
            match &outcome {
                Outcome::Sent(ReplyKind::Text, cost, ..) => {
                    prop_assert!(!is_used_up);
                    texts += 1;
                    lines += cost.lines;
                    prop_assert!(cost.lines == 0 || lines <= limits.max_total_lines);
                }
                Outcome::Sent(_, cost, ..) => lines = lines.saturating_add(cost.lines),
                Outcome::Refused(message, hint, _) => {
                    prop_assert!(is_used_up && *kind == ReplyKind::Text);
                    prop_assert!(message.starts_with("Read budget exceeded. Use search to narrow scope: "));
                    prop_assert!(hint.starts_with("search for "));
                }
                Outcome::Listed(..) => unreachable!("nothing was searched for"),
            }
            prop_assert_eq!((budget.spent().reads, budget.spent().lines), (texts, lines));
        }
    }

    /// The same calls give the same replies and the same name of the bundle.
    #[test]
    fn the_same_calls_give_the_same_replies(
        calls in any_calls(), limits in any_limits(), enforcement in any_enforcement(),
    ) {
        let run = || {
            let mut budget = Budget::new(enforcement, limits);
            let mut session = GuardSession::default();
            let outcomes: Vec<_> = calls.iter().map(|call| serve(&mut budget, &mut session, call)).collect();
            (outcomes, session.context_bundle_id())
        };
        prop_assert_eq!(run(), run());
    }
}
