use super::*;

fn head() -> ChainEnd {
    ChainEnd { seq: 7, size: 4096, hash: Digest::of(b"seven") }
}

fn check(text: &str, expected: HeadFile) {
    assert_eq!(HeadFile::parse(text.as_bytes()), expected, "{text}");
}

#[test]
fn a_head_has_one_spelling_of_one_width() {
    let text = head().render();
    check(&text, HeadFile::Known(head()));
    assert_eq!(text.len() as u64, WIDTH);
    assert_eq!(ChainEnd::genesis().render().len() as u64, WIDTH);
    let largest = ChainEnd { seq: u64::MAX - 1, size: u64::MAX, hash: Digest::of(b"") };
    assert_eq!(largest.render().len() as u64, WIDTH);
    check(&largest.render(), HeadFile::Known(largest));
}

#[test]
fn what_is_not_a_head_is_damaged_and_what_is_newer_is_said_to_be() {
    let text = head().render();
    check("", HeadFile::Empty);
    check("\n", HeadFile::Damaged);
    check(&text.replacen('1', "2", 1), HeadFile::Newer(2));
    check("18446744073709551615 anything", HeadFile::Newer(u64::MAX));
    check(&text.replacen('1', "0", 1), HeadFile::Damaged);
    check(&format!("{text} "), HeadFile::Damaged);
    check(text.trim_end(), HeadFile::Damaged);
    check(&text.replacen("00", "0", 1), HeadFile::Damaged);
    check(&text.replacen('0', "+", 1), HeadFile::Damaged);
    check(&ChainEnd { seq: u64::MAX, ..head() }.render(), HeadFile::Damaged);
    assert_eq!(HeadFile::parse(b"1 \xff"), HeadFile::Damaged);
    for length in 1..text.len() {
        check(&text[..length], HeadFile::Damaged);
    }
}
