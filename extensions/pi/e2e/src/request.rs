//! What the model was sent.
//!
//! One request is one body of the chat-completions protocol, kept as it came over the wire. It is all that the model
//! can see at that moment.

use std::fmt;

use serde_json::Value;

use crate::script::{Script, ScriptedCall};

/// One request that pi made to the model.
#[derive(Clone)]
pub struct ModelRequest {
    body: Value,
    sender: String,
    answer: Vec<MadeCall>,
}

/// A tool call that the model made.
#[derive(Clone, Debug, PartialEq)]
pub struct MadeCall {
    /// What its result will be found by.
    pub id: String,
    /// The tool's name, as pi declared it to the model.
    pub tool: String,
    /// What it was given.
    pub arguments: Value,
}

/// A tool result in a request.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenResult {
    /// The call it answers.
    pub call: String,
    /// Its text; several blocks follow each other directly, other blocks than text are left out.
    pub text: String,
}

impl ModelRequest {
    pub(crate) fn new(body: Value, sender: String) -> Self {
        Self { body, sender, answer: Vec::new() }
    }

    pub(crate) fn answered_with(self, answer: Vec<MadeCall>) -> Self {
        Self { answer, ..self }
    }

    /// The calls that the model made in answer to it.
    pub fn answer(&self) -> &[MadeCall] {
        &self.answer
    }

    /// The calls that stand in it, oldest first.
    pub fn calls(&self) -> Vec<MadeCall> {
        let calls = self.messages().iter().flat_map(|message| message["tool_calls"].as_array());
        let made = calls.flatten().map(|call| {
            let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let arguments = serde_json::from_str(&word(&call["function"]["arguments"])).unwrap_or_default();
            MadeCall { id: word(&call["id"]), tool: word(&call["function"]["name"]), arguments }
        });
        made.collect()
    }

    /// The whole body.
    pub fn body(&self) -> &Value {
        &self.body
    }

    /// Which process sent it: the key that it was launched with.
    pub(crate) fn sender(&self) -> &str {
        &self.sender
    }

    /// The messages, oldest first.
    pub fn messages(&self) -> &[Value] {
        self.body["messages"].as_array().map_or(&[], Vec::as_slice)
    }

    /// The tool results that the model can see, oldest first.
    pub fn results(&self) -> Vec<SeenResult> {
        let results = self.messages().iter().filter(|message| message["role"] == "tool");
        let seen = results.map(|message| SeenResult {
            call: message["tool_call_id"].as_str().unwrap_or_default().to_owned(),
            text: text_of(&message["content"]),
        });
        seen.collect()
    }

    /// The text of the result of one call, if the model can see it.
    pub fn result_of(&self, call: &str) -> Option<String> {
        self.results().into_iter().find(|result| result.call == call).map(|result| result.text)
    }

    /// The texts of all messages, oldest first, with their roles.
    pub fn texts(&self) -> Vec<(&str, String)> {
        let messages = self.messages().iter();
        messages
            .map(|message| (message["role"].as_str().unwrap_or_default(), text_of(&message["content"])))
            .collect()
    }

    /// Whether the text stands in any message.
    pub fn shows(&self, text: &str) -> bool {
        self.texts().iter().any(|(_role, shown)| shown.contains(text))
    }

    /// The names of the tools that the model may call.
    pub fn tools(&self) -> Vec<&str> {
        let tools = self.body["tools"].as_array().map_or(&[][..], Vec::as_slice);
        tools.iter().filter_map(|tool| tool["function"]["name"].as_str()).collect()
    }

    /// Whether pi asks for a summary of a conversation instead of its continuation: then no tool may be called.
    pub fn asks_for_summary(&self) -> bool {
        self.tools().is_empty() && self.place().is_none()
    }

    /// The script in the last prompt of the user, and how often the model has answered since.
    pub(crate) fn place(&self) -> Option<(Script, usize)> {
        let messages = self.messages();
        let prompted = messages.iter().rposition(|message| message["role"] == "user")?;
        let script = Script::of_prompt(&text_of(&messages[prompted]["content"]))?;
        let answers = messages[prompted..].iter().filter(|message| message["role"] == "assistant");
        Some((script, answers.count()))
    }
}

impl MadeCall {
    pub(crate) fn new(number: u64, ScriptedCall { tool, arguments }: &ScriptedCall) -> Self {
        Self { id: format!("call_{number:04}"), tool: tool.clone(), arguments: arguments.clone() }
    }
}

impl fmt::Debug for ModelRequest {
    /// Who said what, without the system prompt, which is as long as all the rest in a test.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.texts().iter().filter(|(role, _text)| *role != "system")).finish()
    }
}

/// The text of a message: it is a string or a list of blocks.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks.iter().filter_map(|block| block["text"].as_str()).collect(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests;
