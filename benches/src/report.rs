//! What a run gave: a table for people, JSON for the next run to be compared with.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use crate::table::{Alignment, ResultTable, time};
use crate::{Comparison, ComparisonResult, Machine, MemoryRow, SpentTime};

/// The format of the JSON.
const VERSION: u32 = 1;

/// Everything that one run measured.
#[derive(Debug)]
pub struct Report {
    /// The benchmark.
    pub bench: &'static str,
    /// Where it ran.
    pub machine: Machine,
    /// Times.
    pub comparisons: Vec<Comparison>,
    /// Memory and input.
    pub memory: Vec<MemoryRow>,
}

impl Report {
    /// Whether every promise was kept.
    pub fn is_good(&self) -> bool {
        let times = self.comparisons.iter().map(Comparison::verdict);
        times
            .chain(self.memory.iter().map(MemoryRow::verdict))
            .all(|verdict| verdict != ComparisonResult::Over)
    }

    /// Writes the JSON, into a folder that is made if it is not there.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut text = serde_json::to_string_pretty(&self.json())?;
        text.push('\n');
        fs::write(path, text)
    }

    fn json(&self) -> Value {
        json!({
            "v": VERSION,
            "bench": self.bench,
            "machine": self.machine.json(),
            "comparisons": self.comparisons.iter().map(comparison).collect::<Vec<_>>(),
            "memory": self.memory.iter().map(memory).collect::<Vec<_>>(),
        })
    }

    fn times(&self) -> ResultTable<8> {
        let left = ["size", "what", "floor"].map(|heading| (heading, Alignment::Left));
        let [size, what, floor] = left;
        let mut table = ResultTable::new([
            size,
            what,
            ("cpu", Alignment::Right),
            floor,
            ("cpu", Alignment::Right),
            ("ratio", Alignment::Right),
            ("wall", Alignment::Right),
            ("target", Alignment::Left),
        ]);
        for comparison in &self.comparisons {
            let target =
                comparison.at_most.map(|limit| format!("≤ {limit:.1} {}", comparison.verdict().word()));
            table.push([
                comparison.size.label.to_owned(),
                comparison.what.to_owned(),
                time(comparison.timed.product.cpu),
                comparison.floor.to_owned(),
                time(comparison.timed.floor.cpu),
                format!("{:.2}", comparison.cpu_ratio()),
                format!("{:.2}", comparison.wall_ratio()),
                target.unwrap_or_default(),
            ]);
        }
        table
    }

    fn needs(&self) -> ResultTable<4> {
        let mut table = ResultTable::new([
            ("what", Alignment::Left),
            ("peak memory", Alignment::Right),
            ("bytes read", Alignment::Right),
            ("target", Alignment::Left),
        ]);
        for row in &self.memory {
            let (memory, read) = (megabytes(row.memory_at_most), megabytes(row.read_at_most));
            let input = if row.read_at_most < row.size { format!(", {read} read") } else { String::new() };
            table.push([
                format!("{} of {}", row.what, megabytes(row.size)),
                megabytes(row.peak.memory),
                row.peak.read.to_string(),
                format!("≤ {memory}{input} {}", row.verdict().word()),
            ]);
        }
        table
    }
}

/// The machine, the times, the memory.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.machine)?;
        writeln!(
            f,
            "median CPU time of one call, product and floor in turn; `wall` is the ratio on the wall\n"
        )?;
        write!(f, "{}\n{}", self.times(), self.needs())
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

fn comparison(comparison: &Comparison) -> Value {
    let spent = |spent: SpentTime| json!({ "cpu_ns": nanos(spent.cpu), "wall_ns": nanos(spent.wall) });
    json!({
        "what": comparison.what,
        "file_bytes": comparison.size.bytes,
        "floor": comparison.floor,
        "rounds": comparison.timed.rounds,
        "product_spent": spent(comparison.timed.product),
        "floor_spent": spent(comparison.timed.floor),
        "cpu_ratio": comparison.cpu_ratio(),
        "wall_ratio": comparison.wall_ratio(),
        "at_most": comparison.at_most,
        "verdict": comparison.verdict().word(),
    })
}

fn memory(row: &MemoryRow) -> Value {
    json!({
        "what": row.what,
        "file_bytes": row.size,
        "peak_bytes": row.peak.memory,
        "read_bytes": row.peak.read,
        "peak_at_most": row.memory_at_most,
        "read_at_most": row.read_at_most,
        "verdict": row.verdict().word(),
    })
}

fn nanos(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
