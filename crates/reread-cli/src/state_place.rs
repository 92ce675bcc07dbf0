//! Where the state of a workspace lies, and where its key.

use std::path::{Path, PathBuf};

use reread_files::{Workspace, resolved_path};
use reread_store::KeyPlace;
use reread_text::Digest;

use crate::arguments::Global;
use crate::exit::Failure;
use crate::setup::{configuration_folder, expanded, home};

/// A state directory, which need not exist, and the place of its key.
#[derive(Debug, Clone)]
pub(crate) struct StatePlace {
    pub(crate) path: PathBuf,
    pub(crate) key_place: KeyPlace,
}

impl StatePlace {
    /// The option, then the configuration, then the workspace's own folder.
    ///
    /// What lies in a workspace may have come with it, so its key lies with the user. A directory outside was named by the
    /// user, and has its key beside it: a container may keep it on a volume.
    pub(crate) fn of(global: &Global, workspace: &Workspace) -> Result<Self, Failure> {
        let root = workspace.access().roots()[0].path();
        let path = match (&global.state, workspace.settings().state.as_deref()) {
            (Some(path), _) => path.clone(),
            (None, None) => root.join(".reread"),
            (None, Some(text)) => root.join(expanded("state", text)?),
        };
        let key_place = match (lies_inside(workspace, &path), key_folder()) {
            (false, _) => KeyPlace::Beside,
            (true, Some(keys)) => KeyPlace::UserFolder(keys),
            (true, None) => KeyPlace::Nowhere,
        };
        Ok(Self { path, key_place })
    }

    /// The place for a server that changes nothing in the workspace, and finds no state there: a folder of the user.
    pub(crate) fn of_reader(workspace: &Workspace) -> Option<Self> {
        let absolute = |path: PathBuf| path.is_absolute().then_some(path);
        let named = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).and_then(absolute);
        let folder = named.or_else(|| Some(home()?.join(".local/state")))?.join("reread");
        let root = workspace.access().roots()[0].path();
        let name = Digest::of(root.as_os_str().as_encoded_bytes()).to_string();
        let path = folder.join(name);
        (!lies_inside(workspace, &path)).then_some(Self { path, key_place: KeyPlace::Beside })
    }

    /// Whether something has that name.
    pub(crate) fn is_there(&self) -> bool {
        rustix::fs::lstat(&self.path).is_ok()
    }
}

/// The folder of the user's keys, if the user has a configuration folder.
pub(crate) fn key_folder() -> Option<PathBuf> {
    configuration_folder().map(|folder| folder.join("reread/keys"))
}

/// Whether a path lies beneath a root, or in a folder outside that may be written. In doubt it does.
fn lies_inside(workspace: &Workspace, path: &Path) -> bool {
    let Ok(here) = std::env::current_dir() else { return true };
    let path = here.join(path);
    // Folders on the way may be missing.
    let resolved = path.ancestors().find_map(|folder| {
        let rest = path.strip_prefix(folder).ok()?;
        Some((resolved_path(folder)?, rest.to_owned()))
    });
    let Some((folder, rest)) = resolved else { return true };
    let climbs = rest.components().any(|part| !matches!(part, std::path::Component::Normal(_)));
    let path = folder.join(&rest);
    let access = workspace.access();
    climbs || access.written_roots().any(|root| path.starts_with(access.root(root).path()))
}
