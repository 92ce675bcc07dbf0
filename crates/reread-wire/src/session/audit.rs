//! The JSON of an audit.

use reread_context::{FileName, History};
use reread_pi::{AuditReport, Cost, Finding, Unjustified};
use serde_json::{Value, json};

use super::{SessionFacts, reply};

/// An audit in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AuditTotals {
    /// Reads that were looked at.
    pub reads: u64,
    /// Markers.
    pub markers: u64,
    /// Diffs.
    pub diffs: u64,
    /// Markers and diffs that are not justified.
    pub unjustified: u64,
    /// Lines and entries that could not be read, so that nobody can tell what they say.
    pub unchecked: u64,
    /// What the texts in place of the justified ones would have cost, in tokens.
    pub text_tokens: u64,
    /// What those cost instead.
    pub sent_tokens: u64,
}

impl AuditTotals {
    /// Counts.
    pub fn of(facts: &SessionFacts, report: &AuditReport) -> Self {
        let unchecked = report.unreadable + facts.skipped.unreadable;
        let mut totals = Self { reads: report.reads, unchecked, ..Self::default() };
        for finding in &report.findings {
            *(if finding.said.is_diff() { &mut totals.diffs } else { &mut totals.markers }) += 1;
            match finding.verdict {
                Err(_) => totals.unjustified += 1,
                Ok(()) => {
                    totals.text_tokens += finding.text.tokens();
                    totals.sent_tokens += finding.sent;
                }
            }
        }
        totals
    }

    /// Whether all of the session was looked at, and nothing was found.
    pub fn is_clean(&self) -> bool {
        self.unjustified == 0 && self.unchecked == 0
    }

    /// Tokens that were rightly not sent, net of what was sent instead.
    pub fn saved_tokens(&self) -> i64 {
        let signed = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
        signed(self.text_tokens).saturating_sub(signed(self.sent_tokens))
    }
}

/// The JSON of an audit: `ok` if all of the session was looked at and nothing was found.
pub fn audit_json(facts: &SessionFacts, history: &History, report: &AuditReport) -> Value {
    let totals = AuditTotals::of(facts, report);
    let mut value = reply("session_audit", totals.is_clean(), facts);
    value["reads"] = json!(totals.reads);
    value["markers"] = json!(totals.markers);
    value["diffs"] = json!(totals.diffs);
    value["unjustified"] = json!(totals.unjustified);
    value["unchecked"] = json!(totals.unchecked);
    value["saved"] = json!({
        "tokens": totals.saved_tokens(),
        "text_tokens": totals.text_tokens,
        "sent_tokens": totals.sent_tokens,
        "token_estimator": reread_text::TOKEN_ESTIMATOR,
    });
    value["findings"] = report.findings.iter().map(|finding| finding_json(history, finding)).collect();
    value
}

fn finding_json(history: &History, finding: &Finding) -> Value {
    json!({
        "entry": history.id(finding.entry),
        "path": finding.file.as_ref().map(FileName::as_str),
        "said": finding.said.to_string(),
        "kind": if finding.said.is_diff() { "diff" } else { "marker" },
        "lines": finding.said.lines().map(|lines| lines.to_string()),
        "justified": finding.verdict.is_ok(),
        "reason": finding.verdict.err().map(Unjustified::word),
        "explanation": finding.verdict.err().map(Unjustified::sentence),
        "sent_tokens": finding.sent,
        "text_tokens": match finding.text {
            Cost::OfText(tokens) | Cost::OfSize(tokens) => json!(tokens),
            Cost::Unknown => Value::Null,
        },
        "text_tokens_by_size": matches!(finding.text, Cost::OfSize(_)),
    })
}
