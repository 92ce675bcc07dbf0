//! Nesting that no person writes: it costs memory in proportion, and no stack.

use reread_code::{Basis, Language, Outline, Sketch, Unparsed, roles};

/// What opens a level in each language, over and over.
const OPENERS: &[&str] = &[
    "(", "[", "{", "<a>", "a(", "f(){", "mod a{", "class A{", "- ", "> ", "a:\n ", "if x {", "\"${", "(->{",
    "{a:",
];

fn check(text: &str) {
    for language in Language::ALL {
        let outline = Outline::of(text.as_bytes(), Some(language));
        let deepest = outline.symbols().iter().map(|symbol| symbol.depth).max().unwrap_or(0);
        assert!(deepest < 16, "{language:?} is {deepest} deep");
        roles(text.as_bytes(), language, std::slice::from_ref(&(0..1)));
    }
    Sketch::of(text.as_bytes(), None);
}

#[test]
fn a_hundred_thousand_brackets_are_not_parsed() {
    for opener in ["(", "[", "{"] {
        for text in [opener.repeat(100_000), "[".repeat(100_000) + &"]".repeat(100_000)] {
            for language in [Language::Rust, Language::Json, Language::Python, Language::JavaScript] {
                let outline = Outline::of(text.as_bytes(), Some(language));
                assert_eq!(outline.basis(), Basis::Blocks(Unparsed::TooTangled));
            }
        }
    }
}

#[test]
fn five_hundred_of_everything_in_every_language() {
    for opener in OPENERS {
        check(&opener.repeat(500));
    }
}

#[test]
fn modules_in_modules_are_listed_so_far_and_no_further() {
    let text = "mod a {\n".repeat(300) + &"}\n".repeat(300);
    let outline = Outline::of(text.as_bytes(), Some(Language::Rust));
    assert_eq!(outline.symbols().len(), 16);
    assert_eq!(outline.symbols()[0].lines.last(), 600);
}

/// The scanners of these grammars would end the process.
#[test]
fn states_that_do_not_fit_their_buffers() {
    let indented: String = (0..600).map(|depth| format!("{}if x:\n", " ".repeat(depth))).collect();
    let strings = "f\"{".repeat(301);
    for text in [indented.clone(), format!("{indented}{}{strings}", " ".repeat(600))] {
        let python = Outline::of(text.as_bytes(), Some(Language::Python));
        assert_eq!(python.basis(), Basis::Blocks(Unparsed::TooTangled));
    }
    let joined: String =
        (0..600).map(|depth| format!("{}\\\n {}if x:\n", " ".repeat(depth), " ".repeat(depth))).collect();
    assert_eq!(
        Outline::of(joined.as_bytes(), Some(Language::Python)).basis(),
        Basis::Blocks(Unparsed::TooTangled)
    );
    let name = "A".repeat(300);
    let heredoc = format!("def a\n  <<~{name}\n  {name}\nend\n<<{name}\n");
    let ruby = Outline::of(heredoc.as_bytes(), Some(Language::Ruby));
    assert_eq!((ruby.basis(), ruby.symbols().len()), (Basis::Syntax, 1));
    let many: String = (0..300).map(|number| format!("\"#{{<<A{number}")).collect();
    Outline::of(many.as_bytes(), Some(Language::Ruby));
    let nested = "- ".repeat(400) + "a: 1\n";
    assert!(Outline::of(nested.as_bytes(), Some(Language::Yaml)).symbols().is_empty());
}
