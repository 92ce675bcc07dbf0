//! What `reread doctor` says of a state directory.

use std::os::unix::fs::PermissionsExt as _;

use reread_testkit::World;

/// `doctor` reports what every command repairs by opening it.
#[test]
fn doctor_says_what_it_found_broken() {
    let world = World::with_secret("doctor_state");
    let elsewhere = world.beside("state");
    let named = |command: &str| world.run(&["--state", elsewhere.to_str().unwrap(), command]).text();
    assert_eq!(world.run(&["--state", elsewhere.to_str().unwrap(), "read", "a.txt"]).code, Some(0));
    std::fs::remove_file(elsewhere.join("key")).unwrap();
    assert!(named("doctor").contains("had no key and has a new one"));
    assert_eq!(world.run(&["read", "a.txt"]).code, Some(0));
    std::fs::set_permissions(world.path(".reread"), std::fs::Permissions::from_mode(0o755)).unwrap();
    assert!(world.run(&["doctor"]).text().contains("was readable by other users; its mode is fixed now"));
    assert!(world.run(&["doctor"]).text().contains("is yours alone and has its key"));
}
