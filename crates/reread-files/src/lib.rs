//! The operations on a workspace: read, outline, search, list, write, undo, history.
//!
//! ```no_run
//! use reread_files::{Extent, ReadRequest, Settings, Workspace, WorkspaceOptions};
//! use reread_text::Bounds;
//!
//! let workspace = Workspace::open(WorkspaceOptions {
//!     roots: vec!["/home/dev/project".into()],
//!     here: None,
//!     home: None,
//!     settings: Settings::default(),
//!     confinement: None,
//! })?;
//! let request = ReadRequest::new("src/main.rs", Extent::Whole, Bounds::default());
//! let reply = workspace.reader().read(&request)?;
//! println!("{} has {} bytes", reply.name.path, reply.facts.size);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Workspace`] holds its roots as directory handles. Every name is resolved beneath a handle, judged by the rules
//! under the name as written and the name it really has, and opened once per call; what is hashed, shown and stored is
//! the same snapshot. Every operation is a method that takes a request and returns a reply or a typed error.
//!
//! Limits: without a [`State`] there are no tags, no history and no writes. Nothing here knows JSON, a terminal or a
//! protocol.

mod take;

mod workspace;

mod answer;
mod assemble;
mod copy;
mod excerpt;
mod page;
mod read;
mod read_reply;
mod reader;
mod seal;

mod stat;

mod diff_preview;
mod repositories;

mod replica;

mod entry_documents;
mod overview;

mod outline;
mod outline_error;
mod outlined;
mod parsed;
mod resolved_symbol;
mod rest;
mod summary;
mod symbol;
mod symbol_search;

mod file_stats;
mod recorded_place;
mod session_stack;

pub use copy::CopyReply;
pub use diff_preview::{
    PreviewBase, PreviewCut, PreviewError, PreviewPart, PreviewReply, PreviewRequest, Previewer, Side,
};
pub use entry_documents::ENTRY_DOCUMENTS;
pub use file_stats::{FileStats, StatsError};
pub use outline::OutlineReply;
pub use outline_error::OutlineError;
pub use overview::{OverviewError, OverviewReply, Overviewer, Tally};
pub use parsed::Parsed;
pub use read::{Extent, ReadError, ReadRequest, ReplyUse};
pub use read_reply::{CutPlace, CutShort, Passage, ReadOperation, ReadReply};
pub use reader::Reader;
pub use replica::{HeldVersion, Replica, ReplicaError};
pub use repositories::Repositories;
pub use reread_access::{
    Access, BadGlobs, ExactFile, FileName, FileTag, Located, Notice, OpenError, PassedOver, PathClass,
    Progress, State, StateOpening, Untagged, Watch, WorkspaceError, WorkspaceOptions, open_named,
};
pub use reread_code::{Language, OutlinePage, Symbol};
pub use reread_config::{
    Backend, Backends, GuardSettings, HardLinks, Limits, OtherFilesystems, PiSettings, PolicyError,
    Retention, ReviewSettings, Settings, Shaping, UnseenLines, WriteSettings, load_user_configuration,
    load_usual_configuration, parse_user_configuration,
};
pub use reread_disk::{
    Confinement, FileFacts, FileKind, Root, RootError, SharedBytes, create_user_file as create_named,
    resolved_path,
};
pub use reread_git::{ChangeKind, ChangedFile, GitChange, GitError, ObjectId, Uncommitted};
pub use reread_search::{
    BadPattern, Columns, FoundFile, FoundLine, IndexError, IndexReply, IndexedFile, ListError, ListReply,
    ListRequest, Listed, ListedFacts, Lister, MOST_FILES, MatchKind, Model, ModelError, Pace, Pattern,
    RankedBy, Registry, SearchClock, SearchError, SearchReply, SearchRequest, SearchTally, Searcher,
    ShownLine, Stopped, SymbolCandidate, TreeSearchError, TreeSearchReply, TreeSearchRequest,
};
pub use reread_write::{
    Adoption, ApprovalReasons, ApprovalRequest, ApprovedProposal, ConflictNotKept, ConflictReview,
    ConflictTexts, EditOutcome, EditReply, Edited, FileWriteMode, HandedOut, Handover, HiddenTarget, History,
    HistoryError, HistoryReply, ON_DISK, PatchInput, PatchRequest, PatchSize, PlacedText, ProposalError,
    ProposalReply, ProposalSides, Proposals, Recovered, Recovery, Returned, ReviewState, ShownPart,
    VersionDiffReply, VersionReply, WriteContext, WriteError, WriteRequest, Writer, phrase,
};
pub use resolved_symbol::{Declaration, ResolvedSymbol};
pub use session_stack::{
    AuthoredNote, Freshness, PendingEdit, RecentRead, RecentWrite, RepositoryChanges, SessionStack,
    StackError, StackReader, Unchecked, WriteKind,
};
pub use stat::StatReply;
pub use summary::SummaryReply;
pub use symbol::{FoundSymbol, Surroundings};
pub use symbol_search::SymbolFinder;
pub use workspace::Workspace;
