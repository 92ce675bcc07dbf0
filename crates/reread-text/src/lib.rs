//! Text: what a line is, which lines are meant, what a snapshot is called, how much of it fits, and how
//! two versions differ.
//!
//! Everything here takes bytes or `&str` and returns values. Nothing opens a file, asks a clock or knows
//! JSON, but for the header of a model. Lines are counted from 1 and end with LF, everywhere; [`lines()`] states the definition once.
//!
//! - **Counting and naming:** [`lines()`], [`count_lines`], [`slice_lines`], [`LineRange`], [`LineSet`],
//!   [`Digest`].
//! - **Bounds:** [`cut`] keeps what fits, [`fit_sections`] chooses what is worth it, [`estimate_tokens`] says what it
//!   costs a model.
//! - **Versions:** [`unified_diff`], its exact inverse [`apply_diff`], and [`reproduces`] to check one.
//! - **Eyes and ears:** [`visible`] and [`hazards`] for what people cannot see, [`redact`] for what
//!   nobody should.
//! - **Asking:** [`each_word`] takes a text apart into words, a [`StaticModel`] tells how alike two texts are.

mod lines;

mod line_range;
mod line_set;

mod digest;
mod utf8;

mod cut;
mod sections;
mod tokens;

mod apply_diff;
mod hunk_header;
mod unified_diff;

mod char_class;
mod hazards;
mod visible;

mod redact;

mod embedding;
mod words;

pub use apply_diff::{DiffMismatch, apply_diff, reproduces};
pub use cut::{Bounds, Cut, Limit, cut};
pub use digest::{Digest, DigestBuilder, NotADigest};
pub use embedding::{BadModel, Embedding, StaticModel};
pub use hazards::{CharPosition, HazardOccurrences, Hazards, hazards};
pub use hunk_header::{HunkHeader, HunkSide};
pub use line_range::{BadRange, LineRange};
pub use line_set::{BadLineSet, LineSet};
pub use lines::{LineCounter, Lines, count_lines, line_start, lines, slice_lines, tail_start};
pub use redact::{REDACTION_MARK, REDACTION_RULES, Redacted, redact};
pub use sections::{FittedSections, Section, SectionLayout, SectionRow, fit_sections, largest};
#[cfg(feature = "exact-tokens")]
pub use tokens::exact_tokens;
pub use tokens::{TOKEN_ESTIMATOR, estimate_tokens};
pub use unified_diff::{Diff, DiffLimits, DiffNames, unified_diff};
pub use utf8::{BOM, NotUtf8, Utf8Check, as_utf8, char_floor};
pub use visible::{visible, visible_line};
pub use words::{LONGEST_WORD, each_word};
