//! How many tests passed, failed and were skipped, read from what the test programs print.
//!
//! libtest, rustdoc and libtest-mimic all end a run with one `test result:` line. Only a whole line of that form
//! counts, so that the words may stand in the output of a test.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::AddAssign;
use std::process::{Command, Stdio};

use crate::checkout::shown;
use crate::chore_error::ChoreError;

/// Counts of one or several test programs.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct TestCounts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl TestCounts {
    /// Whether any test ran. A run that looked at nothing shows nothing.
    pub(crate) fn is_empty(self) -> bool {
        self.passed == 0 && self.failed == 0
    }

    /// Reads a `test result:` line; any other line is nothing. Colours stand around the verdict, which is not looked at.
    fn of_line(line: &str) -> Option<Self> {
        let (_verdict, counts) = line.trim_end().strip_prefix("test result: ")?.split_once(". ")?;
        let mut counts = counts.split("; ");
        let mut next = |word: &str| counts.next()?.strip_suffix(word)?.parse().ok();
        Some(Self { passed: next(" passed")?, failed: next(" failed")?, skipped: next(" ignored")? })
    }
}

impl AddAssign for TestCounts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for TestCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(f, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

/// Runs a test command, shows its output as it comes and counts the results.
///
/// A command that ends badly without naming a failed test (it did not compile, it crashed) counts as one failure: the
/// closing line must never look better than the run was.
pub(crate) fn run_tests(command: &mut Command) -> Result<TestCounts, ChoreError> {
    let name = shown(command);
    let failed = |source| ChoreError::Start { command: name.clone(), source };
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
    let output = child.stdout.take().expect("the output of the child was asked for as a pipe");
    let counted = count_results(BufReader::new(output), io::stdout().lock());
    let status = child.wait().map_err(failed)?;
    let mut counts = counted.map_err(failed)?;
    if !status.success() && counts.failed == 0 {
        counts.failed = 1;
    }
    Ok(counts)
}

/// Copies the output line by line and sums the results in it.
fn count_results(mut output: impl BufRead, mut copy: impl Write) -> io::Result<TestCounts> {
    let mut counts = TestCounts::default();
    let mut line = Vec::new();
    while output.read_until(b'\n', &mut line)? > 0 {
        copy.write_all(&line)?;
        copy.flush()?;
        if let Some(result) = TestCounts::of_line(&String::from_utf8_lossy(&line)) {
            counts += result;
        }
        line.clear();
    }
    Ok(counts)
}

#[cfg(test)]
mod tests;
