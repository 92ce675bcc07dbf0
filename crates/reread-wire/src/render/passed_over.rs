//! What a walk passed over.

use reread_files::PassedOver;
use serde_json::{Value, json};

/// Each reason that there was, as a clause.
pub(crate) fn clauses(passed_over: &PassedOver) -> Vec<String> {
    let counted = [
        (passed_over.need_approval, "name needs approval", "names need approval"),
        (passed_over.unreadable, "name not readable", "names not readable"),
        (passed_over.other_filesystems, "folder on another filesystem", "folders on other filesystems"),
        (passed_over.too_deep, "folder too deep", "folders too deep"),
    ];
    counted
        .iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| counted_noun(*count, one, many))
        .collect()
}

/// `1 file`, `2 files`.
pub(crate) fn counted_noun(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The same as JSON.
pub(crate) fn add_passed_over(meta: &mut Value, passed_over: &PassedOver) {
    meta["passed_over"] = json!({
        "need_approval": passed_over.need_approval,
        "unreadable": passed_over.unreadable,
        "other_filesystems": passed_over.other_filesystems,
        "too_deep": passed_over.too_deep,
    });
}
