//! `reread session held`: what the model holds at a leaf, and why not more.

use reread_context::RejectedEvidence;
use reread_hosts::pi::ContentCheck;
use reread_hosts::report::{HeldBy, HeldFile, HeldReport, HeldSnapshot, NotHeld, SessionFacts, reason_words};
use reread_text::{Digest, LineSet, visible_line};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::quantity::counted;
use crate::setup::warn;
use crate::terminal::Terminal;
use crate::width::Width;

use super::opened::{SessionSource, leaf_and_facts};
use super::{BELOW, WithSnapshots};

/// How much of a digest tells versions apart for people.
const DIGITS: usize = 8;

pub(super) fn run(global: &Global, args: &WithSnapshots) -> Result<Exit, Failure> {
    let source = SessionSource::open(&args.session.file)?;
    let snapshots = source.snapshots(args.cache.as_deref())?;
    let load = |digest: &Digest| snapshots.bytes(digest);
    let reader = source.read(ContentCheck::Tried(&load), |_, _| {})?;
    let (leaf, facts) = leaf_and_facts(global, &args.session, &reader)?;
    let report = HeldReport::at(reader.history(), leaf, snapshots.facts());
    if let (count @ 1.., Some(missing)) = (report.unattested(), snapshots.missing()) {
        let replies = counted(count, "reply", "replies");
        warn(global, &format!("{missing} to compare {replies} with; name them with --cache"));
    }
    let width = Width::of_stdout();
    print(global, || report.json(&facts), |terminal| Screen { terminal, width }.text(&facts, &report))?;
    Ok(Exit::Done)
}

struct Screen<'a> {
    terminal: &'a Terminal,
    width: Width,
}

impl Screen<'_> {
    fn text(&self, facts: &SessionFacts, report: &HeldReport) -> String {
        let boundary = visible_line(&report.boundary);
        let mut lines = vec![match &facts.leaf {
            Some(leaf) => format!("held at {}, since {boundary}", visible_line(leaf)),
            None => format!("held before the first entry, since {boundary}"),
        }];
        if report.files.is_empty() {
            lines.push("nothing".to_owned());
        }
        for file in &report.files {
            self.push_file(&mut lines, facts, file);
        }
        if !report.not_held.is_empty() {
            lines.push("does not count:".to_owned());
        }
        lines.extend(report.not_held.iter().map(|not_held| self.not_held(facts, not_held)));
        lines.extend(reasons(report).into_iter().map(|reason| {
            let line = format!("{}: {}", reason_words(reason), reason.sentence());
            self.terminal.dim(&self.width.folded(&line, BELOW))
        }));
        lines.join("\n") + "\n"
    }

    fn push_file(&self, lines: &mut Vec<String>, facts: &SessionFacts, file: &HeldFile) {
        let name = visible_line(facts.short_name(file.file.as_str()));
        lines.push(self.terminal.bold(&self.width.path(&name, 0)));
        let mut push = |line: &str| lines.push(self.width.folded(line, BELOW));
        for version in &file.versions {
            let by: Vec<String> = version.by.iter().map(|by| words(version, by)).collect();
            let held = lines_of(version, &version.lines);
            push(&format!("  {}  {held}  {}", short(&version.digest), by.join(", ")));
        }
        if !file.refreshed.is_empty() {
            push(&format!("  to be shown again: {}", file.refreshed));
        }
        if let Some(entry) = &file.written {
            let entry = visible_line(entry);
            push(&format!("  written by the model in {entry} since, so not called unchanged"));
        }
    }

    fn not_held(&self, facts: &SessionFacts, not_held: &NotHeld) -> String {
        let NotHeld { entry, file, reason, effect } = not_held;
        let entry = visible_line(entry);
        let why = match *effect {
            "ignored" => reason_words(*reason),
            "dropped" => format!("{}, nor what was shown of it before", reason_words(*reason)),
            _ => format!("{}, nor anything that was shown before", reason_words(*reason)),
        };
        let name = file.as_ref().map_or("(unknown file)", |file| facts.short_name(file.as_str()));
        let taken = "      ".len() + entry.chars().count() + why.chars().count();
        let name = self.width.path(&visible_line(name), taken);
        self.width.folded(&format!("  {entry}  {name}  {why}"), BELOW)
    }
}

/// The reasons that came up, each once.
fn reasons(report: &HeldReport) -> Vec<RejectedEvidence> {
    let mut reasons: Vec<RejectedEvidence> = Vec::new();
    for not_held in &report.not_held {
        if !reasons.contains(&not_held.reason) {
            reasons.push(not_held.reason);
        }
    }
    reasons
}

fn words(version: &HeldSnapshot, by: &HeldBy) -> String {
    let entry = visible_line(&by.entry);
    let lines = if by.lines == version.lines { String::new() } else { format!(" ({})", by.lines) };
    let base = match (by.base, by.how) {
        (None, _) => String::new(),
        (Some(base), "shown") => format!(" as a diff from {}", short(&base)),
        (Some(base), _) => format!(" as in {}", short(&base)),
    };
    format!("{} {entry}{lines}{base}", by.how)
}

fn lines_of(version: &HeldSnapshot, lines: &LineSet) -> String {
    let total = version.total_lines;
    if lines.count() == total { format!("all {total} lines") } else { format!("lines {lines} of {total}") }
}

fn short(digest: &Digest) -> String {
    digest.to_string()[..DIGITS].to_owned()
}
