//! A change as the user sees it: every line of it, with nothing that an eye would miss, and without credentials.

use reread_text::{Diff, lines, redact, redact_harmless};

use super::change_rows::rows;

/// Stands in place of lines that need approval to be read.
pub(super) const HIDDEN: &str = "its lines are not shown: a rule asks before it is read\n";

/// How many lines come and go, and below that which.
pub(super) fn changed_lines(diff: &Diff, nearby_change: bool) -> String {
    let nearby = if nearby_change { ", external change close by" } else { "" };
    format!("+{} -{}{nearby}\n{}", diff.added, diff.removed, rows(&safe_lines(diff)))
}

/// Of a file that some program runs and that needs approval to be read: only what the caller adds.
pub(super) fn added_lines(diff: &Diff) -> String {
    let lines = safe_lines(diff);
    let added: Vec<String> = lines.into_iter().filter(|line| line.starts_with('+')).collect();
    format!(
        "what it holds now is not shown: a rule asks before it is read\n+{}\n{}",
        diff.added,
        rows(&added)
    )
}

/// The lines of a diff without its header, which names the file, and without credentials.
fn safe_lines(diff: &Diff) -> Vec<String> {
    let header = 2;
    let lines: Vec<String> = lines(&diff.text)
        .skip(header)
        .map(|line| String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(line)).into_owned())
        .collect();
    without_credentials(&lines)
}

/// The lines of a diff, looked at as they stand in the file: a key of several lines has no signs in front.
///
/// Of an added line only that is left out which no program can act on. A command must not hide by looking like a password.
fn without_credentials(diff: &[String]) -> Vec<String> {
    let (signs, bare): (Vec<&str>, Vec<&str>) =
        diff.iter().map(|line| line.split_at_checked(1).unwrap_or(("", line))).unzip();
    let bare = bare.join("\n");
    let (known, added) = (redact(&bare).text, redact_harmless(&bare).text);
    let lines = signs.into_iter().zip(known.split('\n').zip(added.split('\n')));
    lines.map(|(sign, (known, added))| sign.to_owned() + if sign == "+" { added } else { known }).collect()
}

#[cfg(test)]
mod tests;
