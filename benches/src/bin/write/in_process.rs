//! Ours, called as a library.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reread_edit::MatchTolerance;
use reread_files::{
    Extent, PatchInput, PatchRequest, ReadRequest, Settings, State, Workspace, WorkspaceOptions, WriteContext,
};
use reread_store::UnixMillis;
use reread_text::{Bounds, LineRange};

use crate::edited_file::{NAME, line, line_number};
use crate::editor::BenchEditor;

/// What tables call it.
pub(crate) const LIBRARY: &str = "reread, in process";

/// An open workspace.
pub(crate) struct InProcess {
    path: PathBuf,
    workspace: Workspace,
    line: LineRange,
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
        let workspace = Workspace::open(options)?
            .with_state(State::open(&path.join(".reread"), &reread_store::KeyPlace::Beside)?);
        let line = LineRange::new(line_number() as u64, line_number() as u64)?;
        Ok(Self { path: path.to_owned(), workspace: workspace.writing_later(), line })
    }
}

/// A block that replaces the line of one edition by that of the next.
pub(crate) fn block(edition: usize) -> String {
    let (old, new) = (line(edition - 1), line(edition));
    format!("{NAME}\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n")
}

impl BenchEditor for InProcess {
    fn name(&self) -> &'static str {
        LIBRARY
    }

    fn folder(&self) -> &Path {
        &self.path
    }

    fn edit(&mut self, edition: usize) -> Result<Duration, Box<dyn Error>> {
        let writer = WriteContext {
            author: "bench",
            is_own: &|_| true,
            now: UnixMillis(edition as u64),
            is_approved: &|_| false,
            dry_run: false,
            takes_literally: false,
            reserve: &|_| Ok(()),
        };
        let patch = block(edition);
        let read = ReadRequest::new(NAME, Extent::Lines(self.line), Bounds::default());
        let tag = self.workspace.reader().read(&read)?.tag.ok_or("no tag")?.to_string();
        let began = Instant::now();
        let request = PatchRequest {
            patch: PatchInput::Text(patch.as_bytes()),
            name: None,
            base: Some(&tag),
            loosest: MatchTolerance::Exact,
        };
        let reply = self.workspace.writer().apply_patch(&request, &writer)?;
        let took = began.elapsed();
        if reply.is_durable != Some(true) {
            return Err("it is not durable".into());
        }
        Ok(took)
    }
}
