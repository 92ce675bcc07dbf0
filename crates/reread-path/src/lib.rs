//! Path: maps names as agents write them to files of a workspace, and decides which files may be touched.
//!
//! An agent asks for `@src/main.rs:7-9`. [`candidates()`] lists the files that this text may mean. Each is a
//! [`RootedPath`], which [`Rules`] judge. [`spell`] writes a name on one line for people, models and logs.
//!
//! # Limits
//!
//! This crate opens no file, follows no link and asks no clock. A path is inside the root by its spelling alone. The code
//! that opens the file must still open it beneath the root, and must also judge its resolved name.
//!
//! # Example
//!
//! ```
//! use reread_path::{RootNames, RootedPath, Roots, RuleLists, Rules, Verdict, candidates};
//!
//! let roots = [RootNames::new(vec!["/srv/shop".into()])];
//! let roots = Roots { roots: &roots, here: (0, RootedPath::root()), home: None };
//! let found = candidates("@src/.env", false, &roots)?;
//! let path = &found.last().expect("there is a candidate").path;
//! assert_eq!(path.to_string(), "src/.env");
//!
//! let lists = RuleLists { deny: &[".env".to_owned()], ..RuleLists::default() };
//! let verdict = Rules::compile(&lists)?.judge(&[path]);
//! assert_eq!(verdict, Verdict::Deny(".env".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod name_error;
mod rooted_path;
mod spelling;
mod temp_name;
mod unseen;

mod candidates;
mod requested_name;
mod starting_point;
mod windows_name;

mod glob;
mod look_alike;
mod matchable_name;
mod prefilter;
mod rule_set;
mod rules;

mod variables;

pub use candidates::{Candidate, RootNames, Roots, candidates, leads_outside, outside_paths};
pub use glob::BadGlob;
pub use name_error::NameError;
pub use requested_name::{NameRewrite, is_file_url, split_lines};
pub use rooted_path::RootedPath;
pub use rules::{
    BadRule, FolderRules, NEVER_WRITTEN_NAMES, RUNS_CODE_NAMES, RuleLists, Rules, SENSITIVE_NAMES, Verdict,
};
pub use spelling::{spell, unspell};
pub use temp_name::TempName;
pub use variables::{BadVariable, expand_variables};
pub use windows_name::windows_refuses;
