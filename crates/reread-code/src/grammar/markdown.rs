//! Markdown, by its headings. How they nest is for [`crate::headings`]: the grammar's own sections leave out headings
//! that are underlined.

use super::LanguageTable;

pub(super) const TABLE: LanguageTable = LanguageTable {
    separator: " > ",
    identifiers: &["inline", "link_label", "language"],
    ..LanguageTable::PLAIN
};
