//! A workspace `ROOT`, a neighbour `OUT` that must stay untouched, and the binary between them.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use reread_text::Digest;
use serde_json::Value;
use tempfile::TempDir;

/// A workspace with one ordinary file, beside a folder with a secret.
pub(crate) struct World {
    dir: TempDir,
    /// What must never come out; as random as its seed's hash.
    pub(crate) secret: String,
    outside_before: String,
    /// Everything the binary has printed so far.
    printed: RefCell<Vec<u8>>,
}

/// How a run of the binary ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl World {
    /// `seed` names the secret, so that a failing test fails again in the same way.
    pub(crate) fn new(seed: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let secret = format!("SECRET-{}", Digest::of(seed.as_bytes()));
        for folder in ["ws", "OUT", "home"] {
            std::fs::create_dir(dir.path().join(folder)).unwrap();
        }
        let mut world = Self { dir, secret, outside_before: String::new(), printed: RefCell::default() };
        std::fs::write(world.out("secret"), format!("{}\n", world.secret)).unwrap();
        world.write("a.txt", "one\ntwo\nthree\n");
        world.configure("");
        world.outside_before = fingerprint(&world.out(""));
        world
    }

    /// A path beside the root.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.beside("ws")
    }

    /// A path in the root.
    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.root().join(name)
    }

    /// A path in the folder outside.
    pub(crate) fn out(&self, name: &str) -> PathBuf {
        self.beside("OUT").join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub(crate) fn link(&self, target: impl AsRef<Path>, name: &str) {
        std::os::unix::fs::symlink(target, self.path(name)).unwrap();
    }

    /// The user's own configuration.
    pub(crate) fn configure(&self, text: &str) {
        std::fs::write(self.beside("config.toml"), format!("version = 1\n{text}")).unwrap();
    }

    /// What has been put outside since the start belongs to the outside that must not change.
    pub(crate) fn settle_outside(&mut self) {
        self.outside_before = fingerprint(&self.out(""));
    }

    /// The binary, standing in the root, knowing nothing of the machine it runs on.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reread"));
        command.current_dir(self.root()).env_clear().stdin(Stdio::null());
        command.env("HOME", self.beside("home")).env("REREAD_CONFIG", self.beside("config.toml"));
        command
    }

    pub(crate) fn run<I: AsRef<OsStr>>(&self, arguments: &[I]) -> Ran {
        let output = self.command().args(arguments).output().unwrap();
        self.note(&output.stdout);
        self.note(&output.stderr);
        Ran {
            code: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).expect("messages are text"),
        }
    }

    /// Remembers what was printed, for the search for the secret.
    pub(crate) fn note(&self, printed: &[u8]) {
        self.printed.borrow_mut().extend_from_slice(printed);
    }

    /// Runs with `--json` and reads the reply.
    pub(crate) fn json<I: AsRef<OsStr>>(&self, arguments: &[I]) -> Value {
        let mut all: Vec<&OsStr> = vec![OsStr::new("--json")];
        all.extend(arguments.iter().map(AsRef::as_ref));
        let ran = self.run(&all);
        serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
    }

    /// The records of the journal in the root's own state directory.
    pub(crate) fn records(&self) -> Vec<Value> {
        self.records_in(&self.path(".reread"))
    }

    pub(crate) fn records_in(&self, state: &Path) -> Vec<Value> {
        let journal = std::fs::read_to_string(state.join("audit/journal.jsonl")).unwrap_or_default();
        journal.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// What must hold after every attack: the secret is nowhere, the outside is as it was, reading works.
    pub(crate) fn check_unharmed(&self) {
        assert!(!holds(&self.printed.borrow(), &self.secret), "the secret was printed");
        if let Some(leak) =
            files_below(&self.path(".reread")).into_iter().find(|file| file_holds(file, &self.secret))
        {
            panic!("the secret is in {}", leak.display());
        }
        assert_eq!(fingerprint(&self.out("")), self.outside_before, "the outside has changed");
        let ordinary = self.run(&["read", "a.txt"]);
        assert_eq!(ordinary.code, Some(0), "{ordinary:?}");
        assert!(ordinary.text().contains("\none\ntwo\nthree\n"), "{ordinary:?}");
    }
}

impl Ran {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }
}

pub(crate) fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

pub(crate) fn file_holds(file: &Path, text: &str) -> bool {
    holds(&std::fs::read(file).unwrap(), text)
}

/// Every regular file below a folder; none if there is no such folder.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let below = |path: PathBuf| match path.symlink_metadata().unwrap() {
        metadata if metadata.is_dir() => files_below(&path),
        metadata if metadata.is_file() => vec![path],
        _ => Vec::new(),
    };
    paths.into_iter().flat_map(below).collect()
}

/// Names, bytes, modes and link counts of everything below a folder.
fn fingerprint(folder: &Path) -> String {
    let mut text = String::new();
    for file in files_below(folder) {
        let metadata = file.symlink_metadata().unwrap();
        let digest = Digest::of(&std::fs::read(&file).unwrap());
        writeln!(text, "{} {digest} {:o} {}", file.display(), metadata.mode(), metadata.nlink()).unwrap();
    }
    text
}

/// The tag of a reply.
pub(crate) fn tag(reply: &Value) -> String {
    reply["meta"]["tag"].as_str().unwrap_or_else(|| panic!("no tag: {reply}")).to_owned()
}
