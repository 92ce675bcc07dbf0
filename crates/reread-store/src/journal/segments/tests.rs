use super::*;

fn check(name: &str, expected: Option<(u64, u64)>) {
    assert_eq!(Segment::named(name).map(|segment| (segment.first, segment.last)), expected, "{name}");
}

#[test]
fn a_name_has_one_spelling() {
    let segment = Segment { first: 1, last: 812 };
    assert_eq!(segment.name(), "journal-00000000000000000001-00000000000000000812.jsonl");
    check(&segment.name(), Some((1, 812)));
    check(&Segment { first: u64::MAX, last: u64::MAX }.name(), Some((u64::MAX, u64::MAX)));
    for name in
        ["journal.jsonl", "journal-1-812.jsonl", "journal--.jsonl", "head", "torn-4", "journal-1-2.json", ""]
    {
        check(name, None);
    }
    check(&segment.name().replacen('0', "+", 1), None);
}
