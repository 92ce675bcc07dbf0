//! What the fuzzers check: one function per parser of outside input.
//!
//! A body takes any bytes, makes the arguments of a parser of them and asserts what must hold for every input: laws,
//! most of them beside a plain second reading, and not only that nothing panics. The fuzzers in `fuzz/fuzz_targets`
//! call the bodies; the tests of this crate replay the seeds and every input that ever broke a law.

mod input;
mod scratch;

mod line_ranges;
mod line_sets;
mod lines;

mod names;
mod rules;
mod spelling;

mod tags;

mod outline;

mod static_model;

mod diffs;
mod eyes;
mod pages;

mod merging;
mod patches;
mod placing;

mod configuration;
mod request;

mod git;

mod journal;
mod search;

mod companion;
mod pi_session;
mod session_line;

pub use companion::companion_messages;
pub use configuration::{user_configuration, workspace_policy};
pub use diffs::{apply_random_diff, diff_there_and_back};
pub use eyes::{redacted_text, visible_text};
pub use git::{git_file, git_format, git_index, git_loose, git_pack, git_references, git_tree};
pub use journal::{journal, tampering};
pub use line_ranges::line_ranges;
pub use line_sets::line_sets;
pub use lines::lines_of_text;
pub use merging::merged_texts;
pub use names::names;
pub use outline::outline;
pub use pages::{pages, tokens};
pub use patches::{envelope_patch, git_patch, search_replace_patch, unified_patch};
pub use pi_session::pi_session;
pub use placing::{placed_patch, text_edits};
pub use request::request;
pub use rules::rules;
pub use search::search;
pub use session_line::session_line;
pub use spelling::spelling;
pub use static_model::static_model;
pub use tags::tags;
