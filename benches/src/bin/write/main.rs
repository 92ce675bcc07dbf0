//! `cargo xtask bench write`: what a durable edit costs, beside the least that makes one, and beside the edits of others.
//!
//! Everybody changes one line of a copy of the same file of 50 KB, in turn: the bare recipe (new bytes beside the file,
//! synced, renamed over it, the folder synced, and one durable row in a database); ours in this process; ours over standard
//! input and output; and the file servers of others, which promise less. What a server has to be asked before it edits is
//! asked before the clock starts. Prints one table and writes `bench-results/write.json`. With `--enforce` it fails if a
//! target was missed.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the table is what a bench is for")]
#![expect(clippy::disallowed_methods, reason = "a bench makes its own files and is all about clocks")]

mod edited_file;
mod editor;
mod figures;
mod in_process;
mod over_stdio;
mod recipe;
mod syncs;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use reread_benches::{Argument, BenchCheckout, Machine, PeerPurpose, PeerServer, peers};

use editor::EditorTimes;
use figures::WriteFigures;
use in_process::InProcess;
use over_stdio::OverStdio;
use recipe::WriteRecipe;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => bench().map(|_| true),
        ["--enforce"] => bench(),
        [syncs::EDIT, who, folder, edits] => edit_here(who, Path::new(folder), edits).map(|()| true),
        _ => Err("usage: write [--enforce]".into()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("write: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures everybody; whether every target was reached.
fn bench() -> Result<bool, Box<dyn Error>> {
    let checkout = BenchCheckout::find();
    let ours = PeerServer {
        name: over_stdio::OURS,
        program: checkout.reread()?,
        arguments: ["mcp", "--guard", "off"].map(Argument::word).to_vec(),
    };
    let servers: Vec<PeerServer> = [ours].into_iter().chain(peers(PeerPurpose::Editing)?).collect();
    let world = tempfile::tempdir()?;
    let folder = |name: &str| edited_file::folder(&world.path().join(name.replace(' ', "-")));
    let mut rows = vec![
        EditorTimes::of(WriteRecipe::begin(&folder(recipe::BARE)?)?),
        EditorTimes::of(InProcess::begin(&folder(in_process::LIBRARY)?)?),
    ];
    for server in &servers {
        rows.push(EditorTimes::of(OverStdio::begin(server, &folder(server.name)?)?));
    }
    editor::in_turn(&mut rows)?;
    let counted = syncs::of_everybody(&servers, |name| folder(&format!("counted {name}")))?;
    let figures = WriteFigures::of(Machine::here(), rows, &counted);
    print!("{figures}");
    let path = checkout.path("bench-results/write.json");
    figures.write(&path)?;
    println!("\nwritten to {}", path.display());
    Ok(figures.is_good())
}

/// Makes edits and nothing else, for a tracer that counts the system calls.
fn edit_here(who: &str, folder: &Path, edits: &str) -> Result<(), Box<dyn Error>> {
    let folder = &edited_file::folder(folder)?;
    let row = match who {
        recipe::BARE => EditorTimes::of(WriteRecipe::begin(folder)?),
        in_process::LIBRARY => EditorTimes::of(InProcess::begin(folder)?),
        _ => return Err(format!("{who} edits nothing in this process").into()),
    };
    editor::repeat(row, edits.parse()?)
}
