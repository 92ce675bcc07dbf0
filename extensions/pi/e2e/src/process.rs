//! A child process whose output is read as it comes.
//!
//! It is killed when dropped. Lines end with LF and with nothing else: a separator of Unicode may stand inside one.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take before it counts as stuck. A quiet machine needs a hundredth of it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A running program.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    pieces: Receiver<Piece>,
    complaints: String,
}

/// What came out, from where.
enum Piece {
    Line(String),
    Complaint(String),
}

/// What a wait for a line came to.
#[derive(Debug, PartialEq)]
pub(crate) enum Next {
    /// A line with its end; the last one of all may lack it.
    Line(String),
    /// No process holds the pipes any more.
    Closed,
    /// Nothing came in time.
    Silence,
}

impl Process {
    /// Starts a program. With `talks` its input is open until [`Process::hang_up`], else empty.
    pub(crate) fn start(command: &mut Command, talks: bool) -> Self {
        let input = if talks { Stdio::piped() } else { Stdio::null() };
        let command = command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
        let (sender, pieces) = mpsc::channel();
        let stdout = child.stdout.take().expect("the output was asked for as a pipe");
        let stderr = child.stderr.take().expect("the complaints were asked for as a pipe");
        forward(stdout, sender.clone(), Piece::Line);
        forward(stderr, sender, Piece::Complaint);
        Self { input: child.stdin.take(), child, pieces, complaints: String::new() }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes one line. Whether it was understood shows in the output only, so a closed pipe is no error here.
    pub(crate) fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        drop(input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()));
    }

    /// Ends the input.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// The next line of the output.
    pub(crate) fn next(&mut self, deadline: Instant) -> Next {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.pieces.recv_timeout(left) {
                Ok(Piece::Line(line)) => return Next::Line(line),
                Ok(Piece::Complaint(line)) => self.complaints.push_str(&line),
                Err(RecvTimeoutError::Disconnected) => return Next::Closed,
                Err(RecvTimeoutError::Timeout) => return Next::Silence,
            }
        }
    }

    /// What came on standard error while a caller waited for lines.
    pub(crate) fn complaints(&self) -> &str {
        &self.complaints
    }

    /// How it ended, if it ends in time.
    pub(crate) fn status(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait().expect("a child can be asked for its end") {
                Some(status) => return Some(status),
                None if Instant::now() >= deadline => return None,
                None => thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only for a process that has ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn forward(pipe: impl Read + Send + 'static, sender: Sender<Piece>, piece: fn(String) -> Piece) {
    thread::spawn(move || {
        let mut reader = BufReader::new(pipe);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            if sender.send(piece(String::from_utf8_lossy(&line).into_owned())).is_err() {
                return;
            }
            line.clear();
        }
    });
}

#[cfg(test)]
mod tests;
