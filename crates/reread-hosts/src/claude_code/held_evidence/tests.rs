use reread_text::DiffLimits;
use serde_json::{Value, json};

use super::*;
use crate::claude_code::answer::{ShortForm, answer};
use crate::claude_code::message_hash::message_hashes;
use crate::claude_code::shown_text::with_numbers;

const FILE: &str = "/p/a.txt";

/// A conversation, as the host writes it down.
#[derive(Clone, Default)]
struct Conversation {
    lines: Vec<String>,
    messages: Vec<Value>,
    count: u32,
}

impl Conversation {
    fn call(&mut self, tool: &str, input: &Value, content: &str) -> &mut Self {
        self.count += 1;
        let (call, message) = (format!("t{}", self.count), format!("m{}", self.count));
        let block = json!({ "type": "tool_use", "id": call, "name": tool, "input": input });
        self.entry("assistant", &json!({ "id": message, "role": "assistant", "content": [block] }));
        let block = json!({ "type": "tool_result", "tool_use_id": call, "content": content });
        self.entry("user", &json!({ "role": "user", "content": [block] }))
    }

    fn entry(&mut self, kind: &str, message: &Value) -> &mut Self {
        self.lines.push(json!({ "type": kind, "cwd": "/p", "message": message }).to_string());
        self.messages.push(json!({ "role": message["role"], "content": message["content"] }));
        self
    }

    /// `Read` of all of a text.
    fn read(&mut self, text: &str) -> &mut Self {
        self.call("Read", &json!({ "file_path": FILE }), &with_numbers(text))
    }

    /// Two reads of one message.
    fn pair(&mut self, first: &str, second: &str) -> &mut Self {
        let (lines, messages) = (self.lines.len(), self.messages.len());
        self.read(first).read(second);
        for line in &mut self.lines[lines..] {
            *line = line.replace(&format!("\"m{}\"", self.count), &format!("\"m{}\"", self.count - 1));
        }
        let pair = self.messages.split_off(messages);
        let joined = |first: &Value, second: &Value| json!({ "role": first["role"], "content": [first["content"][0], second["content"][0]] });
        self.messages.extend([joined(&pair[0], &pair[2]), joined(&pair[1], &pair[3])]);
        // The host writes down the calls before the results.
        self.lines.swap(lines + 1, lines + 2);
        self
    }

    /// `Read` of lines of a text, from `first` on.
    fn read_lines(&mut self, first: u64, lines: &[&str]) -> &mut Self {
        let numbered: Vec<String> =
            (first..).zip(lines).map(|(number, line)| format!("{number}\t{line}")).collect();
        self.call("Read", &json!({ "file_path": FILE, "offset": first }), &numbered.join("\n"))
    }

    fn blob(&mut self, text: &str) -> &mut Self {
        let message = json!({ "role": "user", "content": text });
        self.lines.push(json!({ "type": "api-request-blob", "message": message }).to_string());
        self.messages.push(message);
        self
    }

    /// What is held when the next call reads the file, which holds `now`.
    fn evidence(&self, now: &str, shown: &[&str]) -> HeldEvidence {
        let hashes: Vec<String> =
            self.messages.iter().map(|message| message_hashes(message)[0].to_string()).collect();
        let request = json!({ "type": "api-request", "id": "r", "keep": 0, "tail": hashes, "params": {} });
        let block =
            json!({ "type": "tool_use", "id": "own", "name": "Read", "input": { "file_path": FILE } });
        let own = json!({ "type": "assistant", "requestRef": "r",
                          "message": { "id": "own", "role": "assistant", "content": [block] } });
        let mut reader = TranscriptReader::new("own", FILE).unwrap();
        for line in self.lines.iter().chain(&[request.to_string(), own.to_string()]) {
            reader.feed(format!("{line}\n").as_bytes());
        }
        let shown: Vec<ReadVersion> = shown.iter().map(|text| version(text)).collect();
        HeldEvidence::of(&reader, &version(now), &shown).unwrap()
    }

