//! A throw-away folder with everything that Claude Code looks at: a project, a home with its settings, and a model.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use reread_testkit::{World, copy_tree, files_below, installed_tool};
use serde_json::{Value, json};

use crate::launch::{ClaudeLaunch, ClaudeRun};
use crate::model::ClaudeModel;
use crate::script::ClaudeScript;
use crate::terminal::ClaudeTerminal;
use crate::transcript::Transcript;

/// A Claude Code that the tests drive.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ClaudeVersion {
    /// The current one.
    V2_1_326,
    /// The last one whose transcripts do not say what the model was sent.
    V2_1_299,
}

/// A world of its own for one test. Everything in it is removed when it is dropped.
#[derive(Debug)]
pub struct ClaudeWorld {
    world: World,
    model: ClaudeModel,
    version: ClaudeVersion,
}

/// The key that every process has. No real key begins like this.
pub(crate) const KEY: &str = "dummy-key";

impl fmt::Display for ClaudeVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::V2_1_326 => "2.1.326",
            Self::V2_1_299 => "2.1.299",
        })
    }
}

impl ClaudeVersion {
    /// The binary; panics with the remedy if it is not installed.
    pub(crate) fn program(self) -> PathBuf {
        installed_tool("claude-tools", &["claude", &self.to_string()])
    }
}

impl ClaudeWorld {
    /// An empty project that the user trusts, and a host that asks for nothing at its start.
    pub fn new(version: ClaudeVersion) -> Self {
        let world = World::empty();
        let this = Self { model: ClaudeModel::start(world.root()), world, version };
        let project = json!({ "hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true });
        let state = json!({
            "hasCompletedOnboarding": true,
            "bypassPermissionsModeAccepted": true,
            "theme": "dark",
            "customApiKeyResponses": { "approved": [KEY], "rejected": [] },
            "projects": { this.project().to_str().expect("a path of text"): project },
        });
        put(&this.home().join(".claude.json"), state.to_string());
        this.settings(json!({}));
        this
    }

    /// Replaces the user's settings for the processes launched from now on.
    pub fn settings(&self, mut settings: Value) {
        settings["skipDangerousModePermissionPrompt"] = json!(true);
        put(&self.home().join(".claude/settings.json"), settings.to_string());
    }

    /// The model that every process of this world talks to.
    pub fn model(&self) -> &ClaudeModel {
        &self.model
    }

    /// What lies around the project.
    pub fn surroundings(&self) -> &World {
        &self.world
    }

    /// The project, in which the host runs.
    pub fn project(&self) -> PathBuf {
        self.world.root()
    }

    /// The user's home.
    pub fn home(&self) -> PathBuf {
        self.world.home()
    }

    /// A path in the project.
    pub fn path(&self, name: &str) -> PathBuf {
        self.world.path(name)
    }

    /// Writes a file of the project and makes the folders it needs.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        self.world.write(name, contents);
    }

    /// The prompt that plays a script, for the calls that start sub-agents.
    pub fn prompt(&self, script: &ClaudeScript) -> String {
        self.model.prompt(script)
    }

    /// A process to be.
    pub fn launch(&self) -> ClaudeLaunch<'_> {
        ClaudeLaunch::new(self, self.version)
    }

    /// Runs a conversation of one prompt, to its end.
    #[track_caller]
    pub fn play(&self, script: &ClaudeScript) -> ClaudeRun {
        self.launch().print(script)
    }

    /// Starts the interactive program and waits until it can be typed to.
    #[track_caller]
    pub fn terminal(&self) -> ClaudeTerminal<'_> {
        self.launch().terminal()
    }

    /// Keeps the transcripts of this world, and the requests as the model received them, for replays of recorded sessions.
    ///
    /// They lie in `recorded-sessions/NAME` beneath the target directory: the host's folder `projects`, and `requests.jsonl`.
    pub fn record(&self, name: &str) {
        let program = self.version.program();
        let target =
            program.ancestors().find(|folder| folder.ends_with("claude-tools")).and_then(Path::parent);
        let folder = target.expect("the host lies among the tools").join("recorded-sessions").join(name);
        drop(fs::remove_dir_all(&folder));
        copy_tree(&self.home().join(".claude/projects"), &folder.join("projects"));
        let lines =
            self.model.requests().iter().map(|request| format!("{}\n", request.record())).collect::<String>();
        put(&folder.join("requests.jsonl"), lines);
    }

    /// Every transcript that was written in this world, those of sub-agents among them, in the order of their names.
    pub fn transcripts(&self) -> Vec<Transcript> {
        let mut files = files_below(&self.home().join(".claude/projects"));
        files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
        files.iter().map(|file| Transcript::load(file)).collect()
    }
}

fn put(path: &Path, contents: impl AsRef<[u8]>) {
    let folder = path.parent().expect("a file is in a folder");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, contents));
    written.unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
}
