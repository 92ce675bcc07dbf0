//! What every operation starts from: roots held as handles, the rules for them, and the state kept for them.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use reread_config::{HardLinks, Limits, PolicyError, Settings, narrow_by_workspace};
use reread_context::TagKey;
use reread_disk::{
    Confinement, OpenFailure, OpenPurpose, Root, RootError, Snapshot, all_names_are_inside, open_beneath,
    resolved_path,
};
use reread_path::{RootNames, RootedPath, Roots, outside_paths};
use reread_text::as_utf8;

use crate::own_places::OwnPlaces;
use crate::state::{LateState, State, StateOpening};

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
    /// Folders outside the roots that may be written with approval, and nothing else. Their indexes follow those of the roots.
    outside: Vec<Root>,
    names: Vec<RootNames>,
    here: (usize, RootedPath),
    /// The current folder, if it lies in no root: a relative name may lead from it into one.
    here_outside: Option<PathBuf>,
    home: Option<PathBuf>,
    settings: Settings,
    state: LateState,
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
        let place = options.here.as_ref().and_then(|path| places_in(&roots, path).into_iter().next());
        let here_outside = options.here.filter(|_| place.is_none());
        let here = place.unwrap_or((0, RootedPath::root()));
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|_| WorkspaceError::NoRandomness)?;
        Ok(Self {
            roots,
            outside: Vec::new(),
            names,
            here,
            here_outside,
            home: options.home,
            settings,
            state: LateState::default(),
            own: OwnPlaces::default(),
            frame_key: TagKey::new(secret),
        })
    }

    /// A workspace with the names and rules of this one, over other folders and with another state.
    pub fn over(&self, roots: Vec<Root>, state: State) -> Self {
        Self {
            roots,
            outside: Vec::new(),
            names: self.names.clone(),
            here: self.here.clone(),
            here_outside: self.here_outside.clone(),
            home: self.home.clone(),
            settings: self.settings.clone(),
            state: LateState::open(state),
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
        let places = places_in(self.roots.iter().chain(&self.outside), state.path());
        self.own.state.extend(places);
        self.state = LateState::open(state);
        self
    }

    /// The same workspace, with a state directory that is made when a call first needs it. No name can reach into it.
    #[must_use]
    pub fn with_late_state(mut self, mut opening: StateOpening) -> Self {
        opening.journal_bytes = self.settings.journal_bytes;
        let places = places_of_new(self.roots.iter().chain(&self.outside), &opening.path);
        self.own.state.extend(places);
        self.state = LateState::later(opening);
        self
    }

    /// The same workspace for a process that serves many calls, as [`State::writing_later`] says.
    #[must_use]
    pub fn writing_later(mut self) -> Self {
        self.state = self.state.writing_later();
        self
    }

    /// The same workspace, with a file or folder that no name can reach, whether it is there or not: a secret of the server,
    /// the user's keys, or a state directory that is not in use.
    #[must_use]
    pub fn keeping_out(mut self, secret: &Path) -> Self {
        let roots = || self.roots.iter().chain(&self.outside);
        let places = match places_in(roots(), secret) {
            places if places.is_empty() => places_of_new(roots(), secret),
            places => places,
        };
        self.own.state.extend(places);
        self
    }

    /// The same workspace, ruled by a configuration that no name can write.
    #[must_use]
    pub fn ruled_by(mut self, configuration: &Path) -> Self {
        self.own.configuration = places_in(self.roots.iter().chain(&self.outside), configuration);
        self
    }

    /// The same workspace, in which the user may be asked about writes beneath these folders. It comes before the state and the
    /// configuration, which are kept out of them. A folder that cannot be opened has nothing that could be written.
    #[must_use]
    pub fn asking_outside(mut self, folders: &[PathBuf]) -> Self {
        let is_root = |folder: &Root| self.roots.iter().any(|root| root.path() == folder.path());
        let opened = folders.iter().filter_map(|folder| Root::open(folder).ok());
        self.outside = opened.filter(|folder| !is_root(folder)).collect();
        self
    }

    /// The indexes of all that a write may be beneath: the roots, and folders outside.
    pub fn written_roots(&self) -> std::ops::Range<usize> {
        0..self.roots.len() + self.outside.len()
    }

    /// Whether the index is that of a folder outside the roots.
    pub fn is_outside(&self, root: usize) -> bool {
        root >= self.roots.len()
    }

    /// The place beneath a folder outside that a name means, by its spelling alone; `None` if the name leads into a root, or
    /// nowhere that may be written. Nothing is opened.
    pub fn place_outside(&self, name: &str) -> Option<(usize, RootedPath)> {
        let name = name.strip_prefix('@').unwrap_or(name);
        let is_folder = name.ends_with('/') || name.ends_with("/.") || name.ends_with("/..");
        let absolute = match (name.strip_prefix("~/"), &self.home) {
            (Some(beneath), Some(home)) => home.join(beneath),
            _ => {
                let (root, here) = &self.here;
                self.root(*root).path().join(here.to_os_path()).join(name)
            }
        };
        let bytes = absolute.as_os_str().as_encoded_bytes();
        let path = RootedPath::fold(&RootedPath::root(), bytes.strip_prefix(b"/")?).ok()?;
        let beneath = |root: &Root| {
            let root = root.path().as_os_str().as_encoded_bytes().strip_prefix(b"/")?;
            let rest = path.as_bytes().strip_prefix(root)?.strip_prefix(b"/")?;
            RootedPath::from_bytes(rest).ok()
        };
        if is_folder || self.roots.iter().any(|root| beneath(root).is_some()) {
            return None;
        }
        let place = |(index, root): (usize, &Root)| Some((self.roots.len() + index, beneath(root)?));
        self.outside.iter().enumerate().find_map(place)
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

    /// What is kept for this workspace, if anything. A state directory that was to be made later is made now.
    pub fn state(&self) -> Option<&State> {
        self.state.get()
    }

    /// The state directory as it stands: open, or not needed by any call yet. Nothing is made.
    pub fn late_state(&self) -> &LateState {
        &self.state
    }

    /// The root of that index, or the folder outside; those of one workspace never change.
    pub fn root(&self, index: usize) -> &Root {
        self.roots.get(index).unwrap_or_else(|| &self.outside[index - self.roots.len()])
    }

    /// The folder that relative names start from, as root and path.
    pub fn here(&self) -> &(usize, RootedPath) {
        &self.here
    }

    /// The key that closes texts: the one of the state directory, or one of this process.
    pub fn frame_key(&self) -> &TagKey {
        self.state().map_or(&self.frame_key, State::key)
    }

    /// What belongs to reread itself.
    pub fn own(&self) -> &OwnPlaces {
        &self.own
    }
}

/// A relative name as an absolute one from the current folder, if that folder lies in no root.
pub(crate) fn from_outside(access: &Access, name: &str) -> Option<String> {
    let folder = access.here_outside.as_deref().filter(|_| Path::new(name).is_relative())?;
    folder.join(name).into_os_string().into_string().ok()
}

/// The roots by these names.
pub(crate) fn roots_called<'a>(access: &'a Access, names: &'a [RootNames]) -> Roots<'a> {
    Roots { roots: names, here: access.here.clone(), home: access.home.as_deref() }
}

/// The names of the roots, and the links by which this name leads into one from outside: a caller may know the workspace
/// by a link. Which folder a link leads to is asked by its path; what is opened lies beneath the handle of the root.
pub(crate) fn names_through_links<'a>(access: &'a Access, name: &str) -> Cow<'a, [RootNames]> {
    let mut names = Cow::Borrowed(access.names.as_slice());
    for path in outside_paths(name, &roots_called(access, &access.names)) {
        // From the outermost folder inwards: behind the first that leads inside, the name is taken as it is written.
        let folders: Vec<&Path> = path.ancestors().collect();
        for folder in folders.into_iter().rev() {
            let Some(real) = resolved_path(folder) else { break };
            if let Some((root, beneath)) = places_of(&access.roots, &real).into_iter().next() {
                names.to_mut()[root].links.push((folder.to_owned(), beneath));
                break;
            }
        }
    }
    names
}

