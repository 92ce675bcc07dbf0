//! The front ends: the command line, and the server on standard input and output.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fmt;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};

use reread_testkit::{McpClient, ServerExit, World};
use serde_json::{Value, json};

use super::answer::Answer;
use super::call::Call;

/// Which front end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrontEndKind {
    CommandLine,
    Mcp,
}

/// A world, and one of the front ends to it.
pub(crate) struct FrontEnd {
    pub(crate) kind: FrontEndKind,
    pub(crate) world: World,
    /// The program that starts the binary, with its first words; nothing if it is started by itself.
    launcher: RefCell<Vec<String>>,
    /// Options for every call.
    options: RefCell<Vec<String>>,
    server: RefCell<Option<McpClient>>,
}

/// Runs a case at both front ends, each in a world of its own, and looks whether the world is unharmed.
pub(crate) fn at_both_front_ends(seed: &str, case: impl Fn(&FrontEnd)) {
    at_both_front_ends_of(seed, |_| {}, case);
}

/// The same in a world that is made ready first.
pub(crate) fn at_both_front_ends_of(seed: &str, prepare: impl Fn(&mut World), case: impl Fn(&FrontEnd)) {
    for kind in [FrontEndKind::CommandLine, FrontEndKind::Mcp] {
        let mut world = World::with_secret(seed);
        prepare(&mut world);
        let front_end = FrontEnd::new(kind, world);
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            case(&front_end);
            front_end.check_unharmed();
        }));
        assert!(outcome.is_ok(), "this happened at the front end {kind:?}");
    }
}

impl FrontEnd {
    pub(crate) fn new(kind: FrontEndKind, world: World) -> Self {
        let (launcher, options, server) = (RefCell::default(), RefCell::default(), RefCell::default());
        Self { kind, world, launcher, options, server }
    }

    /// Starts everything from now on by way of another program.
    pub(crate) fn launch_by(&self, words: &[&str]) {
        self.close();
        self.launcher.replace(words.iter().map(|word| (*word).to_owned()).collect());
    }

    /// Starts everything from now on behind the commands of a shell.
    pub(crate) fn launch_behind(&self, commands: &str) {
        self.launch_by(&["sh", "-c", &format!("{commands}\nexec \"$0\" \"$@\"")]);
    }

    pub(crate) fn launch_by_itself(&self) {
        self.launch_by(&[]);
    }

    /// Makes all calls from now on as a user whom permissions bind: as another user if this is the superuser, to whom
    /// everything is given. Whether that can be done.
    pub(crate) fn call_as_ordinary_user(&self) -> bool {
        const ORDINARY_USER: u32 = 4711;
        if !rustix::process::geteuid().is_root() {
            return true;
        }
        let id = ORDINARY_USER.to_string();
        let words = ["setpriv", "--reuid", &id, "--regid", &id, "--clear-groups"];
        if !Command::new("setpriv")
            .args(&words[1..])
            .arg("true")
            .status()
            .is_ok_and(|status| status.success())
        {
            return false;
        }
        let folder = self.world.beside("");
        let owner = format!("{ORDINARY_USER}:{ORDINARY_USER}");
        assert!(Command::new("chown").args(["-R", &owner]).arg(&folder).status().unwrap().success());
        self.launch_by(&words);
        true
    }

    /// Says this with every call from now on.
    pub(crate) fn always(&self, options: &[&str]) {
        self.close();
        self.options.replace(options.iter().map(|option| (*option).to_owned()).collect());
    }

    /// Takes note of rules and settings that have changed: a server has those of its start.
    pub(crate) fn close(&self) {
        if let Some(server) = self.server.take() {
            let ended = server.end();
            assert!(matches!(ended.code, Some(0) | None), "{ended:?}");
        }
    }

    /// The binary, as it is to be started.
    pub(crate) fn command(&self) -> Command {
        let plain = self.world.command();
        let launcher = self.launcher.borrow();
        let mut command = match launcher.split_first() {
            None => plain,
            Some((program, words)) => {
                let mut command = Command::new(program);
                command.args(words).arg(plain.get_program()).current_dir(self.world.root()).env_clear();
                command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
                command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
                command
            }
        };
        command.args(self.options.borrow().iter());
        command
    }

    /// Makes a call.
    #[track_caller]
    pub(crate) fn ask(&self, call: Call) -> Answer {
        self.try_to_ask(&call).unwrap_or_else(|| panic!("no answer to {call:?}"))
    }

    /// Makes a call; nothing if the process that should answer it dies.
    pub(crate) fn try_to_ask(&self, call: &Call) -> Option<Answer> {
        match self.kind {
            FrontEndKind::CommandLine => self.run(call),
            FrontEndKind::Mcp => self.call_tool(call),
        }
    }

