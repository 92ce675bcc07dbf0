//! From a name that a caller writes to an open file that it may read.
//!
//! [`Access`] holds the roots of a workspace as directory handles, with the rules for them. [`Access::locate`] resolves a
//! name beneath a handle, asks the rules about the name as written and about the name that the file really has, and
//! opens the file once. [`EveryFile`] and [`InOrder`] walk the roots under the same rules.
//!
//! ```no_run
//! use reread_access::{Access, WorkspaceOptions};
//! use reread_config::Settings;
//!
//! let access = Access::open(WorkspaceOptions {
//!     roots: vec!["/home/dev/project".into()],
//!     here: None,
//!     home: None,
//!     settings: Settings::default(),
//!     confinement: None,
//! })?;
//! match access.locate("src/main.rs:10-20", false) {
//!     Ok(located) => println!("{} has {} bytes", located.name.path, located.facts.size),
//!     Err(refused) => println!("{}: {refused}", refused.code()),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Limits: nothing here decides what is sent, and nothing knows JSON, a terminal or a protocol. The operations on a
//! workspace are small types over one `Access`, in the crates above.

mod access;
mod own_places;
mod state;

mod located;
mod open_error;
mod place_name;
mod similar;
mod way;

mod path_class;
mod tree;
mod watch;

mod frame;
mod kept;
mod notice;
mod recognised_tags;
mod short_version;
mod text_check;

mod named_file;

pub use access::{Access, WorkspaceError, WorkspaceOptions};
pub use frame::{framed, line_digits, subject_of, text_digits, tree_digits};
pub use kept::{keep_shown, take_keepable};
pub use located::{ExactFile, Examined, FileName, Located, bad_name, refusal};
pub use named_file::open_named;
pub use notice::{Notice, Untagged};
pub use open_error::OpenError;
pub use own_places::OwnPlaces;
pub use path_class::{FileTag, PathClass};
pub use recognised_tags::{recognised_tags, tagged_snapshot};
pub use short_version::{VERSION_DIGITS, short_version};
pub use similar::{distance, similar_names};
pub use state::{LateState, State, StateOpening, file_key};
pub use text_check::{
    BEGINNING, BinaryKind, binary_kind, has_nul_outside_utf8, hazards_from, is_utf8_inside,
};
pub use tree::{
    BadGlobs, Crew, EveryFile, Globs, Halt, Halted, InOrder, Look, Lookout, MetFile, NotMet, OpenFolder,
    PassedOver, Pause, Proposed, Starts,
};
pub use watch::{Progress, Watch};
pub use way::follow_links;