    fn answer(&self, now: &str, shown: &[&str], lines: (u64, u64)) -> Option<String> {
        let lines = LineRange::new(lines.0, lines.1).unwrap();
        let limits = DiffLimits { max_bytes: 1 << 20, max_lines: 10_000 };
        let short = answer(&self.evidence(now, shown), &version(now), lines, "a.txt", limits);
        short.ok().map(|ShortForm { text, .. }| text)
    }
}

fn version(text: &str) -> ReadVersion {
    ReadVersion::new(text.as_bytes().to_vec())
}

/// Twenty lines, of which one may be another.
fn text(changed: Option<u64>) -> String {
    (1..=20)
        .map(
            |line| {
                if changed == Some(line) { "other\n".to_owned() } else { format!("line {line} of twenty\n") }
            },
        )
        .collect()
}

const WHOLE: Option<&str> = Some("[reread: unchanged, 20 lines]");

#[test]
fn a_text_that_was_shown_and_recorded_is_held() {
    let (old, new) = (text(None), text(Some(5)));
    let mut host = Conversation::default();
    assert_eq!(host.answer(&old, &[&old], (1, 20)), None, "nothing was shown");
    host.read(&old);
    assert_eq!(host.answer(&old, &[&old], (1, 20)).as_deref(), WHOLE);
    assert_eq!(host.answer(&old, &[], (1, 20)), None, "nothing says which version it was");
    assert_eq!(host.answer(&old, &[&new], (1, 20)), None, "another version");
    assert_eq!(host.answer(&old, &[&old], (3, 4)).as_deref(), Some("[reread: unchanged in lines 3-4 of 20]"));
    assert_eq!(
        host.answer(&new, &[&old], (10, 12)).as_deref(),
        Some("[reread: unchanged in lines 10-12; changes exist outside this range]")
    );
    assert_eq!(host.answer(&new, &[&old], (4, 6)), None, "the lines changed");
    let diff = host.answer(&new, &[&old], (1, 20)).unwrap();
    assert!(diff.starts_with("[reread: 1 lines changed of 20]\n--- a/a.txt\n+++ b/a.txt\n@@ "), "{diff}");
}

#[test]
fn a_diff_and_a_marker_of_ours_are_known_again() {
    let (old, new) = (text(None), text(Some(5)));
    let mut host = Conversation::default();
    host.read(&old);
    let diff = host.answer(&new, &[&old], (1, 20)).unwrap();
    host.read(&diff);
    assert_eq!(host.answer(&new, &[&new, &old], (1, 20)).as_deref(), WHOLE, "the diff showed it");
    assert_eq!(
        host.answer(&new, &[&old], (1, 20)),
        None,
        "nothing was recorded that the diff could have shown"
    );
    assert_eq!(host.answer(&old, &[&new, &old], (1, 20)).map(|text| text.contains("-other")), Some(true));
    host.read("[reread: unchanged, 20 lines]");
    assert_eq!(host.answer(&new, &[&new, &old], (1, 20)).as_deref(), WHOLE);
    // Another diff than the one that was made shows something that nothing explains.
    let mut forged = Conversation::default();
    forged.read(&old).read(&diff.replace("other", "forged")).read(&diff);
    assert_eq!(forged.answer(&new, &[&new, &old], (1, 20)), None);
    // A file that says what we say.
    let marker = "[reread: unchanged, 20 lines]";
    let mut alike = Conversation::default();
    alike.read(&old).read(marker);
    assert_eq!(alike.answer(&old, &[marker, &old], (1, 20)), None);
}

