//! What every operation starts from: roots held as handles, the rules for them, and the state kept for them.

use std::path::{Path, PathBuf};

use reread_config::{HardLinks, Limits, PolicyError, Settings, narrow_by_workspace};
use reread_context::TagKey;
use reread_disk::{
    Confinement, OpenFailure, OpenPurpose, Root, RootError, Snapshot, all_names_are_inside, open_beneath,
};
use reread_path::{RootNames, RootedPath, Roots, Verdict};
use reread_text::as_utf8;

use crate::own_places::OwnPlaces;
use crate::state::State;

/// The file by which a workspace narrows what may be read in it.
const NARROWING_FILE: &str = "reread.toml";

/// What a workspace is opened with.
#[derive(Debug)]
pub struct WorkspaceOptions {
    /// The roots; the first one is where relative names start, unless `here` says otherwise.
    pub roots: Vec<PathBuf>,
    /// The folder that relative names start from; ignored if it lies outside every root.
    pub here: Option<PathBuf>,
    /// What `~` stands for.
    pub home: Option<PathBuf>,
    /// The user's settings; each root's `reread.toml` narrows them.
    pub settings: Settings,
    /// Who resolves names; `None` takes the best that the system has.
    pub confinement: Option<Confinement>,
}

/// Files that may be read, and what is known about how.
#[derive(Debug)]
pub struct Access {
    roots: Vec<Root>,
    names: Vec<RootNames>,
    here: (usize, RootedPath),
    home: Option<PathBuf>,
    settings: Settings,
    state: Option<State>,
    own: OwnPlaces,
    /// Closes texts while there is no state directory with a key of its own.
    frame_key: TagKey,
}

/// Why a workspace could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    /// A root could not be opened.
    #[error(transparent)]
    Root(#[from] RootError),
    /// A workspace's narrowing file could not be accepted.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// There is no root at all.
    #[error("a workspace needs at least one root")]
    NoRoot,
    /// The system gave no random bytes for the digits that close a text.
    #[error("the system gives no random bytes")]
    NoRandomness,
}

impl Access {
    /// Opens the roots and reads each one's narrowing file. No state is kept yet.
    pub fn open(options: WorkspaceOptions) -> Result<Self, WorkspaceError> {
        let mut roots = Vec::new();
        for path in &options.roots {
            let root = Root::open(path)?;
            roots.push(match options.confinement {
                Some(confinement) => root.confined_by(confinement),
                None => root,
            });
        }
        let mut settings = options.settings;
        for root in &roots {
            if let Some(text) = narrowing_text(root, settings.hard_links)? {
                settings = narrow_by_workspace(settings, NARROWING_FILE, &text)?;
            }
        }
        let names: Vec<RootNames> = roots.iter().map(Root::names).collect();
        if roots.is_empty() {
            return Err(WorkspaceError::NoRoot);
        }
        let here = options.here.and_then(|path| places_in(&roots, &path).into_iter().next());
        let here = here.unwrap_or((0, RootedPath::root()));
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|_| WorkspaceError::NoRandomness)?;
        Ok(Self {
            roots,
            names,
            here,
            home: options.home,
            settings,
            state: None,
            own: OwnPlaces::default(),
            frame_key: TagKey::new(secret),
        })
    }

    /// A workspace with the names and rules of this one, over other folders and with another state.
    pub fn over(&self, roots: Vec<Root>, state: State) -> Self {
        Self {
            roots,
            names: self.names.clone(),
            here: self.here.clone(),
            home: self.home.clone(),
            settings: self.settings.clone(),
            state: Some(state),
            own: self.own.clone(),
            frame_key: self.frame_key.clone(),
        }
    }

    /// Sets the limits that hold from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.settings.limits = limits;
    }

    /// The same workspace, with a state directory. No name can reach into it.
    #[must_use]
    pub fn with_state(mut self, mut state: State) -> Self {
        state.rotate_journal_at(self.settings.journal_bytes);
        self.own.state = places_in(&self.roots, state.path());
        self.state = Some(state);
        self
    }

    /// The same workspace for a process that serves many calls, as [`State::writing_later`] says.
    #[must_use]
    pub fn writing_later(mut self) -> Self {
        self.state = self.state.map(State::writing_later);
        self
    }

    /// The same workspace, with a file that no name can reach: a secret of the server.
    #[must_use]
    pub fn keeping_out(mut self, secret: &Path) -> Self {
        self.own.state.extend(places_in(&self.roots, secret));
        self
    }

    /// The same workspace, ruled by a configuration that no name can write.
    #[must_use]
    pub fn ruled_by(mut self, configuration: &Path) -> Self {
        self.own.configuration = places_in(&self.roots, configuration);
        self
    }

    /// The roots, in the order in which they were given.
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }

    /// The name of something at the top of the first root, from where relative names start: `README.md`, or
    /// `../README.md` from a folder in it. `None` if it has none that is text.
    pub fn name_at_top(&self, name: &str) -> Option<String> {
        let (root, here) = &self.here;
        if *root == 0 {
            return Some("../".repeat(here.components().count()) + name);
        }
        self.roots[0].path().join(name).into_os_string().into_string().ok()
    }

    /// The settings in force, narrowed.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What is kept for this workspace, if anything.
    pub fn state(&self) -> Option<&State> {
        self.state.as_ref()
    }

    /// The root of that index; the roots of one workspace never change.
    pub fn root(&self, index: usize) -> &Root {
        &self.roots[index]
    }

    /// The folder that relative names start from, as root and path.
    pub fn here(&self) -> &(usize, RootedPath) {
        &self.here
    }

    /// Where names lead that a caller writes.
    pub(crate) fn names_in_roots(&self) -> Roots<'_> {
        Roots { roots: &self.names, here: self.here.clone(), home: self.home.as_deref() }
    }

    /// The key that closes texts: the one of the state directory, or one of this process.
    pub fn frame_key(&self) -> &TagKey {
        self.state.as_ref().map_or(&self.frame_key, State::key)
    }

    /// What belongs to reread itself.
    pub(crate) fn own(&self) -> &OwnPlaces {
        &self.own
    }

    /// Whether the name of a file says that it holds secrets, so that its bytes are not kept.
    pub fn is_secret(&self, names: &[RootedPath]) -> bool {
        let names: Vec<&RootedPath> = names.iter().collect();
        self.settings.not_cached.judge(&names) != Verdict::Allow
    }

    /// Whether the name is that of the configuration in use, which no caller writes.
    pub fn is_configuration(&self, root: usize, path: &RootedPath) -> bool {
        self.own.is_configuration(root, path)
    }

    /// Whether the name belongs to reread's own state.
    pub fn is_own_state(&self, root: usize, path: &RootedPath) -> bool {
        self.own.is_state(root, path)
    }
}

