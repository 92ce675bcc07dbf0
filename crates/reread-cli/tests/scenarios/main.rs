//! Scenarios: the documents in `scenarios/` that say what reread does, run as tests.
//!
//! Each file is one promise. Its prose is for people; its fenced blocks are run from top to bottom in a world of
//! their own, once through every [front end](front_end::FRONT_ENDS), and a reply that differs in a single character is
//! a failure.
//!
//! | block | what it does |
//! |---|---|
//! | ```` ```file NAME ```` | writes the block into that file; parents come into being |
//! | ```` ```world ```` | one [setting](setting) per line: `link l -> target`, `remove name`, ... |
//! | ```` ```transcript ```` | `> command line` calls, each followed by the exact reply |
//!
//! A line `front ends: command line` under the title keeps a scenario away from the other front ends. What cannot be
//! known in advance has a [placeholder](placeholders); what cannot be seen is [spelled](spelling). All else is exact.
//!
//! The name of a test is the name of its file and its front end: `read/first-read (library)`. With `UPDATE_SCENARIOS=1`
//! replies are written into the files instead of being compared: by the last front end that a scenario has.
#![expect(clippy::disallowed_methods, reason = "a scenario sets up its world by path")]

mod scenario;
mod setting;
mod words;

mod placeholders;
mod scene;
mod spelling;

mod front_end;

mod performance;
mod reply;

mod self_checks;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use crate::front_end::{FRONT_ENDS, FrontEnd};
use crate::performance::Performance;
use crate::scenario::Scenario;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let is_update = std::env::var_os("UPDATE_SCENARIOS").is_some_and(|value| value == "1");
    let mut trials = self_checks::trials();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    for file in scenario_files(&folder) {
        let name = file.strip_prefix(&folder).expect("found beneath it").with_extension("");
        let name = name.to_str().expect("scenarios have plain names").replace('\\', "/");
        trials.extend(trials_of(&name, &file, is_update));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials_of(name: &str, file: &Path, is_update: bool) -> Vec<Trial> {
    let source = std::fs::read_to_string(file).expect("scenarios are readable text");
    let scenario = match Scenario::parse(&source) {
        Ok(scenario) => scenario,
        Err(error) => return vec![Trial::test(name, move || Err(Failed::from(error)))],
    };
    let mut front_ends: Vec<&FrontEnd> =
        FRONT_ENDS.iter().filter(|front_end| scenario.runs_through(front_end.name)).collect();
    if is_update {
        // Two front ends that write the same file would undo each other's work.
        front_ends = front_ends.split_off(front_ends.len().saturating_sub(1));
    }
    let trial = |front_end: &'static FrontEnd| {
        let (scenario, file): (Scenario, PathBuf) = (scenario.clone(), file.to_owned());
        Trial::test(format!("{name} ({})", front_end.name), move || {
            let performance = Performance::of(&scenario, front_end)?;
            if is_update {
                return Ok(std::fs::write(&file, performance.updated(&scenario))?);
            }
            performance.verdict(&scenario)
        })
    };
    front_ends.into_iter().map(trial).collect()
}

/// Every Markdown file in the folders of `folder`, in order; what lies beside the folders explains them.
fn scenario_files(folder: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("the folder is there");
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
        paths.sort();
        paths
    };
    let areas = entries(folder).into_iter().filter(|path| path.is_dir());
    let files = areas.flat_map(|area| entries(&area));
    files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}
