//! A state directory that reread 0.1.0 wrote is opened by this build: nothing in it is lost or misread. Its key lay in it, so
//! that the user adopts it once.
//!
//! `data/state-0.1/` was written once, by commit 06de7cc, with `data/write-state-0.1.sh`. It must not be written again: a
//! release that changes a format adds a directory of its own and still opens this one.

use std::fs::{File, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use reread_store::{KeyPlace, StateDir};
use reread_testkit::{HttpServerProcess, Terminal, program_under_test};
use serde_json::{Value, json};

/// The root that the state directory names, partly under a seal: it cannot be another one.
const HOME: &str = "/tmp/reread-state-0.1";

/// A copy of the frozen workspace and its state, at the only path where they belong together.
struct Frozen {
    /// Held until dropped: other tests wait for the path.
    _lock: File,
}

impl Frozen {
    fn new() -> Self {
        let lock = File::create(format!("{HOME}.lock")).unwrap();
        lock.lock().unwrap();
        // An interrupted run may have left its copy.
        let _ = std::fs::remove_dir_all(HOME);
        std::fs::create_dir(HOME).unwrap();
        let frozen = Self { _lock: lock };
        copy(&data("ws"), &frozen.root(), 0o755, 0o644);
        copy(&data("state"), &frozen.root().join(".reread"), 0o700, 0o600);
        frozen.write("../config.toml", "version = 1\n[guard]\nsession_metrics = true\n");
        frozen.adopt();
        frozen
    }

    /// Takes the directory over at a terminal, as every user of 0.1 does once.
    fn adopt(&self) {
        let read = self.command().args(["read", "song.txt"]).output().unwrap();
        let errors = String::from_utf8_lossy(&read.stderr);
        assert!(read.status.success() && errors.contains("reread state adopt"), "{errors}");
        let mut command = self.command();
        command.args(["state", "adopt"]);
        let terminal = Terminal::start(command);
        terminal.type_text("y\n");
        let printed = terminal.end();
        assert!(printed.contains("made by: its own key") && printed.contains("adopted: "), "{printed}");
    }

    fn root(&self) -> PathBuf {
        Path::new(HOME).join("ws")
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.root().join(name), text).unwrap();
    }

    fn command(&self) -> Command {
        let mut command = Command::new(program_under_test());
        command.current_dir(self.root()).env_clear().stdin(Stdio::null());
        command.env("HOME", HOME).env("USER", "ann");
        command.env("REREAD_CONFIG", Path::new(HOME).join("config.toml"));
        command
    }

    /// What a command prints that ends with exit code 0.
    fn run(&self, arguments: &[&str]) -> String {
        let Output { status, stdout, stderr } = self.command().args(arguments).output().unwrap();
        let (printed, errors) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
        assert!(status.success(), "{arguments:?}: {printed}{errors}");
        printed.into_owned()
    }

    /// Reads a file as the agent that asked for approval: its principal is the name of its token.
    fn read_as_agent(&self, name: &str) -> Value {
        let token = std::fs::read_to_string(data("token")).unwrap();
        self.write("../tokens", &format!("agent {token}"));
        std::fs::set_permissions(Path::new(HOME).join("tokens"), Permissions::from_mode(0o600)).unwrap();
        let mut command = self.command();
        command.args(["mcp", "--http", "0", "--token-file", "../tokens"]);
        let server = HttpServerProcess::spawn(command);
        server.call(token.trim_end(), "read", json!({ "mode": "file", "target": name }))
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(HOME);
    }
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/state-0.1").join(name)
}

/// Copies a folder with all that is in it. Git does not keep modes, so they are set.
fn copy(from: &Path, to: &Path, folder_mode: u32, file_mode: u32) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target, folder_mode, file_mode);
        } else {
            std::fs::copy(entry.path(), &target).unwrap();
            std::fs::set_permissions(&target, Permissions::from_mode(file_mode)).unwrap();
        }
    }
    std::fs::set_permissions(to, Permissions::from_mode(folder_mode)).unwrap();
}

/// The tags that 0.1.0 gave for `song.txt` before the edits, for `src/song.py`, and for `song.txt` as it is.
fn tags() -> [String; 3] {
    let tags = std::fs::read_to_string(data("tags")).unwrap();
    tags.lines().map(str::to_owned).collect::<Vec<_>>().try_into().unwrap()
}

/// The digits of tags have another form since, so an old tag is unknown, and the caller gets the text with a new one.
#[test]
fn old_tags_give_the_text_and_new_tags_on_the_old_state_give_markers() {
    let frozen = Frozen::new();
    let [first, code, last] = tags();
    for (file, old) in [("song.txt", &last), ("src/song.py", &code), ("song.txt", &first)] {
        let text = frozen.run(&["read", file, "--known", old]);
        assert!(
            text.starts_with(&format!("{file} #")) && text.contains("is not a tag of this file"),
            "{text}"
        );
        let tag = text.split_whitespace().nth(1).unwrap().to_owned();
        let again = frozen.run(&["read", file, "--known", &tag]);
        assert!(again.starts_with("[reread: unchanged, "), "{again}");
    }
}

