//! A world whose host calls the hook after each read.

use std::path::PathBuf;

use reread_claude_e2e::{ClaudeCall, ClaudeScript, ClaudeVersion, ClaudeWorld};
use reread_testkit::program_under_test;
use serde_json::{Value, json};

use crate::harness::ledgers::check_ledgers;
use crate::hook::judge::judge;

/// A scene. It ends with a judgement of everything the model was sent.
#[derive(Debug)]
pub(crate) struct HookScene {
    pub(crate) world: ClaudeWorld,
    is_meddled_with: bool,
}

impl HookScene {
    /// A project with `long.txt`, of 80 lines.
    pub(crate) fn new() -> Self {
        Self::on(ClaudeVersion::V2_1_326)
    }

    pub(crate) fn on(version: ClaudeVersion) -> Self {
        Self::with_hooks(version, &[&hook_command()])
    }

    /// With these commands as hooks.
    pub(crate) fn with_hooks(version: ClaudeVersion, commands: &[&str]) -> Self {
        let world = ClaudeWorld::new(version);
        world.settings(hooks(commands));
        world.write("long.txt", text(80));
        Self { world, is_meddled_with: false }
    }

    /// With another hook, which alters what is shown.
    pub(crate) fn meddled_with(mut self) -> Self {
        self.is_meddled_with = true;
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.world.path(name)
    }

    /// A read of `long.txt`.
    pub(crate) fn read(&self) -> ClaudeCall {
        ClaudeCall::read(self.path("long.txt"))
    }

    /// A conversation of these calls, one after the other.
    #[track_caller]
    pub(crate) fn play(&self, calls: impl IntoIterator<Item = ClaudeCall>) {
        self.world.play(&in_turn(calls));
    }

    /// Judges every read, and compares the ledgers with the requests. How many texts, markers and diffs there were.
    #[track_caller]
    pub(crate) fn judged(&self) -> (usize, usize, usize) {
        check_ledgers(&self.world);
        judge(&self.world, &self.world.model().requests(), self.is_meddled_with).counts()
    }
}

/// A script of these calls, one after the other.
pub(crate) fn in_turn(calls: impl IntoIterator<Item = ClaudeCall>) -> ClaudeScript {
    calls.into_iter().fold(ClaudeScript::new(), ClaudeScript::call)
}

/// A text of so many lines.
pub(crate) fn text(lines: usize) -> String {
    (1..=lines).map(|number| format!("line {number} of the text, with some words\n")).collect()
}

/// What the host has to run.
pub(crate) fn hook_command() -> String {
    format!("'{}' hook claude-code", program_under_test().display())
}

fn hooks(commands: &[&str]) -> Value {
    let hook = |command: &&str| json!({ "type": "command", "command": command, "timeout": 5 });
    let hooks: Vec<Value> = commands.iter().map(hook).collect();
    json!({ "hooks": { "PostToolUse": [{ "matcher": "Read|Bash", "hooks": hooks }] } })
}
