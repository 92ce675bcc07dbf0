//! Sessions of pi through the real binary: exit codes, standard input, and files that other programs wrote.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use reread_testkit::{RunOutput, Terminal, World, files_below};
use reread_text::Digest;
use serde_json::{Value, json};

use super::peak_memory::peak_memory;

fn history(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../reread-hosts/tests/histories").join(name)
}

fn audit(world: &World, name: &str, more: &[&str]) -> RunOutput {
    let session = history(name).join("session.jsonl").display().to_string();
    let arguments: Vec<&str> =
        ["session", "audit", &session].into_iter().chain(more.iter().copied()).collect();
    world.run(&arguments)
}

/// An audit exits with 1 and names the entries, or with 0.
#[test]
fn an_audit_exits_with_its_verdict() {
    let world = World::with_secret("session_exit");
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
        assert!(ran.text().contains(&format!(": {wrong} not justified")), "{name}: {ran:?}");
    }
    let snapshots = history("honest").display().to_string();
    let honest = audit(&world, "honest", &["--cache", &snapshots]);
    assert_eq!((honest.code, honest.stderr.as_str()), (Some(0), ""), "{honest:?}");
    assert!(honest.text().starts_with("64 reads, 24 markers, 7 diffs: all justified\n"), "{honest:?}");
    // Without snapshots some of it cannot be verified, which is no failure.
    let unverifiable = audit(&world, "honest", &[]);
    assert_eq!(unverifiable.code, Some(0), "{unverifiable:?}");
    assert!(unverifiable.text().contains(" unverifiable\n"), "{unverifiable:?}");
}

/// Looking into a session leaves no trace: no state, no record, no snapshot touched.
#[test]
fn nothing_is_changed() {
    let world = World::with_secret("session_unchanged");
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
    let world = World::with_secret("session_stdin");
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
    let world = World::with_secret("session_link");
    world.link(history("honest").join("session.jsonl"), "latest.jsonl");
    assert_eq!(world.run(&["session", "audit", "latest.jsonl"]).code, Some(0));
}

/// A session whose names and lists are too long for any screen.
fn wide_session() -> String {
    let long = format!("{}song.txt", "folder-that-is-very-long/".repeat(6));
    let text: String = (1..400).map(|line| format!("line {line}\n")).collect();
    let mut session = Lines { file: format!("/p/{long}"), ..Lines::default() };
    session.push_bare();
    session.push("something else", "full", None, &text);
    for first in 1..30_u64 {
        session.push_lines(&text, first * 10, first * 10 + 3);
    }
    session.text
}

/// Only a terminal has an edge: there, names are shortened and lists go on below; in a pipe everything is whole.
#[test]
fn what_is_shown_fits_the_terminal_and_is_whole_in_a_pipe() {
    let world = World::with_secret("session_width");
    world.write("session.jsonl", wide_session());
    let shown = |name: &str, named: Option<&str>, columns| {
        let mut command = world.command();
        command.args(["session", name, "session.jsonl", "--color", "never"]);
        command.envs(named.map(|named| ("COLUMNS", named)));
        world.noted(Terminal::start_sized(command, columns, 24).end())
    };
    let widest = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap();
    for name in ["show", "held", "status"] {
        for (named, columns, fits) in [
            (None, 80, 80),
            (None, 0, 80),
            (None, 120, 120),
            (Some("60"), 100, 60),
            (Some("0"), 70, 70),
            (Some("many"), 70, 70),
        ] {
            let text = shown(name, named, columns);
            assert!(widest(&text) <= fits, "{name} {named:?} {columns}: {text}");
        }
    }
    assert!(widest(&shown("held", None, 120)) > 100, "a wide screen is used");
    assert!(shown("show", None, 80).contains("read …"), "{}", shown("show", None, 80));
    for name in ["show", "held"] {
        let mut command = world.command();
        command.args(["session", name, "session.jsonl"]).env("COLUMNS", "40");
        let piped = String::from_utf8(command.output().unwrap().stdout).unwrap();
        assert!(!piped.contains('…') || name == "show", "{piped}");
        assert!(piped.contains(&"folder-that-is-very-long/".repeat(6)), "{piped}");
        let unfolded = shown(name, Some("100000"), 0);
        assert_eq!(piped, unfolded, "a screen that is wide enough shows the same");
    }
}

