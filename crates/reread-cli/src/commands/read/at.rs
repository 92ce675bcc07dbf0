//! What a file held in one of its versions.

use reread_wire::{Request, VersionArgs, serve};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::reply_output::{show, warn_unrecorded};
use crate::setup::{call_context, open_workspace};

pub(super) fn run(global: &Global, filepath: String, version: String) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let request = Request::ReadVersion(VersionArgs { filepath, version });
    let mut served = serve(&call_context(&workspace), &request);
    warn_unrecorded(global, &workspace, served.unrecorded.as_deref());
    served.outcome = Ok(served.outcome?);
    show(global, &request, served)
}
