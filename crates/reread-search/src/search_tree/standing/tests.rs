use super::Standing;

/// The match stands between brackets.
fn check(marked: &str, standing: Standing) {
    let start = marked.find('[').unwrap();
    let end = marked.find(']').unwrap() - 1;
    let line = marked.replace(['[', ']'], "");
    assert_eq!(Standing::of_line(line.as_bytes(), start, end), standing, "{marked}");
}

#[test]
fn a_name_behind_a_defining_word_is_defined() {
    for line in [
        "fn [open]() {",
        "    pub(crate) async fn [open](&self)",
        "def [open](self):",
        "class [Open]:",
        "export default class [Open] {",
        "type [Open] = u8;",
        "const\t[OPEN] = 1",
        "let mut [open] = 1;",
        "#define [OPEN] 1",
        "macro_rules! [open] {",
        "func [Open]() {",
        "func (s *Server) [Open]() {",
        "mod [open];",
        "fn [öffnen]()",
    ] {
        check(line, Standing::Defines);
    }
}

#[test]
fn a_part_of_a_defined_name_is_worth_less() {
    check("fn re[open]()", Standing::DefinesPart);
    check("fn [open]_file()", Standing::DefinesPart);
    check("struct Session[Manager];", Standing::DefinesPart);
}

#[test]
fn anything_else_is_a_mention() {
    for line in [
        "[open]()",
        "self.[open](fn)",
        "myfn [open]",
        "fn([open])",
        "fn[open]",
        "// the fn: [open]",
        "[]",
        "a[]b",
    ] {
        check(line, Standing::Mentions);
    }
}

#[test]
fn a_match_that_brings_its_defining_word_is_a_definition() {
    check("pub [fn open]()", Standing::Defines);
    check("pub [fn op]en()", Standing::DefinesPart);
    check("[fn ]open", Standing::Mentions);
    check("[fn] open", Standing::Mentions);
    check("a[fn open]", Standing::DefinesPart);
}
