//! The witness: says of every result whether the model could see what it speaks of.
//!
//! Its evidence is the request that made the call, and nothing else: not the transcript, not the order of the calls, not what
//! was sent in other requests. A file is what it was when the model made the call.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use reread_claude_e2e::{ApiRequest, ClaudeWorld, ShownResult, ToolUse};
use serde_json::Value;

use crate::hook::asked_read::{AskedForm, AskedRead};
use crate::hook::reply_form::ReplyForm;
use crate::hook::shown_lines::{ShownLines, lines_of};

/// How many results were found right.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Judgement {
    pub(crate) texts: usize,
    pub(crate) markers: usize,
    pub(crate) diffs: usize,
}

impl Judgement {
    /// Texts, markers, diffs.
    pub(crate) fn counts(self) -> (usize, usize, usize) {
        (self.texts, self.markers, self.diffs)
    }
}

/// Judges every read of a world.
#[derive(Debug)]
pub(crate) struct Judge<'w> {
    project: PathBuf,
    calls: HashMap<String, ToolUse>,
    requests: &'w [ApiRequest],
    /// Whether another hook alters texts, so that those need not be the file's.
    is_meddled_with: bool,
}

/// What the host writes before files that it shows on its own, after a compaction or for `@file`.
const CALLED: &str = "Called the Read tool with the following input: ";
const RESULT: &str = "Result of calling the Read tool:\n";

/// What the host says of a file or a command that shows nothing.
const NOTHING: [&str; 2] = ["the file exists but the contents are empty", "(Bash completed with no output)"];

/// Judges every read that the model made; panics at the first that is wrong.
#[track_caller]
pub(crate) fn judge(world: &ClaudeWorld, requests: &[ApiRequest], is_meddled_with: bool) -> Judgement {
    let calls = requests.iter().flat_map(|request| &request.answer);
    let calls = calls.map(|call| (call.id.clone(), call.clone())).collect();
    Judge { project: world.project(), calls, requests, is_meddled_with }.all()
}

