//! One call, from request to reply, with its journal record.

mod guard;
mod guarded_read;
mod making;
mod overview;
mod preview;
mod read;
mod record;
mod replay;
mod reply_size;
mod reservation;
mod saved;
mod several;
mod summary;
mod symbol;
mod tree;
mod write;

use std::cell::RefCell;
use std::io;
use std::time::Duration;

use reread_files::{
    ApprovalRequest, ConflictReview, CopyReply, EditReply, Extent, HistoryReply, ListReply, OutlineReply,
    OverviewReply, Pattern, PreviewReply, ReadOperation, ReadReply, SearchClock, SearchReply, SearchRequest,
    Shaping, StatReply, SummaryReply, TreeSearchReply, VersionDiffReply, VersionReply, Watch, Workspace,
};
use reread_guard::{ReplyCost, SearchSummary};
use reread_store::{CallerIdentity, ProposalId, UnixMillis};
use reread_text::LineRange;

pub use self::guard::{Guard, Guarded};
pub use self::record::{JournalEvent, record, refuse};
pub use self::replay::{NotReplayable, ReplayDifference, Replayed, Replayer};
pub use self::several::{FilesPart, FilesReply, PartOutcome};

use self::guard::NotServed;
use self::read::{bounded_read, bytes_of, read};
use self::reply_size::Admitted;
use crate::request::{LinePage, PreviewMode, SearchInFileArgs, VersionArgs};
use crate::{ErrorReply, Request};

/// Who is calling, as the transport knows it.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    /// The principal and its conversation: a process, a token's name.
    pub name: String,
    /// The user, the program and its version besides; for records.
    pub who: CallerIdentity,
    /// The front end: `cli`, `mcp`, `pi`.
    pub front_end: &'static str,
    /// The author that the history and proposals name. Default: the name.
    pub author: Option<String>,
}

impl Caller {
    /// The name in the history and in proposals.
    pub fn author(&self) -> &str {
        self.author.as_deref().unwrap_or(&self.name)
    }
}

/// What a call is served with: the workspace, the caller and the clocks.
pub struct CallContext<'a> {
    /// The files.
    pub workspace: &'a Workspace,
    /// Who is calling.
    pub caller: Caller,
    /// The time for records.
    pub now: &'a dyn Fn() -> UnixMillis,
    /// A monotonic clock, for the time limit of a search.
    pub elapsed: &'a dyn Fn() -> Duration,
    /// Cancels long work, and hears of its progress.
    pub watch: Watch<'a>,
    /// How long replies are made.
    pub shaping: Shaping,
    /// Budget and session of the caller; `None` where every read is served.
    pub guard: Option<&'a Guard>,
    /// Whether the user approves; `None` where the user cannot be asked.
    pub approves: Option<&'a dyn Fn(&ApprovalRequest) -> bool>,
    /// Puts a conflict that was kept to the review model, or arranges for it; `None` where no model is asked.
    pub review: Option<&'a dyn Fn(ProposalId) -> Option<ConflictReview>>,
    /// Where the exact bytes of a file go in place of a reply with text.
    pub raw_output: Option<&'a RefCell<dyn io::Write>>,
}

impl<'a> CallContext<'a> {
    /// A context in which every read is served in full, without progress, and the user cannot be asked.
    pub fn new(
        workspace: &'a Workspace,
        caller: Caller,
        now: &'a dyn Fn() -> UnixMillis,
        elapsed: &'a dyn Fn() -> Duration,
    ) -> Self {
        let (watch, shaping) = (Watch::unattended(), Shaping::default());
        Self {
            workspace,
            caller,
            now,
            elapsed,
            watch,
            shaping,
            guard: None,
            approves: None,
            review: None,
            raw_output: None,
        }
    }
}

