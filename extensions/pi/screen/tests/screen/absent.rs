//! No `reread` anywhere: pi reads by itself, and says so once.

use reread_pi_e2e::{PiVersion, PiWorld, Script, ScriptedCall};
use reread_pi_screen::{ScreenSize, Sitting};

use crate::{golden, leave, poem, say, windows};

#[test]
fn absent_pi_1_5_0() {
    windows(24).into_iter().for_each(|size| absent(PiVersion::V1_5_0, size));
}

#[test]
fn absent_pi_0_87_1() {
    windows(24).into_iter().for_each(|size| absent(PiVersion::V0_87_1, size));
}

fn absent(version: PiVersion, size: ScreenSize) {
    let world = PiWorld::new();
    world.write("poem.txt", poem());
    let sitting = Sitting::new(&world, version)
        .prompt("Read the poem.", &Script::new().call(ScriptedCall::read("poem.txt")).say("Fifteen lines."))
        .prompt("Again.", &Script::new().call(ScriptedCall::read("poem.txt")).say("Fifteen, as I said."));
    let mut screen = sitting.open(size);
    say(&mut screen, "Read the poem.");
    golden::check(&mut screen, version, "absent");
    say(&mut screen, "Again.");
    golden::check(&mut screen, version, "absent-told-once");
    say(&mut screen, "/readcache-status");
    golden::check(&mut screen, version, "absent-status");
    leave(screen);
}
