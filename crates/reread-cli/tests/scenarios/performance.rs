//! One run of a scenario through one front end.

use libtest_mimic::Failed;

use crate::front_end::FrontEnd;
use crate::placeholders::Placeholders;
use crate::reply::{difference, in_words_of_command_line, is_as_expected};
use crate::scenario::{Call, Scenario, Step};
use crate::scene::Scene;
use crate::spelling::unspelled;
use crate::words::words;

/// The calls that were made, and the replies as a scenario writes them.
#[derive(Debug)]
pub(crate) struct Performance {
    replies: Vec<(Call, String)>,
    /// Whether the replies have the words of the command line, as transcripts do.
    has_own_words: bool,
}

impl Performance {
    /// Runs the steps in a world of their own.
    pub(crate) fn of(scenario: &Scenario, front_end: &FrontEnd) -> Result<Self, String> {
        let mut scene = Scene::new();
        let mut placeholders = Placeholders::new(scene.places(), scenario.source.join("\n"));
        let mut replies = Vec::new();
        for step in &scenario.steps {
            match step {
                Step::Set(setting) => scene.set(setting, &placeholders)?,
                Step::Call(call) => {
                    let at = |error: String| format!("line {}: {error}", call.line);
                    let command = unspelled(&placeholders.fill(&call.command).map_err(at)?).map_err(at)?;
                    let command = String::from_utf8(command).map_err(|error| at(error.to_string()))?;
                    let reply =
                        words(&command).and_then(|words| (front_end.call)(&scene, &words)).map_err(at)?;
                    replies.push((call.clone(), placeholders.conceal(&reply.shown())));
                }
            }
        }
        Ok(Self { replies, has_own_words: front_end.name == "command line" })
    }

    /// Whether every reply is as the scenario says; else what differs.
    pub(crate) fn verdict(&self, scenario: &Scenario) -> Result<(), Failed> {
        let mut complaint = String::new();
        for (call, got) in &self.replies {
            let expected = scenario.expected(call);
            let translated;
            let got = match self.has_own_words {
                true => got,
                false => {
                    translated = in_words_of_command_line(&call.command, &expected, got);
                    &translated
                }
            };
            if !is_as_expected(&expected, got) {
                let difference = difference(&expected, got);
                complaint.push_str(&format!("line {}: > {}\n{difference}\n", call.line, call.command));
            }
        }
        if complaint.is_empty() { Ok(()) } else { Err(Failed::from(complaint)) }
    }

    /// The scenario with these replies in place of its own. A reply that is shortened with `...` stays as long as it
    /// is right.
    pub(crate) fn updated(&self, scenario: &Scenario) -> String {
        let mut text = String::new();
        let mut written = 0;
        let copy = |text: &mut String, lines: &[String]| {
            lines.iter().for_each(|line| text.extend([line.as_str(), "\n"]));
        };
        for (call, got) in &self.replies {
            copy(&mut text, &scenario.source[written..call.reply.start]);
            let expected = scenario.expected(call);
            text.push_str(if is_as_expected(&expected, got) { &expected } else { got });
            written = call.reply.end;
        }
        copy(&mut text, &scenario.source[written..]);
        text
    }
}
