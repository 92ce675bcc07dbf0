//! Ours, called as a library.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reread_edit::Pass;
use reread_files::{PatchRequest, Settings, State, Workspace, WorkspaceOptions, Writer};
use reread_store::UnixMillis;

use crate::edited_file::{NAME, line};
use crate::editor::Editor;

/// What tables call it.
pub(crate) const LIBRARY: &str = "reread, in process";

/// An open workspace, and the version that was made last.
pub(crate) struct InProcess {
    path: PathBuf,
    workspace: Workspace,
    base: Option<String>,
}

impl InProcess {
    pub(crate) fn begin(path: &Path) -> Result<Self, Box<dyn Error>> {
        let options = WorkspaceOptions {
            roots: vec![path.to_owned()],
            here: None,
            home: None,
            settings: Settings::default(),
            confinement: None,
        };
        let workspace = Workspace::open(options)?.with_state(State::open(&path.join(".reread"))?);
        Ok(Self { path: path.to_owned(), workspace: workspace.writing_later(), base: None })
    }
}

/// A block that replaces the line of one edition by that of the next.
pub(crate) fn block(edition: usize) -> String {
    let (old, new) = (line(edition - 1), line(edition));
    format!("{NAME}\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n")
}

impl Editor for InProcess {
    fn name(&self) -> &'static str {
        LIBRARY
    }

    fn folder(&self) -> &Path {
        &self.path
    }

    fn edit(&mut self, edition: usize) -> Result<Duration, Box<dyn Error>> {
        let writer = Writer {
            author: "bench",
            now: UnixMillis(edition as u64),
            is_agreed: &|_| false,
            dry_run: false,
            takes_literally: false,
        };
        let patch = block(edition);
        let base = self.base.as_deref();
        let began = Instant::now();
        let request = PatchRequest { patch: patch.as_bytes(), name: None, base, loosest: Pass::Exact };
        let reply = self.workspace.apply_patch(&request, &writer)?;
        let took = began.elapsed();
        if reply.is_durable != Some(true) {
            return Err("it is not durable".into());
        }
        self.base = reply.files[0].version.map(|version| version.to_string());
        Ok(took)
    }
}
