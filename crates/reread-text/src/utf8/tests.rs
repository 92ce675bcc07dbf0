use super::{NotUtf8, as_utf8, char_floor, char_len};

/// The offset of the first bad byte; `None` for valid UTF-8.
fn check(bytes: &[u8], expected: Option<u64>) {
    let expected = expected.map_or(Ok(()), |valid_up_to| Err(NotUtf8 { valid_up_to }));
    assert_eq!(as_utf8(bytes).map(|_| ()), expected, "{bytes:?}");
}

#[test]
fn the_first_bad_byte_is_named() {
    check(b"", None);
    check("a\u{feff}é€😀\0".as_bytes(), None);
    check(b"ab\xff", Some(2));
    check(b"ab\x80c", Some(2));
    check(b"\xc3", Some(0));
    check(b"ab\xe2\x82", Some(2));
    check(b"ab\xe2\x82z", Some(2));
    check(b"ab\xf0\x9f\x98", Some(2));
    check(b"\xc0\xaf", Some(0));
    check(b"x\xed\xa0\x80", Some(1));
    check(b"\xf4\x90\x80\x80", Some(0));
    check(b"\xef\xbb\xbf\xfe", Some(3));
}

#[test]
fn no_character_is_cut() {
    let text = "aé€😀b".as_bytes();
    let floors: Vec<usize> = (0..=text.len() + 1).map(|index| char_floor(text, index)).collect();
    assert_eq!(floors, [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11]);
}

#[test]
fn bytes_that_form_no_character_may_be_cut_anywhere() {
    for bytes in [
        &b"\xff\xfe\xfd"[..],
        b"\x80\x80\x80\x80",
        b"\xe2\x82",
        b"\xf0\x9f\x98z",
        b"\xed\xa0\x80",
        b"\xc0\xaf",
    ] {
        for index in 0..=bytes.len() {
            assert_eq!(char_floor(bytes, index), index, "{bytes:?}");
        }
        assert_eq!(char_len(bytes), 1, "{bytes:?}");
    }
}
