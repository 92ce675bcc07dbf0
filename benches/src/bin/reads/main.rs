//! `cargo xtask bench reads`: what reading and searching one file costs.
//!
//! Prints every operation beside its floor, at four sizes, and writes `bench-results/reads.json`. With
//! `--enforce` it fails if a target was missed; `--child` is how it starts itself again to see what one call
//! needs in a process of its own.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the table is what a bench is for")]
#![expect(clippy::disallowed_methods, reason = "a floor opens a file by its path, since nothing is cheaper")]

mod child;
mod floor;
mod measure;
mod programs;
mod questions;

use std::error::Error;
use std::process::ExitCode;

use reread_benches::{BenchCheckout, Corpus, Machine, Report, SIZES};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        [] => bench().map(|_| true),
        ["--enforce"] => bench(),
        [child::FLAG, operation, file] => child::run(operation, file.as_ref()).map(|()| true),
        _ => Err("usage: reads [--enforce]".into()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("reads: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures everything; whether every target was reached.
fn bench() -> Result<bool, Box<dyn Error>> {
    let checkout = BenchCheckout::find();
    let rg = checkout.rg(|message| eprintln!("{message}"))?;
    let reread = checkout.reread()?;
    let corpus = Corpus::write()?;
    let mut report =
        Report { bench: "reads", machine: Machine::here(), comparisons: Vec::new(), memory: Vec::new() };
    for size in SIZES {
        eprintln!("measuring {}", size.label);
        report.comparisons.extend(measure::one_size(&corpus, size)?);
        report.comparisons.extend(programs::one_size(&corpus, size, &reread, &rg)?);
    }
    report.memory = child::rows(&corpus)?;
    print!("{report}");
    let path = checkout.path("bench-results/reads.json");
    report.write(&path)?;
    println!("\nwritten to {}", path.display());
    Ok(report.is_good())
}
