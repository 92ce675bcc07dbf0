//! Laws of edits, on random input: whatever the bytes, these hold.
//!
//! The seed is fixed, so that a run can be repeated; a new one is a line below.

mod merging;
mod patches;
mod spans;
mod work;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn config() -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(0x65_6469_7473),
        failure_persistence: None,
        ..Default::default()
    }
}

/// A line, of few kinds so that lines repeat: with every line end there is, with bytes that are no characters, and with
/// beginnings that mean something in a patch.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let content = prop::sample::select(vec![
        &b""[..],
        b"a",
        b"b",
        b"  c",
        b"}",
        b"-- x",
        b"++ x",
        b"@@ -1 +1 @@",
        b"\\ No newline",
        b"a\rb",
        b"\x0c",
        "\u{2028}".as_bytes(),
        "\u{feff}a".as_bytes(),
        b"\xe9",
        b"\xff\xfe",
        b"=======",
        b"*** End Patch",
    ]);
    let end = prop_oneof![8 => Just(&b"\n"[..]), 2 => Just(&b"\r\n"[..])];
    (content, end).prop_map(|(content, end)| [content, end].concat())
}

/// Lines as a text: sometimes CRLF throughout, sometimes without a last line end.
fn text_of(lines: &[Vec<u8>], is_crlf: bool, is_ended: bool) -> Vec<u8> {
    let mut text = Vec::new();
    for line in lines {
        match line.strip_suffix(b"\n") {
            Some(content) if is_crlf && !content.ends_with(b"\r") => text.extend([content, b"\r\n"].concat()),
            _ => text.extend_from_slice(line),
        }
    }
    if !is_ended && text.last() == Some(&b'\n') {
        text.pop();
    }
    text
}

/// A text and two versions of it, each with some lines replaced.
fn three_versions() -> impl Strategy<Value = [Vec<u8>; 3]> {
    let edits = || vec((0..20_usize, 0..4_usize, vec(line(), 0..3)), 0..4);
    let ended = prop::array::uniform3(prop::bool::weighted(0.8));
    (vec(line(), 0..20), edits(), edits(), prop::bool::weighted(0.2), ended).prop_map(
        |(base, ours, theirs, is_crlf, [base_ended, ours_ended, theirs_ended])| {
            let edited = |edits: &[(usize, usize, Vec<Vec<u8>>)]| {
                let mut lines = base.clone();
                for (start, len, new) in edits {
                    let start = (*start).min(lines.len());
                    let end = (start + len).min(lines.len());
                    lines.splice(start..end, new.iter().cloned());
                }
                lines
            };
            [
                text_of(&base, is_crlf, base_ended),
                text_of(&edited(&ours), is_crlf, ours_ended),
                text_of(&edited(&theirs), is_crlf, theirs_ended),
            ]
        },
    )
}
