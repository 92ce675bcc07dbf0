//! Path: names as agents write them, the files they may mean, and the rules that say which of those may be touched.
//!
//! A name comes in as text ([`candidates()`]), becomes the identity of a file ([`RootedPath`]), is judged ([`Rules`]) and
//! is written out again on one line ([`spell`]). Everything here is a function of its arguments: this crate opens no
//! file, follows no link and asks no clock, so what it calls inside the root is inside by spelling alone. Whoever opens
//! the file still has to open it beneath the root, and to judge the name it really has.

mod name_error;
mod rooted_path;
mod spelling;
mod unseen;

mod candidates;
mod requested_name;
mod starting_point;
mod windows_name;

mod glance;
mod glob;
mod look_alike;
mod matchable_name;
mod rule_set;
mod rules;

mod variables;

pub use candidates::{Candidate, RootNames, Roots, candidates, leads_outside};
pub use glob::BadGlob;
pub use name_error::NameError;
pub use requested_name::{NameRewrite, split_lines};
pub use rooted_path::RootedPath;
pub use rules::{
    BadRule, FolderRules, NEVER_WRITTEN_NAMES, RUNS_CODE_NAMES, RuleLists, Rules, SENSITIVE_NAMES, Verdict,
};
pub use spelling::{spell, unspell};
pub use variables::{BadVariable, expand_variables};
pub use windows_name::windows_refuses;
