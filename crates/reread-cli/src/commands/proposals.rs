//! `reread proposals`: edits that could not be merged, and what becomes of them.

mod list;

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use reread_files::{Workspace, WriteContext, WriteError};
use reread_store::ProposalId;
use reread_wire::{ErrorReply, JournalEvent, ProposalArgs, Reply, Request, Write};
use serde_json::{Value, json};

use crate::arguments::Global;
use crate::clock::now;
use crate::exit::{Exit, Failure};
use crate::input_file::bytes_in;
use crate::output::{print, results};
use crate::reply_output::{serve_at_terminal, show};
use crate::review;
use crate::setup::{call_context, open_workspace, warn};
use crate::terminal::Terminal;

/// Show edits that could not be merged, and decide about them
///
/// `show` prints the file as it is now, with the places that have to be decided between markers, into a pipe or a file byte for byte. If the file was
/// changed since, it says so, and shows the proposal that takes the place of this one. `resolve` says
/// what the file shall hold, `approve` writes it. `suggest` asks the model that your configuration names under `[review]`, and sends the places in conflict
/// there; what it suggests has to be approved like everything else. If a rule asks before the file is written, `approve` asks you, at a
/// terminal only. If the file is changed in between, nothing is written, and a proposal with another number takes the place of this one.
#[derive(Debug, Args)]
pub(crate) struct ProposalsCommand {
    #[command(subcommand)]
    action: Option<ProposalsAction>,
}

#[derive(Debug, Subcommand)]
enum ProposalsAction {
    /// What waits for a decision
    List,
    /// The file with its conflicts, or as it was resolved
    Show(OneProposal),
    /// Set the content that the file gets
    Resolve {
        #[command(flatten)]
        proposal: OneProposal,
        /// A file with the text, or - for standard input
        #[arg(long, value_name = "FILE", default_value = "-")]
        content: PathBuf,
    },
    /// Let the configured model suggest a resolution of the conflicts
    Suggest(OneProposal),
    /// Write what it was resolved to
    Approve {
        #[command(flatten)]
        proposal: OneProposal,
        /// Show what would be done, and write nothing
        #[arg(long, short = 'n')]
        dry_run: bool,
    },
    /// Decide that it will not be made
    Drop(OneProposal),
}

#[derive(Debug, Args)]
struct OneProposal {
    /// The proposal, such as p3
    #[arg(value_name = "ID")]
    id: ProposalId,
}

pub(crate) fn run(global: &Global, args: &ProposalsCommand) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let author = call_context(&workspace).caller.author().to_owned();
    let writer = |dry_run| WriteContext {
        author: &author,
        is_own: &|_| false,
        now: now(),
        is_approved: &|_| false,
        reserve: &|_| Ok(()),
        dry_run,
        takes_literally: true,
    };
    match &args.action {
        None | Some(ProposalsAction::List) => list::list(global, &workspace),
        Some(ProposalsAction::Show(OneProposal { id })) => {
            let reply = workspace.proposals().current_proposal(*id, now()).map_err(failure)?;
            let shown = reply.proposal.id;
            if shown != *id {
                let name = &reply.name.requested;
                warn(
                    global,
                    &format!(
                        "{name} was changed since {id} was made; {shown} took its place, for what the file holds now"
                    ),
                );
            }
            let value = || {
                json!({
                    "ok": true,
                    "success": true,
                    "id": shown.to_string(),
                    "replaces": (shown != *id).then(|| id.to_string()),
                    "path": reply.name.requested,
                    "current": reply.proposal.ours.map(|digest| digest.to_string()),
                    "resolved": reply.is_resolved,
                    // What is not in there byte for byte must not come back as if it were.
                    "text": str::from_utf8(&reply.text).ok(),
                })
            };
            if global.json || Terminal::of_stdout(global.color).is_watched {
                print(global, value, |terminal| {
                    terminal.text(&String::from_utf8_lossy(&reply.text)).into_owned()
                })?;
            } else {
                results(Terminal::of_stdout(global.color)).write_all(&reply.text)?;
            }
            Ok(Exit::Done)
        }
        Some(ProposalsAction::Resolve { proposal: OneProposal { id }, content }) => {
            let outcome = workspace.proposals().resolve_proposal(*id, &bytes_in(content)?, now());
            let besides = record(&workspace, &decision("resolve", *id), outcome.map_err(ErrorReply::from))?;
            let mut said = format!("{id} is resolved; `reread proposals approve {id}` writes it");
            if !besides.is_empty() {
                said.push_str(&format!("; it also changes lines {besides}, which are not in conflict"));
            }
            print_result(global, &said)
        }
        Some(ProposalsAction::Suggest(OneProposal { id })) => {
            let endpoint = review::endpoint(&workspace)?;
            let mut asked = decision("suggest", *id);
            asked["model"] = json!(endpoint.model());
            let suggested = review::suggestion(&workspace, *id, &endpoint)
                .and_then(|text| Ok(workspace.proposals().resolve_proposal(*id, &text, now())?));
            record(&workspace, &asked, suggested)?;
            let preview = workspace.proposals().approve_proposal(*id, &writer(true)).map_err(failure)?.reply;
            let (preview, model) = (Reply::Edited(Box::new(preview)).text(), endpoint.model());
            let message =
                format!("{preview}{model} suggests this; `reread proposals approve {id}` writes it");
            print_result(global, &message)
        }
        Some(ProposalsAction::Approve { proposal: OneProposal { id }, dry_run }) => {
            let request = Request::Write(Write::Proposal(ProposalArgs { id: *id, dry_run: *dry_run }));
            let served = serve_at_terminal(global, &workspace, &request);
            if let Ok(Reply::Approved(_, Some(why))) = &served.outcome {
                warn(global, &format!("{id} was written and is still listed, drop it: {why}"));
            }
            show(global, &request, served)
        }
        Some(ProposalsAction::Drop(OneProposal { id })) => {
            let outcome = workspace.proposals().drop_proposal(*id, &writer(false));
            record(&workspace, &decision("drop", *id), outcome.map_err(ErrorReply::from))?;
            print_result(global, &format!("{id} is dropped"))
        }
    }
}

/// Records the decision and returns the result.
fn record<T>(workspace: &Workspace, decision: &Value, outcome: Result<T, ErrorReply>) -> Result<T, Failure> {
    let outcome_of_decision = outcome.as_ref().map(drop);
    let event =
        JournalEvent::Decision { tool: "proposals", arguments: decision, outcome: outcome_of_decision };
    if let Err(why) = reread_wire::record(&call_context(workspace), event) {
        return Err(Failure::new(Exit::Broken, format!("the decision could not be recorded: {why}"), ""));
    }
    outcome.map_err(Failure::from)
}

/// A decision, as it is recorded.
fn decision(what: &str, id: ProposalId) -> Value {
    json!({ "decision": what, "proposal_id": id.to_string() })
}

fn print_result(global: &Global, message: &str) -> Result<Exit, Failure> {
    let value = || json!({ "ok": true, "success": true, "message": message });
    print(global, value, |terminal| format!("{}\n", terminal.text(message)))?;
    Ok(Exit::Done)
}

fn failure(error: WriteError) -> Failure {
    ErrorReply::from(error).into()
}
