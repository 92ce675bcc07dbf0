//! What a run gave: a table for people, JSON for the next run to be compared with.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use reread_benches::{ComparisonResult, Machine, SpentTime, Timed};
use serde_json::{Value, json};

use crate::memory::ReplayMemory;

/// The format of the JSON.
const VERSION: u32 = 1;

/// Everything that one run measured.
#[derive(Debug)]
pub(crate) struct ReplayFigures {
    pub(crate) machine: Machine,
    pub(crate) bytes: usize,
    pub(crate) entries: usize,
    pub(crate) reads: usize,
    pub(crate) times: Vec<Time>,
    pub(crate) memory: ReplayMemory,
}

/// One thing that takes time, beside less that could be part of it.
#[derive(Clone, Debug)]
pub(crate) struct Time {
    pub(crate) what: &'static str,
    pub(crate) floor: &'static str,
    pub(crate) target: ReplayTarget,
    pub(crate) timed: Timed,
}

/// What was promised, and the unit in which it is said.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ReplayTarget {
    /// So many megabytes in a second of CPU time.
    Speed { bytes: usize, at_least: Option<f64> },
    /// So many microseconds of CPU time.
    Micros { at_most: Option<f64> },
}

impl Time {
    fn figure(&self, spent: SpentTime) -> String {
        match self.target {
            ReplayTarget::Speed { bytes, .. } => format!("{:.0} MB/s", speed(bytes, spent.cpu)),
            ReplayTarget::Micros { .. } => format!("{:.2} µs", micros(spent.cpu)),
        }
    }

    fn promise(&self) -> String {
        let promise = match self.target {
            ReplayTarget::Speed { at_least: Some(speed), .. } => format!("> {speed:.0} MB/s"),
            ReplayTarget::Micros { at_most: Some(micros) } => format!("< {micros:.0} µs"),
            _ => return String::new(),
        };
        format!("{promise} {}", self.verdict().word())
    }

    fn verdict(&self) -> ComparisonResult {
        let cpu = self.timed.product.cpu;
        match self.target {
            ReplayTarget::Speed { bytes, at_least } => {
                ComparisonResult::of(-speed(bytes, cpu), at_least.map(|least| -least))
            }
            ReplayTarget::Micros { at_most } => ComparisonResult::of(micros(cpu), at_most),
        }
    }

    fn ratio(&self) -> f64 {
        self.timed.product.cpu.as_secs_f64() / self.timed.floor.cpu.as_secs_f64()
    }

    fn json(&self) -> Value {
        let spent = |spent: SpentTime| json!({ "cpu_ns": nanos(spent.cpu), "wall_ns": nanos(spent.wall) });
        json!({
            "what": self.what,
            "floor": self.floor,
            "rounds": self.timed.rounds,
            "product_spent": spent(self.timed.product),
            "floor_spent": spent(self.timed.floor),
            "cpu_ratio": self.ratio(),
            "promise": self.promise(),
        })
    }
}

impl ReplayFigures {
    /// Whether every promise was kept.
    pub(crate) fn is_good(&self) -> bool {
        let times = self.times.iter().map(Time::verdict);
        times.chain([self.memory.verdict()]).all(|verdict| verdict != ComparisonResult::Over)
    }

    /// Writes the JSON, into a folder that is made if it is not there.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let machine = &self.machine;
        let json = json!({
            "v": VERSION,
            "bench": "replay",
            "machine": {
                "cores": machine.cores,
                "processor": machine.processor,
                "sha_instructions": machine.sha_instructions,
                "system": machine.system,
                "kernel": machine.kernel,
            },
            "session": { "bytes": self.bytes, "entries": self.entries, "reads": self.reads },
            "times": self.times.iter().map(Time::json).collect::<Vec<_>>(),
            "memory": {
                "peak_bytes": self.memory.peak,
                "kept_bytes": self.memory.kept,
                "verdict": self.memory.verdict().word(),
            },
        });
        fs::write(path, format!("{json:#}\n"))
    }
}

/// The session, the times, the memory.
impl fmt::Display for ReplayFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let processor = self.machine.processor.as_deref().unwrap_or("processor unknown");
        writeln!(f, "{} × {processor}; {}", self.machine.cores, self.machine.system)?;
        writeln!(
            f,
            "a session of {:.1} MB, {} entries, {} reads",
            megabytes(self.bytes),
            self.entries,
            self.reads
        )?;
        writeln!(f, "median CPU time, product and floor in turn\n")?;
        let rows: Vec<[String; 6]> = self.times.iter().map(row).collect();
        let heading = ["what", "", "floor", "", "ratio", "target"].map(str::to_owned);
        let rows: Vec<_> = std::iter::once(heading).chain(rows).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: [usize; 6] = std::array::from_fn(width);
        for [what, figure, floor, beside, ratio, target] in &rows {
            let [w0, w1, w2, w3, w4, _] = widths;
            let line =
                format!("{what:<w0$}  {figure:>w1$}  {floor:<w2$}  {beside:>w3$}  {ratio:>w4$}  {target}");
            writeln!(f, "{}", line.trim_end())?;
        }
        let ReplayMemory { peak, kept } = self.memory;
        let (peak, kept) = (peak as f64 / 1e6, kept as f64 / 1e6);
        let (ratio, word) = (self.memory.ratio(), self.memory.verdict().word());
        writeln!(
            f,
            "\nmemory from a file: peak {peak:.1} MB, kept {kept:.1} MB, ratio {ratio:.2}  < 2 {word}"
        )
    }
}

fn row(time: &Time) -> [String; 6] {
    let Timed { product, floor, .. } = time.timed;
    let ratio = format!("{:.2}", time.ratio());
    let (what, beside) = (time.what.to_owned(), time.floor.to_owned());
    [what, time.figure(product), beside, time.figure(floor), ratio, time.promise()]
}

fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

fn speed(bytes: usize, cpu: Duration) -> f64 {
    megabytes(bytes) / cpu.as_secs_f64()
}

fn micros(cpu: Duration) -> f64 {
    cpu.as_secs_f64() * 1e6
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
