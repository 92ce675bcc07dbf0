use super::keys;

fn check(text: &str, expected: &[&str]) {
    let (symbols, _) = keys(text.as_bytes()).finish();
    let shown: Vec<String> = symbols
        .iter()
        .map(|symbol| format!("{} {} | {}", symbol.lines, symbol.id, symbol.signature))
        .collect();
    assert_eq!(shown, expected, "{text:?}");
}

#[test]
fn keys_nest_by_indentation() {
    check(
        "a:\n  b: 1\n  c:\n    d: 2\ne: 3\n",
        &["1-4 a | a", "2-2 a.b | b: 1", "3-4 a.c | c", "4-4 a.c.d | d: 2", "5-5 e | e: 3"],
    );
}

#[test]
fn what_is_in_sequences_has_no_line() {
    check("a:\n- x: 1\n  y: 2\n- z\nb:\n  - c: 1\n    d: 2\n", &["1-4 a | a", "5-7 b | b"]);
    check("- a: 1\n  b: 2\n", &[]);
}

#[test]
fn scalars_and_flows_over_several_lines_have_no_keys() {
    check(
        "a: |\n  b: 1\n\n  c: 2\nd: >-\n e: f\ng: {\n  h: 1,\n}\ni: [\n  j: 1\n]\nk: 1\n",
        &["1-4 a | a: |", "5-6 d | d: >-", "7-9 g | g: {", "10-12 i | i: [", "13-13 k | k: 1"],
    );
}

#[test]
fn quotes_anchors_tags_and_comments() {
    check(
        "\"a b\": 1\n'c': &x\n  d: 1\ne: !!map # why\n  f: 1\nhttp://x\n",
        &[
            "1-1 a b | \"a b\": 1",
            "2-3 c | 'c': &x",
            "3-3 c.d | d: 1",
            "4-5 e | e: !!map # why",
            "5-5 e.f | f: 1",
        ],
    );
    check("# about a\na: 1\n\n# apart\n\nb: 2\n", &["1-2 a | a: 1", "6-6 b | b: 2"]);
}

#[test]
fn documents_begin_anew() {
    check("%YAML 1.2\n---\na: 1\n...\n---\na: 2\n", &["3-3 a~1 | a: 1", "6-6 a~2 | a: 2"]);
}

#[test]
fn deep_keys_belong_to_those_above() {
    check(
        "a:\n b:\n  c:\n   d:\n    e:\n     f: 1\n",
        &["1-6 a | a", "2-6 a.b | b", "3-6 a.b.c | c", "4-6 a.b.c.d | d"],
    );
}

#[test]
fn edges() {
    check("", &[]);
    check(":\n", &[]);
    check("\u{feff}a: 1", &["1-1 a | a: 1"]);
    check("a: 1\r\nb:\r\n  c: 2\r\n", &["1-1 a | a: 1", "2-3 b | b", "3-3 b.c | c: 2"]);
}
