//! Markdown, by its headings. How they nest is for [`crate::headings`]: the grammar's own sections leave out headings
//! that are underlined.

use super::Table;

pub(super) const TABLE: Table =
    Table { separator: " > ", identifiers: &["inline", "link_label", "language"], ..Table::PLAIN };