#[test]
fn what_cannot_be_explained_speaks_against_the_file() {
    let old = text(None);
    let file = json!({ "file_path": FILE });
    for (name, against) in [
        ("altered", "1\tsomething else"),
        ("no numbers", "something else"),
        ("empty", "<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>"),
    ] {
        let mut host = Conversation::default();
        host.read(&old).call("Read", &file, against);
        assert_eq!(host.answer(&old, &[&old], (1, 20)), None, "{name}");
    }
    let mut unknown = Conversation::default();
    unknown.read(&old).messages.push(json!({ "role": "user", "content": "not in the file" }));
    assert_eq!(unknown.answer(&old, &[&old], (1, 20)), None);
    let mut elsewhere = Conversation::default();
    elsewhere.read(&old).call("Read", &json!({ "file_path": "/p/b.txt" }), "1\tb").call("Grep", &file, "x");
    assert_eq!(elsewhere.answer(&old, &[&old], (1, 20)).as_deref(), WHOLE);
}

#[test]
fn line_ends_and_the_final_newline_alone_are_the_text() {
    let old = text(None);
    let (crlf, unended) = (old.replace('\n', "\r\n"), old.trim_end().to_owned());
    let mut host = Conversation::default();
    host.read(&old);
    assert_eq!(host.answer(&crlf, &[&crlf, &old], (1, 20)), None);
    assert_eq!(host.answer(&old, &[&crlf, &old], (1, 20)), None, "either may have been shown");
    assert_eq!(host.answer(&unended, &[&old], (1, 20)), None);
    assert_eq!(host.answer(&crlf, &[&crlf], (1, 20)).as_deref(), WHOLE, "only that version was shown");
}

#[test]
fn an_edit_counts_if_it_explains_the_disk() {
    let (old, new) = (text(None), text(Some(5)));
    let edit = json!({ "file_path": FILE, "old_string": "line 5 of twenty", "new_string": "other" });
    let mut host = Conversation::default();
    host.read(&old).call("Edit", &edit, "updated");
    assert_eq!(host.answer(&new, &[&old], (1, 20)).as_deref(), WHOLE);
    assert_eq!(
        host.answer(&old, &[&old], (1, 20)),
        None,
        "the edit was taken back, which the model does not know"
    );
    let elsewhere = text(Some(9));
    let diff = host.answer(&elsewhere, &[&old], (1, 20)).unwrap();
    assert!(
        diff.contains("-line 9 of twenty") && !diff.contains("-other"),
        "from the last text shown: {diff}"
    );
    let mut written = Conversation::default();
    written.call("Write", &json!({ "file_path": FILE, "content": new }), "created");
    assert_eq!(written.answer(&new, &[], (1, 20)).as_deref(), WHOLE);
    assert_eq!(written.answer(&old, &[&old], (1, 20)), None);
}

#[test]
fn what_the_host_shows_by_itself_counts() {
    let (old, new) = (text(None), text(Some(5)));
    let called = json!({ "file_path": FILE });
    let called = format!(
        "<system-reminder>\nCalled the Read tool with the following input: {called}\n</system-reminder>"
    );
    let result = format!(
        "<system-reminder>\nResult of calling the Read tool:\n{}\n</system-reminder>",
        with_numbers(&old)
    );
    let mut host = Conversation::default();
    host.blob(&called).blob(&result);
    assert_eq!(host.answer(&old, &[&old], (1, 20)).as_deref(), WHOLE);
    let mut newer = Conversation::default();
    newer.read(&new).blob(&called).blob(&result);
    assert_eq!(newer.answer(&new, &[&new], (1, 20)), None, "an unknown version was shown since");
    let mut alone = Conversation::default();
    alone.read(&old).blob(&result);
    assert_eq!(alone.answer(&old, &[&old], (1, 20)), None, "nothing says which file it is");
}

#[test]
fn a_file_that_was_changed_and_changed_back_is_shown() {
    let (old, new) = (text(None), text(Some(5)));
    let mut host = Conversation::default();
    host.read(&old).read_lines(4, &["line 4 of twenty", "other", "line 6 of twenty"]);
    assert_eq!(host.answer(&old, &[&new, &old], (1, 20)), None);
    assert_eq!(
        host.answer(&new, &[&new, &old], (4, 6)).as_deref(),
        Some("[reread: unchanged in lines 4-6 of 20]")
    );
}

