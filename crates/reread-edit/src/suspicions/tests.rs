use super::*;

/// What is suspicious about the text for an empty file, as `kind at line`.
fn check(new: &str, expected: &[&str]) {
    check_beside(new, "", expected);
}

fn check_beside(new: &str, base: &str, expected: &[&str]) {
    let found = suspicions(new.as_bytes(), base.as_bytes());
    let words: Vec<String> = found.iter().map(|it| format!("{} at {}", it.kind.word(), it.line)).collect();
    assert_eq!(words, expected, "{new}");
}

#[test]
fn lines_of_our_replies_are_noticed() {
    check("let x = 1;\n", &[]);
    check("[reread: unchanged, 10 lines]\n", &["stub line at 1"]);
    check(
        "a.rs #482915736208@1-2/2\nlet x;\n[end 482915736208]\n",
        &["header line at 1", "closing line at 3"],
    );
    check("let key = \"[redacted:github-token]\";\nnext\n", &["redaction at 1"]);
    check("a\nb\nkey [redacted:x]\nkey [redacted:x] again\n", &["redaction at 3"]);
}

#[test]
fn conflict_markers_are_noticed_and_underlines_are_not() {
    check("<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n", &["conflict marker at 1"]);
    check("a\n||||||| base\n", &["conflict marker at 2"]);
    check(">>>>>>>\r\n", &["conflict marker at 1"]);
    check("Title\n=======\n", &[]);
    check("<<<<<<<<< eight\n", &[]);
    check("  <<<<<<< indented\n", &[]);
    check("cat <<<<<<<x\n", &[]);
}

#[test]
fn numbers_before_every_line_are_noticed() {
    check("  9→let x;\n 10→let y;\n", &["line numbers at 1"]);
    check("7:a\n8:b\n", &["line numbers at 1"]);
    check("7\ta\n8\tb\n9\t\n", &["line numbers at 1"]);
    check("1 | a\n2 | b", &["line numbers at 1"]);
    check("12→only\n", &["line numbers at 1"]);
    check("12: only\n", &[]);
    check("7:a\n9:b\n", &[]);
    check("7:a\nb\n", &[]);
    check("7:a\n8|b\n", &[]);
    check("1. a\n2. b\n", &[]);
    check("", &[]);
    check("18446744073709551615:a\n0:b\n", &[]);
}

#[test]
fn what_the_file_has_already_is_not_suspicious() {
    check_beside("<<<<<<< ours\nb\n", "<<<<<<< ours\na\n", &[]);
    check_beside("[end 482915736208]", "x\n[end 482915736208]\n", &[]);
    check_beside("<<<<<<< other\n", "<<<<<<< ours\na\n", &["conflict marker at 1"]);
    check_beside("1:a\n2:b\n", "1:x\n2:y\n3:z\n", &[]);
}

#[test]
fn what_stands_for_a_byte_is_noticed_where_the_file_has_such_bytes() {
    let new = "caf\u{fffd}\n2\n".as_bytes();
    let found = |base: &[u8]| suspicions(new, base).first().map(|it| (it.kind.word(), it.line));
    assert_eq!(found(b"caf\xe9\ntwo\n"), Some(("replacement character", 1)));
    assert_eq!(found(b"cafe\ntwo\n"), None);
    assert_eq!(found("caf\u{fffd}\n\u{e9}".as_bytes()), None);
    assert_eq!(found(b"caf\xef\xbf\xbd\n\xe9\n"), None, "the line is there already");
}
