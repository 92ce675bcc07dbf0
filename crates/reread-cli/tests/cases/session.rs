//! Sessions of pi through the real binary: exit codes, standard input, and files that others wrote.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use reread_text::Digest;
use serde_json::{Value, json};

use crate::peak_memory::peak_memory;
use crate::world::{Ran, World, files_below};

fn history(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../reread-pi/tests/histories").join(name)
}

fn audit(world: &World, name: &str, more: &[&str]) -> Ran {
    let session = history(name).join("session.jsonl").display().to_string();
    let arguments: Vec<&str> =
        ["session", "audit", &session].into_iter().chain(more.iter().copied()).collect();
    world.run(&arguments)
}

/// An audit exits with 1 and names the entries, or with 0.
#[test]
fn an_audit_exits_with_its_verdict() {
    let world = World::new("session_exit");
    for (name, wrong) in [
        ("truncated-whole", 3),
        ("edited-away", 4),
        ("nested", 3),
        ("byte-limit", 4),
        ("reverted", 3),
        ("inexact-diff", 5),
    ] {
        let ran = audit(&world, name, &[]);
        assert_eq!(ran.code, Some(1), "{name}: {ran:?}");
        assert!(ran.text().contains(&format!(": {wrong} not justified\n")), "{name}: {ran:?}");
    }
    let honest = audit(&world, "honest", &[]);
    assert_eq!((honest.code, honest.stderr.as_str()), (Some(0), ""), "{honest:?}");
    assert!(honest.text().starts_with("64 reads, 24 markers, 7 diffs: all justified\n"), "{honest:?}");
}

/// Looking into a session leaves no trace: no state, no record, no snapshot touched.
#[test]
fn nothing_is_changed() {
    let world = World::new("session_unchanged");
    let cache = world.beside("cache/objects");
    std::fs::create_dir_all(&cache).unwrap();
    for object in files_below(&history("honest").join("objects")) {
        std::fs::copy(&object, cache.join(object.file_name().unwrap())).unwrap();
    }
    std::fs::write(cache.join(format!("sha256-{}.txt", Digest::of(b"damaged"))), "something else").unwrap();
    let times = || -> Vec<_> {
        let modified = |file: PathBuf| (file.metadata().unwrap().modified().unwrap(), file);
        files_below(&world.beside("cache")).into_iter().map(modified).collect()
    };
    let before = times();
    let cache = world.beside("cache").display().to_string();
    let session = history("honest").join("session.jsonl").display().to_string();
    for command in ["held", "status", "audit"] {
        let ran = world.run(&["session", command, &session, "--cache", &cache]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    }
    assert_eq!(world.run(&["session", "show", &session]).code, Some(0));
    assert_eq!(times(), before);
    assert!(!world.path(".reread").exists(), "a session needs no state");
}

/// `-` is standard input.
#[test]
fn a_session_comes_from_standard_input() {
    let world = World::new("session_stdin");
    let mut command = world.command();
    command.args(["session", "audit", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let session = std::fs::read(history("reverted").join("session.jsonl")).unwrap();
    child.stdin.take().unwrap().write_all(&session).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), audit(&world, "reverted", &[]).text());
}

/// A link is the user's own name for a file.
#[test]
fn a_link_to_a_session_is_followed() {
    let world = World::new("session_link");
    world.link(history("honest").join("session.jsonl"), "latest.jsonl");
    assert_eq!(world.run(&["session", "audit", "latest.jsonl"]).code, Some(0));
}

/// A small session can say a lot: every diff makes another whole file. Only one of them is held at a time.
#[test]
fn diffs_on_diffs_stay_in_bounded_memory() {
    let world = World::new("session_memory");
    let line = "x".repeat(100_000);
    let text = |first: usize| format!("{first}\n{}", format!("{line}\n").repeat(10));
    let mut session = Lines::default();
    session.push(&text(0), "full", None, &text(0));
    for step in 1..=299_usize {
        let old = step - 1;
        let diff =
            format!("[readcache: 1 lines changed of 12]\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-{old}\n+{step}");
        session.push(&diff, "diff", Some(&text(old)), &text(step));
    }
    world.write("session.jsonl", &session.text);
    let (peak, printed) = peak_memory(&world, &["session", "audit", "session.jsonl", "--json"]);
    let printed: Value = serde_json::from_slice(&printed).unwrap();
    assert_eq!((&printed["diffs"], &printed["unjustified"]), (&299.into(), &0.into()));
    assert!(peak < 64 << 10, "{peak} KiB for a session of {} KiB", session.text.len() >> 10);
}

/// The lines of a session file with one file `f`.
#[derive(Default)]
struct Lines {
    text: String,
    count: usize,
}

impl Lines {
    fn push(&mut self, text: &str, mode: &str, base: Option<&str>, now: &str) {
        let digest = |text: &str| Digest::of(text.as_bytes()).to_string();
        let total = now.split('\n').count();
        let mut metadata = json!({"v": 1, "pathKey": "/p/f", "scopeKey": "full", "servedHash": digest(now),
            "mode": mode, "totalLines": total, "rangeStart": 1, "rangeEnd": total, "bytes": now.len()});
        if let Some(base) = base {
            metadata["baseHash"] = digest(base).into();
        }
        let message = json!({"role": "toolResult", "toolCallId": "c", "toolName": "read", "isError": false,
            "content": [{"type": "text", "text": text}], "details": {"readcache": metadata}});
        let parent = self.count.checked_sub(1).map_or(Value::Null, |parent| format!("e{parent}").into());
        let id = format!("e{}", self.count);
        let entry = json!({"type": "message", "id": id, "parentId": parent, "message": message});
        if self.count == 0 {
            self.text.push_str("{\"type\": \"session\", \"version\": 3, \"id\": \"s\", \"cwd\": \"/p\"}\n");
        }
        writeln!(self.text, "{entry}").unwrap();
        self.count += 1;
    }
}
