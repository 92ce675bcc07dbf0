//! A program at a terminal, and a user who looks and types.
//!
//! The program runs in a pseudo-terminal, and what it prints goes through an emulator in this process. A `tmux` could
//! do the same, but it would be a program of the machine, of whatever version stands there; the two crates come by
//! name and version like everything else.
//!
//! Every wait ends: when what is waited for stands on the screen, or with a panic that shows the screen. Only
//! [`Screen::rest`] looks at the clock for anything else.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::blocking::Pty;

use crate::emulator::{Emulator, Size};
use crate::frame::Frame;
use crate::key::Key;

/// How long anything may take before it counts as stuck. A quiet machine needs a hundredth of it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running program on its screen. It is killed when this is dropped.
pub struct Screen {
    child: Child,
    line: Arc<Pty>,
    output: Receiver<Vec<u8>>,
    emulator: Emulator,
}

impl Screen {
    /// Starts a program at a terminal.
    #[track_caller]
    pub fn open(command: Command, size: Size) -> Self {
        let name = command.get_program().to_owned();
        let (line, child) =
            start(command, size).unwrap_or_else(|error| panic!("cannot start {}: {error}", name.display()));
        let line = Arc::new(line);
        Self { child, output: read_along(Arc::clone(&line)), line, emulator: Emulator::new(size) }
    }

    /// Types a text, which must not hold control characters.
    pub fn type_text(&mut self, text: &str) {
        self.send(text.as_bytes());
    }

    /// Presses a key.
    pub fn press(&mut self, key: Key) {
        self.send(&key.bytes());
    }

    /// What stands there, as of the last wait.
    pub fn frame(&self) -> Frame {
        self.emulator.unfinished_frame()
    }

    /// Waits until the text stands in one row of the screen.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> Frame {
        self.wait_until(&format!("{text:?}"), |frame| frame.shows(text))
    }

    /// Waits until the screen is as described.
    #[track_caller]
    pub fn wait_until(&mut self, what: &str, is_so: impl Fn(&Frame) -> bool) -> Frame {
        self.try_until(PATIENCE, is_so)
            .unwrap_or_else(|frame| panic!("no {what} on the screen:\n{}", frame.text()))
    }

    /// Waits until the screen is as described; gives what stands there if that takes too long or the program ends.
    pub fn try_until(&mut self, patience: Duration, is_so: impl Fn(&Frame) -> bool) -> Result<Frame, Frame> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(frame) = self.emulator.frame().filter(&is_so) {
                return Ok(frame);
            }
            self.look(deadline).map_err(|_| self.frame())?;
        }
    }

    /// Waits until nothing has been printed for that long, and gives what stands there then.
    #[track_caller]
    pub fn rest(&mut self, quiet: Duration) -> Frame {
        let deadline = Instant::now() + PATIENCE;
        while self.look(Instant::now() + quiet).is_ok() {
            assert!(Instant::now() < deadline, "no rest on the screen:\n{}", self.frame().text());
        }
        self.frame()
    }

    /// Waits until the program and all that hold its terminal have ended, and gives what it ended with.
    #[track_caller]
    pub fn wait_for_end(mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.look(deadline) {
                Ok(()) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    panic!("no end; the screen:\n{}", self.frame().text())
                }
            }
        }
        self.child.wait().expect("a child can be waited for")
    }

    fn send(&mut self, bytes: &[u8]) {
        // A program that has ended reads nothing: the next wait tells.
        drop((&*self.line).write_all(bytes));
    }

    /// Takes what is printed next.
    fn look(&mut self, deadline: Instant) -> Result<(), RecvTimeoutError> {
        let output = self.output.recv_timeout(deadline.saturating_duration_since(Instant::now()))?;
        let answers = self.emulator.take(&output);
        self.send(&answers);
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Both fail only for a process that has ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn start(command: Command, size: Size) -> pty_process::Result<(Pty, Child)> {
    let (line, far_end) = pty_process::blocking::open()?;
    line.resize(pty_process::Size::new(size.rows.get(), size.columns.get()))?;
    let child = pty_process::blocking::Command::from(command).spawn(far_end)?;
    Ok((line, child))
}

fn read_along(line: Arc<Pty>) -> Receiver<Vec<u8>> {
    let (sender, output) = mpsc::channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        loop {
            match (&*line).read(&mut buffer) {
                Ok(length) if length > 0 && sender.send(buffer[..length].to_vec()).is_ok() => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Linux reports an error, macOS an end, when no process holds the other end any more.
                _ => return,
            }
        }
    });
    output
}
