use super::{BEGINNING, BinaryKind, binary_kind, has_nul_outside_utf8, is_utf8_inside};

fn check(bytes: &[u8], expected: Option<BinaryKind>) {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned();
    assert_eq!(binary_kind(bytes), expected, "{} bytes: {start:?}", bytes.len());
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn behind_text(length: usize, end: &[u8]) -> Vec<u8> {
    [&b"a line of text\n".repeat(length / 15 + 1)[..length], end].concat()
}

#[test]
fn text_is_text() {
    for text in [
        &b""[..],
        b"one\n",
        "é漢😀\n".as_bytes(),
        b"caf\xe9 au lait, s'il vous pla\xeet\n",
        b"\x1b[1mbold\x1b[0m\r\n",
    ] {
        check(text, None);
    }
    check(&behind_text(9_000, b"caf\xe9\n"), None);
    // A character at the end of what decides.
    check(&behind_text(BEGINNING - 1, "é and more\n".as_bytes()), None);
}

#[test]
fn a_nul_in_utf8_is_text() {
    check(b"one\0two\n", None);
    check(b"\0", None);
    // A file that is nothing but a hole.
    check(&[0; 512], None);
    check(&behind_text(9_000, b"\0after a crash\n"), None);
    check(&behind_text(9_000, &[0; 4096]), None);
    check(&b"name\0other name\0".repeat(50), None);
}

#[test]
fn a_nul_elsewhere_is_not_text_wherever_it_stands() {
    for length in [0, 100, BEGINNING - 1, BEGINNING, 9_000, 200_000] {
        for end in [&b"\0\xff"[..], b"\xff\0", b"\xe9\n\0", b"\0\n\n\xc3\x28\n"] {
            check(&behind_text(length, end), Some(BinaryKind::Unknown));
        }
    }
    check(&[&b"\xff"[..], &behind_text(9_000, b"\0")].concat(), Some(BinaryKind::Unknown));
}

#[test]
fn numbers_are_not_text() {
    check(&[&[1, 0, 0, 0][..]; 40].concat(), Some(BinaryKind::Unknown));
}

#[test]
fn utf16_is_told_with_and_without_its_mark() {
    check(b"\xff\xfeo\0n\0e\0", Some(BinaryKind::Utf16));
    check(b"\xfe\xff\0o\0n\0e", Some(BinaryKind::Utf16));
    check(&utf16("one two three\r\n"), Some(BinaryKind::Utf16));
    check(&[&[0][..], &utf16("one two three")].concat(), Some(BinaryKind::Utf16));
    check(&utf16("un café, señor\n"), Some(BinaryKind::Utf16));
    check(b"a\0b\0c\0", None);
    check(&utf16("один два три, и ещё немного\n"), Some(BinaryKind::Unknown));
}

#[test]
fn formats_are_known_by_their_beginning() {
    let pdf = [&b"%PDF-1.4\n"[..], &behind_text(20_000, b"")].concat();
    check(&pdf, Some(BinaryKind::Format("a PDF document")));
    check(b"PK\x03\x04\x14", Some(BinaryKind::Format("a zip archive")));
    check(b"\x7fELF\x02\x01\x01", Some(BinaryKind::Format("an ELF file")));
    check(b"\x1f\x8b\x08", Some(BinaryKind::Format("gzip data")));
    check(b"SQLite format 3\0\x10\0", Some(BinaryKind::Format("an SQLite database")));
    check(b"BZh91AY&SY", Some(BinaryKind::Format("bzip2 data")));
    check(b"GIF89a\x01\0\x01\0", Some(BinaryKind::Format("a GIF image")));
    check(b"!<arch>\nlib.o/  0", Some(BinaryKind::Format("an ar archive")));
    let mut tar = behind_text(257, b"ustar\x0000");
    tar[100] = 0;
    check(&tar, Some(BinaryKind::Format("a tar archive")));
    // Text that begins with such a word.
    for text in
        ["%PDF-Dateien\n", "GIF89a is a format of images\n", "RIFF and others\n", "MZ\n", "BZh is the name\n"]
    {
        check(text.as_bytes(), None);
    }
}

#[test]
fn characters_that_are_cut_at_the_ends_are_no_reason() {
    let text = "ж漢😀".repeat(3).into_bytes();
    for start in 0..text.len() {
        for end in start..=text.len() {
            let part = &text[start..end];
            assert!(is_utf8_inside(part), "{start}..{end}");
        }
    }
    assert!(!has_nul_outside_utf8("ж\0ж".as_bytes().get(1..4).unwrap()));
    assert!(has_nul_outside_utf8(b"\xe9\0\xe9\n"));
    assert!(!is_utf8_inside(b"a\xffb"));
    assert!(!is_utf8_inside(b"\x80\x80\x80\x80"));
    assert!(!is_utf8_inside(b"caf\xe9 au lait"));
}
