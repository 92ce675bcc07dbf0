use super::{estimate_tokens, tokens_prefix};

fn check(text: &str, expected: u64) {
    assert_eq!(estimate_tokens(text.as_bytes()), expected, "{text:?}");
}

#[test]
fn only_the_empty_text_is_free() {
    check("", 0);
    for byte in 0..=u8::MAX {
        assert!(estimate_tokens(&[byte]) > 0, "{byte:#x}");
    }
}

#[test]
fn digits_go_by_threes() {
    check("123", 2);
    check("123456", 3);
    check("123456789", 4);
    check("1234567890", 6);
}

#[test]
fn layout_costs_by_the_run() {
    check(&" ".repeat(4), 1);
    check(&" ".repeat(8), 1);
    check(&"\n".repeat(20), 2);
    check("let x = 1;\n", 5);
    check("    let x = 1;\n", 6);
}

#[test]
fn scripts_cost_what_they_cost() {
    check("the quick brown fox jumps over the lazy dog", 9);
    check("Größe", 3);
    check("Привет, мир", 5);
    check("你好世界", 3);
    check("こんにちは", 4);
    check("😀", 2);
}

#[test]
fn bytes_that_are_not_utf8_are_counted_too() {
    assert_eq!(estimate_tokens(&[0xff; 100]), 119);
    assert_eq!(estimate_tokens(&[0x80; 100]), 10);
}

#[test]
fn a_prefix_is_the_longest_that_fits() {
    let text = "fn main() {\n    println!(\"Größe: {}\", 1_000_000);\n}\n".as_bytes();
    for max in 0..=estimate_tokens(text) {
        let end = tokens_prefix(text, max);
        assert!(estimate_tokens(&text[..end]) <= max);
        assert!(end == text.len() || estimate_tokens(&text[..=end]) > max);
    }
    assert_eq!(tokens_prefix(text, u64::MAX), text.len());
}
