//! A child process whose output is read as it comes.
//!
//! Lines end with LF and with nothing else: a separator of Unicode may stand inside one.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take before it counts as stuck. A quiet machine needs a hundredth of it.
pub const TIME_LIMIT: Duration = Duration::from_secs(60);

/// A running program. It is killed when dropped.
#[derive(Debug)]
pub struct LineProcess {
    child: Child,
    input: Option<ChildStdin>,
    pieces: Receiver<Piece>,
    stderr: String,
}

/// A line and the pipe that it came from.
enum Piece {
    Stdout(String),
    Stderr(String),
}

/// The result of a wait for a line.
#[derive(Debug, PartialEq)]
pub enum NextLine {
    /// A line with its end; the last one of all may lack it.
    Line(String),
    /// No process holds the pipes any more.
    Closed,
    /// Nothing came in time.
    TimedOut,
}

impl LineProcess {
    /// Starts a program. With `has_input` its input is open until [`LineProcess::close_input`], else empty.
    pub fn start(command: &mut Command, has_input: bool) -> Self {
        let input = if has_input { Stdio::piped() } else { Stdio::null() };
        let command = command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
        let (sender, pieces) = mpsc::channel();
        forward(child.stdout.take().unwrap(), sender.clone(), Piece::Stdout);
        forward(child.stderr.take().unwrap(), sender, Piece::Stderr);
        Self { input: child.stdin.take(), child, pieces, stderr: String::new() }
    }

    /// The process id, to send a signal or to look into `/proc`.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes one line. Whether it was understood shows in the output only, so a closed pipe is no error here.
    pub fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        drop(input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()));
    }

    /// Ends the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the next line of standard output.
    pub fn next_line(&mut self, deadline: Instant) -> NextLine {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.pieces.recv_timeout(left) {
                Ok(Piece::Stdout(line)) => return NextLine::Line(line),
                Ok(Piece::Stderr(line)) => self.stderr.push_str(&line),
                Err(RecvTimeoutError::Disconnected) => return NextLine::Closed,
                Err(RecvTimeoutError::Timeout) => return NextLine::TimedOut,
            }
        }
    }

    /// What came on standard error, as of the last wait for a line.
    pub fn stderr(&self) -> &str {
        &self.stderr
    }

    /// The exit status, if the program ends in time.
    pub fn status(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait().unwrap() {
                Some(status) => return Some(status),
                None if Instant::now() >= deadline => return None,
                None => thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

impl Drop for LineProcess {
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
