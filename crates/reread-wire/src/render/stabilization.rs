//! What the guard says, as JSON.

use reread_guard::{Metrics, Warning};
use serde_json::{Value, json};

use crate::serve::Guarded;

/// Adds `stabilization`, and the name of the receipts if there are any.
pub(crate) fn add(meta: &mut Value, guarded: &Guarded) {
    let said = &guarded.stabilization;
    let warnings: Vec<Value> = said.warnings.iter().map(warning).collect();
    meta["stabilization"] = json!({
        "budget_state": said.budget_state.word(),
        "suggested_next_action": said.suggested_next_action,
        "warnings": warnings,
        "metrics_snapshot": metrics(&said.metrics_snapshot),
    });
    if let Some(bundle) = guarded.bundle {
        meta["context_bundle_id"] = json!(bundle.to_string());
    }
}

fn warning(warning: &Warning) -> Value {
    json!({ "code": warning.concern.code().as_str(), "message": warning.text, "hint": warning.next })
}

fn metrics(metrics: &Metrics) -> Value {
    json!({
        "reads_count": metrics.reads_count,
        "reads_lines_total": metrics.reads_lines_total,
        "reads_chars_total": metrics.reads_chars_total,
        "search_count": metrics.search_count,
        "read_after_search_ratio": metrics.read_after_search_ratio(),
        "avg_read_span": metrics.avg_read_span(),
        "max_read_span": metrics.max_read_span,
        "preview_degraded_count": metrics.preview_degraded_count,
        "low_relevance_count": metrics.low_relevance_count,
    })
}
