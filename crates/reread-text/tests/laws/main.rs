//! Laws of text, on random input: whatever the bytes, these hold.
//!
//! The seed is fixed, so that a run can be repeated; a new one is a line below.

mod credential_kinds;
mod diffs;
mod eyes;
mod git;
mod line_sets;
mod paging;
mod pairs;
mod real_lines;
mod streams;
mod tokens;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn config() -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(0x7265_7265_6164),
        failure_persistence: None,
        ..Default::default()
    }
}

/// Any bytes a file may hold, in the proportions that find mistakes: many line ends of all kinds, few
/// letters, characters of every length, and bytes that are no characters.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => Just(&b"\n"[..]),
        2 => Just(&b"\r\n"[..]),
        1 => Just(&b"\r"[..]),
        6 => prop::sample::select(vec![&b"a"[..], b"b", b" ", b"    ", b"word", b"7", b"123", b"}", b"();", b"_"]),
        4 => prop::sample::select(vec!["é", "€", "ж", "漢", "😀", "\u{feff}", "\u{2028}", "\0"]).prop_map(str::as_bytes),
        2 => prop::sample::select(vec![&b"\xff"[..], b"\x80", b"\xc3", b"\xe2\x82", b"\xf0\x9f\x98", b"\xed\xa0\x80"]),
    ];
    vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// The bytes, split at random places.
fn pieces() -> impl Strategy<Value = Vec<Vec<u8>>> {
    vec(bytes().prop_flat_map(|bytes| (0..=bytes.len(), Just(bytes))), 0..4).prop_map(|parts| {
        parts.iter().flat_map(|(at, bytes)| [bytes[..*at].to_vec(), bytes[*at..].to_vec()]).collect()
    })
}