/// The roots that an absolute path lies in, and its name in each: a root may stand inside another.
#[expect(clippy::disallowed_methods, reason = "set-up: the folder of the process is a path")]
fn places_in(roots: &[Root], path: &Path) -> Vec<(usize, RootedPath)> {
    let Ok(path) = path.canonicalize() else { return Vec::new() };
    let place = |(index, root): (usize, &Root)| {
        let beneath = path.strip_prefix(root.path()).ok()?;
        Some((index, RootedPath::from_os_path(beneath).ok()?))
    };
    roots.iter().enumerate().filter_map(place).collect()
}

fn narrowing_text(root: &Root, hard_links: HardLinks) -> Result<Option<String>, PolicyError> {
    let unreadable = |message: String| PolicyError::Unreadable { file: NARROWING_FILE.to_owned(), message };
    let name = RootedPath::from_bytes(NARROWING_FILE.as_bytes()).expect("a plain name");
    let opened = match open_beneath(root, &name, OpenPurpose::Read, false) {
        Ok(opened) => opened,
        Err(OpenFailure::Absent) => return Ok(None),
        Err(shut) => return Err(unreadable(shut.to_string())),
    };
    // A message about its contents quotes them, and by another name it may be a secret.
    if opened.resolved != name {
        return Err(unreadable("it is a link".to_owned()));
    }
    let facts = reread_disk::FileFacts::of(&opened.file).map_err(|error| unreadable(error.to_string()))?;
    if facts.kind != reread_disk::FileKind::File || facts.size > 4 * 1024 * 1024 {
        return Err(unreadable("it is not a regular file of at most 4 MiB".to_owned()));
    }
    if hard_links == HardLinks::Refuse && !all_names_are_inside(root, &facts) {
        return Err(unreadable("it has several names, and not all of them are in this workspace".to_owned()));
    }
    let snapshot = Snapshot::take(&opened.file, facts.size).map_err(|error| unreadable(error.to_string()))?;
    let text = as_utf8(&snapshot.bytes).map_err(|error| unreadable(error.to_string()))?;
    Ok(Some(text.to_owned()))
}
