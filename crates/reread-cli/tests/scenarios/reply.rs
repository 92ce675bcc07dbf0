//! A reply as a transcript shows it, and the comparison of two.

use reread_text::{DiffNames, unified_diff};

use crate::spelling::spelled;

/// What a call gave back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reply {
    pub(crate) output: Vec<u8>,
    pub(crate) messages: Vec<u8>,
    pub(crate) exit: i32,
}

impl Reply {
    /// Output, then messages, then `exit N` unless N is 0; an output that does not end its line is followed by a line
    /// that says so.
    pub(crate) fn shown(&self) -> String {
        let mut text = spelled(&self.output);
        if !text.is_empty() && !text.ends_with('\n') {
            text.push_str("\n\\ no newline at end of output\n");
        }
        text.push_str(&spelled(&self.messages));
        if self.exit != 0 {
            text.push_str(&format!("exit {}\n", self.exit));
        }
        text
    }
}

/// Whether the reply is what the scenario says. A line `...` stands for any number of lines.
pub(crate) fn is_as_expected(expected: &str, got: &str) -> bool {
    let (expected, got): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), got.lines().collect());
    let mut pieces = expected.split(|line| *line == "...");
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = got.strip_prefix(first) else { return false };
    let pieces: Vec<&[&str]> = pieces.collect();
    let Some((last, between)) = pieces.split_last() else { return rest.is_empty() };
    for piece in between {
        let Some(at) = (0..rest.len()).find(|at| rest[*at..].starts_with(piece)) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

/// The reply of another front end with the names, hints and offers of the command line. A hint that names a command or an option is
/// not compared: the other front ends have other words for it, which a test of their own collects. A header that is a tag alone
/// gets the name that the scenario has before this tag, if it is a word of the call.
pub(crate) fn in_words_of_command_line(call: &str, expected: &str, got: &str) -> String {
    let is_hint = |line: &&str| line.starts_with("try: ") || line.trim_start().starts_with("\"hint\": ");
    let mut hints = expected.lines().filter(is_hint);
    let is_same_count = hints.clone().count() == got.lines().filter(is_hint).count();
    // A name with escapes is spelled otherwise in the call.
    let is_asked =
        |name: &str| name.contains('\\') || call.split_whitespace().any(|word| is_name_of(word, name));
    let named = |line: &str| {
        let is_header = |header: &str| is_header_of(header, line.trim_end());
        let headers = expected.lines().filter_map(|line| Some((line.rsplit_once(" {tag ")?.0, line)));
        headers.filter(|(name, _)| is_asked(name)).find(|(name, header)| is_header(&header[name.len() + 1..]))
    };
    let offers_summary = expected.contains(", or its summary}");
    let mut text = String::new();
    for line in got.split_inclusive('\n') {
        let hint = if is_same_count && is_hint(&line) { hints.next() } else { None };
        let hint = hint.filter(|hint| is_of_command_line(hint));
        match hint {
            Some(hint) => text.extend([hint, "\n"]),
            None => {
                let line = line.replace("; words=true ranks files", "; --words ranks files");
                let is_cut = offers_summary && line.starts_with("{end ") && line.contains(" next ");
                match named(&line) {
                    Some((_, header)) => text.extend([header, "\n"]),
                    None if is_cut => text.push_str(&line.replace('}', ", or its summary}")),
                    None => text.push_str(&line),
                }
            }
        }
    }
    text
}

/// Whether this tag of a header, `{tag 1@2-3/9}`, is the one that stands alone in another: `{tag 1@2-3/9}`, or without the number of
/// lines that the file has, and then without lines if it is not new.
fn is_header_of(header: &str, alone: &str) -> bool {
    let Some((tag, total)) = header.split_once('/') else { return false };
    let (number, _) = tag.split_once('@').unwrap_or((tag, ""));
    let is_inside = |tag: &str| {
        let last = tag.rsplit(['-', ',']).next().and_then(|last| last.parse::<u64>().ok());
        let total = total.trim_end_matches('}').parse::<u64>().ok();
        last.zip(total).is_some_and(|(last, total)| last < total)
    };
    header == alone || (is_inside(tag) && (alone == format!("{tag}}}") || alone == format!("{number}}}")))
}

/// Whether a word of a call names this file, with or without lines.
fn is_name_of(word: &str, name: &str) -> bool {
    let word = word.trim_matches(['\'', '"']);
    word.strip_prefix(name).is_some_and(|lines| lines.is_empty() || lines.starts_with(':'))
}

fn is_of_command_line(hint: &str) -> bool {
    hint.contains(" --") || hint.contains("`reread ")
}

/// What differs, for people.
pub(crate) fn difference(expected: &str, got: &str) -> String {
    let names = DiffNames { old: "the scenario", new: "the reply" };
    String::from_utf8_lossy(&unified_diff(expected.as_bytes(), got.as_bytes(), names, 3).text).into_owned()
}
