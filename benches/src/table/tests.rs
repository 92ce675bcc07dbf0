use std::time::Duration;

use super::{Alignment, ResultTable, time};

#[test]
fn columns_are_as_wide_as_their_widest_cell() {
    let mut table =
        ResultTable::new([("what", Alignment::Left), ("time", Alignment::Right), ("", Alignment::Left)]);
    table.push(["read".into(), "8.30 µs".into(), "ok".into()]);
    table.push(["unchanged".into(), "46.0 ms".into(), String::new()]);
    table.push(["tail".into(), "1.2 s".into(), "over".into()]);
    let expected = "\
what          time
read       8.30 µs  ok
unchanged  46.0 ms
tail         1.2 s  over
";
    assert_eq!(table.to_string(), expected);
}

#[test]
fn a_table_without_rows_is_its_heading() {
    assert_eq!(
        ResultTable::new([("what", Alignment::Left), ("time", Alignment::Right)]).to_string(),
        "what  time\n"
    );
}

fn check(nanos: u64, expected: &str) {
    assert_eq!(time(Duration::from_nanos(nanos)), expected);
}

#[test]
fn times_have_three_digits_and_a_unit() {
    check(0, "0.00 µs");
    check(8_300, "8.30 µs");
    check(83_000, "83.0 µs");
    check(740_000, "740 µs");
    check(7_400_000, "7.40 ms");
    check(46_000_000, "46.0 ms");
    check(1_250_000_000, "1250 ms");
}
