//! `cargo xtask bench tree`: what searching a repository costs, beside `rg` for the same question.
//!
//! Both run as programs from start to end, in turn, on a repository that is written for the run. `rg` prints every line
//! that matches; `reread` counts them all, ranks the files and prints the best. With `--enforce` it fails if a target was
//! missed. Time is that on the wall: both use every processor they are given.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the table is what a bench is for")]
#![expect(clippy::disallowed_methods, reason = "the repository to search is written by path")]

mod repository;

use std::error::Error;
use std::fs::File;
use std::path::Path;
use std::process::{Command, ExitCode};

use reread_benches::{
    Alignment, BenchCheckout, Machine, ResultTable, SpentTime, Timed, processes_in_turn, run_to_code, time,
};
use serde_json::{Value, json};

/// The most that a search may take, compared with `rg`.
const AT_MOST: f64 = 1.2;

/// A question to both.
struct Question {
    what: &'static str,
    query: &'static str,
    is_regex: bool,
}

const QUESTIONS: [Question; 4] = [
    Question { what: "literal, few matches", query: repository::NEEDLE, is_regex: false },
    Question { what: "literal, many matches", query: "self", is_regex: false },
    Question { what: "regex", query: r"fn\s+seek_\w+_\d+\(", is_regex: true },
    Question { what: "no match", query: "nowhere_to_be_found", is_regex: false },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => bench().map(|_| true),
        ["--enforce"] => bench(),
        _ => Err("usage: tree [--enforce]".into()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("tree: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures every question; whether every target was reached.
fn bench() -> Result<bool, Box<dyn Error>> {
    let checkout = BenchCheckout::find();
    let rg = checkout.rg(|message| eprintln!("{message}"))?;
    let reread = checkout.reread()?;
    let repository = repository::write()?;
    let scratch = tempfile::tempdir()?;
    let columns = [
        ("reread", Alignment::Right),
        ("rg", Alignment::Right),
        ("ratio", Alignment::Right),
        ("target", Alignment::Left),
    ];
    let [ours, theirs, ratio, target] = columns;
    let mut table = ResultTable::new([
        ("question", Alignment::Left),
        ("lines", Alignment::Right),
        ours,
        theirs,
        ratio,
        target,
    ]);
    let mut rows: Vec<Value> = Vec::new();
    let mut is_good = true;
    for question in &QUESTIONS {
        let ask = Ask { question, repository: repository.path(), scratch: scratch.path() };
        let lines = ask.compare_counts(&reread, &rg)?;
        let timed = ask.time(&reread, &rg);
        let ratio = timed.product.wall.as_secs_f64() / timed.floor.wall.as_secs_f64();
        let is_reached = ratio <= AT_MOST;
        is_good &= is_reached;
        table.push([
            question.what.to_owned(),
            lines.to_string(),
            time(timed.product.wall),
            time(timed.floor.wall),
            format!("{ratio:.2}"),
            format!("≤ {AT_MOST} {}", if is_reached { "ok" } else { "over" }),
        ]);
        rows.push(json!({
            "what": question.what,
            "lines": lines,
            "reread_ms": timed.product.wall.as_secs_f64() * 1e3,
            "rg_ms": timed.floor.wall.as_secs_f64() * 1e3,
            "ratio": ratio,
            "at_most": AT_MOST,
        }));
    }
    println!("{}\n{} files\n\n{table}", Machine::here(), repository::FILES);
    let path = checkout.path("bench-results/tree.json");
    std::fs::create_dir_all(checkout.path("bench-results"))?;
    std::fs::write(
        &path,
        serde_json::to_string_pretty(&json!({ "v": 1, "bench": "tree", "rows": rows }))? + "\n",
    )?;
    println!("written to {}", path.display());
    Ok(is_good)
}

/// One question, and where it is asked.
struct Ask<'a> {
    question: &'a Question,
    repository: &'a Path,
    scratch: &'a Path,
}

impl Ask<'_> {
    fn ours(&self, reread: &Path) -> Command {
        let mut command = Command::new(reread);
        command.current_dir(self.repository).arg("--root").arg(self.repository);
        command.arg("--state").arg(self.scratch.join("state"));
        command.arg("search").args(self.question.is_regex.then_some("--regex")).arg(self.question.query);
        command
    }

    fn theirs(&self, rg: &Path) -> Command {
        let mut command = Command::new(rg);
        command.current_dir(self.repository).args(["--no-config", "--line-number", "--hidden"]);
        command.args((!self.question.is_regex).then_some("--fixed-strings")).arg(self.question.query);
        command
    }

    /// Both must find the same number of lines, and `reread` say so in its first words.
    fn compare_counts(&self, reread: &Path, rg: &Path) -> Result<u64, Box<dyn Error>> {
        let theirs = self.theirs(rg).output()?.stdout.split(|byte| *byte == b'\n').count() as u64 - 1;
        let ours = String::from_utf8(self.ours(reread).output()?.stdout)?;
        let said: u64 = ours.split(' ').next().unwrap_or_default().parse()?;
        if said != theirs {
            return Err(format!("{}: reread counts {said} lines, rg {theirs}", self.question.query).into());
        }
        Ok(theirs)
    }

    fn time(&self, reread: &Path, rg: &Path) -> Timed {
        processes_in_turn(|| self.timed(self.ours(reread)), || self.timed(self.theirs(rg)))
    }

    fn timed(&self, mut command: Command) -> SpentTime {
        // Both leave with 1 if nothing matches.
        let code = i32::from(self.question.what == "no match");
        File::create(self.scratch.join("output"))
            .and_then(|output| run_to_code(command.stdout(output), code))
            .expect("what ran before the first round runs again")
    }
}
