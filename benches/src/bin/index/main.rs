//! `cargo xtask bench index`: what the registry of a large tree costs, and what searching it does.
//!
//! Made anew it stands beside the floor, a walk that hashes every file; brought up to date with nothing changed, beside
//! `git status`; searches for a literal and a regular expression, beside `rg`. All run as programs from start to end, in turn, on a tree that is written for the run. The time on the
//! processor is that of all threads, in ticks of the kernel. Ranked questions
//! are asked in this process, like a server's. With `--enforce` it fails if a target was missed.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the table is what a bench is for")]
#![expect(clippy::disallowed_methods, reason = "the tree is written, and the state removed, by path")]

mod floor;
mod ranked;
mod tree;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, SystemTime};

use reread_benches::{
    Alignment, BenchCheckout, ComparisonResult, Machine, ResultTable, SpentTime, Timed, own_peak,
    peak_of_child, processes_in_turn, run_with_threads, time,
};
use reread_files::{Settings, State, Watch, Workspace, WorkspaceOptions};
use serde_json::{Value, json};

/// How the bench asks itself for the floor, and for an index whose memory is counted.
const FLOOR: &str = "--floor";
const CHILD: &str = "--child";

/// The most that making the registry may take, compared with the floor.
const FIRST_AT_MOST: f64 = 1.5;

/// The most that bringing it up to date may take, compared with `git status`: on the wall and on the processor.
const REFRESH_AT_MOST: (f64, f64) = (1.5, 2.0);

/// The most that a search may take, compared with `rg`.
const SEARCH_AT_MOST: f64 = 1.2;

/// What is searched for: a text that one line has, and an expression that many match.
const LITERAL: &str = "// 1234 5";
const REGEX: &str = r"fn\s+seek_\w+\(";

/// The most that a ranked question may take.
const RANKED_AT_MOST: Duration = Duration::from_millis(50);

