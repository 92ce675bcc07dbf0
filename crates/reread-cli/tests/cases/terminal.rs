//! The binary as it looks on a terminal.

use std::fs::File;
use std::io::Read as _;

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::world::World;

/// Runs the binary with a pseudo-terminal as its standard output and error; what appeared there, line ends as LF.
pub(crate) fn on_terminal(world: &World, arguments: &[&str]) -> String {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let theirs = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let mut command = world.command();
    command.args(arguments).stdout(theirs.try_clone().unwrap()).stderr(theirs);
    let mut child = command.spawn().unwrap();
    // With the command goes the last handle of ours on their end, so that reading ends with the child.
    drop(command);
    let mut shown = Vec::new();
    let mut piece = [0; 4096];
    let mut ours = File::from(ours);
    // Linux says EIO once the other end is closed.
    while let Ok(count @ 1..) = ours.read(&mut piece) {
        shown.extend_from_slice(&piece[..count]);
    }
    child.wait().unwrap();
    world.note(&shown);
    String::from_utf8(shown).unwrap().replace("\r\n", "\n")
}
