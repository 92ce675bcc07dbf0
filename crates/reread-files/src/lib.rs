//! Files: the operations on a workspace.
//!
//! A [`Workspace`] holds its roots as directory handles. Every name is resolved beneath a handle, judged by
//! the rules under the name it was asked by and the name it really has, and opened once per call; what is
//! hashed, shown and stored is the same snapshot. Every operation is a method that takes a request and
//! returns a reply or a typed error. Nothing here knows JSON, a terminal or a protocol.

mod state;
mod workspace;

mod located;
mod open_error;
mod similar;

mod take;

mod answer;
mod assemble;
mod copy;
mod excerpt;
mod kept;
mod page;
mod quick;
mod read;
mod read_reply;
mod seal;

mod matchers;
mod model;
mod search;

mod stat;

mod handed_out;
mod history;
mod retention;
mod write_error;
mod write_target;
mod writing;

mod uncommitted;

mod diff_preview;
mod path_class;
mod place_name;
mod tree;
mod watch;

mod list;
mod registry;
mod replica;
mod search_tree;

mod entry_documents;
mod overview;

mod outline;
mod outline_error;
mod outlined;
mod summary;
mod symbol;
mod symbol_search;

mod file_stats;
mod session_stack;

mod named_file;

pub use copy::CopyReply;
pub use diff_preview::{Against, PreviewCut, PreviewError, PreviewPart, PreviewReply, PreviewRequest, Side};
pub use entry_documents::ENTRY_DOCUMENTS;
pub use file_stats::{FileStats, StatsError};
pub use handed_out::{HandedOut, Returned};
pub use history::{HistoryError, HistoryReply, ON_DISK, VersionDiffReply, VersionReply};
pub use list::{ListError, ListReply, ListRequest, Listed, ListedFacts};
pub use located::{ExactFile, FileName, Located};
pub use matchers::{BadPattern, Pattern};
pub use model::{Model, ModelError};
pub use named_file::open_named;
pub use open_error::OpenError;
pub use outline::{OutlineReply, OutlineRow};
pub use outline_error::{OutlineError, SymbolCandidate};
pub use outlined::Parsed;
pub use overview::{OverviewError, OverviewReply, Tally};
pub use path_class::{PathClass, Tag};
pub use read::{Extent, ReadError, ReadRequest, Showing};
pub use read_reply::{CutPlace, CutShort, Notice, Operation, Passage, ReadReply, Untagged};
pub use registry::{IndexError, IndexReply, IndexedFile, Pace};
pub use replica::{HeldVersion, Replica, ReplicaError};
pub use reread_code::Language;
pub use reread_config::{
    Backend, Backends, GuardSettings, HardLinks, Limits, OtherFilesystems, PiSettings, PolicyError,
    Retention, ReviewSettings, Settings, Shaping, UnseenLines, WriteSettings, load_user_configuration,
    load_usual_configuration, parse_user_configuration,
};
pub use reread_disk::{
    Confinement, FileFacts, FileKind, Root, RootError, SharedBytes, create_user_file as create_named,
};
pub use reread_git::{ChangeKind, ChangedFile, GitChange, GitError, ObjectId, Uncommitted};
pub use search::{
    Columns, FoundLine, SearchClock, SearchError, SearchReply, SearchRequest, ShownLine, Stopped,
};
pub use search_tree::{
    FoundFile, MOST_FILES, RankedBy, SearchTally, Standing, TreeSearchError, TreeSearchReply,
    TreeSearchRequest,
};
pub use session_stack::{
    Freshness, PendingEdit, RecentRead, RepositoryChanges, Saying, SessionStack, StackError, Unchecked,
};
pub use stat::StatReply;
pub use state::State;
pub use summary::SummaryReply;
pub use symbol::{Declaration, FoundSymbol, ResolvedSymbol, Surroundings};
pub use tree::{BadGlobs, PassedOver};
pub use watch::{Progress, Watch};
pub use workspace::{Workspace, WorkspaceError, WorkspaceOptions};
pub use write_error::WriteError;
pub use writing::{
    ApprovedProposal, Asks, ConflictTexts, EditReply, Edited, ExactChange, Outcome, PatchRequest, PlacedText,
    ProposalError, ProposalReply, ProposalSides, Recovered, Recovery, Veiled, WriteMode, WriteRequest,
    Writer,
};
