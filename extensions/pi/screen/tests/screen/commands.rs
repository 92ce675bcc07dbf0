//! What a person can ask for.

use reread_pi_e2e::{PiVersion, PiWorld, Script, ScriptedCall};
use reread_pi_screen::{Frame, Key, ScreenSize, Sitting};
use reread_testkit::program_under_test;

use crate::{golden, leave, poem, say, windows};

#[test]
fn commands_pi_1_5_0() {
    windows(40).into_iter().for_each(|size| commands(PiVersion::V1_5_0, size));
}

#[test]
fn commands_pi_0_87_1() {
    windows(40).into_iter().for_each(|size| commands(PiVersion::V0_87_1, size));
}

fn commands(version: PiVersion, size: ScreenSize) {
    let world = PiWorld::new();
    world.write("poem.txt", poem());
    for name in ["song.txt", "some more.txt", "sources/deep.txt", "other.txt"] {
        world.write(name, "la\n");
    }
    let lines = ScriptedCall::read_lines("poem.txt", 3, 3);
    let sitting = Sitting::new(&world, version)
        .program(program_under_test())
        .prompt("Read the poem.", &Script::new().call(ScriptedCall::read("poem.txt")).say("Fifteen lines."))
        .prompt("Lines 3 to 5?", &Script::new().call(lines.clone()).say("I know them."))
        .prompt("Lines 3 to 5!", &Script::new().call(lines).say("There they are."));
    let mut screen = sitting.open(size);

    say(&mut screen, "/readcache-status");
    golden::check(&mut screen, version, "status-of-nothing");
    say(&mut screen, "Read the poem.");
    screen.wait_for("Fifteen lines.");
    screen.press(Key::Control(b'o'));
    say(&mut screen, "Lines 3 to 5?");
    screen.wait_for("I know them.");
    say(&mut screen, "/readcache-status");
    golden::check(&mut screen, version, "status");

    screen.type_text("/readcache");
    golden::check(&mut screen, version, "commands");
    fits_when_installed(&screen.frame());
    screen.type_text("-refresh so");
    golden::check(&mut screen, version, "completion");
    screen.press(Key::Tab);
    golden::check(&mut screen, version, "completed");
    screen.press(Key::Control(b'u'));

    say(&mut screen, "/readcache-refresh poem.txt 3-5");
    golden::check(&mut screen, version, "refresh");
    say(&mut screen, "Lines 3 to 5!");
    golden::check(&mut screen, version, "refreshed");
    say(&mut screen, "/readcache-refresh");
    golden::check(&mut screen, version, "usage");
    leave(screen);
}

/// pi writes before a description where the command comes from, and a package from npm takes more of the row.
fn fits_when_installed(frame: &Frame) {
    // Of 80 columns pi leaves the last two free.
    const ROOM: usize = 78;
    let text = frame.text();
    let listed: Vec<&str> = text.lines().filter(|line| line.contains("[t] ")).collect();
    assert_eq!(listed.len(), 2, "both commands are listed: {text}");
    for line in listed {
        let installed = line.replace("[t] ", "[u:npm:pi-reread] ");
        assert!(installed.chars().count() <= ROOM, "{installed:?} is cut");
    }
}
