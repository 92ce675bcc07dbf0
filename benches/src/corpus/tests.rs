use super::{SEED, source_text};

fn count(text: &[u8], word: &str) -> usize {
    String::from_utf8_lossy(text).matches(word).count()
}

#[test]
fn a_text_has_exactly_the_size_asked_for() {
    for bytes in (0..300).chain([10 * 1024, 65_536, 1024 * 1024]) {
        let text = source_text(SEED, bytes);
        assert_eq!(text.len(), bytes);
        assert_eq!(text.last().copied(), (bytes > 0).then_some(b'\n'));
        assert!(str::from_utf8(&text).is_ok(), "{bytes} bytes");
    }
}

#[test]
fn the_same_seed_gives_the_same_text() {
    assert_eq!(source_text(1, 4096), source_text(1, 4096));
    assert_ne!(source_text(1, 4096), source_text(2, 4096));
}

#[test]
fn what_searches_look_for_is_sown() {
    let text = source_text(SEED, 4 * 1024 * 1024);
    let notes: usize = ["TODO", "FIXME", "XXX"].iter().map(|note| count(&text, note)).sum();
    let rare = count(&text, "unsafe impl");
    assert!((4 * 2..4 * 40).contains(&rare), "{rare} lines with `unsafe impl`");
    assert!((4 * 40..4 * 400).contains(&notes), "{notes} notes");
}
