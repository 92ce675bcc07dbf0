//! A folder with a workspace in it.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reread_files::{
    Confinement, Extent, Pattern, ReadRequest, SearchClock, SearchReply, SearchRequest, Settings, State,
    Workspace, WorkspaceOptions,
};
use reread_testkit::World;
use reread_text::{Bounds, LineRange};

/// A world in which workspaces are opened.
pub(crate) struct FilesWorld(World);

impl Deref for FilesWorld {
    type Target = World;

    fn deref(&self) -> &World {
        &self.0
    }
}

impl FilesWorld {
    pub(crate) fn new() -> Self {
        Self(World::empty())
    }

    /// The workspace as it is by default.
    pub(crate) fn workspace(&self) -> Workspace {
        self.workspace_with(Settings::default(), None)
    }

    pub(crate) fn workspace_with(&self, settings: Settings, confinement: Option<Confinement>) -> Workspace {
        Workspace::open(WorkspaceOptions { settings, confinement, ..self.options() }).unwrap()
    }

    pub(crate) fn options(&self) -> WorkspaceOptions {
        let settings = Settings::default();
        WorkspaceOptions { roots: vec![self.path("")], here: None, home: None, settings, confinement: None }
    }

    /// The workspace with a state directory, so that replies carry tags.
    pub(crate) fn workspace_with_state(&self, settings: Settings) -> Workspace {
        self.workspace_with(settings, None)
            .with_state(State::open(&self.beside("state"), &reread_store::KeyPlace::Beside).unwrap())
    }
}

/// Tells a neighbour to stop, also when a test fails: a neighbour that goes on would turn the failure into a hang.
pub(crate) struct StopAtEnd<'a>(pub(crate) &'a AtomicBool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Settings under which nothing is hashed or held, whatever its size: every file is read like a large one.
pub(crate) fn as_if_large() -> Settings {
    let mut settings = Settings::default();
    settings.limits.digest_bytes = 1;
    settings
}

pub(crate) fn request(name: &str, extent: Extent) -> ReadRequest {
    ReadRequest {
        name: name.to_owned(),
        extent,
        known: Vec::new(),
        bounds: Bounds::default(),
        approved: None,
        showing: reread_files::ReplyUse::Shown,
    }
}

pub(crate) fn lines(first: u64, last: u64) -> LineRange {
    LineRange::new(first, last).unwrap()
}

/// A literal search in which time stands still.
pub(crate) fn search(workspace: &Workspace, name: &str, query: &str, before: u64, after: u64) -> SearchReply {
    search_from(workspace, name, query, (before, after), 1, u64::MAX)
}

/// The same from a line on, for some matching lines.
pub(crate) fn search_from(
    workspace: &Workspace,
    name: &str,
    query: &str,
    (before_lines, after_lines): (u64, u64),
    first_line: u64,
    max_matches: u64,
) -> SearchReply {
    let pattern = Pattern { query: query.to_owned(), is_regex: false, case_sensitive: true };
    let bounds = Bounds::default();
    let name = name.to_owned();
    let request = SearchRequest { name, pattern, first_line, max_matches, before_lines, after_lines, bounds };
    workspace.searcher().search_in_file(&request, &SearchClock { elapsed: &|| Duration::ZERO }).unwrap()
}