#[test]
fn a_shell_read_counts_like_any_other() {
    let old = text(None);
    let mut host = Conversation::default();
    host.call("Bash", &json!({ "command": "cat a.txt" }), old.trim_end());
    assert_eq!(host.answer(&old, &[&old], (1, 20)).as_deref(), WHOLE);
    let mut moved = Conversation::default();
    moved.call("Bash", &json!({ "command": "cd b" }), "").call(
        "Bash",
        &json!({ "command": "cat a.txt" }),
        old.trim_end(),
    );
    assert_eq!(moved.answer(&old, &[&old], (1, 20)), None);
}

#[test]
fn an_edit_that_failed_is_none() {
    let (old, new) = (text(None), text(Some(5)));
    let edit = json!({ "file_path": FILE, "old_string": "line 5 of twenty", "new_string": "other" });
    let mut host = Conversation::default();
    host.read(&old).call("Edit", &edit, "failed");
    let failed = host
        .lines
        .pop()
        .unwrap()
        .replace("\"type\":\"tool_result\"", "\"is_error\":true,\"type\":\"tool_result\"");
    host.lines.push(failed);
    host.messages.last_mut().unwrap()["content"][0]["is_error"] = true.into();
    assert_eq!(host.answer(&old, &[&old], (1, 20)).as_deref(), WHOLE);
    let diff = host.answer(&new, &[&old], (1, 20)).unwrap();
    assert!(diff.contains("+other"), "another program made that change: {diff}");
}

#[test]
fn lines_that_are_gone_are_a_change() {
    let old = text(None);
    let shorter: String = old.lines().take(18).map(|line| format!("{line}\n")).collect();
    let mut host = Conversation::default();
    host.read(&old);
    assert_eq!(host.answer(&shorter, &[&old], (10, 18)), None);
    assert!(host.answer(&shorter, &[&old], (10, 17)).is_some());
}

#[test]
fn an_edit_of_a_text_that_the_model_wrote_over_explains_nothing() {
    let (old, new) = (text(None), text(Some(5)));
    let edit = json!({ "file_path": FILE, "old_string": "line 5 of twenty", "new_string": "other" });
    let mut host = Conversation::default();
    // Another program takes the model's own text back, and the model sees a part of that alone.
    host.read(&old).call("Write", &json!({ "file_path": FILE, "content": "mine\n" }), "updated");
    host.read_lines(9, &["line 9 of twenty"]).call("Edit", &edit, "updated");
    assert_ne!(host.answer(&new, &[&old], (1, 20)).as_deref(), WHOLE);
    let mut followed = Conversation::default();
    followed.read(&old).call(
        "Edit",
        &json!({ "file_path": FILE, "old_string": "line 2 of", "new_string": "two of" }),
        "",
    );
    followed.read_lines(9, &["line 9 of twenty"]).call("Edit", &edit, "updated");
    let both = new.replace("line 2 of", "two of");
    assert_eq!(followed.answer(&both, &[&old], (1, 20)).as_deref(), WHOLE);
}

#[test]
fn a_diff_starts_from_what_was_shown_before_its_message() {
    let old = text(None);
    let longer = format!("{old}line 21\n");
    let mut host = Conversation::default();
    host.read(&old);
    let diff = host.answer(&longer, &[&old], (1, 21)).unwrap();
    // Two calls of one message got the same diff, and a write before it is the disk by now.
    let mut twice = host.clone();
    twice.pair(&diff, &diff);
    assert_eq!(
        twice.answer(&longer, &[&longer, &old], (1, 21)).as_deref(),
        Some("[reread: unchanged, 21 lines]")
    );
    let mine = old.replace("line 3 of", "three of") + "line 21\n";
    host.call("Write", &json!({ "file_path": FILE, "content": mine }), "updated").read(&diff);
    let from_shown = host.answer(&mine, &[&longer, &old], (1, 21)).unwrap();
    assert!(from_shown.contains("+three of") && !from_shown.contains("line 21\n-"), "{from_shown}");
}
