//! A scratch workspace, what lies around it, and the binary in an environment that holds nothing else.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use rustix::fs::{AtFlags, CWD, Timespec, Timestamps};
use serde_json::Value;
use tempfile::TempDir;

use crate::installed::program_under_test;
use crate::run::{RunOutput, run};
use crate::secret::Secret;
use crate::terminal::Terminal;
use crate::tree::{contains, file_contains, files_below};

/// 2026-01-02T03:04:05.678Z, the modification time of every file in a [project](World::project).
pub const FILE_TIME: Timespec = Timespec { tv_sec: 1_767_323_045, tv_nsec: 678_000_000 };

/// The folders of a world: the workspace itself, and its neighbours.
const FOLDERS: [&str; 4] = ["workspace", "outside", "home", "config"];

/// A workspace with a folder outside, a home and a configuration folder beside it. It is removed when dropped.
#[derive(Debug)]
pub struct World {
    base: PathBuf,
    /// What files and folders get as their modification time; the present if there is none.
    file_time: Option<Timespec>,
    secret: Option<Secret>,
    /// Everything that the binary has printed so far.
    printed: Mutex<Vec<u8>>,
    // Removes the folder, unless the caller made it.
    _folder: Option<TempDir>,
}

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}

impl World {
    /// A workspace without any file.
    pub fn empty() -> Self {
        let folder = tempfile::Builder::new().prefix("reread-").tempdir().unwrap();
        let world = Self::within(folder_path(&folder));
        Self { _folder: Some(folder), ..world }
    }

    /// A workspace in a folder that the caller makes and removes.
    pub fn within(folder: impl Into<PathBuf>) -> Self {
        let base = folder.into();
        for name in FOLDERS {
            std::fs::create_dir_all(base.join(name)).unwrap();
        }
        Self { base, file_time: None, secret: None, printed: Mutex::default(), _folder: None }
    }

    /// A workspace with `a.txt` of three lines.
    pub fn new() -> Self {
        let world = Self::empty();
        world.write("a.txt", "one\ntwo\nthree\n");
        world
    }

    /// A workspace that is the root of a git repository, with `a.txt`.
    ///
    /// Its files look as if they had been there for long ([`FILE_TIME`]): reread reads a file that was written a moment
    /// ago more than once. Only bytes can tell a change, too.
    pub fn project() -> Self {
        let world = Self::empty_project();
        world.write("a.txt", "one\ntwo\nthree\n");
        world
    }

    /// The same without any file.
    pub fn empty_project() -> Self {
        let world = Self { file_time: Some(FILE_TIME), ..Self::empty() };
        // Without the mark of a project a folder further up could be taken for the root.
        std::fs::create_dir(world.path(".git")).unwrap();
        world
    }

    /// A workspace with `a.txt`, and a secret file outside that [`check_unharmed`](World::check_unharmed) looks for.
    /// The seed decides the secret.
    pub fn with_secret(seed: &str) -> Self {
        let mut world = Self::new();
        world.secret = Some(Secret::hide_in(&world.outside(""), seed));
        world.configure("");
        world
    }

    /// The text of the secret file.
    pub fn secret(&self) -> &str {
        self.secret.as_ref().expect("a world with a secret").text()
    }

    /// The folder that holds the workspace and its neighbours.
    pub fn base(&self) -> &Path {
        &self.base
    }

