//! A scenario as it is written: its front ends and its steps, with the lines they stand on.

use std::ops::Range;

use crate::front_end::FRONT_ENDS;
use crate::setting::Setting;

/// A parsed scenario. It keeps its source, so that replies can be written back into it.
#[derive(Clone, Debug)]
pub(crate) struct Scenario {
    pub(crate) source: Vec<String>,
    /// The names of the front ends it is for; all if it does not say.
    front_ends: Option<Vec<String>>,
    pub(crate) steps: Vec<Step>,
}

/// One thing that happens.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// The world is changed.
    Set(Setting),
    /// A call is made and answered.
    Call(Call),
}

/// One call of a transcript.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// What follows the `> `.
    pub(crate) command: String,
    /// Its line, counted from 1.
    pub(crate) line: usize,
    /// The lines of its reply, as indices into the source.
    pub(crate) reply: Range<usize>,
}

impl Scenario {
    /// Reads a scenario; the error names the line.
    pub(crate) fn parse(source: &str) -> Result<Self, String> {
        let source: Vec<String> = source.lines().map(str::to_owned).collect();
        if !source.first().is_some_and(|line| line.starts_with("# ")) {
            return Err("line 1: a scenario begins with `# ` and the promise it keeps".to_owned());
        }
        let mut scenario = Self { source, front_ends: None, steps: Vec::new() };
        let mut at = 1;
        while at < scenario.source.len() {
            at = scenario.parse_line(at).map_err(|error| format!("line {}: {error}", at + 1))?;
        }
        if !scenario.steps.iter().any(|step| matches!(step, Step::Call(_))) {
            return Err("there is no call in this scenario".to_owned());
        }
        Ok(scenario)
    }

    /// Whether it concerns the front end.
    pub(crate) fn runs_through(&self, front_end: &str) -> bool {
        self.front_ends.as_ref().is_none_or(|front_ends| front_ends.iter().any(|name| name == front_end))
    }

    /// The reply that stands in the source.
    pub(crate) fn expected(&self, call: &Call) -> String {
        self.source[call.reply.clone()].iter().map(|line| format!("{line}\n")).collect()
    }

    /// Reads what begins on a line; gives the line to go on with.
    fn parse_line(&mut self, at: usize) -> Result<usize, String> {
        let line = self.source[at].clone();
        if let Some(names) = line.strip_prefix("front ends: ") {
            self.front_ends = Some(known_front_ends(names)?);
            return Ok(at + 1);
        }
        let ticks = line.bytes().take_while(|byte| *byte == b'`').count();
        if ticks < 3 {
            return Ok(at + 1);
        }
        let is_end = |line: &String| line.trim_end() == "`".repeat(ticks);
        let length = self.source[at + 1..].iter().position(is_end).ok_or("this block does not end")?;
        let body = at + 1..at + 1 + length;
        let (kind, rest) = line[ticks..].split_once(' ').unwrap_or((&line[ticks..], ""));
        match kind {
            "file" => self.steps.push(Step::Set(Setting::file(rest, &self.source[body.clone()])?)),
            "world" => {
                for line in &self.source[body.clone()] {
                    self.steps.push(Step::Set(Setting::parse(line)?));
                }
            }
            "transcript" => self.parse_transcript(body.clone())?,
            _ => return Err(format!("`{kind}` is no kind of block; there are file, world and transcript")),
        }
        Ok(body.end + 1)
    }

    fn parse_transcript(&mut self, body: Range<usize>) -> Result<(), String> {
        let is_call = |at: &usize| self.source[*at].starts_with("> ");
        let calls: Vec<usize> = body.clone().filter(is_call).collect();
        if calls.first() != Some(&body.start) {
            return Err("a transcript begins with `> ` and a call".to_owned());
        }
        for (index, at) in calls.iter().enumerate() {
            let end = calls.get(index + 1).copied().unwrap_or(body.end);
            let command = self.source[*at]["> ".len()..].to_owned();
            self.steps.push(Step::Call(Call { command, line: at + 1, reply: at + 1..end }));
        }
        Ok(())
    }
}

fn known_front_ends(names: &str) -> Result<Vec<String>, String> {
    let names: Vec<String> = names.split(',').map(|name| name.trim().to_owned()).collect();
    match names.iter().find(|name| FRONT_ENDS.iter().all(|front_end| front_end.name != name.as_str())) {
        Some(name) => Err(format!("`{name}` is no front end")),
        None => Ok(names),
    }
}
