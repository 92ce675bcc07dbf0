use reread_text::{Bounds, cut};

use super::ReplyCost;

fn check(text: &[u8], lines: u64, chars: u64) {
    assert_eq!(ReplyCost::of(text), ReplyCost { lines, chars }, "{text:?}");
}

#[test]
fn lines_and_characters_are_those_of_the_text() {
    check(b"", 0, 0);
    check(b"\n", 1, 1);
    check(b"a", 1, 1);
    check(b"a\n", 1, 2);
    check(b"a\r\nb", 2, 4);
    check("\u{feff}é\n".as_bytes(), 1, 3);
    check(b"\xff\xfe\n", 1, 3);
    check(b"\xe2\x82", 1, 2);
    check(b"a\0b", 1, 3);
}

#[test]
fn characters_are_counted_as_bounds_count_them() {
    for text in [&b"caf\xc3\xa9"[..], b"\xff\xfe\xfd", b"\xf0\x9f\x98", "e\u{301}😀".as_bytes()] {
        let chars = ReplyCost::of(text).chars;
        let fits = |max_chars| {
            cut(text, &Bounds { max_chars: Some(max_chars), ..Bounds::default() }).bytes == text.len()
        };
        assert!(fits(chars) && !fits(chars - 1), "{text:?} has {chars}");
    }
}

#[test]
fn a_sum_stays_at_the_largest_number() {
    let most = ReplyCost { lines: u64::MAX, chars: u64::MAX - 1 };
    assert_eq!(most.plus(ReplyCost { lines: 1, chars: 1 }), ReplyCost { lines: u64::MAX, chars: u64::MAX });
}
