//! Whether a symbol, cut out of its file, can be parsed by itself, or where things of its kind stand.

use reread_code::{Language, Outline, Symbol};

/// What members stand in, by language: before and behind them.
fn places(language: Language) -> &'static [(&'static str, &'static str)] {
    match language {
        Language::Rust => &[
            ("impl X {\n", "\n}"),
            ("trait X {\n", "\n}"),
            ("struct X {\n", "\n}"),
            ("enum X {\n", "\n}"),
            ("struct X(\n", "\n);"),
            ("enum X { Y {\n", "\n} }"),
            ("extern \"C\" {\n", "\n}"),
        ],
        Language::Go => &[
            ("package x\ntype X struct {\n", "\n}"),
            ("package x\ntype X interface {\n", "\n}"),
            ("package x\nconst (\n", "\n)"),
            ("package x\nvar (\n", "\n)"),
            ("package x\ntype (\n", "\n)"),
            ("package x\ntype X struct { A struct {\n", "\n} }"),
        ],
        Language::Python => &[("class X:\n", "\n"), ("if 1:\n", "\n")],
        Language::Json => &[("{", "}")],
        Language::Ruby => &[("class X\n", "\nend")],
        Language::Php => &[("<?php\n", "\n"), ("<?php class X {\n", "\n}"), ("<?php enum X {\n", "\n}")],
        Language::Css => &[("a {", "}"), ("@media x {", "}")],
        _ => &[
            ("class X {\n", "\n}"),
            ("class X {\n", "\n};"),
            ("interface X {\n", "\n}"),
            ("enum X {\n", "\n}"),
            ("struct X {\n", "\n};"),
            ("struct X {\n", ";\n};"),
            ("enum X {\n", "\n};"),
            ("x = {\n", "\n}"),
            ("const x = {\n", "\n};"),
            ("type X = {\n", "\n};"),
            ("abstract class X {\n", "\n}"),
            ("declare class X {\n", "\n}"),
            ("const ", ";"),
            ("let ", ";"),
            ("declare ", "\n"),
            ("namespace x {\n", "\n}"),
        ],
    }
}

pub(crate) fn parses(content: &[u8], symbol: &Symbol, language: Language) -> bool {
    let text = String::from_utf8_lossy(&content[symbol.bytes.clone()]).into_owned();
    let line_start =
        content[..symbol.bytes.start].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let before = String::from_utf8_lossy(&content[line_start..symbol.bytes.start]).into_owned();
    let indent = if before.trim().is_empty() { before.as_str() } else { "" };
    let is_whole = |text: &str| !Outline::of(text.as_bytes(), Some(language)).has_errors();
    is_whole(&text)
        || is_whole(&format!("{text}\n"))
        || is_whole(&format!("{text};\n"))
        || places(language)
            .iter()
            .any(|(before, behind)| is_whole(&format!("{before}{indent}{text}{behind}\n")))
}
