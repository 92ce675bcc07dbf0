use super::*;

fn check(path: &str, text: &str, expected: &[&str]) {
    assert_eq!(problems_of(path, text), expected, "{text}");
}

#[test]
fn the_words_are_found_in_prose_and_in_names() {
    check("docs/a.md", "one\nNobody waits.\n", &["docs/a.md:2: Nobody waits."]);
    check("a.rs", "fn a_file_that_somebody_changed() {}", &["a.rs:1: fn a_file_that_somebody_changed() {}"]);
    check("a.rs", "// whoever's", &["a.rs:1: // whoever's"]);
}

#[test]
fn other_words_are_not() {
    check("docs/a.md", "The body of another process, nobodyish.", &[]);
}

#[test]
fn the_list_allows_its_places_alone() {
    check("xtask/src/words.rs", "nobody", &[]);
    check("docs/glossary.md", "instead of *nobody*", &[]);
    check("docs/glossary.md", "nobody", &["docs/glossary.md:1: nobody"]);
}
