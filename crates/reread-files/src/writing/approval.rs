//! Approval of a change: what the user is asked, why, and what the answer is bound to.

use std::fmt;

use reread_access::ExactFile;
use reread_text::{Diff, Digest};

use super::WriteContext;

/// A change that needs approval. The answer is bound to one file, from one version to another, and to nothing else.
#[derive(Clone, Debug)]
pub struct ChangeToApprove {
    /// The file, as the caller named it.
    pub name: String,
    /// Which file, and what it holds.
    pub file: ExactFile,
    /// What it will hold; `None` if it is removed.
    pub after: Option<Digest>,
    /// The other name of a file that is moved, beneath the same root.
    pub other: Option<Vec<u8>>,
    /// The permissions that it gets, where they differ from its own or from those of any new file.
    pub mode: Option<u32>,
    /// Why the user is asked.
    pub reasons: ApprovalReasons,
    /// The lines that change; empty if they may not be shown.
    pub diff: Diff,
    /// Whether an external change was merged close to these lines.
    pub nearby_change: bool,
}

/// Why a change needs approval: every reason that applies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApprovalReasons {
    /// The rule that requires it, as the configuration spells it.
    pub rule: Option<String>,
    /// Whether even reading it needs approval.
    pub hides: bool,
    /// Whether that rule is about files that some program runs by itself.
    pub runs_code: bool,
    /// Whether the file becomes executable, which it was not.
    pub makes_executable: bool,
    /// Whether its name says that it holds secrets, so that no bytes of it are in the history.
    pub forgets: bool,
}

impl ChangeToApprove {
    /// Whether an answer about one is an answer about the other.
    fn is_same_change(&self, other: &Self) -> bool {
        let bound_to = |change: &Self| (change.after, change.mode);
        self.file == other.file && self.other == other.other && bound_to(self) == bound_to(other)
    }
}

impl WriteContext<'_> {
    /// Whether the user approved a change, before or now. What is in `approved` is not asked about again.
    pub(super) fn approves(&self, change: ChangeToApprove, approved: &mut Vec<ChangeToApprove>) -> bool {
        if approved.iter().any(|before| before.is_same_change(&change)) {
            return true;
        }
        let is_approved = (self.is_approved)(&change);
        if is_approved {
            approved.push(change);
        }
        is_approved
    }
}

impl ApprovalReasons {
    /// The keys of the configuration that require approval. No key decides about files that become executable.
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

/// Continues the words `needs approval`.
impl fmt::Display for ApprovalReasons {
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
