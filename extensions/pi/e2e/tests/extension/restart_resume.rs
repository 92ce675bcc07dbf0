//! A session that goes on in another process: everything is in the session file.

use std::fs;

use reread_pi_e2e::{PiVersion, PiWorld, Script, ScriptedCall};
use reread_testkit::wait_until;

use crate::extension::poems::{SONG, poem, poem_with, slice};
use crate::extension::reread::Reread;
use crate::extension::words::{assert_diff, unchanged, unchanged_lines};

both! { a_resumed_session_goes_on  what_pi_read_alone_is_not_known  extensions_are_reloaded  the_last_snapshot_is_kept }

fn a_resumed_session_goes_on(version: PiVersion) {
    let world = PiWorld::new();
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    world.write("long.txt", poem(60));
    let mut pi = Reread::launch(&world, version);
    assert_eq!(pi.read("song.txt"), SONG);
    assert_eq!(pi.read("poem.txt"), poem(40));
    assert_eq!(pi.lines("long.txt", 5, 5), slice(&poem(60), 5, 9));
    let file = pi.session_file();
    pi.close();

    world.write("poem.txt", poem_with(40, 7));
    let mut pi = Reread::with(&world, version, |launch| launch.session(&file));
    assert_eq!(pi.read("song.txt"), unchanged(5));
    assert_diff(&pi.read("poem.txt"), 1, 41);
    assert_eq!(pi.lines("long.txt", 6, 2), unchanged_lines(6, 7, 61));
    pi.compact();
    pi.close();

    let mut pi = Reread::with(&world, version, |launch| launch.flag("--continue"));
    assert_eq!(pi.session_file(), file);
    assert_eq!(pi.read("poem.txt"), poem_with(40, 7), "the compaction was before the restart");
    let leaf = pi.leaf();
    pi.kill();

    let mut pi = Reread::with(&world, version, |launch| launch.session(&file));
    assert_eq!(pi.leaf(), leaf, "a pi that was killed has written all it said");
    assert_eq!(pi.read("poem.txt"), unchanged(41));
    pi.close();
}

/// A session that began without the extension has results without metadata.
fn what_pi_read_alone_is_not_known(version: PiVersion) {
    let world = PiWorld::new();
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    let mut plain = world.launch(version).rpc();
    plain.play(&Script::new().call(ScriptedCall::read("song.txt")));
    let file = plain.session_file();
    plain.close();

    let mut pi = Reread::with(&world, version, |launch| launch.session(&file));
    assert_eq!(pi.read("song.txt"), SONG);
    assert_eq!(pi.read("song.txt"), unchanged(5));
    assert_eq!(pi.read("poem.txt"), poem(40));
    pi.close();

    let mut plain = world.launch(version).session(&file).rpc();
    world.write("song.txt", "ONE\n");
    plain.play(&Script::new().call(ScriptedCall::read("song.txt")));
    plain.close();
    world.write("song.txt", SONG);
    let mut pi = Reread::with(&world, version, |launch| launch.session(&file));
    assert_eq!(pi.read("song.txt"), SONG, "pi alone has shown a newer text since");
    assert_eq!(pi.read("poem.txt"), unchanged(41), "another file is not concerned");
    pi.close();

    fs::remove_dir_all(world.project().join(".pi")).unwrap();
    let mut pi = Reread::with(&world, version, |launch| launch.session(&file));
    assert_eq!(pi.read("poem.txt"), unchanged(41), "nothing beside the session is needed");
    pi.close();
}

const RELOADING: &str = r#"
export default function (pi) {
  pi.registerCommand("again", { description: "", handler: (_args, ctx) => ctx.reload() });
}
"#;

/// `/reload` ends every extension and starts it anew, in the same process and session.
fn extensions_are_reloaded(version: PiVersion) {
    let world = PiWorld::new();
    world.write("song.txt", SONG);
    world.write("reloading.ts", RELOADING);
    let mut pi =
        Reread::with(&world, version, |launch| launch.extension(world.project().join("reloading.ts")));
    assert_eq!(pi.read("song.txt"), SONG);
    for _ in 0..3 {
        pi.command("/again");
        assert_eq!(pi.read("song.txt"), unchanged(5));
    }
    pi.compact();
    pi.command("/again");
    assert_eq!(pi.read("song.txt"), SONG);
    pi.close();
}

/// An answer does not wait for the disk, and the end of pi does not cut the disk short.
fn the_last_snapshot_is_kept(version: PiVersion) {
    let world = PiWorld::new();
    world.write("large.txt", poem(200_000));
    let mut pi = Reread::launch(&world, version);
    assert_eq!(pi.lines("large.txt", 3, 2), slice(&poem(200_000), 3, 4));
    let digest = pi.noted()["servedHash"].as_str().unwrap().to_owned();
    pi.close();
    let object = world.project().join(format!(".pi/readcache/objects/sha256-{digest}.txt"));
    wait_until("the object is stored", || {
        fs::read(&object).is_ok_and(|kept| kept == poem(200_000).as_bytes())
    });
    assert_eq!(
        fs::read_dir(world.project().join(".pi/readcache/tmp")).unwrap().count(),
        0,
        "nothing is left lying about"
    );
}
