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
    Read(read::ReadArgs),
    Head(head::HeadArgs),
    Tail(tail::TailArgs),
    Search(search::SearchArgs),
    Files(files::FilesArgs),
    Index(index::IndexArgs),
    Open(open::OpenArgs),
    Stat(stat::StatArgs),
    Excerpt(excerpt::ExcerptArgs),
    Symbols(symbols::SymbolsArgs),
    Summary(summary::SummaryArgs),
    Overview(overview::OverviewArgs),
    Approvals(approvals::ApprovalsArgs),
    Diff(diff::DiffArgs),
    Patch(patch::PatchArgs),
    Write(write::WriteArgs),
    History(history::HistoryCommandArgs),
    Rollback(rollback::RollbackCommandArgs),
    Undo(undo::UndoCommandArgs),
    Proposals(proposals::ProposalsArgs),
    Stats(stats::StatsArgs),
    Check(check::CheckArgs),
    Cache(cache::CacheArgs),
    Audit(audit::AuditArgs),
    Replay(replay::ReplayArgs),
    Session(session::SessionArgs),
    Pi(pi::PiArgs),
    Mcp(mcp::McpArgs),
    Init(init::InitArgs),
    Doctor(doctor::DoctorArgs),
    Tour(tour::TourArgs),
    Completions(completions::CompletionsArgs),
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
