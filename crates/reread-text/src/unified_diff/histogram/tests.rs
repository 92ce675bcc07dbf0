use gix_imara_diff::Token;

use super::Comparison;
use crate::unified_diff::changed_lines::ChangedLines;

fn tokens(lines: &[u32]) -> Vec<Token> {
    lines.iter().copied().map(Token).collect()
}

fn compared(old: &[u32], new: &[u32]) -> Vec<ChangedLines> {
    let distinct = old.iter().chain(new).max().map_or(0, |largest| largest + 1);
    let (old, new) = (tokens(old), tokens(new));
    let mut comparison = Comparison::new(&old, &new, distinct);
    let changes = comparison.run();
    // The last step may be a long one.
    let longest = 2 * (old.len() + new.len()) as u64;
    assert!(comparison.steps <= comparison.max_steps + longest, "{} steps", comparison.steps);
    changes
}

/// The changes between two texts of one-letter lines: `1-3 x` is lines 1 to 3, exclusive, replaced by `x`.
fn check(old: &str, new: &str, expected: &[&str]) {
    let lines = |text: &str| text.bytes().map(u32::from).collect::<Vec<_>>();
    let show = |change: &ChangedLines| {
        format!("{}-{} {}", change.old.start, change.old.end, &new[change.new.clone()]).trim_end().to_owned()
    };
    let shown: Vec<String> = compared(&lines(old), &lines(new)).iter().map(show).collect();
    assert_eq!(shown, expected, "{old} to {new}");
}

#[test]
fn equal_lines_stay() {
    check("", "", &[]);
    check("abc", "abc", &[]);
    check("", "ab", &["0-0 ab"]);
    check("ab", "", &["0-2"]);
    check("abc", "xyz", &["0-3 xyz"]);
    check("abc", "axc", &["1-2 x"]);
}

#[test]
fn rare_lines_are_worth_more_than_long_runs() {
    // `zzzz` is longer, but `k` stands only once.
    check("zzzzk", "kzzzz", &["0-4", "5-5 zzzz"]);
}

#[test]
fn the_longer_of_two_rare_runs_stays_or_else_the_first() {
    check("abxyz", "xyzab", &["0-2", "5-5 ab"]);
    check("abcdxyz", "xyzabcd", &["0-0 xyz", "4-7"]);
    check("abcxyz", "xyzabc", &["0-3", "6-6 abc"]);
}

/// What the sides have besides the changes must be the same lines.
fn check_sound(old: &[u32], new: &[u32]) {
    let (mut old_at, mut new_at) = (0, 0);
    for change in compared(old, new) {
        assert!(!change.old.is_empty() || !change.new.is_empty());
        assert!(change.old.start > old_at || old_at == 0, "changes have unchanged lines between them");
        assert_eq!(old[old_at..change.old.start], new[new_at..change.new.start]);
        (old_at, new_at) = (change.old.end, change.new.end);
    }
    assert_eq!(old[old_at..], new[new_at..]);
}

/// Every second line is new, so that every run is one line long and a region loses two lines at a time.
fn alternating(lines: u32) -> (Vec<u32>, Vec<u32>) {
    let side = |first: u32| (0..lines).map(|line| if line % 2 == 0 { first + line } else { line }).collect();
    (side(lines), side(2 * lines))
}

/// `1 2 1 3 2 4 3 ...` and `1 x 2 x 3 x ...`: the last line of a region is the only one that stands there once.
fn chain(lines: u32) -> (Vec<u32>, Vec<u32>) {
    let old = (1..lines / 2).flat_map(|line| [line + 1, line]).collect();
    let new = (1..lines / 2).flat_map(|line| [line, lines + line]).collect();
    (old, new)
}

#[test]
fn hostile_texts_are_compared_in_few_steps_and_without_depth() {
    // Regions that shrink line by line would take a hundred million steps here, and a stack as deep as the text.
    let on_a_small_stack = std::thread::Builder::new().stack_size(256 * 1024).spawn(|| {
        for (old, new) in [alternating(20_000), chain(20_000)] {
            check_sound(&old, &new);
        }
    });
    on_a_small_stack.unwrap().join().unwrap();
}

#[test]
fn frequent_lines_are_compared_all_the_same() {
    let old: Vec<u32> = (0..3000).map(|line| line % 3).collect();
    let new: Vec<u32> = (0..3000).map(|line| line % 2).collect();
    check_sound(&old, &new);
}

#[test]
fn the_steps_are_counted_within_the_tries_for_one_line_too() {
    const RUN: u32 = 100;
    let run = (0..RUN).map(Token);
    let new: Vec<Token> = run.clone().collect();
    let old: Vec<Token> = (0..60).flat_map(|end| run.clone().chain([Token(RUN + end)])).collect();
    let mut comparison = Comparison::new(&old, &new, RUN + 60);
    // Counting the old side and looking at the first line leave nothing for a second try.
    comparison.max_steps = old.len() as u64 + 2;
    comparison.run();
    assert!(comparison.steps <= comparison.max_steps + u64::from(RUN), "{} steps", comparison.steps);
}
