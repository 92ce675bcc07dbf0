//! What the user configured, and how a workspace may narrow it.
//!
//! Two files speak. The user's own configuration decides: roots, rules, limits. `reread.toml` at a workspace
//! root can only narrow, since a hostile repository must not be able to widen its own rights. An unknown key,
//! a rule that cannot match or a limit that would widen is an error at start, never ignored: rules that
//! cannot be read are not "no rules".
//!
//! ```
//! let settings = reread_config::parse_user_configuration("config.toml", "version = 1\n[read]\ndeny = [\"*.key\"]")?;
//! # Ok::<(), reread_config::PolicyError>(())
//! ```

mod settings;

mod backends;
mod guard_table;
mod retention;
mod review_table;
mod write_table;

mod compiled_rules;
mod examples;
mod policy_error;
mod policy_file;

pub use backends::{Backend, Backends, Shaping};
pub use guard_table::GuardSettings;
pub use policy_error::PolicyError;
pub use policy_file::{
    load_user_configuration, load_usual_configuration, narrow_by_workspace, parse_user_configuration,
};
pub use retention::Retention;
pub use review_table::ReviewSettings;
pub use settings::{HardLinks, Limits, OtherFilesystems, PiSettings, Settings};
pub use write_table::{Treatment, UnseenLines, WriteSettings};
