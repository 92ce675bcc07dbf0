//! Code: what a text declares, and where.
//!
//! Bytes in, data out. A text may be broken, half written, not UTF-8 or of no known language: there is always an
//! outline, and it says what it rests on. Nothing here opens a file, asks a clock or keeps a tree; the same bytes
//! always give the same answer, because work is bounded by sizes and steps alone.
//!
//! - **Which language:** [`Language::of_file`], by name and first line.
//! - **What there is:** [`Outline::of`] has [`Symbol`]s, nested, each with its lines, signature and documentation.
//! - **Which one is meant:** [`Outline::find`] takes ids, qualified names, their ends and bare names.
//! - **In how many tokens:** [`Outline::within`] is the outline as text in a budget ([`Outline::fitting`] in any other bounds), [`Outline::context_of`] what
//!   stands around a symbol, [`Outline::around_line`] which one stands around a line, [`Outline::chunk_end`] where a page should end.
//! - **What was found, what it is about:** [`roles()`] tells definitions from uses and from mere text, [`Sketch::of`] has what a
//!   summary is made of and [`Sketch::sections`] its parts.

mod language;

mod grammar;
mod heredocs;
mod syntax;

mod line_index;

mod doc_line;
mod signature;
mod symbol;

mod drafts;

mod blocks;
mod headings;
mod walk;
mod yaml;

mod outline;

mod chunk;
mod context;
mod find;
mod within;

mod roles;
mod sketch;
mod summary;

pub use context::Context;
pub use find::{SymbolMatch, bare_name};
pub use language::Language;
pub use outline::{Basis, MAX_OUTLINED_BYTES, Outline};
pub use roles::{Role, has_names, roles};
pub use sketch::{Sketch, SketchExcerpt};
pub use symbol::{Symbol, SymbolKind};
pub use syntax::{MAX_PARSED_BYTES, Unparsed};
pub use within::OutlineText;
