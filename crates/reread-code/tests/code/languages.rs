//! A text and its outline for every language, as a reader of the outline sees it.

use reread_code::{Language, Outline};

mod bash;
mod c;
mod cpp;
mod csharp;
mod css;
mod go;
mod html;
mod java;
mod javascript;
mod json;
mod kotlin;
mod lua;
mod markdown;
mod php;
mod python;
mod ruby;
mod rust;
mod scala;
mod swift;
mod toml;
mod tsx;
mod typescript;
mod yaml;

/// A text for every language, without errors and with a bit of everything.
pub(crate) const SAMPLES: &[(Language, &str)] = &[
    (Language::Rust, rust::TEXT),
    (Language::Python, python::TEXT),
    (Language::TypeScript, typescript::TEXT),
    (Language::Tsx, tsx::ELEMENTS),
    (Language::JavaScript, javascript::TEXT),
    (Language::Go, go::TEXT),
    (Language::C, c::TEXT),
    (Language::Cpp, cpp::TEXT),
    (Language::Java, java::TEXT),
    (Language::CSharp, csharp::TEXT),
    (Language::Ruby, ruby::TEXT),
    (Language::Php, php::TEXT),
    (Language::Kotlin, kotlin::TEXT),
    (Language::Swift, swift::TEXT),
    (Language::Scala, scala::TEXT),
    (Language::Bash, bash::TEXT),
    (Language::Lua, lua::TEXT),
    (Language::Json, json::TEXT),
    (Language::Toml, toml::TEXT),
    (Language::Yaml, yaml::TEXT),
    (Language::Markdown, markdown::TEXT),
    (Language::Html, html::TEXT),
    (Language::Css, css::TEXT),
];

#[test]
fn every_language_has_a_sample() {
    assert_eq!(SAMPLES.iter().map(|(language, _)| *language).collect::<Vec<_>>(), Language::ALL);
}

/// Lines, kind, id, signature and documentation, indented by depth.
pub(crate) fn listing(outline: &Outline) -> String {
    let row = |symbol: &reread_code::Symbol| {
        let doc = symbol.doc.as_ref().map(|doc| format!(" | {doc}")).unwrap_or_default();
        let (indent, kind) = ("  ".repeat(symbol.depth), symbol.kind.word());
        format!("{indent}{} {kind} {} | {}{doc}\n", symbol.lines, symbol.id, symbol.signature)
    };
    outline.symbols().iter().map(row).collect()
}

fn check(language: Language, text: &str, expected: &str) {
    let outline = Outline::of(text.as_bytes(), Some(language));
    assert!(!outline.has_errors());
    assert_eq!(format!("\n{}", listing(&outline)), expected);
}
