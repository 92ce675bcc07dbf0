//! `reread session status`: a leaf in numbers.

use reread_hosts::pi::{ContentCheck, SessionAudit};
use reread_hosts::report::{SavedTokens, SessionFacts, StatusReport, reason_words};
use reread_text::visible_line;

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::quantity::counted;
use crate::width::Width;

use super::WithSnapshots;
use super::opened::{SessionSource, leaf_and_facts};

pub(super) fn run(global: &Global, args: &WithSnapshots) -> Result<Exit, Failure> {
    let source = SessionSource::open(&args.session.file)?;
    let snapshots = source.snapshots(args.cache.as_deref())?;
    let load = |digest: &reread_text::Digest| snapshots.bytes(digest);
    let mut audit = SessionAudit::new();
    let reader = source.read(ContentCheck::Tried(&load), |index, entry| audit.note(index, entry))?;
    let (leaf, facts) = leaf_and_facts(global, &args.session, &reader)?;
    let audited = audit.report(reader.history(), leaf, facts.cwd.as_deref(), &load);
    let report = StatusReport::at(reader.history(), leaf, &audited, snapshots.facts());
    print(global, || report.json(&facts), |_| text(&facts, &report, Width::of_stdout()))?;
    Ok(Exit::Done)
}

/// How far a line that goes on below itself is indented.
const UNDER_ITS_WORD: usize = 2;

fn text(facts: &SessionFacts, report: &StatusReport, width: Width) -> String {
    let leaf = visible_line(facts.leaf.as_deref().unwrap_or("none")).into_owned();
    let mut lines = vec![
        format!("leaf: {leaf}"),
        format!(
            "boundary: {}, {} since",
            visible_line(&report.boundary),
            counted(report.window, "entry", "entries")
        ),
        format!(
            "tracked: {}, {} whole, {}",
            counted(report.files, "file", "files"),
            report.whole,
            counted(report.ranges, "range", "ranges")
        ),
    ];
    let mut modes: Vec<String> = report.modes.iter().map(|(word, count)| format!("{count} {word}")).collect();
    let untold = report.modes.untold().filter(|(_, count)| *count > 0);
    modes.extend(untold.map(|(reason, count)| format!("{count} {}", reason_words(reason))));
    lines.push(format!("reads: {}", modes.join(", ")));
    let SavedTokens { text, sent, .. } = report.saved;
    lines.push(format!("saved: {} ({text} of text, {sent} sent in its place)", tokens(&report.saved)));
    let apart = [("not justified", &report.unjustified), ("unverifiable", &report.unverifiable)];
    for (verdict, saved) in apart.into_iter().filter(|(_, saved)| saved.findings > 0) {
        let findings = counted(saved.findings, "marker or diff", "markers and diffs");
        let more = tokens(saved);
        lines.push(format!("{verdict}: {findings}, {more} more; see `reread session audit`"));
    }
    lines.push(match &report.cache {
        Some(cache) => {
            let snapshots = counted(cache.objects, "snapshot", "snapshots");
            let line = format!("cache: {snapshots}, {} bytes in ", cache.bytes);
            let folder = width.path(&visible_line(&cache.folder), line.chars().count());
            line + &folder
        }
        None => "cache: none".to_owned(),
    });
    lines.iter().map(|line| width.folded(line, UNDER_ITS_WORD) + "\n").collect()
}

/// How many were saved, as far as known.
fn tokens(saved: &SavedTokens) -> String {
    format!("{}{} tokens", if saved.is_by_size { "about " } else { "" }, saved.net())
}