    fn run(&self, call: &Call) -> Option<Answer> {
        let mut command = self.command();
        command.arg("--json").args(&call.words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A command that refuses does not wait for what it is given.
        let _ = child.stdin.take().unwrap().write_all(call.given.as_deref().unwrap_or_default().as_bytes());
        let output = child.wait_with_output().unwrap();
        self.world.note(&output.stdout);
        self.world.note(&output.stderr);
        output.status.code()?;
        let said = [&output.stdout[..], &output.stderr].concat();
        let reply = serde_json::from_slice(&output.stdout);
        Some(Answer {
            reply: reply.unwrap_or_else(|error| panic!("{error}: {output:?}")),
            said: String::from_utf8_lossy(&said).into_owned(),
        })
    }

    fn call_tool(&self, call: &Call) -> Option<Answer> {
        let mut server = self.server.borrow_mut();
        let client = server.get_or_insert_with(|| self.serve());
        let params = json!({ "name": call.tool, "arguments": call.arguments });
        let id = client.request("tools/call", params);
        let Some(answer) = client.answer_before_it_ends(id) else {
            server.take();
            return None;
        };
        let said = answer.to_string();
        self.world.note(said.as_bytes());
        let reply = answer["result"]["structuredContent"].clone();
        assert!(reply.is_object(), "{call:?}: {answer}");
        Some(Answer { reply, said })
    }

    /// A server that says all there is to say, and counts nothing.
    fn serve(&self) -> McpClient {
        let mut client = self.serve_in_silence();
        client.handshake();
        client
    }

    fn serve_in_silence(&self) -> McpClient {
        let mut command = self.command();
        command.args(["mcp", "--structured", "--guard", "off"]);
        McpClient::spawn(command)
    }

    /// What comes of opening the front end: of a server that starts and ends, or of a command that reads a file.
    pub(crate) fn open(&self) -> ServerExit {
        self.close();
        match self.kind {
            FrontEndKind::Mcp => self.serve_in_silence().end(),
            FrontEndKind::CommandLine => {
                let output = self.command().args(["read", "a.txt"]).output().unwrap();
                self.world.note(&output.stdout);
                self.world.note(&output.stderr);
                ServerExit { code: output.status.code(), stderr: String::from_utf8(output.stderr).unwrap() }
            }
        }
    }

    /// What the command line says, whichever front end it is.
    pub(crate) fn printed<I: AsRef<OsStr>>(&self, arguments: &[I]) -> (Option<i32>, String) {
        let ran = self.world.run(arguments);
        (ran.code, ran.text() + &ran.stderr)
    }

    /// The records so far.
    pub(crate) fn records(&self) -> Vec<Value> {
        if let Some(client) = self.server.borrow_mut().as_mut() {
            client.settle();
        }
        self.world.records()
    }

    /// Checks that a call is refused with this word and leaves one record that says so.
    #[track_caller]
    pub(crate) fn check_refused(&self, call: Call, code: &str) -> Answer {
        let before = self.records().len();
        let answer = self.ask(call.clone());
        assert_eq!(answer.code(), code, "{call:?}: {answer:?}");
        let records = self.records();
        assert_eq!(records.len(), before + 1, "one record for one call: {call:?}");
        let record = records.last().unwrap();
        assert!(record["outcome"] == "denied" || record["outcome"] == "error", "{record}");
        let is_named = record["code"] == code;
        assert!(is_named, "{code}: {record}");
        answer
    }

    /// Writes a file anew, as its first version or over what is there.
    #[track_caller]
    pub(crate) fn put(&self, name: &str, content: &str) -> Answer {
        let read = self.ask(Call::read(name));
        let call = match read.code() {
            "" => Call::write_over(name, content, read.tag()),
            _ => Call::create(name, content),
        };
        let answer = self.ask(call);
        answer.check_outcome("applied");
        answer
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.world.path(name)).unwrap()
    }

    #[track_caller]
    pub(crate) fn check_bytes(&self, name: &str, expected: impl AsRef<[u8]>) {
        let bytes = self.bytes(name);
        let (found, expected) =
            (bytes.escape_ascii().to_string(), expected.as_ref().escape_ascii().to_string());
        assert_eq!(found, expected, "{name}");
    }

    pub(crate) fn is_there(&self, name: &str) -> bool {
        self.world.path(name).symlink_metadata().is_ok()
    }

    /// Every name in a folder of the workspace but that of the state, sorted.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.world.path(folder)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| name != ".reread");
        names.sort();
        names
    }

    /// What must hold after every case. At this front end, too, an ordinary read is answered.
    #[track_caller]
    fn check_unharmed(&self) {
        let ordinary = self.ask(Call::read("a.txt"));
        assert_eq!(ordinary.text(), "one\ntwo\nthree\n", "{ordinary:?}");
        self.close();
        self.world.check_unharmed();
    }
}

impl fmt::Debug for FrontEnd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", self.kind)
    }
}
