//! `reread session show`: the tree of a session.
//!
//! The branch that leads to the leaf runs straight down; the other branches hang beside it, each from the entry where it leaves.
//! Entries without files are left out, and counted where there are many, so that a session stays readable.

use std::io::{self, Write};

use reread_context::ReadScope;
use reread_hosts::pi::ContentCheck;
use reread_hosts::report::{
    EntrySummary, OutlineEntry, ReadOutcome, SessionFacts, SessionOutline, SessionOutliner, reason_words,
};
use reread_text::visible_line;

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::output::{print_json, results};
use crate::quantity::counted;
use crate::terminal::Terminal;
use crate::width::Width;

use super::SessionFile;
use super::opened::{SessionSource, leaf_and_facts};

/// How far branches are indented; deeper ones look like these.
const DEEPEST: usize = 12;

/// How many entries are worth a line that says they are left out.
const LONG: usize = 4;

/// How long an entry's name may be on a screen: that of a UUID.
const LONGEST_NAME: usize = 36;

pub(super) fn run(global: &Global, args: &SessionFile) -> Result<Exit, Failure> {
    let source = SessionSource::open(&args.file)?;
    let mut outliner = SessionOutliner::default();
    let reader = source.read(ContentCheck::Skipped, |index, entry| outliner.note(index, entry))?;
    let (leaf, facts) = leaf_and_facts(global, args, &reader)?;
    let outline = outliner.outline(reader.history(), leaf);
    if global.json {
        print_json(&outline.json(&facts))?;
        return Ok(Exit::Done);
    }
    let (terminal, width) = (Terminal::of_stdout(global.color), Width::of_stdout());
    let mut out = io::BufWriter::new(results(terminal));
    writeln!(out, "{}", terminal.bold(&heading(&facts, &outline, width)))?;
    Tree { outline: &outline, facts: &facts, terminal, width }.draw(&mut out)?;
    out.flush()?;
    Ok(Exit::Done)
}

fn heading(facts: &SessionFacts, outline: &SessionOutline, width: Width) -> String {
    let name = visible_line(facts.session.as_deref().unwrap_or("without a name"));
    let taken = "session  in ".len() + name.chars().count();
    let ends = outline.entries.iter().filter(|entry| entry.children.is_empty()).count() as u64;
    let entries = counted(facts.entries, "entry", "entries");
    let branches = counted(ends, "branch", "branches");
    let cwd = facts.cwd.as_deref().map(|cwd| width.path(&visible_line(cwd), taken));
    let cwd = cwd.map(|cwd| format!(" in {cwd}")).unwrap_or_default();
    format!("session {name}{cwd}\n{entries}, {branches}")
}

struct Tree<'a> {
    outline: &'a SessionOutline,
    facts: &'a SessionFacts,
    terminal: Terminal,
    width: Width,
}

/// A run of entries, one below the other.
struct Run {
    start: usize,
    depth: usize,
    /// Whether it leaves another run here.
    leaves: bool,
}

