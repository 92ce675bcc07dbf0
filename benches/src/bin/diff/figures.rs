//! What a run gave: tables for people, JSON for the next run to be compared with.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use reread_benches::{Alignment, ComparisonResult, Machine, ResultTable, SpentTime, time};
use serde_json::{Value, json};

use crate::hostile;
use crate::measure::{DiffRow, PeerTime};

/// The format of the JSON.
const VERSION: u32 = 1;

/// The most that any answer may take.
const ANSWER_AT_MOST: Duration = Duration::from_secs(1);

/// Everything that one run measured.
#[derive(Debug)]
pub(crate) struct DiffFigures {
    pub(crate) machine: Machine,
    pub(crate) git_start: SpentTime,
    pub(crate) rows: Vec<DiffRow>,
    pub(crate) hostile: Vec<hostile::HostileRow>,
    pub(crate) worst_found: Option<hostile::HostileRow>,
}

impl DiffFigures {
    /// Whether every promise was kept.
    pub(crate) fn is_good(&self) -> bool {
        let ratios = self.rows.iter().flat_map(|row| ratios(row).map(|ratio| ratio.verdict()));
        let answers = self.answers().map(answer_verdict);
        ratios.chain(answers).all(|verdict| verdict != ComparisonResult::Over)
    }

    fn answers(&self) -> impl Iterator<Item = &hostile::HostileRow> {
        self.hostile.iter().chain(&self.worst_found)
    }

    /// Writes the JSON, into a folder that is made if it is not there.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let json = json!({
            "v": VERSION,
            "bench": "diff",
            "machine": self.machine.json(),
            "git_start": spent(self.git_start),
            "cases": self.rows.iter().map(row_json).collect::<Vec<_>>(),
            "hostile": self.answers().map(answer_json).collect::<Vec<_>>(),
        });
        fs::write(path, serde_json::to_string_pretty(&json)? + "\n")
    }

    fn cases(&self) -> ResultTable<12> {
        let left = |heading| (heading, Alignment::Left);
        let right = |heading| (heading, Alignment::Right);
        let mut table = ResultTable::new([
            left("case"),
            right("lines"),
            right("changed"),
            right("ours"),
            right("checked"),
            left("quickest crate"),
            right("its"),
            left("ours / its"),
            left("checked / its"),
            right("git"),
            left("ours / git's"),
            left("git prints"),
        ]);
        for row in &self.rows {
            let fastest = row.fastest();
            let [plain, checked, git] = ratios(row).map(|ratio| ratio.shown());
            table.push([
                row.what.to_owned(),
                row.lines.to_string(),
                row.changed.to_string(),
                time(row.ours.cpu),
                time(row.checked.cpu),
                fastest.name.to_owned(),
                time(fastest.spent.cpu),
                plain,
                checked,
                time(row.git.cpu),
                git,
                if row.same_as_git { "the same" } else { "otherwise" }.to_owned(),
            ]);
        }
        table
    }

    fn peers(&self) -> ResultTable<7> {
        let mut headings = [("", Alignment::Right); 7];
        headings[0] = ("case", Alignment::Left);
        headings[1].0 = "lines";
        if let Some(row) = self.rows.first() {
            headings[2..].iter_mut().zip(&row.peers).for_each(|(heading, peer)| heading.0 = peer.name);
        }
        let mut table = ResultTable::new(headings);
        for row in &self.rows {
            let mut cells = [const { String::new() }; 7];
            cells[0] = row.what.to_owned();
            cells[1] = row.lines.to_string();
            cells[2..].iter_mut().zip(&row.peers).for_each(|(cell, peer)| *cell = peer_time(peer));
            table.push(cells);
        }
        table
    }

    fn hostile(&self) -> ResultTable<6> {
        let mut table = ResultTable::new([
            ("made to be slow", Alignment::Left),
            ("lines", Alignment::Right),
            ("bytes", Alignment::Right),
            ("answer", Alignment::Right),
            ("≤ 1 s", Alignment::Left),
            ("unguarded", Alignment::Right),
        ]);
        for row in self.answers() {
            let unguarded = match row.unguarded {
                Some(duration) => time(duration),
                None if row.is_compared => String::new(),
                None => "over 5 s".to_owned(),
            };
            table.push([
                row.what.clone(),
                row.lines.to_string(),
                row.bytes.to_string(),
                time(row.answer.cpu) + if row.is_compared { "" } else { ", not compared" },
                answer_verdict(row).word().to_owned(),
                unguarded,
            ]);
        }
        table
    }
}

