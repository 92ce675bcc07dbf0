//! A throw-away folder with everything that pi looks at: a project, pi's own settings, a home, and a model.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::launch::Launch;
use crate::model::Model;
use crate::tools::PiVersion;

/// A world of its own for one test. Everything in it is gone when it is dropped.
#[derive(Debug)]
pub struct World {
    root: PathBuf,
    model: Model,
    launched: AtomicU32,
    // Removes the folder when the world ends.
    _folder: TempDir,
}

const LEVERS: &str = include_str!("../assets/levers.ts");

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}

impl World {
    /// An empty project. On request, pi compacts everything before the last message.
    pub fn new() -> Self {
        let folder =
            tempfile::Builder::new().prefix("pi-e2e-").tempdir().expect("there is room for a folder");
        // pi resolves links in its working directory, and the temporary folder is one on some systems.
        let root = folder.path().canonicalize().expect("the folder was just made");
        let world = Self { root, model: Model::start(), launched: AtomicU32::new(0), _folder: folder };
        for folder in [world.project(), world.agent()] {
            fs::create_dir(&folder).expect("the world was empty");
        }
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
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The folder that holds the world; it is also the user's home.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The project, in which pi runs.
    pub fn project(&self) -> PathBuf {
        self.root.join("proj")
    }

    /// The folder with pi's own files, its sessions among them.
    pub fn agent(&self) -> PathBuf {
        self.root.join("agent")
    }

    /// The extension through which tests reach what RPC has no command for.
    pub(crate) fn levers(&self) -> PathBuf {
        self.root.join("levers.ts")
    }

    /// Writes a file of the project and makes the folders it needs.
    pub fn write(&self, path: &str, contents: impl AsRef<[u8]>) {
        put(&self.project().join(path), contents);
    }

    /// The text of a file of the project.
    pub fn read(&self, path: &str) -> String {
        let path = self.project().join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
    }

    /// The file of every session that was written in this world, in the order of their names, which tell their birth.
    pub fn session_files(&self) -> Vec<PathBuf> {
        let mut files = files_beneath(&self.agent().join("sessions"));
        files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
        files.sort();
        files
    }

    /// A process to be, of that version.
    pub fn launch(&self, version: PiVersion) -> Launch<'_> {
        let number = self.launched.fetch_add(1, Ordering::SeqCst) + 1;
        Launch::new(self, version, format!("pi-{number}"))
    }
}

fn put(path: &Path, contents: impl AsRef<[u8]>) {
    let folder = path.parent().expect("a file is in a folder");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, contents));
    written.unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
}

/// The files beneath a folder, however deep. A folder that does not exist holds none.
fn files_beneath(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("a folder of the test can be listed").path());
    paths.flat_map(|path| if path.is_dir() { files_beneath(&path) } else { vec![path] }).collect()
}
