//! Two pi at work in one folder: they share snapshots and nothing else.

use reread_pi_e2e::{PiVersion, PiWorld, Script, ScriptedCall};

use crate::extension::poems::{poem, poem_with};
use crate::extension::reread::Reread;
use crate::extension::words::{assert_diff, unchanged};

#[test]
fn two_pi_in_one_folder() {
    let world = PiWorld::new();
    let names: Vec<String> = (0..6).map(|number| format!("{number}.txt")).collect();
    for name in &names {
        world.write(name, poem(40));
    }
    let mut current = Reread::launch(&world, PiVersion::V1_5_0);
    let mut older = Reread::launch(&world, PiVersion::V0_87_1);
    let all = || Script::new().together(names.iter().map(|name| ScriptedCall::read(name)));
    for expected in [poem(40), unchanged(41)] {
        let (begun, also_begun) = (current.begin(&all()), older.begin(&all()));
        for run in [current.settle(&begun), older.settle(&also_begun)] {
            assert!(run.results.iter().all(|result| result.text == expected), "{run:?}");
        }
    }
    world.write("0.txt", poem_with(40, 7));
    assert_diff(&current.read("0.txt"), 1, 41);
    current.compact();
    assert_eq!(current.read("1.txt"), poem(40));
    assert_diff(&older.read("0.txt"), 1, 41);
    assert_eq!(older.read("1.txt"), unchanged(41), "the other's compaction is the other's");
    current.close();
    assert_eq!(older.read("1.txt"), unchanged(41), "and so is its end");
    older.close();
}
