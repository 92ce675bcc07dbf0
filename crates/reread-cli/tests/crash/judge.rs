//! What must be true of a workspace after a command was killed or failed in it.

use std::collections::BTreeSet;

use reread_testkit::{RunOutput, World};
use reread_text::Digest;
use serde_json::Value;

use super::deed::Deed;
use super::strace::{Ended, Fault, Point};
use super::sweeping::{Files, is_temp, run};

/// What came of the points of one command.
#[derive(Default)]
pub(crate) struct Score {
    pub(crate) kills: usize,
    pub(crate) errors: usize,
    /// Points that a run did not come to: its calls differ from those of the clean one.
    pub(crate) missed: usize,
    /// Files that held neither what they held before nor what they shall hold.
    torn: usize,
    /// Files that were gone, or whose end was not in the history.
    lost: usize,
    /// Runs that left a second name in the workspace until the next check.
    swept_temps: usize,
    /// Runs after which one was left even then.
    temps: usize,
    /// Runs that said that they failed, with the new content in place.
    silent: usize,
    /// Everything that must not be, in words.
    pub(crate) wrongs: Vec<String>,
}

impl Score {
    pub(crate) fn header() -> String {
        let columns =
            ["kills", "errors", "missed", "torn", "lost", "temp left", "temp swept", "failed, new", "wrong"];
        columns.iter().fold(format!("{:<12}", "operation"), |row, column| format!("{row} {column:>11}"))
    }

    /// The row of a command, and below it what is wrong.
    pub(crate) fn row(&self, name: &str) -> String {
        let Self { kills, errors, missed, torn, lost, temps, swept_temps, silent, wrongs } = self;
        let columns = [kills, errors, missed, torn, lost, temps, swept_temps, silent, &wrongs.len()];
        let row = columns.iter().fold(format!("{name:<12}"), |row, column| format!("{row} {column:>11}"));
        wrongs.iter().fold(row, |rows, wrong| format!("{rows}\n  {wrong}"))
    }
}

/// Looks at the workspace as the command left it, and again after the next check.
pub(crate) fn judge(
    world: &World,
    deed: &Deed,
    point: &Point,
    ended: &Ended,
    (old, new): (&Files, &Files),
    score: &mut Score,
) {
    let mut wrong = Vec::new();
    let Ended { ran: RunOutput { code, timed_out, stderr, .. }, .. } = ended;
    if *timed_out {
        wrong.push("it did not end".to_owned());
    }
    let left = world.files();
    for (name, held) in left.iter().filter(|(name, _)| !is_temp(name)) {
        if ![old.get(name), new.get(name)].contains(&Some(held)) {
            score.torn += 1;
            wrong.push(format!("{name} is torn: {} bytes", held.0.len()));
        }
    }
    for name in old.keys().filter(|name| new.contains_key(*name) && !left.contains_key(*name)) {
        score.lost += 1;
        wrong.push(format!("{name} is gone"));
    }
    score.swept_temps += usize::from(left.keys().any(|name| is_temp(name)));
    let is_new = without_temps(&left) == *new;
    if *code == Some(0) && !is_new {
        wrong.push("it said that it is done".to_owned());
    }
    let went_on = !matches!(point.fault, Fault::Kill);
    if old != new && is_new && went_on && *code != Some(0) {
        score.silent += 1;
    }
    let is_settled = [old, new].contains(&&without_temps(&left));
    if went_on && deed.may_stay && !is_settled {
        wrong.push("part of it was done when it said that it failed".to_owned());
    }

    // A folder that is made for a new file goes with it. After a kill the empty folder stays: nothing tells whose it is.
    if went_on && without_temps(&left) == *old && old != new && world.path("new").exists() {
        wrong.push("a folder was left".to_owned());
    }

    let checked = run(world, &["check", "--data"]);
    if checked.code != Some(0) {
        wrong.push(format!("check: {checked:?}"));
    }
    let settled = world.files();
    if settled.keys().any(|name| is_temp(name)) {
        score.temps += 1;
        wrong.push(format!("left: {:?}", settled.keys().collect::<Vec<_>>()));
    }
    let settled = without_temps(&settled);
    if settled != *new && !(deed.may_stay && settled == *old) {
        wrong.push("part of it is done after the check".to_owned());
    }
    for name in old.keys().chain(new.keys()).filter(|name| !is_temp(name)).collect::<BTreeSet<_>>() {
        if let Some(difference) = history_differs(world, name, deed.theirs.filter(|_| name == "a.txt")) {
            score.lost += 1;
            wrong.push(difference);
        }
    }
    if settled == *old && old != new {
        let again = run(world, deed.arguments);
        if again.code != Some(0) || world.files() != *new {
            wrong.push(format!("it cannot be done afterwards: {again:?}"));
        }
    }
    score
        .wrongs
        .extend(wrong.into_iter().map(|wrong| format!("{point:?}: {wrong}; exit {code:?}, {stderr}")));
}

/// What the history says of a file that the disk does not: its newest version is what is there, unless that is what
/// another program wrote.
fn history_differs(world: &World, name: &str, theirs: Option<&str>) -> Option<String> {
    let ran = run(world, &["--json", "history", name]);
    let Ok(reply) = serde_json::from_slice::<Value>(&ran.stdout) else {
        return Some(format!("the history of {name}: {ran:?}"));
    };
    if let Some(text) = theirs {
        let is_there = reply["current"] == Digest::of(text.as_bytes()).to_string();
        return (!is_there).then(|| format!("{name} is not what the external editor wrote: {reply}"));
    }
    let newest = reply["versions"].as_array()?.first()?;
    let is_open = newest.get("open").is_some();
    (is_open || newest["hash"] != reply["current"]).then(|| format!("the history of {name}: {newest}"))
}

fn without_temps(files: &Files) -> Files {
    files.iter().filter(|(name, _)| !is_temp(name)).map(|(name, held)| (name.clone(), held.clone())).collect()
}
