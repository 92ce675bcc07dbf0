//! What was promised, and whether ours is ahead.

use reread_benches::ComparisonResult;
use reread_text::exact_tokens;

use crate::measure::{CallRow, MeasuredCall, OPERATIONS, at};

/// A promise about ours alone, or about ours beside the others.
#[derive(Debug)]
pub(crate) struct SpeedTarget {
    pub(crate) what: &'static str,
    pub(crate) figure: f64,
    pub(crate) at_most: f64,
    pub(crate) unit: &'static str,
}

impl SpeedTarget {
    pub(crate) fn verdict(&self) -> ComparisonResult {
        ComparisonResult::of(self.figure, Some(self.at_most))
    }
}

/// Everything that was promised. Ours is the first row.
pub(crate) fn promises(rows: &[CallRow]) -> Vec<SpeedTarget> {
    let Some((ours, peers)) = rows.split_first() else { return Vec::new() };
    let operation = |index: usize| &ours.operations[index];
    let path = exact_tokens("whole_0.rs") as f64;
    let [first, again] = [operation(0), operation(1)];
    let quickest = peers.iter().map(|peer| median(&peer.operations[1])).fold(f64::INFINITY, f64::min);
    let flaws = f64::from(u8::from(ours.list_has_schema_or_null));
    vec![
        SpeedTarget {
            what: "start to the first answer",
            figure: start(ours) * 1e3,
            at_most: 20.0,
            unit: " ms",
        },
        SpeedTarget { what: "idle memory", figure: megabytes(ours.idle), at_most: 15.0, unit: " MB" },
        SpeedTarget {
            what: "list of tools",
            figure: ours.list_tokens as f64,
            at_most: 1499.0,
            unit: " tokens",
        },
        SpeedTarget { what: "`$schema` or null in the list", figure: flaws, at_most: 0.0, unit: "" },
        SpeedTarget {
            what: "header and closing line beyond the path",
            figure: first.added_tokens.map_or(f64::NAN, |added| added as f64 - path),
            at_most: 34.0,
            unit: " tokens",
        },
        SpeedTarget {
            what: "header and closing line of 80 lines",
            figure: operation(3).added_tokens.map_or(f64::NAN, |added| added as f64 - path),
            at_most: 34.0,
            unit: " tokens",
        },
        SpeedTarget { what: "marker of a file", figure: again.tokens as f64, at_most: 34.0, unit: " tokens" },
        SpeedTarget {
            what: "marker of 80 lines",
            figure: operation(4).tokens as f64,
            at_most: 34.0,
            unit: " tokens",
        },
        SpeedTarget {
            what: "read again, as a part of the quickest peer's time",
            figure: median(again) / quickest,
            at_most: 1.0 / 3.0,
            unit: "",
        },
    ]
}

/// Why ours may be behind in a line, and how many times the best figure that explains.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Excuse {
    pub(crate) reason: &'static str,
    up_to: f64,
}

/// One line of the comparison.
#[derive(Debug)]
pub(crate) struct PeerRanking {
    pub(crate) what: String,
    pub(crate) ours: f64,
    /// The best of the others, and who it is.
    pub(crate) best: f64,
    pub(crate) of: &'static str,
    /// Why ours may be behind, if it may.
    pub(crate) excuse: Option<Excuse>,
}

impl PeerRanking {
    pub(crate) fn is_ahead(&self) -> bool {
        self.ours <= self.best
    }

    /// How many times the best figure ours is.
    pub(crate) fn ratio(&self) -> f64 {
        self.ours / self.best
    }

    /// Whether it is ahead, or not further behind than its excuse explains.
    pub(crate) fn is_in_order(&self) -> bool {
        self.is_ahead() || self.excuse.is_some_and(|excuse| self.ratio() <= excuse.up_to)
    }
}

const STATE: Excuse = Excuse {
    reason: "ours opens its key, its cache, its journal and two policies before it answers",
    up_to: 3.0,
};
const RUNTIME: Excuse = Excuse { reason: "ours speaks both eras and has an HTTP server in it", up_to: 2.0 };
const RECEIPT: Excuse = Excuse {
    reason: "the header and closing line are the receipt that later reads are short by",
    up_to: 1.2,
};
const RECORD: Excuse = Excuse {
    reason: "ours leaves a record of every call in a journal, and keeps what it sends for later diffs",
    up_to: 2.0,
};
const FRESH: Excuse = Excuse {
    reason: "ours reads a file that was written a moment ago until two readings agree, so that half a write is not shown",
    up_to: 40.0,
};
const FEWER_TOOLS: Excuse = Excuse { reason: "it lists tools for reading only", up_to: 3.0 };

/// Ours beside the best of the others, line by line.
pub(crate) fn standings(rows: &[CallRow]) -> Vec<PeerRanking> {
    let mut standings = vec![
        standing(rows, "start".to_owned(), start, Some(STATE)),
        standing(rows, "idle memory".to_owned(), |row| row.idle as f64, Some(RUNTIME)),
        standing(rows, "list".to_owned(), |row| row.list_tokens as f64, Some(FEWER_TOOLS)),
    ];
    for (index, operation) in OPERATIONS.iter().enumerate() {
        // A marker has no receipt.
        let receipt = (![1, 4].contains(&index)).then_some(RECEIPT);
        let record = Some(if index == 5 { FRESH } else { RECORD });
        let tokens = |row: &CallRow| row.operations[index].tokens as f64;
        standings.push(standing(rows, format!("{operation}, tokens"), tokens, receipt));
        let usual = |row: &CallRow| median(&row.operations[index]);
        standings.push(standing(rows, format!("{operation}, median"), usual, record));
    }
    standings
}

fn standing(
    rows: &[CallRow],
    what: String,
    figure: impl Fn(&CallRow) -> f64,
    excuse: Option<Excuse>,
) -> PeerRanking {
    let ours = rows.first().map_or(f64::NAN, &figure);
    let peers = rows.iter().skip(1).map(|row| (figure(row), row.name));
    let (best, of) = peers.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or((f64::NAN, "no peer"));
    PeerRanking { what, ours, best, of, excuse }
}

pub(crate) fn start(row: &CallRow) -> f64 {
    at(&row.starts, 50).as_secs_f64()
}

pub(crate) fn median(operation: &MeasuredCall) -> f64 {
    operation.at(50).as_secs_f64()
}

pub(crate) fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
