//! Why a configuration cannot be accepted.

use reread_path::BadRule;

/// The only format there is so far.
pub(crate) const VERSION: u32 = 1;

/// Why a configuration file was not accepted. Nothing is served until it is mended.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    /// Not TOML, an unknown key, or a value of the wrong kind.
    #[error("{file}: {message}")]
    Syntax {
        /// Path of the configuration file.
        file: String,
        /// What the parser said, with the place.
        message: String,
    },
    /// A rule that cannot be used.
    #[error("{file}: {source}")]
    Rule {
        /// Path of the configuration file.
        file: String,
        /// What is wrong with the rule.
        source: BadRule,
    },
    /// A rule that does not do what its author believes.
    #[error("{file}: rule `{rule}` {what}")]
    Example {
        /// Path of the configuration file.
        file: String,
        /// The glob as it is written.
        rule: String,
        /// What it does to an example.
        what: String,
    },
    /// A format this program does not know.
    #[error("{file} says version {found}; this program knows version {VERSION}")]
    Version {
        /// Path of the configuration file.
        file: String,
        /// What it says.
        found: u32,
    },
    /// A workspace asked for more than the user allows.
    #[error("{file}: {key} = {asked} would widen the limit of {allowed}; a workspace can only narrow")]
    Widens {
        /// Path of the configuration file.
        file: String,
        /// Its dotted name.
        key: &'static str,
        /// What the workspace asked for.
        asked: u64,
        /// What the user allows.
        allowed: u64,
    },
    /// A limit of nothing.
    #[error("{file}: {key} = 0 would show nothing")]
    Zero {
        /// Path of the configuration file.
        file: String,
        /// Its dotted name.
        key: &'static str,
    },
    /// The file could not be read.
    #[error("{file} cannot be read: {message}")]
    Unreadable {
        /// Path of the configuration file.
        file: String,
        /// What the system said.
        message: String,
    },
}

/// Refuses a limit of a workspace that is above the user's own. Both lists have the same keys in the same order.
pub(crate) fn check_narrower(
    file: &str,
    asked: &[(&'static str, u64)],
    allowed: &[(&'static str, u64)],
) -> Result<(), PolicyError> {
    match asked.iter().zip(allowed).find(|((_, asked), (_, allowed))| asked > allowed) {
        Some((&(key, asked), &(_, allowed))) => {
            Err(PolicyError::Widens { file: file.to_owned(), key, asked, allowed })
        }
        None => Ok(()),
    }
}
