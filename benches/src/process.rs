//! Whole programs beside one another: ours and `rg`.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use crate::SpentTime;

/// The checkout that the bench runs in.
#[derive(Clone, Debug)]
pub struct BenchCheckout {
    root: PathBuf,
}

impl BenchCheckout {
    /// The one whose bench cargo is running; the current folder if it is not cargo who runs it.
    pub fn find() -> Self {
        let manifest_folder = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let root = manifest_folder.as_deref().and_then(Path::parent).unwrap_or(Path::new("."));
        Self { root: root.to_owned() }
    }

    /// A path inside it.
    pub fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Our own program, built as this one is; it lies beside it.
    pub fn reread(&self) -> io::Result<PathBuf> {
        self.cargo(&["build", "--quiet", "--release", "--package", "reread-cli"])?;
        let reread = std::env::current_exe()?.with_file_name("reread");
        if reread.is_file() { Ok(reread) } else { Err(missing(&reread)) }
    }

    /// `rg` as it is installed, else from `.tools`, else installed there first; `tell` hears of that.
    pub fn rg(&self, tell: impl Fn(&str)) -> io::Result<PathBuf> {
        let installed = self.root.join(".tools/bin/rg");
        for candidate in [PathBuf::from("rg"), installed.clone()] {
            if Command::new(&candidate).arg("--version").stdout(Stdio::null()).status().is_ok() {
                return Ok(candidate);
            }
        }
        tell("rg is not here: installing the package ripgrep into .tools");
        self.cargo(&["install", "--quiet", "ripgrep", "--root", ".tools"])?;
        Ok(installed)
    }

    fn cargo(&self, arguments: &[&str]) -> io::Result<()> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let status = Command::new(cargo).current_dir(&self.root).args(arguments).status()?;
        if status.success() {
            Ok(())
        } else {
            Err(io::Error::other(format!("cargo {arguments:?}: {status}")))
        }
    }
}

fn missing(path: &Path) -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, format!("{} is not there", path.display()))
}

/// Runs a program of one thread and says what it took from start to end.
pub fn run(command: &mut Command) -> io::Result<SpentTime> {
    run_to_code(command, 0)
}

/// The same for a program that is to leave with that code.
pub fn run_to_code(command: &mut Command, code: i32) -> io::Result<SpentTime> {
    run_counting(command, code, time_on_processor)
}

/// Runs a program of any number of threads; their time is counted in ticks.
pub fn run_with_threads(command: &mut Command) -> io::Result<SpentTime> {
    run_counting(command, 0, time_of_threads)
}

fn run_counting(
    command: &mut Command,
    code: i32,
    count: fn(Pid) -> io::Result<Duration>,
) -> io::Result<SpentTime> {
    let began = Instant::now();
    let mut child = command.spawn()?;
    let pid = Pid::from_child(&child);
    // The kernel keeps its count until the child is waited for.
    waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)?;
    let wall = began.elapsed();
    let cpu = count(pid)?;
    let status = child.wait()?;
    if status.code() != Some(code) {
        return Err(io::Error::other(format!("{command:?}: {status}")));
    }
    Ok(SpentTime { cpu, wall })
}

fn time_on_processor(pid: Pid) -> io::Result<Duration> {
    let counts = fs::read_to_string(format!("/proc/{}/schedstat", pid.as_raw_nonzero()))?;
    let nanos = counts.split_whitespace().next().and_then(|word| word.parse().ok());
    nanos
        .map(Duration::from_nanos)
        .ok_or_else(|| io::Error::other("the kernel does not count time by process"))
}

/// The time of all threads, also of those that have ended.
fn time_of_threads(pid: Pid) -> io::Result<Duration> {
    let text = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()))?;
    // Behind the name, which may hold anything, the times are the 12th and 13th word.
    let words = text.rsplit_once(')').map_or("", |(_, behind)| behind).split_whitespace();
    let ticks: Option<u64> = words.skip(11).take(2).map(|word| word.parse::<u64>().ok()).sum();
    let second = rustix::param::clock_ticks_per_second();
    ticks
        .map(|ticks| Duration::from_millis(ticks * 1_000 / second))
        .ok_or_else(|| io::Error::other("the kernel does not count time by process"))
}
