use std::time::Duration;

use super::{Comparison, ComparisonResult};
use crate::{SIZES, SpentTime, Timed};

fn check(product_ms: u64, floor_ms: u64, at_most: Option<f64>, expected: &str) {
    let spent =
        |millis| SpentTime { cpu: Duration::from_millis(millis), wall: Duration::from_millis(2 * millis) };
    let timed = Timed { product: spent(product_ms), floor: spent(floor_ms), rounds: 7 };
    let comparison = Comparison { what: "read", size: SIZES[0], floor: "nothing", timed, at_most };
    let verdict = comparison.verdict().word();
    assert_eq!(format!("{:.2} {verdict}", comparison.cpu_ratio()).trim_end(), expected);
}

#[test]
fn the_ratio_is_judged_by_its_limit() {
    check(130, 100, Some(1.3), "1.30 ok");
    check(131, 100, Some(1.3), "1.31 over");
    check(50, 100, Some(1.3), "0.50 ok");
    check(900, 100, None, "9.00");
}

#[test]
fn what_was_not_measured_is_not_good_enough() {
    check(1, 0, Some(1.3), "inf over");
    check(0, 0, Some(1.3), "NaN over");
    assert_eq!(ComparisonResult::of(f64::NAN, None), ComparisonResult::Unbound);
}