/// The result of a call, which is in the journal.
#[derive(Debug)]
#[must_use = "a reply has to be sent, and a failed record reported"]
pub struct Served {
    /// The reply, or why there is none.
    pub outcome: Result<Reply, ErrorReply>,
    /// Budget and warnings, if the call had to do with the guard.
    pub guarded: Option<Guarded>,
    /// What the user would have to approve, if that is what the call lacks and the user can be asked.
    pub needs: Option<ApprovalRequest>,
    /// Why the journal has no record of the call.
    pub unrecorded: Option<String>,
}

impl Served {
    /// A call that was served before, now answered with this error.
    pub fn failed(error: ErrorReply) -> Self {
        Self { outcome: Err(error), guarded: None, needs: None, unrecorded: None }
    }

    /// Whether nothing was done: an error, or an edit in conflict.
    pub fn is_error(&self) -> bool {
        match &self.outcome {
            Ok(Reply::Edited(reply) | Reply::Approved(reply, _)) => reply.has_conflict(),
            Ok(_) => false,
            Err(_) => true,
        }
    }
}

/// A reply before it is rendered. With [`PreviewMode::None`] it is rendered without its text.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Text, marker or diff.
    Read(Box<ReadReply>, PreviewMode),
    /// A diff against git or the disk.
    Preview(Box<PreviewReply>, PreviewMode),
    /// What a file declares.
    Outline(Box<OutlineReply>, PreviewMode),
    /// What a folder holds.
    Overview(Box<OverviewReply>, PreviewMode),
    /// What a file is about.
    Summary(Box<SummaryReply>),
    /// Reads of several files.
    Several(FilesReply),
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
    /// What an approved proposal wrote, and why it is still open, if so.
    Approved(Box<EditReply>, Option<String>),
    /// The versions of a file.
    History(Box<HistoryReply>),
    /// What two of them differ in.
    VersionDiff(Box<VersionDiffReply>),
    /// What one of them holds.
    Version(Box<VersionReply>),
    /// Bytes that went to [`CallContext::raw_output`].
    Copied(Box<CopyReply>),
}

/// Serves one call and records it, refused or not.
pub fn serve(context: &CallContext<'_>, request: &Request) -> Served {
    let mut served = match answer_within_size(context, request) {
        Ok((reply, guarded)) => Served { outcome: Ok(reply), guarded, needs: None, unrecorded: None },
        Err(not_served) => {
            let NotServed { error, guarded, needs } = *not_served;
            let needs = needs.or_else(|| reply_size::needs(context, request, &error));
            // A read or a search that failed says how the budget stands, too.
            let guarded =
                guarded.or_else(|| context.guard.filter(|_| request.is_guarded()).map(Guard::standing));
            Served { guarded, needs, ..Served::failed(error) }
        }
    };
    served.unrecorded = record::record_served(context, request, &served.outcome).err();
    served
}

fn answer_within_size(context: &CallContext<'_>, request: &Request) -> Answered<Reply> {
    // A call that had to wait may be cancelled before it begins; a write must not happen then.
    if (context.watch.is_cancelled)() {
        return unguarded(Err(ErrorReply::cancelled("the call was cancelled before it began")));
    }
    match reply_size::admit(context, request)? {
        Admitted::Shaped => answer(context, request),
        Admitted::InFull => {
            let (shaping, caller) = (Shaping::default(), context.caller.clone());
            answer(&CallContext { shaping, caller, ..*context }, request)
        }
    }
}

/// A reply with what the guard adds to it, or why there is none.
type Answered<T> = Result<(T, Option<Guarded>), Box<NotServed>>;

/// A reply that the guard has no part in.
fn unguarded<T>(reply: Result<T, ErrorReply>) -> Answered<T> {
    Ok((reply?, None))
}

