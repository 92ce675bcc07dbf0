//! Markdown. [`crate::headings`] nests the headings, because the grammar's own sections omit underlined ones.

use super::LanguageTable;

pub(super) const TABLE: LanguageTable = LanguageTable {
    separator: " > ",
    identifiers: &["inline", "link_label", "language"],
    // Every line is a tree of several levels: real texts of a megabyte have up to 12,840.
    most_reports: 13_500,
    ..LanguageTable::PLAIN
};
