//! Running a program to its end, or to the end of everybody's patience: one that waits for ever is a finding like another.

use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ran {
    /// `None` for a run that was killed.
    pub(crate) code: Option<i32>,
    /// Whether it had to be, since it did not end.
    pub(crate) hung: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Far more than any run takes, on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a program, and whatever it starts.
pub(crate) fn run(mut command: Command) -> Ran {
    let is_server = command.get_args().any(|argument| argument == "mcp");
    command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let group = Pid::from_child(&child);
    let (called_off, wait) = channel::<()>();
    let watch = std::thread::spawn(move || {
        let hung = wait.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout);
        if hung {
            let _ = kill_process_group(group, Signal::KILL);
        }
        hung
    });
    let output = child.wait_with_output().unwrap();
    drop(called_off);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    let code = output.status.code().map(|code| if is_server && !has_done(&stdout) { 1 } else { code });
    Ran { code, hung: watch.join().unwrap(), stdout, stderr }
}

/// The number of the call of a server that changes something.
pub(crate) const CHANGE: u64 = 2;

/// Whether a server says that it did what it was told, which its end does not say.
fn has_done(stdout: &str) -> bool {
    let replies = stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let is_done = |reply: Value| reply["id"] == CHANGE && reply["result"]["isError"] == false;
    replies.into_iter().any(is_done)
}