/// The most memory, in bytes.
const MEMORY_AT_MOST: u64 = 200_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => bench().map(|_| true),
        ["--enforce"] => bench(),
        [FLOOR, root] => floor::walk_and_hash(Path::new(root)).map(|files| files > tree::FILES),
        [CHILD, root] => index_here(Path::new(root)).map(|()| true),
        _ => Err("usage: index [--enforce]".into()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("index: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures all; whether every target was reached.
fn bench() -> Result<bool, Box<dyn Error>> {
    let checkout = BenchCheckout::find();
    let bench = Bench {
        reread: checkout.reread()?,
        rg: checkout.rg(|message| eprintln!("{message}"))?,
        this: std::env::current_exe()?,
        tree: tree::write()?,
        scratch: tempfile::tempdir()?,
    };
    let first = Row {
        what: "made anew",
        beside: "walk and hash",
        timed: processes_in_turn(
            || {
                bench.forget();
                bench.spent(&mut bench.index())
            },
            || bench.spent(&mut bench.floor()),
        ),
        wall_at_most: Some(FIRST_AT_MOST),
        cpu_at_most: Some(FIRST_AT_MOST),
    };
    let refresh = Row {
        what: "nothing changed",
        beside: "git status",
        timed: processes_in_turn(
            || bench.spent(&mut bench.index()),
            || bench.spent(&mut tree::command(bench.tree.path(), &["status"])),
        ),
        wall_at_most: Some(REFRESH_AT_MOST.0),
        cpu_at_most: Some(REFRESH_AT_MOST.1),
    };
    let searches = [("literal", LITERAL, false), ("regex", REGEX, true)].map(|(what, query, is_regex)| Row {
        what,
        beside: "rg",
        timed: processes_in_turn(
            || bench.spent(&mut bench.search(query, is_regex)),
            || bench.spent(&mut bench.rg(query, is_regex)),
        ),
        wall_at_most: Some(SEARCH_AT_MOST),
        cpu_at_most: None,
    });
    let [literal, regex] = searches;
    let rows = [first, refresh, literal, regex];
    bench.forget();
    let ranked = ranked::ask(&workspace(bench.tree.path(), &bench.state())?, &bench.state())?;
    let is_quick = ranked.median <= RANKED_AT_MOST;
    let peak = peak_of_child(&[CHILD], bench.tree.path())?.memory;
    let is_within = peak <= MEMORY_AT_MOST;
    println!("{}\n{} files\n\n{}", Machine::here(), tree::FILES, table(&rows));
    println!(
        "peak memory, made anew: {:.1} MB, target ≤ {:.0} MB {}",
        peak as f64 / 1e6,
        MEMORY_AT_MOST as f64 / 1e6,
        if is_within { "ok" } else { "over" }
    );
    println!(
        "ranked by words: {}, at worst {}, target ≤ {} {}; index of {:.1} MB made in {}; without it {}",
        time(ranked.median),
        time(ranked.slowest),
        time(RANKED_AT_MOST),
        if is_quick { "ok" } else { "over" },
        ranked.bytes as f64 / 1e6,
        time(ranked.made),
        time(ranked.without),
    );
    let results = json!({
        "v": 1,
        "bench": "index",
        "files": tree::FILES,
        "rows": rows.iter().map(Row::json).collect::<Vec<_>>(),
        "peak_bytes": peak,
        "ranked_ms": ranked.median.as_secs_f64() * 1e3,
        "ranked_without_index_ms": ranked.without.as_secs_f64() * 1e3,
        "ranked_slowest_ms": ranked.slowest.as_secs_f64() * 1e3,
        "words_made_ms": ranked.made.as_secs_f64() * 1e3,
        "words_bytes": ranked.bytes,
    });
    let path = checkout.path("bench-results/index.json");
    std::fs::create_dir_all(checkout.path("bench-results"))?;
    std::fs::write(&path, serde_json::to_string_pretty(&results)? + "\n")?;
    println!("written to {}", path.display());
    Ok(is_within && is_quick && rows.iter().all(Row::is_good))
}

/// The programs, and where they run.
struct Bench {
    reread: PathBuf,
    rg: PathBuf,
    this: PathBuf,
    tree: tempfile::TempDir,
    scratch: tempfile::TempDir,
}

impl Bench {
    fn index(&self) -> Command {
        let mut command = self.reread();
        command.arg("index");
        command
    }

    fn search(&self, query: &str, is_regex: bool) -> Command {
        let mut command = self.reread();
        command.arg("search").args(is_regex.then_some("--regex")).arg(query);
        command
    }

    fn reread(&self) -> Command {
        let mut command = Command::new(&self.reread);
        command.current_dir(self.tree.path()).arg("--root").arg(self.tree.path());
        command.arg("--state").arg(self.state()).stdout(Stdio::null());
        command
    }

    fn rg(&self, query: &str, is_regex: bool) -> Command {
        let mut command = Command::new(&self.rg);
        command.current_dir(self.tree.path()).args([
            "--no-config",
            "--line-number",
            "--hidden",
            "--glob=!.git",
        ]);
        command.args((!is_regex).then_some("--fixed-strings")).arg(query).stdout(Stdio::null());
        command
    }

    fn floor(&self) -> Command {
        let mut command = Command::new(&self.this);
        command.arg(FLOOR).arg(self.tree.path());
        command
    }

    fn state(&self) -> PathBuf {
        self.scratch.path().join("state")
    }

    fn forget(&self) {
        if self.state().exists() {
            std::fs::remove_dir_all(self.state()).expect("the state is ours");
        }
    }

    fn spent(&self, command: &mut Command) -> SpentTime {
        run_with_threads(command).expect("what ran before the first round runs again")
    }
}

/// One thing beside another.
struct Row {
    what: &'static str,
    beside: &'static str,
    timed: Timed,
    wall_at_most: Option<f64>,
    cpu_at_most: Option<f64>,
}

impl Row {
    fn wall(&self) -> f64 {
        self.timed.product.wall.as_secs_f64() / self.timed.floor.wall.as_secs_f64()
    }

    fn cpu(&self) -> f64 {
        self.timed.product.cpu.as_secs_f64() / self.timed.floor.cpu.as_secs_f64()
    }

    fn is_good(&self) -> bool {
        let verdicts = [
            ComparisonResult::of(self.wall(), self.wall_at_most),
            ComparisonResult::of(self.cpu(), self.cpu_at_most),
        ];
        !verdicts.contains(&ComparisonResult::Over)
    }

    fn json(&self) -> Value {
        let spent = |spent: SpentTime| json!({ "cpu_ms": spent.cpu.as_secs_f64() * 1e3, "wall_ms": spent.wall.as_secs_f64() * 1e3 });
        json!({
            "what": self.what,
            "beside": self.beside,
            "rounds": self.timed.rounds,
            "reread": spent(self.timed.product),
            "other": spent(self.timed.floor),
            "wall_ratio": self.wall(),
            "wall_at_most": self.wall_at_most,
            "cpu_ratio": self.cpu(),
            "cpu_at_most": self.cpu_at_most,
        })
    }
}

fn table(rows: &[Row]) -> ResultTable<10> {
    let right = |heading| (heading, Alignment::Right);
    let left = |heading| (heading, Alignment::Left);
    let mut table = ResultTable::new([
        left("index"),
        left("beside"),
        right("wall"),
        right("theirs"),
        right("ratio"),
        left("target"),
        right("cpu"),
        right("theirs"),
        right("ratio"),
        left("target"),
    ]);
    for row in rows {
        let target = |ratio: f64, limit: Option<f64>| {
            limit.map_or(String::new(), |most| {
                format!("≤ {most} {}", ComparisonResult::of(ratio, limit).word())
            })
        };
        table.push([
            row.what.to_owned(),
            row.beside.to_owned(),
            time(row.timed.product.wall),
            time(row.timed.floor.wall),
            format!("{:.2}", row.wall()),
            target(row.wall(), row.wall_at_most),
            time(row.timed.product.cpu),
            time(row.timed.floor.cpu),
            format!("{:.2}", row.cpu()),
            target(row.cpu(), row.cpu_at_most),
        ]);
    }
    table
}

fn workspace(root: &Path, state: &Path) -> Result<Workspace, Box<dyn Error>> {
    let options = WorkspaceOptions {
        roots: vec![root.to_owned()],
        here: None,
        home: None,
        settings: Settings::default(),
        confinement: None,
    };
    Ok(Workspace::open(options)?.with_state(State::open(state, &reread_store::KeyPlace::Beside)?))
}

/// Makes a registry in this process, counts all words, and prints its peak.
fn index_here(root: &Path) -> Result<(), Box<dyn Error>> {
    let scratch = tempfile::tempdir()?;
    let workspace = workspace(root, &scratch.path().join("state"))?;
    workspace.registry().index(SystemTime::now(), &Watch::unattended())?;
    workspace.registry().index_words(&Watch::unattended())?;
    let peak = own_peak()?;
    println!("{} {}", peak.memory, peak.read);
    Ok(())
}
