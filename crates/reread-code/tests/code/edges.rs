//! Texts that are empty, broken, oddly ended, not UTF-8, huge or of no language.

use reread_code::{Basis, Language, MAX_OUTLINED_BYTES, MAX_PARSED_BYTES, Outline, SymbolMatch, Unparsed};

use crate::languages::{SAMPLES, listing};

fn outline(language: Language, text: &str) -> Outline {
    Outline::of(text.as_bytes(), Some(language))
}

fn ids(outline: &Outline) -> Vec<&str> {
    outline.symbols().iter().map(|symbol| symbol.id.as_str()).collect()
}

#[test]
fn an_empty_text_declares_nothing() {
    for language in Language::ALL {
        let outline = outline(language, "");
        assert_eq!((outline.symbols().len(), outline.basis()), (0, Basis::Nothing), "{language:?}");
        assert!(!outline.has_errors());
    }
}

#[test]
fn line_ends_change_nothing() {
    for (language, text) in SAMPLES {
        let expected = listing(&outline(*language, text));
        let crlf = text.replace('\n', "\r\n");
        assert_eq!(listing(&outline(*language, &crlf)), expected, "{language:?} with CRLF");
        let bare = text.trim_end();
        assert_eq!(listing(&outline(*language, bare)), expected, "{language:?} without final newline");
    }
}

#[test]
fn a_bom_changes_nothing() {
    for (language, text) in SAMPLES {
        let expected = listing(&outline(*language, text));
        assert_eq!(listing(&outline(*language, &format!("\u{feff}{text}"))), expected, "{language:?}");
    }
}

#[test]
fn half_a_text_still_answers() {
    for (language, text) in SAMPLES {
        let cut = (0..=text.len() / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap();
        let half = outline(*language, &text[..cut]);
        assert_eq!(half.basis(), Basis::Syntax);
        assert!(!half.symbols().is_empty(), "{language:?} has nothing left");
    }
}

#[test]
fn a_broken_function_does_not_hide_its_neighbours() {
    let broken = "fn one() {}\n\nfn two( {\n    let x = [1, 2;\n}\n\nfn three() {}\n";
    let outline = outline(Language::Rust, broken);
    assert!(outline.has_errors());
    assert_eq!(ids(&outline).first(), Some(&"one"));
    assert_eq!(ids(&outline).last(), Some(&"three"));
}

#[test]
fn bytes_that_are_no_text_are_read_as_they_are() {
    let outline =
        Outline::of(b"fn a() {}\n// \xff\xfe\x00\nfn b\xff() {}\nfn c() {}\n", Some(Language::Rust));
    assert!(ids(&outline).contains(&"a") && ids(&outline).contains(&"c"), "{:?}", ids(&outline));
}

#[test]
fn a_text_too_large_for_its_grammar_is_read_by_indentation() {
    let large = "def f():\n    pass\n".repeat(MAX_PARSED_BYTES / 16);
    let outline = outline(Language::Python, &large);
    assert_eq!(outline.basis(), Basis::Blocks(Unparsed::TooLarge));
    assert!(outline.is_cut());
    assert_eq!(outline.symbols()[0].id, "def f()~1");
    let larger = vec![b'\n'; MAX_OUTLINED_BYTES + 1];
    assert_eq!(Outline::of(&larger, None).basis(), Basis::Nothing);
}

#[test]
fn without_a_language_blocks_are_indented_lines() {
    let text = "top\nserver {\n    listen 80\n\n    location / {\n\t\troot /x\n    }\n}\n\nlast:\n  a\n";
    let outline = Outline::of(text.as_bytes(), None);
    assert_eq!(outline.basis(), Basis::Blocks(Unparsed::NoGrammar));
    assert_eq!(
        listing(&outline),
        "2-8 block server | server {\n\
         \u{20} 5-7 block server > location / | location / {\n\
         10-11 block last | last:\n"
    );
}

#[test]
fn names_that_are_shared_get_numbers_and_are_ambiguous() {
    let java = outline(Language::Java, "class A {\n  void f() {}\n  void f(int x) {}\n  void g() {}\n}\n");
    assert_eq!(ids(&java), ["A", "A.f~1", "A.f~2", "A.g"]);
    assert_eq!(java.find("f"), SymbolMatch::Several(vec![1, 2]));
    assert_eq!(java.find("A.f~2"), SymbolMatch::One(2));
}

#[test]
fn a_name_that_looks_like_a_number_of_another_keeps_its_own_id() {
    let markdown = outline(Language::Markdown, "# A\n# A~1\n# A\n");
    assert_eq!(ids(&markdown), ["A~2", "A~1", "A~3"]);
}

#[test]
fn trait_implementations_tell_their_methods_apart() {
    let text = "struct S;\nimpl Debug for S {\n    fn fmt(&self) {}\n}\nimpl Display for S {\n    fn fmt(&self) {}\n}\nimpl S {\n    fn only(&self) {}\n}\n";
    let rust = outline(Language::Rust, text);
    assert_eq!(
        ids(&rust),
        [
            "S",
            "impl Debug for S",
            "<S as Debug>::fmt",
            "impl Display for S",
            "<S as Display>::fmt",
            "impl S",
            "S::only"
        ]
    );
    assert_eq!(rust.find("S::fmt"), SymbolMatch::Several(vec![2, 4]));
    assert_eq!(rust.find("<S as Display>::fmt"), SymbolMatch::One(4));
    assert_eq!(rust.find("s.only"), SymbolMatch::One(6));
    assert_eq!(rust.find("S"), SymbolMatch::One(0));
}

#[test]
fn a_prototype_yields_to_its_definition() {
    let c = outline(Language::C, "int f(int x);\nint f(int x) { return x; }\n");
    assert_eq!(ids(&c), ["f~1", "f~2"]);
    assert_eq!(c.find("f"), SymbolMatch::One(1));
    assert_eq!(c.find("f~1"), SymbolMatch::One(0));
}

#[test]
fn only_comments_right_above_belong_to_a_symbol() {
    let text = "// about nothing\n\nfn a() {} // about a, behind it\nfn b() {}\n\n// about c\n#[inline]\n// still\nfn c() {}\n";
    assert_eq!(
        listing(&outline(Language::Rust, text)),
        "3-3 function a | fn a()\n4-4 function b | fn b()\n6-9 function c | fn c() | about c\n"
    );
}