impl Judge<'_> {
    #[track_caller]
    fn all(&self) -> Judgement {
        let mut judgement = Judgement::default();
        for request in self.requests {
            for call in &request.answer {
                let Some(asked) = AskedRead::of(call, &self.project) else { continue };
                let result = self.requests.iter().find_map(|request| request.result_of(&call.id));
                let Some(result) = result.filter(|result| !result.is_error) else { continue };
                match self.judged(request, call, &asked, &result) {
                    Ok(ReplyForm::Text) => judgement.texts += 1,
                    Ok(ReplyForm::Diff(_)) => judgement.diffs += 1,
                    Ok(_) => judgement.markers += 1,
                    Err(fault) => panic!(
                        "{:?} is a wrong answer to {}: {fault}\nthe model was sent {request:#?}",
                        result.text, call.input
                    ),
                }
            }
        }
        judgement
    }

    fn judged(
        &self,
        request: &ApiRequest,
        call: &ToolUse,
        asked: &AskedRead,
        result: &ShownResult,
    ) -> Result<ReplyForm, String> {
        let disk = call.disk.as_deref().unwrap_or_default();
        let total = lines_of(disk).len();
        if says(asked.form, &result.text, disk) {
            return Ok(ReplyForm::Text);
        }
        let reply = ReplyForm::of(&result.text, asked.form.is_numbered());
        let mut shown = self.shown(request, &asked.file);
        match &reply {
            ReplyForm::Text if self.is_meddled_with => return Ok(reply),
            ReplyForm::Text => return Err("it is neither the text nor a sentence of ours".to_owned()),
            ReplyForm::Unchanged(lines) if *lines != total => return Err(format!("there are {total} lines")),
            ReplyForm::UnchangedLines(first, last) if (*first..=*last) != asked.form.lines(total) => {
                return Err(format!("lines {:?} were asked for", asked.form.lines(total)));
            }
            ReplyForm::Unchanged(_) | ReplyForm::UnchangedLines(..) => {}
            ReplyForm::Diff(diff) => shown.patch(diff)?,
        }
        if asked.form.is_whole() {
            shown.ends_at(total)?;
        }
        shown.agree(asked.form.lines(total), disk).map(|()| reply)
    }

    /// What a request shows of a file.
    fn shown(&self, request: &ApiRequest, file: &Path) -> ShownLines {
        let mut shown = ShownLines::default();
        let mut called: Option<Value> = None;
        for block in request.blocks() {
            if block["type"] == "tool_result" {
                let call = block["tool_use_id"].as_str().and_then(|id| self.calls.get(id));
                let result = block["tool_use_id"].as_str().and_then(|id| request.result_of(id));
                if let (Some(call), Some(result)) = (call, result.filter(|result| !result.is_error)) {
                    self.take(&mut shown, file, call, &result.text);
                }
            }
            if let Some(text) = block["text"].as_str() {
                if let Some((_, input)) = text.split_once(CALLED) {
                    called = serde_json::from_str(input.lines().next().unwrap_or_default()).ok();
                }
                let again = called.as_ref().and_then(|input| self.shown_again(input, file));
                if let (Some((_, body)), Some(form)) = (text.split_once(RESULT), again) {
                    let body = body.split("\n</system-reminder>").next().unwrap_or_default();
                    take_text(&mut shown, form, body, None);
                }
            }
        }
        shown
    }

    /// The form of a read that the host made itself, if it is of that file.
    fn shown_again(&self, input: &Value, file: &Path) -> Option<AskedForm> {
        let (id, tool, disk) = (String::new(), "Read".to_owned(), None);
        let asked = AskedRead::of(&ToolUse { id, tool, input: input.clone(), disk }, &self.project)?;
        (asked.file == file).then_some(asked.form)
    }

    /// Takes in what a result says about a file.
    fn take(&self, shown: &mut ShownLines, file: &Path, call: &ToolUse, result: &str) {
        if ToolUse::file(&call.input, &self.project).as_deref() != Some(file) {
            return;
        }
        let word = |key: &str| call.input[key].as_str().unwrap_or_default();
        match call.tool.as_str() {
            "Edit" => return shown.edit(word("old_string"), word("new_string")),
            "Write" => return shown.write(word("content")),
            _ => {}
        }
        let Some(asked) = AskedRead::of(call, &self.project) else { return };
        let disk = call.disk.as_deref();
        if says(asked.form, result, disk.unwrap_or_default()) {
            return take_text(shown, asked.form, result, disk);
        }
        match ReplyForm::of(result, asked.form.is_numbered()) {
            ReplyForm::Diff(diff) if shown.patch(&diff).is_err() => *shown = ShownLines::default(),
            ReplyForm::Text => take_text(shown, asked.form, result, None),
            _ => {}
        }
    }
}

/// Takes in a text in the form that was asked for.
fn take_text(shown: &mut ShownLines, form: AskedForm, text: &str, disk: Option<&[u8]>) {
    let total = disk.map_or(0, |disk| lines_of(disk).len());
    let numbered: Vec<(usize, &str)> = numbered_lines(form, text, total);
    for (number, line) in &numbered {
        shown.show(*number, &[line], disk);
    }
    let last = numbered.last().map_or(0, |(number, _)| *number);
    if form.is_whole() && last == total {
        shown.end_at(last);
    }
}

/// The lines of a text with their numbers. The empty line that the host adds at the end is none.
fn numbered_lines(form: AskedForm, text: &str, total: usize) -> Vec<(usize, &str)> {
    if form.is_numbered() {
        let split = text.split('\n').filter_map(|line| {
            let (number, rest) = line.split_once('\t')?;
            Some((number.trim_start().parse().ok()?, rest))
        });
        let mut lines: Vec<(usize, &str)> = split.collect();
        lines.pop_if(|(number, rest)| rest.is_empty() && total > 0 && *number > total);
        return lines;
    }
    (*form.lines(total.max(text.lines().count())).start()..).zip(text.lines()).collect()
}

/// Whether a result is the text that a file of these bytes has there, or the beginning of it.
fn says(form: AskedForm, result: &str, disk: &[u8]) -> bool {
    let now = lines_of(disk);
    if NOTHING.iter().any(|words| result.contains(words)) {
        return String::from_utf8_lossy(disk).trim().is_empty();
    }
    let mut text = ShownLines::default();
    take_text(&mut text, form, result, None);
    let lines = numbered_lines(form, result, now.len());
    let is_from_start = lines.first().is_some_and(|(number, _)| number == form.lines(now.len()).start());
    is_from_start && text.agree(lines.iter().map(|(number, _)| *number), disk).is_ok()
}
