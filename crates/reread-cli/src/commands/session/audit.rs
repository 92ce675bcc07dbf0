//! `reread session audit`: whether every marker and every diff was right.

use std::collections::BTreeSet;
use std::io::Write as _;

use reread_context::History;
use reread_pi::{Audit, AuditReport, Contents, Finding, Unjustified};
use reread_text::visible_line;
use reread_wire::session::{AuditTotals, SessionFacts, audit_json};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::setup::warn;
use crate::shown::print_json;
use crate::terminal::Terminal;

use super::opened::{Source, leaf_and_facts};
use super::{WithSnapshots, counted};

pub(super) fn run(global: &Global, args: &WithSnapshots) -> Result<Exit, Failure> {
    let source = Source::open(&args.session.file)?;
    let snapshots = source.snapshots(args.cache.as_deref())?;
    let mut audit = Audit::new();
    let reader = source.read(Contents::Skipped, |index, entry| audit.note(index, entry))?;
    let (leaf, facts) = leaf_and_facts(global, &args.session, &reader)?;
    let one_branch = leaf.filter(|_| args.session.leaf.is_some());
    let report =
        audit.report(reader.history(), one_branch, facts.cwd.as_deref(), &|digest| snapshots.bytes(digest));
    if report.unreadable > 0 {
        let entries = counted(report.unreadable, "entry", "entries");
        warn(global, &format!("{entries} could not be read; nobody can tell what was shown there"));
    }
    if global.json {
        print_json(&audit_json(&facts, reader.history(), &report))?;
    } else {
        let text = text(&facts, reader.history(), &report, Terminal::of_stdout(global.color));
        std::io::stdout().lock().write_all(text.as_bytes())?;
    }
    Ok(if AuditTotals::of(&facts, &report).is_clean() { Exit::Done } else { Exit::Nothing })
}

fn text(facts: &SessionFacts, history: &History, report: &AuditReport, terminal: Terminal) -> String {
    let totals = AuditTotals::of(facts, report);
    let AuditTotals { reads, unjustified, unchecked, .. } = totals;
    let counts = [
        counted(reads, "read", "reads"),
        counted(totals.markers, "marker", "markers"),
        counted(totals.diffs, "diff", "diffs"),
    ];
    let verdict = match (totals.markers + totals.diffs, unjustified) {
        (0, _) => "nothing to justify".to_owned(),
        (_, 0) => terminal.green("all justified"),
        (_, unjustified) => terminal.red(&format!("{unjustified} not justified")),
    };
    let rest = match unchecked {
        0 => String::new(),
        unchecked => terminal.red(&format!("; {} not checked", counted(unchecked, "line", "lines"))),
    };
    let mut text = format!("{}: {verdict}{rest}\n", counts.join(", "));
    for (finding, why) in report.unjustified() {
        text.push_str(&line(facts, history, finding, why));
    }
    let reasons: BTreeSet<Unjustified> = report.unjustified().map(|(_, why)| why).collect();
    for why in reasons {
        text.push_str(&terminal.dim(&format!("{}: {}", why.word(), why.sentence())));
        text.push('\n');
    }
    if totals.markers + totals.diffs > unjustified {
        let AuditTotals { text_tokens, sent_tokens, .. } = totals;
        text.push_str(&format!(
            "saved: {} tokens by what was justified ({text_tokens} of text, {sent_tokens} sent in its place)\n",
            totals.saved_tokens()
        ));
    }
    text
}

fn line(facts: &SessionFacts, history: &History, finding: &Finding, why: Unjustified) -> String {
    let name = finding.file.as_ref().map_or("(unknown file)", |file| facts.short_name(file.as_str()));
    let (id, name) = (visible_line(history.id(finding.entry)), visible_line(name));
    format!("{id}  {name}  {}  {}\n", finding.said, why.word())
}