fn answer(context: &CallContext<'_>, request: &Request) -> Answered<Reply> {
    if let Some(output) = context.raw_output {
        let copied = bytes_of(request).and_then(|extent| {
            Ok(context.workspace.reader().copy(request.target(), extent, &mut *output.borrow_mut())?)
        });
        return unguarded(copied.map(|copied| Reply::Copied(Box::new(copied))));
    }
    match request {
        Request::Read(args) => read(context, args),
        Request::ReadFile(args) => {
            let extent = args.page().and_then(LinePage::extent)?;
            bounded_read(context, ReadOperation::ReadFile, &args.path, extent)
        }
        Request::ReadFileRange(args) => {
            let lines = LineRange::new(args.start_line, args.end_line).map_err(ErrorReply::from)?;
            bounded_read(context, ReadOperation::ReadFileRange, &args.path, Extent::Lines(lines))
        }
        Request::ReadFileHead(args) => {
            bounded_read(context, ReadOperation::ReadFileHead, &args.path, Extent::First(args.max_lines))
        }
        Request::ReadFileTail(args) => {
            bounded_read(context, ReadOperation::ReadFileTail, &args.path, Extent::Last(args.max_lines))
        }
        Request::GetExcerpt(args) => {
            bounded_read(context, ReadOperation::GetExcerpt, &args.filepath, Extent::First(args.max_lines))
        }
        Request::SummarizeFile(args) => summary::summarize(context, args),
        Request::StatFile(args) => unguarded(stat_file(context, &args.path)),
        Request::Search(args) => tree::search(context, args),
        Request::ListFiles(args) => tree::list_files(context, args),
        Request::SearchInFile(args) => search_in_file(context, args),
        Request::GetDiff(args) => unguarded(write::get_diff(context, args)),
        Request::FileHistory(args) => unguarded(write::file_history(context, args)),
        Request::ReadVersion(args) => unguarded(read_version(context, args)),
        Request::Write(write) => write::write(context, request, write),
    }
}

fn stat_file(context: &CallContext<'_>, path: &str) -> Result<Reply, ErrorReply> {
    Ok(Reply::Stat(context.workspace.reader().stat_file(path)?))
}

fn read_version(context: &CallContext<'_>, args: &VersionArgs) -> Result<Reply, ErrorReply> {
    let reply = context.workspace.history().version_bytes(&args.filepath, &args.version)?;
    Ok(Reply::Version(Box::new(reply)))
}

fn search_in_file(context: &CallContext<'_>, args: &SearchInFileArgs) -> Answered<Reply> {
    if args.max_matches == 0 {
        return Err(ErrorReply::shows_nothing("max_matches").into());
    }
    LineRange::new(args.offset.unwrap_or(1), u64::MAX).map_err(ErrorReply::from)?;
    // A caller that has gone has no more time.
    let is_cancelled = || (context.watch.is_cancelled)();
    let elapsed = || if is_cancelled() { Duration::MAX } else { (context.elapsed)() };
    let clock = SearchClock { elapsed: &elapsed };
    let reply = context.workspace.searcher().search_in_file(&search_request(context, args), &clock)?;
    if is_cancelled() {
        return Err(ErrorReply::cancelled("the search was cancelled").into());
    }
    let guarded = context.guard.map(|guard| {
        let sent = reply.shown().map(|line| ReplyCost::of(&line.text));
        let path = context.workspace.access().place_name(reply.name.root, &reply.name.path);
        let paths: &[&str] = if reply.matches.is_empty() { &[] } else { &[&path] };
        let found = SearchSummary {
            query: &args.query,
            paths,
            cost: sent.fold(ReplyCost::default(), ReplyCost::plus),
            is_degraded: reply.stopped.is_some(),
            is_reduced: tree::is_reduced(context, reply.stopped, &reply.bounds),
        };
        guard.leave_search_in_file(&path, &found)
    });
    Ok((Reply::Search(Box::new(reply)), guarded))
}

fn search_request(context: &CallContext<'_>, args: &SearchInFileArgs) -> SearchRequest {
    SearchRequest {
        name: args.path.clone(),
        pattern: Pattern {
            query: args.query.clone(),
            is_regex: args.is_regex,
            case_sensitive: args.case_sensitive,
        },
        first_line: args.offset.unwrap_or(1),
        max_matches: args.max_matches,
        before_lines: args.before_lines,
        after_lines: args.after_lines,
        bounds: tree::search_bounds(context),
    }
}
