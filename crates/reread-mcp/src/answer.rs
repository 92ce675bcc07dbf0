//! Replies and troubles as results of a call.
//!
//! The model gets plain text. The host gets the contract without the text, in the metadata, where no client shows it to
//! a model. The whole contract goes along only if the server was asked for it: some clients show a model nothing else,
//! others pay for both.

use reread_guard::Warning;
use reread_text::visible_line;
use reread_wire::{Reply, Request, Served, Trouble, hint_text, json, json_of_trouble, text_for_models};
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, MetaObject};
use serde_json::Value;

/// Where the contract stands in the metadata of a result.
pub(crate) const META_KEY: &str = "reread/reply";

/// The keys of the contract that hold text of a file.
const TEXTS: [&str; 9] =
    ["text", "content", "summary", "matches", "symbols", "context", "diff", "others", "conflicts"];

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
                let text = vec![ContentBlock::text(text_for_models(reply) + &advice(served))];
                // Nothing was done, and a model has to notice.
                let is_conflict = matches!(reply, Reply::Edited(reply) if reply.has_conflict());
                let result =
                    if is_conflict { CallToolResult::error(text) } else { CallToolResult::success(text) };
                self.with(result, contract)
            }
            Err(trouble) => self.with(failed(trouble), contract),
        }
    }

    /// A request that is refused in these words after all.
    pub(crate) fn of_refused(self, request: &Request, trouble: Trouble) -> CallToolResult {
        self.of_served(
            request,
            &Served { outcome: Err(trouble), guarded: None, needs: None, unrecorded: None },
        )
    }

    /// A call that did not become a request.
    pub(crate) fn of_trouble(self, tool: &str, trouble: &Trouble) -> CallToolResult {
        let contract = json_of_trouble(tool, trouble);
        self.with(failed(trouble), contract)
    }

    fn with(self, mut result: CallToolResult, mut contract: Value) -> CallToolResult {
        result.structured_content = self.structured.then(|| contract.clone());
        take_texts_out(&mut contract);
        let meta: JsonObject = [(META_KEY.to_owned(), contract)].into_iter().collect();
        result.meta = Some(MetaObject(meta));
        result
    }
}

/// Texts stand at the top, in each part of a reply to several targets, and in each result of a search.
fn take_texts_out(contract: &mut Value) {
    let Some(contract) = contract.as_object_mut() else { return };
    contract.retain(|key, _| !TEXTS.contains(&key.as_str()));
    for nested in ["parts", "results", "files"] {
        let nested = contract.get_mut(nested).and_then(Value::as_array_mut);
        nested.into_iter().flatten().for_each(take_texts_out);
    }
}

/// The longest message, in characters: the longest name that a system takes, and some words. It may quote any length.
const LONGEST_MESSAGE: usize = 5_000;

/// `missing: a.txt does not exist`, and on the next line what to try. Names in it cannot break out of their line.
fn failed(trouble: &Trouble) -> CallToolResult {
    let message: String = trouble.message.chars().take(LONGEST_MESSAGE).collect();
    let mut text = format!("{}: {}\n", trouble.code, visible_line(&message));
    if !trouble.hint.is_empty() {
        let hint = hint_text(&trouble.hint, |line| visible_line(line).into_owned());
        text.push_str(&format!("try: {hint}\n"));
    }
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// What the guard wants acted on, below the closing line, where no text of a file can stand; usually nothing.
fn advice(served: &Served) -> String {
    let Some(said) = served.guarded.as_ref().map(|guarded| &guarded.stabilization) else {
        return String::new();
    };
    let line = |warning: &Warning| {
        format!(
            "[{}: {} Next: {}]\n",
            warning.concern.code(),
            visible_line(&warning.text),
            visible_line(&warning.next)
        )
    };
    said.warnings.iter().map(line).collect()
}
