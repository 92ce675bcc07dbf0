//! Code: outlines and symbols of source files.
//!
//! A model asks for the function `Cart::total` instead of a range of lines, or for an outline instead of a long file. This
//! crate parses the text with tree-sitter and lists what it declares.
//!
//! - **Language:** [`Language::of_file`] detects it by name and first line.
//! - **Outline:** [`Outline::of`] lists nested [`Symbol`]s with lines, signature and documentation.
//! - **Lookup:** [`Outline::find`] accepts ids, qualified names, their ends and bare names.
//! - **Size:** [`Outline::within`] prints the outline in a budget of tokens, [`Outline::fitting`] in any other bounds,
//!   [`Outline::page`] in the order of the text.
//! - **Position:** [`Outline::context_of`] lists the surroundings of a symbol, [`Outline::around_line`] finds the symbol
//!   around a line, [`Outline::chunk_end`] the best end of a page.
//! - **Search and summary:** [`roles()`] distinguishes definitions, uses and plain text; [`Sketch::of`] collects the parts
//!   of a summary, [`Sketch::summary`] its rows; flat text such as logs and tables is summarised by its shape.
//!
//! # Limits
//!
//! Any bytes have an outline: broken, not UTF-8, or of no known language. [`Outline::basis`] says how it was made. Nothing
//! opens a file, asks a clock or keeps a tree. Work is bounded by sizes and steps, so the same bytes always give the same
//! result. Grammars are cargo features by group (`data`, `dotnet`, `jvm`, `scripting`, `systems`, `web`), all on by
//! default; a language whose group is off has an outline by indentation.
//!
//! # Example
//!
//! ```
//! use reread_code::{Language, Outline, SymbolMatch};
//!
//! let text = b"server:\n  port: 80\n";
//! let language = Language::of_file("config.yaml", text);
//! let outline = Outline::of(text, language);
//! let SymbolMatch::One(index) = outline.find("server.port") else { panic!("there is one such key") };
//! assert_eq!(outline.symbols()[index].lines.to_string(), "2-2");
//! ```

// Without a group of languages, some of what only their tables use is unused.
#![cfg_attr(
    not(all(
        feature = "data",
        feature = "dotnet",
        feature = "jvm",
        feature = "scripting",
        feature = "systems",
        feature = "web"
    )),
    allow(dead_code, unused_imports)
)]

mod language;

mod conditionals;
mod grammar;
mod heredocs;
mod one_branch;
mod stack_depth;
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
mod inherited;
mod within;

mod flat;
mod roles;
mod sketch;
mod smallest_node;
mod summary;

pub use context::Context;
pub use find::{SymbolMatch, bare_name};
pub use inherited::type_and_member;
pub use language::Language;
pub use outline::{Basis, MAX_OUTLINED_BYTES, Outline};
pub use roles::{Role, has_names, roles};
pub use sketch::{Sketch, SketchExcerpt};
pub use summary::SummarySections;
pub use symbol::{Symbol, SymbolKind};
pub use syntax::{MAX_PARSED_BYTES, Unparsed};
pub use within::{OutlinePage, OutlineText};
