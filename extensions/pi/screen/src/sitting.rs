//! How pi is started for a person: its terminal interface, with the extension under test.
//!
//! It inherits nothing from the user who runs the tests, not even the `PATH`, and looks nowhere outside its [`PiWorld`]: the
//! screen must not depend on what a machine has. What a person types stays on the screen as it is, and reaches the
//! model as the [`Script`] that belongs to it.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use reread_pi_e2e::{PiVersion, PiWorld, Script, Tools};
use serde_json::{Map, Value, json};

use crate::emulator::ScreenSize;
use crate::screen::Screen;

/// A pi to be, for a person at a terminal.
#[derive(Debug)]
pub struct Sitting<'w> {
    world: &'w PiWorld,
    version: PiVersion,
    program: Option<PathBuf>,
    prompts: BTreeMap<String, String>,
    settings: Map<String, Value>,
}

/// The extension under test.
const EXTENSION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The extension that knows the scripts.
const PROMPTS: &str = include_str!("../assets/prompts.ts");

impl<'w> Sitting<'w> {
    /// A pi of that version, which finds no `reread`.
    pub fn new(world: &'w PiWorld, version: PiVersion) -> Self {
        let sitting = Self { world, version, program: None, prompts: BTreeMap::new(), settings: Map::new() };
        // The usual theme asks the terminal for its colours, and what pi shows first is news of its own.
        sitting.setting("theme", json!("dark")).setting("quietStartup", json!(true))
    }

    /// The extension uses that `reread`.
    #[must_use]
    pub fn program(mut self, path: impl Into<PathBuf>) -> Self {
        self.program = Some(path.into());
        self
    }

    /// When a person says that, the model does this.
    #[must_use]
    pub fn prompt(mut self, words: &str, script: &Script) -> Self {
        self.prompts.insert(words.to_owned(), script.prompt());
        self
    }

    /// One of pi's own settings.
    #[must_use]
    pub fn setting(mut self, name: &str, value: Value) -> Self {
        self.settings.insert(name.to_owned(), value);
        self
    }

    /// Starts it and waits until it takes prompts.
    #[track_caller]
    pub fn open(&self, size: ScreenSize) -> Screen {
        self.world.settings(&json!(self.settings));
        // pi warns of tools that it does not find. It runs neither here.
        for tool in ["agent/bin/fd", "agent/bin/rg"] {
            self.put(tool, "");
        }
        let mut screen = Screen::open(self.command(), size);
        // The editor is there earlier and refuses what it is given; the title is the last thing that pi sets.
        screen.wait_until("title", |frame| !frame.title.is_empty());
        screen
    }

    fn command(&self) -> Command {
        let Tools { node, pi } = Tools::find(self.version);
        let mut command = Command::new(node);
        command.arg(pi).current_dir(self.world.project()).env_clear();
        command.args(["--offline", "-ne", "-ns", "-np", "-nc", "--no-approve"]);
        command.args(["--provider", "stub", "--model", "scripted", "--api-key", "sitting"]);
        command.arg("-e").arg(EXTENSION).arg("-e").arg(self.put("prompts.ts", PROMPTS));
        command.env("PROMPTS", self.put("prompts.json", &json!(self.prompts).to_string()));
        command.env("HOME", self.world.root()).env("PATH", self.world.root().join("bin"));
        command.env("PI_CODING_AGENT_DIR", self.world.agent());
        command.envs([("PI_OFFLINE", "1"), ("PI_TELEMETRY", "0"), ("PI_SKIP_VERSION_CHECK", "1")]);
        command.envs([("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.UTF-8")]);
        command.envs(self.program.iter().map(|program| ("REREAD_BIN", program)));
        command
    }

    fn put(&self, name: &str, text: &str) -> PathBuf {
        let path = self.world.root().join(name);
        let folder = path.parent().expect("a file is in a folder");
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        written.unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
        path
    }
}
