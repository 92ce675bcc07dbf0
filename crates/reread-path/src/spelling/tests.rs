use super::*;

fn check(name: &[u8], spelling: &str) {
    assert_eq!(spell(name), spelling);
    assert_eq!(unspell(spelling).as_deref(), Some(name), "{spelling}");
}

#[test]
fn plain_names_are_written_as_they_are() {
    check(b"", "");
    check(b"src/main.rs", "src/main.rs");
    check("Überblick — 概要.md".as_bytes(), "Überblick — 概要.md");
    check("Screenshot 3.04\u{202f}PM.png".as_bytes(), "Screenshot 3.04\u{202f}PM.png");
    check(b"-rf [a] * {a,b} 'q' \"q\" $HOME ~", "-rf [a] * {a,b} 'q' \"q\" $HOME ~");
}

#[test]
fn bytes_that_are_no_text_are_escaped() {
    check(b"\xff", r"\xff");
    check(b"caf\xe9.txt", r"caf\xe9.txt");
    check(b"\xc3", r"\xc3");
    check(b"\xed\xa0\x80", r"\xed\xa0\x80");
}

#[test]
fn characters_that_cannot_be_seen_are_escaped() {
    check(b"a\nb\tc\r", r"a\x0ab\x09c\x0d");
    check(b"\x1b[2J\x7f\0", r"\x1b[2J\x7f\x00");
    check("\u{9b}2J".as_bytes(), r"\u{9b}2J");
    check("a\u{202e}txt.exe".as_bytes(), r"a\u{202e}txt.exe");
    check("a\u{200b}b\u{feff}".as_bytes(), r"a\u{200b}b\u{feff}");
    check("a\u{2028}b".as_bytes(), r"a\u{2028}b");
    check("\u{e0041}".as_bytes(), r"\u{e0041}");
}

#[test]
fn a_backslash_is_doubled_only_where_it_must_be() {
    check(br"a\b", r"a\b");
    check(br"C:\users\x", r"C:\users\x");
    check(br"end\", r"end\");
    check(br"\xFF \u{} \u{110000} \u{+41} \x4", r"\xFF \u{} \u{110000} \u{+41} \x4");
    check(br"a\\b", r"a\\\\b");
    check(br"\xff", r"\\xff");
    check(br"a\b\u{41}", r"a\\b\\u{41}");
    check(b"a\\b\xff", r"a\\b\xff");
}

#[test]
fn there_is_one_spelling_for_each_name() {
    for other in
        [r"\x41", r"\u{41}", r"\xc3\xa9", r"\u{0202e}", r"\u{1b}", r"a\b\xff", r"a\\b", "a\nb", "\u{200b}"]
    {
        assert_eq!(unspell(other), None, "{other:?}");
    }
}

#[test]
fn a_name_full_of_open_escapes_is_read_in_one_pass() {
    let name = r"\u{".repeat(200_000);
    check(name.as_bytes(), &name);
}
