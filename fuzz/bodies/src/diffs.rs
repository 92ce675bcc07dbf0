//! Diffs: applied exactly, and the inverse of what is printed.

use reread_text::{DiffNames, apply_diff, count_lines, unified_diff};

use crate::input::{numbers, parts};

const NAMES: DiffNames<'_> = DiffNames { old: "a/file", new: "b/file" };

/// What stands before the seam is a text, what follows a diff. If it applies, a plain reading of the same diff
/// comes to the same text.
pub fn apply_random_diff(data: &[u8]) {
    let (old, diff) = parts(data);
    check_applied(old, diff);
}

/// Three bytes choose the context and where the diff is altered; old and new text follow, with the seam
/// between them.
///
/// The diff leads from one to the other and says how much it changes; it applies to no other text by chance; and
/// altered by a byte it is refused or still means what a plain reading makes of it.
pub fn diff_there_and_back(data: &[u8]) {
    let Some(([context, place, byte], texts)) = numbers(data) else { return };
    let (old, new) = parts(texts);
    let diff = unified_diff(old, new, NAMES, u64::from(context % 8));
    assert_eq!(apply_diff(old, &diff.text).as_deref(), Ok(new));
    assert_eq!(diff.text.is_empty(), old == new);
    assert_eq!(diff.hunks == 0, old == new);
    assert_eq!(count_lines(old) + diff.added, count_lines(new) + diff.removed);
    assert_eq!(unified_diff(old, new, NAMES, u64::from(context % 8)), diff);
    if old != new {
        check_applied(new, &diff.text);
        let mut altered = diff.text;
        let place = usize::from(place) * altered.len() / 256;
        altered[place] = byte;
        check_applied(old, &altered);
    }
}

fn check_applied(old: &[u8], diff: &[u8]) {
    if let Ok(new) = apply_diff(old, diff) {
        let plain = plain_reading(old, diff).expect("an applied diff can be read");
        assert!(plain == new, "{} is not {}", plain.escape_ascii(), new.escape_ascii());
    }
}

/// What the diff makes of the text, by cutting and pasting: hunks are put in place from the last to the first, so
/// that the numbers of the old text stay true.
fn plain_reading(old: &[u8], diff: &[u8]) -> Option<Vec<u8>> {
    let mut text: Vec<Vec<u8>> = old.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    for hunk in hunks(diff)?.into_iter().rev() {
        let cut: Vec<Vec<u8>> = text.splice(hunk.start..hunk.start + hunk.old.len(), hunk.new).collect();
        if cut != hunk.old {
            return None;
        }
    }
    Some(text.concat())
}

/// Lines to cut out of the old text after its first `start` lines, and lines to paste there.
struct Hunk {
    start: usize,
    old: Vec<Vec<u8>>,
    new: Vec<Vec<u8>>,
}

fn hunks(diff: &[u8]) -> Option<Vec<Hunk>> {
    let mut hunks = Vec::new();
    let mut rest = diff.strip_suffix(b"\n").unwrap_or(diff).split(|byte| *byte == b'\n').skip(2).peekable();
    while let Some(header) = rest.next() {
        let mut hunk = Hunk { start: start(header)?, old: Vec::new(), new: Vec::new() };
        while let Some(line) = rest.next_if(|line| !line.starts_with(b"@@ -")) {
            let (sign, line) = line.split_first()?;
            let ends_text = rest.next_if(|line| line.starts_with(b"\\")).is_some();
            let line = if ends_text { line.to_vec() } else { [line, b"\n"].concat() };
            if *sign != b'+' {
                hunk.old.push(line.clone());
            }
            if *sign != b'-' {
                hunk.new.push(line);
            }
        }
        hunks.push(hunk);
    }
    Some(hunks)
}

/// How many lines stand before the hunk: `@@ -7,3 +7,4 @@` starts with line 7, `@@ -7,0 +8,4 @@` after it.
fn start(header: &[u8]) -> Option<usize> {
    let numbers =
        std::str::from_utf8(header.strip_prefix(b"@@ -")?.split(|byte| *byte == b' ').next()?).ok()?;
    let (first, count) = numbers.split_once(',').unwrap_or((numbers, "1"));
    let first: usize = first.parse().ok()?;
    if count.parse() == Ok(0) { Some(first) } else { first.checked_sub(1) }
}
