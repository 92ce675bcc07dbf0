//! A throw-away folder with everything that pi looks at: a project, pi's own settings, a home, and a model.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use reread_testkit::{World, files_below};
use serde_json::{Value, json};

use crate::launch::PiLaunch;
use crate::model::ScriptedModel;
use crate::tools::PiVersion;

/// A world of its own for one test. Everything in it is removed when it is dropped.
#[derive(Debug)]
pub struct PiWorld {
    world: World,
    model: ScriptedModel,
    launched: AtomicU32,
}

const LEVERS: &str = include_str!("../assets/levers.ts");

impl Default for PiWorld {
    fn default() -> Self {
        Self::new()
    }
}

impl PiWorld {
    /// An empty project. On request, pi compacts everything before the last message.
    pub fn new() -> Self {
        let world =
            Self { world: World::empty(), model: ScriptedModel::start(), launched: AtomicU32::new(0) };
        put(&world.levers(), LEVERS);
        world.write_models();
        world.settings(
            &json!({ "compaction": { "enabled": true, "keepRecentTokens": 1, "reserveTokens": 16384 } }),
        );
        world
    }

    fn write_models(&self) {
        let model = json!({ "id": "scripted", "contextWindow": 200_000, "maxTokens": 8192 });
        let provider = json!({
            "baseUrl": self.model.base_url(),
            "api": "openai-completions",
            "apiKey": "none",
            "models": [model],
        });
        put(&self.agent().join("models.json"), json!({ "providers": { "stub": provider } }).to_string());
    }

    /// Replaces pi's settings for the processes launched from now on.
    pub fn settings(&self, settings: &Value) {
        put(&self.agent().join("settings.json"), settings.to_string());
    }

    /// The model that every process of this world talks to.
    pub fn model(&self) -> &ScriptedModel {
        &self.model
    }

    /// The folder that holds the world; it is also the user's home.
    pub fn root(&self) -> &Path {
        self.world.base()
    }

    /// The project, in which pi runs.
    pub fn project(&self) -> PathBuf {
        self.world.root()
    }

    /// The folder with pi's own files, its sessions among them.
    pub fn agent(&self) -> PathBuf {
        self.world.beside("agent")
    }

    /// The extension through which tests reach what RPC has no command for.
    pub(crate) fn levers(&self) -> PathBuf {
        self.world.beside("levers.ts")
    }

    /// Writes a file of the project and makes the folders it needs.
    pub fn write(&self, path: &str, contents: impl AsRef<[u8]>) {
        self.world.write(path, contents);
    }

    /// The text of a file of the project.
    pub fn read(&self, path: &str) -> String {
        self.world.read(path)
    }

    /// The file of every session that was written in this world, in the order of their names, which tell their birth.
    pub fn session_files(&self) -> Vec<PathBuf> {
        let mut files = files_below(&self.agent().join("sessions"));
        files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
        files.sort();
        files
    }

    /// A process to be, of that version.
    pub fn launch(&self, version: PiVersion) -> PiLaunch<'_> {
        let number = self.launched.fetch_add(1, Ordering::SeqCst) + 1;
        PiLaunch::new(self, version, format!("pi-{number}"))
    }
}

fn put(path: &Path, contents: impl AsRef<[u8]>) {
    let folder = path.parent().expect("a file is in a folder");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, contents));
    written.unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
}
