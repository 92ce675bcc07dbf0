//! What a run gave: a table for people, JSON for the next run to be compared with.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use reread_benches::{Alignment, ComparisonResult, Machine, ResultTable, time};
use serde_json::{Value, json};

use crate::editor::EditorTimes;
use crate::in_process::LIBRARY;
use crate::over_stdio::OURS;
use crate::recipe::BARE;

/// The format of the JSON.
const VERSION: u32 = 1;

/// The most that a durable edit of ours may take, compared with the bare recipe.
const AT_MOST: f64 = 2.0;

/// Everything that one run measured. The bare recipe is the first.
#[derive(Debug)]
pub(crate) struct WriteFigures {
    machine: Machine,
    rows: Vec<Figure>,
}

/// What edits of one of them took.
#[derive(Debug)]
struct Figure {
    name: &'static str,
    median: Duration,
    p95: Duration,
    edits: usize,
    /// Compared with the bare recipe.
    ratio: f64,
    /// `None` if it was not counted.
    syncs: Option<f64>,
}

impl WriteFigures {
    pub(crate) fn of(machine: Machine, rows: Vec<EditorTimes>, syncs: &BTreeMap<&'static str, f64>) -> Self {
        let mut figures = Vec::new();
        let mut bare = f64::NAN;
        for EditorTimes { editor, mut times } in rows {
            times.sort_unstable();
            let at = |percent: usize| times[times.len() * percent / 100];
            let (name, median, p95) = (editor.name(), at(50), at(95));
            if name == BARE {
                bare = median.as_secs_f64();
            }
            let ratio = median.as_secs_f64() / bare;
            figures.push(Figure {
                name,
                median,
                p95,
                edits: times.len(),
                ratio,
                syncs: syncs.get(name).copied(),
            });
        }
        Self { machine, rows: figures }
    }

    pub(crate) fn is_good(&self) -> bool {
        self.rows.iter().all(|row| row.verdict() != ComparisonResult::Over)
    }

    /// Writes the JSON, into a folder that is made if it is not there.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let json = json!({
            "v": VERSION,
            "bench": "write",
            "machine": self.machine.json(),
            "editors": self.rows.iter().map(Figure::json).collect::<Vec<_>>(),
        });
        fs::write(path, serde_json::to_string_pretty(&json)? + "\n")
    }
}

impl Figure {
    fn at_most(&self) -> Option<f64> {
        [LIBRARY, OURS].contains(&self.name).then_some(AT_MOST)
    }

    fn verdict(&self) -> ComparisonResult {
        ComparisonResult::of(self.ratio, self.at_most())
    }

    fn json(&self) -> Value {
        let nanos = |duration: Duration| u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        json!({
            "name": self.name,
            "median_ns": nanos(self.median),
            "p95_ns": nanos(self.p95),
            "edits": self.edits,
            "ratio": self.ratio,
            "syncs_per_edit": self.syncs,
            "at_most": self.at_most(),
            "verdict": self.verdict().word(),
        })
    }
}

/// The machine and everybody beside one another.
impl fmt::Display for WriteFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.machine)?;
        writeln!(f, "one line of a file of 50 KB; all in turn, on the wall\n")?;
        let mut table = ResultTable::new([
            ("editor", Alignment::Left),
            ("median", Alignment::Right),
            ("p95", Alignment::Right),
            ("of the recipe", Alignment::Right),
            ("syncs", Alignment::Right),
            ("target", Alignment::Left),
        ]);
        for row in &self.rows {
            let target = row.at_most().map(|most| format!("≤ {most:.1} {}", row.verdict().word()));
            table.push([
                row.name.to_owned(),
                time(row.median),
                time(row.p95),
                format!("{:.2}", row.ratio),
                row.syncs.map_or_else(|| "?".to_owned(), |syncs| format!("{syncs:.1}")),
                target.unwrap_or_default(),
            ]);
        }
        write!(f, "{table}")?;
        let unsynced: Vec<&str> =
            self.rows.iter().filter(|row| row.syncs == Some(0.0)).map(|row| row.name).collect();
        if !unsynced.is_empty() {
            writeln!(f, "a power cut may take the edit, or the file, from: {}", unsynced.join(", "))?;
        }
        Ok(())
    }
}
