//! `reread mcp`: the server for agents, on standard input and output or over HTTP.

use std::io::Write as _;

use clap::Args;
use reread_files::Workspace;
use reread_mcp::{
    Backend, Clocks, Enforcement, Options, Principal, Profile, ReviewConflict, Server, serve_stdio,
};
use reread_text::visible_line;
use tracing::Level;

use crate::arguments::Global;
use crate::clock::{elapsed, now};
use crate::commands::mcp::http::HttpArgs;
use crate::exit::{Exit, Failure};
use crate::log;
use crate::output::messages;
use crate::review::review_in_background;
use crate::setup::{open_for_reader, open_for_server, user};
use crate::word_table::{WordTable, one_of};

mod http;

/// The sets of tools that `--profile` chooses from.
pub(super) const PROFILES: &WordTable<Profile> = &[
    ("core", "The few that do everything", Profile::Core),
    ("bounded", "The bounded readers besides", Profile::Bounded),
    ("legacy", "The deprecated names besides", Profile::Legacy),
];

const GUARD_MODES: &WordTable<Enforcement> = &[
    (
        "enforce",
        "Long replies are shortened, and reads beyond the budget refused unless search returned the file",
        Enforcement::Enforce,
    ),
    ("warn", "Everything is served, with a note when the budget is exceeded", Enforcement::Warn),
    ("off", "No notes", Enforcement::Off),
];

const BACKENDS: &WordTable<Backend> = &[
    ("local", "Small: replies of 80 lines, and approval for more", Backend::Local),
    ("cloud", "Large: replies of 300 lines", Backend::Cloud),
    ("review", "Large, and asked about much at once: replies of 600 lines", Backend::Review),
];

const LOG_LEVELS: &WordTable<Level> = &[
    ("error", "What failed", Level::ERROR),
    ("warn", "What should not be", Level::WARN),
    ("info", "Every call", Level::INFO),
    ("debug", "Connections, and what clients call themselves", Level::DEBUG),
];

/// Serve agents over the Model Context Protocol, on standard input and output or over HTTP
///
/// An agent starts this by itself and ends it by closing its input. Both eras of the protocol are spoken, 2025-11-25
/// and 2026-07-28. Nothing but the protocol is printed on standard output.
///
/// With --http it serves any number of agents until SIGTERM or SIGINT, which is a clean end with exit code 0.
#[derive(Debug, Args)]
pub(crate) struct McpCommand {
    /// Which tools are listed; every name can be called under any profile
    #[arg(long, value_name = "PROFILE", default_value = "core", value_parser = one_of(PROFILES))]
    profile: Profile,
    /// Add the whole reply as structured content; some clients then show a model nothing else
    #[arg(long)]
    structured: bool,
    /// Refuse every tool that would write, and change nothing in the workspace but records in your own state directory
    #[arg(long)]
    read_only: bool,
    /// Leave the overview of the workspace, one line, out of the instructions
    #[arg(long)]
    no_overview: bool,
    /// How strictly the read budget is meant, in place of guard.mode in the configuration
    #[arg(long, value_name = "MODE", value_parser = one_of(GUARD_MODES))]
    guard: Option<Enforcement>,
    /// Which kind of model is calling, in place of backends.default in the configuration
    #[arg(long, value_name = "BACKEND", value_parser = one_of(BACKENDS))]
    backend: Option<Backend>,
    /// Do not ask the user: what needs approval is refused
    #[arg(long)]
    no_approvals: bool,
    /// Log calls and their results on standard error, without any text of files
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, default_missing_value = "info", value_parser = one_of(LOG_LEVELS))]
    log: Option<Level>,
    #[command(flatten)]
    http: HttpArgs,
}

pub(crate) fn run(global: &Global, args: &McpCommand) -> Result<Exit, Failure> {
    if let Some(level) = args.log {
        log::listen(level);
    }
    let workspace = if args.read_only { open_for_reader(global)? } else { open_for_server(global)? };
    let http = args.http.bind(&workspace)?;
    let workspace = match args.http.token_file() {
        Some(file) => workspace.keeping_out(file),
        None => workspace,
    };
    let server = server(args, workspace)?;
    match http {
        None => serve_stdio(server)?,
        Some(http) => http.serve(server, print_address)?,
    }
    Ok(Exit::Done)
}

fn server(args: &McpCommand, workspace: Workspace) -> Result<Server, Failure> {
    let reviews = workspace.settings().review.as_ref().is_some_and(|review| review.auto);
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(no_random_bytes)?;
    let options = Options {
        profile: args.profile,
        structured: args.structured,
        read_only: args.read_only,
        overview: !args.no_overview,
        guard: args.guard,
        backend: args.backend,
        asks: !args.no_approvals,
        secret,
        principal: Principal::new(process_name()?),
        user: user(),
        review: reviews.then_some(review_in_background as ReviewConflict),
    };
    Ok(Server::new(workspace, options, Clocks { now, elapsed }))
}

/// A name for the one process at the other end, which no other has had: numbers of processes come round, and in
/// containers they are all the same.
fn process_name() -> Result<String, Failure> {
    let random = getrandom::u64().map_err(no_random_bytes)?;
    Ok(format!("pid:{}-{random:016x}", std::process::id()))
}

fn no_random_bytes(_: getrandom::Error) -> Failure {
    Failure::new(Exit::Broken, "the system gives no random bytes", "")
}

/// The one line that is always printed: with port 0 the address is not known without it.
fn print_address(place: &str) {
    let _ = writeln!(messages(), "reread mcp: listening on {}", visible_line(place));
}
