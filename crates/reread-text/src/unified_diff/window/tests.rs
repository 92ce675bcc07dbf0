use super::{REACH, SIGHT, Window, equal_end, equal_start, shared_end, shared_start};
use crate::count_lines;
use crate::unified_diff::changed_lines::ChangedLines;
use crate::unified_diff::compare::LineComparison;

fn numbered(lines: impl Iterator<Item = u32>) -> String {
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn equal_ends_are_whole_lines() {
    let check = |old: &str, new: &str, expected: (usize, usize)| {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let start = equal_start(old, new);
        assert_eq!((start, equal_end(&old[start..], &new[start..])), expected, "{old:?} {new:?}");
    };
    check("", "a\n", (0, 0));
    check("a\nb\nc\n", "a\nx\nc\n", (2, 2));
    check("a\nab\nc", "a\nxb\nc", (2, 1));
    check("a\n", "a\na\n", (2, 0));
    check("a\nb\n", "a\nx\na\nb\n", (2, 2));
    check("ab\n", "b\n", (0, 0));
    check("x\nb", "x\nbc", (2, 0));
    check("x\nb", "y\nx\nb", (0, 3));
    check("a\nb\n", "a\nb", (2, 0));
}

#[test]
fn what_is_shared_does_not_depend_on_blocks() {
    let text: Vec<u8> = (0..1000_u32).map(|index| (index % 251) as u8).collect();
    for at in (0..1000).step_by(7).chain([127, 128, 129, 255, 256, 999]) {
        let mut other = text.clone();
        other[at] ^= 1;
        assert_eq!((shared_start(&text, &other), shared_end(&text, &other)), (at, 999 - at));
    }
    assert_eq!(shared_start(&text, &text[..300]), 300);
    assert_eq!(shared_end(&text, &text[300..]), 700);
}

/// How many lines of the old text are left out above and below.
fn check(old: &str, new: &str, context: u64, expected: (u64, u64)) {
    let window = Window::around_changes(old.as_bytes(), new.as_bytes(), context);
    let above = count_lines(window.above);
    let below = count_lines(old.as_bytes()) - above - count_lines(window.old);
    assert_eq!((above, below), expected);
    assert!(new.as_bytes().starts_with(window.above));
}

const MARGIN: u64 = (2 * REACH + SIGHT) as u64;

#[test]
fn equal_ends_are_left_out_but_for_a_margin() {
    let old = numbered(1000..2000);
    let new = old.replace("1500\n", "changed\n");
    check(&old, &new, 0, (500 - MARGIN - 1, 499 - MARGIN - 1));
    check(&old, &new, 3, (500 - MARGIN - 4, 499 - MARGIN - 4));
    check(&old, &new, u64::MAX, (0, 0));
    check(&old, &old.replace("1500\n", ""), 0, (500 - MARGIN - 1, 499 - MARGIN - 1));
    check(&old, &format!("{old}more\n"), 0, (1000 - MARGIN - 1, 0));
    check(&old, &format!("more\n{old}"), 0, (0, 1000 - MARGIN - 1));
}

#[test]
fn a_short_end_belongs_to_the_middle() {
    let old = numbered(1000..2000);
    check(&old, &old.replace("1010\n", "changed\n"), 0, (0, 989 - MARGIN - 11));
    check(&old, &old.replace("1989\n", "changed\n"), 0, (989 - MARGIN - 11, 0));
    let both = old.replace("1100\n", "changed\n").replace("1900\n", "changed\n");
    check(&old, &both, 0, (0, 0));
}

#[test]
fn an_end_that_repeats_is_kept() {
    let same = "same\n".repeat(500);
    check(&format!("{same}old\n{same}"), &format!("{same}new\n{same}"), 0, (0, 0));
    let old = format!("{}old\n{same}", numbered(1000..2000));
    let new = old.replace("old\n", "new\n");
    check(&old, &new, 0, (1000 - MARGIN - 501, 0));
}

/// `SplitMix64`.
fn random(seed: &mut u64, end: u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*seed ^ (*seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) % end
}

/// A text in which most lines repeat, with a period and by chance, and an edit of some lines of it.
fn pair(seed: &mut u64) -> (String, String) {
    let (period, sole) = (1 + random(seed, 6), 2 + random(seed, 30));
    let indents = ["", "  ", "\t", "\n"];
    let mut lines: Vec<String> = (0..150 + random(seed, 300))
        .map(|line| match random(seed, sole) {
            0 => format!("sole {}\n", random(seed, 1 << 40)),
            _ => format!("{}{}\n", indents[(line % period % 4) as usize], line % period),
        })
        .collect();
    let old = lines.concat();
    let place = random(seed, lines.len() as u64);
    for _ in 0..1 + random(seed, 3) {
        let start = (place + random(seed, 8)).min(lines.len() as u64 - 1) as usize;
        let end = (start + random(seed, 2 * period + 2) as usize).min(lines.len());
        let block = lines[start..end].to_vec();
        match random(seed, 4) {
            0 => drop(lines.drain(start..end)),
            1 => drop(lines.splice(start..start, block)),
            2 => lines.insert(start, format!("{}\n", random(seed, period + 1))),
            _ => lines[start] = format!("{}\n", random(seed, period + 1)),
        }
    }
    (old, lines.concat())
}

#[test]
fn what_is_left_out_makes_no_difference() {
    let (mut seed, mut left_out) = (7, 0);
    for number in 0..3000 {
        let (old, new) = pair(&mut seed);
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let window = Window::around_changes(old, new, 0);
        let above = count_lines(window.above) as usize;
        let shift = |change: ChangedLines| ChangedLines {
            old: change.old.start + above..change.old.end + above,
            new: change.new.start + above..change.new.end + above,
        };
        let changes: Vec<ChangedLines> =
            LineComparison::new(window.old, window.new).changes.into_iter().map(shift).collect();
        assert_eq!(changes, LineComparison::new(old, new).changes, "pair {number}");
        left_out += usize::from(window.old.len() < old.len());
    }
    assert!(left_out > 1000, "only {left_out} pairs were cut");
}