/// Who waits for a long session sees how far it is, if they look, and nothing of it is left. A line beyond 64 MiB is
/// skipped and told of.
#[test]
fn a_long_session_shows_its_progress_on_a_terminal_alone() {
    let world = World::with_secret("session_progress");
    let mut session = wide_session();
    session.push_str(&"x".repeat((64 << 20) + 1));
    session.push('\n');
    world.write("session.jsonl", &session);
    let note = "note: 1 line was skipped: not JSON, no entry, or longer than 64 MiB\n";
    let arguments = ["session", "status", "session.jsonl", "--color", "never"];
    let watched = world.terminal_output(&arguments);
    let (progress, rest) = watched.rsplit_once('\r').unwrap();
    assert!(progress.contains("\rreading the session: 50 % of 67 MB"), "{watched:?}");
    assert!(progress.ends_with(' '), "the last word is wiped away: {watched:?}");
    assert!(rest.starts_with(note), "{rest}");
    let piped = world.run(&arguments);
    assert_eq!(piped.stderr, note);
    // Nothing is said about what is read at once.
    world.write("session.jsonl", wide_session());
    assert!(!world.terminal_output(&arguments).contains("reading"));
}

/// The names of all that is in a value, `a.b` for what lies in another object.
fn keys(value: &Value, above: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let name = if above.is_empty() { key.clone() } else { format!("{above}.{key}") };
                keys(value, &name, found);
                found.insert(name);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| keys(value, above, found)),
        _ => {}
    }
}

/// Every key of every reply about a session stands in the contract, by its whole name.
#[test]
fn the_contract_names_every_key() {
    let contract = include_str!("../../../../docs/contract.md");
    let world = World::with_secret("session_contract");
    world.write("wide.jsonl", wide_session());
    let objects = history("honest").display().to_string();
    for operation in ["show", "held", "status", "audit"] {
        let mut found = BTreeSet::new();
        for name in ["honest", "nested", "edited-away", "truncated-whole"] {
            let session = history(name).join("session.jsonl").display().to_string();
            keys(&world.json(&["session", operation, &session]), "", &mut found);
        }
        keys(&world.json(&["session", operation, "wide.jsonl"]), "", &mut found);
        if operation != "show" {
            keys(&world.json(&["session", operation, "wide.jsonl", "--cache", &objects]), "", &mut found);
        }
        assert!(found.len() > 10, "{found:?}");
        for key in found {
            assert!(contract.contains(&format!("`{key}`")), "docs/contract.md: {operation} has {key}");
        }
    }
}

/// A small session can say a lot: every diff makes another whole file. Only one of them is held at a time.
#[test]
fn diffs_on_diffs_stay_in_bounded_memory() {
    let world = World::with_secret("session_memory");
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

/// The lines of a session file.
struct Lines {
    text: String,
    count: usize,
    /// The file that is read.
    file: String,
}

impl Default for Lines {
    fn default() -> Self {
        Self { text: String::new(), count: 0, file: "/p/f".to_owned() }
    }
}

impl Lines {
    fn push(&mut self, text: &str, mode: &str, base: Option<&str>, now: &str) {
        let total = now.split('\n').count();
        let mut metadata = self.metadata(now, mode);
        metadata["scopeKey"] = "full".into();
        metadata["rangeStart"] = 1.into();
        metadata["rangeEnd"] = total.into();
        if let Some(base) = base {
            metadata["baseHash"] = Digest::of(base.as_bytes()).to_string().into();
        }
        self.push_result(text, &json!({ "readcache": metadata }));
    }

    /// Shows some lines of a text.
    fn push_lines(&mut self, now: &str, first: u64, last: u64) {
        let mut metadata = self.metadata(now, "full");
        metadata["scopeKey"] = format!("r:{first}:{last}").into();
        metadata["rangeStart"] = first.into();
        metadata["rangeEnd"] = last.into();
        let (skip, take) = (first as usize - 1, (last + 1 - first) as usize);
        let shown: Vec<&str> = now.split('\n').skip(skip).take(take).collect();
        let left = now.split('\n').count() - skip - take;
        let next = last + 1;
        let text =
            format!("{}\n\n[{left} more lines in file. Use offset={next} to continue.]", shown.join("\n"));
        self.push_result(&text, &json!({ "readcache": metadata }));
    }

    /// A result that says nothing of itself.
    fn push_bare(&mut self) {
        self.push_result("text", &json!({}));
    }

    fn metadata(&self, now: &str, mode: &str) -> Value {
        json!({"v": 1, "pathKey": self.file, "servedHash": Digest::of(now.as_bytes()).to_string(),
            "mode": mode, "totalLines": now.split('\n').count(), "bytes": now.len()})
    }

    fn push_result(&mut self, text: &str, details: &Value) {
        let message = json!({"role": "toolResult", "toolCallId": "c", "toolName": "read", "isError": false,
            "content": [{"type": "text", "text": text}], "details": details});
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
