//! What belongs to reread itself, inside the roots.

use reread_path::{RootedPath, RuleLists, Rules, Verdict};

/// Default places of state: ours, and the snapshots of the pi extension. Out of reach at any depth, and even while
/// another directory is in use or none can be: the key in it may be another workspace's.
const STATE_NAMES: [&str; 2] = [".reread", "**/.pi/readcache"];

/// Names that no caller reads, and the one that no caller writes.
#[derive(Clone, Debug)]
pub struct OwnPlaces {
    /// State by its usual names, wherever it is.
    names: Rules,
    /// The state directory in use and secrets of the server, as root and path.
    pub(crate) state: Vec<(usize, RootedPath)>,
    /// The configuration in use, if it lies in a root: it may be read, and no caller writes it.
    pub(crate) configuration: Vec<(usize, RootedPath)>,
}

impl Default for OwnPlaces {
    fn default() -> Self {
        let names = STATE_NAMES.map(str::to_owned);
        let names = Rules::compile(&RuleLists { deny: &names, ..RuleLists::default() })
            .expect("the built-in names are valid rules");
        Self { names, state: Vec::new(), configuration: Vec::new() }
    }
}

impl OwnPlaces {
    /// The names that belong to reread itself, wherever they are.
    pub(crate) fn names(&self) -> &Rules {
        &self.names
    }

    /// Whether this is the state directory in use.
    pub(crate) fn is_state_folder(&self, root: usize, path: &RootedPath) -> bool {
        self.state.iter().any(|(own_root, own)| *own_root == root && own == path)
    }

    /// Whether this is state, or lies in a state directory.
    pub fn is_state(&self, root: usize, path: &RootedPath) -> bool {
        let beneath = |(own_root, own): &(usize, RootedPath)| *own_root == root && path.starts_with(own);
        self.names.judge(&[path]) != Verdict::Allow || self.state.iter().any(beneath)
    }

    /// Whether this is the configuration in use.
    pub fn is_configuration(&self, root: usize, path: &RootedPath) -> bool {
        self.configuration.iter().any(|(its_root, its_path)| *its_root == root && its_path == path)
    }
}
