//! `reread session audit`: whether every marker and every diff was right.

use std::collections::BTreeSet;

use reread_context::SessionHistory;
use reread_hosts::pi::{AuditFinding, AuditObjection, AuditReport, ContentCheck, SessionAudit, Unverifiable};
use reread_hosts::report::{AuditTotals, SavedTokens, SessionFacts, audit_json};
use reread_text::visible_line;

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::quantity::counted;
use crate::setup::warn;
use crate::terminal::Terminal;
use crate::width::Width;

use super::opened::{SessionSource, leaf_and_facts};
use super::{BELOW, WithSnapshots};

pub(super) fn run(global: &Global, args: &WithSnapshots) -> Result<Exit, Failure> {
    let source = SessionSource::open(&args.session.file)?;
    let snapshots = source.snapshots(args.cache.as_deref())?;
    let mut audit = SessionAudit::new();
    let reader = source.read(ContentCheck::Skipped, |index, entry| audit.note(index, entry))?;
    let (leaf, facts) = leaf_and_facts(global, &args.session, &reader)?;
    let one_branch = leaf.filter(|_| args.session.leaf.is_some());
    let report =
        audit.report(reader.history(), one_branch, facts.cwd.as_deref(), &|digest| snapshots.bytes(digest));
    if report.unreadable > 0 {
        let entries = counted(report.unreadable, "entry", "entries");
        warn(global, &format!("{entries} could not be read; what was shown there is unknown"));
    }
    let is_lost = |finding: &&AuditFinding| {
        finding.verdict == Err(AuditObjection::Unverifiable(Unverifiable::NoSnapshot))
    };
    let lost = report.findings.iter().filter(is_lost).count() as u64;
    if lost > 0 {
        let versions = counted(lost, "version", "versions");
        warn(global, &format!("{versions} cannot be compared with a snapshot; name the folder with --cache"));
    }
    let value = || audit_json(&facts, reader.history(), &report);
    let width = Width::of_stdout();
    print(global, value, |terminal| Screen { terminal, width }.text(&facts, reader.history(), &report))?;
    Ok(if AuditTotals::of(&facts, &report).is_clean() { Exit::Done } else { Exit::Nothing })
}

struct Screen<'a> {
    terminal: &'a Terminal,
    width: Width,
}

impl Screen<'_> {
    fn text(&self, facts: &SessionFacts, history: &SessionHistory, report: &AuditReport) -> String {
        let totals = AuditTotals::of(facts, report);
        let counts = [
            counted(totals.reads, "read", "reads"),
            counted(totals.markers, "marker", "markers"),
            counted(totals.diffs, "diff", "diffs"),
        ];
        let mut lines = vec![format!("{}: {}", counts.join(", "), self.verdict(&totals))];
        let unjustified = report.unjustified().map(|(finding, _)| finding);
        let unverifiable = report.unverifiable().map(|(finding, _)| finding);
        lines.extend(unjustified.chain(unverifiable).map(|finding| self.line(facts, history, finding)));
        let objections: BTreeSet<_> =
            report.findings.iter().filter_map(|finding| finding.verdict.err()).collect();
        let explained = |objection: AuditObjection| {
            let line = format!("{}: {}", objection.word(), objection.sentence());
            self.terminal.dim(&self.width.folded(&line, BELOW))
        };
        lines.extend(objections.into_iter().map(explained));
        for (word, saved, by) in [
            ("saved", totals.saved, "was justified"),
            ("not counted", totals.saved_wrongly, "was not justified"),
            ("not counted", totals.saved_in_doubt, "is unverifiable"),
        ] {
            if saved.text > 0 {
                let SavedTokens { text, sent, .. } = saved;
                let net = saved.net();
                let line =
                    format!("{word}: {net} tokens by what {by} ({text} of text, {sent} sent in its place)");
                lines.push(self.width.folded(&line, BELOW));
            }
        }
        lines.join("\n") + "\n"
    }

    /// The summary. Unknown parts are named even if everything else is justified.
    fn verdict(&self, totals: &AuditTotals) -> String {
        let terminal = self.terminal;
        let mut verdict = match (totals.markers + totals.diffs, totals.justified, totals.unjustified) {
            (0, _, _) => "nothing to justify".to_owned(),
            (all, justified, _) if justified == all => terminal.green("all justified"),
            (_, justified, 0) => format!("{justified} justified"),
            (_, _, unjustified) => terminal.red(&format!("{unjustified} not justified")),
        };
        if totals.unverifiable > 0 {
            let doubtful = terminal.bold(&format!("{} unverifiable", totals.unverifiable));
            verdict.push_str(&format!(", {doubtful}"));
        }
        if totals.unchecked > 0 {
            let lines = counted(totals.unchecked, "line", "lines");
            verdict.push_str(&terminal.red(&format!("; {lines} not checked")));
        }
        verdict
    }

    fn line(&self, facts: &SessionFacts, history: &SessionHistory, finding: &AuditFinding) -> String {
        let name = finding.file.as_ref().map_or("(unknown file)", |file| facts.short_name(file.as_str()));
        let id = visible_line(history.id(finding.entry));
        let said = format!("{}  {}", finding.said, finding.reason().unwrap_or_default());
        let taken = id.chars().count() + said.chars().count() + "    ".len();
        let line = format!("{id}  {}  {said}", self.width.path(&visible_line(name), taken));
        self.width.folded(&line, BELOW)
    }
}
