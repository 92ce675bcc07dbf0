use super::*;

fn check(line: &str, is_row: bool) {
    assert_eq!(parse(line.as_bytes()).is_some(), is_row, "{line}");
}

#[test]
fn a_row_is_read_back() {
    let (file_key, digest) = (Digest::of(b"a"), Digest::of(b"b"));
    let seen = SeenSnapshot { generation: 17, total_lines: 0, digest };
    let line = render(&file_key, &seen);
    assert_eq!(parse(line.trim_end().as_bytes()), Some((file_key, seen)));
}

#[test]
fn what_is_not_a_row_is_none() {
    let digest = Digest::of(b"a");
    check(&format!("{digest} 1 2 {digest}"), true);
    check("", false);
    check(&format!("{digest} 1 2 {digest}\n"), false);
    check(&format!("{digest} 1 2 {digest} "), false);
    check(&format!("{digest} 1 2"), false);
    check(&format!("{digest} -1 2 {digest}"), false);
    check(&format!("{digest} {} 2 {digest}", u64::MAX), false);
    check(&format!("{digest} 1 2 {digest}").to_uppercase(), false);
    assert_eq!(parse(b"\xff 1 2 \xff"), None);
}
