use super::*;

fn digest(n: u8) -> Digest {
    Digest::of(&[n])
}

fn check(bytes: &[u8], expected: Option<usize>) {
    assert_eq!(parse(bytes).map(|digests| digests.len()), expected, "{}", String::from_utf8_lossy(bytes));
}

#[test]
fn a_list_is_read_back_in_order() {
    let digests: Vec<Digest> = (0..32).map(digest).collect();
    assert_eq!(parse(render(&digests).as_bytes()), Some(digests));
    check(HEADER.as_bytes(), Some(0));
}

#[test]
fn what_is_not_a_list_is_refused() {
    let one = render(&[digest(1)]);
    check(b"", None);
    check(b"reread seen 2\n", None);
    check(b"\xff", None);
    check(one.trim_end().as_bytes(), None);
    check(&one.as_bytes()[..one.len() - 2], None);
    check(one.to_uppercase().as_bytes(), None);
    check(format!("{one}\n").as_bytes(), None);
    check(render(&(0..33).map(digest).collect::<Vec<_>>()).as_bytes(), None);
}
