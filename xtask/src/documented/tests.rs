use super::*;

fn check(text: &str, expected: &[&str]) {
    let exists = |path: &str| matches!(path, "crates/a" | "crates/a/src/lib.rs");
    assert_eq!(missing_paths("docs/x.md", text, exists), expected, "{text}");
}

#[test]
fn paths_in_backticks_exist() {
    check("see `crates/a/src/lib.rs` and `crates/a/`", &[]);
    check("one\n`crates/b`", &["docs/x.md:2 names crates/b, which does not exist"]);
    check("`crates/a/src/lib.rs::name`", &[]);
    check("`crates/b.rs::name`", &["docs/x.md:1 names crates/b.rs, which does not exist"]);
}

#[test]
fn placeholders_and_other_texts_are_left_out() {
    check("`scenarios/AREA/PROMISE.md`, `crates/X/tests/`, `crates/*/src`, `src/b.rs`, crates/b", &[]);
}

#[test]
fn the_glossary_names_what_is_in_the_code() {
    let names = ["Tag", "reread-text"].map(str::to_owned).into();
    let row = |place: &str| format!("| term | `Meaning` | {place} | `Not` |\n");
    let missing = |place: &str| missing_names(&row(place), &names);
    assert_eq!(missing("`Tag` in `reread-text`, `text.rs`"), Vec::<String>::new());
    assert_eq!(missing("`Mark`"), ["docs/glossary.md:1 names Mark, which is not in the code"]);
    assert_eq!(missing("`reread-old`"), ["docs/glossary.md:1 names reread-old, which is not in the code"]);
}
