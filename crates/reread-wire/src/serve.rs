//! One call, from request to reply, with its record.

use std::io::Write;
use std::time::Duration;

use reread_files::{
    CopyReply, Extent, Pattern, ReadReply, ReadRequest, SearchClock, SearchReply, SearchRequest, StatReply,
    Workspace,
};
use reread_store::{Outcome, Record, UnixMillis};
use reread_text::{Bounds, Digest, LineRange};

use crate::{ReadArgs, Request, SearchInFileArgs, Trouble};

/// Tags that one call may cite: more than the pages of any file that fits a context.
const MOST_KNOWN: usize = 256;

/// Who is calling, as the transport knows it.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The identity: a process, a token's name.
    pub name: String,
    /// The face: `cli`, `mcp`, `pi`.
    pub face: &'static str,
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
}

/// What came of a call.
#[derive(Debug)]
pub struct Served {
    /// The reply, or why there is none.
    pub outcome: Result<Reply, Trouble>,
    /// Set if no record could be written.
    pub unrecorded: Option<String>,
}

/// A reply before it is shown.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Text, marker or diff.
    Read(Box<ReadReply>),
    /// Matching lines.
    Search(Box<SearchReply>),
    /// What a name stands for.
    Stat(StatReply),
}

/// Serves one call and records it, refused or not.
pub fn serve(desk: &Desk<'_>, request: &Request) -> Served {
    let outcome = dispatch(desk, request);
    let facts = outcome.as_ref().map_or_else(|_| Facts::default(), Facts::of);
    let unrecorded = record(desk, request, outcome.as_ref().err(), facts).err();
    Served { outcome, unrecorded }
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
    let copied = extent_of(desk.workspace, request)
        .and_then(|extent| Ok(desk.workspace.copy(request.target(), extent, out)?));
    let facts = copied.as_ref().map_or_else(
        |_| Facts::default(),
        |copied| Facts {
            path: Some(copied.name.path.to_string()),
            digest: Some(copied.digest),
            receipt: None,
            sent_bytes: copied.bytes,
        },
    );
    let unrecorded = record(desk, request, copied.as_ref().err(), facts).err();
    Copied { outcome: copied, unrecorded }
}

/// The bytes that a request is about; a search or a question about a file has none.
fn extent_of(workspace: &Workspace, request: &Request) -> Result<Extent, Trouble> {
    match request {
        Request::Read(args) => Ok(read_request(workspace, args)?.extent),
        Request::ReadFile(_) => Ok(Extent::Whole),
        Request::ReadFileRange(args) => Ok(Extent::Lines(LineRange::new(args.start_line, args.end_line)?)),
        Request::ReadFileHead(args) => Ok(Extent::Lines(LineRange::new(1, args.max_lines)?)),
        Request::ReadFileTail(args) => Ok(Extent::Last(args.max_lines)),
        Request::SearchInFile(_) | Request::StatFile(_) | Request::GetExcerpt(_) => {
            let message = format!("{} has no bytes of its own", request.tool());
            Err(Trouble::invalid_arguments(message, "ask for bytes with read, head or tail"))
        }
    }
}

fn dispatch(desk: &Desk<'_>, request: &Request) -> Result<Reply, Trouble> {
    let workspace = desk.workspace;
    let read = |reply: Result<ReadReply, reread_files::ReadError>| -> Result<Reply, Trouble> {
        Ok(Reply::Read(Box::new(reply?)))
    };
    match request {
        Request::Read(args) => read(workspace.read(&read_request(workspace, args)?)),
        Request::ReadFile(args) => read(workspace.read_file(&args.path)),
        Request::ReadFileRange(args) => {
            read(workspace.read_file_range(&args.path, LineRange::new(args.start_line, args.end_line)?))
        }
        Request::ReadFileHead(args) => read(workspace.read_file_head(&args.path, args.max_lines)),
        Request::ReadFileTail(args) => read(workspace.read_file_tail(&args.path, args.max_lines)),
        Request::GetExcerpt(args) => read(workspace.get_excerpt(&args.filepath, args.max_lines)),
        Request::StatFile(args) => Ok(Reply::Stat(workspace.stat_file(&args.path)?)),
        Request::SearchInFile(args) if args.max_matches == 0 => Err(shows_nothing("max_matches")),
        Request::SearchInFile(args) => {
            let clock = SearchClock { elapsed: desk.elapsed };
            Ok(Reply::Search(Box::new(workspace.search_in_file(&search_request(args), &clock)?)))
        }
    }
}