/// The roots that an absolute path lies in, and its name in each: a root may stand inside another.
#[expect(clippy::disallowed_methods, reason = "set-up: the folder of the process is a path")]
fn places_in<'a>(roots: impl IntoIterator<Item = &'a Root>, path: &Path) -> Vec<(usize, RootedPath)> {
    path.canonicalize().map_or_else(|_| Vec::new(), |path| places_of(roots, &path))
}

/// The same for a path without links.
fn places_of<'a>(roots: impl IntoIterator<Item = &'a Root>, path: &Path) -> Vec<(usize, RootedPath)> {
    let place = |(index, root): (usize, &Root)| {
        let beneath = path.strip_prefix(root.path()).ok()?;
        Some((index, RootedPath::from_os_path(beneath).ok()?))
    };
    roots.into_iter().enumerate().filter_map(place).collect()
}

/// The same for a path that does not exist yet.
#[expect(clippy::disallowed_methods, reason = "set-up: the state directory is a path")]
fn places_of_new<'a>(roots: impl IntoIterator<Item = &'a Root>, path: &Path) -> Vec<(usize, RootedPath)> {
    // Folders on the way may be missing, too, and be made by another program before the state is.
    let is_there = |folder: &&Path| folder.canonicalize().is_ok();
    let folder = path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty()).find(is_there);
    let folder = folder.unwrap_or(Path::new("."));
    let Ok(missing) = path.strip_prefix(folder).or(path.strip_prefix("")) else { return Vec::new() };
    let joined = |(root, folder): (usize, RootedPath)| {
        let mut names = missing.iter();
        let place = names.try_fold(folder, |folder, name| folder.join(name.as_encoded_bytes()).ok());
        place.map(|place| (root, place))
    };
    places_in(roots, folder).into_iter().filter_map(joined).collect()
}

fn narrowing_text(root: &Root, hard_links: HardLinks) -> Result<Option<String>, PolicyError> {
    let unreadable = |message: String| PolicyError::Unreadable { file: NARROWING_FILE.to_owned(), message };
    let name = RootedPath::from_bytes(NARROWING_FILE.as_bytes()).expect("a plain name");
    let opened = match open_beneath(root, &name, OpenPurpose::Read, false) {
        Ok(opened) => opened,
        // A link that leads nowhere is not "no rules": the rules are missing.
        Err(OpenFailure::Absent) => match open_beneath(root, &name, OpenPurpose::ExamineLink, false) {
            Err(OpenFailure::Absent) => return Ok(None),
            _ => return Err(unreadable("it is a link".to_owned())),
        },
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
