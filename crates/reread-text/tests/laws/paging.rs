//! Pages and slices, against definitions too simple to be wrong.

use proptest::prelude::*;
use reread_text::{
    Bounds, LineRange, count_lines, cut, estimate_tokens, line_start, lines, slice_lines, tail_start,
};

use crate::{bytes, config};

fn bounds() -> impl Strategy<Value = Bounds> {
    let bound = |max: u64| prop::option::of(0..max);
    (bound(6), bound(40), bound(30), bound(12)).prop_map(|(max_lines, max_bytes, max_chars, max_tokens)| {
        Bounds { max_lines, max_bytes, max_chars, max_tokens }
    })
}

/// Where the text may be cut without splitting a character, its end included and its start not.
fn char_ends(text: &[u8]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut position = 0;
    for chunk in text.utf8_chunks() {
        for char in chunk.valid().chars() {
            position += char.len_utf8();
            ends.push(position);
        }
        for _ in chunk.invalid() {
            position += 1;
            ends.push(position);
        }
    }
    ends
}

fn fits(text: &[u8], bounds: &Bounds) -> bool {
    let within = |max: Option<u64>, actual: u64| max.is_none_or(|max| actual <= max);
    within(bounds.max_lines, count_lines(text))
        && within(bounds.max_bytes, text.len() as u64)
        && within(bounds.max_chars, char_ends(text).len() as u64)
        && within(bounds.max_tokens, estimate_tokens(text))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_cut_keeps_the_most_that_fits(text in bytes(), bounds in bounds()) {
        let cut = cut(&text, &bounds);
        let kept = &text[..cut.bytes];
        let line_ends = lines(&text).scan(0, |end, line| { *end += line.len(); Some(*end) });
        let most_lines = line_ends.filter(|end| fits(&text[..*end], &bounds)).max();
        let ends = char_ends(&text);
        let most_chars = || ends.iter().copied().filter(|end| fits(&text[..*end], &bounds)).max();
        let expected = most_lines.or_else(most_chars).or(ends.first().copied()).unwrap_or(0);
        prop_assert_eq!(cut.bytes, expected);

        let at_line_end = kept.len() == text.len() || kept.ends_with(b"\n");
        prop_assert_eq!(cut.inside_line, !at_line_end);
        prop_assert_eq!(cut.lines, if at_line_end { count_lines(kept) } else { 0 });
        prop_assert_eq!(cut.limit.is_none(), kept.len() == text.len());
    }

    #[test]
    fn pages_joined_are_the_text(text in bytes(), bounds in bounds()) {
        let mut rest = &text[..];
        let mut joined = Vec::new();
        while !rest.is_empty() {
            let page = cut(rest, &bounds).bytes;
            prop_assert!(page > 0, "a page is never empty");
            joined.extend_from_slice(&rest[..page]);
            rest = &rest[page..];
        }
        prop_assert_eq!(joined, text);
    }

    #[test]
    fn lines_joined_are_the_text_from_either_end(text in bytes()) {
        let forwards: Vec<&[u8]> = lines(&text).collect();
        let mut backwards: Vec<&[u8]> = lines(&text).rev().collect();
        backwards.reverse();
        prop_assert_eq!(forwards.concat(), &text[..]);
        prop_assert_eq!(forwards.len() as u64, count_lines(&text));
        prop_assert_eq!(forwards, backwards);
    }

    #[test]
    fn a_slice_is_those_lines(text in bytes(), first in 1..20u64, more in 0..20u64) {
        let range = LineRange::new(first, first + more).unwrap();
        let picked: Vec<&[u8]> =
            lines(&text).skip(first as usize - 1).take(range.count() as usize).collect();
        let slice = slice_lines(&text, range);
        prop_assert_eq!(slice.is_some(), first <= count_lines(&text));
        prop_assert_eq!(slice.unwrap_or_default(), picked.concat());
        let start: usize = lines(&text).take(first as usize - 1).map(<[u8]>::len).sum();
        prop_assert_eq!(line_start(&text, first), slice.map(|_| start));
    }

    #[test]
    fn a_slice_of_a_slice_is_a_slice(
        text in bytes(), outer in 1..9u64, more in 0..9u64, inner in 1..9u64, less in 0..9u64,
    ) {
        let range = LineRange::new(outer, outer + more).unwrap();
        let within = LineRange::new(inner, inner + less).unwrap();
        let composed = LineRange::new(outer + inner - 1, outer + inner - 1 + less).unwrap().intersect(range);
        let twice = slice_lines(&text, range).and_then(|slice| slice_lines(slice, within));
        prop_assert_eq!(twice, composed.and_then(|range| slice_lines(&text, range)));
    }

    #[test]
    fn a_tail_is_a_head_of_the_lines_reversed(text in bytes(), count in 0..20u64) {
        let tail: usize = lines(&text).rev().take(count as usize).map(<[u8]>::len).sum();
        prop_assert_eq!(tail_start(&text, count), text.len() - tail);
    }
}
