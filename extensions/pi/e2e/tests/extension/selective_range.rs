//! Lines: what was shown of them is known, and nothing else.

use reread_pi_e2e::{PiVersion, PiWorld, ScriptedCall};
use serde_json::json;

use crate::extension::poems::{SONG, poem, poem_with, slice};
use crate::extension::reread::Reread;
use crate::extension::words::{assert_diff, changed_elsewhere, unchanged, unchanged_lines};

both! { lines_are_known_as_they_were_shown  wholes_and_parts }

fn lines_are_known_as_they_were_shown(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    world.write("poem.txt", poem(40));
    assert_eq!(pi.lines("poem.txt", 10, 5), slice(&poem(40), 10, 14), "first range read gives the slice");
    assert_eq!(pi.noted()["scopeKey"], "r:10:14");
    assert_eq!(pi.lines("poem.txt", 10, 5), unchanged_lines(10, 14, 41));
    assert_eq!(pi.noted()["mode"], "unchanged_range");
    assert_eq!(pi.lines("poem.txt", 11, 2), unchanged_lines(11, 12, 41), "a part of it is known too");
    assert_eq!(pi.lines("poem.txt", 9, 3), slice(&poem(40), 9, 11), "one line more is not");
    assert_eq!(pi.lines("poem.txt", 9, 6), unchanged_lines(9, 14, 41), "pieces that meet are one");

    world.write("poem.txt", poem_with(40, 30));
    assert_eq!(pi.lines("poem.txt", 10, 5), changed_elsewhere(10, 14));
    world.write("poem.txt", poem_with(40, 12));
    assert_eq!(
        pi.lines("poem.txt", 10, 5),
        slice(&poem_with(40, 12), 10, 14),
        "a change inside gives the slice"
    );
    assert_eq!(pi.noted()["mode"], "full_fallback");
    world.write("poem.txt", format!("a new first line\n{}", poem_with(40, 12)));
    let shifted = world.read("poem.txt");
    assert_eq!(
        pi.lines("poem.txt", 10, 5),
        slice(&shifted, 10, 14),
        "lines that were shifted are other lines"
    );
    assert_eq!(pi.lines("poem.txt", 10, 5), unchanged_lines(10, 14, 42));
    assert_eq!(pi.read("poem.txt"), shifted, "lines are not the whole");

    world.write("short.txt", poem(12));
    assert_eq!(pi.lines("short.txt", 10, 100), slice(&poem(12), 10, 13));
    assert_eq!(
        pi.lines("short.txt", 10, 4),
        unchanged_lines(10, 13, 13),
        "lines behind the end do not exist"
    );
    world.write("short.txt", poem(11));
    assert_eq!(pi.lines("short.txt", 10, 100), slice(&poem(11), 10, 12), "a line is gone");
    pi.close();
}

fn wholes_and_parts(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    world.write("poem.txt", poem(40));
    assert_eq!(pi.read("poem.txt"), poem(40));
    assert_eq!(pi.lines("poem.txt", 3, 2), unchanged_lines(3, 4, 41), "the whole covers its lines");
    assert_eq!(pi.lines("poem.txt", 1, 41), unchanged(41), "all lines are the whole");
    assert_eq!(pi.lines("poem.txt", 1, 4000), unchanged(41));
    assert_eq!(
        pi.call(ScriptedCall::new("read", json!({ "path": "poem.txt", "offset": 40 }))),
        unchanged_lines(40, 41, 41)
    );
    assert_eq!(
        pi.call(ScriptedCall::new("read", json!({ "path": "poem.txt", "limit": 2 }))),
        unchanged_lines(1, 2, 41)
    );
    world.write("poem.txt", poem_with(40, 7));
    assert_eq!(pi.lines("poem.txt", 20, 3), changed_elsewhere(20, 22));
    assert_eq!(pi.lines("poem.txt", 7, 1), slice(&poem_with(40, 7), 7, 7));
    assert_eq!(
        pi.lines("poem.txt", 7, 1),
        unchanged_lines(7, 7, 41),
        "the fresher of lines and whole counts"
    );

    world.write("song.txt", SONG);
    assert_eq!(pi.lines("song.txt", 1, 2), slice(SONG, 1, 2));
    assert_eq!(pi.lines("song.txt", 3, 3), slice(SONG, 3, 5));
    assert_eq!(pi.read("song.txt"), unchanged(5), "all pieces are the whole");
    world.write("piece.txt", poem(40));
    assert_eq!(pi.lines("piece.txt", 1, 20), slice(&poem(40), 1, 20));
    assert_eq!(pi.lines("piece.txt", 21, 21), slice(&poem(40), 21, 41));
    world.write("piece.txt", poem_with(40, 30));
    assert_diff(&pi.read("piece.txt"), 1, 41);
    pi.close();
}
