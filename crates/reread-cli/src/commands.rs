//! The command line as types, the commands one file each; the doc comments are the help texts.

mod approvals;
mod audit;
mod cache;
mod check;
mod completions;
mod diff;
mod doctor;
mod edge;
mod excerpt;
mod files;
mod history;
mod hook;
mod index;
mod init;
mod mcp;
mod misuse;
mod open;
mod overview;
mod patch;
mod pi;
mod proposals;
mod read;
mod replay;
mod rollback;
mod search;
mod session;
mod stat;
mod state;
mod stats;
mod summary;
mod symbols;
mod tour;
mod undo;
mod write;

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use reread_wire::Request;

use self::misuse::{Misuse, writing_tool};
use crate::arguments::{Global, OF_WORKSPACE};
use crate::exit::{Exit, Failure};
use crate::reply_output::{read_and_show, serve_and_show};

/// The file-access layer for coding agents: it knows what the model has already been shown.
///
/// A file that has not changed is not sent twice, a changed one is sent as a diff, a large one is read in
/// bounds. Replies carry a tag such as #482915736208@1-300; cite it with --known the next time.
///
/// Exit codes: 0 done; 1 nothing found, a check failed, or a change was not written; 2 usage; 3 refused; 4 missing
/// or not usable; 5 system failure; 6 configuration.
#[derive(Debug, Parser)]
#[command(name = "reread", version, max_term_width = 100, styles = clap::builder::Styles::plain())]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// A command that reads what it is given and knows of no workspace, and the one part of it that does.
const WITHOUT_WORKSPACE: &str = "session";
const WITH_WORKSPACE_AFTER_ALL: &str = "stack";

impl Arguments {
    /// Parses the command line. Beside the arguments stands the tool behind a command that writes.
    ///
    /// An option that would have no effect is refused. An environment variable is not: it was not set for this command.
    pub(crate) fn of_command_line() -> Result<(Self, Option<&'static str>), Misuse> {
        let mut program = Self::command();
        let words: Vec<OsString> = std::env::args_os().collect();
        let tool = writing_tool(&program, &words);
        let parsed = Self::parse_words(&mut program, &words);
        parsed.map(|arguments| (arguments, tool)).map_err(|error| Misuse { error, tool, words })
    }

    fn parse_words(program: &mut clap::Command, words: &[OsString]) -> Result<Self, clap::Error> {
        let matches = program.try_get_matches_from_mut(words)?;
        let part = |matches: &ArgMatches| matches.subcommand_name() != Some(WITH_WORKSPACE_AFTER_ALL);
        if matches.subcommand_matches(WITHOUT_WORKSPACE).is_some_and(part) {
            let is_given = |option: &&str| matches.value_source(option) == Some(ValueSource::CommandLine);
            if let Some(option) = OF_WORKSPACE.into_iter().find(is_given) {
                let message =
                    format!("`reread {WITHOUT_WORKSPACE}` takes no --{option}: it opens no workspace");
                return Err(program.error(ErrorKind::ArgumentConflict, message));
            }
        }
        Self::from_arg_matches(&matches).map_err(|error| error.format(program))
    }
}

/// What can be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Read(read::ReadCommand),
    /// Show the first lines of a file, without reading the rest of a large one
    Head(edge::EdgeCommand),
    /// Show the last lines of a file, without reading the rest of a large one
    Tail(edge::EdgeCommand),
    Search(search::SearchCommand),
    Files(files::FilesCommand),
    Index(index::IndexCommand),
    Open(open::OpenCommand),
    Stat(stat::StatCommand),
    Excerpt(excerpt::ExcerptCommand),
    Symbols(symbols::SymbolsCommand),
    Summary(summary::SummaryCommand),
    Overview(overview::OverviewCommand),
    Approvals(approvals::ApprovalsCommand),
    Diff(diff::DiffCommand),
    Patch(patch::PatchCommand),
    Write(write::WriteCommand),
    History(history::HistoryCommand),
    Rollback(rollback::RollbackCommand),
    Undo(undo::UndoCommand),
    Proposals(proposals::ProposalsCommand),
    Stats(stats::StatsCommand),
    Check(check::CheckCommand),
    State(state::StateCommand),
    Cache(cache::CacheCommand),
    Audit(audit::AuditCommand),
    Replay(replay::ReplayCommand),
    Session(session::SessionCommand),
    Pi(pi::PiCommand),
    Hook(hook::HookCommand),
    Mcp(mcp::McpCommand),
    Init(init::InitCommand),
    Doctor(doctor::DoctorCommand),
    Tour(tour::TourCommand),
    Completions(completions::CompletionsCommand),
}

/// Runs the command that was asked for.
pub(crate) fn run(global: &Global, command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Read(args) => read::run(global, args),
        Command::Head(args) => edge::run(global, args, Request::ReadFileHead),
        Command::Tail(args) => edge::run(global, args, Request::ReadFileTail),
        Command::Search(args) => search::run(global, args),
        Command::Files(args) => serve_and_show(global, &args.into()),
        Command::Index(args) => index::run(global, &args),
        Command::Open(args) => open::run(global, &args),
        Command::Stat(args) => serve_and_show(global, &args.into()),
        Command::Excerpt(args) => serve_and_show(global, &args.into()),
        Command::Symbols(args) => read_and_show(global, args.into()),
        Command::Summary(args) => serve_and_show(global, &args.into()),
        Command::Overview(args) => read_and_show(global, args.into()),
        Command::Approvals(args) => approvals::run(global, &args),
        Command::Diff(args) => diff::run(global, args),
        Command::Patch(args) => serve_and_show(global, &args.try_into()?),
        Command::Write(args) => serve_and_show(global, &args.try_into()?),
        Command::History(args) => history::run(global, args),
        Command::Rollback(args) => serve_and_show(global, &args.into()),
        Command::Undo(args) => serve_and_show(global, &args.into()),
        Command::Proposals(args) => proposals::run(global, &args),
        Command::Stats(args) => stats::run(global, &args),
        Command::Check(args) => check::run(global, &args),
        Command::State(args) => state::run(global, &args),
        Command::Cache(args) => cache::run(global, &args),
        Command::Audit(args) => audit::run(global, &args),
        Command::Replay(args) => replay::run(global, &args),
        Command::Session(args) => session::run(global, &args),
        Command::Pi(args) => pi::run(global, &args),
        Command::Hook(args) => hook::run(global, &args),
        Command::Mcp(args) => mcp::run(global, &args),
        Command::Init(args) => init::run(global, &args),
        Command::Doctor(args) => doctor::run(global, &args),
        Command::Tour(args) => tour::run(global, &args),
        Command::Completions(args) => completions::run(global, &args),
    }
}

#[cfg(test)]
mod tests;
