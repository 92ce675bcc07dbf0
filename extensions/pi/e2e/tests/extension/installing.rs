//! From nothing to a working extension: the folder, the packed package, and where the program is found.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use reread_pi_e2e::{PiLaunch, PiVersion, PiWorld};
use reread_testkit::program_under_test;

use crate::extension::poems::SONG;
use crate::extension::program::extension;
use crate::extension::reread::Reread;
use crate::extension::words::unchanged;

both! { packages_work_once_installed }

fn packages_work_once_installed(version: PiVersion) {
    let world = PiWorld::new();
    world.write("song.txt", SONG);
    install(&world, version, &extension());
    works(&world, version, |launch| launch.env("REREAD_BIN", program_under_test()));

    // Without REREAD_BIN, the program is looked for on the PATH.
    let folder = world.root().join("bin");
    fs::create_dir(&folder).unwrap();
    symlink(program_under_test(), folder.join("reread")).unwrap();
    let path = std::env::var("PATH").unwrap();
    works(&world, version, |launch| launch.env("PATH", format!("{}:{path}", folder.display())));

    let world = PiWorld::new();
    world.write("song.txt", SONG);
    let package = unpacked(&world);
    install(&world, version, &package);
    works(&world, version, |launch| launch.env("REREAD_BIN", program_under_test()));

    // The package for this platform comes before the PATH.
    let platform = format!("pi-reread-{}-{}", node_platform(), node_architecture());
    let bin = package.join("node_modules").join(platform).join("bin");
    fs::create_dir_all(&bin).unwrap();
    symlink(program_under_test(), bin.join("reread")).unwrap();
    works(&world, version, |launch| launch);
}

#[track_caller]
fn install(world: &PiWorld, version: PiVersion, package: &Path) {
    let installed = world.launch(version).run(&["install", package.to_str().unwrap()]);
    assert_eq!(installed.code, Some(0), "{installed:?}");
}

#[track_caller]
fn works<'w>(world: &'w PiWorld, version: PiVersion, more: impl FnOnce(PiLaunch<'w>) -> PiLaunch<'w>) {
    let mut pi = Reread::watch(world, more(world.launch(version).discovering()).rpc());
    assert_eq!(pi.read("song.txt"), SONG);
    assert_eq!(pi.read("song.txt"), unchanged(5));
    pi.close();
}

/// The package as npm would publish it, unpacked. It holds what is needed and nothing of the tests.
fn unpacked(world: &PiWorld) -> std::path::PathBuf {
    let mut pack = Command::new("npm");
    pack.args(["pack", "--silent", "--offline", "--pack-destination"]).arg(world.root()).arg(extension());
    pack.env("HOME", world.root()).current_dir(world.root());
    let packed = pack.output().expect("npm can be started");
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
    let tarball = world.root().join(String::from_utf8_lossy(&packed.stdout).trim());
    let list = Command::new("tar").arg("tzf").arg(&tarball).output().unwrap();
    let list = String::from_utf8(list.stdout).unwrap();
    let files: Vec<&str> = list.lines().collect();
    assert!(files.contains(&"package/index.ts") && files.contains(&"package/src/companion.ts"), "{files:?}");
    assert!(!files.iter().any(|file| file.contains("e2e")), "{files:?}");
    assert!(
        Command::new("tar").arg("xzf").arg(&tarball).current_dir(world.root()).status().unwrap().success()
    );
    let manifest = fs::read_to_string(world.root().join("package/package.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    for script in ["preinstall", "install", "postinstall", "prepare"] {
        assert!(manifest["scripts"][script].is_null(), "nothing runs on installation");
    }
    world.root().join("package")
}

fn node_platform() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    }
}

fn node_architecture() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    }
}
