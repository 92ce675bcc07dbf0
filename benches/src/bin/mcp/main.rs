//! `cargo xtask bench mcp`: what `reread mcp` costs a model and its host, beside the file servers of others.
//!
//! All servers run at once and are asked in turn, over standard input and output, by one client that speaks lines; each
//! has a copy of the same files. Prints one table and writes `bench-results/mcp.json`. With `--enforce` it fails if a
//! target was missed.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the table is what a bench is for")]
#![expect(clippy::disallowed_methods, reason = "a bench makes its own files and is all about clocks")]

mod contestants;
mod figures;
mod floor;
mod measure;
mod texts;
mod verdicts;

use std::error::Error;
use std::process::ExitCode;

use reread_benches::{BenchCheckout, Machine};

use contestants::contestants;
use figures::McpFigures;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => bench().map(|_| true),
        ["--enforce"] => bench(),
        [floor::ECHO] => floor::echo().map(|()| true).map_err(Into::into),
        _ => Err("usage: mcp [--enforce]".into()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("mcp: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures everything; whether every target was reached.
fn bench() -> Result<bool, Box<dyn Error>> {
    let checkout = BenchCheckout::find();
    let contestants = contestants(checkout.reread()?)?;
    let (rows, floor) = measure::everyone(&contestants, |message| eprintln!("{message}"))?;
    let figures = McpFigures { machine: Machine::here(), rows, floor };
    print!("{figures}");
    let path = checkout.path("bench-results/mcp.json");
    figures.write(&path)?;
    println!("\nwritten to {}", path.display());
    Ok(figures.is_good())
}