impl Tree<'_> {
    fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        let entries = &self.outline.entries;
        let roots: Vec<usize> = (0..entries.len()).filter(|place| entries[*place].parent.is_none()).collect();
        let mut runs = Vec::new();
        self.push_runs(&mut runs, &roots, 0);
        while let Some(run) = runs.pop() {
            self.draw_run(out, &run, &mut runs)?;
        }
        Ok(())
    }

    /// The run that goes on comes last, the other runs hang beside it.
    fn push_runs(&self, runs: &mut Vec<Run>, starts: &[usize], depth: usize) {
        let Some(&last) = starts.last() else { return };
        let active = starts.iter().copied().find(|place| self.outline.entries[*place].is_active);
        let main = active.unwrap_or(last);
        runs.push(Run { start: main, depth, leaves: false });
        let beside = starts.iter().rev().filter(|place| **place != main);
        runs.extend(beside.map(|place| Run { start: *place, depth: depth + 1, leaves: true }));
    }

    fn draw_run(&self, out: &mut impl Write, run: &Run, runs: &mut Vec<Run>) -> io::Result<()> {
        let mut leaves = run.leaves;
        let mut prefix = |is_active: bool| {
            let depth = run.depth.min(DEEPEST);
            let stem = if std::mem::take(&mut leaves) {
                format!("{}├─", "│ ".repeat(depth - 1))
            } else {
                "│ ".repeat(depth)
            };
            format!("{stem}{} ", if is_active { '*' } else { 'o' })
        };
        let mut dull = 0;
        let mut place = run.start;
        loop {
            let entry = &self.outline.entries[place];
            let goes_on = entry.children.len() == 1;
            if goes_on && is_dull(entry) {
                dull += 1;
            } else {
                if dull >= LONG {
                    let left_out = format!("… {}", counted(dull as u64, "entry", "entries"));
                    writeln!(out, "{}{}", prefix(entry.is_active), self.terminal.dim(&left_out))?;
                }
                dull = 0;
                writeln!(out, "{}", self.line(entry, &prefix(entry.is_active)))?;
            }
            match entry.children[..] {
                [next] => place = next,
                [] => return Ok(()),
                _ => {
                    self.push_runs(runs, &entry.children, run.depth);
                    return Ok(());
                }
            }
        }
    }

    fn line(&self, entry: &OutlineEntry, prefix: &str) -> String {
        let id = self.width.entry(&visible_line(&entry.id), LONGEST_NAME);
        let (verb, about) = self.words(entry);
        let is_leaf = self.facts.leaf.as_deref() == Some(entry.id.as_str());
        let ambiguous = if entry.is_ambiguous { "ambiguous" } else { "" };
        let about = [about.as_str(), ambiguous, if is_leaf { "(leaf)" } else { "" }];
        let about: Vec<&str> = about.into_iter().filter(|about| !about.is_empty()).collect();
        let about = about.join("  ");
        let taken = [prefix, &id, &verb, &about].iter().map(|part| part.chars().count()).sum::<usize>();
        let name = entry.file.as_ref().map(|file| visible_line(self.facts.short_name(file.as_str())));
        let name = name.map(|name| self.width.path(&name, taken + "    ".len()));
        let parts = [Some(verb), name].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let line = if about.is_empty() { parts } else { format!("{parts}  {about}") };
        format!("{prefix}{} {line}", self.terminal.cyan(&id))
    }

    /// What happened: a verb before the file's name, and the rest behind it.
    fn words(&self, entry: &OutlineEntry) -> (String, String) {
        let owned = |verb: &str, about: &str| (verb.to_owned(), about.to_owned());
        match &entry.happened {
            EntrySummary::Read(ReadOutcome::Untold(reason)) => owned("read", &reason_words(*reason)),
            EntrySummary::Read(ReadOutcome::Told { mode, lines, total_lines, cut }) => {
                let lines = lines.map_or("no line".to_owned(), |lines| format!("{lines}/{total_lines}"));
                owned("read", &format!("{mode} {lines}{}", if *cut { ", cut" } else { "" }))
            }
            EntrySummary::Tool { tool, failed: true, .. } => owned(&visible_line(tool), "failed"),
            EntrySummary::Tool { tool, reads: 0, .. } => owned(&visible_line(tool), ""),
            EntrySummary::Tool { tool, reads, .. } => {
                owned(&visible_line(tool), &format!("script with {}", counted(*reads, "read", "reads")))
            }
            EntrySummary::Said(role) => owned(&visible_line(role), ""),
            EntrySummary::Compaction => owned("compaction", ""),
            EntrySummary::ContextEdit { target, removed } => {
                let target = visible_line(target.as_deref().unwrap_or("an unknown entry")).into_owned();
                let how = if *removed { "removed" } else { "replaced" };
                ("context edit:".to_owned(), format!("{how} {}", self.width.entry(&target, LONGEST_NAME)))
            }
            EntrySummary::Other(word) => match entry.refreshed {
                Some(ReadScope::Whole) => owned("refresh of", "whole file"),
                Some(ReadScope::Lines(lines)) => owned("refresh of", &format!("lines {lines}")),
                None => owned(&visible_line(word), ""),
            },
            EntrySummary::Unreadable => owned("unreadable", ""),
        }
    }
}

/// Whether an entry has nothing to do with files.
fn is_dull(entry: &OutlineEntry) -> bool {
    match &entry.happened {
        EntrySummary::Read(_)
        | EntrySummary::Compaction
        | EntrySummary::ContextEdit { .. }
        | EntrySummary::Unreadable => false,
        EntrySummary::Tool { reads: 1.., .. } => false,
        EntrySummary::Tool { .. } | EntrySummary::Said(_) | EntrySummary::Other(_) => {
            entry.file.is_none() && !entry.is_ambiguous
        }
    }
}
