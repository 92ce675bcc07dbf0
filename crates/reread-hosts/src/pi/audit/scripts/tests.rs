use super::at_once;

fn check(block: &str, expected: &[&str]) {
    assert_eq!(at_once(block), expected, "{block:?}");
}

#[test]
fn a_block_is_printed_at_once() {
    check("[readcache: unchanged, 4 lines]", &["[readcache: unchanged, 4 lines]"]);
    check("a\nb\n", &["a\nb"]);
    check("", &[""]);
}

#[test]
fn headings_part_a_block() {
    check("==> text 1/2 <==\na\nb\n==> text 2/2 <==\nc", &["", "a\nb", "c"]);
    check("==> text 1/2\na", &["==> text 1/2\na"]);
    check("==> text x/2 <==\na", &["==> text x/2 <==\na"]);
}
