//! The workspace: one place from which every operation is reached.

use std::path::{Path, PathBuf};

use reread_access::{Access, State, StateOpening, WorkspaceError, WorkspaceOptions};
use reread_config::Settings;
use reread_search::{Lister, Model, Registry, SearchMemory, Searcher};
use reread_write::{Handover, History, Proposals, Writer};

use crate::diff_preview::Previewer;
use crate::file_stats::{FileCounter, FileStats, StatsError};
use crate::overview::Overviewer;
use crate::reader::Reader;
use crate::repositories::Repositories;
use crate::session_stack::StackReader;
use crate::symbol_search::SymbolFinder;

/// Files that may be read and written, and every operation on them.
#[derive(Debug)]
pub struct Workspace {
    pub(crate) access: Access,
    memory: SearchMemory,
}

impl Workspace {
    /// Opens the roots and reads each one's narrowing file. No state is kept yet.
    pub fn open(options: WorkspaceOptions) -> Result<Self, WorkspaceError> {
        Ok(Self::over(Access::open(options)?))
    }

    /// The operations over an access that is open already.
    pub(crate) fn over(access: Access) -> Self {
        Self { access, memory: SearchMemory::default() }
    }

    /// The same workspace, with a state directory. No name can reach into it.
    #[must_use]
    pub fn with_state(mut self, state: State) -> Self {
        self.access = self.access.with_state(state);
        self
    }

    /// The same workspace, with a state directory that is made when a call first needs it. No name can reach into it.
    #[must_use]
    pub fn with_late_state(mut self, opening: StateOpening) -> Self {
        self.access = self.access.with_late_state(opening);
        self
    }

    /// The same workspace for a process that serves many calls, as [`State::writing_later`] says.
    #[must_use]
    pub fn writing_later(mut self) -> Self {
        self.access = self.access.writing_later();
        self
    }

    /// The same workspace, whose ranked searches ask a model as well.
    #[must_use]
    pub fn with_model(mut self, model: Model) -> Self {
        self.memory.set_model(model);
        self
    }

    /// The same workspace, with a file that no name can reach: a secret of the server.
    #[must_use]
    pub fn keeping_out(mut self, secret: &Path) -> Self {
        self.access = self.access.keeping_out(secret);
        self
    }

    /// The same workspace, ruled by a configuration that no name can write.
    #[must_use]
    pub fn ruled_by(mut self, configuration: &Path) -> Self {
        self.access = self.access.ruled_by(configuration);
        self
    }

    /// The same workspace, in which the user may be asked about writes beneath these folders outside; before the state and the
    /// configuration, which are kept out of them.
    #[must_use]
    pub fn asking_outside(mut self, folders: &[PathBuf]) -> Self {
        self.access = self.access.asking_outside(folders);
        self
    }

    /// Roots, rules and names: what every operation starts from.
    pub fn access(&self) -> &Access {
        &self.access
    }

    /// Reads text of files, their outlines, summaries and symbols.
    pub fn reader(&self) -> Reader<'_> {
        Reader { access: &self.access }
    }

    /// Finds symbols whose file the caller does not name.
    pub fn symbol_finder(&self) -> SymbolFinder<'_> {
        SymbolFinder { access: &self.access, searcher: self.searcher() }
    }

    /// Searches one file, or all of them.
    pub fn searcher(&self) -> Searcher<'_> {
        Searcher::new(&self.access, &self.memory)
    }

    /// Lists files a page at a time.
    pub fn lister(&self) -> Lister<'_> {
        Lister::new(&self.access)
    }

    /// The index of the files on disk.
    pub fn registry(&self) -> Registry<'_> {
        Registry::new(&self.access, &self.memory)
    }

    /// Looks over folders.
    pub fn overviewer(&self) -> Overviewer<'_> {
        Overviewer { access: &self.access }
    }

    /// Compares files with what git has of them.
    pub fn previewer(&self) -> Previewer<'_> {
        Previewer { access: &self.access }
    }

    /// The git repositories that files lie in.
    pub fn repositories(&self) -> Repositories<'_> {
        Repositories { access: &self.access }
    }

    /// Writes files, and undoes it.
    pub fn writer(&self) -> Writer<'_> {
        Writer::new(&self.access)
    }

    /// Conflicts that wait for a decision of the user.
    pub fn proposals(&self) -> Proposals<'_> {
        Proposals::new(&self.access)
    }

    /// Versions of files, and what they differ in.
    pub fn history(&self) -> History<'_> {
        History::new(&self.access)
    }

    /// The numbers of every file that was read or changed, the one that was read most first.
    pub fn file_stats(&self) -> Result<Vec<FileStats>, StatsError> {
        FileCounter { access: &self.access }.file_stats()
    }

    /// Hands files to another program.
    pub fn handover(&self) -> Handover<'_> {
        Handover::new(&self.access)
    }

    /// What a conversation left behind.
    pub fn stack_reader(&self) -> StackReader<'_> {
        StackReader { access: &self.access }
    }

    /// The settings in force, narrowed.
    pub fn settings(&self) -> &Settings {
        self.access.settings()
    }

    /// What is kept for this workspace, if anything. A state directory that was to be made later is made now.
    pub fn state(&self) -> Option<&State> {
        self.access.state()
    }
}
