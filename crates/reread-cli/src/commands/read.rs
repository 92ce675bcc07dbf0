//! `reread read`: a whole file, lines or a symbol, unless the caller already holds them.

use clap::Args;
use reread_wire::{ReadArgs, ReadMode, Request, VersionArgs, serve};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::reply_output::{copy_bytes, hide_time, serve_and_show, show, show_rejected, warn_unrecorded};
use crate::setup::{call_context, open_workspace};

/// Show a file or some of its lines, unless you already hold them
///
/// The reply begins with a tag for the lines it shows. Cite it with --known the next time, as long as you can
/// still see those lines: if nothing changed you get one line, if little changed a diff, else the text.
///
/// A file that is longer than one reply (300 lines or 12000 characters unless configured) is shown in pages;
/// the closing line says where to go on.
///
/// With --symbol it is the lines of what is declared by that name, with its documentation and attributes; PATH says
/// in which file, if the name alone does not.
#[derive(Debug, Args)]
pub(crate) struct ReadCommand {
    /// The file, perhaps with lines: src/main.rs, src/main.rs:40, src/main.rs:40-60
    #[arg(value_name = "PATH[:a[-b]]", required_unless_present = "symbol")]
    path: Option<String>,
    /// What is declared by this name, bare or qualified, or has this id (src/cart.rs#total)
    #[arg(long, value_name = "NAME", conflicts_with_all = ["from_byte", "raw"])]
    symbol: Option<String>,
    /// With --symbol: also the signatures of what stands around it
    #[arg(long, requires = "symbol")]
    context: bool,
    /// A tag of an earlier reply whose lines you can still see, in quotes. May be given several times
    #[arg(long, value_name = "TAG")]
    known: Vec<String>,
    /// The first line to show, counted from 1
    #[arg(long, value_name = "LINE")]
    offset: Option<u64>,
    /// How many lines to show
    #[arg(long, value_name = "LINES")]
    limit: Option<u64>,
    /// The first byte to show, counted from 0: how a page goes on inside a long line
    #[arg(long, value_name = "BYTE", conflicts_with_all = ["offset", "limit"])]
    from_byte: Option<u64>,
    /// The most lines in one reply
    #[arg(long, value_name = "LINES")]
    max_lines: Option<u64>,
    /// The most characters in one reply
    #[arg(long, value_name = "CHARS")]
    max_chars: Option<u64>,
    /// The most tokens in one reply, as they are estimated
    #[arg(long, value_name = "TOKENS")]
    max_tokens: Option<u64>,
    /// No pages: up to 256 KiB in one reply, which carries a tag only if it is short enough. --raw has no limit
    #[arg(long, conflicts_with_all = ["max_lines", "max_chars", "max_tokens"])]
    all: bool,
    /// The exact bytes and nothing else, whatever they are
    #[arg(long, conflicts_with_all = ["json", "known", "max_lines", "max_chars", "max_tokens", "all"])]
    raw: bool,
    /// What the file held in this version (v3, or the beginning of a digest), byte for byte and without a tag
    #[arg(long, value_name = "VERSION", conflicts_with_all = ["symbol", "known", "offset", "limit", "from_byte", "max_lines", "max_chars", "max_tokens", "all", "raw"])]
    at: Option<String>,
}

pub(crate) fn run(global: &Global, args: ReadCommand) -> Result<Exit, Failure> {
    if let Some(version) = args.at {
        return read_version(global, VersionArgs { filepath: args.path.unwrap_or_default(), version });
    }
    let unlimited = args.all.then_some(u64::MAX);
    let what = match args.symbol {
        Some(symbol) => ReadArgs {
            path: args.path,
            include_context: args.context.then_some(true),
            ..ReadArgs::of(ReadMode::Symbol, symbol)
        },
        None => ReadArgs::of(ReadMode::File, args.path.unwrap_or_default()),
    };
    let read = ReadArgs {
        offset: args.offset,
        limit: args.limit,
        from_byte: args.from_byte,
        known: args.known,
        max_lines: args.max_lines.or(unlimited),
        max_preview_chars: args.max_chars.or(unlimited),
        max_tokens: args.max_tokens,
        ..what
    };
    match Request::try_from(read) {
        Ok(request) if args.raw => copy_bytes(global, &request),
        Ok(request) => serve_and_show(global, &request),
        Err(rejected) => show_rejected(global, &rejected),
    }
}

/// Shows what a file held in one of its versions. An error is printed as an error of the command, also as JSON.
fn read_version(global: &Global, args: VersionArgs) -> Result<Exit, Failure> {
    let request = Request::ReadVersion(args);
    let workspace = open_workspace(global)?;
    let mut served = serve(&call_context(&workspace), &request);
    warn_unrecorded(global, &workspace, served.unrecorded.as_deref());
    hide_time(&served);
    served.outcome = Ok(served.outcome?);
    show(global, &request, served)
}
