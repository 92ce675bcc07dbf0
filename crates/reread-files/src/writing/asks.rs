//! What needs approval, and why.

use std::fmt;

use reread_access::ExactFile;
use reread_text::Digest;

/// What a person agrees to: one file, from one version to another, and nothing that is done beside that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactChange {
    /// Which file, and what it holds.
    pub file: ExactFile,
    /// What it will hold; `None` if it goes.
    pub after: Option<Digest>,
    /// The other name of a file that is moved, beneath the same root.
    pub other: Option<Vec<u8>>,
    /// The permissions that it gets, where they are not those that it has or that any new file gets.
    pub mode: Option<u32>,
}

/// Why a change needs approval: every reason there is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asks {
    /// The rule that wants it.
    pub rule: Option<String>,
    /// Whether even reading it needs approval.
    pub hides: bool,
    /// Whether that rule is about files that some program runs by itself.
    pub runs_code: bool,
    /// Whether the file becomes one that can be run, which it was not.
    pub makes_executable: bool,
    /// Whether its name says that it holds secrets, so that no bytes of it are in the history.
    pub forgets: bool,
}

impl Asks {
    /// The keys of the configuration that require approval; none decides about programs.
    pub fn keys(&self) -> Vec<&'static str> {
        let keys = [
            ("read.sensitive", self.hides),
            ("read.ask", self.hides),
            ("write.runs_code", self.runs_code),
            ("write.ask", self.rule.is_some() && !self.hides),
        ];
        let decides =
            |(key, decides): (&'static str, bool)| (decides && !self.makes_executable).then_some(key);
        keys.into_iter().filter_map(decides).collect()
    }
}

/// Goes on after `needs approval`.
impl fmt::Display for Asks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rule) = &self.rule {
            write!(f, " by the rule `{rule}`")?;
        }
        f.write_str(match (self.runs_code, self.makes_executable) {
            (false, false) => "",
            (true, false) => ", since it is run without being asked for",
            (false, true) => ", since it becomes executable",
            (true, true) => ", since it is run without being asked for, and becomes executable",
        })?;
        f.write_str(if self.forgets { "; no version of it is kept" } else { "" })
    }
}

#[cfg(test)]
mod tests;
