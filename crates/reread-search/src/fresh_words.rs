//! The promise that the word index is up to date.

use std::sync::Arc;

use reread_access::NotMet;
use reread_disk::FolderWatch;

/// An index that has the words of every file, as far as the system noticed changes.
#[derive(Clone, Debug)]
pub(crate) struct FreshWords {
    /// Tells when a file changed since.
    pub(crate) folder_watch: Arc<FolderWatch>,
    /// What the walk did not look at.
    pub(crate) not_met: NotMet,
}
