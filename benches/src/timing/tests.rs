use std::time::Duration;

use super::{SpentTime, batch, calls_in_turn, in_turn, median, processes_in_turn, rounds};

fn check_median(millis: &[u64], expected: u64) {
    let times = millis.iter().copied().map(Duration::from_millis).collect();
    assert_eq!(median(times), Duration::from_millis(expected), "{millis:?}");
}

fn check_rounds(one: Duration, expected: usize) {
    assert_eq!(rounds(one), expected, "{one:?}");
}

fn check_batch(wall: Duration, expected: u32) {
    assert_eq!(batch(SpentTime { cpu: Duration::ZERO, wall }), expected, "{wall:?}");
}

#[test]
fn the_median_ignores_the_order_and_the_outliers() {
    check_median(&[5], 5);
    check_median(&[9, 1, 5], 5);
    check_median(&[1, 2], 2);
    check_median(&[3, 3, 1000, 2, 3], 3);
}

#[test]
fn rounds_are_odd_and_bounded() {
    check_rounds(Duration::ZERO, 101);
    check_rounds(Duration::from_millis(1), 101);
    check_rounds(Duration::from_millis(100), 21);
    check_rounds(Duration::from_millis(190), 11);
    check_rounds(Duration::from_secs(60), 7);
}

#[test]
fn only_short_calls_are_taken_together() {
    check_batch(Duration::ZERO, 1000);
    check_batch(Duration::from_micros(100), 10);
    check_batch(Duration::from_millis(1), 1);
    check_batch(Duration::from_secs(1), 1);
}

#[test]
fn both_are_called_equally_often_and_kept_apart() {
    let (mut products, mut floors) = (0, 0);
    let spent = |millis| SpentTime { cpu: Duration::from_millis(millis), wall: Duration::from_secs(millis) };
    let timed = processes_in_turn(
        || {
            products += 1;
            spent(30)
        },
        || {
            floors += 1;
            spent(20)
        },
    );
    assert_eq!((timed.product, timed.floor), (spent(30), spent(20)));
    assert_eq!((products, floors), (timed.rounds + 1, timed.rounds + 1));
}

#[test]
fn calls_are_repeated_for_both() {
    let (mut products, mut floors) = (0, 0);
    let timed = calls_in_turn(|| products += 1, || floors += 1);
    assert!(products >= timed.rounds && floors >= timed.rounds, "{products} and {floors} calls, {timed:?}");
}

#[test]
fn everyone_begins_in_turn() {
    let order = std::cell::RefCell::new(Vec::new());
    let way = |name: char| {
        let order = &order;
        move || {
            order.borrow_mut().push(name);
            SpentTime::default()
        }
    };
    let turns = in_turn(&mut [&mut way('a'), &mut way('b'), &mut way('c')]);
    assert_eq!(turns.spent.len(), 3);
    let order: String = order.into_inner().into_iter().collect();
    assert!(order.starts_with("abc abc bca cab".replace(' ', "").as_str()), "{order}");
    assert_eq!(order.len(), 3 * (turns.rounds + 1));
}
