//! What the model was sent.
//!
//! One request is one body of the Messages protocol, kept as it came over the wire. It is all that the model can see at that
//! moment.

use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// One request that the host made to the model, and what the model answered.
#[derive(Clone)]
pub struct ApiRequest {
    /// The conversation, as the host names it in a header.
    pub session: String,
    /// The sub-agent, as the host names it in a header; empty for the main thread.
    pub agent: String,
    /// The whole body.
    pub body: Value,
    /// The id of the answer.
    pub message: String,
    /// The calls that the model answered with.
    pub answer: Vec<ToolUse>,
}

/// A tool call that the model made.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolUse {
    /// What its result will be found by.
    pub id: String,
    /// The tool, by the name that the host gives it.
    pub tool: String,
    /// What it was given.
    pub input: Value,
    /// The bytes of the file that it names, at the moment at which the model made the call.
    pub disk: Option<Vec<u8>>,
}

/// A tool result in a request.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownResult {
    /// The call it answers.
    pub call: String,
    /// Its text; several blocks follow each other directly, other blocks than text are left out.
    pub text: String,
    /// Whether the host says that the call failed.
    pub is_error: bool,
}

impl ApiRequest {
    /// The messages, oldest first.
    pub fn messages(&self) -> &[Value] {
        self.body["messages"].as_array().map_or(&[], Vec::as_slice)
    }

    /// The blocks of all messages, oldest first; a plain text is one block.
    pub fn blocks(&self) -> Vec<Value> {
        self.messages().iter().flat_map(blocks).collect()
    }

    /// The tool results that the model can see, oldest first.
    pub fn results(&self) -> Vec<ShownResult> {
        let results = self.blocks().into_iter().filter(|block| block["type"] == "tool_result");
        let shown = results.map(|block| ShownResult {
            call: block["tool_use_id"].as_str().unwrap_or_default().to_owned(),
            text: text_of(&block["content"]),
            is_error: block["is_error"] == true,
        });
        shown.collect()
    }

    /// The result of one call, if the model can see it.
    pub fn result_of(&self, call: &str) -> Option<ShownResult> {
        self.results().into_iter().find(|result| result.call == call)
    }

    /// Everything but the files on disk, as one JSON value.
    pub(crate) fn record(&self) -> Value {
        let Self { session, agent, body, message, answer } = self;
        let answer: Vec<Value> = answer
            .iter()
            .map(|ToolUse { id, tool, input, .. }| json!({ "id": id, "tool": tool, "input": input }))
            .collect();
        json!({ "session": session, "agent": agent, "message": message, "answer": answer, "body": body })
    }

    /// Whether that text stands in a message.
    pub fn shows(&self, text: &str) -> bool {
        self.blocks().iter().any(|block| text_in(block).contains(text))
    }
}

impl ToolUse {
    /// The file that a call names: the path of a tool for files, or the last word of a command.
    pub fn file(input: &Value, project: &Path) -> Option<PathBuf> {
        let last_word = || input["command"].as_str()?.split_whitespace().next_back();
        Some(project.join(input["file_path"].as_str().or_else(last_word)?))
    }
}

impl fmt::Debug for ApiRequest {
    /// Who said what, without the system prompt and the tools, which are longer than all the rest in a test.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.messages().iter().map(|message| {
            let texts: Vec<String> = blocks(message).map(|block| shortened(&text_in(&block))).collect();
            (message["role"].as_str().unwrap_or_default(), texts)
        });
        f.debug_list().entries(shown).finish()
    }
}

/// The blocks of a message; a plain text is one block.
pub(crate) fn blocks(message: &Value) -> impl Iterator<Item = Value> + '_ {
    let content = &message["content"];
    let plain = content.as_str().map(|text| json!({ "type": "text", "text": text }));
    content.as_array().into_iter().flatten().cloned().chain(plain)
}

/// What a block says: its text, the text of the result in it, or the call that it is.
fn text_in(block: &Value) -> String {
    match block["type"].as_str() {
        Some("text") => text_of(&block["text"]),
        Some("tool_result") => text_of(&block["content"]),
        _ => block.to_string(),
    }
}

/// The text of a content: it is a string or a list of blocks.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks.iter().filter_map(|block| block["text"].as_str()).collect(),
        _ => String::new(),
    }
}

/// The beginning of a text, as long as one wants to read it in a failure.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 400;
    text.chars().take(LONGEST).collect()
}
