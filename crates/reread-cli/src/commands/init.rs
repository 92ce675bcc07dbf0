//! `reread init`: an agent's configuration, so that it starts reread by itself.

mod config_change;
mod target;

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::PathBuf;

use clap::Args;
use reread_mcp::Profile;
use serde_json::json;

use crate::arguments::Global;
use crate::config_file::ConfigScope;
use crate::exit::{Exit, Failure};
use crate::hosts::{HostProgram, guard_mode};
use crate::output::{messages, print_json, results};
use crate::setup::warn;
use crate::terminal::{Terminal, is_stderr_terminal};
use crate::word_table::one_of;

use super::mcp::PROFILES;
use config_change::{ChangeAction, ConfigChange};

pub(super) use target::with_folders;

/// Write the configuration by which an agent starts reread by itself
///
/// The change is shown first and written after a y at the terminal, or with --yes. Everything else in the file stays
/// as it is: other servers, comments, order, line ends.
///
/// Exits with 1 if there was a change to write and it was not written.
#[derive(Debug, Args)]
pub(crate) struct InitCommand {
    /// The agent
    #[arg(value_name = "CLIENT")]
    host: HostProgram,
    /// Whose configuration. Default: the project's where the agent has one, else the user's
    #[arg(long)]
    scope: Option<ConfigScope>,
    /// The name of the entry. Default: reread
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Which tools the server lists
    #[arg(long, value_name = "PROFILE", value_parser = one_of(PROFILES))]
    profile: Option<Profile>,
    /// Let the server refuse every tool that would write
    #[arg(long)]
    read_only: bool,
    /// The command to write, such as a bare reread in a file that is shared. Default: the path of this program
    #[arg(long, value_name = "COMMAND")]
    command: Option<String>,
    /// The folder of the extension for pi. Default: that of the checkout this program was built in
    #[arg(long, value_name = "DIR")]
    extension: Option<PathBuf>,
    /// Write without asking
    #[arg(long, short)]
    yes: bool,
    /// Print what would stand in an empty file, and nothing else
    #[arg(long, conflicts_with_all = ["yes", "remove"])]
    print: bool,
    /// Remove the entry, and leave the rest as it is
    #[arg(long)]
    remove: bool,
    /// Further options for reread mcp, behind --
    #[arg(last = true, value_name = "OPTION")]
    options: Vec<String>,
}

pub(crate) fn run(global: &Global, args: &InitCommand) -> Result<Exit, Failure> {
    let entry = target::entry(global, args)?;
    if args.print {
        let snippet = config_change::alone(args.host, &entry)?;
        results(Terminal::of_stdout(global.color)).write_all(snippet.as_bytes())?;
        return Ok(Exit::Done);
    }
    let scope = args.scope.unwrap_or(args.host.usual_scope());
    let file = target::file(args.host, scope)?;
    let change = if args.remove {
        ConfigChange::to_remove(args.host, file, entry)
    } else {
        ConfigChange::to_put(args.host, file, entry)
    }?;
    let written = change.action != ChangeAction::None && {
        show(global, &change)?;
        is_wanted(global, args, &change)?
    };
    if written {
        change.apply()?;
    }
    report(global, args, scope, &change, written)?;
    Ok(if change.action == ChangeAction::None || written { Exit::Done } else { Exit::Nothing })
}

/// Prints the change as a diff.
fn show(global: &Global, change: &ConfigChange) -> Result<(), Failure> {
    if global.json {
        return Ok(());
    }
    let terminal = Terminal::of_stdout(global.color);
    let mut out = results(terminal);
    for line in change.diff().split_inclusive('\n') {
        let shown = terminal.text(line.trim_end_matches('\n'));
        let colored = match line.as_bytes().first() {
            Some(b'+') => terminal.green(&shown),
            Some(b'-') => terminal.red(&shown),
            Some(b'@') => terminal.cyan(&shown),
            _ => shown.into_owned(),
        };
        writeln!(out, "{colored}")?;
    }
    Ok(())
}

/// Whether to write: --yes, or the answer of the user at the terminal. No terminal means no.
fn is_wanted(global: &Global, args: &InitCommand, change: &ConfigChange) -> Result<bool, Failure> {
    if args.yes || global.json || !std::io::stdin().is_terminal() || !is_stderr_terminal() {
        return Ok(args.yes);
    }
    let terminal = Terminal::of_stderr(global.color);
    let mut messages = messages();
    write!(messages, "{} {}? [y/N] ", terminal.cyan("write"), terminal.line(change.name()))?;
    messages.flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Reports the result.
fn report(
    global: &Global,
    args: &InitCommand,
    scope: ConfigScope,
    change: &ConfigChange,
    written: bool,
) -> Result<(), Failure> {
    let next = if args.remove { "start the agent anew" } else { args.host.next_step(scope) };
    let instructions = args.host.instructions_file().filter(|_| !args.remove);
    if global.json {
        return Ok(print_json(&json!({
            "ok": true,
            "client": args.host.word(),
            "guard": guard(args),
            "instructions": instructions.map(|file| json!({ "file": file, "lines": INSTRUCTIONS })),
            "file": change.name(),
            "change": change.action.word(written),
            "written": written,
            "diff": change.diff(),
            "next": next,
        }))?);
    }
    let terminal = Terminal::of_stdout(global.color);
    let (title, name) = (args.host.title(), change.name());
    let line = match (change.action, written) {
        (ChangeAction::None, _) if args.remove => format!("{name} has no such entry; nothing to do"),
        (ChangeAction::None, _) => format!("{title} starts reread already, by {name}; nothing to do"),
        (_, false) => {
            warn(global, "nothing was written; --yes writes it");
            return Ok(());
        }
        (ChangeAction::Removed, true) => format!("removed {name}, which held nothing else; next: {next}"),
        (_, true) => format!("wrote {name}; next: {next}"),
    };
    let mut out = results(terminal);
    writeln!(out, "{}", terminal.line(&line))?;
    if !written || args.remove {
        return Ok(());
    }
    if let Some(mode) = guard(args) {
        writeln!(out, "guard: {mode}; {}", guard_note(mode))?;
    }
    if let Some(file) = instructions {
        write!(
            out,
            "{title} keeps its own tools to read and edit. What they show or change is unknown to reread: no read is\n\
             spared by it, and no edit is merged or undone. These lines in {file} make the agent prefer reread:\n\n{INSTRUCTIONS}"
        )?;
    }
    Ok(())
}

/// The lines for the instructions of a project.
const INSTRUCTIONS: &str = "\
Use the tools of the MCP server `reread` to read, search and edit files of this project,
in place of the built-in ones. When you read a file again, cite its tags in `known`.
";

/// The mode that the entry sets; `None` of a host that starts no server.
fn guard(args: &InitCommand) -> Option<&str> {
    let is_server = args.host != HostProgram::Pi && !args.remove;
    is_server.then(|| guard_mode(&args.options).unwrap_or("warn"))
}

fn guard_note(mode: &str) -> &'static str {
    match mode {
        "enforce" => "reads beyond the budget are refused",
        "off" => "nothing is said about the budget",
        _ => "the budget is reported and stops no work; `-- --guard enforce` makes it binding",
    }
}
