use super::*;

/// Goes in as the bits say, and out again.
fn check(depth: usize, bit: impl Fn(usize) -> bool) {
    let around = |level| if bit(level) { Around::Object } else { Around::List };
    let mut nesting = Nesting::default();
    for level in 0..depth {
        nesting.enter(around(level));
        assert_eq!(nesting.around(), Some(around(level)), "going in, {level} of {depth}");
    }
    for level in (0..depth).rev() {
        assert_eq!(nesting.around(), Some(around(level)), "going out, {level} of {depth}");
        nesting.leave();
    }
    assert_eq!(nesting.around(), None, "{depth}");
}

#[test]
fn the_way_out_is_the_way_in() {
    for depth in [0, 1, 2, 63, 64, 65, 127, 128, 129, 1_000] {
        check(depth, |_| true);
        check(depth, |_| false);
        check(depth, |level| level % 3 == 0);
        check(depth, |level| level < 64);
    }
}
