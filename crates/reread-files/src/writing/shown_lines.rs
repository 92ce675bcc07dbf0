//! A change as the user sees it: bounded, with invisible characters spelled out, and without credentials.

use reread_text::{Diff, count_lines, lines, redact, visible};

/// The most lines that are shown: more do not help the user to decide.
const MOST_LINES: usize = 40;

/// The longest line, in characters, and the longest text, in bytes.
const LONGEST_LINE: usize = 160;
const LONGEST: usize = 3_000;

/// How many lines are looked at for credentials, which may begin on one that is shown and end on one that is not.
const LOOKED_AT: usize = 10 * MOST_LINES;

/// Stands in place of lines that need approval to be read.
pub(super) const HIDDEN: &str = "its lines are not shown: a rule asks before it is read\n";

/// How many lines come and go, and below that which.
pub(super) fn changed_lines(diff: &Diff, nearby_change: bool) -> String {
    let nearby = if nearby_change { ", external change close by" } else { "" };
    let mut text = format!("+{} -{}{nearby}\n", diff.added, diff.removed);
    // Which file it is was said already.
    let (header, all) = (2, usize::try_from(count_lines(&diff.text)).unwrap_or(usize::MAX));
    let looked_at: Vec<String> = lines(&diff.text)
        .skip(header)
        .take(LOOKED_AT)
        .map(|line| String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(line)).into_owned())
        .collect();
    let mut shown = 0;
    for line in without_credentials(&looked_at) {
        let line = bounded(&line);
        if shown == MOST_LINES || text.len() + line.len() > LONGEST {
            break;
        }
        text.push_str(&line);
        text.push('\n');
        shown += 1;
    }
    match all.saturating_sub(header + shown) {
        0 => {}
        1 => text.push_str("(1 more line)\n"),
        more => text.push_str(&format!("({more} more lines)\n")),
    }
    text
}

/// The lines of a diff, looked at as they stand in the file: a key of several lines has no signs in front.
fn without_credentials(diff: &[String]) -> Vec<String> {
    let (signs, bare): (Vec<&str>, Vec<&str>) =
        diff.iter().map(|line| line.split_at_checked(1).unwrap_or(("", line))).unzip();
    let bare = bare.join("\n");
    let redacted = redact(&bare).text;
    signs.into_iter().zip(redacted.split('\n')).map(|(sign, bare)| sign.to_owned() + bare).collect()
}

/// One line, with what is hidden in it spelled out, and cut.
fn bounded(line: &str) -> String {
    let line = visible(line);
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.into_owned(),
    }
}

#[cfg(test)]
mod tests;
