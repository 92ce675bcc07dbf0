use super::MatchKind;

/// The match stands between brackets.
fn check(marked: &str, standing: MatchKind) {
    let start = marked.find('[').unwrap();
    let end = marked.find(']').unwrap() - 1;
    let line = marked.replace(['[', ']'], "");
    assert_eq!(MatchKind::of_line(line.as_bytes(), start, end), standing, "{marked}");
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
        check(line, MatchKind::Defines);
    }
}

#[test]
fn a_part_of_a_defined_name_is_worth_less() {
    check("fn re[open]()", MatchKind::DefinesPart);
    check("fn [open]_file()", MatchKind::DefinesPart);
    check("struct Session[Manager];", MatchKind::DefinesPart);
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
        check(line, MatchKind::Mentions);
    }
}

#[test]
fn a_match_that_brings_its_defining_word_is_a_definition() {
    check("pub [fn open]()", MatchKind::Defines);
    check("pub [fn op]en()", MatchKind::DefinesPart);
    check("[fn ]open", MatchKind::Mentions);
    check("[fn] open", MatchKind::Mentions);
    check("a[fn open]", MatchKind::DefinesPart);
}
