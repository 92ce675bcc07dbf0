//! One call, from request to reply, with its record.

mod brief;
mod guard;
mod making;
mod overview;
mod petition;
mod preview;
mod read;
mod record;
mod replay;
mod reservation;
mod saved;
mod several;
mod shape;
mod summary;
mod symbol;
mod tree;
mod write;

use std::cell::Cell;
use std::io::Write;
use std::time::Duration;

use reread_files::{
    CopyReply, EditReply, Extent, FileName, HistoryReply, ListReply, Located, OutlineReply, OverviewReply,
    Pattern, PreviewReply, ReadOperation, ReadReply, SearchClock, SearchReply, SearchRequest, Shaping,
    StatReply, SummaryReply, TreeSearchReply, VersionDiffReply, VersionReply, Watch, Workspace,
};
use reread_guard::ReplyCost;
use reread_store::{AppendedRecord, UnixMillis};
use reread_text::{Digest, LineRange};
use serde_json::{Value, json};

pub use self::brief::open_if_brief;
pub use self::guard::{Guard, Guarded};
pub use self::petition::{Matter, Petition, ShownChange, phrase};
pub use self::replay::{Difference, Hindrance, Replayed, Replayer};
pub use self::several::{Part, PartOutcome, SeveralReply};
pub use self::write::{ServedProposal, approve_proposal};

use self::read::{Answered, bounded_read, bytes_of, read, shows_nothing};
use self::record::{Facts, record, record_edit, record_outcome};
use crate::{Request, SearchInFileArgs, Trouble};

/// Who is calling, as the transport knows it.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The identity: a process, a token's name.
    pub name: String,
    /// The face: `cli`, `mcp`, `pi`.
    pub face: &'static str,
    /// Whose work it is, as the history and proposals say it, if that is not the identity: a process that ends with its call
    /// says nothing to people.
    pub author: Option<String>,
}

impl Caller {
    /// As the history and proposals name it.
    pub fn author(&self) -> &str {
        self.author.as_deref().unwrap_or(&self.name)
    }
}

/// Where calls are received: the workspace, the caller and the clocks.
pub struct Desk<'a> {
    /// The files.
    pub workspace: &'a Workspace,
    /// Who is calling.
    pub caller: Caller,
    /// The time for records.
    pub now: &'a dyn Fn() -> UnixMillis,
    /// A clock that only goes forward, for the budget of a search.
    pub elapsed: &'a dyn Fn() -> Duration,
    /// Who waits for long work.
    pub watch: Watch<'a>,
    /// How long replies are made.
    pub shaping: Shaping,
    /// What stands at entry and exit of reads and searches; nothing where every read is served.
    pub guard: Option<&'a Guard>,
    /// Whether a person agreed, where there is somebody to be asked.
    pub is_agreed: Option<&'a dyn Fn(&Petition) -> bool>,
    /// The file of the request, if [`open_if_brief`] has opened it.
    pub at_hand: Option<&'a Cell<Option<Located>>>,
}

impl<'a> Desk<'a> {
    /// A desk where every read is served in full, nobody watches, and nobody can be asked.
    pub fn new(
        workspace: &'a Workspace,
        caller: Caller,
        now: &'a dyn Fn() -> UnixMillis,
        elapsed: &'a dyn Fn() -> Duration,
    ) -> Self {
        let (watch, shaping) = (Watch::unattended(), Shaping::default());
        Self { workspace, caller, now, elapsed, watch, shaping, guard: None, is_agreed: None, at_hand: None }
    }
}

/// What came of a call.
#[derive(Debug)]
pub struct Served {
    /// The reply, or why there is none.
    pub outcome: Result<Reply, Trouble>,
    /// What the guard says, if there is one and it had to do with the call.
    pub guarded: Option<Guarded>,
    /// What a person would have to agree to, if that is what the call lacks and somebody can be asked.
    pub needs: Option<Petition>,
    /// Set if no record could be written.
    pub unrecorded: Option<String>,
}

