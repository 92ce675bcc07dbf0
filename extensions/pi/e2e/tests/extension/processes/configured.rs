//! What the user configured for pi.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use reread_pi_e2e::{PiVersion, PiWorld};
use reread_testkit::wait_until;

use crate::extension::poems::{SONG, poem, poem_with};
use crate::extension::reread::Reread;
use crate::extension::words::{assert_diff, unchanged};

both! { settings_are_heeded }

fn configure(world: &PiWorld, pi: &str) {
    let folder = world.root().join(".config/reread");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.toml"), format!("version = 1\n[pi]\n{pi}\n")).unwrap();
}

fn settings_are_heeded(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::with(&world, version, |launch| launch.env("STORES", world.root().join("stores")));
    pi.may_warn = true;
    switched_off(&world, &mut pi);
    broken(&world, &mut pi);
    stores(&world, &mut pi);
    files_and_limits(&world, &mut pi);
    pi.close();
}

fn switched_off(world: &PiWorld, pi: &mut Reread<'_>) {
    world.write("song.txt", SONG);
    configure(world, "enabled = false");
    for _ in 0..5 {
        pi.new_session();
        for _ in 0..3 {
            assert_eq!(pi.read("song.txt"), SONG);
        }
        assert_eq!(pi.noted(), serde_json::Value::Null);
    }
    assert_eq!(pi.warnings(), [""; 0], "who switches it off knows");
    assert!(!world.project().join(".pi").exists(), "nothing is kept");
}

fn broken(world: &PiWorld, pi: &mut Reread<'_>) {
    for (text, fault) in
        [("nonsense = 1", "config.toml"), ("enabled = 1", "config.toml"), ("store = \"$UNSET/x\"", "UNSET")]
    {
        configure(world, text);
        let warned = pi.warnings().len();
        pi.new_session();
        for _ in 0..3 {
            assert_eq!(pi.read("song.txt"), SONG, "rules that cannot be read are not \"no rules\"");
        }
        let told = pi.warnings().split_off(warned);
        assert!(told.len() == 1 && told[0].contains(fault), "{text}: {told:?}");
    }
}

fn stores(world: &PiWorld, pi: &mut Reread<'_>) {
    let warned = pi.warnings().len();
    configure(world, "store = \"$STORES/pi\"");
    pi.new_session();
    world.write("poem.txt", poem(40));
    assert_eq!(pi.read("poem.txt"), poem(40));
    world.write("poem.txt", poem_with(40, 7));
    assert_diff(&pi.read("poem.txt"), 1, 41);
    let store = world.root().join("stores/pi");
    wait_until("two objects are stored", || {
        fs::read_dir(store.join("objects")).is_ok_and(|objects| objects.count() == 2)
    });
    assert_eq!(fs::metadata(&store).unwrap().permissions().mode() & 0o077, 0, "no other user may look");
    assert!(!world.project().join(".pi").exists());

    // What cannot be kept cannot be compared, and that is all.
    fs::write(world.root().join("a-file"), "").unwrap();
    configure(world, "store = \"$STORES/../a-file/pi\"");
    pi.new_session();
    assert_eq!(pi.read("poem.txt"), poem_with(40, 7));
    assert_eq!(pi.read("poem.txt"), unchanged(41));
    world.write("poem.txt", poem(40));
    assert_eq!(pi.read("poem.txt"), poem(40));
    assert_eq!(pi.noted()["mode"], "full_fallback");
    assert_eq!(pi.warnings().len(), warned);
}

fn files_and_limits(world: &PiWorld, pi: &mut Reread<'_>) {
    configure(world, "exclude = [\"*.log\", \"deep/er\", \"secret/\"]\ndiff_lines = 30");
    pi.new_session();
    for name in ["a.log", "logs/b.log", "deep/er/c.txt", "deep/secret/d.txt"] {
        world.write(name, SONG);
        assert_eq!([pi.read(name), pi.read(name)], [SONG, SONG], "{name}");
    }
    for name in ["deep/b.txt", "other/deep/er/c.txt", "secret.txt"] {
        world.write(name, SONG);
        assert_eq!([pi.read(name), pi.read(name)], [SONG.to_owned(), unchanged(5)], "{name}");
    }
    assert_eq!(pi.read("poem.txt"), poem(40));
    world.write("poem.txt", poem_with(40, 7));
    assert_eq!(pi.read("poem.txt"), poem_with(40, 7), "longer texts are not compared");
    assert_eq!(pi.read("poem.txt"), unchanged(41));
}
