//! Showing what came of a call: as JSON, as text for a pipe, or for eyes.

use std::cell::{Cell, RefCell};
use std::io::{BufRead as _, BufReader, Error, IsTerminal as _, Write as _};

use reread_context::Answer;
use reread_files::{ApprovalRequest, Passage, ReadReply, ShownPart, Workspace};
use reread_wire::{
    CallContext, Code, Contract, PreviewMode, ReadArgs, Rejected, Reply, Request, Served, refuse, serve,
    wait_to_hide,
};

use crate::arguments::Global;
use crate::clock::{elapsed, now};
use crate::exit::{Exit, Failure};
use crate::output::{messages, print_json, raw_results, results};
use crate::progress_line::{files_and_matches, watched};
use crate::review::review_at_once;
use crate::setup::{call_context, open_workspace, warn};
use crate::terminal::{Terminal, answering_terminal, is_stderr_terminal};

/// Serves a request and prints the reply.
pub(crate) fn serve_and_show(global: &Global, request: &Request) -> Result<Exit, Failure> {
    serve_in(global, &open_workspace(global)?, request)
}

/// Serves a read whose arguments may not fit together, and prints the reply.
pub(crate) fn read_and_show(global: &Global, args: ReadArgs) -> Result<Exit, Failure> {
    match Request::try_from(args) {
        Ok(request) => serve_and_show(global, &request),
        Err(rejected) => show_rejected(global, &rejected),
    }
}

/// Records a call that did not become a request, and prints why.
pub(crate) fn show_rejected(global: &Global, rejected: &Rejected) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let unrecorded = refuse(&call_context(&workspace), rejected);
    warn_unrecorded(global, &workspace, unrecorded.as_deref());
    let failure = Failure::from(rejected.error.clone());
    if global.json {
        print_json(&Contract::of_rejected(rejected).to_json())?;
        return Ok(failure.exit);
    }
    Err(failure)
}

/// The same in a workspace that is open already.
pub(crate) fn serve_in(global: &Global, workspace: &Workspace, request: &Request) -> Result<Exit, Failure> {
    show(global, request, serve_at_terminal(global, workspace, request))
}

/// Serves a request and asks the user at the terminal, if there is one, about what needs approval.
pub(crate) fn serve_at_terminal(global: &Global, workspace: &Workspace, request: &Request) -> Served {
    if matches!(request, Request::Write(_)) {
        end_what_was_interrupted(global, workspace);
    }
    let is_denied = Cell::new(false);
    let approves = |approval: &ApprovalRequest| {
        let is_approved = approves(global, request.target(), approval);
        is_denied.set(!is_approved);
        is_approved
    };
    let approves = is_at_terminal(global).then_some(&approves as &dyn Fn(&ApprovalRequest) -> bool);
    let mut served = watched(files_and_matches, |watch| {
        let review = |id| review_at_once(workspace, id);
        serve(&CallContext { approves, watch, review: Some(&review), ..call_context(workspace) }, request)
    });
    warn_unrecorded(global, workspace, served.unrecorded.as_deref());
    // A user who has just denied a request gets no hint how to approve it.
    if let Err(error) = &mut served.outcome
        && is_denied.get()
        && error.code == Code::ApprovalRequired
    {
        "you denied it, and nothing was done".clone_into(&mut error.hint);
        error.command_hint = None;
    }
    hide_time(&served);
    served
}

/// Waits, so that the time of a refusal does not tell whether there is a file.
pub(crate) fn hide_time(served: &Served) {
    if let Err(error) = &served.outcome
        && let Some(wait) = wait_to_hide(error.code, elapsed())
    {
        std::thread::sleep(wait);
    }
}

/// Finishes or rolls back a write that a crash interrupted, before the next write.
fn end_what_was_interrupted(global: &Global, workspace: &Workspace) {
    if workspace.state().is_some_and(|state| state.directory().has_database())
        && let Err(error) = workspace.writer().recover(now())
    {
        warn(global, &format!("what was interrupted cannot be ended: {error}"));
    }
}

/// Whether a user can be asked: there is a terminal, and the output is not JSON for a program.
pub(crate) fn is_at_terminal(global: &Global) -> bool {
    !global.json && is_stderr_terminal() && (std::io::stdin().is_terminal() || answering_terminal().is_some())
}

/// A line that the user types at the terminal. What comes on standard input from elsewhere is no answer: it may be the
/// text that is to be written.
fn typed() -> std::io::Result<String> {
    let mut line = String::new();
    if std::io::stdin().is_terminal() {
        std::io::stdin().read_line(&mut line)?;
    } else {
        let terminal = answering_terminal().ok_or_else(|| Error::other("no terminal can be read from"))?;
        BufReader::new(terminal).read_line(&mut line)?;
    }
    Ok(line)
}

