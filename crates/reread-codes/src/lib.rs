//! Codes: every error code that a caller can branch on, with its meaning.
//!
//! An error enum of a lower crate has a `code()` that returns a [`Code`]; a front end turns it into text with
//! [`Code::as_str`], and nothing else does. A program that branches on errors compares variants:
//!
//! ```
//! use reread_codes::Code;
//!
//! fn may_try_again(code: Code) -> bool {
//!     matches!(code, Code::Contended | Code::Busy)
//! }
//! assert!(may_try_again(Code::Contended));
//! assert_eq!(Code::Contended.as_str(), "contended");
//! ```
//!
//! [`words!`] declares the other enums whose variants have a stable word: reasons, modes, languages.
//!
//! To add a code, add a line to one of the lists in `code.rs`, then run the tests of this crate and of `reread-mcp` with
//! `UPDATE_DOCS=1`: they rewrite the tables in `docs/codes.md` and in the guide for models.

mod code;
mod words;

pub use code::Code;
