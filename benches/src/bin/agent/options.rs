//! What the command line says about the tasks.

use std::error::Error;
use std::path::PathBuf;
use std::str::FromStr;

use crate::plan::{ReadScope, Task};

const USAGE: &str = "usage: agent [OPTION]...
  --task NAME        a or b; both unless it is given
  --calls N          reads of each task
  --edits N          edits of each task
  --searches N       searches of each task
  --files N          files that each task works on
  --range MIN-MAX    how many lines a read of task a asks for; 30-160 unless it is given
  --again PERCENT    how many reads of task a return to lines that were shown; 15 unless it is given
  --seed N           1 unless it is given
  --guard MODE       warn (which is the default), enforce or off
  --sources FOLDER   the folder with all packages
  --repository PATH  the package, beneath the sources or absolute
  --trace            print every call
  --enforce          fail if a bound is missed";

/// The package whose sources are read.
const REPOSITORY: &str = "rust/vendor/clap_builder";

/// Everything that may be chosen.
#[derive(Debug)]
pub(crate) struct AgentOptions {
    pub(crate) tasks: Vec<Task>,
    pub(crate) seed: u64,
    pub(crate) guard: String,
    pub(crate) is_traced: bool,
    pub(crate) is_enforced: bool,
    sources: Option<PathBuf>,
    repository: PathBuf,
}

impl AgentOptions {
    /// Options that follow override earlier ones.
    pub(crate) fn parse(arguments: &[String]) -> Result<Self, Box<dyn Error>> {
        let mut options = Self {
            tasks: tasks(),
            seed: 1,
            // As `reread init` sets it for hosts that a person sits at.
            guard: "warn".to_owned(),
            is_traced: false,
            is_enforced: false,
            sources: None,
            repository: PathBuf::from(REPOSITORY),
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value\n{USAGE}"));
            match word.as_str() {
                "--task" => {
                    let name = value()?;
                    options.tasks.retain(|task| task.name.eq_ignore_ascii_case(name));
                    if options.tasks.is_empty() {
                        return Err(format!("there is no task {name}\n{USAGE}").into());
                    }
                }
                "--calls" => options.set(number(word, value()?)?, |task, calls| task.calls = calls),
                "--edits" => options.set(number(word, value()?)?, |task, edits| task.edits = edits),
                "--searches" => options.set(number(word, value()?)?, |task, count| task.searches = count),
                "--files" => options.set(number(word, value()?)?, |task, files| task.files = files),
                "--range" => options.set(range(word, value()?)?, |task, lines| task.range_lines = lines),
                "--again" => options.set(number(word, value()?)?, |task, again| task.again_percent = again),
                "--seed" => options.seed = number(word, value()?)?,
                "--guard" => options.guard.clone_from(value()?),
                "--sources" => options.sources = Some(PathBuf::from(value()?)),
                "--repository" => options.repository = PathBuf::from(value()?),
                "--trace" => options.is_traced = true,
                "--enforce" => options.is_enforced = true,
                _ => return Err(format!("{word} is no option\n{USAGE}").into()),
            }
        }
        Ok(options)
    }

    /// The folder of the package.
    pub(crate) fn repository(&self) -> Result<PathBuf, Box<dyn Error>> {
        match &self.sources {
            Some(sources) => Ok(sources.join(&self.repository)),
            None if self.repository.is_absolute() => Ok(self.repository.clone()),
            None => Err("run `cargo xtask bench agent`, or name a folder with --repository".into()),
        }
    }

    fn set<T: Copy>(&mut self, value: T, set: impl Fn(&mut Task, T)) {
        self.tasks.iter_mut().for_each(|task| set(task, value));
    }
}

fn tasks() -> Vec<Task> {
    let ranges = Task {
        name: "A",
        scope: ReadScope::Ranges,
        calls: 72,
        edits: 8,
        searches: 8,
        files: 12,
        range_lines: (30, 160),
        again_percent: 15,
    };
    let files = Task {
        name: "B",
        scope: ReadScope::Files,
        calls: 48,
        edits: 11,
        searches: 3,
        files: 10,
        ..ranges.clone()
    };
    vec![ranges, files]
}

fn range(option: &str, value: &str) -> Result<(usize, usize), String> {
    let (shortest, longest) = value.split_once('-').unwrap_or((value, value));
    let range = (number(option, shortest)?, number(option, longest)?);
    if range.0 == 0 || range.0 > range.1 {
        return Err(format!("{option} needs MIN-MAX, not {value}\n{USAGE}"));
    }
    Ok(range)
}

fn number<T: FromStr>(option: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{option} needs a number, not {value}\n{USAGE}"))
}
