//! Replies and errors as results of a call.
//!
//! The model gets plain text. The host gets the contract without the text, in the metadata, where no client shows it to
//! a model. The whole contract goes along only if the server was asked for it: some clients show a model nothing else,
//! other hosts pay for both.

use reread_wire::{Contract, Rejected, Request, Served};
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, MetaObject};

/// Where the contract stands in the metadata of a result.
pub(crate) const META_KEY: &str = "reread/reply";

/// The result of a request. `structured` adds the whole contract.
pub(crate) fn of_served(request: &Request, served: &Served, structured: bool) -> CallToolResult {
    result(served.text(), served.is_error(), &Contract::of(request, served), structured)
}

/// The result of a call that did not become a request.
pub(crate) fn of_rejected(rejected: &Rejected, structured: bool) -> CallToolResult {
    result(rejected.error.text(), true, &Contract::of_rejected(rejected), structured)
}

fn result(text: String, is_error: bool, contract: &Contract, structured: bool) -> CallToolResult {
    let text = vec![ContentBlock::text(text)];
    let mut result = if is_error { CallToolResult::error(text) } else { CallToolResult::success(text) };
    result.structured_content = structured.then(|| contract.to_json());
    let meta: JsonObject = [(META_KEY.to_owned(), contract.metadata())].into_iter().collect();
    result.meta = Some(MetaObject(meta));
    result
}
