//! Random files.

use proptest::collection::vec;
use proptest::prelude::*;

/// Text with every kind of line end, characters of every width, and perhaps no final newline.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a",
        "b",
        "ab",
        "é",
        "漢",
        "😀",
        " ",
        "\t",
        "\r",
        "\n",
        "\n",
        "\n",
        "\r\n",
        "\r\n",
        "\u{feff}",
        "\u{2028}",
        "some longer words to fill a line ",
        "\0",
    ]);
    vec(pieces, 0..120).prop_map(|pieces| pieces.concat())
}

/// Mostly text, with some bytes that are part of no character.
pub(crate) fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let odd = prop::sample::select(vec![&b"\xff"[..], b"\xc3", b"\xf0\x9f", b"\x80\x80", b"\n", b"\r\n"]);
    (vec((text(), odd), 0..3), text()).prop_map(|(pieces, last)| {
        let mut bytes: Vec<u8> =
            pieces.iter().flat_map(|(text, odd)| [text.as_bytes(), odd].concat()).collect();
        bytes.extend_from_slice(last.as_bytes());
        bytes
    })
}

/// The lines of a file by the shortest definition there is.
pub(crate) fn split(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n').collect()
}

/// The lines `first` to `last` of a file, as far as they exist.
pub(crate) fn slice(bytes: &[u8], first: u64, last: u64) -> Vec<u8> {
    let lines = split(bytes);
    let end = usize::try_from(last).unwrap_or(usize::MAX).min(lines.len());
    let start = usize::try_from(first - 1).unwrap_or(usize::MAX).min(end);
    lines[start..end].concat()
}
