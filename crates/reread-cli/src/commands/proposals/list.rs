//! The proposals that wait, a line for each.

use reread_files::{FileName, Workspace};
use reread_store::Proposal;
use serde_json::{Value, json};

use super::failure;
use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::quantity::counted;

pub(super) fn list(global: &Global, workspace: &Workspace) -> Result<Exit, Failure> {
    let proposals = workspace.proposals().open().map_err(failure)?;
    // What cannot be shown any more can still be dropped.
    let places =
        |proposal: &Proposal| workspace.proposals().proposal(proposal.id).ok().map(|reply| reply.places);
    let value = || {
        let rows = proposals.iter().map(|(proposal, name)| row_json(proposal, name, places(proposal)));
        json!({ "ok": true, "success": true, "proposals": rows.collect::<Vec<_>>() })
    };
    print(global, value, |terminal| {
        let rows = proposals.iter().map(|(proposal, name)| row(proposal, name, places(proposal)));
        let text: String = rows.map(|row| format!("{}\n", terminal.line(&row))).collect();
        if text.is_empty() { "no proposal waits for a decision\n".to_owned() } else { text }
    })?;
    Ok(if proposals.is_empty() { Exit::Nothing } else { Exit::Done })
}

/// `p3  2026-11-16T18:45:00.000Z  patch  song.txt  2 places to decide  by pid:812`.
fn row(proposal: &Proposal, name: &FileName, places: Option<usize>) -> String {
    let state = match places {
        _ if proposal.suggested.is_some() => "resolved".to_owned(),
        None => "its texts cannot be shown".to_owned(),
        Some(count) => counted(count as u64, "place to decide", "places to decide"),
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
