//! `reread search` beside `rg`: whole programs, from start to end.

use std::error::Error;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use reread_benches::{Comparison, Corpus, CorpusSize, SpentTime, processes_in_turn, run};

use crate::questions::{QUESTIONS, ReadQuestion};

/// Lifts the limits that would end a search before the file does.
const CONFIGURATION: &str = "version = 1\n[limits]\ntransport_bytes = 1000000000\n";

/// Compares the searches of the file of that size.
pub(crate) fn one_size(
    corpus: &Corpus,
    size: CorpusSize,
    reread: &Path,
    rg: &Path,
) -> Result<Vec<Comparison>, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let configuration = folder.path().join("config.toml");
    fs::write(&configuration, CONFIGURATION)?;
    let mut comparisons = Vec::new();
    for question in &QUESTIONS {
        let ours = || {
            let mut command = Command::new(reread);
            command.current_dir(corpus.folder()).arg("--root").arg(corpus.folder());
            command.arg("--state").arg(folder.path().join("state")).arg("--config").arg(&configuration);
            command.args(["search", "--max", "1000000000"]).args(question.is_regex.then_some("--regex"));
            command.arg(question.query).arg(corpus.name(size));
            command
        };
        let theirs = || {
            let mut command = Command::new(rg);
            command.current_dir(corpus.folder()).args(["--no-config", "--line-number"]);
            command.args((!question.is_regex).then_some("--fixed-strings"));
            command.arg(question.query).arg(corpus.name(size));
            command
        };
        compare_output(question, ours(), theirs())?;
        let output = folder.path().join("output");
        let timed = processes_in_turn(|| timed(ours(), &output), || timed(theirs(), &output));
        comparisons.push(Comparison { what: question.program, size, floor: "rg", timed, at_most: None });
    }
    Ok(comparisons)
}

fn timed(mut command: Command, output: &Path) -> SpentTime {
    File::create(output)
        .and_then(|output| run(command.stdout(output)))
        .expect("what ran before the first round runs again")
}

/// Both must print the same lines; ours stand between a heading and a closing line.
fn compare_output(question: &ReadQuestion, ours: Command, theirs: Command) -> Result<(), Box<dyn Error>> {
    let (ours, theirs) = (output(ours)?, output(theirs)?);
    let (_, below_heading) = ours.split_once('\n').ok_or("reread printed no heading")?;
    let closing = below_heading.strip_prefix(theirs.as_str());
    if theirs.is_empty() || closing.is_none_or(|closing| closing.lines().count() > 1) {
        return Err(format!("reread and rg differ on {}", question.query).into());
    }
    Ok(())
}

fn output(mut command: Command) -> Result<String, Box<dyn Error>> {
    let output = command.output()?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
