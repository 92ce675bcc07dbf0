//! Text: lines, ranges of lines, digests, pages, token estimates and diffs.
//!
//! A model asks for lines 40 to 80 of a file. This crate finds them, cuts them to what a reply may hold, and prints a
//! diff if the model has seen an earlier version.
//!
//! - **Lines:** [`lines()`], [`count_lines`], [`slice_lines`], [`LineRange`], [`LineSet`].
//! - **Identity:** a [`Digest`] identifies a snapshot.
//! - **Bounds:** [`cut`] makes pages, [`fit_sections`] leaves out the least important rows, [`estimate_tokens`] measures.
//! - **Diffs:** [`unified_diff`], its exact inverse [`apply_diff`], and [`reproduces`] to verify one.
//! - **Safety:** [`visible`] and [`hazards`] for invisible characters, [`redact`] for credentials.
//! - **Search:** [`each_word`] splits a text into words.
//!
//! # Limits
//!
//! Everything takes bytes or `&str` and returns values. Nothing opens a file, asks a clock or knows JSON. Lines are counted
//! from 1 and end with LF; [`lines()`] documents the definition.
//!
//! # Example
//!
//! ```
//! use reread_text::{Bounds, DiffNames, LineRange, apply_diff, cut, slice_lines, unified_diff};
//!
//! let old = b"one\ntwo\nthree\n";
//! let range = LineRange::new(2, 3)?;
//! assert_eq!(slice_lines(old, range), Some(&b"two\nthree\n"[..]));
//!
//! let page = cut(old, &Bounds { max_lines: Some(2), ..Bounds::default() });
//! assert_eq!(&old[..page.bytes], b"one\ntwo\n");
//!
//! let new = b"one\n2\nthree\n";
//! let diff = unified_diff(old, new, DiffNames { old: "a/f", new: "b/f" }, 3);
//! assert_eq!(apply_diff(old, &diff.text).as_deref(), Ok(&new[..]));
//! # Ok::<(), reread_text::BadRange>(())
//! ```

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

mod utc;
mod words;

pub use apply_diff::{DiffMismatch, apply_diff, reproduces};
pub use cut::{Bounds, Cut, Limit, cut};
pub use digest::{Digest, DigestBuilder, NotADigest};

pub use hazards::{CharPosition, HazardOccurrences, Hazards, hazards};
pub use hunk_header::{HunkHeader, HunkSide};
pub use line_range::{BadRange, LineRange};
pub use line_set::{BadLineSet, LineSet};
pub use lines::{LineCounter, Lines, count_lines, line_start, lines, slice_lines, tail_start};
pub use redact::{
    REDACTION_MARK, REDACTION_RULES, Redacted, TextKind, key_kind, redact, redact_as, redact_formats,
    redact_harmless,
};
pub use sections::{
    FittedSections, Section, SectionLayout, SectionPage, SectionRow, fit_sections, largest, page_sections,
};
#[cfg(feature = "exact-tokens")]
pub use tokens::exact_tokens;
pub use tokens::{TOKEN_ESTIMATOR, estimate_tokens};
pub use unified_diff::{Diff, DiffLimits, DiffNames, unified_diff};
pub use utc::utc;
pub use utf8::{BOM, NotUtf8, as_utf8, char_floor};
pub use visible::{visible, visible_json, visible_line};
pub use words::{LONGEST_WORD, each_word, each_word_as_written};
