//! Files that were read in thousands of pieces: the work grows with what is asked, not with what was ever shown.

use std::fmt::Write as _;

use reread_text::Digest;

use crate::audit::session::audited;

/// A file of `2 * count` lines, each of them its own number.
fn numbers(count: usize) -> String {
    (1..=2 * count).map(|line| format!("{line}\n")).collect()
}

/// A session that reads lines of that file one by one.
struct Lines {
    file: String,
    count: usize,
    digest: Digest,
    total: usize,
    bytes: usize,
}

impl Lines {
    fn of(text: &str) -> Self {
        let header = r#"{"type":"session","version":3,"id":"s","cwd":"/p"}"#;
        let (digest, total) = (Digest::of(text.as_bytes()), text.split('\n').count());
        Self { file: format!("{header}\n"), count: 0, digest, total, bytes: text.len() }
    }

    fn shows(&mut self, line: usize) {
        let (left, next) = (self.total - line, line + 1);
        self.reply(
            &format!(r"{line}\n\n[{left} more lines in file. Use offset={next} to continue.]"),
            "full",
            line,
        );
    }

    fn says_unchanged(&mut self, line: usize) {
        let total = self.total;
        self.reply(
            &format!("[readcache: unchanged in lines {line}-{line} of {total}]"),
            "unchanged_range",
            line,
        );
    }

    fn says_all_unchanged(&mut self) {
        let Self { digest, total, bytes, .. } = self;
        let metadata = format!(
            r#"{{"v":1,"pathKey":"/p/f","scopeKey":"full","servedHash":"{digest}","baseHash":"{digest}","mode":"unchanged","totalLines":{total},"rangeStart":1,"rangeEnd":{total},"bytes":{bytes}}}"#
        );
        let text = format!("[readcache: unchanged, {total} lines]");
        self.append(&text, &metadata);
    }

    fn reply(&mut self, text: &str, mode: &str, line: usize) {
        let Self { digest, total, bytes, .. } = self;
        let metadata = format!(
            r#"{{"v":1,"pathKey":"/p/f","scopeKey":"r:{line}:{line}","servedHash":"{digest}","baseHash":"{digest}","mode":"{mode}","totalLines":{total},"rangeStart":{line},"rangeEnd":{line},"bytes":{bytes}}}"#
        );
        self.append(text, &metadata);
    }

    fn append(&mut self, text: &str, metadata: &str) {
        let (id, parent) = (self.count + 1, self.count);
        let parent = if parent == 0 { "null".to_owned() } else { format!("\"{parent}\"") };
        writeln!(
            self.file,
            r#"{{"type":"message","id":"{id}","parentId":{parent},"message":{{"role":"toolResult","toolCallId":"c{id}","toolName":"read","content":[{{"type":"text","text":"{text}"}}],"details":{{"readcache":{metadata}}},"isError":false}}}}"#
        )
        .expect("a text can be written to");
        self.count = id;
    }

    /// How many of the markers are justified, and how many are not.
    fn verdicts(&self, text: &str) -> (usize, usize) {
        let load = |digest: &Digest| (*digest == self.digest).then(|| text.as_bytes().to_vec());
        let (_, report) = audited(self.file.as_bytes(), &load);
        let justified = report.findings.iter().filter(|finding| finding.verdict.is_ok()).count();
        (justified, report.unjustified().count())
    }
}

/// So many that looking at all of them for each of them would not come to an end.
const COUNT: usize = 12_000;

/// Every other line is shown, then each is called unchanged, the oldest first.
#[test]
fn markers_long_after_their_lines() {
    let text = numbers(COUNT);
    let mut session = Lines::of(&text);
    (1..=COUNT).for_each(|place| session.shows(2 * place));
    (1..=COUNT).for_each(|place| session.says_unchanged(2 * place));
    assert_eq!(session.verdicts(&text), (COUNT, 0));
}

/// Whether the line is there or the one beside it, whether it was shown first or last.
#[test]
fn markers_between_the_lines() {
    let text = numbers(COUNT / 4);
    let mut session = Lines::of(&text);
    for place in 1..=COUNT / 4 {
        session.shows(2 * place);
        session.says_unchanged(2);
        session.says_unchanged(2 * place);
        session.says_unchanged(2 * place - 1);
        session.says_unchanged(1);
    }
    assert_eq!(session.verdicts(&text), (COUNT / 2, COUNT / 2));
}

/// The whole is called unchanged after each part of it: with gaps between the parts, and without.
#[test]
fn markers_of_the_whole_that_is_not_there() {
    for step in [1, 2] {
        let text = numbers(COUNT / 2);
        let mut session = Lines::of(&text);
        for place in 1..=COUNT / 2 {
            session.shows(step * place);
            session.says_all_unchanged();
        }
        assert_eq!(session.verdicts(&text), (0, COUNT / 2));
    }
}
