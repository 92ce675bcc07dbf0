#![expect(clippy::disallowed_methods, reason = "tests make and look at folders by path")]

use super::*;

/// Callers have checked the names already; this is the last check.
#[test]
fn a_name_that_is_not_one_component_is_refused_by_every_step() {
    let base = tempfile::tempdir().unwrap();
    let path = base.path().join("folder");
    std::fs::create_dir(&path).unwrap();
    std::fs::write(base.path().join("outside"), "precious").unwrap();
    std::fs::write(path.join("a"), "one").unwrap();
    let folder = File::open(&path).unwrap();
    let absolute = base.path().join("outside").into_os_string().into_encoded_bytes();
    for name in [&b""[..], b".", b"..", b"../outside", b"./a", b"a/", &absolute] {
        let refused = [
            RealDisk.open(&folder, name).map(drop),
            RealDisk.create(&folder, name, 0o644).map(drop),
            RealDisk.create_folder(&folder, name).map(drop),
            RealDisk.move_new(&folder, b"a", name),
            RealDisk.move_new(&folder, name, b"b"),
            RealDisk.move_over(&folder, b"a", name),
            RealDisk.move_over(&folder, name, b"a"),
            RealDisk.exchange(&folder, b"a", name),
            RealDisk.exchange(&folder, name, b"a"),
            RealDisk.remove(&folder, name),
        ];
        for error in refused.map(Result::unwrap_err) {
            assert_eq!(error.kind(), io::ErrorKind::InvalidFilename, "{name:?}");
        }
        assert!(!RealDisk.may_write(&folder, name));
    }
    assert_eq!(std::fs::read(base.path().join("outside")).unwrap(), b"precious");
    assert_eq!(std::fs::read(path.join("a")).unwrap(), b"one");
}
