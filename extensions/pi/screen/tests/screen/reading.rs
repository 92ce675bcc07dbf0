//! What stands in place of a text that the model holds already.

use reread_pi_e2e::{PiVersion, PiWorld, Script, ScriptedCall};
use reread_pi_screen::{Key, ScreenSize, Sitting};
use reread_testkit::program_under_test;

use crate::{golden, leave, poem, say, windows};

#[test]
fn reading_pi_1_5_0() {
    windows(24).into_iter().for_each(|size| reading(PiVersion::V1_5_0, size));
}

#[test]
fn reading_pi_0_87_1() {
    windows(24).into_iter().for_each(|size| reading(PiVersion::V0_87_1, size));
}

fn reading(version: PiVersion, size: ScreenSize) {
    let world = PiWorld::new();
    world.write("poem.txt", poem());
    let sitting = Sitting::new(&world, version)
        .program(program_under_test())
        .prompt("Read the poem.", &Script::new().call(ScriptedCall::read("poem.txt")).say("Fifteen lines."))
        .prompt("Again.", &Script::new().call(ScriptedCall::read("poem.txt")).say("I know it."))
        .prompt("I changed it.", &Script::new().call(ScriptedCall::read("poem.txt")).say("Line 2 shouts."))
        .prompt(
            "Lines 4 to 6?",
            &Script::new().call(ScriptedCall::read_lines("poem.txt", 4, 3)).say("As they were."),
        );
    let mut screen = sitting.open(size);
    say(&mut screen, "Read the poem.");
    golden::check(&mut screen, version, "first-read-folded");
    // pi folds what tools return.
    screen.press(Key::Control(b'o'));
    golden::check(&mut screen, version, "first-read");
    say(&mut screen, "Again.");
    screen.wait_for("[readcache: unchanged, 16 lines]");
    golden::check(&mut screen, version, "unchanged");
    world.write("poem.txt", poem().replace("This is line 2", "THIS IS LINE 2"));
    say(&mut screen, "I changed it.");
    screen.wait_for("[readcache: 1 lines changed of 16]");
    golden::check(&mut screen, version, "diff");
    say(&mut screen, "Lines 4 to 6?");
    screen.wait_for("[readcache: unchanged in lines 4-6 of 16]");
    golden::check(&mut screen, version, "range");
    leave(screen);
}
