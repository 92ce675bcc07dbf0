use super::Weights;

/// The first file is worth more than the second, with words that so many of a hundred files have.
fn check(with: &[u64], better: (&[u32], u32), worse: (&[u32], u32)) {
    let weights = Weights::of(100, 10_000, with);
    let (more, less) = (weights.score(better.0, better.1), weights.score(worse.0, worse.1));
    assert!(more > less && less >= 0.0, "{more} for {better:?}, {less} for {worse:?}");
}

#[test]
fn rare_words_several_words_and_short_files_win() {
    check(&[1, 50], (&[1, 0], 100), (&[0, 1], 100));
    check(&[10, 10], (&[1, 1], 100), (&[2, 0], 100));
    check(&[10], (&[2], 100), (&[1], 100));
    check(&[10], (&[1], 50), (&[1], 500));
    check(&[100], (&[1], 100), (&[0], 100));
}

#[test]
fn nothing_is_worth_nothing() {
    assert_eq!(Weights::of(0, 0, &[0]).score(&[0], 0), 0.0);
    assert_eq!(Weights::of(0, 0, &[]).score(&[], 9), 0.0);
}
