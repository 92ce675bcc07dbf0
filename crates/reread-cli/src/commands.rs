//! The commands, one file each.

mod approvals;
mod audit;
mod cache;
mod check;
mod completions;
mod diff;
mod doctor;
mod excerpt;
mod files;
mod head;
mod history;
mod index;
mod init;
mod mcp;
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
mod stats;
mod summary;
mod symbols;
mod tail;
mod tour;
mod undo;
mod write;

use clap::Subcommand;

use crate::arguments::Arguments;
use crate::exit::{Exit, Failure};

/// What can be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Read(read::ReadCommand),
    Head(head::HeadCommand),
    Tail(tail::TailCommand),
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
    Cache(cache::CacheCommand),
    Audit(audit::AuditCommand),
    Replay(replay::ReplayCommand),
    Session(session::SessionCommand),
    Pi(pi::PiCommand),
    Mcp(mcp::McpCommand),
    Init(init::InitCommand),
    Doctor(doctor::DoctorCommand),
    Tour(tour::TourCommand),
    Completions(completions::CompletionsCommand),
}

/// Runs the command that was asked for.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let global = &arguments.global;
    match &arguments.command {
        Command::Read(args) => read::run(global, args),
        Command::Head(args) => head::run(global, args),
        Command::Tail(args) => tail::run(global, args),
        Command::Search(args) => search::run(global, args),
        Command::Files(args) => files::run(global, args),
        Command::Index(args) => index::run(global, args),
        Command::Open(args) => open::run(global, args),
        Command::Stat(args) => stat::run(global, args),
        Command::Excerpt(args) => excerpt::run(global, args),
        Command::Symbols(args) => symbols::run(global, args),
        Command::Summary(args) => summary::run(global, args),
        Command::Overview(args) => overview::run(global, args),
        Command::Approvals(args) => approvals::run(global, args),
        Command::Diff(args) => diff::run(global, args),
        Command::Patch(args) => patch::run(global, args),
        Command::Write(args) => write::run(global, args),
        Command::History(args) => history::run(global, args),
        Command::Rollback(args) => rollback::run(global, args),
        Command::Undo(args) => undo::run(global, args),
        Command::Proposals(args) => proposals::run(global, args),
        Command::Stats(args) => stats::run(global, args),
        Command::Check(args) => check::run(global, args),
        Command::Cache(args) => cache::run(global, args),
        Command::Audit(args) => audit::run(global, args),
        Command::Replay(args) => replay::run(global, args),
        Command::Session(args) => session::run(global, args),
        Command::Pi(args) => pi::run(global, args),
        Command::Mcp(args) => mcp::run(global, args),
        Command::Init(args) => init::run(global, args),
        Command::Doctor(args) => doctor::run(global, args),
        Command::Tour(args) => tour::run(global, args),
        Command::Completions(args) => completions::run(args),
    }
}
