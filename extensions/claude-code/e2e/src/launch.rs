//! How a process is started, and what one in print mode leaves behind.

use std::ffi::{OsStr, OsString};
use std::process::{Command, Stdio};
use std::time::Duration;

use reread_testkit::run_within;
use serde_json::Value;

use crate::api_request::{ApiRequest, ShownResult};
use crate::host_turn::HostTurn;
use crate::script::ClaudeScript;
use crate::terminal::ClaudeTerminal;
use crate::world::{ClaudeVersion, ClaudeWorld, KEY};

/// A run of ten calls takes 2 to 4 seconds on a quiet machine, and a hundred times as long on a starved one.
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// No service but the model is asked, and nothing is done in the background.
const QUIET: &[(&str, &str)] = &[
    ("DISABLE_TELEMETRY", "1"),
    ("DISABLE_ERROR_REPORTING", "1"),
    ("DISABLE_AUTOUPDATER", "1"),
    ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
    // Without it the host refuses to run without asking, as the superuser that a container often has.
    ("IS_SANDBOX", "1"),
    ("LANG", "C.UTF-8"),
];

/// A process to be.
#[derive(Debug)]
pub struct ClaudeLaunch<'w> {
    world: &'w ClaudeWorld,
    version: ClaudeVersion,
    flags: Vec<OsString>,
}

/// What a process in print mode left behind.
#[derive(Debug)]
pub struct ClaudeRun {
    /// The conversation, by which it can be resumed.
    pub session: String,
    /// What the host printed: a JSON object per line.
    pub events: Vec<Value>,
    /// What the model was sent.
    pub requests: Vec<ApiRequest>,
}

impl<'w> ClaudeLaunch<'w> {
    pub(crate) fn new(world: &'w ClaudeWorld, version: ClaudeVersion) -> Self {
        Self { world, version, flags: Vec::new() }
    }

    /// Goes on with a conversation.
    #[must_use]
    pub fn resume(self, session: &str) -> Self {
        self.flag("--resume").flag(session)
    }

    /// Adds one word to the command line.
    #[must_use]
    pub fn flag(mut self, word: impl AsRef<OsStr>) -> Self {
        self.flags.push(word.as_ref().to_owned());
        self
    }

    /// Runs it in print mode, to its end.
    #[track_caller]
    pub fn print(self, script: &ClaudeScript) -> ClaudeRun {
        let prompt = self.world.prompt(script);
        self.print_prompt(&prompt)
    }

    /// The same with a prompt that has more in it than the word of a script.
    #[track_caller]
    pub fn print_prompt(self, prompt: &str) -> ClaudeRun {
        let seen = self.world.model().requests().len();
        let mut command = self.command();
        command.args(["--print", prompt, "--output-format", "stream-json", "--verbose"]);
        let turn = HostTurn::take();
        let output = run_within(command, TIME_LIMIT);
        drop(turn);
        assert!(output.code == Some(0) && !output.timed_out, "the host failed: {}", output.all());
        let events: Vec<Value> =
            output.text().lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let session = events.last().and_then(|event| event["session_id"].as_str()).unwrap_or_default();
        ClaudeRun {
            session: session.to_owned(),
            events,
            requests: self.world.model().requests().split_off(seen),
        }
    }

    /// Starts the interactive program and waits until it can be typed to.
    #[track_caller]
    pub fn terminal(self) -> ClaudeTerminal<'w> {
        let mut command = self.command();
        command.env("TERM", "xterm-256color");
        ClaudeTerminal::start(self.world, command, HostTurn::take())
    }

    fn command(&self) -> Command {
        let mut command = self.world.surroundings().command_of(self.version.program());
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("ANTHROPIC_BASE_URL", self.world.model().base_url()).env("ANTHROPIC_API_KEY", KEY);
        command.envs(QUIET.iter().copied());
        command.args(["--permission-mode", "bypassPermissions"]).args(&self.flags);
        command.stdin(Stdio::null());
        command
    }
}

impl ClaudeRun {
    /// The results of the calls of this run, in the order in which the model made the calls.
    #[track_caller]
    pub fn shown(&self) -> Vec<ShownResult> {
        let calls = self.requests.iter().flat_map(|request| &request.answer);
        let result = |call: &str| {
            let shown = self.requests.iter().find_map(|request| request.result_of(call));
            shown.unwrap_or_else(|| panic!("the model was not sent the result of {call}"))
        };
        calls.map(|call| result(&call.id)).collect()
    }

    /// The texts of these results.
    #[track_caller]
    pub fn results(&self) -> Vec<String> {
        self.shown().into_iter().map(|result| result.text).collect()
    }
}
