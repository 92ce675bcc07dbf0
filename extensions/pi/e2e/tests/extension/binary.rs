//! Files that are left to pi alone: images, what is no text, secrets, and what cannot be read.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use reread_pi_e2e::{PiVersion, PiWorld, ScriptedCall};

use crate::extension::poems::SONG;
use crate::extension::reread::{Reread, without_extension};
use crate::extension::words::unchanged;

both! { what_is_left_to_pi }

/// An image of one pixel.
const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\nIDATx\x9cc\0\x01\0\0\x05\0\x01\r\n-\xb4\0\0\0\0IEND\xaeB`\x82";

fn what_is_left_to_pi(version: PiVersion) {
    let world = PiWorld::new();
    let secrets = [
        ".env",
        ".env.local",
        "deep/.env",
        "key.pem",
        "a.key",
        "b.p12",
        "c.pfx",
        "d.crt",
        "e.cer",
        "f.der",
        "g.pk8",
        "id_rsa",
        "id_ed25519",
        ".npmrc",
        ".netrc",
    ];
    for secret in secrets {
        world.write(secret, format!("secret of {secret}\n"));
    }
    world.write("pixel.png", PIXEL);
    world.write("pixel.txt", PIXEL);
    world.write("latin.txt", b"caf\xe9\n");
    world.write("locked.txt", "locked\n");
    fs::set_permissions(world.project().join("locked.txt"), fs::Permissions::from_mode(0o000)).unwrap();
    symlink(".env", world.project().join("notes.txt")).unwrap();
    symlink("nowhere", world.project().join("broken.txt")).unwrap();
    symlink("deep", world.project().join("shallow")).unwrap();
    let others =
        ["pixel.png", "pixel.txt", "latin.txt", "notes.txt", "broken.txt", "shallow/.env", "deep", ""];
    let calls: Vec<ScriptedCall> =
        secrets.iter().chain(&others).map(|name| ScriptedCall::read(name)).collect();
    let plain = without_extension(&world, version, &calls);
    assert!(plain.iter().any(|(text, ..)| text.starts_with("Read image file [image/png]")), "{plain:?}");

    let mut pi = Reread::launch(&world, version);
    // What pi says of an image is no text of the file.
    pi.witness.is_meddled_with = true;
    for _ in 0..2 {
        assert_eq!(pi.answers(&calls), plain);
    }
    let results = pi.session().results();
    assert!(results.iter().all(|result| result.details["readcache"].is_null()), "{results:?}");
    let objects = world.project().join(".pi/readcache/objects");
    let kept: Vec<_> = fs::read_dir(objects).into_iter().flatten().collect();
    assert!(kept.is_empty(), "{kept:?}");

    let locked = [ScriptedCall::read("locked.txt")];
    let plain = without_extension(&world, version, &locked);
    assert_eq!(pi.answers(&locked), plain, "whether it can be read depends on who asks");

    // What a file was before it became something else is gone.
    world.write("song.txt", SONG);
    for other in [PIXEL, b"caf\xe9\n"] {
        assert_eq!(pi.read("song.txt"), SONG);
        assert_eq!(pi.read("song.txt"), unchanged(5));
        world.write("song.txt", other);
        assert_ne!(pi.read("song.txt"), SONG);
        world.write("song.txt", SONG);
    }
    assert_eq!(pi.read("song.txt"), SONG);
    pi.close();
}
