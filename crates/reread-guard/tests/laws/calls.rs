//! A small server: it asks the guard at entry, obeys it, and reports at exit what it sent.

use reread_guard::{
    Admission, Budget, GuardSession, PlannedRead, ReplyCost, ReplyKind, ReplySummary, SearchSummary,
    Stabilization,
};
use reread_text::{Bounds, Digest, LineRange, LineSet};

/// A call, and what there is to answer it with.
#[derive(Clone, Debug)]
pub(crate) enum Call {
    /// A read of a file with so many lines, of ten characters each.
    Read { path: String, lines: u64, cites: bool, kind: ReplyKind },
    /// A search that returns these files in so many lines.
    Search { paths: Vec<String>, lines: u64 },
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// So much was sent.
    Sent(ReplyKind, ReplyCost, bool, Stabilization),
    /// Files were listed.
    Listed(ReplyCost, bool, Stabilization),
    /// Nothing was sent but this message and this hint.
    Refused(String, String, Stabilization),
}

impl Outcome {
    pub(crate) fn stabilization(&self) -> &Stabilization {
        let (Self::Sent(_, _, _, said) | Self::Listed(_, _, said) | Self::Refused(_, _, said)) = self;
        said
    }

    pub(crate) fn is_refused(&self) -> bool {
        matches!(self, Self::Refused(..))
    }
}

pub(crate) fn read(path: &str, lines: u64) -> Call {
    Call::Read { path: path.to_owned(), lines, cites: false, kind: ReplyKind::Text }
}

pub(crate) fn search(paths: &str) -> Call {
    Call::Search { paths: paths.split_whitespace().map(str::to_owned).collect(), lines: 1 }
}

pub(crate) fn serve(budget: &mut Budget, session: &mut GuardSession, call: &Call) -> Outcome {
    match call {
        Call::Read { path, lines, cites, kind } => {
            let ask = PlannedRead { path, bounds: Bounds::default(), cites: *cites, is_preview: false };
            let entry = session.at_entry_of_read(budget, &ask);
            let (cost, is_degraded) = match (&entry.admission, kind) {
                (Admission::Serve(bounds) | Admission::Granted(bounds), ReplyKind::Text) => {
                    cut(*lines, bounds)
                }
                (_, ReplyKind::Marker) => (ReplyCost { lines: 1, chars: 40 }, false),
                _ => (cost_of(*lines), false),
            };
            if let Err(exceeded) = entry.admission.permits(*kind) {
                let said = session.at_refusal_of_read(budget, exceeded);
                return Outcome::Refused(exceeded.to_string(), exceeded.hint(), said);
            }
            let shown = LineRange::new(1, cost.lines).map(LineSet::from).unwrap_or_default();
            let receipt = format!("#{path}@{shown}");
            let sent = ReplySummary {
                kind: *kind,
                cost,
                is_degraded,
                is_reduced: is_degraded,
                version: Some(Digest::of(path.as_bytes())),
                lines: &shown,
                receipt: (*kind != ReplyKind::Marker).then_some(&receipt),
            };
            Outcome::Sent(*kind, cost, is_degraded, session.at_exit_of_read(budget, &entry, &sent))
        }
        Call::Search { paths, lines } => {
            let (cost, is_degraded) = cut(*lines, &budget.one_reply(&Bounds::default()));
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            let found =
                SearchSummary { query: "total", paths: &paths, cost, is_degraded, is_reduced: is_degraded };
            Outcome::Listed(cost, is_degraded, session.at_exit_of_search(budget, &found))
        }
    }
}

fn cost_of(lines: u64) -> ReplyCost {
    ReplyCost { lines, chars: lines.saturating_mul(10) }
}

/// As many whole lines as fit, at least one, and whether that is not all.
fn cut(lines: u64, bounds: &Bounds) -> (ReplyCost, bool) {
    let by_chars = bounds.max_chars.map_or(u64::MAX, |chars| (chars / 10).max(1));
    let kept = lines.min(bounds.max_lines.unwrap_or(u64::MAX)).min(by_chars);
    (cost_of(kept), kept < lines)
}
