//! `reread init`: an agent's configuration, so that it starts reread by itself.

mod plan;
mod target;

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::arguments::Global;
use crate::clients::Client;
use crate::config_file::ConfigScope;
use crate::exit::{Exit, Failure};
use crate::setup::warn;
use crate::shown::print_json;
use crate::terminal::Terminal;

use super::mcp::ListedTools;
use plan::{Change, Plan};

pub(super) use target::with_folders;

/// Write the configuration by which an agent starts reread by itself
///
/// The change is shown first and written after a y at the terminal, or with --yes. Whatever else the file holds stays
/// as it is, byte for byte: other servers, comments, order, line ends.
///
/// Exits with 1 if there was a change to write and it was not written.
#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// The agent
    client: Client,
    /// Whose configuration; the project's where the agent has one, otherwise the user's
    #[arg(long)]
    scope: Option<ConfigScope>,
    /// What the entry is called; reread otherwise
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Which tools the server lists
    #[arg(long, value_name = "PROFILE")]
    profile: Option<ListedTools>,
    /// Let the server refuse every tool that would write
    #[arg(long)]
    read_only: bool,
    /// The command to write, such as a bare reread in a file that is shared; the path of this program otherwise
    #[arg(long, value_name = "COMMAND")]
    command: Option<String>,
    /// The folder of the extension for pi; the one of the checkout this program was built in otherwise
    #[arg(long, value_name = "DIR")]
    extension: Option<PathBuf>,
    /// Write without asking
    #[arg(long, short)]
    yes: bool,
    /// Print what would stand in an empty file, and nothing else
    #[arg(long, conflicts_with_all = ["yes", "remove"])]
    print: bool,
    /// Take the entry out again
    #[arg(long)]
    remove: bool,
    /// Further options for reread mcp, behind --
    #[arg(last = true, value_name = "OPTION")]
    options: Vec<String>,
}

pub(crate) fn run(global: &Global, args: &InitArgs) -> Result<Exit, Failure> {
    let entry = target::entry(global, args)?;
    if args.print {
        let snippet = plan::alone(args.client, &entry)?;
        std::io::stdout().lock().write_all(snippet.as_bytes())?;
        return Ok(Exit::Done);
    }
    let scope = args.scope.unwrap_or(args.client.usual_scope());
    let file = target::file(args.client, scope)?;
    let plan = if args.remove {
        Plan::to_remove(args.client, file, entry)
    } else {
        Plan::to_put(args.client, file, entry)
    }?;
    let written = plan.change != Change::None && {
        show(global, &plan)?;
        is_wanted(global, args, &plan)?
    };
    if written {
        plan.carry_out()?;
    }
    tell(global, args, scope, &plan, written)?;
    Ok(if plan.change == Change::None || written { Exit::Done } else { Exit::Nothing })
}

/// Prints the change as a diff.
fn show(global: &Global, plan: &Plan) -> Result<(), Failure> {
    if global.json {
        return Ok(());
    }
    let terminal = Terminal::of_stdout(global.color);
    let mut out = std::io::stdout().lock();
    for line in plan.diff().split_inclusive('\n') {
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

/// Whether to write: what the command line says, else the person in front of it. Nobody there means no.
fn is_wanted(global: &Global, args: &InitArgs, plan: &Plan) -> Result<bool, Failure> {
    if args.yes || global.json || !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return Ok(args.yes);
    }
    let terminal = Terminal::of_stderr(global.color);
    let mut messages = std::io::stderr().lock();
    write!(messages, "{} {}? [y/N] ", terminal.cyan("write"), terminal.line(plan.name()))?;
    messages.flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Says what came of it.
fn tell(
    global: &Global,
    args: &InitArgs,
    scope: ConfigScope,
    plan: &Plan,
    written: bool,
) -> Result<(), Failure> {
    let next = if args.remove { "start the agent anew" } else { args.client.next_step(scope) };
    if global.json {
        return Ok(print_json(&json!({
            "ok": true,
            "client": args.client.word(),
            "file": plan.name(),
            "change": plan.change.word(written),
            "written": written,
            "diff": plan.diff(),
            "next": next,
        }))?);
    }
    let terminal = Terminal::of_stdout(global.color);
    let (title, name) = (args.client.title(), plan.name());
    let line = match (plan.change, written) {
        (Change::None, _) if args.remove => format!("{name} has no such entry; nothing to do"),
        (Change::None, _) => format!("{title} starts reread already, by {name}; nothing to do"),
        (_, false) => {
            warn(global, "nothing was written; --yes writes it");
            return Ok(());
        }
        (Change::Removed, true) => format!("removed {name}, which held nothing else; next: {next}"),
        (_, true) => format!("wrote {name}; next: {next}"),
    };
    writeln!(std::io::stdout().lock(), "{}", terminal.line(&line))?;
    Ok(())
}
