//! What a file held in one of its versions.

use std::io::Write as _;

use reread_wire::serve_version;
use serde_json::json;

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::reply_output::{print_json, warn_unrecorded};
use crate::setup::{desk, open_workspace};
use crate::terminal::Terminal;

pub(super) fn run(global: &Global, path: &str, version: &str) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let (outcome, unrecorded) = serve_version(&desk(&workspace), path, version);
    warn_unrecorded(global, &workspace, unrecorded.as_deref());
    let reply = outcome?;
    if global.json {
        print_json(&json!({
            "ok": true,
            "success": true,
            "path": reply.name.requested,
            "version_id": reply.version,
            "hash": reply.digest.to_string(),
            // What is not in there byte for byte must not come back as if it were.
            "text": str::from_utf8(&reply.bytes).ok(),
        }))?;
        return Ok(Exit::Done);
    }
    let terminal = Terminal::of_stdout(global.color);
    let mut out = std::io::stdout().lock();
    match terminal.is_watched {
        true => out.write_all(terminal.text(&String::from_utf8_lossy(&reply.bytes)).as_bytes())?,
        false => out.write_all(&reply.bytes)?,
    }
    out.flush()?;
    Ok(Exit::Done)
}
