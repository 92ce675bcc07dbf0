//! The binary on a pseudo-terminal.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::world::World;

/// Runs the binary with a pseudo-terminal as its standard output and error; what appeared there, line ends as LF.
pub(crate) fn on_terminal(world: &World, arguments: &[&str]) -> String {
    let mut command = world.command();
    command.args(arguments);
    on_screen(world, command, 0)
}

/// Likewise, with a user typing.
pub(crate) fn typing(world: &World, arguments: &[&str], typed: &str) -> String {
    let mut command = world.command();
    command.args(arguments);
    at_terminal(world, command, typed)
}

/// Likewise, with a command that was made ready.
pub(crate) fn at_terminal(world: &World, command: Command, typed: &str) -> String {
    on_pty(world, command, 0, Some(typed))
}

/// Likewise, on a terminal that says how wide it is; 0 if it does not.
pub(crate) fn on_screen(world: &World, command: Command, columns: u16) -> String {
    on_pty(world, command, columns, None)
}

fn on_pty(world: &World, command: Command, columns: u16, typed: Option<&str>) -> String {
    let mut pty = Pty::start(command, columns, typed.is_some());
    pty.type_in(typed.unwrap_or_default());
    pty.end(world)
}

/// A pseudo-terminal with a command on it.
pub(crate) struct Pty {
    child: Child,
    ours: File,
    /// What has appeared so far.
    pub(crate) shown: Vec<u8>,
}

impl Pty {
    /// Starts a command; with `is_typed_at` its standard input is the terminal, too.
    pub(crate) fn start(mut command: Command, columns: u16, is_typed_at: bool) -> Self {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let theirs = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&theirs, size).unwrap();
        if is_typed_at {
            command.stdin(theirs.try_clone().unwrap());
        }
        command.stdout(theirs.try_clone().unwrap()).stderr(theirs);
        let child = command.spawn().unwrap();
        // With the command goes the last handle of ours on their end, so that reading ends with the child.
        drop(command);
        Self { child, ours: File::from(ours), shown: Vec::new() }
    }

    pub(crate) fn type_in(&mut self, typed: &str) {
        self.ours.write_all(typed.as_bytes()).unwrap();
    }

    /// Waits for the end; what appeared, line ends as LF.
    pub(crate) fn end(mut self, world: &World) -> String {
        while self.see_more() {}
        self.child.wait().unwrap();
        world.note(&self.shown);
        String::from_utf8(self.shown).unwrap().replace("\r\n", "\n")
    }

    /// Takes in what is shown next; whether there was anything.
    pub(crate) fn see_more(&mut self) -> bool {
        let mut piece = [0; 4096];
        // Linux says EIO once the other end is closed.
        let Ok(count @ 1..) = self.ours.read(&mut piece) else { return false };
        self.shown.extend_from_slice(&piece[..count]);
        true
    }
}
