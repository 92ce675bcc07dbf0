//! Finding files: searching their text, listing them, and the registry of what each held.
//!
//! [`Searcher`] searches one file or the whole workspace, ranked. [`Lister`] lists files a page at a time. [`Registry`]
//! keeps an index of the files on disk in the state directory, so that listings can say what each file held. All three
//! are small values over one [`Access`](reread_access::Access), which decides what may be read.
//!
//! ```no_run
//! use reread_access::{Access, Watch};
//! use reread_search::{ListRequest, Lister};
//!
//! fn print_sources(access: &Access) -> Result<(), reread_search::ListError> {
//!     let request = ListRequest { globs: vec!["*.rs".to_owned()], limit: 100, ..ListRequest::default() };
//!     let page = Lister::new(access).list_files(&request, &Watch::unattended())?;
//!     page.entries.iter().for_each(|file| println!("{}", file.name));
//!     Ok(())
//! }
//! ```
//!
//! Limits: lines are searched one by one, so that no match spans two of them. The same tree and the same question give
//! the same answer, unless the time is up: then the reply says so.

mod searcher;

mod byte_automaton;
mod line_matcher;
mod matchers;
mod model;
mod search;
mod search_tree;
mod symbol_candidate;

mod list;

mod background_index;
mod registry;

pub use background_index::Pace;
pub use list::{ListError, ListReply, ListRequest, Listed, ListedFacts, Lister};
pub use matchers::{BadPattern, Pattern};
pub use model::{Model, ModelError};
pub use registry::{IndexError, IndexReply, IndexedFile, Registry, note_written, tree_totals};
pub use search::{
    Columns, FoundLine, SearchClock, SearchError, SearchReply, SearchRequest, ShownLine, Stopped,
};
pub use search_tree::{
    FoundFile, MOST_FILES, MatchKind, RankedBy, SearchTally, TreeSearchError, TreeSearchReply,
    TreeSearchRequest,
};
pub use searcher::{SearchMemory, Searcher};
pub use symbol_candidate::{SymbolCandidate, language_of};
