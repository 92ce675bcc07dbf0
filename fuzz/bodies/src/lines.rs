//! Where lines begin and end, beside a plain list of them; and texts that arrive in pieces.

use reread_text::{
    Digest, DigestBuilder, LineCounter, LineRange, as_utf8, char_floor, count_lines, line_start, lines,
    slice_lines, tail_start,
};

use crate::input::numbers;

/// Two bytes choose a range and a place to tear; the rest is the text.
///
/// Every way to find a line agrees with the list of all lines, and what is worked out piece by piece is what is
/// worked out over the whole.
pub fn lines_of_text(data: &[u8]) {
    let Some(([first, count], text)) = numbers(data) else { return };
    let list: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    assert_eq!(lines(text).collect::<Vec<_>>(), list);
    assert_eq!(lines(text).rev().collect::<Vec<_>>(), list.iter().rev().copied().collect::<Vec<_>>());
    assert_eq!(count_lines(text), list.len() as u64);

    let (skipped, count) = (usize::from(first), usize::from(count));
    let start = list.get(skipped).map(|_| list[..skipped].concat().len());
    assert_eq!(line_start(text, u64::from(first) + 1), start);
    let range = LineRange::new(u64::from(first) + 1, u64::from(first) + count.max(1) as u64)
        .expect("lines in order, counted from 1");
    let slice = start.map(|_| list[skipped..list.len().min(skipped + count.max(1))].concat());
    assert_eq!(slice_lines(text, range), slice.as_deref());
    let tail = list[list.len().saturating_sub(count)..].concat();
    assert_eq!(&text[tail_start(text, count as u64)..], tail);

    let tear = skipped.min(text.len());
    torn(text, tear);
    if let Ok(text) = std::str::from_utf8(text) {
        let floor = (0..=tear).rev().find(|index| text.is_char_boundary(*index));
        assert_eq!(Some(char_floor(text.as_bytes(), tear)), floor);
    }
}

fn torn(text: &[u8], tear: usize) {
    let mut counter = LineCounter::default();
    let mut digest = DigestBuilder::default();
    for piece in [&text[..tear], &text[tear..]] {
        counter.push(piece);
        digest.update(piece);
    }
    assert_eq!(counter.lines(), count_lines(text));
    assert_eq!(as_utf8(text).ok(), std::str::from_utf8(text).ok());
    let whole = digest.finish();
    assert_eq!(whole, Digest::of(text));
    assert_eq!(whole.to_string().parse(), Ok(whole));
}
