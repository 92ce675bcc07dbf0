use super::*;

fn seen(n: u8) -> Seen {
    Seen { generation: 100 - u64::from(n), total_lines: u64::from(n) * 3, digest: Digest::of(&[n]) }
}

fn check(bytes: &[u8], expected: Option<usize>) {
    assert_eq!(parse(bytes).map(|list| list.len()), expected, "{}", String::from_utf8_lossy(bytes));
}

#[test]
fn a_list_is_read_back_in_order() {
    let list: Vec<Seen> = (0..32).map(seen).collect();
    assert_eq!(parse(render(&list).as_bytes()), Some(list));
    check(HEADER.as_bytes(), Some(0));
}

#[test]
fn what_is_not_a_list_is_refused() {
    let one = render(&[seen(1)]);
    check(b"", None);
    check(b"reread seen 1\n", None);
    check(b"\xff", None);
    check(one.trim_end().as_bytes(), None);
    check(&one.as_bytes()[..one.len() - 2], None);
    check(one.to_uppercase().as_bytes(), None);
    check(format!("{one}\n").as_bytes(), None);
    check(one.replace('\n', " 1\n").as_bytes(), None);
    check(render(&[seen(2), seen(1)]).as_bytes(), None);
    check(render(&(0..33).map(seen).collect::<Vec<_>>()).as_bytes(), None);
}