/// A reply before it is shown.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Text, marker or diff.
    Read(Box<ReadReply>),
    /// What would be said about a text, without it.
    Facts(Box<ReadReply>),
    /// A diff against git or the disk.
    Preview(Box<PreviewReply>),
    /// What would be said about such a diff, without it.
    PreviewFacts(Box<PreviewReply>),
    /// What a file declares.
    Outline(Box<OutlineReply>),
    /// What would be said about that, without it.
    OutlineFacts(Box<OutlineReply>),
    /// What a folder holds.
    Overview(Box<OverviewReply>),
    /// What would be said about that, without it.
    OverviewFacts(Box<OverviewReply>),
    /// What a file is about.
    Summary(Box<SummaryReply>),
    /// Several of the first kind.
    Several(SeveralReply),
    /// Matching lines of one file.
    Search(Box<SearchReply>),
    /// Matching lines of the workspace.
    TreeSearch(Box<TreeSearchReply>),
    /// Names of files.
    List(Box<ListReply>),
    /// What a name stands for.
    Stat(StatReply),
    /// What was written, or would be.
    Edited(Box<EditReply>),
    /// The versions of a file.
    History(Box<HistoryReply>),
    /// What two of them differ in.
    VersionDiff(Box<VersionDiffReply>),
}

/// Serves one call and records it, refused or not.
pub fn serve(desk: &Desk<'_>, request: &Request) -> Served {
    let mut served = serve_unrecorded(desk, request);
    served.unrecorded = record_served(desk, request, &served);
    served
}

/// Records a call that was served. Returns why it could not be recorded, if so.
pub fn record_served(desk: &Desk<'_>, request: &Request, served: &Served) -> Option<String> {
    record_outcome(desk, request, &served.outcome).err()
}

/// Serves one call, which is still to be recorded.
pub fn serve_unrecorded(desk: &Desk<'_>, request: &Request) -> Served {
    if request.writes() {
        return write::served(desk, request);
    }
    let lifted;
    let mut desk = desk;
    let (outcome, guarded) = match shape::admit(desk, request) {
        Ok(shape::Size::Shaped) => dispatch(desk, request),
        Ok(shape::Size::Approved) => {
            lifted = Desk { shaping: Shaping::default(), caller: desk.caller.clone(), ..*desk };
            desk = &lifted;
            dispatch(desk, request)
        }
        Err(trouble) => (Err(trouble), None),
    };
    let needs = outcome.as_ref().err().and_then(|trouble| shape::needs(desk, request, trouble));
    Served { outcome, guarded, needs, unrecorded: None }
}

/// Records a call that did not become a request. Returns why it could not be recorded, if so.
pub fn record_trouble(desk: &Desk<'_>, tool: &str, arguments: Value, trouble: &Trouble) -> Option<String> {
    let arguments = crate::contract::recordable(arguments).to_string();
    record(desk, tool, arguments, Some(trouble), Facts::default()).err()
}

/// Records that the journal is sealed, and seals it up to that record. Returns why it could not be, if so.
pub fn record_rotation(desk: &Desk<'_>) -> Result<AppendedRecord, String> {
    let state = desk.workspace.state().ok_or("there is no state directory")?;
    let record = record::of_call(desk, "audit_rotate", "{}".to_owned(), None, Facts::default());
    state.journal().rotate(&record).map_err(|error| error.to_string())
}

/// Records what a person decided outside of any request, and what was written then. Returns why it could not be recorded,
/// if so.
pub fn record_decision(
    desk: &Desk<'_>,
    tool: &str,
    arguments: &Value,
    outcome: Result<Option<&EditReply>, &Trouble>,
) -> Option<String> {
    let arguments = arguments.to_string();
    match outcome {
        Ok(Some(reply)) => record_edit(desk, tool, &arguments, reply),
        Ok(None) => record(desk, tool, arguments, None, Facts::default()),
        Err(trouble) => record(desk, tool, arguments, Some(trouble), Facts::default()),
    }
    .err()
}

/// Records that a person had a file in another program: which, what it held before, and what then. Returns why it could not
/// be recorded, if so.
pub fn record_opened(
    desk: &Desk<'_>,
    arguments: &Value,
    outcome: Result<(&FileName, Option<Digest>, Option<Digest>), &Trouble>,
) -> Option<String> {
    let facts = outcome
        .map_or_else(|_| Facts::default(), |(name, before, after)| Facts::of_opened(name, before, after));
    record(desk, "open", arguments.to_string(), outcome.err(), facts).err()
}

/// What came of copying bytes.
#[derive(Debug)]
pub struct Copied {
    /// What was copied, or why it was not, or not all of it.
    pub outcome: Result<CopyReply, Trouble>,
    /// Set if no record could be written.
    pub unrecorded: Option<String>,
}

