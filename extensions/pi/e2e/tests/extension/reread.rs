//! pi with the extension, watched: every answer is judged and every session is audited.

use std::collections::HashSet;
use std::ops::{Deref, DerefMut};

use reread_pi_e2e::{
    OneShot, PiLaunch, PiProcess, PiRun, PiVersion, PiWorld, Script, ScriptedCall, StartedRun,
};
use reread_testkit::program_under_test;
use serde_json::{Value, json};

use crate::extension::program::{audit, extension};
use crate::extension::witness::{AnswerCounts, Witness};

/// A pi with the extension. [`Reread::close`] ends it and audits what it wrote; no other code may end it.
pub(crate) struct Reread<'w> {
    world: &'w PiWorld,
    pi: Option<PiProcess<'w>>,
    pub(crate) witness: Witness<'w>,
    /// Entries that a test wrote itself, whose faults are its own.
    pub(crate) planted: HashSet<String>,
    /// Whether the test has given the extension a reason to complain.
    pub(crate) may_warn: bool,
}

/// What came of a session, or of several.
#[derive(Debug)]
pub(crate) struct Shadow {
    /// The answers of this process, by kind.
    pub(crate) tally: AnswerCounts,
    /// What the audit says was saved in all sessions of the world, in tokens.
    pub(crate) saved: i64,
    /// What pi complained about.
    pub(crate) stderr: String,
}

impl<'w> Reread<'w> {
    /// Starts pi with the extension.
    #[track_caller]
    pub(crate) fn launch(world: &'w PiWorld, version: PiVersion) -> Self {
        Self::with(world, version, |launch| launch)
    }

    /// Starts pi with the extension and with more.
    #[track_caller]
    pub(crate) fn with(
        world: &'w PiWorld,
        version: PiVersion,
        more: impl FnOnce(PiLaunch<'w>) -> PiLaunch<'w>,
    ) -> Self {
        Self::watch(world, more(equipped(world, version)).rpc())
    }

    /// Watches a pi that has the extension already.
    pub(crate) fn watch(world: &'w PiWorld, pi: PiProcess<'w>) -> Self {
        Self { world, pi: Some(pi), witness: Witness::new(world), planted: HashSet::new(), may_warn: false }
    }

    /// Prompts with a script and waits until pi is at rest.
    #[track_caller]
    pub(crate) fn play(&mut self, script: &Script) -> PiRun {
        let begun = self.begin(script);
        self.settle(&begun)
    }

    /// Waits until pi is at rest.
    #[track_caller]
    pub(crate) fn settle(&mut self, begun: &StartedRun) -> PiRun {
        let run = self.deref_mut().settle(begun);
        self.witness.judge(&run.requests, &run.results);
        assert!(self.may_warn || self.warnings().is_empty(), "the user was warned: {:?}", self.warnings());
        run
    }

    /// What the model is told when it reads a file.
    #[track_caller]
    pub(crate) fn read(&mut self, path: &str) -> String {
        self.call(ScriptedCall::read(path))
    }

    /// What the model is told when it reads `limit` lines from line `offset` on.
    #[track_caller]
    pub(crate) fn lines(&mut self, path: &str, offset: u64, limit: u64) -> String {
        self.call(ScriptedCall::read_lines(path, offset, limit))
    }

    /// What the model is told when it makes one call.
    #[track_caller]
    pub(crate) fn call(&mut self, call: ScriptedCall) -> String {
        self.together([call]).remove(0)
    }

    /// What the model is told when it makes these calls in one message.
    #[track_caller]
    pub(crate) fn together(&mut self, calls: impl IntoIterator<Item = ScriptedCall>) -> Vec<String> {
        let run = self.play(&Script::new().together(calls));
        let [asked, told] = &run.requests[..] else { panic!("one message takes two requests: {run:?}") };
        asked.answer().iter().map(|call| told.result_of(&call.id).expect("pi answers every call")).collect()
    }

    /// What pi answers with the extension, and what the session keeps beside it, but for our own notes.
    #[track_caller]
    pub(crate) fn answers(&mut self, calls: &[ScriptedCall]) -> Vec<Plain> {
        let script = calls.iter().cloned().fold(Script::new(), Script::call);
        let answers = self
            .play(&script)
            .results
            .into_iter()
            .map(|result| (result.text, without_notes(result.details), result.is_error));
        answers.collect()
    }

    /// What the session notes beside the last read on the active branch.
    #[track_caller]
    pub(crate) fn noted(&mut self) -> Value {
        let results = self.session().results();
        let last = results.iter().rfind(|result| result.tool == "read").expect("something was read");
        last.details["readcache"].clone()
    }

    /// What the extension has warned the user of.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let warnings = self.notifications().into_iter().filter(|note| note.kind != "info");
        warnings.map(|note| note.message).collect()
    }

