#![expect(clippy::disallowed_methods, reason = "tests set up and inspect folders by path")]

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use tempfile::TempDir;

use super::{ConfigFile, ConfigScope};

fn world() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(dir.path().join("base")).unwrap();
    std::fs::write(dir.path().join("secret"), "secret").unwrap();
    dir
}

fn read(world: &TempDir, scope: ConfigScope, path: &str) -> ConfigFile {
    ConfigFile::read(scope, &world.path().join("base"), Path::new(path)).unwrap()
}

fn refusal(world: &TempDir, scope: ConfigScope, path: &str) -> String {
    let error = ConfigFile::read(scope, &world.path().join("base"), Path::new(path)).unwrap_err();
    error.to_string().replace(&world.path().canonicalize().unwrap().display().to_string(), "W")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_replaced_with_its_mode_and_nothing_is_left_beside_it() {
    for scope in [ConfigScope::Project, ConfigScope::User] {
        let world = world();
        let path = world.path().join("base/a.json");
        std::fs::write(&path, "old").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        let file = read(&world, scope, "a.json");
        assert_eq!(file.bytes(), Some(&b"old"[..]));
        file.replace(b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o7777, 0o640);
        assert_eq!(names(&world.path().join("base")), ["a.json"]);
    }
}

#[test]
fn a_new_file_comes_with_its_folders_and_a_users_is_private() {
    for (scope, mask) in [(ConfigScope::Project, 0o111), (ConfigScope::User, 0o177)] {
        let world = world();
        let file = read(&world, scope, "x/y/a.json");
        assert_eq!(file.bytes(), None);
        assert_eq!(names(&world.path().join("base")), [""; 0], "reading makes nothing");
        file.replace(b"new").unwrap();
        let path = world.path().join("base/x/y/a.json");
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(path.metadata().unwrap().permissions().mode() & mask, 0, "{scope:?}");
        read(&world, scope, "x/y/a.json").remove().unwrap();
        assert!(!path.exists());
    }
}

#[test]
fn no_link_of_a_project_is_followed() {
    let world = world();
    let base = world.path().join("base");
    symlink("../secret", base.join("a.json")).unwrap();
    symlink("..", base.join("up")).unwrap();
    symlink("nowhere", base.join("gone")).unwrap();
    let link = |name: &str| format!("W/base/{name} is a link, and no link of a project is followed");
    assert_eq!(refusal(&world, ConfigScope::Project, "a.json"), link("a.json"));
    assert_eq!(refusal(&world, ConfigScope::Project, "up/secret"), link("up"));
    assert_eq!(refusal(&world, ConfigScope::Project, "gone/a.json"), link("gone"));
    assert_eq!(std::fs::read(world.path().join("secret")).unwrap(), b"secret");
}

/// A link that appears between reading and writing is not followed.
#[test]
fn a_link_that_appears_later_is_not_followed() {
    let world = world();
    let base = world.path().join("base");
    std::fs::create_dir(base.join("x")).unwrap();
    let file = read(&world, ConfigScope::Project, "x/a.json");
    std::fs::remove_dir(base.join("x")).unwrap();
    symlink("..", base.join("x")).unwrap();
    assert!(file.replace(b"new").unwrap_err().to_string().ends_with("no link of a project is followed"));
    assert_eq!(names(world.path()), ["base", "secret"]);
}

#[test]
fn a_link_of_the_user_stays_and_its_target_is_replaced() {
    let world = world();
    let base = world.path().join("base");
    std::fs::create_dir(world.path().join("dotfiles")).unwrap();
    std::fs::write(world.path().join("dotfiles/a.json"), "old").unwrap();
    symlink("../dotfiles/a.json", base.join("a.json")).unwrap();
    symlink("../dotfiles", base.join("folder")).unwrap();
    read(&world, ConfigScope::User, "a.json").replace(b"new").unwrap();
    read(&world, ConfigScope::User, "folder/sub/b.json").replace(b"b").unwrap();
    assert!(base.join("a.json").is_symlink());
    assert_eq!(std::fs::read(world.path().join("dotfiles/a.json")).unwrap(), b"new");
    assert_eq!(std::fs::read(world.path().join("dotfiles/sub/b.json")).unwrap(), b"b");
    symlink("nowhere", base.join("gone.json")).unwrap();
    assert_eq!(
        refusal(&world, ConfigScope::User, "gone.json"),
        "W/base/gone.json is a link that leads nowhere"
    );
}

#[test]
fn a_write_of_another_process_is_not_lost() {
    for scope in [ConfigScope::Project, ConfigScope::User] {
        let world = world();
        let path = world.path().join("base/a.json");
        let absent = read(&world, scope, "a.json");
        std::fs::write(&path, "theirs").unwrap();
        assert!(absent.replace(b"ours").is_err());
        let file = read(&world, scope, "a.json");
        std::fs::write(&path, "theirs, later").unwrap();
        assert!(file.replace(b"ours").is_err() && file.remove().is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"theirs, later");
        assert_eq!(names(&world.path().join("base")), ["a.json"]);
    }
}

#[test]
fn only_a_regular_file_is_read() {
    let world = world();
    let base = world.path().join("base");
    std::fs::create_dir(base.join("folder")).unwrap();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        base.join("pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::from_raw_mode(0o600),
        0,
    )
    .unwrap();
    for scope in [ConfigScope::Project, ConfigScope::User] {
        assert_eq!(refusal(&world, scope, "folder"), "W/base/folder is not a regular file");
        assert_eq!(refusal(&world, scope, "pipe"), "W/base/pipe is not a regular file");
    }
}
