use super::fused;

fn check(one: &[f64], other: &[Option<f64>], expected: &[usize]) {
    assert_eq!(fused(one, other), expected, "{one:?} and {other:?}");
}

#[test]
fn both_orders_count_the_same() {
    check(&[], &[], &[]);
    check(&[3.0, 2.0, 1.0], &[Some(0.9), Some(0.8), Some(0.7)], &[0, 1, 2]);
    check(&[3.0, 2.0, 1.0], &[Some(0.1), Some(0.9), Some(0.2)], &[1, 0, 2]);
    check(&[9.0, 1.0], &[Some(0.1), Some(0.9)], &[0, 1]);
}

/// Equal worth is an equal rank, so that the other order decides.
#[test]
fn equal_ones_share_a_rank() {
    check(&[1.0, 1.0], &[Some(0.1), Some(0.9)], &[1, 0]);
    check(&[2.0, 1.0], &[Some(0.5), Some(0.5)], &[0, 1]);
    check(&[1.0, 1.0], &[Some(-0.5), Some(0.0)], &[1, 0]);
}

#[test]
fn what_nothing_can_be_said_about_loses() {
    check(&[2.0, 1.0], &[None, Some(-1.0)], &[1, 0]);
    check(&[2.0, 1.0], &[None, None], &[0, 1]);
}
