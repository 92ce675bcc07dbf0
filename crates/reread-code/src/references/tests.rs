use super::references;
use crate::Language;

fn check(language: Option<Language>, text: &str, name: &str, expected: &[u64]) {
    assert_eq!(references(text.as_bytes(), language, name), expected, "{name} in {text:?}");
}

#[test]
fn comments_and_strings_do_not_count() {
    let rust = "fn cart() {}\n// cart\nlet x = \"cart\";\ncart(); cart();\nself.cart.x;\nlet carts = 1;\nm!(cart);\n";
    check(Some(Language::Rust), rust, "cart", &[1, 4, 5, 7]);
    let python = "def cart(): pass\n# cart\n'''cart'''\nx = cart\n";
    check(Some(Language::Python), python, "cart", &[1, 4]);
}

#[test]
fn without_a_grammar_whole_words_count() {
    check(None, "cart\ncarts\nmy_cart\n(cart)\ncart cart", "cart", &[1, 4, 5]);
    check(Some(Language::Markdown), "# The cart\n`cart()`\n", "cart", &[1, 2]);
    check(None, "a.b.c\n", ".b", &[1]);
}

#[test]
fn nothing_is_found_in_nothing() {
    check(None, "", "cart", &[]);
    check(None, "cart", "", &[]);
    check(Some(Language::Rust), "fn f() {}", "cart", &[]);
}
