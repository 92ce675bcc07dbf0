//! Markdown. [`crate::headings`] nests the headings, because the grammar's own sections omit underlined ones.

use super::LanguageTable;

pub(super) const TABLE: LanguageTable = LanguageTable {
    separator: " > ",
    identifiers: &["inline", "link_label", "language"],
    ..LanguageTable::PLAIN
};