    /// A path beside the workspace.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.base.join(name)
    }

    /// The workspace's own folder.
    pub fn root(&self) -> PathBuf {
        self.beside("workspace")
    }

    /// A path in the workspace.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.root().join(name)
    }

    /// A path in the folder outside.
    pub fn outside(&self, name: &str) -> PathBuf {
        self.beside("outside").join(name)
    }

    /// The user's home.
    pub fn home(&self) -> PathBuf {
        self.beside("home")
    }

    /// The folder that `XDG_CONFIG_HOME` names.
    pub fn config(&self) -> PathBuf {
        self.beside("config")
    }

    /// The user's own configuration file, which need not exist.
    pub fn config_file(&self) -> PathBuf {
        self.config().join("reread/config.toml")
    }

    /// The folder of the user's keys, one for each state directory that the binary made in a workspace.
    pub fn keys(&self) -> PathBuf {
        self.config().join("reread/keys")
    }

    /// Writes a file of the workspace, with the folders above it.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        let written = self.make(&path, |path| std::fs::write(path, content));
        written.unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
    }

    /// The text of a file of the workspace.
    pub fn read(&self, name: &str) -> String {
        let path = self.path(name);
        std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
    }

    /// Makes a symbolic link in the workspace.
    pub fn link(&self, target: impl AsRef<Path>, name: &str) {
        std::os::unix::fs::symlink(target, self.path(name)).unwrap();
    }

    /// Sets the permissions of a file of the workspace.
    pub fn set_mode(&self, name: &str, mode: u32) {
        std::fs::set_permissions(self.path(name), PermissionsExt::from_mode(mode)).unwrap();
    }

    /// Makes something with the folders above it, and gives all of them the world's modification time.
    pub fn make(&self, path: &Path, how: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        std::fs::create_dir_all(path.parent().expect("everything lies in a folder"))?;
        how(path)?;
        let Some(time) = self.file_time else { return Ok(()) };
        let times = Timestamps { last_access: time, last_modification: time };
        for path in path.ancestors().take_while(|path| **path != self.base) {
            rustix::fs::utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW)?;
        }
        Ok(())
    }

    /// Writes the user's own configuration; its first line, the version, need not be given.
    pub fn configure(&self, text: &str) {
        std::fs::create_dir_all(self.config_file().parent().unwrap()).unwrap();
        std::fs::write(self.config_file(), format!("version = 1\n{text}")).unwrap();
    }

    /// Bytes and permissions of every file of the workspace but those of the state directory.
    pub fn files(&self) -> BTreeMap<String, (Vec<u8>, u32)> {
        let root = self.root();
        let name = |file: &Path| file.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        let files = files_below(&root).into_iter().filter(|file| !file.starts_with(root.join(".reread")));
        let content = |file: &Path| {
            (std::fs::read(file).unwrap(), file.symlink_metadata().unwrap().permissions().mode())
        };
        files.map(|file| (name(&file), content(&file))).collect()
    }

    /// The binary, started in the workspace.
    pub fn command(&self) -> Command {
        self.command_of(program_under_test())
    }

    /// A program, started in the workspace, with nothing of this machine's environment.
    pub fn command_of(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.root()).env_clear().stdin(Stdio::null());
        command.env("HOME", self.home()).env("XDG_CONFIG_HOME", self.config());
        command
    }

    /// Runs the binary.
    pub fn run<I: AsRef<OsStr>>(&self, arguments: &[I]) -> RunOutput {
        let mut command = self.command();
        command.args(arguments);
        self.run_command(command)
    }

    /// Runs a command to its end and keeps what it printed for the search for the secret.
    pub fn run_command(&self, command: Command) -> RunOutput {
        let output = run(command);
        self.note(&output.stdout);
        self.note(output.stderr.as_bytes());
        output
    }

    /// Runs the binary; what it printed on standard output.
    pub fn printed<I: AsRef<OsStr>>(&self, arguments: &[I]) -> String {
        String::from_utf8(self.run(arguments).stdout).unwrap()
    }

    /// Runs the binary with `--json` and reads the reply.
    pub fn json<I: AsRef<OsStr>>(&self, arguments: &[I]) -> Value {
        let mut all: Vec<&OsStr> = vec![OsStr::new("--json")];
        all.extend(arguments.iter().map(AsRef::as_ref));
        let output = self.run(&all);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
    }

    /// Runs the binary with a terminal as its standard output and error, and no input; what was printed, with LF as line
    /// ends.
    pub fn terminal_output<I: AsRef<OsStr>>(&self, arguments: &[I]) -> String {
        let mut command = self.command();
        command.args(arguments);
        self.noted(Terminal::start_with_input(command, Stdio::null()).end())
    }

    /// Runs the binary at a terminal on which the user types that text.
    pub fn terminal_dialog<I: AsRef<OsStr>>(&self, arguments: &[I], typed: &str) -> String {
        let mut command = self.command();
        command.args(arguments);
        self.command_dialog(command, typed)
    }

    /// Runs a command at a terminal on which the user types that text.
    pub fn command_dialog(&self, command: Command, typed: &str) -> String {
        let terminal = Terminal::start(command);
        terminal.type_text(typed);
        self.noted(terminal.end())
    }

    /// Keeps a text for the search for the secret, and gives it back.
    pub fn noted(&self, printed: String) -> String {
        self.note(printed.as_bytes());
        printed
    }

    /// Keeps what a client was shown, for the search for the secret.
    pub fn note(&self, printed: &[u8]) {
        self.printed.lock().unwrap().extend_from_slice(printed);
    }

    /// The records of the journal in the workspace's own state directory; none if there is no journal.
    pub fn records(&self) -> Vec<Value> {
        self.records_in(&self.path(".reread"))
    }

    /// The records of the journal in a state directory.
    pub fn records_in(&self, state: &Path) -> Vec<Value> {
        let journal = std::fs::read_to_string(state.join("audit/journal.jsonl")).unwrap_or_default();
        journal.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Takes the folder outside as it is now for the one that must not change.
    pub fn accept_outside(&mut self) {
        self.secret.as_mut().expect("a world with a secret").accept_folder();
    }

    /// What must hold after every attack: the secret is nowhere, the folder outside is as it was, reading works.
    pub fn check_unharmed(&self) {
        let secret = self.secret.as_ref().expect("a world with a secret");
        assert!(!contains(&self.printed.lock().unwrap(), secret.text()), "the secret was printed");
        let mut state_files = files_below(&self.path(".reread")).into_iter();
        if let Some(leak) = state_files.find(|file| file_contains(file, secret.text())) {
            panic!("the secret is in {}", leak.display());
        }
        secret.check_folder();
        let ordinary = self.run(&["read", "a.txt"]);
        assert_eq!(ordinary.code, Some(0), "{ordinary:?}");
        assert!(ordinary.text().contains("\none\ntwo\nthree\n"), "{ordinary:?}");
    }
}

/// Without links, since the workspace is named by the path that the system resolves.
fn folder_path(folder: &TempDir) -> PathBuf {
    folder.path().canonicalize().unwrap()
}

/// The tag of a reply.
pub fn tag(reply: &Value) -> String {
    reply["meta"]["tag"].as_str().unwrap_or_else(|| panic!("no tag: {reply}")).to_owned()
}
