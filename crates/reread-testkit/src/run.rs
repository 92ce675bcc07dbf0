//! Runs a program to its end, or kills it when its time is over.

use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

/// Far more than any run takes, on the slowest machine.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// What a finished program left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunOutput {
    /// The exit code; `None` for a program that a signal ended.
    pub code: Option<i32>,
    /// Whether it was killed because it did not end in time.
    pub timed_out: bool,
    /// The bytes of standard output.
    pub stdout: Vec<u8>,
    /// The text of standard error. Messages are text: bytes that are not UTF-8 are a defect of the program.
    pub stderr: String,
}

impl RunOutput {
    /// Standard output as text, with replacement characters where it is not UTF-8.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Standard output followed by standard error.
    pub fn all(&self) -> String {
        self.text() + &self.stderr
    }
}

/// Runs a command and everything that it starts, in a process group of its own. Its standard input stays as it is set.
pub fn run(command: Command) -> RunOutput {
    run_within(command, TIME_LIMIT)
}

/// The same with another limit.
pub fn run_within(mut command: Command, limit: Duration) -> RunOutput {
    command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    let group = Pid::from_child(&child);
    let (ended, end) = channel::<()>();
    let watchdog = std::thread::spawn(move || {
        let timed_out = end.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
        if timed_out {
            let _ = kill_process_group(group, Signal::KILL);
        }
        timed_out
    });
    let output = child.wait_with_output().unwrap();
    drop(ended);
    RunOutput {
        code: output.status.code(),
        timed_out: watchdog.join().unwrap(),
        stdout: output.stdout,
        stderr: String::from_utf8(output.stderr).expect("messages are text"),
    }
}

/// Whether `strace` is installed, without which system calls cannot be listed or made to fail.
pub fn has_strace() -> bool {
    Command::new("strace").arg("--version").output().is_ok_and(|output| output.status.success())
}
