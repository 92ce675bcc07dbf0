//! `cargo xtask bench diff`: what it costs to say how two versions of a text differ.
//!
//! Ours, with and without the check that every diff is put to before it is sent, beside the diff crates doing the
//! whole job and beside `git diff --histogram`; then texts that were made to be slow, as the product answers them.
//! Writes `bench-results/diff.json`. With `--enforce` it fails if a target was missed; `--child` is how it starts itself
//! again for what may never end.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the table is what a bench is for")]
#![expect(clippy::disallowed_methods, reason = "git works on files")]

mod cases;
mod figures;
mod git;
mod hostile;
mod measure;
mod peers;
mod shapes;

use std::error::Error;
use std::process::ExitCode;

use reread_benches::{BenchCheckout, Machine};

use figures::DiffFigures;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        [] => bench().map(|_| true),
        ["--enforce"] => bench(),
        [hostile::FLAG, name] => hostile::child(name).map(|()| true),
        _ => Err("usage: diff [--enforce]".into()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("diff: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures everything; whether every target was reached.
fn bench() -> Result<bool, Box<dyn Error>> {
    let git = git::Git::new()?;
    let mut figures = DiffFigures {
        machine: Machine::here(),
        git_start: git.start()?,
        rows: Vec::new(),
        hostile: Vec::new(),
        worst_found: None,
    };
    for case in cases::all() {
        eprintln!("measuring {}, {} lines", case.what, case.lines);
        figures.rows.push(measure::one_case(&case, &git)?);
    }
    eprintln!("measuring texts that were made to be slow");
    figures.hostile = hostile::all()?;
    figures.worst_found = Some(hostile::search());
    print!("{figures}");
    let path = BenchCheckout::find().path("bench-results/diff.json");
    figures.write(&path)?;
    println!("\nwritten to {}", path.display());
    Ok(figures.is_good())
}
