//! Approval requests: what the user is asked, why, and what the answer is bound to.

use std::fmt;

use reread_access::{Access, ExactFile};
use reread_path::spell;
use reread_store::ApprovalSubject;
use reread_text::Digest;

use super::WriteContext;
use crate::write_error::WriteError;

/// A question to the user: what would be done to which version of which file, and what the user is shown of it.
#[derive(Clone, Debug)]
pub struct ApprovalRequest {
    /// What would be done: `read`, `large_read`, `write`, `delete`, `move to NAME` or `move from NAME`; followed by `as 0755` if
    /// the file gets other permissions.
    pub operation: String,
    /// The file, with its version if it exists.
    pub file: ExactFile,
    /// Its absolute name, if it lies outside the roots.
    pub outside: Option<String>,
    /// What it would hold afterwards; `None` if it would be deleted, and where nothing is written.
    pub after: Option<Digest>,
    /// Why a change needs approval, with every reason; `None` where nothing is written.
    pub why: Option<String>,
    /// All lines that would change, in rows as the user sees them; empty where nothing is written. A question shows
    /// [a part](crate::ShownPart) of them, and counts only if that is the whole.
    pub shown: String,
}

/// Why a change needs approval: every reason that applies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApprovalReasons {
    /// The rule that requires it, as the configuration spells it.
    pub rule: Option<String>,
    /// Whether even reading it needs approval.
    pub hides: bool,
    /// Whether the file lies outside the roots.
    pub outside: bool,
    /// Whether that rule is about files that some program runs by itself.
    pub runs_code: bool,
    /// Whether the file becomes executable, which it was not.
    pub makes_executable: bool,
    /// Whether its name says that it holds secrets, so that no bytes of it are in the history.
    pub forgets: bool,
}

impl ApprovalRequest {
    /// To read a file.
    pub fn to_read(file: ExactFile) -> Self {
        Self::to("read", file)
    }

    /// To do something with a file that does not change it.
    pub fn to(operation: &str, file: ExactFile) -> Self {
        let operation = operation.to_owned();
        Self { operation, file, outside: None, after: None, why: None, shown: String::new() }
    }

    /// What the decision is bound to: the principal that asks, and names that mean the same to another process.
    pub fn subject(&self, access: &Access, principal: &str) -> ApprovalSubject {
        let root =
            access.written_roots().contains(&self.file.root).then(|| access.root(self.file.root).path());
        ApprovalSubject {
            principal: principal.to_owned(),
            operation: self.operation.clone(),
            root: root.map(|root| root.as_os_str().as_encoded_bytes().to_vec()).unwrap_or_default(),
            path: self.file.path.as_bytes().to_vec(),
            before: self.file.digest,
            after: self.after,
        }
    }

    /// `write Makefile as 0755`, `move old.mk to new.mk`.
    pub fn phrase(&self) -> String {
        match &self.outside {
            Some(name) => phrase(&self.operation, name),
            None => phrase(&self.operation, &self.file.path.to_string()),
        }
    }
}

/// What is done to a file, in words.
pub fn phrase(operation: &str, path: &str) -> String {
    match operation.split_once(' ') {
        Some((verb, rest)) => format!("{verb} {path} {rest}"),
        None => format!("{operation} {path}"),
    }
}

/// What an approval of a change is called: no two changes that do different things to a file share a name. `other` is the
/// other name of a file that is moved, beneath the same root.
pub(super) fn operation(other: Option<&[u8]>, after: Option<Digest>, mode: Option<u32>) -> String {
    let deed = match (other.map(spell), after) {
        (Some(other), None) => format!("move to {other}"),
        (Some(other), Some(_)) => format!("move from {other}"),
        (None, None) => "delete".to_owned(),
        (None, Some(_)) => "write".to_owned(),
    };
    match mode {
        Some(mode) => format!("{deed} as {mode:04o}"),
        None => deed,
    }
}

impl WriteContext<'_> {
    /// Whether the user approved a change, before or now. What is in `approved` is not asked about again.
    pub(super) fn approves(&self, request: ApprovalRequest, approved: &mut Vec<ApprovalRequest>) -> bool {
        let ApprovalRequest { operation, file, after, .. } = &request;
        if approved.iter().any(|one| (&one.operation, &one.file, &one.after) == (operation, file, after)) {
            return true;
        }
        let is_approved = (self.is_approved)(&request);
        if is_approved {
            approved.push(request);
        }
        is_approved
    }
}

impl ApprovalReasons {
    /// What is said of a change that is not approved yet.
    pub(crate) fn refusal(&self, name: &str) -> WriteError {
        WriteError::NeedsApproval { name: name.to_owned(), reasons: self.clone() }
    }

    /// The keys of the configuration that require approval. No key decides about files that become executable.
    pub fn keys(&self) -> Vec<&'static str> {
        let keys = [
            ("read.sensitive", self.hides),
            ("read.ask", self.hides),
            ("write.ask_outside", self.outside),
            ("write.runs_code", self.runs_code),
            ("write.ask", self.rule.is_some() && !self.hides && !self.outside),
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
        f.write_str(if self.outside { ", since it is outside the workspace" } else { "" })?;
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
