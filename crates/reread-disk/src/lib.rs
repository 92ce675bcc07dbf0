//! Disk access by handles: read and replace files beneath a folder that a hostile process may be rearranging.
//!
//! A caller opens a [`Root`] once and names files beneath it. [`open_beneath`] resolves a name with the kernel's help, so
//! that no rename in between can lead outside. [`steadily`] repeats a reading until no writer interfered, and [`FilePortion`]
//! takes the part that is needed. [`FileReplacement`] and [`Batch`] replace files durably, all of them or none.
//!
//! ```no_run
//! use reread_disk::{OpenPurpose, Root, Snapshot, open_beneath, steadily};
//! use reread_path::RootedPath;
//!
//! let root = Root::open("/home/dev/project".as_ref())?;
//! let name = RootedPath::from_bytes(b"src/main.rs")?;
//! if let Ok(opened) = open_beneath(&root, &name, OpenPurpose::Read, false) {
//!     let read = steadily(&opened.file, |size| Snapshot::take(&opened.file, size))?;
//!     println!("{} bytes, torn: {}", read.value.bytes.len(), read.changed_during_read);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Limits: a file that is replaced has at most [`MOST_BYTES`]. Names, rules and history belong to the crates above. The
//! crate runs on Linux; what is different on other systems is in one module.

mod confinement;
mod facts;
mod folder_names;
mod hard_links;
mod link_text;
mod outside;
mod platform;
mod root;
mod user_file;

mod portion;
mod shared_bytes;
mod snapshot;
mod steady;

mod batch;
mod disk;
mod replace;

pub use batch::{Batch, BatchEnd, BatchError, BatchOutcome, Before, ForeignFiles, was_complete};
pub use confinement::{Confinement, OpenFailure, OpenPurpose, OpenedFile, open_beneath, open_exactly};
pub use disk::{AttributesLost, Disk, RealDisk};
pub use facts::{FileFacts, FileKind, Identity, Stamp, device};
pub use folder_names::FolderNames;
pub use hard_links::{OtherNames, all_names_are_inside, names_of, other_names};
pub use link_text::led_by_first_link;
pub use outside::{folder_identity, resolved_path};
pub use platform::{FolderWatch, Platform, System};
pub use portion::{FilePortion, Reach, Selection, Slice, WHOLE, behind_newline, newlines};
pub use replace::{
    DisplacedFile, FileContent, FileReplacement, Leftover, MOST_BYTES, ReplacementKind, ReplacementStage,
    SwapOutcome, TargetAttributes,
};
pub use root::{Root, RootError};
pub use shared_bytes::SharedBytes;
pub use snapshot::{Fingerprint, Snapshot};
pub use steady::{CHUNK, Enough, Steady, chunks, fill_at, is_fresh, read_all, steadily};
pub use user_file::{create_user_file, open_user_file};
