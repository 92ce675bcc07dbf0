//! A text and its outline for every language, as a reader of the outline sees it.

use reread_code::{Language, Outline};

#[cfg(feature = "scripting")]
mod bash;
#[cfg(feature = "systems")]
mod c;
#[cfg(feature = "systems")]
mod cpp;
#[cfg(feature = "dotnet")]
mod csharp;
#[cfg(feature = "web")]
mod css;
#[cfg(feature = "systems")]
mod go;
#[cfg(feature = "web")]
mod html;
#[cfg(feature = "jvm")]
mod java;
#[cfg(feature = "web")]
mod javascript;
#[cfg(feature = "data")]
mod json;
#[cfg(feature = "jvm")]
mod kotlin;
#[cfg(feature = "scripting")]
mod lua;
#[cfg(feature = "data")]
mod markdown;
#[cfg(feature = "scripting")]
mod php;
#[cfg(feature = "scripting")]
mod python;
#[cfg(feature = "scripting")]
mod ruby;
#[cfg(feature = "systems")]
mod rust;
#[cfg(feature = "jvm")]
mod scala;
#[cfg(feature = "systems")]
mod swift;
#[cfg(feature = "data")]
mod toml;
#[cfg(feature = "web")]
mod tsx;
#[cfg(feature = "web")]
mod typescript;
mod yaml;

/// A text for every compiled language, without errors and with a bit of everything.
pub(crate) const SAMPLES: &[(Language, &str)] = &[
    #[cfg(feature = "systems")]
    (Language::Rust, rust::TEXT),
    #[cfg(feature = "scripting")]
    (Language::Python, python::TEXT),
    #[cfg(feature = "web")]
    (Language::TypeScript, typescript::TEXT),
    #[cfg(feature = "web")]
    (Language::Tsx, tsx::ELEMENTS),
    #[cfg(feature = "web")]
    (Language::JavaScript, javascript::TEXT),
    #[cfg(feature = "systems")]
    (Language::Go, go::TEXT),
    #[cfg(feature = "systems")]
    (Language::C, c::TEXT),
    #[cfg(feature = "systems")]
    (Language::Cpp, cpp::TEXT),
    #[cfg(feature = "jvm")]
    (Language::Java, java::TEXT),
    #[cfg(feature = "dotnet")]
    (Language::CSharp, csharp::TEXT),
    #[cfg(feature = "scripting")]
    (Language::Ruby, ruby::TEXT),
    #[cfg(feature = "scripting")]
    (Language::Php, php::TEXT),
    #[cfg(feature = "jvm")]
    (Language::Kotlin, kotlin::TEXT),
    #[cfg(feature = "systems")]
    (Language::Swift, swift::TEXT),
    #[cfg(feature = "jvm")]
    (Language::Scala, scala::TEXT),
    #[cfg(feature = "scripting")]
    (Language::Bash, bash::TEXT),
    #[cfg(feature = "scripting")]
    (Language::Lua, lua::TEXT),
    #[cfg(feature = "data")]
    (Language::Json, json::TEXT),
    #[cfg(feature = "data")]
    (Language::Toml, toml::TEXT),
    (Language::Yaml, yaml::TEXT),
    #[cfg(feature = "data")]
    (Language::Markdown, markdown::TEXT),
    #[cfg(feature = "web")]
    (Language::Html, html::TEXT),
    #[cfg(feature = "web")]
    (Language::Css, css::TEXT),
];

#[cfg(all(
    feature = "data",
    feature = "dotnet",
    feature = "jvm",
    feature = "scripting",
    feature = "systems",
    feature = "web"
))]
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
