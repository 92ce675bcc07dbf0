//! The session stack as hosts get it: as a resource, or beside the result of a call that asks for it.
//!
//! It is that of the caller: its own reads and what its own host reported, or the user for all. It is computed only
//! on request, since it hashes files and looks through repositories.

use reread_wire::{Contract, ErrorReply};
use rmcp::model::{CallToolResult, JsonObject};
use serde_json::{Value, json};

use crate::caller::CallerKey;
use crate::service::Service;

/// In the metadata of a call: `true` asks for the stack; in that of its result: the stack.
const KEY: &str = "reread/stack";

/// Whether the host of a call asks for the stack.
pub(crate) fn is_wanted(meta: &JsonObject) -> bool {
    meta.get(KEY) == Some(&Value::Bool(true))
}

/// The stack as it is now.
pub(crate) fn stack(service: &Service, caller: &CallerKey) -> Result<Value, ErrorReply> {
    let workspace = service.workspace();
    let stack = workspace.stack_reader().session_stack(Some(&caller.to_string()))?;
    Ok(Contract::of_stack(workspace, &stack).to_json())
}

/// Puts the stack beside a result, or why there is none: the result itself stays as it is.
pub(crate) fn put_beside(result: &mut CallToolResult, service: &Service, caller: &CallerKey) {
    let stack = stack(service, caller).unwrap_or_else(
        |ErrorReply { code, message, .. }| json!({ "error": { "code": code.as_str(), "message": message } }),
    );
    result.meta.get_or_insert_default().0.insert(KEY.to_owned(), stack);
}
