//! The files that everybody reads: text like Rust source, another in every round.

use reread_benches::source_text;

/// Lines of a file; with their bytes they stay below what ours shows at once.
pub(crate) const LINES: usize = 290;
const BYTES_AT_MOST: usize = 12_000;

/// The first and the last of the lines that are asked for as a range.
pub(crate) const RANGE: (usize, usize) = (101, 180);

const SEED: u64 = 0x006d_6370;

/// One file of a round, before and after its three edits.
pub(crate) struct Text {
    pub(crate) before: String,
    pub(crate) after: String,
}

/// The file of a round.
pub(crate) fn text(round: usize) -> Text {
    let source = source_text(SEED + round as u64, LINES * 64);
    let source = String::from_utf8(source).expect("text like source is UTF-8");
    let mut lines: Vec<&str> = source.split_inclusive('\n').take(LINES).collect();
    let before = lines.concat();
    assert!(before.len() <= BYTES_AT_MOST, "round {round} has {} bytes", before.len());
    for line in [40, 150, 260] {
        lines[line] = "    let edited = self.edited.take().unwrap_or_default();\n";
    }
    Text { after: lines.concat(), before }
}

/// The lines of the range.
pub(crate) fn range_of(text: &str) -> String {
    text.split_inclusive('\n').skip(RANGE.0 - 1).take(RANGE.1 + 1 - RANGE.0).collect()
}
