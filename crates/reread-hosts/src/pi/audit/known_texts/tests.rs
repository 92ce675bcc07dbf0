use std::cell::Cell;
use std::collections::HashMap;

use reread_text::{Digest, LineRange};

use super::{KnownLines, KnownTexts};
use crate::pi::audit::passage::{lines_in, passage};

/// What is found under the digest of `file` if `stored` is what was stored there.
fn check(file: &str, stored: &[u8], expected: Option<&str>) {
    let delivered = HashMap::new();
    let asked = Cell::new(0);
    let load = |_: &Digest| {
        asked.set(asked.get() + 1);
        Some(stored.to_vec())
    };
    let mut known = KnownTexts::new(&delivered, &load);
    for _ in 0..2 {
        assert_eq!(known.text(&Digest::of(file.as_bytes())).as_deref(), expected);
    }
    assert_eq!(asked.get(), 1, "asked again");
}

#[test]
fn a_snapshot_is_believed_for_its_digest() {
    check("a\n", b"a\n", Some("a\n"));
    check("", b"", Some(""));
    check("a\n", b"b\n", None);
    check("a\n", b"a\n\n", None);
}

#[test]
fn a_byte_order_mark_that_was_left_out_is_put_back() {
    check("\u{feff}a\n", b"a\n", Some("\u{feff}a\n"));
    check("\u{feff}a\n", b"b\n", None);
    check("a\n", "\u{feff}a\n".as_bytes(), None);
}

#[test]
fn lines_are_those_of_the_text() {
    for text in ["", "a", "a\n", "a\nb", "\n", "\n\n", "a\r\nb\n"] {
        let lines = KnownLines::new(text.into());
        assert_eq!(lines.count(), lines_in(text));
        for (first, last) in (1..5_u64).flat_map(|first| (first..5).map(move |last| (first, last))) {
            let range = LineRange::new(first, last).unwrap();
            assert_eq!(lines.passage(range), passage(text, range), "{range} of {text:?}");
        }
        assert_eq!(lines.passage(LineRange::new(1, u64::MAX).unwrap()), None);
    }
}

#[test]
fn bytes_that_are_no_text_are_not_known() {
    let bytes: &[u8] = b"\xff\n";
    let delivered = HashMap::new();
    let load = |_: &Digest| Some(bytes.to_vec());
    assert_eq!(KnownTexts::new(&delivered, &load).text(&Digest::of(bytes)), None);
}
