#![expect(clippy::disallowed_methods, reason = "a test makes the files it looks at")]

use std::os::unix::fs::symlink;

use reread_path::RootedPath;

use super::led_by_first_link;
use crate::root::Root;

#[test]
fn a_name_is_led_by_its_first_link() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("a/b")).unwrap();
    for (target, link) in [
        ("b", "a/l"),
        ("../a/b", "a/up"),
        ("b/../b", "a/round"),
        ("/etc", "abs"),
        ("../x", "out"),
        ("not", "gone"),
    ] {
        symlink(target, folder.path().join(link)).unwrap();
    }
    let root = Root::open(folder.path()).unwrap();
    let check = |name: &str, expected: Option<&str>| {
        let name = RootedPath::from_bytes(name.as_bytes()).unwrap();
        let led = led_by_first_link(&root, &name).map(|led| led.to_string());
        assert_eq!(led.as_deref(), expected, "{name}");
    };
    check("a/b/f", None);
    check("a/l/f", Some("a/b/f"));
    check("a/l/deep/er", Some("a/b/deep/er"));
    check("a/up", Some("a/b"));
    check("gone/f", Some("not/f"));
    check("a/round/f", None);
    check("abs/f", None);
    check("out/f", None);
    check("missing/f", None);
}
