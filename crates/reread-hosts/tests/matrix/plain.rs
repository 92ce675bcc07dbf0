//! What is left to pi alone.

use reread_context::{Fallback, FileKey, HeldLines};
use reread_hosts::pi::{PiAnswer, PiRead, answer};
use reread_text::{DiffLimits, Digest};

/// The answer to a read of these bytes by a model that holds nothing.
fn check(bytes: &[u8], offset: Option<u64>, limit: Option<u64>, is_plain: bool) {
    let file = FileKey::new("/home/dev/proj/a.txt");
    let read = PiRead { file: &file, name: "a.txt", offset, limit, bytes };
    let none = |_: &Digest| Err(Fallback::BaseLost);
    let is_left_to_pi = answer(&HeldLines::default(), &read, DiffLimits::default(), none) == PiAnswer::Plain;
    assert_eq!(is_left_to_pi, is_plain, "{bytes:?} {offset:?} {limit:?}");
}

#[test]
fn what_is_not_a_text_is_left_to_pi() {
    check(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", None, None, true);
    check(b"caf\xe9\n", None, None, true);
    check(b"text\0with a nul\n", None, None, false);
    check(b"", None, None, false);
}

#[test]
fn lines_that_do_not_exist_are_left_to_pi() {
    check(b"one\ntwo\n", Some(4), None, true);
    check(b"one\ntwo\n", Some(3), None, false);
    check(b"one\ntwo\n", None, Some(0), true);
    check(b"one\ntwo\n", Some(u64::MAX), Some(u64::MAX), true);
    check(b"one\ntwo\n", Some(0), None, false);
}
