//! Core behaviour: a text, a marker, a diff, and the text again when a diff is of no use.

use reread_pi_e2e::{PiVersion, PiWorld};

use crate::extension::poems::{SONG, poem, poem_with};
use crate::extension::reread::Reread;
use crate::extension::words::unchanged;

both! { text_marker_diff_and_text_again }

fn text_marker_diff_and_text_again(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    world.write("song.txt", SONG);
    assert_eq!(pi.read("song.txt"), SONG);
    assert_eq!(pi.noted()["mode"], "full");
    assert_eq!(pi.read("song.txt"), unchanged(5));
    assert_eq!(pi.noted()["mode"], "unchanged");

    world.write("poem.txt", poem(40));
    assert_eq!(pi.read("poem.txt"), poem(40));
    world.write("poem.txt", poem_with(40, 2));
    let diff = "[readcache: 1 lines changed of 41]\n--- a/poem.txt\n+++ b/poem.txt\n@@ -1,5 +1,5 @@\n";
    let told = pi.read("poem.txt");
    assert!(told.starts_with(diff), "{told}");
    assert_eq!(pi.noted()["mode"], "diff");
    assert_eq!(pi.read("poem.txt"), unchanged(41), "a diff carries the knowledge on");

    let other = poem(40).to_uppercase();
    world.write("poem.txt", &other);
    assert_eq!(pi.read("poem.txt"), other, "a diff would be longer than the text");
    assert_eq!(pi.noted()["mode"], "full_fallback");
    assert_eq!(pi.read("poem.txt"), unchanged(41));

    let shadow = pi.close();
    assert!(shadow.saved > 500, "{shadow:?}");
    assert_eq!(shadow.stderr, "", "there is no complaint");
    assert_eq!(shadow.tally.counts(), (3, 3, 1), "texts, markers, diffs");
}
