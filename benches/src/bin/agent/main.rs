//! `cargo xtask bench agent`: what the replies of `reread mcp` cost an agent over a long task, beside bare text.
//!
//! A scripted agent reads and edits the sources of a real package over standard input and output. Task A reads ranges,
//! task B whole files. Each task is replayed by three agents that cite tags in different ways, each with a copy of the
//! files and a server of its own. Beside the replies stand the same lines as bare text, and as a host's own read shows
//! them, with line numbers. Tokens are estimated by `estimate_tokens`.
//!
//! Every reply to a read counts, and so does everything that a refused call costs: its reply, the search or read that it
//! advises, and the host's own read where the agent gives up. Edits and planned searches count on neither side. A refused
//! read counts as foreseen once a reply has announced that the budget is used up. `new lines` are those that the agent
//! neither was shown nor wrote: no server can send less.
//!
//! Prints two tables and writes `bench-results/agent.json`. With `--enforce` it fails if a bound was missed.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the table is what a bench is for")]
#![expect(clippy::disallowed_methods, reason = "a bench makes its own files")]

mod agent;
mod figures;
mod line_edit;
mod options;
mod plan;
mod reply_text;
mod repository;
mod tally;

use std::error::Error;
use std::process::ExitCode;

use reread_benches::{Argument, BenchCheckout, PeerServer, Random};

use agent::{Citing, ScriptedAgent};
use figures::{AgentFigures, AgentRow};
use options::AgentOptions;
use repository::Repository;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match AgentOptions::parse(&arguments).and_then(|options| bench(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("agent: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Replays every task in every way; false if a bound was missed that is enforced.
fn bench(options: &AgentOptions) -> Result<bool, Box<dyn Error>> {
    let checkout = BenchCheckout::find();
    let server = PeerServer {
        name: "reread",
        program: checkout.reread()?,
        arguments: ["mcp", "--guard", &options.guard].map(Argument::word).to_vec(),
    };
    let repository = Repository::load(&options.repository()?)?;
    let world = tempfile::tempdir()?;
    let mut rows = Vec::new();
    for (number, task) in (0..).zip(&options.tasks) {
        let steps = plan::plan(task, &repository.files, &mut Random::new(options.seed + number))?;
        for citing in Citing::ALL {
            let folder = world.path().join(format!("{}-{number}", citing.name().replace(' ', "-")));
            repository.copy_to(&folder)?;
            let mut agent = ScriptedAgent::start(&server, &folder, citing, options.is_traced)?;
            for step in &steps {
                agent.take(step).map_err(|error| format!("{}, {}: {error}", task.name, citing.name()))?;
            }
            rows.push(AgentRow { task: task.clone(), citing, tally: agent.into_tally() });
        }
    }
    let figures =
        AgentFigures { repository: repository.name, guard: options.guard.clone(), seed: options.seed, rows };
    print!("{figures}");
    let path = checkout.path("bench-results/agent.json");
    figures.write(&path)?;
    println!("\nwritten to {}", path.display());
    Ok(!options.is_enforced || figures.is_good())
}
