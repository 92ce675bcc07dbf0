//! The proposals that wait, a line for each.

use std::io::Write as _;

use reread_files::{FileName, Workspace};
use reread_store::Proposal;
use serde_json::{Value, json};

use super::failure;
use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::reply_output::print_json;
use crate::terminal::Terminal;

pub(super) fn list(global: &Global, workspace: &Workspace) -> Result<Exit, Failure> {
    let proposals = workspace.proposals().open().map_err(failure)?;
    // What cannot be shown any more can still be dropped.
    let places =
        |proposal: &Proposal| workspace.proposals().proposal(proposal.id).ok().map(|reply| reply.places);
    if global.json {
        let row = |(proposal, name): &(Proposal, FileName)| row_json(proposal, name, places(proposal));
        let rows: Vec<Value> = proposals.iter().map(row).collect();
        print_json(&json!({ "ok": true, "success": true, "proposals": rows }))?;
    } else {
        let terminal = Terminal::of_stdout(global.color);
        let row = |(proposal, name): &(Proposal, FileName)| {
            terminal.line(&row(proposal, name, places(proposal))).into_owned() + "\n"
        };
        let text: String = proposals.iter().map(row).collect();
        let text = if text.is_empty() { "no proposal waits for a decision\n".to_owned() } else { text };
        std::io::stdout().lock().write_all(text.as_bytes())?;
    }
    Ok(if proposals.is_empty() { Exit::Nothing } else { Exit::Done })
}

/// `p3  2026-11-16T18:45:00.000Z  patch  song.txt  2 places to decide  by pid:812`.
fn row(proposal: &Proposal, name: &FileName, places: Option<usize>) -> String {
    let state = match places {
        _ if proposal.suggested.is_some() => "resolved".to_owned(),
        None => "its texts cannot be shown".to_owned(),
        Some(1) => "1 place to decide".to_owned(),
        Some(count) => format!("{count} places to decide"),
    };
    let time = proposal.created.utc();
    let Proposal { id, request, caller, .. } = proposal;
    format!("{id}  {time}  {request}  {}  {state}  by {caller}", name.requested)
}

fn row_json(proposal: &Proposal, name: &FileName, places: Option<usize>) -> Value {
    json!({
        "id": proposal.id.to_string(),
        "path": name.requested,
        "change": proposal.request,
        "caller": proposal.caller,
        "created_unix_ms": proposal.created.0,
        "places": places,
        "resolved": proposal.suggested.is_some(),
    })
}
