//! Disk access by handles.
//!
//! A caller opens a [`Root`] once and names files beneath it. [`open_beneath`] resolves a name with the kernel's help, so
//! that no rename in between can lead outside. [`steadily`] repeats a reading until no writer interfered, and [`Portion`]
//! takes the part that is needed. [`Replacement`] and [`Batch`] replace files durably, all of them or none.
//!
//! Names, rules and history are the business of the crates above. The crate runs on Linux; what is different on other
//! systems is in one module.

mod confinement;
mod disk_of_ours;
mod facts;
mod hard_links;
mod root;

mod portion;
mod shared_bytes;
mod snapshot;
mod steady;

mod batch;
mod disk;
mod replace;
mod umask;

pub use batch::{Batch, Before, Ended, Failed, Foreign, Placed, was_complete};
pub use confinement::{Confinement, Opened, Purpose, Shut, open_beneath, open_exactly};
pub use disk::{Attributes, Disk, RealDisk, Undressed};
pub use disk_of_ours::is_disk_of_ours;
pub use facts::{FileFacts, FileKind, Identity, Stamp, device};
pub use hard_links::{OtherNames, all_names_are_inside, names_of, other_names};
pub use portion::{Portion, Reach, Slice, WHOLE, Wanted, behind_newline, newlines};
pub use replace::{Beside, Dress, Held, MOST_BYTES, Replacement, Stage, Stray, Swap, Way};
pub use root::{Root, RootError};
pub use shared_bytes::SharedBytes;
pub use snapshot::{Fingerprint, Snapshot};
pub use steady::{CHUNK, Enough, Steady, chunks, fill_at, is_fresh, read_all, steadily};
pub use umask::umask;
