//! `reread session stack`: what surrounds the work in a workspace.

use clap::{Args, Subcommand};
use reread_files::{
    AuthoredNote, ChangedFile, Freshness, RecentRead, RecentWrite, RepositoryChanges, SessionStack,
    Uncommitted, Workspace,
};
use reread_store::{AuthoredNotes, StateError};
use reread_text::visible_line;
use reread_wire::{Contract, ErrorReply};

use crate::arguments::{Global, shown_workspace_options};
use crate::clock::now;
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::quantity::counted;
use crate::setup::{open_workspace, state_of};

/// Which session, or notes about the work.
#[derive(Debug, Args)]
#[command(args(shown_workspace_options()), args_conflicts_with_subcommands = true)]
pub(super) struct StackArgs {
    #[command(subcommand)]
    action: Option<StackAction>,
    /// Only reads of this caller, by its name in the journal. Default: all callers
    #[arg(long, value_name = "NAME")]
    caller: Option<String>,
}

#[derive(Debug, Subcommand)]
enum StackAction {
    /// Say what is being done, and which files are open
    Set(SetArgs),
    /// Delete the notes of the user and of hosts
    Clear,
}

#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
struct SetArgs {
    /// What is being done
    #[arg(long, value_name = "TEXT")]
    task: Option<String>,
    /// The open files, instead of those noted before; none if no file follows
    #[arg(long, value_name = "FILE", num_args = 0..)]
    open: Option<Vec<String>>,
}

pub(super) fn run(global: &Global, args: &StackArgs) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let directory = state_of(&workspace)?.directory();
    match &args.action {
        None => {}
        Some(StackAction::Clear) => directory.clear_session_notes().map_err(|error| unusable(&error))?,
        Some(StackAction::Set(SetArgs { task, open })) => {
            let updated = directory.update_session_notes(AuthoredNotes::USER, now(), |notes| {
                notes.task = task.clone().or(notes.task.take());
                notes.open = open.clone().or(notes.open.take());
            });
            updated.map_err(|error| unusable(&error))?;
        }
    }
    // A program gets the result.
    if args.action.is_some() && !global.json {
        return Ok(Exit::Done);
    }
    let stack = workspace.stack_reader().session_stack(args.caller.as_deref()).map_err(|error| {
        let ErrorReply { message, hint, .. } = ErrorReply::from(error).for_command_line();
        Failure::new(Exit::Broken, message, hint)
    })?;
    print(global, || Contract::of_stack(&workspace, &stack).to_json(), |_| text(&workspace, &stack))?;
    Ok(Exit::Done)
}

fn unusable(error: &StateError) -> Failure {
    Failure::new(Exit::Broken, error.to_string(), "`reread session stack clear` forgets what was noted")
}

fn text(workspace: &Workspace, stack: &SessionStack) -> String {
    let mut lines = vec![
        match &stack.active_task {
            Some(task) => format!("task: {}{}", task.what, noted_by(task)),
            None => "task: unknown".to_owned(),
        },
        match &stack.open_buffers {
            Some(open) if open.what.is_empty() => format!("open files: none{}", noted_by(open)),
            Some(open) => format!("open files: {}{}", open.what.join(", "), noted_by(open)),
            None => "open files: unknown".to_owned(),
        },
    ];
    let (stale, fresh): (Vec<_>, Vec<_>) = stack.reads.iter().partition(|read| read.freshness.is_stale());
    lines.push(heading("stale reads", stale.len()));
    lines.extend(stale.into_iter().map(|read| read_line(workspace, read)));
    lines.push(heading("other recent reads", fresh.len()));
    lines.extend(fresh.into_iter().map(|read| read_line(workspace, read)));
    if stack.older_reads > 0 {
        lines.push(format!("  and {} before", counted(stack.older_reads, "file", "files")));
    }
    if !stack.writes.is_empty() {
        lines.push(heading("recent writes", stack.writes.len()));
        lines.extend(stack.writes.iter().map(|write| write_line(workspace, write)));
    }
    if stack.older_writes > 0 {
        lines.push(format!("  and {} before", counted(stack.older_writes, "file", "files")));
    }
    if !stack.pending_edits.is_empty() {
        lines.push(heading("pending edits", stack.pending_edits.len()));
        lines.extend(stack.pending_edits.iter().map(|edit| {
            let place = workspace.access().place_name(edit.name.root, &edit.name.path);
            format!("  {} {place} by {}", edit.id, edit.caller)
        }));
    }
    lines.extend(stack.repositories.iter().flat_map(|changes| repository_lines(workspace, changes)));
    if stack.repositories.is_empty() {
        lines.push("uncommitted: no git repository".to_owned());
    }
    if stack.more_repositories > 0 {
        let more = counted(stack.more_repositories, "more repository", "more repositories");
        lines.push(format!("{more} not looked into"));
    }
    lines.iter().map(|line| visible_line(line).into_owned() + "\n").collect()
}

fn heading(what: &str, count: usize) -> String {
    format!("{what}: {}", if count == 0 { "none".to_owned() } else { count.to_string() })
}

/// Whose word it is, unless it is that of the user.
fn noted_by<T>(saying: &AuthoredNote<T>) -> String {
    if saying.author == AuthoredNotes::USER {
        String::new()
    } else {
        format!(" (noted by {})", saying.author)
    }
}

fn read_line(workspace: &Workspace, read: &RecentRead) -> String {
    let path = workspace.access().place_name(read.root, &read.path);
    let lines = read.lines.as_ref().map(|lines| format!(":{lines}")).unwrap_or_default();
    let why = match read.freshness {
        Freshness::Unchecked(why) => format!(" ({})", why.word()),
        _ => String::new(),
    };
    format!("  {} {path}{lines}{why}", read.freshness.word())
}

/// What became of the file, and whether that is still so.
fn write_line(workspace: &Workspace, write: &RecentWrite) -> String {
    let path = workspace.access().place_name(write.root, &write.path);
    let since = match write.freshness {
        Freshness::Current => String::new(),
        Freshness::Changed if write.digest.is_none() => ", there again".to_owned(),
        Freshness::Changed => ", changed since".to_owned(),
        Freshness::Gone => ", gone since".to_owned(),
        Freshness::Unchecked(why) => format!(", unchecked ({})", why.word()),
    };
    format!("  {} {path}{since}", write.kind.word())
}

fn repository_lines(workspace: &Workspace, changes: &RepositoryChanges) -> Vec<String> {
    let place = workspace.access().place_name(changes.root, &changes.folder);
    let Uncommitted { changes: files, more, unchecked, submodules, .. } = match &changes.uncommitted {
        Ok(uncommitted) => uncommitted,
        Err(error) => return vec![format!("uncommitted in {place}: unknown, {error}")],
    };
    let mut lines = vec![heading(&format!("uncommitted in {place}"), files.len())];
    lines.extend(files.iter().map(|ChangedFile { path, change }| {
        let [staged, unstaged] = change.letters();
        format!("  {staged}{unstaged} {}", workspace.access().place_name(changes.root, path))
    }));
    let notes = [
        (*more, "more file", "more files"),
        (*unchecked, "file that was not checked", "files that were not checked"),
        (*submodules, "submodule not looked into", "submodules not looked into"),
    ];
    let notes = notes.into_iter().filter(|(count, ..)| *count > 0);
    lines.extend(notes.map(|(count, one, many)| format!("  and {}", counted(count, one, many))));
    lines
}
