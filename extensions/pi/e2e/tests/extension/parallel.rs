//! Several reads in one message, which pi makes at the same time.

use reread_pi_e2e::{PiVersion, PiWorld, ScriptedCall};
use serde_json::json;

use crate::extension::poems::{SONG, poem, poem_with, slice};
use crate::extension::reread::Reread;
use crate::extension::words::{assert_diff, unchanged, unchanged_lines};

both! { reads_of_one_message  a_write_and_a_read_of_one_message }

fn reads_of_one_message(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    let names: Vec<String> = (0..8).map(|number| format!("{number}.txt")).collect();
    for (number, name) in names.iter().enumerate() {
        world.write(name, poem(number + 10));
    }
    let all = || names.iter().map(|name| ScriptedCall::read(name));
    let told = pi.together(all());
    for (number, told) in told.iter().enumerate() {
        assert_eq!(told, &poem(number + 10));
    }
    let told = pi.together(all());
    for (number, told) in told.iter().enumerate() {
        assert_eq!(told, &unchanged(number + 11));
    }

    // Which of the twins is answered first is pi's affair; both may have to show the text.
    for round in 0..10 {
        let name = format!("twins-{round}.txt");
        world.write(&name, SONG);
        let told = pi.together([
            ScriptedCall::read(&name),
            ScriptedCall::read(&name),
            ScriptedCall::read_lines(&name, 2, 1),
        ]);
        assert_eq!(told[0], SONG);
        assert!(told[1] == SONG || told[1] == unchanged(5), "{told:?}");
        assert!(told[2] == slice(SONG, 2, 2) || told[2] == unchanged_lines(2, 2, 5), "{told:?}");
        assert_eq!(pi.read(&name), unchanged(5));
    }

    // Whichever comes first, the results stand in the order of the calls, and must make sense in it.
    for round in 0..10 {
        let name = format!("changed-{round}.txt");
        world.write(&name, poem(40));
        pi.read(&name);
        world.write(&name, poem_with(40, 7));
        let told = pi.together([
            ScriptedCall::read(&name),
            ScriptedCall::read(&name),
            ScriptedCall::read_lines(&name, 20, 2),
        ]);
        if told[0] != poem_with(40, 7) {
            assert_diff(&told[0], 1, 41);
        }
        assert_eq!(pi.read(&name), unchanged(41), "after {told:?}");
    }
    pi.close();
}

/// Which of the two comes first is pi's affair. A read that stands behind a write in the conversation and says that
/// nothing has changed would be taken for word of it.
fn a_write_and_a_read_of_one_message(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    // The read may have been before the write.
    pi.witness.is_meddled_with = true;
    for round in 0..10 {
        let name = format!("{round}.txt");
        world.write(&name, poem(40));
        pi.read(&name);
        let write = ScriptedCall::new("write", json!({ "path": name, "content": poem_with(40, 7) }));
        let told = pi.together([write, ScriptedCall::read(&name)]).remove(1);
        assert_ne!(told, unchanged(41), "{name}");
        pi.read(&name);
    }
    pi.close();
}
