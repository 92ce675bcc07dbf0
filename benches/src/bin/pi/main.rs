//! `cargo xtask bench pi`: what the extension adds to a read of the real pi.
//!
//! One pi has both: the `read` of the extension and pi's own under another name. A scripted model calls them in turn on
//! the same file of about fifty kilobytes, and an extension of the bench notes on pi's own clock how long each call took,
//! from the event that begins it to the one that ends it.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the table is what a bench is for")]
#![expect(clippy::disallowed_methods, reason = "a bench makes its own files")]

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::process::ExitCode;

use reread_benches::{Alignment, BenchCheckout, Machine, ResultTable};
use reread_pi_e2e::{PiLaunch, PiVersion, PiWorld, Script, ScriptedCall};
use serde_json::{Value, json};

/// How many times the file becomes another.
const ROUNDS: usize = 25;
/// How many rounds one session has: each of its requests carries all that was read in it.
const ROUNDS_OF_A_SESSION: usize = 5;
/// How many processes: the first call of each starts the program.
const PROCESSES: usize = 3;

/// pi's own read under another name, and the time that every call took, one line each.
const STOPWATCH: &str = r#"
import { appendFileSync } from "node:fs";
import { createReadToolDefinition } from "@earendil-works/pi-coding-agent";
export default function (pi: any) {
	const begun = new Map<string, number>();
	pi.registerTool({ ...createReadToolDefinition(process.cwd()), name: "plain" });
	pi.on("tool_execution_start", (event: any) => { begun.set(event.toolCallId, performance.now()); });
	pi.on("tool_execution_end", (event: any) => {
		const took = performance.now() - begun.get(event.toolCallId)!;
		const mode = event.result?.details?.readcache?.mode;
		appendFileSync(process.env.BENCH_TIMES!, JSON.stringify({ tool: event.toolName, mode, took }) + "\n");
	});
}
"#;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => bench().map(|_| true),
        ["--enforce"] => bench(),
        _ => Err("usage: pi [--enforce]".into()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("pi: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures everything; whether the extension adds less than pi's own read takes.
fn bench() -> Result<bool, Box<dyn Error>> {
    let mut times = Times::default();
    for process in 0..PROCESSES {
        eprintln!("process {} of {PROCESSES}", process + 1);
        times.take(&play()?)?;
    }
    let machine = Machine::here();
    let processor = machine.processor.as_deref().unwrap_or("processor unknown");
    println!("{} × {processor}; {}", machine.cores, machine.system);
    println!("reads of about 50 KB in pi {}, milliseconds of pi's clock\n", PiVersion::V1_5_0);
    print!("{}", times.table());
    let plain = times.median("plain");
    let added = times.median("read, a text") - plain;
    let is_good = added < plain;
    let word = if is_good { "ok" } else { "over" };
    println!(
        "\nadded to a text at the median: {added:.2} ms, beside {plain:.2} ms of pi itself  < 1.00 {word}"
    );
    let path = BenchCheckout::find().path("bench-results/pi.json");
    fs::create_dir_all(path.parent().ok_or("the results have no folder")?)?;
    fs::write(&path, format!("{:#}\n", times.json(&machine)))?;
    println!("\nwritten to {}", path.display());
    Ok(is_good)
}

/// One process of pi and everything it is asked for; the stopwatch's lines.
fn play() -> Result<String, Box<dyn Error>> {
    let world = PiWorld::new();
    let stopwatch = world.root().join("stopwatch.ts");
    fs::write(&stopwatch, STOPWATCH)?;
    let times = world.root().join("times.jsonl");
    let launch: PiLaunch<'_> =
        world.launch(PiVersion::V1_5_0).extension(BenchCheckout::find().path("extensions/pi"));
    let program = std::env::current_exe()?.with_file_name(format!("reread{}", std::env::consts::EXE_SUFFIX));
    let mut pi = launch.extension(&stopwatch).env("REREAD_BIN", program).env("BENCH_TIMES", &times).rpc();
    let plain = || ScriptedCall::new("plain", json!({ "path": "long.txt" }));
    let read = || ScriptedCall::read("long.txt");
    for round in 0..ROUNDS {
        if round > 0 && round % ROUNDS_OF_A_SESSION == 0 {
            pi.new_session();
        }
        world.write("long.txt", long_text(round));
        // A text, then a marker, then a diff; pi's own read before and behind each, so that neither is always the warmer.
        pi.play(&Script::new().call(plain()).call(read()).call(read()).call(plain()));
        world.write("long.txt", long_text(round).replacen("line 7 ", "line seven ", 1));
        pi.play(&Script::new().call(read()).call(plain()));
    }
    let complaints = pi.close();
    if !complaints.is_empty() {
        return Err(format!("pi complains: {complaints}").into());
    }
    Ok(fs::read_to_string(times)?)
}

/// About 50 KB, every line another from round to round, and just below what pi shows at once.
fn long_text(round: usize) -> String {
    let line = |number| {
        format!("line {number} of round {round}, and more words to make it as long as lines of code are\n")
    };
    (1..=600).map(line).collect()
}

/// Times by what was done, in milliseconds.
#[derive(Default)]
struct Times(BTreeMap<String, Vec<f64>>);

impl Times {
    /// Takes in what one process noted; its first read starts the program.
    fn take(&mut self, lines: &str) -> Result<(), Box<dyn Error>> {
        let mut is_first = true;
        for line in lines.lines() {
            let line: Value = serde_json::from_str(line)?;
            let took = line["took"].as_f64().ok_or("a call took no time")?;
            let what = match (line["tool"].as_str(), line["mode"].as_str()) {
                (Some("plain"), _) => "plain",
                (Some("read"), Some(_)) if std::mem::take(&mut is_first) => "read, the first",
                (Some("read"), Some("full" | "full_fallback")) => "read, a text",
                (Some("read"), Some("unchanged")) => "read, a marker",
                (Some("read"), Some("diff")) => "read, a diff",
                _ => return Err(format!("a call that says nothing: {line}").into()),
            };
            self.0.entry(what.to_owned()).or_default().push(took);
        }
        self.0.values_mut().for_each(|times| times.sort_by(f64::total_cmp));
        Ok(())
    }

    fn at(&self, what: &str, percent: usize) -> f64 {
        let times = self.0.get(what).map(Vec::as_slice).unwrap_or_default();
        times
            .get((times.len() * percent / 100).min(times.len().saturating_sub(1)))
            .copied()
            .unwrap_or(f64::NAN)
    }

    fn median(&self, what: &str) -> f64 {
        self.at(what, 50)
    }

    fn table(&self) -> ResultTable<5> {
        let right = Alignment::Right;
        let columns = [
            ("what", Alignment::Left),
            ("calls", right),
            ("median", right),
            ("p95", right),
            ("to plain", right),
        ];
        let mut table = ResultTable::new(columns);
        for (what, times) in &self.0 {
            let ratio = self.median(what) / self.median("plain");
            let number = |value: f64| format!("{value:.2}");
            let row = [number(self.median(what)), number(self.at(what, 95)), number(ratio)];
            let [median, p95, ratio] = row;
            table.push([what.clone(), times.len().to_string(), median, p95, ratio]);
        }
        table
    }

    fn json(&self, machine: &Machine) -> Value {
        let row = |(what, times): (&String, &Vec<f64>)| json!({ "what": what, "calls": times.len(), "median_ms": self.median(what), "p95_ms": self.at(what, 95) });
        json!({
            "v": 1,
            "bench": "pi",
            "machine": { "cores": machine.cores, "processor": machine.processor, "system": machine.system },
            "pi": PiVersion::V1_5_0.to_string(),
            "times": self.0.iter().map(row).collect::<Vec<_>>(),
        })
    }
}
