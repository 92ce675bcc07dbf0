//! A program at a terminal, as a user sees it, who also types.
//!
//! The program runs on a pseudo-terminal, and what it prints goes through an emulator in this process. A `tmux` could
//! do the same, but it would be a program of the machine, of whatever version is there; the two crates come by
//! name and version like everything else.
//!
//! Every wait ends: when what is waited for is on the screen, or with a panic that shows the screen. Only
//! [`Screen::rest`] looks at the clock for anything else.

use std::process::{Command, ExitStatus};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use reread_testkit::{TIME_LIMIT, Terminal};

use crate::emulator::{Emulator, ScreenSize};
use crate::frame::Frame;
use crate::key::Key;

/// A running program on its screen. It is killed when this is dropped.
pub struct Screen {
    terminal: Terminal,
    emulator: Emulator,
}

impl Screen {
    /// Starts a program at a terminal.
    #[track_caller]
    pub fn open(command: Command, size: ScreenSize) -> Self {
        let terminal = Terminal::start_sized(command, size.columns.get(), size.rows.get());
        Self { terminal, emulator: Emulator::new(size) }
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
        self.try_until(TIME_LIMIT, is_so)
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
        let deadline = Instant::now() + TIME_LIMIT;
        while self.look(Instant::now() + quiet).is_ok() {
            assert!(Instant::now() < deadline, "no rest on the screen:\n{}", self.frame().text());
        }
        self.frame()
    }

    /// Waits until the program and all that hold its terminal have ended, and gives what it ended with.
    #[track_caller]
    pub fn wait_for_end(mut self) -> ExitStatus {
        let deadline = Instant::now() + TIME_LIMIT;
        loop {
            match self.look(deadline) {
                Ok(()) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    panic!("no end; the screen:\n{}", self.frame().text())
                }
            }
        }
        self.terminal.status()
    }

    fn send(&mut self, bytes: &[u8]) {
        self.terminal.type_bytes(bytes);
    }

    /// Takes what is printed next.
    fn look(&mut self, deadline: Instant) -> Result<(), RecvTimeoutError> {
        let output = self.terminal.wait_for_output(deadline)?;
        let answers = self.emulator.take(&output);
        self.send(&answers);
        Ok(())
    }
}
