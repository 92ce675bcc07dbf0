//! How much memory reading takes at most, beside what is kept of it.
//!
//! The peak of a process never falls, so the session is read in a process of its own. What is kept is known by making
//! it a second time: a copy of the history takes what the history takes, and nothing that was only used on the way.

use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use reread_benches::{ComparisonResult, own_peak, peak_of_child};
use reread_hosts::pi::{ContentCheck, SessionReader};

use crate::session::SyntheticSession;

/// How the bench asks itself for one reading.
pub(crate) const FLAG: &str = "--child";

/// The peak may be so many times what is kept.
const AT_MOST: f64 = 2.0;

/// What one reading took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReplayMemory {
    /// The most at once, in bytes.
    pub(crate) peak: u64,
    /// What was left, in bytes.
    pub(crate) kept: u64,
}

impl ReplayMemory {
    pub(crate) fn ratio(self) -> f64 {
        self.peak as f64 / self.kept as f64
    }

    pub(crate) fn verdict(self) -> ComparisonResult {
        ComparisonResult::of(self.ratio(), Some(AT_MOST))
    }
}

/// Reads a session from a file, in another process.
pub(crate) fn measure(session: &SyntheticSession) -> Result<ReplayMemory, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("session.jsonl");
    fs::write(&file, &session.bytes)?;
    let numbers = peak_of_child(&[FLAG], &file)?;
    Ok(ReplayMemory { peak: numbers.memory, kept: numbers.read })
}

/// Reads a session and prints the peak above what the process had before, and what is kept.
#[expect(clippy::print_stdout, reason = "the bench that started this reads it")]
pub(crate) fn child(file: &Path) -> Result<(), Box<dyn Error>> {
    let source = File::open(file)?;
    let before = resident()?;
    let mut reader = SessionReader::new(ContentCheck::Digested);
    reader.read_from(source)?;
    let peak = own_peak()?.memory;
    let after = resident()?;
    let copy = reader.history().clone();
    let with_copy = resident()?;
    if copy.is_empty() || with_copy <= after {
        return Err("nothing was kept".into());
    }
    println!("{} {}", peak - before, with_copy - after);
    Ok(())
}

/// The memory that this process has now, in bytes.
fn resident() -> io::Result<u64> {
    let text = fs::read_to_string("/proc/self/smaps_rollup")?;
    let line = text.lines().find_map(|line| line.strip_prefix("Rss:"));
    let kilobytes: Option<u64> = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kilobytes.map(|kilobytes| kilobytes * 1024).ok_or_else(|| io::Error::other("the kernel does not say Rss"))
}
