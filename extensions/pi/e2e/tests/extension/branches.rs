//! From session to session: fork, clone, switch, new.

use reread_pi_e2e::{PiVersion, PiWorld};

use crate::extension::poems::{SONG, poem, poem_with};
use crate::extension::reread::Reread;
use crate::extension::words::{assert_diff, unchanged};

both! { sessions_know_what_they_show }

fn sessions_know_what_they_show(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    assert_eq!(pi.read("song.txt"), SONG);
    assert_eq!(pi.read("poem.txt"), poem(40));
    let original = pi.session_file();

    let second = pi.session().prompts()[1].id().to_owned();
    pi.fork(&second);
    let fork = pi.session_file();
    assert_eq!(pi.read("song.txt"), unchanged(5), "the fork shows what came before it");
    assert_eq!(pi.read("poem.txt"), poem(40), "and nothing of what came after");
    world.write("poem.txt", poem_with(40, 7));
    assert_diff(&pi.read("poem.txt"), 1, 41);

    pi.switch_session(&original);
    assert_diff(&pi.read("poem.txt"), 1, 41);
    assert_eq!(pi.read("song.txt"), unchanged(5));
    pi.clone_session();
    assert_eq!(pi.read("poem.txt"), unchanged(41), "a clone shows all of it");
    pi.compact();
    assert_eq!(pi.read("poem.txt"), poem_with(40, 7));
    pi.switch_session(&original);
    assert_eq!(pi.read("poem.txt"), unchanged(41), "the clone's compaction is its own");

    pi.new_session();
    assert_eq!(pi.read("song.txt"), SONG, "a new session shows nothing");
    assert_eq!(pi.read("song.txt"), unchanged(5));
    let first = pi.session().prompts()[0].id().to_owned();
    pi.fork(&first);
    assert_eq!(pi.read("song.txt"), SONG, "before the first prompt nothing is shown");

    // Before and after two compactions, in a fork.
    pi.switch_session(&fork);
    assert_eq!(pi.read("poem.txt"), unchanged(41));
    let before = pi.leaf();
    pi.compact();
    assert_eq!(pi.read("song.txt"), SONG);
    let between = pi.leaf();
    pi.compact();
    assert_eq!(pi.read("song.txt"), SONG);
    pi.navigate(&between);
    assert_eq!(pi.read("song.txt"), unchanged(5));
    assert_eq!(pi.read("poem.txt"), poem_with(40, 7));
    pi.navigate(&before);
    assert_eq!(pi.read("poem.txt"), unchanged(41));
    assert_eq!(world.session_files().len(), 5, "the original, its fork and clone, a new one and its fork");
    pi.close();
}
