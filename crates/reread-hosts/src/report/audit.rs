//! The JSON of an audit.

use reread_context::{FileKey, SessionHistory};
use serde::Serialize;
use serde_json::{Value, json};

use crate::pi::{AuditFinding, AuditReport, TokenCost};

use super::{SavedTokens, SessionFacts, joined, reply};

/// An audit in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AuditTotals {
    /// Reads that were looked at.
    pub reads: u64,
    /// Replies that say "unchanged" in place of a text.
    pub markers: u64,
    /// Replies that show changes in place of a text.
    pub diffs: u64,
    /// Markers and diffs that visible lines prove.
    pub justified: u64,
    /// Markers and diffs that were wrong.
    pub unjustified: u64,
    /// Markers and diffs that can be neither proven nor refuted.
    pub unverifiable: u64,
    /// Lines and entries that could not be read, so that their content is unknown.
    pub unchecked: u64,
    /// What the justified ones saved.
    pub saved: SavedTokens,
    /// What the wrong ones kept from the model.
    pub saved_wrongly: SavedTokens,
    /// What the unverifiable ones saved.
    pub saved_in_doubt: SavedTokens,
}

impl AuditTotals {
    /// Counts.
    pub fn of(facts: &SessionFacts, report: &AuditReport) -> Self {
        let unchecked = report.unreadable + facts.skipped.unreadable;
        let diffs = report.findings.iter().filter(|finding| finding.said.is_diff()).count() as u64;
        let saved = SavedTokens::of(report.findings.iter().filter(|finding| finding.verdict.is_ok()));
        let saved_wrongly = SavedTokens::of(report.unjustified().map(|(finding, _)| finding));
        let saved_in_doubt = SavedTokens::of(report.unverifiable().map(|(finding, _)| finding));
        Self {
            reads: report.reads,
            markers: report.findings.len() as u64 - diffs,
            diffs,
            justified: saved.findings,
            unjustified: saved_wrongly.findings,
            unverifiable: saved_in_doubt.findings,
            unchecked,
            saved,
            saved_wrongly,
            saved_in_doubt,
        }
    }

    /// Whether all of the session was looked at, and nothing was wrong. Much of it may still be unverifiable.
    pub fn is_clean(&self) -> bool {
        self.unjustified == 0 && self.unchecked == 0
    }
}

/// The JSON of an audit: `ok` if all of the session was looked at and nothing was wrong.
pub fn audit_json(facts: &SessionFacts, history: &SessionHistory, report: &AuditReport) -> Value {
    let totals = AuditTotals::of(facts, report);
    let findings: Value = report.findings.iter().map(|finding| finding_json(history, finding)).collect();
    let fields = joined(json!(totals), json!({ "findings": findings }));
    reply("session_audit", totals.is_clean(), facts, fields)
}

fn finding_json(history: &SessionHistory, finding: &AuditFinding) -> Value {
    json!({
        "entry": history.id(finding.entry),
        "path": finding.file.as_ref().map(FileKey::as_str),
        "said": finding.said.to_string(),
        "kind": if finding.said.is_diff() { "diff" } else { "marker" },
        "lines": finding.said.lines().map(|lines| lines.to_string()),
        "verdict": finding.verdict_word(),
        "justified": finding.verdict.is_ok(),
        "reason": finding.reason(),
        "explanation": finding.explanation(),
        "sent_tokens": finding.sent,
        "text_tokens": match finding.text {
            TokenCost::OfText(tokens) | TokenCost::OfSize(tokens) => json!(tokens),
            TokenCost::Unknown => Value::Null,
        },
        "text_tokens_by_size": matches!(finding.text, TokenCost::OfSize(_)),
    })
}
