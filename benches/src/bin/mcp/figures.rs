//! What a run gave: a table for people, JSON for the next run to be compared with.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use reread_benches::{Alignment, ComparisonResult, Machine, ResultTable, time};
use serde_json::{Value, json};

use crate::measure::{CallRow, MeasuredCall, OPERATIONS, at};
use crate::verdicts::{PeerRanking, SpeedTarget, megabytes, promises, standings};

/// The format of the JSON.
const VERSION: u32 = 1;

/// As many servers as the table has room for.
const COLUMNS: usize = 7;

/// Everything that one run measured. Ours is the first row.
#[derive(Debug)]
pub(crate) struct McpFigures {
    pub(crate) machine: Machine,
    pub(crate) rows: Vec<CallRow>,
    /// What a process takes that only answers, ascending.
    pub(crate) floor: Vec<Duration>,
}

impl McpFigures {
    /// Whether every promise was kept, and ours is ahead or behind for a reason.
    pub(crate) fn is_good(&self) -> bool {
        promises(&self.rows).iter().all(|promise| promise.verdict() == ComparisonResult::Ok)
            && standings(&self.rows).iter().all(PeerRanking::is_in_order)
    }

    /// Writes the JSON, into a folder that is made if it is not there.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let promise = |promise: &SpeedTarget| json!({ "what": promise.what, "figure": promise.figure, "at_most": promise.at_most, "verdict": promise.verdict().word() });
        let standing = |standing: &PeerRanking| json!({ "what": standing.what, "ours": standing.ours, "best": standing.best, "of": standing.of, "ahead": standing.is_ahead() });
        let json = json!({
            "v": VERSION,
            "bench": "mcp",
            "machine": self.machine.json(),
            "echo_median_ns": nanos(at(&self.floor, 50)),
            "servers": self.rows.iter().map(row_json).collect::<Vec<_>>(),
            "promises": promises(&self.rows).iter().map(promise).collect::<Vec<_>>(),
            "standings": standings(&self.rows).iter().map(standing).collect::<Vec<_>>(),
        });
        fs::write(path, serde_json::to_string_pretty(&json)? + "\n")
    }

    fn table(&self) -> ResultTable<COLUMNS> {
        let mut columns = [("", Alignment::Right); COLUMNS];
        columns[0] = ("", Alignment::Left);
        columns[1..].iter_mut().zip(&self.rows).for_each(|(column, row)| column.0 = row.name);
        let mut table = ResultTable::new(columns);
        let mut push = |what: &str, cell: &dyn Fn(&CallRow) -> String| {
            let mut cells = [const { String::new() }; COLUMNS];
            what.clone_into(&mut cells[0]);
            cells[1..].iter_mut().zip(&self.rows).for_each(|(empty, row)| *empty = cell(row));
            table.push(cells);
        };
        push("start", &|row| both(&row.starts));
        push("idle memory", &|row| format!("{:.1} MB", megabytes(row.idle)));
        push("tools listed", &|row| row.tools.to_string());
        push("list, tokens", &|row| row.list_tokens.to_string());
        push("instructions, tokens", &|row| row.instructions_tokens.to_string());
        for (index, operation) in OPERATIONS.iter().enumerate() {
            push(&format!("{operation}, tokens"), &|row| row.operations[index].tokens.to_string());
            push("  median / p95", &|row| both(&row.operations[index].times));
        }
        table
    }

    fn promises(&self) -> ResultTable<3> {
        let mut table = ResultTable::new([
            ("promised", Alignment::Left),
            ("is", Alignment::Right),
            ("at most", Alignment::Left),
        ]);
        for promise in promises(&self.rows) {
            let unit = promise.unit;
            table.push([
                promise.what.to_owned(),
                format!("{:.2}{unit}", promise.figure),
                format!("{:.2}{unit} {}", promise.at_most, promise.verdict().word()),
            ]);
        }
        table
    }

    /// The lines in which a peer is ahead of ours, with the reason if there is one.
    fn behind(&self) -> Vec<String> {
        let behind = standings(&self.rows).into_iter().filter(|standing| !standing.is_ahead());
        let told = |standing: PeerRanking| {
            let why = match standing.excuse {
                Some(excuse) if standing.is_in_order() => excuse.reason.to_owned(),
                Some(excuse) => format!("more than this explains: {}", excuse.reason),
                None => "for no good reason".to_owned(),
            };
            format!("{}: {} is ahead, {:.2} times: {why}", standing.what, standing.of, standing.ratio())
        };
        behind.map(told).collect()
    }
}

/// The machine, everybody beside one another, what was promised, and where ours is not the best.
impl fmt::Display for McpFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.machine)?;
        writeln!(f, "a file of 290 lines; exact tokens (o200k); medians / p95 on the wall, all in turn\n")?;
        write!(f, "{}", self.table())?;
        for row in self.rows.iter().filter(|row| row.nearest_range.is_some()) {
            let nearest = row.nearest_range.unwrap_or_default();
            writeln!(f, "{} has no ranges: {nearest} lines instead", row.name)?;
        }
        for row in self.rows.iter().filter(|row| row.sends_twice) {
            writeln!(
                f,
                "{} sends every text twice, the second time as structured content, not counted",
                row.name
            )?;
        }
        writeln!(f, "a process that only answers takes {}: no call takes less", both(&self.floor))?;
        writeln!(f, "\n{}", self.promises())?;
        match self.behind()[..] {
            [] => writeln!(f, "reread is ahead in every line"),
            ref behind => {
                writeln!(f, "reread is ahead in every other line than these:\n{}", behind.join("\n"))
            }
        }
    }
}

fn both(times: &[Duration]) -> String {
    format!("{} / {}", time(at(times, 50)), time(at(times, 95)))
}

fn row_json(row: &CallRow) -> Value {
    let operation = |(name, operation): (&&str, &MeasuredCall)| {
        json!({
            "what": name,
            "tokens": operation.tokens,
            "added_tokens": operation.added_tokens,
            "median_ns": nanos(operation.at(50)),
            "p95_ns": nanos(operation.at(95)),
            "calls": operation.times.len(),
        })
    };
    json!({
        "name": row.name,
        "start_median_ns": nanos(at(&row.starts, 50)),
        "start_p95_ns": nanos(at(&row.starts, 95)),
        "idle_bytes": row.idle,
        "tools": row.tools,
        "list_tokens": row.list_tokens,
        "instructions_tokens": row.instructions_tokens,
        "nearest_range": row.nearest_range,
        "sends_twice": row.sends_twice,
        "operations": OPERATIONS.iter().zip(&row.operations).map(operation).collect::<Vec<_>>(),
    })
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
