//! A text in pages, and what it costs.

use reread_text::{Bounds, Cut, Limit, count_lines, cut, estimate_tokens};

use crate::input::numbers;

/// Four bytes are bounds, 0 for none; the rest is the text.
///
/// The pages joined are the text. Each is within every bound unless it is a single character, holds whole lines if one
/// fits, and could not have held one more.
pub fn pages(data: &[u8]) {
    let Some((bounds, text)) = numbers(data) else { return };
    let [max_lines, max_bytes, max_chars, max_tokens] =
        bounds.map(|bound| (bound > 0).then(|| u64::from(bound) - 1));
    let bounds = Bounds { max_lines, max_bytes, max_chars, max_tokens };
    let mut rest = text;
    while !rest.is_empty() {
        let page = cut(rest, &bounds);
        assert!(page.bytes > 0, "{bounds:?} come to no end of {:?}", text.escape_ascii().to_string());
        check(rest, &bounds, page);
        rest = &rest[page.bytes..];
    }
    assert_eq!(cut(b"", &bounds), Cut { bytes: 0, lines: 0, limit: None, inside_line: false });
}

fn check(text: &[u8], bounds: &Bounds, page: Cut) {
    let (kept, left) = text.split_at(page.bytes);
    let fits_all = Measures::of(text).exceeded(bounds).is_empty();
    assert_eq!(page.limit.is_none(), left.is_empty());
    if fits_all {
        assert!(left.is_empty());
    }
    let measures = Measures::of(kept);
    assert!(measures.chars == 1 || measures.exceeded(bounds).is_empty(), "{page:?} exceeds {bounds:?}");
    assert_eq!(page.inside_line, !left.is_empty() && !kept.ends_with(b"\n"));
    assert_eq!(page.lines, if page.inside_line { 0 } else { count_lines(kept) });
    if let (Ok(_), Err(error)) = (std::str::from_utf8(text), std::str::from_utf8(kept)) {
        panic!("{page:?} cuts a character: {error}");
    }

    let Some(limit) = page.limit else { return };
    let next_line = left.iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| page.bytes + at + 1);
    let more = Measures::of(&text[..next_line]).exceeded(bounds);
    assert!(!more.is_empty(), "{page:?} leaves out a line that fits {bounds:?}");
    if more.len() == 1 {
        assert_eq!(limit, more[0]);
    }
}

struct Measures {
    lines: u64,
    bytes: u64,
    chars: u64,
    tokens: u64,
}

impl Measures {
    fn of(text: &[u8]) -> Self {
        let chars = text.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len());
        Self {
            lines: count_lines(text),
            bytes: text.len() as u64,
            chars: chars.sum::<usize>() as u64,
            tokens: estimate_tokens(text),
        }
    }

    fn exceeded(&self, bounds: &Bounds) -> Vec<Limit> {
        let measured = [
            (Limit::Lines, self.lines, bounds.max_lines),
            (Limit::Bytes, self.bytes, bounds.max_bytes),
            (Limit::Chars, self.chars, bounds.max_chars),
            (Limit::Tokens, self.tokens, bounds.max_tokens),
        ];
        let exceeds = |(limit, value, bound): (Limit, u64, Option<u64>)| (value > bound?).then_some(limit);
        measured.into_iter().filter_map(exceeds).collect()
    }
}

/// Two bytes choose a seam in the text that follows. The estimate never falls as text is added, only the empty text is
/// free, and two texts estimated apart differ from both together by no more than three tokens.
pub fn tokens(data: &[u8]) {
    let Some((place, text)) = numbers(data) else { return };
    let place = usize::from(u16::from_be_bytes(place)).min(text.len());
    let (left, right) = text.split_at(place);
    let together = estimate_tokens(text);
    let apart = estimate_tokens(left) + estimate_tokens(right);
    assert!(together.abs_diff(apart) <= 3, "{together} together, {apart} apart");
    assert!(estimate_tokens(left) <= together);
    assert_eq!(together == 0, text.is_empty());
}
