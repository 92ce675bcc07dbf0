//! What must be true of a workspace after a command was killed or failed in it.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::deed::Deed;
use crate::strace::{Ended, Fault, Point};
use crate::world::{Files, World};

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

    pub(crate) fn row(&self, name: &str) -> String {
        let Self { kills, errors, missed, torn, lost, temps, swept_temps, silent, wrongs } = self;
        let columns = [kills, errors, missed, torn, lost, temps, swept_temps, silent, &wrongs.len()];
        columns.iter().fold(format!("{name:<12}"), |row, column| format!("{row} {column:>11}"))
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
    let left = world.files();
    for (name, bytes) in left.iter().filter(|(name, _)| !is_temp(name)) {
        if ![old.get(name), new.get(name)].contains(&Some(bytes)) {
            score.torn += 1;
            wrong.push(format!("{name} is torn: {} bytes", bytes.len()));
        }
    }
    for name in old.keys().filter(|name| new.contains_key(*name) && !left.contains_key(*name)) {
        score.lost += 1;
        wrong.push(format!("{name} is gone"));
    }
    score.swept_temps += usize::from(left.keys().any(|name| is_temp(name)));
    let is_new = without_temps(&left) == *new;
    if ended.code == Some(0) && !is_new {
        wrong.push("it said that it is done".to_owned());
    }
    if old != new && is_new && matches!(point.fault, Fault::Error(_)) && ended.code != Some(0) {
        score.silent += 1;
    }
    let is_settled = [old, new].contains(&&without_temps(&left));
    if matches!(point.fault, Fault::Error(_)) && deed.may_stay && !is_settled {
        wrong.push("part of it was done when it said that it failed".to_owned());
    }

    let checked = world.run(&["check", "--data"]);
    if checked.status.code() != Some(0) {
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
    for name in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
        if let Some(difference) = history_differs(world, name) {
            score.lost += 1;
            wrong.push(difference);
        }
    }
    if settled == *old && old != new {
        let again = world.run(deed.arguments);
        if again.status.code() != Some(0) || world.files() != *new {
            wrong.push(format!("it cannot be done afterwards: {again:?}"));
        }
    }
    let Ended { code, said, .. } = ended;
    score.wrongs.extend(wrong.into_iter().map(|wrong| format!("{point:?}: {wrong}; exit {code:?}, {said}")));
}

/// What the history says of a file that the disk does not.
fn history_differs(world: &World, name: &str) -> Option<String> {
    let output = world.run(&["--json", "history", name]);
    let reply: Value = serde_json::from_slice(&output.stdout).ok()?;
    let newest = reply["versions"].get(0)?;
    let is_open = newest.get("open").is_some();
    (is_open || newest["hash"] != reply["current"]).then(|| format!("the history of {name}: {newest}"))
}

fn is_temp(name: &str) -> bool {
    name.rsplit('/').next().is_some_and(|leaf| leaf.starts_with(".reread-"))
}

fn without_temps(files: &Files) -> Files {
    files
        .iter()
        .filter(|(name, _)| !is_temp(name))
        .map(|(name, bytes)| (name.clone(), bytes.clone()))
        .collect()
}