/// Copies the exact bytes that a request asks for to a writer, and records it like any other.
pub fn serve_bytes(desk: &Desk<'_>, request: &Request, out: &mut dyn Write) -> Copied {
    let copied = bytes_of(desk, request)
        .and_then(|extent| Ok(desk.workspace.reader().copy(request.target(), extent, out)?));
    let facts = copied.as_ref().map_or_else(|_| Facts::default(), Facts::of_copy);
    let arguments = crate::contract::arguments(request).to_string();
    let unrecorded = record(desk, request.tool(), arguments, copied.as_ref().err(), facts).err();
    Copied { outcome: copied, unrecorded }
}

/// What a version of a file holds, and why it could not be recorded that it was shown, if so.
pub fn serve_version(
    desk: &Desk<'_>,
    name: &str,
    version: &str,
) -> (Result<VersionReply, Trouble>, Option<String>) {
    let outcome = desk.workspace.history().version_bytes(name, version).map_err(Trouble::from);
    let facts = outcome.as_ref().map_or_else(|_| Facts::default(), Facts::of_version);
    let arguments = json!({ "filepath": name, "version": version }).to_string();
    let unrecorded = record(desk, "read_version", arguments, outcome.as_ref().err(), facts).err();
    (outcome, unrecorded)
}

fn dispatch(desk: &Desk<'_>, request: &Request) -> Answered<Reply> {
    match request {
        Request::Read(args) => read(desk, args),
        Request::ReadFile(args) => bounded_read(desk, ReadOperation::ReadFile, &args.path, Extent::Whole),
        Request::ReadFileRange(args) => match LineRange::new(args.start_line, args.end_line) {
            Ok(lines) => bounded_read(desk, ReadOperation::ReadFileRange, &args.path, Extent::Lines(lines)),
            Err(error) => (Err(error.into()), None),
        },
        Request::ReadFileHead(args) => {
            bounded_read(desk, ReadOperation::ReadFileHead, &args.path, Extent::First(args.max_lines))
        }
        Request::ReadFileTail(args) => {
            bounded_read(desk, ReadOperation::ReadFileTail, &args.path, Extent::Last(args.max_lines))
        }
        Request::GetExcerpt(args) => {
            bounded_read(desk, ReadOperation::GetExcerpt, &args.filepath, Extent::First(args.max_lines))
        }
        Request::SummarizeFile(args) => summary::summarize(desk, args),
        Request::StatFile(args) => {
            (desk.workspace.reader().stat_file(&args.path).map(Reply::Stat).map_err(Trouble::from), None)
        }
        Request::Search(args) => tree::search(desk, args),
        Request::ListFiles(args) => (tree::list_files(desk, args), None),
        Request::SearchInFile(args) => (search_in_file(desk, args), None),
        Request::GetDiff(args) => (write::get_diff(desk, args), None),
        Request::FileHistory(args) => (write::file_history(desk, args), None),
        Request::ApplyPatch(_) | Request::WriteFile(_) | Request::Rollback(_) | Request::Undo(_) => {
            (write::served(desk, request).outcome, None)
        }
    }
}

fn search_in_file(desk: &Desk<'_>, args: &SearchInFileArgs) -> Result<Reply, Trouble> {
    if args.max_matches == 0 {
        return Err(shows_nothing("max_matches"));
    }
    let clock = SearchClock { elapsed: desk.elapsed };
    let reply = desk.workspace.searcher().search_in_file(&search_request(desk, args), &clock)?;
    if let Some(guard) = desk.guard {
        let sent = reply.shown().map(|line| ReplyCost::of(&line.text));
        let path = desk.workspace.place_name(reply.name.root, &reply.name.path);
        let cost = sent.fold(ReplyCost::default(), ReplyCost::plus);
        guard.leave_search_in_file(&path, !reply.matches.is_empty(), cost);
    }
    Ok(Reply::Search(Box::new(reply)))
}

fn search_request(desk: &Desk<'_>, args: &SearchInFileArgs) -> SearchRequest {
    SearchRequest {
        name: args.path.clone(),
        pattern: Pattern {
            query: args.query.clone(),
            is_regex: args.is_regex,
            case_sensitive: args.case_sensitive,
        },
        max_matches: args.max_matches,
        before_lines: args.before_lines,
        after_lines: args.after_lines,
        bounds: tree::search_bounds(desk),
    }
}
