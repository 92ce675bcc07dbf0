//! Moving in the tree: each branch knows what it has seen itself.

use reread_pi_e2e::{PiVersion, PiWorld};

use crate::extension::poems::{SONG, poem, poem_with};
use crate::extension::reread::Reread;
use crate::extension::words::{assert_diff, unchanged};

both! { branches_know_their_own  the_way_back_behind_a_compaction }

fn branches_know_their_own(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    assert_eq!(pi.read("song.txt"), SONG);
    let trunk = pi.leaf();
    assert_eq!(pi.read("poem.txt"), poem(40));
    world.write("poem.txt", poem_with(40, 7));
    assert_diff(&pi.read("poem.txt"), 1, 41);
    let first = pi.leaf();

    pi.navigate(&trunk);
    assert_eq!(pi.read("poem.txt"), poem_with(40, 7), "nothing leaks from one branch into another");
    assert_eq!(pi.read("song.txt"), unchanged(5), "the trunk belongs to both");
    world.write("poem.txt", poem(40));
    assert_diff(&pi.read("poem.txt"), 1, 41);
    let second = pi.leaf();

    pi.navigate(&first);
    assert_diff(&pi.read("poem.txt"), 1, 41);
    pi.navigate(&second);
    assert_eq!(pi.read("poem.txt"), unchanged(41));
    let prompt = pi.session().prompts()[0].id().to_owned();
    pi.navigate(&prompt);
    assert_eq!(pi.read("song.txt"), SONG, "before the first read nothing is known");
    pi.navigate_with_summary(&prompt);
    assert_eq!(pi.read("song.txt"), SONG, "a summary of a branch is not its text");
    assert_eq!(pi.read("song.txt"), unchanged(5));
    pi.close();
}

fn the_way_back_behind_a_compaction(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    world.write("song.txt", SONG);
    assert_eq!(pi.read("song.txt"), SONG);
    let before = pi.leaf();
    pi.compact();
    assert_eq!(pi.read("song.txt"), SONG);
    let between = pi.leaf();
    pi.compact();
    let after = pi.leaf();

    pi.navigate(&before);
    assert_eq!(
        pi.read("song.txt"),
        unchanged(5),
        "tree_navigation_pre_compaction_restores_precompaction_visibility"
    );
    pi.navigate(&between);
    assert_eq!(
        pi.read("song.txt"),
        unchanged(5),
        "the first compaction is on the branch, and so is a read after it"
    );
    pi.navigate(&after);
    assert_eq!(pi.read("song.txt"), SONG, "the second compaction is nearer");
    assert_eq!(pi.read("song.txt"), unchanged(5));
    pi.navigate(&before);
    assert_eq!(pi.read("song.txt"), unchanged(5));
    pi.close();
}
