//! A program on a pseudo-terminal, which is its controlling terminal.

use std::fmt;
use std::io::{self, Read as _, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::Pty;

/// How long a program may print nothing before it counts as stuck.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// A running program and the terminal that it prints to. The program is killed when this is dropped.
pub struct Terminal {
    child: Child,
    line: Arc<Pty>,
    output: Receiver<Vec<u8>>,
    printed: Vec<u8>,
}

impl Terminal {
    /// Starts a program at a terminal of 24 rows that does not say how wide it is.
    pub fn start(command: Command) -> Self {
        Self::start_sized(command, 0, 24)
    }

    /// Starts a program at a terminal of that size; 0 stands for a size that the terminal does not say.
    pub fn start_sized(command: Command, columns: u16, rows: u16) -> Self {
        Self::start_with(command, None, columns, rows)
    }

    /// Starts a program whose standard input is not the terminal.
    pub fn start_with_input(command: Command, input: impl Into<Stdio>) -> Self {
        Self::start_with(command, Some(input.into()), 0, 24)
    }

    fn start_with(command: Command, input: Option<Stdio>, columns: u16, rows: u16) -> Self {
        let name = command.get_program().to_owned();
        let start = || -> pty_process::Result<(Pty, Child)> {
            let (line, far_end) = pty_process::blocking::open()?;
            line.resize(Size::new(rows, columns))?;
            let mut command = pty_process::blocking::Command::from(command);
            if let Some(input) = input {
                command = command.stdin(input);
            }
            Ok((line, command.spawn(far_end)?))
        };
        let (line, child) =
            start().unwrap_or_else(|error| panic!("cannot start {}: {error}", name.display()));
        let line = Arc::new(line);
        Self { child, output: read_along(Arc::clone(&line)), line, printed: Vec::new() }
    }

    /// Types bytes. A program that has ended reads nothing, which the next wait tells.
    pub fn type_bytes(&self, bytes: &[u8]) {
        drop((&*self.line).write_all(bytes));
    }

    /// Types the text as UTF-8; no line end is added.
    pub fn type_text(&self, text: &str) {
        self.type_bytes(text.as_bytes());
    }

    /// Everything that was printed so far, as of the last wait.
    pub fn printed(&self) -> &[u8] {
        &self.printed
    }

    /// Waits for what is printed next. `Disconnected` means that the program, and all that hold its terminal, ended.
    pub fn wait_for_output(&mut self, deadline: Instant) -> Result<Vec<u8>, RecvTimeoutError> {
        let piece = self.output.recv_timeout(deadline.saturating_duration_since(Instant::now()))?;
        self.printed.extend_from_slice(&piece);
        Ok(piece)
    }

    /// Waits until that text has been printed so many times; `false` if the program ends before.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str, times: usize) -> bool {
        while String::from_utf8_lossy(&self.printed).matches(text).count() < times {
            if !self.wait_for_more() {
                return false;
            }
        }
        true
    }

    /// Waits until the program ends; everything it printed, with LF as line ends.
    #[track_caller]
    pub fn end(mut self) -> String {
        while self.wait_for_more() {}
        self.child.wait().unwrap();
        let printed = std::mem::take(&mut self.printed);
        String::from_utf8(printed).unwrap().replace("\r\n", "\n")
    }

    /// Waits for a program that has closed its terminal.
    pub fn status(&mut self) -> ExitStatus {
        self.child.wait().expect("a child can be waited for")
    }

    #[track_caller]
    fn wait_for_more(&mut self) -> bool {
        match self.wait_for_output(Instant::now() + TIME_LIMIT) {
            Ok(_) => true,
            Err(RecvTimeoutError::Disconnected) => false,
            Err(RecvTimeoutError::Timeout) => {
                panic!("no end; the terminal shows:\n{}", String::from_utf8_lossy(&self.printed))
            }
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Both fail only for a process that has ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl fmt::Debug for Terminal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Terminal({:?})", String::from_utf8_lossy(&self.printed))
    }
}

fn read_along(line: Arc<Pty>) -> Receiver<Vec<u8>> {
    let (sender, output) = mpsc::channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        loop {
            match (&*line).read(&mut buffer) {
                Ok(length) if length > 0 && sender.send(buffer[..length].to_vec()).is_ok() => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Linux reports an error, macOS an end, once no process holds the other end.
                _ => return,
            }
        }
    });
    output
}
