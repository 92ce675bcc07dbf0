//! `reread stats`: what the work on files came to.

mod sessions;

use clap::{Args, Subcommand};
use reread_files::{FileStats, StatsError, Workspace};
use serde_json::{Value, json};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::quantity::counted;
use crate::setup::open_workspace;
use crate::terminal::Terminal;
use crate::width::Width;

/// Count what was read and written, and what that saved
#[derive(Debug, Args)]
pub(crate) struct StatsCommand {
    #[command(subcommand)]
    action: StatsAction,
}

#[derive(Debug, Subcommand)]
enum StatsAction {
    /// File by file, those that were read most first
    ///
    /// What was saved is what the texts would have cost that were not sent again, less everything that was sent, headers
    /// included. Tokens are estimated from bytes. Reads are counted as far as the journal goes back, writes and conflicts as
    /// far as the history does. Exits with 1 if there is nothing to count.
    Files {
        /// The most files to list
        #[arg(short = 'n', long, value_name = "FILES", default_value_t = 20)]
        limit: usize,
    },
    /// Conversation by conversation, the latest first: the counters of the guard by their names
    ///
    /// A server keeps them if `session_metrics = true` stands under `[guard]` in the configuration. Exits with 1 if there are
    /// none.
    Session {
        /// The most conversations to list
        #[arg(short = 'n', long, value_name = "SESSIONS", default_value_t = 20)]
        limit: usize,
    },
}

/// About how many bytes a token has, where nothing but the size is known.
const BYTES_OF_A_TOKEN: i64 = 4;

pub(crate) fn run(global: &Global, args: &StatsCommand) -> Result<Exit, Failure> {
    match args.action {
        StatsAction::Files { limit } => files(global, limit),
        StatsAction::Session { limit } => sessions::run(global, limit),
    }
}

fn files(global: &Global, limit: usize) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let files = workspace.file_stats().map_err(|error| failure(&error))?;
    let totals = Totals::of(&files);
    let listed = &files[..limit.min(files.len())];
    let value = || value(&workspace, &totals, listed);
    print(global, value, |terminal| text(&workspace, &totals, listed, terminal))?;
    Ok(if files.is_empty() { Exit::Nothing } else { Exit::Done })
}

fn failure(error: &StatsError) -> Failure {
    let hint = match error {
        StatsError::NoState => "name one with --state",
        StatsError::Journal(_) => "reread audit verify says more",
        StatsError::Database(_) => "reread check says more",
    };
    Failure::new(Exit::Broken, error.to_string(), hint)
}

/// All files together.
#[derive(Default)]
struct Totals {
    files: u64,
    reads: u64,
    sent_bytes: u64,
    saved_bytes: i64,
    writes: u64,
    external_changes: u64,
    conflicts: u64,
}

impl Totals {
    fn of(files: &[FileStats]) -> Self {
        files.iter().fold(Self::default(), |totals, file| Self {
            files: totals.files + 1,
            reads: totals.reads + file.reads,
            sent_bytes: totals.sent_bytes + file.sent_bytes,
            saved_bytes: totals.saved_bytes + file.saved_bytes,
            writes: totals.writes + file.writes,
            external_changes: totals.external_changes + file.by_others,
            conflicts: totals.conflicts + file.conflicts,
        })
    }
}

fn text(workspace: &Workspace, totals: &Totals, listed: &[FileStats], terminal: &Terminal) -> String {
    if totals.files == 0 {
        return "nothing was read or written through reread here; `reread read PATH` begins, or an agent after `reread init`\n"
            .to_owned();
    }
    let width = Width::of_stdout();
    let columns = format!("{:>6} {:>9} {:>6} {:>9}", "reads", "saved", "writes", "conflicts");
    let mut text = terminal.bold(&format!("{columns}  file")) + "\n";
    for file in listed {
        let name = workspace.access().place_name(file.root, &file.path);
        let saved = format!("~{}", tokens(file.saved_bytes));
        text.push_str(&format!(
            "{:>6} {saved:>9} {:>6} {:>9}  {}\n",
            file.reads,
            file.writes,
            file.conflicts,
            width.path(&terminal.line(&name), columns.len() + 2),
        ));
    }
    let more = totals.files - listed.len() as u64;
    if more > 0 {
        text.push_str(&format!("and {}; -n shows more\n", counted(more, "more file", "more files")));
    }
    text + &format!(
        "{}: {}, about {} tokens saved (estimated, {BYTES_OF_A_TOKEN} bytes a token), {}, {}\n",
        counted(totals.files, "file", "files"),
        counted(totals.reads, "read", "reads"),
        tokens(totals.saved_bytes),
        counted(totals.writes, "write", "writes"),
        counted(totals.conflicts, "conflict", "conflicts"),
    )
}

fn tokens(bytes: i64) -> i64 {
    bytes / BYTES_OF_A_TOKEN
}

fn value(workspace: &Workspace, totals: &Totals, listed: &[FileStats]) -> Value {
    let file = |file: &FileStats| {
        json!({
            "path": workspace.access().place_name(file.root, &file.path),
            "reads": file.reads,
            "sent_bytes": file.sent_bytes,
            "saved_bytes": file.saved_bytes,
            "saved_tokens_estimated": tokens(file.saved_bytes),
            "last_read_unix_ms": file.last_read.map(|time| time.0),
            "writes": file.writes,
            "changes_by_others": file.by_others,
            "conflicts": file.conflicts,
        })
    };
    json!({
        "ok": true,
        "success": true,
        "token_estimator": format!("bytes/{BYTES_OF_A_TOKEN}"),
        "total": {
            "files": totals.files,
            "reads": totals.reads,
            "sent_bytes": totals.sent_bytes,
            "saved_bytes": totals.saved_bytes,
            "saved_tokens_estimated": tokens(totals.saved_bytes),
            "writes": totals.writes,
            "changes_by_others": totals.external_changes,
            "conflicts": totals.conflicts,
        },
        "files": listed.iter().map(file).collect::<Vec<_>>(),
    })
}
