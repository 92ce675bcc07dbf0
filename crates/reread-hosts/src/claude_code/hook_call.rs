//! The hook of Claude Code: what it hands over after a call, and what it takes in the place of the result.
//!
//! The value that takes the place must have the shape of the tool's own result, so the host's object is kept and only its
//! text is replaced. A field of an unknown name may say that the model gets something else than the text: then nothing is
//! replaced.

use std::borrow::Cow;

use reread_text::LineRange;
use serde_json::{Map, Value, json};

use crate::claude_code::shell_read::ShellRead;
use crate::claude_code::shown_text::{ShownForm, ShownText, is_shown_as_it_is, lines_by_host, with_numbers};
use crate::claude_code::tool_call::absolute_name;

/// Where the host says that it shows a part of what was asked for.
const CUT: &str = "truncatedByTokenCap";

/// A read that the host has answered.
#[derive(Clone, Debug, PartialEq)]
pub struct HookCall {
    /// The id of the call.
    pub call: String,
    /// Where the host says that the transcript of the session is.
    pub transcript: String,
    /// The sub-agent that made the call; `None` if none did.
    pub agent: Option<String>,
    /// The absolute name of the file.
    pub file: String,
    /// The tool's name.
    pub tool: &'static str,
    form: ShownForm,
    /// The host's own result.
    response: Map<String, Value>,
}

impl HookCall {
    /// Takes the input of a hook apart. `None` if nothing is to be replaced, whatever the file says: it is another event, tool
    /// or command, or a result that is not one whole text.
    pub fn parse(input: &[u8]) -> Option<Self> {
        let Value::Object(input) = serde_json::from_slice(input).ok()? else { return None };
        let text = |key: &str| input.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
        if text("hook_event_name")? != "PostToolUse" {
            return None;
        }
        let asked = |key: &str| input.get("tool_input")?.get(key)?.as_str();
        let response = input.get("tool_response")?.as_object()?;
        let (tool, path, folder, form) = match text("tool_name")? {
            "Read" => ("Read", asked("file_path")?.to_owned(), None, ShownForm::Numbered),
            "Bash" => {
                let read = ShellRead::parse(asked("command")?)?;
                ("Bash", read.file.clone(), text("cwd"), ShownForm::Shell(read))
            }
            _ => return None,
        };
        let agent = match input.get("agent_id") {
            None | Some(Value::Null) => None,
            Some(agent) => Some(agent.as_str()?.to_owned()).filter(|agent| !agent.is_empty()),
        };
        let call = Self {
            call: text("tool_use_id")?.to_owned(),
            transcript: text("transcript_path")?.to_owned(),
            agent,
            file: absolute_name(&path, folder)?,
            tool,
            form,
            response: response.clone(),
        };
        call.shown().is_some().then_some(call)
    }

    /// The lines of the file that the host shows; `None` if what it shows is not the text of these bytes.
    pub fn lines_shown(&self, bytes: &[u8]) -> Option<LineRange> {
        if !is_shown_as_it_is(bytes) {
            return None;
        }
        let says_as_many = match &self.form {
            ShownForm::Numbered => {
                self.read_file()?.get("totalLines")?.as_u64() == Some(lines_by_host(bytes))
            }
            ShownForm::Shell(_) => true,
        };
        says_as_many.then(|| self.shown()?.lines_of(bytes))?
    }

    /// What the hook prints so that a text takes the place of the result; `None` if the result is no longer than that, or
    /// is the beginning of a longer one: what becomes of the host's notice about that is not known.
    pub fn output(&self, text: &str) -> Option<Value> {
        if self.read_file().is_some_and(|file| file.get(CUT).is_some_and(|cut| *cut != false)) {
            return None;
        }
        let shown = self.shown()?;
        let (shown, instead) = match &shown {
            ShownText::Lines { first, body } => {
                let numbers: usize =
                    (*first..).zip(body.split('\n')).map(|(number, _)| number.to_string().len() + 1).sum();
                (numbers + body.len(), with_numbers(text).len())
            }
            ShownText::Output { text: output, .. } => (output.len(), text.len()),
        };
        if instead >= shown {
            return None;
        }
        let mut response = self.response.clone();
        match &self.form {
            ShownForm::Numbered => {
                let file = response.get_mut("file")?.as_object_mut()?;
                file.insert("content".to_owned(), text.into());
                file.insert("numLines".to_owned(), text.split('\n').count().into());
                file.insert("startLine".to_owned(), 1.into());
            }
            ShownForm::Shell(_) => drop(response.insert("stdout".to_owned(), text.into())),
        }
        Some(json!({
            "hookSpecificOutput": { "hookEventName": "PostToolUse", "updatedToolOutput": response }
        }))
    }

    /// How many bytes the host's text has.
    pub fn shown_bytes(&self) -> usize {
        self.shown().map_or(0, |shown| shown.body().len())
    }

    fn read_file(&self) -> Option<&Map<String, Value>> {
        self.response.get("file")?.as_object()
    }

    /// What the host shows, if its result is one whole text in the shape that is known.
    fn shown(&self) -> Option<ShownText<'_>> {
        let has_only = |fields: &Map<String, Value>, known: &[&str]| {
            fields.keys().all(|key| known.contains(&key.as_str()))
        };
        match &self.form {
            ShownForm::Numbered => {
                let file = self.read_file()?;
                let is_known = has_only(&self.response, &["type", "file"])
                    && self.response.get("type")? == "text"
                    && has_only(file, &["filePath", "content", "numLines", "startLine", "totalLines", CUT]);
                let body = file.get("content")?.as_str()?;
                let names = absolute_name(file.get("filePath")?.as_str()?, None)? == self.file;
                let counts = file.get("numLines")?.as_u64()? == body.split('\n').count() as u64;
                let first = file.get("startLine")?.as_u64()?;
                (is_known && names && counts).then_some(ShownText::Lines { first, body: Cow::Borrowed(body) })
            }
            ShownForm::Shell(read) => {
                let fields = &self.response;
                let known = ["stdout", "stderr", "interrupted", "isImage", "noOutputExpected"];
                let is_quiet = has_only(fields, &known)
                    && fields.get("stderr")? == ""
                    && ["interrupted", "isImage"]
                        .iter()
                        .all(|flag| fields.get(*flag) == Some(&Value::Bool(false)));
                let text = fields.get("stdout")?.as_str()?;
                is_quiet.then_some(ShownText::Output { read, text })
            }
        }
    }
}

#[cfg(test)]
mod tests;
