//! `cargo xtask bench replay`: what it costs to know what a session of pi has shown.
//!
//! Reading is measured on fifty megabytes in memory, beside the least parsing that could find the same entries; one
//! appended entry and one move in the tree by themselves; and memory in a process of its own, from a file.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the table is what a bench is for")]
#![expect(clippy::disallowed_methods, reason = "a bench makes its own files and is all about clocks")]

mod figures;
mod floor;
mod measure;
mod memory;
mod session;

use std::error::Error;
use std::process::ExitCode;

use reread_benches::{BenchCheckout, Machine};

use figures::ReplayFigures;
use session::SyntheticSession;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        [] => bench().map(|_| true),
        ["--enforce"] => bench(),
        [memory::FLAG, file] => memory::child(file.as_ref()).map(|()| true),
        _ => Err("usage: replay [--enforce]".into()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("replay: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures everything; whether every target was reached.
fn bench() -> Result<bool, Box<dyn Error>> {
    eprintln!("writing a session");
    let session = SyntheticSession::generate();
    eprintln!("measuring {} entries, {} of them reads", session.entries, session.reads);
    let times = measure::all(&session)?;
    let figures = ReplayFigures {
        machine: Machine::here(),
        bytes: session.bytes.len(),
        entries: session.entries,
        reads: session.reads,
        times,
        memory: memory::measure(&session)?,
    };
    print!("{figures}");
    let path = BenchCheckout::find().path("bench-results/replay.json");
    figures.write(&path)?;
    println!("\nwritten to {}", path.display());
    Ok(figures.is_good())
}
