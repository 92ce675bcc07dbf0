//! The words that stand in place of a text.

/// The whole file, which has so many lines, is as before.
pub(crate) fn unchanged(total: usize) -> String {
    format!("[readcache: unchanged, {total} lines]")
}

/// These lines are as before, and so is the rest.
pub(crate) fn unchanged_lines(first: usize, last: usize, total: usize) -> String {
    format!("[readcache: unchanged in lines {first}-{last} of {total}]")
}

/// These lines are as before, others are not.
pub(crate) fn changed_elsewhere(first: usize, last: usize) -> String {
    format!("[readcache: unchanged in lines {first}-{last}; changes exist outside this range]")
}

/// The first line of a diff.
pub(crate) fn changed(lines: usize, total: usize) -> String {
    format!("[readcache: {lines} lines changed of {total}]\n")
}

/// Whether an answer is a diff that changes so many lines of so many.
#[track_caller]
pub(crate) fn assert_diff(answer: &str, lines: usize, total: usize) {
    let head = changed(lines, total);
    assert!(answer.starts_with(&head) && answer[head.len()..].starts_with("--- a/"), "{answer}");
}