/// Asks the user at the terminal. Everything but a clear yes is a no.
pub(crate) fn approves(global: &Global, name: &str, approval: &ApprovalRequest) -> bool {
    let terminal = Terminal::of_stderr(global.color);
    let approve = terminal.cyan("approve:");
    let question = match &approval.why {
        None => {
            let (name, path) = (terminal.line(name), approval.file.path.to_string());
            let is_same = name == path.as_str();
            let file = if is_same { String::new() } else { format!(" ({})", terminal.line(&path)) };
            format!("{approve} {name}{file} needs approval. Read it? [y/N] ")
        }
        Some(why) => {
            let (part, phrase) = (ShownPart::of(&approval.shown), approval.phrase());
            let mut shown = format!("{approve} {}\n{}", terminal.line(why), terminal.text(part.text));
            // The answer counts only for what was shown.
            if !part.is_whole() {
                if !says_yes(&format!("{shown}… {}. Show them? [y/N] ", part.left_out())) {
                    return false;
                }
                shown = terminal.text(part.rest).into_owned();
            }
            format!("{shown}{}? [y/N] ", terminal.line(&phrase))
        }
    };
    says_yes(&question)
}

/// Asks a question at the terminal. Everything but a clear yes is a no.
pub(crate) fn says_yes(question: &str) -> bool {
    let asked = messages().write_all(question.as_bytes());
    asked
        .and_then(|()| typed())
        .is_ok_and(|answer| matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// Warns that a call left no record, unless there is no state directory at all, which was reported before.
pub(crate) fn warn_unrecorded(global: &Global, workspace: &Workspace, unrecorded: Option<&str>) {
    if let Some(why) = unrecorded.filter(|_| workspace.state().is_some()) {
        warn(global, &format!("the call could not be recorded: {why}"));
    }
}

/// Prints the exact bytes that a request asks for, and nothing else.
pub(crate) fn copy_bytes(global: &Global, request: &Request) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let out = RefCell::new(raw_results());
    let served = serve(&CallContext { raw_output: Some(&out), ..call_context(&workspace) }, request);
    warn_unrecorded(global, &workspace, served.unrecorded.as_deref());
    hide_time(&served);
    served.outcome?;
    out.borrow_mut().flush()?;
    Ok(Exit::Done)
}

/// Prints a reply as JSON, as text, or for a terminal.
pub(crate) fn show(global: &Global, request: &Request, served: Served) -> Result<Exit, Failure> {
    if global.json {
        print_json(&Contract::of(request, &served).to_json())?;
        return Ok(match served.outcome {
            Ok(reply) => exit_of(&reply),
            Err(error) => Failure::from(error).exit,
        });
    }
    let reply = served.outcome?;
    let terminal = Terminal::of_stdout(global.color);
    let mut out = results(terminal);
    match &reply {
        Reply::Read(read, _) if terminal.is_watched => out.write_all(for_eyes(read, &terminal).as_bytes())?,
        Reply::Version(version) if !terminal.is_watched => out.write_all(&version.bytes)?,
        reply => out.write_all(terminal.text(&reply.text_for_command_line()).as_bytes())?,
    }
    out.flush()?;
    Ok(exit_of(&reply))
}

fn exit_of(reply: &Reply) -> Exit {
    match reply {
        Reply::Search(reply) if reply.matches.is_empty() => Exit::Nothing,
        Reply::TreeSearch(reply) if reply.files.is_empty() => Exit::Nothing,
        Reply::List(reply) if reply.entries.is_empty() => Exit::Nothing,
        Reply::Stat(reread_files::StatReply::Absent(_)) => Exit::Nothing,
        Reply::History(reply) if reply.versions.is_empty() => Exit::Nothing,
        Reply::Edited(reply) if reply.has_conflict() => Exit::Nothing,
        _ => Exit::Done,
    }
}

/// A reply with numbered lines, everything escaped that a terminal would interpret.
pub(crate) fn for_eyes(reply: &ReadReply, terminal: &Terminal) -> String {
    let shown = Reply::Read(Box::new(reply.clone()), PreviewMode::Snippet);
    let (plain, around) = (shown.text_for_command_line(), shown.around());
    let ours = |line: &str| terminal.dim(&terminal.line(line));
    let header_lines = match reply.answer {
        Answer::Text | Answer::Fallback(_) => 1,
        // The line that names what is held comes first.
        Answer::Rest { .. } => 2,
        _ => return terminal.text(&plain).into_owned(),
    };
    let framed = plain.strip_suffix(&around).unwrap_or(&plain);
    let closing = framed.lines().next_back().unwrap_or_default();
    let bold = |line: &str| format!("{}\n", terminal.bold(&terminal.line(line)));
    let mut text: String = plain.lines().take(header_lines).map(bold).collect();
    for (index, passage) in reply.passages.iter().enumerate() {
        if index > 0 {
            text.push_str(&terminal.dim("   ⋮\n"));
        }
        text.push_str(&numbered(passage, terminal));
    }
    text + &ours(closing) + "\n" + &terminal.text(&around)
}

fn numbered(passage: &Passage, terminal: &Terminal) -> String {
    let mut text = String::new();
    for (index, line) in reread_text::lines(&passage.text).enumerate() {
        let number = passage.first_line.map_or(String::new(), |first| (first + index as u64).to_string());
        // The line end goes first, so that the CR of a CR LF is not taken for one that stands alone.
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
        text.push_str(&terminal.dim(&format!("{number:>5} ")));
        text.push_str(&terminal.text(&line));
        text.push('\n');
    }
    text
}
