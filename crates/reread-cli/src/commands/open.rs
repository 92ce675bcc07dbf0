//! `reread open`: a file in the editor of the user, or on the screen.

use std::io::{IsTerminal as _, Write as _};

use clap::Args;
use reread_files::{ApprovalRequest, FileName, HandedOut, HistoryError, OpenError, Returned, Workspace};
use reread_text::Digest;
use reread_wire::{ErrorReply, JournalEvent, ReadArgs, ReadMode, Request};
use serde_json::json;

use crate::arguments::Global;
use crate::clock::now;
use crate::editor::ExternalEditor;
use crate::exit::{Exit, Failure};
use crate::output::results;
use crate::reply_output::{approves, serve_in, show_rejected, warn_unrecorded};
use crate::setup::{call_context, open_workspace};
use crate::terminal::{Terminal, is_stdout_terminal};

/// Open a file in your editor, at a line
///
/// $VISUAL names the editor, or else $EDITOR, perhaps with arguments. Without one, without a terminal and with --json the
/// text is shown as `reread read` shows it, with twenty lines around that line. What the editor changed by the time it
/// ends is reported, and is in the history as an external change. An editor that does not wait by itself needs its option for that,
/// as in `code --wait`.
#[derive(Debug, Args)]
pub(crate) struct OpenCommand {
    /// The file, perhaps with a line: src/main.rs:40
    #[arg(value_name = "PATH[:line]")]
    path: String,
}

/// How much is shown on either side of the line that was asked for.
const LINES_AROUND: u64 = 20;

pub(crate) fn run(global: &Global, args: &OpenCommand) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let is_at_terminal = !global.json && std::io::stdin().is_terminal() && is_stdout_terminal();
    match ExternalEditor::of_environment().filter(|_| is_at_terminal) {
        Some(editor) => edit(global, &workspace, &args.path, &editor),
        None => match Request::try_from(shown(&workspace, &args.path)) {
            Ok(request) => serve_in(global, &workspace, &request),
            Err(rejected) => show_rejected(global, &rejected),
        },
    }
}

/// The read that shows the line. It reports an error of the name, too.
fn shown(workspace: &Workspace, path: &str) -> ReadArgs {
    let located = workspace.access().locate(path, false);
    let Some(lines) = located.ok().and_then(|located| located.lines) else {
        return ReadArgs::of(ReadMode::File, path);
    };
    let bare = path.rsplit_once(':').map_or(path, |(bare, _)| bare);
    ReadArgs {
        start_line: Some(lines.first()),
        end_line: Some(lines.last()),
        context_lines: Some(LINES_AROUND),
        ..ReadArgs::of(ReadMode::Snippet, bare)
    }
}

fn edit(
    global: &Global,
    workspace: &Workspace,
    path: &str,
    editor: &ExternalEditor,
) -> Result<Exit, Failure> {
    let handed = hand_out(global, workspace, path).map_err(ErrorReply::from);
    let handed = handed.inspect_err(|error| record(global, workspace, path, editor, Err(error)))?;
    let status = editor.command(&handed.path, handed.line).status();
    let returned = workspace.handover().take_back(&handed, now()).map_err(ErrorReply::from);
    let digest = match &returned {
        Ok(Returned::Changed { digest, .. }) => *digest,
        _ => handed.digest(),
    };
    let outcome = returned.as_ref().map(|_| (&handed.name, handed.digest(), digest));
    record(global, workspace, path, editor, outcome);
    tell(global, &handed, returned?)?;
    match status {
        Ok(status) if status.success() => Ok(Exit::Done),
        Ok(status) => Err(Failure::new(Exit::Broken, format!("{}: {status}", editor.name()), "")),
        Err(error) => {
            let message = format!("{} cannot be started: {error}", editor.name());
            Err(Failure::new(Exit::Broken, message, "name another editor in VISUAL or EDITOR"))
        }
    }
}

/// The file, after the user approved it if a rule requires that.
fn hand_out(global: &Global, workspace: &Workspace, path: &str) -> Result<HandedOut, HistoryError> {
    match workspace.handover().hand_out(path, None, now()) {
        Err(HistoryError::Open(refusal @ OpenError::NeedsApproval { .. })) => {
            let Some(file) = workspace.access().file_to_approve(path)? else { return Err(refusal.into()) };
            let approval = ApprovalRequest::to_read(file);
            match approves(global, path, &approval) {
                true => workspace.handover().hand_out(path, Some(&approval.file), now()),
                false => Err(refusal.into()),
            }
        }
        handed => handed,
    }
}

fn record(
    global: &Global,
    workspace: &Workspace,
    path: &str,
    editor: &ExternalEditor,
    outcome: Result<(&FileName, Option<Digest>, Option<Digest>), &ErrorReply>,
) {
    let arguments = json!({ "target": path, "editor": editor.name() });
    let event = JournalEvent::Opened { arguments: &arguments, outcome };
    let unrecorded = reread_wire::record(&call_context(workspace), event).err();
    warn_unrecorded(global, workspace, unrecorded.as_deref());
}

/// `changed song.txt v3, +2 -1`.
fn tell(global: &Global, handed: &HandedOut, returned: Returned) -> Result<(), Failure> {
    let name = &handed.name.requested;
    let line = match returned {
        Returned::AsItWas => return Ok(()),
        Returned::Unknown => {
            format!("{name} is too long for its history, so it was not checked for changes")
        }
        Returned::Changed { version, lines, digest } => {
            let verb = if digest.is_some() { "changed" } else { "removed" };
            let version = version.map_or(", not in the history".to_owned(), |version| format!(" {version}"));
            let lines = lines.map(|(added, removed)| format!(", +{added} -{removed}")).unwrap_or_default();
            format!("{verb} {name}{version}{lines}")
        }
    };
    let terminal = Terminal::of_stdout(global.color);
    Ok(writeln!(results(terminal), "{}", terminal.line(&line))?)
}
