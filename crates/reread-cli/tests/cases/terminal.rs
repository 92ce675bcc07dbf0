//! The binary as it looks on a terminal.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::Command;

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

/// Likewise, with somebody typing.
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

fn on_pty(world: &World, mut command: Command, columns: u16, typed: Option<&str>) -> String {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let theirs = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&theirs, size).unwrap();
    if typed.is_some() {
        command.stdin(theirs.try_clone().unwrap());
    }
    command.stdout(theirs.try_clone().unwrap()).stderr(theirs);
    let mut child = command.spawn().unwrap();
    // With the command goes the last handle of ours on their end, so that reading ends with the child.
    drop(command);
    let mut shown = Vec::new();
    let mut piece = [0; 4096];
    let mut ours = File::from(ours);
    ours.write_all(typed.unwrap_or_default().as_bytes()).unwrap();
    // Linux says EIO once the other end is closed.
    while let Ok(count @ 1..) = ours.read(&mut piece) {
        shown.extend_from_slice(&piece[..count]);
    }
    child.wait().unwrap();
    world.note(&shown);
    String::from_utf8(shown).unwrap().replace("\r\n", "\n")
}

/// The first thing that anybody sees fits the smallest screen, in numbered lines and into a pipe.
#[test]
fn the_tour_fits_80_columns() {
    let world = World::new("tour_width");
    let arguments = ["tour", "--color", "never"];
    for shown in [on_terminal(&world, &arguments), world.run(&arguments).text()] {
        assert!(shown.contains("12. What it saved"), "{shown}");
        let wide: Vec<&str> = shown.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{wide:#?}");
    }
}

#[test]
fn the_person_at_the_terminal_is_asked() {
    let world = World::new("approve");
    world.write(".env", "TOKEN=1\n");
    let ask = |typed: &str| typing(&world, &["read", ".env", "--color", "never"], typed);
    let question = "approve: .env needs approval. Read it? [y/N]";
    let agreed = ask("y\n");
    assert!(agreed.contains(question) && agreed.contains("1 TOKEN=1\n"), "{agreed}");
    for typed in ["n\n", "\n", "yesno\n", "\u{4}"] {
        let refused = ask(typed);
        assert!(refused.contains(question) && !refused.contains("TOKEN=1"), "{typed:?}: {refused}");
        assert!(refused.contains("error: .env needs approval by the rule `.env*`"), "{refused}");
    }
    // Whether there is such a file is told to who agrees, and to nobody else.
    world.write(".env", "TOKEN=1\n");
    let absent = typing(&world, &["read", ".env.local", "--color", "never"], "n\n");
    assert!(absent.contains(".env.local needs approval by the rule"), "{absent}");
    let missing = typing(&world, &["read", ".env.local", "--color", "never"], "y\n");
    assert!(missing.contains(".env.local does not exist"), "{missing}");
    let denied = typing(&world, &["read", ".env", "--json"], "y\n");
    assert!(!denied.contains("TOKEN=1") && denied.contains("approval_required"), "{denied}");
}