    /// Ends pi and audits every session of the world.
    #[track_caller]
    pub(crate) fn close(mut self) -> Shadow {
        assert_eq!(self.extension_errors(), [""; 0]);
        let stderr = self.pi.take().expect("pi is closed once").close();
        let saved = audit_all(self.world, &self.planted);
        Shadow { tally: self.witness.tally, saved, stderr }
    }

    /// Kills pi, and audits what it has written by then.
    #[track_caller]
    pub(crate) fn kill(mut self) {
        drop(self.pi.take());
        audit_all(self.world, &self.planted);
    }
}

/// Details as they were before ours were added.
fn without_notes(mut details: Value) -> Value {
    let notes = details.as_object_mut().and_then(|fields| fields.remove("readcache"));
    if notes.is_some() && details == json!({}) { Value::Null } else { details }
}

impl Drop for Reread<'_> {
    fn drop(&mut self) {
        let is_open = self.pi.is_some() && !std::thread::panicking();
        assert!(!is_open, "a session was left without an audit");
    }
}

impl<'w> Deref for Reread<'w> {
    type Target = PiProcess<'w>;

    fn deref(&self) -> &PiProcess<'w> {
        self.pi.as_ref().expect("pi runs until it is closed")
    }
}

impl DerefMut for Reread<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.pi.as_mut().expect("pi runs until it is closed")
    }
}

/// A pi to be, with the extension.
pub(crate) fn equipped<'w>(world: &'w PiWorld, version: PiVersion) -> PiLaunch<'w> {
    world.launch(version).extension(extension()).env("REREAD_BIN", program_under_test())
}

/// A result of a pi without the extension, but for what names it: text, details, and whether it failed.
pub(crate) type Plain = (String, Value, bool);

/// What pi answers by itself, without the extension, to one call after the other.
#[track_caller]
pub(crate) fn without_extension(world: &PiWorld, version: PiVersion, calls: &[ScriptedCall]) -> Vec<Plain> {
    let mut pi = world.launch(version).rpc();
    let script = calls.iter().cloned().fold(Script::new(), Script::call);
    let answers =
        pi.play(&script).results.into_iter().map(|result| (result.text, result.details, result.is_error));
    let answers = answers.collect();
    pi.close();
    answers
}

/// Judges a run that has ended by itself, and audits every session of the world. Returns the tokens saved.
#[track_caller]
pub(crate) fn judge_ended(world: &PiWorld, run: &OneShot) -> i64 {
    Witness::new(world).judge(&run.requests, &[]);
    audit_all(world, &HashSet::new())
}

/// Audits every session of the world: nothing may be unjustified but what was planted, and all must have been looked at.
#[track_caller]
fn audit_all(world: &PiWorld, planted: &HashSet<String>) -> i64 {
    let mut saved = 0;
    for file in world.session_files() {
        let report = audit(world, &file);
        let is_planted =
            |finding: &&Value| finding["entry"].as_str().is_some_and(|entry| planted.contains(entry));
        let findings = report["findings"].as_array().unwrap_or_else(|| panic!("no audit: {report:#}")).iter();
        // Who has meddled with a session makes an audit unsure of what follows, and of nothing else.
        let is_wrong = |finding: &&Value| match finding["verdict"].as_str() {
            Some("justified") => false,
            Some("unverifiable") => planted.is_empty(),
            _ => true,
        };
        let wrong: Vec<&Value> = findings.filter(is_wrong).filter(|finding| !is_planted(finding)).collect();
        assert!(wrong.is_empty(), "{}: {wrong:#?}", file.display());
        if planted.is_empty() {
            assert_eq!(report["ok"], true, "{}: {report:#}", file.display());
        }
        saved += report["saved"]["tokens"].as_i64().expect("an audit counts what was saved");
    }
    saved
}
