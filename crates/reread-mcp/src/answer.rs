//! Replies and troubles as results of a call.
//!
//! The model gets plain text. The host gets the contract without the text, in the metadata, where no client shows it to
//! a model. The whole contract goes along only if the server was asked for it: some clients show a model nothing else,
//! others pay for both.

use reread_text::visible_line;
use reread_wire::{Request, Served, Trouble, json, text_for_models};
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, MetaObject};
use serde_json::Value;

/// Where the contract stands in the metadata of a result.
pub(crate) const META_KEY: &str = "reread/reply";

/// The keys of the contract that hold text of a file.
const TEXTS: [&str; 3] = ["text", "content", "matches"];

/// How results are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Whether the whole contract goes along.
    pub(crate) structured: bool,
}

impl Shape {
    /// What came of a request.
    pub(crate) fn of_served(self, request: &Request, served: &Served) -> CallToolResult {
        let contract = json(request, served);
        match &served.outcome {
            Ok(reply) => {
                let text = ContentBlock::text(text_for_models(reply));
                self.with(CallToolResult::success(vec![text]), contract)
            }
            Err(trouble) => self.with(failed(trouble), contract),
        }
    }

    /// A call that did not become a request.
    pub(crate) fn of_trouble(self, tool: &str, trouble: &Trouble) -> CallToolResult {
        let error = serde_json::json!({
            "code": trouble.code,
            "message": trouble.message,
            "hint": trouble.hint,
        });
        let contract = serde_json::json!({
            "ok": false,
            "success": false,
            "operation": tool,
            "error": error,
            "meta": {},
        });
        self.with(failed(trouble), contract)
    }

    fn with(self, mut result: CallToolResult, contract: Value) -> CallToolResult {
        let mut told = contract.clone();
        if let Some(told) = told.as_object_mut() {
            told.retain(|key, _| !TEXTS.contains(&key.as_str()));
        }
        let meta: JsonObject = [(META_KEY.to_owned(), told)].into_iter().collect();
        result.meta = Some(MetaObject(meta));
        result.structured_content = self.structured.then_some(contract);
        result
    }
}

/// `missing: a.txt does not exist`, and on the next line what to try. Names in it cannot break out of their line.
fn failed(trouble: &Trouble) -> CallToolResult {
    let mut text = format!("{}: {}\n", trouble.code, visible_line(&trouble.message));
    if !trouble.hint.is_empty() {
        text.push_str(&format!("try: {}\n", visible_line(&trouble.hint)));
    }
    CallToolResult::error(vec![ContentBlock::text(text)])
}
