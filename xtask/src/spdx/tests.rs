use super::*;

/// Allowed in these cases: `MIT`, `Zlib` and `Apache-2.0 WITH LLVM-exception`.
fn check(expression: &str, expected: &str) {
    let allowed = |term: &str| matches!(term, "MIT" | "Zlib" | "Apache-2.0 WITH LLVM-exception");
    let verdict = match satisfied(expression, allowed) {
        Ok(true) => "yes".to_owned(),
        Ok(false) => "no".to_owned(),
        Err(error) => error.to_string(),
    };
    assert_eq!(verdict, expected, "{expression:?}");
}

#[test]
fn one_licence() {
    check("MIT", "yes");
    check("  MIT ", "yes");
    check("GPL-3.0-only", "no");
    check("MIT+", "no");
    check("mit", "no");
}

#[test]
fn or_needs_one_side_and_needs_both() {
    check("MIT OR GPL-3.0-only", "yes");
    check("GPL-3.0-only OR MIT", "yes");
    check("GPL-3.0-only OR LGPL-2.1-or-later", "no");
    check("MIT AND Zlib", "yes");
    check("MIT AND GPL-3.0-only", "no");
    check("MIT or GPL-3.0-only", "yes");
}

#[test]
fn and_binds_tighter_than_or() {
    check("MIT OR GPL-3.0-only AND BSL-1.0", "yes");
    check("GPL-3.0-only AND BSL-1.0 OR MIT", "yes");
    check("(MIT OR GPL-3.0-only) AND BSL-1.0", "no");
    check("(MIT OR GPL-3.0-only) AND Zlib", "yes");
    check("((MIT))", "yes");
}

#[test]
fn the_old_slash_is_an_or() {
    check("GPL-3.0-only/MIT", "yes");
    check("GPL-3.0-only / MIT", "yes");
    check("GPL-3.0-only/LGPL-2.1", "no");
}

#[test]
fn an_exception_is_part_of_its_licence() {
    check("Apache-2.0 WITH LLVM-exception", "yes");
    check("Apache-2.0", "no");
    check("Apache-2.0 WITH Classpath-exception-2.0", "no");
    check("MIT WITH LLVM-exception", "no");
    check("Apache-2.0 WITH LLVM-exception OR GPL-3.0-only", "yes");
    check("GPL-3.0-only AND Apache-2.0 WITH LLVM-exception", "no");
}

#[test]
fn what_has_no_meaning_is_refused_even_beside_an_allowed_term() {
    check("", "the expression ends too early");
    check("MIT OR", "the expression ends too early");
    check("(MIT", "the expression ends too early");
    check("MIT)", "`)` stands in the wrong place");
    check("MIT Zlib", "`Zlib` stands in the wrong place");
    check("MIT OR AND Zlib", "`AND` stands in the wrong place");
    check("MIT WITH OR", "`OR` stands in the wrong place");
    check("(MIT) WITH LLVM-exception", "`WITH` stands in the wrong place");
    check("MIT, Zlib", "`,` stands in the wrong place");
    check("MIT ö", "`ö` stands in the wrong place");
}
