//! What all replays gave: tables for people, JSON for the next run to be compared with.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use reread_benches::{Alignment, ResultTable};
use serde_json::{Value, json};

use crate::agent::Citing;
use crate::plan::{ReadScope, Task};
use crate::tally::AgentTally;

/// The format of the JSON.
const VERSION: u32 = 1;

/// The bounds, as ratios to the bare text: an agent that never cites, and one that cites all.
const NEVER_CITES: f64 = 1.04;
const CITES_ALL_RANGES: f64 = 1.0;
const CITES_ALL_FILES: f64 = 0.3;
/// What dropping unused tags may cost beyond citing all.
const DROPPING: f64 = 0.1;

/// Everything that one run counted.
#[derive(Debug)]
pub(crate) struct AgentFigures {
    pub(crate) repository: String,
    pub(crate) guard: String,
    pub(crate) seed: u64,
    /// Task by task, each in the order of [`Citing::ALL`].
    pub(crate) rows: Vec<AgentRow>,
}

/// One replay of one task.
#[derive(Debug)]
pub(crate) struct AgentRow {
    pub(crate) task: Task,
    pub(crate) citing: Citing,
    pub(crate) tally: AgentTally,
}

impl AgentFigures {
    /// Whether every bound was kept, and no call refused that the agent could not foresee.
    pub(crate) fn is_good(&self) -> bool {
        self.rows.iter().all(|row| row.tally.ratio() <= self.bound(row) && row.tally.unforeseen == 0)
    }

    /// Writes the JSON, into a folder that is made if it is not there.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let json = json!({
            "v": VERSION,
            "bench": "agent",
            "repository": self.repository,
            "guard": self.guard,
            "seed": self.seed,
            "rows": self.rows.iter().map(|row| self.row_json(row)).collect::<Vec<_>>(),
        });
        fs::write(path, serde_json::to_string_pretty(&json)? + "\n")
    }

    fn row_json(&self, row: &AgentRow) -> Value {
        let tally = &row.tally;
        json!({
            "task": row.task.name,
            "agent": row.citing.name(),
            "reads": tally.reads,
            "calls": tally.calls,
            "tokens": tally.tokens,
            "bare": tally.bare,
            "new": tally.new,
            "numbered": tally.numbered,
            "cited": tally.cited,
            "schemas": tally.schemas,
            "instructions": tally.instructions,
            "edit_replies": tally.edits,
            "search_replies": tally.searches,
            "answers": tally.answers,
            "refused": tally.refused,
            "unforeseen": tally.unforeseen,
            "host_reads": tally.host_reads,
            "ratio": tally.ratio(),
            "at_most": self.bound(row),
        })
    }

    /// The highest ratio to the bare text.
    fn bound(&self, row: &AgentRow) -> f64 {
        match (row.citing, row.task.scope) {
            (Citing::Never, _) => NEVER_CITES,
            (Citing::All, ReadScope::Ranges) => CITES_ALL_RANGES,
            (Citing::All, ReadScope::Files) => CITES_ALL_FILES,
            (Citing::DropsUnused, _) => {
                let is_base =
                    |other: &&AgentRow| other.task.name == row.task.name && other.citing == Citing::All;
                self.rows.iter().find(is_base).map_or(1.0, |base| base.tally.ratio()) + DROPPING
            }
        }
    }

    fn costs(&self) -> ResultTable<12> {
        let right = Alignment::Right;
        let mut table = ResultTable::new([
            ("task", Alignment::Left),
            ("agent", Alignment::Left),
            ("reads", right),
            ("bare", right),
            ("new lines", right),
            ("numbered", right),
            ("reread", right),
            ("to bare", right),
            ("bound", Alignment::Left),
            ("with schemas", right),
            ("with cited tags", right),
            ("refused", right),
        ]);
        for row in &self.rows {
            let (tally, bound) = (&row.tally, self.bound(row));
            let word = if tally.ratio() <= bound { "ok" } else { "over" };
            table.push([
                row.task.name.to_owned(),
                row.citing.name().to_owned(),
                tally.reads.to_string(),
                tally.bare.to_string(),
                percent(tally.ratio_of_new()),
                percent(tally.ratio_of_numbered()),
                tally.tokens.to_string(),
                percent(tally.ratio()),
                format!("≤ {} {word}", percent(bound)),
                percent(tally.ratio_with_schemas()),
                percent(tally.ratio_with_cited()),
                format!("{}, unforeseen {}", tally.refused_calls(), tally.unforeseen),
            ]);
        }
        table
    }

    fn details(&self) -> ResultTable<8> {
        let right = Alignment::Right;
        let mut table = ResultTable::new([
            ("task", Alignment::Left),
            ("agent", Alignment::Left),
            ("calls", right),
            ("edit replies", right),
            ("search replies", right),
            ("host reads", right),
            ("refused", Alignment::Left),
            ("answers", Alignment::Left),
        ]);
        for AgentRow { task, citing, tally } in &self.rows {
            table.push([
                task.name.to_owned(),
                citing.name().to_owned(),
                tally.calls.to_string(),
                tally.edits.to_string(),
                tally.searches.to_string(),
                tally.host_reads.to_string(),
                counts(&tally.refused),
                counts(&tally.answers),
            ]);
        }
        table
    }
}

/// What was run, the costs, the details.
impl fmt::Display for AgentFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { repository, guard, seed, .. } = self;
        writeln!(f, "sources of {repository}, guard {guard}, seed {seed}; estimated tokens")?;
        if let Some(AgentRow { tally, .. }) = self.rows.first() {
            writeln!(f, "schemas {}, instructions {} tokens", tally.schemas, tally.instructions)?;
        }
        write!(f, "\n{}\n{}", self.costs(), self.details())
    }
}

/// As a difference to the bare text.
fn percent(ratio: f64) -> String {
    format!("{:+.1} %", (ratio - 1.0) * 100.0)
}

fn counts(counts: &BTreeMap<String, usize>) -> String {
    let counts: Vec<String> = counts.iter().map(|(what, count)| format!("{what} {count}")).collect();
    if counts.is_empty() { "none".to_owned() } else { counts.join(", ") }
}
