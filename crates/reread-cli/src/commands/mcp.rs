//! `reread mcp`: the server for agents, on standard input and output.

use std::io::Write as _;

use clap::{Args, ValueEnum};
use reread_mcp::{Backend, Clocks, Enforcement, Options, Profile, Server, serve_stdio};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::setup::{elapsed, now, open_workspace};

/// Serve agents over the Model Context Protocol, on standard input and output
///
/// An agent starts this by itself and ends it by closing its input. Both eras of the protocol are spoken, 2025-11-25
/// and 2026-07-28. Nothing but the protocol is printed on standard output.
#[derive(Debug, Args)]
pub(crate) struct McpArgs {
    /// Which tools are listed; every name can be called under any profile
    #[arg(long, value_name = "PROFILE", default_value = "core")]
    profile: ListedTools,
    /// Add the whole reply as structured content; some clients then show a model nothing else
    #[arg(long)]
    structured: bool,
    /// Refuse every tool that would write
    #[arg(long)]
    read_only: bool,
    /// How strictly the read budget is meant, in place of guard.mode in the configuration
    #[arg(long, value_name = "MODE")]
    guard: Option<GuardMode>,
    /// Which kind of model is calling, in place of backends.default in the configuration
    #[arg(long, value_name = "BACKEND")]
    backend: Option<BackendKind>,
    /// Tell on standard error what is called and what comes of it, without any text of files
    #[arg(long)]
    log: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ListedTools {
    /// The few that do everything
    Core,
    /// The bounded readers besides
    Bounded,
    /// The deprecated names besides
    Legacy,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum GuardMode {
    /// Long replies are shortened, and reads beyond the budget refused unless search returned the file
    Enforce,
    /// Everything is served, and it is said when the budget would not have
    Warn,
    /// Nothing is said
    Off,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum BackendKind {
    /// Small: replies of 80 lines, and approval for more
    Local,
    /// Large: replies of 300 lines
    Cloud,
    /// Large, and asked about much at once: replies of 600 lines
    Review,
}

pub(crate) fn run(global: &Global, args: &McpArgs) -> Result<Exit, Failure> {
    let options = Options {
        profile: match args.profile {
            ListedTools::Core => Profile::Core,
            ListedTools::Bounded => Profile::Bounded,
            ListedTools::Legacy => Profile::Legacy,
        },
        structured: args.structured,
        read_only: args.read_only,
        guard: args.guard.map(|mode| match mode {
            GuardMode::Enforce => Enforcement::Enforce,
            GuardMode::Warn => Enforcement::Warn,
            GuardMode::Off => Enforcement::Off,
        }),
        backend: args.backend.map(|backend| match backend {
            BackendKind::Local => Backend::Local,
            BackendKind::Cloud => Backend::Cloud,
            BackendKind::Review => Backend::Review,
        }),
        principal: format!("pid:{}", std::process::id()),
    };
    let log = if args.log { tell } else { |_: &str| {} };
    let server = Server::new(open_workspace(global)?, options, Clocks { now, elapsed }, log);
    serve_stdio(server)?;
    Ok(Exit::Done)
}

/// A line of the log. With standard error gone there is nobody left to tell.
fn tell(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "reread mcp: {line}");
}
