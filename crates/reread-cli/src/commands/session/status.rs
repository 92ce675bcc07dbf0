//! `reread session status`: a leaf in numbers.

use std::io::Write as _;

use reread_pi::{Audit, Contents};
use reread_text::visible_line;
use reread_wire::session::{SessionFacts, StatusReport};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::shown::print_json;

use super::opened::{Source, leaf_and_facts};
use super::{WithSnapshots, counted};

pub(super) fn run(global: &Global, args: &WithSnapshots) -> Result<Exit, Failure> {
    let source = Source::open(&args.session.file)?;
    let snapshots = source.snapshots(args.cache.as_deref())?;
    let load = |digest: &reread_text::Digest| snapshots.bytes(digest);
    let mut audit = Audit::new();
    let reader = source.read(Contents::Tried(&load), |index, entry| audit.note(index, entry))?;
    let (leaf, facts) = leaf_and_facts(global, &args.session, &reader)?;
    let audited = audit.report(reader.history(), leaf, facts.cwd.as_deref(), &load);
    let report = StatusReport::at(reader.history(), leaf, &audited, snapshots.facts());
    if global.json {
        print_json(&report.json(&facts))?;
    } else {
        std::io::stdout().lock().write_all(text(&facts, &report).as_bytes())?;
    }
    Ok(Exit::Done)
}

fn text(facts: &SessionFacts, report: &StatusReport) -> String {
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
    if report.modes.without > 0 {
        modes.push(format!("{} without metadata", report.modes.without));
    }
    lines.push(format!("reads: {}", modes.join(", ")));
    let about = if report.saved.is_by_size { "about " } else { "" };
    let (net, text, sent) = (report.saved.net(), report.saved.text, report.saved.sent);
    lines.push(format!("saved: {about}{net} tokens ({text} of text, {sent} sent in its place)"));
    if report.unjustified > 0 {
        let wrong = counted(report.unjustified, "marker or diff", "markers and diffs");
        lines.push(format!("not justified: {wrong}, which `reread session audit` names"));
    }
    lines.push(match &report.cache {
        Some(cache) => {
            let snapshots = counted(cache.objects, "snapshot", "snapshots");
            format!("cache: {snapshots}, {} bytes in {}", cache.bytes, visible_line(&cache.folder))
        }
        None => "cache: none".to_owned(),
    });
    lines.join("\n") + "\n"
}