fn read_request(workspace: &Workspace, args: &ReadArgs) -> Result<ReadRequest, Trouble> {
    if args.known.len() > MOST_KNOWN {
        let message = format!("{} tags are cited; at most {MOST_KNOWN} are looked at", args.known.len());
        return Err(Trouble::invalid_arguments(
            message,
            "cite only tags of this file whose lines you can still see",
        ));
    }
    let none =
        [("limit", args.limit), ("max_lines", args.max_lines), ("max_preview_chars", args.max_preview_chars)];
    if let Some((name, _)) =
        none.iter().chain(&[("max_tokens", args.max_tokens)]).find(|(_, value)| *value == Some(0))
    {
        return Err(shows_nothing(name));
    }
    let extent = match (args.from_byte, args.offset, args.limit) {
        (Some(_), Some(_), _) | (Some(_), _, Some(_)) => {
            let message = "from_byte goes with neither offset nor limit".to_owned();
            return Err(Trouble::invalid_arguments(message, "give the byte alone, or lines alone"));
        }
        (Some(byte), None, None) => Extent::FromByte(byte),
        (None, None, None) => Extent::Whole,
        (None, Some(offset), None) => Extent::From(offset),
        (None, offset, Some(limit)) => {
            let first = offset.unwrap_or(1);
            let last = first.saturating_add(limit - 1);
            Extent::Lines(LineRange::new(first, last)?)
        }
    };
    let limits = workspace.settings().limits;
    let mut bounds: Bounds = limits.reply();
    bounds.max_lines = args.max_lines.or(bounds.max_lines);
    bounds.max_chars = args.max_preview_chars.or(bounds.max_chars);
    bounds.max_tokens = args.max_tokens;
    Ok(ReadRequest { name: args.target.clone(), extent, known: args.known.clone(), bounds })
}

fn shows_nothing(argument: &str) -> Trouble {
    Trouble::invalid_arguments(format!("{argument} = 0 would show nothing"), "ask for at least 1")
}

fn search_request(args: &SearchInFileArgs) -> SearchRequest {
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
    }
}

fn record(desk: &Desk<'_>, request: &Request, trouble: Option<&Trouble>, facts: Facts) -> Result<(), String> {
    let Some(state) = desk.workspace.state() else { return Err("there is no state directory".to_owned()) };
    let record = Record {
        caller: desk.caller.name.clone(),
        face: desk.caller.face.to_owned(),
        tool: request.tool().to_owned(),
        arguments: crate::contract::arguments(request).to_string(),
        time: (desk.now)(),
        outcome: match trouble {
            None => Outcome::Ok,
            Some(trouble) if trouble.refused => Outcome::Denied,
            Some(_) => Outcome::Error,
        },
        code: trouble.map(|trouble| trouble.code.to_owned()),
        path: facts.path,
        digest: facts.digest,
        receipt: facts.receipt,
        sent_bytes: facts.sent_bytes,
    };
    state.journal().append(&record).map(|_| ()).map_err(|error| error.to_string())
}

/// What a record says of a reply: identity, digest and size, never content.
#[derive(Default)]
struct Facts {
    path: Option<String>,
    digest: Option<Digest>,
    receipt: Option<String>,
    sent_bytes: u64,
}

impl Facts {
    fn of(reply: &Reply) -> Self {
        match reply {
            Reply::Read(reply) => Self {
                path: Some(reply.name.path.to_string()),
                digest: reply.digest,
                receipt: reply.tag.as_ref().map(ToString::to_string),
                sent_bytes: reply.sent_bytes(),
            },
            Reply::Search(reply) => Self {
                path: Some(reply.name.path.to_string()),
                sent_bytes: reply.sent_bytes(),
                ..Self::default()
            },
            Reply::Stat(StatReply::Present { name, .. }) => {
                Self { path: Some(name.path.to_string()), ..Self::default() }
            }
            Reply::Stat(StatReply::Absent { .. }) => Self::default(),
        }
    }
}
