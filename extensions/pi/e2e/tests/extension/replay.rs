//! Replay: what is believed comes from the active branch, and a lost store changes nothing about it.

use std::fs;

use reread_pi_e2e::{PiVersion, PiWorld, Script, ScriptedCall};
use reread_testkit::wait_until;
use serde_json::json;

use crate::extension::poems::{SONG, poem, poem_with, slice};
use crate::extension::reread::Reread;
use crate::extension::witness::NO_TEXT;
use crate::extension::words::{assert_diff, unchanged};

both! { later_words_win  odd_texts_are_kept_as_they_are  the_store_only_supports }

fn later_words_win(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    world.write("poem.txt", poem(40));
    assert_eq!(pi.read("poem.txt"), poem(40));
    world.write("poem.txt", poem_with(40, 7));
    assert_diff(&pi.read("poem.txt"), 1, 41);
    world.write("poem.txt", poem(40));
    assert_diff(&pi.read("poem.txt"), 1, 41);
    assert_eq!(pi.read("poem.txt"), unchanged(41));

    // The newer text of some lines takes the place of the older text of the whole.
    world.write("poem.txt", poem_with(40, 7));
    assert_eq!(pi.lines("poem.txt", 6, 3), slice(&poem_with(40, 7), 6, 8));
    world.write("poem.txt", poem(40));
    assert_eq!(pi.read("poem.txt"), poem(40));

    writes_of_the_model(&world, &mut pi);
    failures_are_no_evidence(&world, &mut pi);
    pi.close();
}

/// After a write of the model's own, "unchanged" might be taken for word of it.
fn writes_of_the_model(world: &PiWorld, pi: &mut Reread<'_>) {
    world.write("own.txt", poem(40));
    assert_eq!(pi.read("own.txt"), poem(40));
    pi.call(ScriptedCall::new("write", json!({ "path": "own.txt", "content": poem_with(40, 3) })));
    assert_diff(&pi.read("own.txt"), 1, 41);
    assert_eq!(pi.read("own.txt"), unchanged(41));
    pi.call(ScriptedCall::new("write", json!({ "path": "own.txt", "content": poem_with(40, 3) })));
    assert_eq!(pi.read("own.txt"), poem_with(40, 3));
    assert_eq!(pi.read("own.txt"), unchanged(41));
}

/// A read that fails shows that the file is no longer what it was.
fn failures_are_no_evidence(world: &PiWorld, pi: &mut Reread<'_>) {
    world.write("song.txt", SONG);
    assert_eq!(pi.read("song.txt"), SONG);
    fs::remove_file(world.project().join("song.txt")).unwrap();
    assert!(pi.read("song.txt").starts_with("ENOENT"));
    world.write("song.txt", SONG);
    assert_eq!(pi.read("song.txt"), SONG);
    assert_eq!(pi.read("song.txt"), unchanged(5));
}

fn odd_texts_are_kept_as_they_are(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    let cases = [
        ("empty", "", 1),
        ("no-end", "a\nb", 2),
        ("crlf", "a\r\nb\r\n", 3),
        ("cr", "a\rb\r", 1),
        ("bom", "\u{feff}a\n", 2),
        ("nul", "a\0b\n", 2),
        ("separators", "a\u{2028}b\u{2029}c\u{85}d\n", 2),
        ("wide", "\u{1f600}\u{301}\n", 2),
        ("our-words", "[readcache: unchanged, 9 lines]\n", 2),
    ];
    for (name, text, total) in cases {
        world.write(name, text);
        let told = pi.read(name);
        assert_eq!(told, if text.is_empty() { NO_TEXT } else { text }, "{name}");
        assert_eq!(pi.read(name), unchanged(total), "{name}");
    }
    let crlf = poem(40).replace('\n', "\r\n");
    world.write("crlf", &crlf);
    assert_eq!(pi.read("crlf"), crlf);
    let changed = crlf.replace("verse 7 ", "verse seven ");
    world.write("crlf", &changed);
    assert_diff(&pi.read("crlf"), 1, 41);
    world.write("crlf", changed.trim_end());
    assert_diff(&pi.read("crlf"), 1, 40);
    world.write("crlf", "");
    assert_eq!(pi.read("crlf"), NO_TEXT);
    world.write("crlf", &crlf);
    assert_eq!(pi.read("crlf"), crlf);
    pi.close();
}

fn the_store_only_supports(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    let store = world.project().join(".pi/readcache");
    world.write("poem.txt", poem(40));
    assert_eq!(pi.read("poem.txt"), poem(40));
    let hash = pi.noted()["servedHash"].as_str().unwrap().to_owned();
    let object = store.join(format!("objects/sha256-{hash}.txt"));
    // The answer does not wait for the disk.
    wait_until("the object is stored", || fs::read_to_string(&object).is_ok_and(|kept| kept == poem(40)));
    assert!(store.join("tmp").is_dir());

    fs::write(&object, "something else").unwrap();
    assert_eq!(pi.read("poem.txt"), unchanged(41), "a whole text is proven by its digest");
    fs::write(&object, "something else").unwrap();
    world.write("poem.txt", poem_with(40, 7));
    assert_eq!(pi.read("poem.txt"), poem_with(40, 7), "a damaged snapshot is no base");
    assert_eq!(pi.noted()["mode"], "full_fallback");

    fs::remove_dir_all(store.join("objects")).unwrap();
    assert_eq!(pi.read("poem.txt"), unchanged(41));
    fs::remove_dir_all(&store).unwrap();
    world.write("poem.txt", poem(40));
    assert_eq!(pi.read("poem.txt"), poem(40), "a lost snapshot is no base");
    assert_eq!(pi.noted()["mode"], "full_fallback");
    let run =
        pi.play(&Script::new().call(ScriptedCall::read("poem.txt")).call(ScriptedCall::read("poem.txt")));
    assert_eq!(run.results[1].text, unchanged(41));
    pi.close();
}
