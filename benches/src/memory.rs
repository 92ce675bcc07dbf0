//! How much memory and how many bytes of input one call needs.
//!
//! The peak of a process never falls, so every call gets a process of its own: the bench starts itself again,
//! makes the one call, and says what the kernel counted.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::comparison::ComparisonResult;

/// What the kernel counted for a process so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peak {
    /// The most memory it ever had at once, in bytes.
    pub memory: u64,
    /// The bytes it got from reading calls.
    pub read: u64,
}

/// One call in a process of its own.
#[derive(Clone, Debug)]
pub struct MemoryRow {
    /// What was called.
    pub what: &'static str,
    /// The length of the file.
    pub size: u64,
    /// What it needed.
    pub peak: Peak,
    /// The most memory that is good enough, in bytes.
    pub memory_at_most: u64,
    /// The most input that is good enough, in bytes.
    pub read_at_most: u64,
}

impl MemoryRow {
    /// Whether both were good enough.
    pub fn verdict(&self) -> ComparisonResult {
        let within = self.peak.memory <= self.memory_at_most && self.peak.read <= self.read_at_most;
        if within { ComparisonResult::Ok } else { ComparisonResult::Over }
    }
}

/// What the kernel counted for this process so far; only Linux says.
pub fn own_peak() -> io::Result<Peak> {
    let memory = counted(&fs::read_to_string("/proc/self/status")?, "VmHWM")?;
    let read = counted(&fs::read_to_string("/proc/self/io")?, "rchar")?;
    Ok(Peak { memory: memory * 1024, read })
}

/// Starts this program again with these arguments and takes the [`Peak`] that it prints, in two numbers.
pub fn peak_of_child(arguments: &[&str], file: &Path) -> io::Result<Peak> {
    let output = Command::new(std::env::current_exe()?).args(arguments).arg(file).output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers: Vec<u64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [memory, read] => Ok(Peak { memory, read }),
        _ => Err(io::Error::other(format!("the child said {text:?}"))),
    }
}

/// The number on the line of that name; a unit behind it is left out.
fn counted(text: &str, name: &str) -> io::Result<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let number = value.and_then(|value| value.split_whitespace().next()?.parse().ok());
    number.ok_or_else(|| io::Error::other(format!("the kernel does not say {name}")))
}

#[cfg(test)]
mod tests;
