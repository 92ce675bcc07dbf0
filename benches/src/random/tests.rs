use super::Random;

fn numbers(seed: u64) -> Vec<u64> {
    let mut random = Random::new(seed);
    (0..100).map(|_| random.below(1000)).collect()
}

#[test]
fn the_same_seed_gives_the_same_choices() {
    assert_eq!(numbers(7), numbers(7));
    assert_ne!(numbers(7), numbers(8));
}

#[test]
fn a_shuffle_keeps_every_item() {
    let mut items: Vec<u32> = (0..1000).collect();
    Random::new(1).shuffle(&mut items);
    assert!(!items.is_sorted());
    items.sort_unstable();
    assert_eq!(items, (0..1000).collect::<Vec<_>>());
    Random::new(1).shuffle::<u32>(&mut []);
}
