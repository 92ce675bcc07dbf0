//! What a walk passed over, in words.

use reread_files::PassedOver;

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
