use super::{LONGEST_WORD, each_word};

fn check(text: impl AsRef<[u8]>, expected: &str) {
    let mut words: Vec<String> = Vec::new();
    each_word(text.as_ref(), |word| words.push(word.to_owned()));
    assert_eq!(words.join(" "), expected, "{:?}", String::from_utf8_lossy(text.as_ref()));
}

#[test]
fn names_come_apart_at_humps_and_signs() {
    check("fn parse_line_range(x: LineRange)", "fn parse line range line range");
    check("HTTPServer getURL sha256sum Utf8Check", "http server get url sha256sum utf8 check");
    check("A aB ABc X1", "bc x1");
    check("", "");
    check("a b c _ - 1", "");
    check("foo\r\nbar", "foo bar");
}

#[test]
fn plurals_are_cut_off() {
    check("ranges entries class status analysis its gas", "range entry class status analysis its gas");
    check("parses queries", "parse query");
}

#[test]
fn other_scripts_have_words_too() {
    check("Größe ÜBER éa 測試 ²x", "größe über éa 測試");
    check(b"ab\xffcd\xc3", "ab cd");
}

#[test]
fn of_a_long_word_only_the_beginning_counts() {
    check("x".repeat(LONGEST_WORD + 9), &"x".repeat(LONGEST_WORD));
    check("é".repeat(LONGEST_WORD), &"é".repeat(LONGEST_WORD / 2));
}