#[test]
fn old_versions_are_listed_shown_and_undone() {
    let frozen = Frozen::new();
    let history = frozen.run(&["history", "song.txt"]);
    let mut lines = history.lines();
    assert_eq!(lines.next(), Some("song.txt, 4 versions"));
    for (line, expected) in lines.zip([
        "v4 patch by cli:ann at ",
        "v3 seen by external at ",
        "v2 patch by cli:ann at ",
        "v1 seen by external at ",
    ]) {
        assert!(line.starts_with(expected), "{history}");
    }
    assert_eq!(frozen.run(&["check", "--data"]), "the history is whole\n");

    // The latest operation made notes.txt, the one before it changed song.txt.
    frozen.run(&["undo"]);
    assert!(!frozen.root().join("notes.txt").exists());
    frozen.run(&["undo"]);
    let text = std::fs::read_to_string(frozen.root().join("song.txt")).unwrap();
    assert!(text.starts_with("one\nzwei\nthree\nline 4\n") && text.ends_with("the end\n"), "{text}");
    frozen.run(&["rollback", "song.txt", "v1"]);
    let text = std::fs::read_to_string(frozen.root().join("song.txt")).unwrap();
    assert!(text.starts_with("one\ntwo\nthree\nline 4\n") && text.ends_with("line 40\n"), "{text}");
    assert_eq!(frozen.run(&["check", "--data"]), "the history is whole\n");
}

#[test]
fn an_old_proposal_is_listed_and_can_be_approved() {
    let frozen = Frozen::new();
    let listed = frozen.run(&["proposals"]);
    assert!(listed.contains("p1") && listed.contains("song.txt"), "{listed}");
    let marked = frozen.run(&["proposals", "show", "p1"]);
    assert!(marked.contains("||||||| base\ntwo\nthree\n=======\ndeux\nthree\n"), "{marked}");
    frozen.write("../decided", "one\ndeux\ndrei\n");
    frozen.run(&["proposals", "resolve", "p1", "--content", "../decided"]);
    frozen.run(&["proposals", "approve", "p1"]);
    let text = std::fs::read_to_string(frozen.root().join("song.txt")).unwrap();
    assert_eq!(text, "one\ndeux\ndrei\n");
}

/// They were given in a directory whose key came with it.
#[test]
fn old_grants_and_requests_are_asked_for_again() {
    let frozen = Frozen::new();
    let listed = frozen.command().args(["approvals", "--json"]).output().unwrap();
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!(listed["approvals"], json!([]), "{listed}");
    for (id, name, secret) in [("a3", ".env", "TOKEN=1"), ("a4", ".env.local", "TOKEN=2")] {
        let pending = frozen.read_as_agent(name);
        assert!(pending.to_string().contains("approval_required"), "{pending}");
        assert!(!pending.to_string().contains("TOKEN"), "{pending}");
        frozen.run(&["approvals", "grant", id]);
        let granted = frozen.read_as_agent(name);
        assert!(granted.to_string().contains(secret), "{granted}");
    }
}

#[test]
fn the_old_journal_verifies_goes_on_and_is_replayed() {
    let frozen = Frozen::new();
    assert_eq!(frozen.run(&["audit", "verify"]), "18 records, the chain holds\n");
    frozen.run(&["read", "notes.txt"]);
    assert_eq!(frozen.run(&["audit", "verify"]), "19 records, the chain holds\n");
    let replayed: Value = serde_json::from_str(&frozen.run(&["replay", "--json"])).unwrap();
    assert_eq!((&replayed["same"], &replayed["different"]), (&json!(7), &json!(0)), "{replayed}");
    // Those that cited tags of the older form.
    assert_eq!(replayed["not_replayable"], json!({ "tags_forgotten": 3 }), "{replayed}");
}

#[test]
fn old_session_notes_metrics_and_registry_are_read() {
    let frozen = Frozen::new();
    let stack = frozen.run(&["session", "stack"]);
    assert!(stack.starts_with("task: mend the song\nopen files: song.txt, src/song.py\n"), "{stack}");
    let listed = frozen.run(&["files"]);
    assert!(listed.contains("song.txt") && listed.contains("notes.txt"), "{listed}");

    let keys = Path::new(HOME).join(".config/reread/keys");
    let state = StateDir::open(&frozen.root().join(".reread"), &KeyPlace::UserFolder(keys)).unwrap();
    let metrics = state.database().unwrap().session_metrics().unwrap();
    let counted: Vec<_> =
        metrics.iter().map(|row| (row.conversation.as_str(), row.reads_lines_total)).collect();
    assert_eq!(counted, [("token:agent/session:scout", 41)]);
}
