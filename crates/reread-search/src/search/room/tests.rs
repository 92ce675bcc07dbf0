use super::*;

/// How many of these lines fit, and what stops the next.
fn check(bounds: Bounds, lines: &[&[u8]], expected: (usize, Option<Limit>)) {
    let mut room = Room::of(&bounds);
    let mut taken = 0;
    let mut stopped = None;
    for line in lines {
        let before = room;
        match room.take(line) {
            Ok(()) => taken += 1,
            Err(limit) => {
                assert_eq!(room, before, "what does not fit takes nothing");
                stopped = Some(limit);
                break;
            }
        }
    }
    assert_eq!((taken, stopped), expected, "{bounds:?}");
}

#[test]
fn every_bound_counts_what_it_is_called_after() {
    let lines: [&[u8]; 3] = ["äöü".as_bytes(), b"", b"\xff\xffx"];
    let none = Bounds::default();
    check(none, &lines, (3, None));
    check(Bounds { max_lines: Some(3), ..none }, &lines, (3, None));
    check(Bounds { max_lines: Some(2), ..none }, &lines, (2, Some(Limit::Lines)));
    check(Bounds { max_lines: Some(0), ..none }, &lines, (0, Some(Limit::Lines)));
    check(Bounds { max_bytes: Some(9), ..none }, &lines, (3, None));
    check(Bounds { max_bytes: Some(8), ..none }, &lines, (2, Some(Limit::Bytes)));
    check(Bounds { max_chars: Some(6), ..none }, &lines, (3, None));
    check(Bounds { max_chars: Some(5), ..none }, &lines, (2, Some(Limit::Chars)));
    check(Bounds { max_tokens: Some(0), ..none }, &lines, (0, Some(Limit::Tokens)));
}
