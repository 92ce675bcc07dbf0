//! A secret is made once, for its owner alone, and what others could know is refused.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use reread_store::SecretFile;

fn refused(path: &Path, expected: &str) {
    let error = SecretFile::read_or_make(path).unwrap_err().to_string();
    assert_eq!(error.replace(&path.display().to_string(), "FILE"), expected);
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_missing_secret_is_made_with_256_random_bits_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("token");
    let made = SecretFile::read_or_make(&path).unwrap();
    assert!(made.is_new);
    let digits = made.text.strip_suffix('\n').unwrap();
    assert!(digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()), "{digits}");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let again = SecretFile::read_or_make(&path).unwrap();
    assert_eq!((again.text, again.is_new), (made.text.clone(), false));
    let other = SecretFile::read_or_make(&folder.path().join("other")).unwrap();
    assert_ne!(other.text, made.text);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
}

#[test]
fn processes_that_come_at_the_same_time_get_the_same_secret() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("token");
    let texts: Vec<String> = std::thread::scope(|scope| {
        let make = || SecretFile::read_or_make(&path).unwrap().text;
        let threads: Vec<_> = (0..16).map(|_| scope.spawn(make)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(texts.iter().all(|text| *text == texts[0]));
}

#[test]
fn what_others_can_read_is_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("token");
    fs::write(&path, "x\n").unwrap();
    for mode in [0o640, 0o604, 0o660, 0o644, 0o610] {
        set_mode(&path, mode);
        refused(&path, "FILE is not secret: it must belong to you, with mode 0600");
    }
    for mode in [0o600, 0o400] {
        set_mode(&path, mode);
        assert_eq!(SecretFile::read_or_make(&path).unwrap().text, "x\n");
    }
}

#[test]
fn what_can_be_pointed_elsewhere_is_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let (path, target) = (folder.path().join("token"), folder.path().join("target"));
    symlink(&target, &path).unwrap();
    refused(&path, "FILE is not a regular file");
    assert!(!target.exists(), "nothing is made behind a link");
    SecretFile::read_or_make(&target).unwrap();
    refused(&path, "FILE is not a regular file");
    refused(folder.path(), "FILE is not a regular file");
    refused(Path::new("/"), "FILE does not end in the name of a file");
}

#[test]
fn what_is_no_short_text_is_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("token");
    for bytes in [vec![0xff], vec![b'x'; 64 * 1024 + 1]] {
        fs::write(&path, bytes).unwrap();
        set_mode(&path, 0o600);
        refused(&path, "FILE is not a text of at most 64 KiB");
    }
}