/// The machine, ours beside the others, the others one by one, and the hostile texts.
impl fmt::Display for DiffFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.machine)?;
        writeln!(
            f,
            "median CPU time of one diff, all in turn; git as a program, of which {} are its start\n",
            time(self.git_start.cpu)
        )?;
        writeln!(f, "{}", self.cases())?;
        writeln!(
            f,
            "the crates one by one; `~` was called once, being out of the running\n\n{}",
            self.peers()
        )?;
        write!(f, "{}", self.hostile())
    }
}

/// Ours as a multiple of another.
struct Ratio {
    figure: f64,
    at_most: Option<f64>,
}

/// Ours and the quickest crate, the same with the check, ours and git.
fn ratios(row: &DiffRow) -> [Ratio; 3] {
    let ratio = |ours: SpentTime, theirs: SpentTime, at_most: Option<f64>| Ratio {
        figure: ours.cpu.as_secs_f64() / theirs.cpu.as_secs_f64(),
        at_most,
    };
    let fastest = row.fastest().spent;
    [
        ratio(row.ours, fastest, row.promise.plain),
        ratio(row.checked, fastest, row.promise.checked),
        ratio(row.ours, row.git, row.promise.git),
    ]
}

impl Ratio {
    fn verdict(&self) -> ComparisonResult {
        ComparisonResult::of(self.figure, self.at_most)
    }

    fn shown(&self) -> String {
        match self.at_most {
            Some(limit) => format!("{:.2} ≤ {limit:.1} {}", self.figure, self.verdict().word()),
            None => format!("{:.2}", self.figure),
        }
    }

    fn json(&self) -> Value {
        json!({ "figure": self.figure, "at_most": self.at_most, "verdict": self.verdict().word() })
    }
}

fn answer_verdict(row: &hostile::HostileRow) -> ComparisonResult {
    ComparisonResult::of(row.answer.cpu.as_secs_f64(), Some(ANSWER_AT_MOST.as_secs_f64()))
}

fn peer_time(peer: &PeerTime) -> String {
    format!("{}{}", if peer.once { "~" } else { "" }, time(peer.spent.cpu))
}

fn row_json(row: &DiffRow) -> Value {
    let [plain, checked, git] = ratios(row).map(|ratio| ratio.json());
    let peer = |peer: &PeerTime| json!({ "name": peer.name, "spent": spent(peer.spent), "once": peer.once });
    json!({
        "what": row.what,
        "lines": row.lines,
        "changed": row.changed,
        "rounds": row.rounds,
        "ours": spent(row.ours),
        "checked": spent(row.checked),
        "git": spent(row.git),
        "peers": row.peers.iter().map(peer).collect::<Vec<_>>(),
        "same_as_git": row.same_as_git,
        "ratio": plain,
        "ratio_checked": checked,
        "ratio_git": git,
    })
}

fn answer_json(row: &hostile::HostileRow) -> Value {
    json!({
        "what": row.what,
        "lines": row.lines,
        "bytes": row.bytes,
        "is_compared": row.is_compared,
        "answer": spent(row.answer),
        "unguarded_ns": row.unguarded.map(nanos),
        "verdict": answer_verdict(row).word(),
    })
}

fn spent(spent: SpentTime) -> Value {
    json!({ "cpu_ns": nanos(spent.cpu), "wall_ns": nanos(spent.wall) })
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
