use super::{Bounds, cut};

/// `lines=2 bytes=10` against a text gives the kept bytes, what stopped it, and a note if inside a line.
fn check(text: &str, bounds: &str, expected: &str) {
    check_bytes(text.as_bytes(), bounds, expected);
}

fn check_bytes(text: &[u8], bounds: &str, expected: &str) {
    let mut parsed = Bounds::default();
    for bound in bounds.split_whitespace() {
        let (name, max) = bound.split_once('=').unwrap();
        let max = Some(max.parse().unwrap());
        match name {
            "lines" => parsed.max_lines = max,
            "bytes" => parsed.max_bytes = max,
            "chars" => parsed.max_chars = max,
            "tokens" => parsed.max_tokens = max,
            _ => panic!("no such bound: {name}"),
        }
    }
    let cut = cut(text, &parsed);
    let limit = cut.limit.map_or("all".to_owned(), |limit| limit.to_string());
    let inside = if cut.inside_line { " inside" } else { "" };
    assert_eq!(format!("{}b {}l {limit}{inside}", cut.bytes, cut.lines), expected, "{text:?} in {bounds:?}");
}

#[test]
fn whole_lines_are_kept() {
    check("one\ntwo\nthree\n", "", "14b 3l all");
    check("one\ntwo\nthree\n", "lines=2", "8b 2l lines");
    check("one\ntwo\nthree\n", "lines=3", "14b 3l all");
    check("one\ntwo\nthree\n", "bytes=13", "8b 2l bytes");
    check("one\ntwo\nthree\n", "bytes=8", "8b 2l bytes");
    check("one\ntwo\nthree\n", "bytes=14", "14b 3l all");
    check("one\ntwo\nthree", "bytes=12", "8b 2l bytes");
    check("one\ntwo\nthree", "bytes=13", "13b 3l all");
    check("é\né\né\n", "chars=4", "6b 2l chars");
    check("é\né\né\n", "chars=5", "6b 2l chars");
    check("é\né\né\n", "chars=6", "9b 3l all");
    check("a\r\nb\r\n", "bytes=4", "3b 1l bytes");
}

#[test]
fn the_tightest_bound_is_named() {
    check("one\ntwo\nthree\n", "lines=2 bytes=5", "4b 1l bytes");
    check("one\ntwo\nthree\n", "lines=1 bytes=9", "4b 1l lines");
    check("one\ntwo\nthree\n", "lines=9 bytes=99 chars=99 tokens=99", "14b 3l all");
}

#[test]
fn a_line_that_does_not_fit_is_cut_between_characters() {
    check("one\ntwo\n", "bytes=3", "3b 0l bytes inside");
    check("€€€\n", "bytes=5", "3b 0l bytes inside");
    check("€€€\n", "bytes=6", "6b 0l bytes inside");
    check("€€€\n", "bytes=5 chars=2", "3b 0l bytes inside");
    check("€€€\n", "chars=2", "6b 0l chars inside");
    check("€€€", "chars=3", "9b 1l all");
}

#[test]
fn one_character_is_always_kept() {
    check("€uro\n", "bytes=0", "3b 0l bytes inside");
    check("€uro\n", "bytes=1", "3b 0l bytes inside");
    check("€uro\n", "lines=0", "3b 0l lines inside");
    check("€uro\n", "chars=0", "3b 0l chars inside");
    check("€uro\n", "tokens=0", "3b 0l tokens inside");
    check("\nrest", "bytes=0", "1b 1l bytes");
    check("€", "bytes=0", "3b 1l all");
}

#[test]
fn the_empty_text_fits_any_bounds() {
    check("", "", "0b 0l all");
    check("", "lines=0 bytes=0 chars=0 tokens=0", "0b 0l all");
}

#[test]
fn bytes_that_form_no_character_count_one_each() {
    check_bytes(b"\xff\xfe\xfd", "chars=2", "2b 0l chars inside");
    check_bytes(b"\xe2\x82\n\xe2\x82\n", "chars=4", "3b 1l chars");
    check_bytes(b"\xff\xff", "bytes=0", "1b 0l bytes inside");
}

#[test]
fn bounds_past_any_text_hold_it_all() {
    let max = u64::MAX;
    check("a\nb", &format!("lines={max} bytes={max} chars={max} tokens={max}"), "3b 2l all");
}
