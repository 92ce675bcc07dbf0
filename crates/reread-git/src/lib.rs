//! Git's data, read without git: what a file is in `HEAD` or in the index, and what is not committed.
//!
//! ```no_run
//! use reread_disk::Root;
//! use reread_git::Repository;
//! use reread_path::RootedPath;
//!
//! let root = Root::open("/home/dev/project".as_ref())?;
//! let file = RootedPath::from_bytes(b"src/main.rs")?;
//! let (cross_mounts, most_bytes) = (false, 16 << 20);
//! let repository = Repository::of_file(&root, &file, cross_mounts, most_bytes)?;
//! if let Some(commit) = repository.head()?
//!     && let Some(entry) = repository.in_commit(&commit, &file)?
//! {
//!     println!("{} bytes are committed", repository.blob(&entry.id)?.len());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! References, objects, packs and the index are read from the repository's own files. No program is run and no
//! configuration is obeyed, so nothing that a repository brings along can run either.
//!
//! Limits: no hooks, no filters, no text conversion, no replacements, no borrowed objects. The texts are the bytes as
//! they are stored, whatever line endings git would make of them at checkout. Nothing is remembered between two lookups.
//!
//! Every file is opened beneath the handle of the workspace root, and inside the git directory that was found there. Where
//! `.git` is a file, as in linked worktrees and submodules, the git directory may lie outside the workspace. Then it is opened
//! by a handle of its own, for reading, and only if it names the folder of the `.git` file in return.
//! That is why this is our own reader: gitoxide opens by path and maps packs into memory, and both would have to be
//! trusted with a repository of another author.

mod delta;
mod format;
mod git_dir;
mod git_error;
mod git_file;
mod index;
mod inflate;
mod linked_dir;
mod object_id;
mod objects;
mod offset;
mod pack;
mod pack_entry;
mod pack_index;
mod reference;
mod repository;
mod stat_data;
mod status;
mod tree;
mod whole_index;

pub use git_error::GitError;
pub use index::Staged;
pub use object_id::ObjectId;
pub use repository::Repository;
pub use status::{ChangeKind, ChangedFile, GitChange, Uncommitted};
pub use tree::{TreeEntry, TreeEntryKind};
