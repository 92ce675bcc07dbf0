use super::*;

/// Bounds of lines and characters, `None` for `-`.
fn bounds(words: &str) -> Bounds {
    let (lines, chars) = words.split_once(' ').unwrap();
    Bounds { max_lines: lines.parse().ok(), max_chars: chars.parse().ok(), ..Bounds::default() }
}

fn check(asked: &str, expected: &str) {
    assert_eq!(GuardLimits::default().of_one_reply(&bounds(asked)), bounds(expected), "{asked}");
}

#[test]
fn a_request_is_narrowed_and_never_widened() {
    check("- -", "300 12000");
    check("300 12000", "300 12000");
    check("301 12001", "300 12000");
    check("10 -", "10 12000");
    check("- 1", "300 1");
    check("18446744073709551615 18446744073709551615", "300 12000");
}

#[test]
fn bounds_of_bytes_and_tokens_pass_through() {
    let asked = Bounds { max_bytes: Some(7), max_tokens: Some(8), ..Bounds::default() };
    let allowed = GuardLimits::default().of_one_reply(&asked);
    assert_eq!((allowed.max_bytes, allowed.max_tokens), (Some(7), Some(8)));
}

#[test]
fn one_reply_always_has_room() {
    let none = GuardLimits { max_reads: 0, max_total_lines: 0, max_single_lines: 0, max_preview_chars: 0 };
    assert_eq!(none.of_one_reply(&Bounds::default()), bounds("1 1"));
}
