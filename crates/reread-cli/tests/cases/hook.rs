//! The hook of Claude Code through the real binary: what it prints, what it leaves alone, and what it keeps.

use std::fs::File;
use std::path::PathBuf;

use reread_testkit::World;
use reread_text::Digest;
use serde_json::{Value, json};

/// A session of a small host: its transcript, and the messages of its next request.
struct Host {
    world: World,
    transcript: String,
    hashes: Vec<String>,
    calls: u32,
}

impl Host {
    fn new() -> Self {
        let world = World::empty_project();
        Self { world, transcript: String::new(), hashes: Vec::new(), calls: 0 }
    }

    fn transcript_path(&self) -> PathBuf {
        self.world.home().join(".claude/projects/-p/session.jsonl")
    }

    fn line(&mut self, value: &Value) {
        self.transcript.push_str(&format!("{value}\n"));
    }

    fn sent(&mut self, role: &str, content: &Value) {
        // `content` has its keys in order already.
        self.hashes
            .push(Digest::of(json!({ "content": content, "role": role }).to_string().as_bytes()).to_string());
    }

    /// One read: the host's own result in, what the model gets out.
    fn read(&mut self, tool: &str, tool_input: &Value, response: &Value, text: &str) -> Option<Value> {
        self.calls += 1;
        let (call, request) = (format!("t{}", self.calls), format!("r{}", self.calls));
        let tail = self.hashes.clone();
        self.line(&json!({ "type": "api-request", "id": request, "keep": 0, "tail": tail, "params": {} }));
        let block = json!([{ "id": call, "input": tool_input, "name": tool, "type": "tool_use" }]);
        let folder = self.world.root();
        self.line(&json!({ "type": "assistant", "requestRef": request, "cwd": folder,
                           "message": { "id": call, "role": "assistant", "content": block } }));
        self.sent("assistant", &block);
        let path = self.transcript_path();
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &self.transcript).unwrap();
        let input = json!({
            "hook_event_name": "PostToolUse", "tool_name": tool, "tool_input": tool_input, "tool_response": response,
            "tool_use_id": call, "transcript_path": path, "cwd": folder,
        });
        let answer = self.hook(&input.to_string());
        let output = answer.as_ref().map(|answer| &answer["hookSpecificOutput"]["updatedToolOutput"]);
        let delivered = match output {
            Some(output) if tool == "Read" => numbered(output["file"]["content"].as_str().unwrap()),
            Some(output) => output["stdout"].as_str().unwrap().to_owned(),
            None => text.to_owned(),
        };
        let block = json!([{ "content": delivered, "tool_use_id": call, "type": "tool_result" }]);
        self.line(&json!({ "type": "user", "cwd": folder, "message": { "role": "user", "content": block } }));
        self.sent("user", &block);
        answer
    }

    /// Runs the hook, which ends with 0 whatever it is given.
    fn hook(&self, input: &str) -> Option<Value> {
        let name = self.world.beside("input");
        std::fs::write(&name, input).unwrap();
        let mut command = self.world.command();
        command.args(["hook", "claude-code"]).stdin(File::open(&name).unwrap());
        let ran = self.world.run_command(command);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let printed = ran.text();
        (!printed.is_empty()).then(|| serde_json::from_str(&printed).unwrap())
    }

    fn whole(&mut self, name: &str) -> Option<String> {
        let (path, content) = (self.world.path(name), self.world.read(name));
        let lines = content.split('\n').count();
        let response = json!({ "type": "text", "file": {
            "filePath": path, "content": content, "numLines": lines, "startLine": 1, "totalLines": lines } });
        let answer = self.read("Read", &json!({ "file_path": path }), &response, &numbered(&content))?;
        let file = &answer["hookSpecificOutput"]["updatedToolOutput"]["file"];
        assert_eq!(file["startLine"], 1);
        Some(file["content"].as_str().unwrap().to_owned())
    }

    fn cat(&mut self, name: &str) -> Option<String> {
        let content = self.world.read(name);
        let response =
            json!({ "stdout": content.trim_end(), "stderr": "", "interrupted": false, "isImage": false });
        let command = json!({ "command": format!("cat {name}") });
        let answer = self.read("Bash", &command, &response, content.trim_end())?;
        Some(answer["hookSpecificOutput"]["updatedToolOutput"]["stdout"].as_str().unwrap().to_owned())
    }
}

fn numbered(text: &str) -> String {
    let lines: Vec<String> =
        (1..).zip(text.split('\n')).map(|(number, line): (u32, _)| format!("{number}\t{line}")).collect();
    lines.join("\n")
}

fn text(changed: u32) -> String {
    (1..=40)
        .map(|line| if line == changed { "other\n".to_owned() } else { format!("line {line} of forty\n") })
        .collect()
}

#[test]
fn a_second_read_is_a_marker_and_a_changed_file_a_diff() {
    let mut host = Host::new();
    host.world.write("song.txt", text(0));
    assert_eq!(host.whole("song.txt"), None, "a first read");
    assert_eq!(host.whole("song.txt").as_deref(), Some("[reread: unchanged, 40 lines]"));
    assert_eq!(host.cat("song.txt").as_deref(), Some("[reread: unchanged, 40 lines]"));
    host.world.write("song.txt", text(7));
    let diff = host.whole("song.txt").unwrap();
    assert!(
        diff.starts_with("[reread: 1 lines changed of 40]\n--- a/song.txt\n+++ b/song.txt\n@@ "),
        "{diff}"
    );
    assert_eq!(host.whole("song.txt").as_deref(), Some("[reread: unchanged, 40 lines]"));
    let records = host.world.records();
    let hooks: Vec<&Value> = records.iter().filter(|record| record["face"] == "hook").collect();
    assert_eq!(hooks.len(), 4, "one record for each result that was replaced");
    assert_eq!(
        (&hooks[2]["tool"], &hooks[2]["mode"], &hooks[2]["path"]),
        (&json!("Read"), &json!("diff"), &json!("song.txt"))
    );
    assert!(!records.iter().any(|record| record.to_string().contains("of forty")), "no text is recorded");
}

#[test]
fn what_is_sensitive_is_neither_kept_nor_replaced() {
    let mut host = Host::new();
    host.world.write(".env", text(0));
    for _ in 0..3 {
        assert_eq!(host.whole(".env"), None);
    }
    let kept = host.world.files();
    assert!(!kept.iter().any(|(name, (bytes, _))| name.starts_with(".reread")
        && String::from_utf8_lossy(bytes).contains("of forty")));
}

#[test]
fn whatever_is_wrong_the_text_stands() {
    let mut host = Host::new();
    host.world.write("song.txt", text(0));
    assert_eq!(host.whole("song.txt"), None);
    for input in ["", "{", "[]", "{\"hook_event_name\":\"PostToolUse\"}"] {
        assert_eq!(host.hook(input), None);
    }
    // A transcript beneath a link, and one outside the session folder.
    let folder = host.transcript_path().parent().unwrap().to_owned();
    let elsewhere = host.world.outside("sessions");
    assert!(host.whole("song.txt").is_some());
    std::fs::rename(&folder, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &folder).unwrap();
    assert_eq!(host.whole("song.txt"), None);
}
