//! Walking the workspace: which names there are for listing and searching.
//!
//! A walk only proposes names. Every folder and every file is opened beneath the root's handle, on a way without links,
//! and a report about a file examines what was opened. So a walk enters no linked folder, and a folder
//! that is exchanged for a link while it is walked yields nothing.
//!
//! It passes over `.git`, what ignore files hide ([`ignored`]), what belongs to reread itself, and what the rules deny.
//! Other names that begin with a dot are proposed like any other. What needs approval is counted, not named. A mount is
//! entered only if the settings say so. What vanishes meanwhile is left out without a word.

mod crew;
mod every_file;
mod folder;
mod globs;
mod ignored;
mod in_order;
mod lookout;
mod starts;

pub use crew::{Crew, Pause};
pub use every_file::{EveryFile, Look, MetFile, NotMet};
pub use folder::{OpenFolder, PassedOver};
pub use globs::{BadGlobs, Globs};
pub use in_order::{InOrder, Proposed};
pub use lookout::{Halt, Halted, Lookout};
pub use starts::Starts;
