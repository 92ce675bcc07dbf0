use super::shares;

fn check(matching: &[u64], room: u64, expected: &[u64]) {
    assert_eq!(shares(matching, room), expected, "{matching:?} in {room}");
}

#[test]
fn everybody_gets_a_few_before_anybody_gets_more() {
    check(&[], 50, &[]);
    check(&[3, 1], 50, &[3, 1]);
    check(&[1500, 1, 1], 12, &[10, 1, 1]);
    check(&[1500, 1, 1], 50, &[48, 1, 1]);
    check(&[1500, 30, 1500], 50, &[30, 10, 10]);
    check(&[12, 30, 1500], 50, &[12, 28, 10]);
    check(&[1500, 1500], 10, &[10, 0]);
    check(&[1500, 1500], 1, &[1, 0]);
    check(&[u64::MAX, u64::MAX], u64::MAX, &[u64::MAX - 10, 10]);
}

#[test]
fn a_name_takes_the_place_of_a_line() {
    check(&[0, 0, 5], 2, &[1, 1, 0]);
    check(&[0, 20], 12, &[1, 11]);
}
