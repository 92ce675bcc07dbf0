//! `[write]`: what may be written, and how.

use reread_guard::WriteLimits;
use reread_path::{NEVER_WRITTEN_NAMES, RUNS_CODE_NAMES, RuleLists, Rules};
use serde::Deserialize;

use crate::compiled_rules::{compile, deny_names};
use crate::examples::{self, Example};
use crate::policy_error::PolicyError;

/// Everything that can be configured about writing.
#[derive(Clone, Debug)]
pub struct WriteSettings {
    /// What may be written: deny, then ask, then allow. What may not be read may not be written either.
    pub rules: Rules,
    /// Names of files that some program runs by itself, for the question whether one may be written.
    pub runs_code: Rules,
    /// What is done about content that some program runs by itself, whatever the name: scripts of a `package.json`, and git
    /// repositories inside the workspace.
    pub runs_code_content: Treatment,
    /// What is done about an edit of lines that its author was not shown.
    pub unseen_lines: UnseenLines,
    /// Whether nothing is written that cannot be recorded.
    pub audit_required: bool,
    /// Folders outside the roots in which a write is a question to the user, as they are written; anywhere else it is refused.
    pub ask_outside: Vec<String>,
    /// How much a caller of the server may write.
    pub limits: WriteLimits,
}

/// What is done about an edit of lines that its author was not shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnseenLines {
    /// Nothing.
    Allow,
    /// It is made, and said.
    #[default]
    Warn,
    /// It is refused.
    Deny,
}

/// What is done with files of a certain kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Treatment {
    /// They are refused.
    Deny,
    /// The user is asked.
    #[default]
    Ask,
    /// They are like any other.
    Allow,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct WriteTable {
    deny: Vec<String>,
    ask: Vec<String>,
    allow: Vec<String>,
    examples: Vec<Example>,
    runs_code: Treatment,
    runs_code_names: Option<Vec<String>>,
    unseen_lines: UnseenLines,
    audit_required: bool,
    ask_outside: Vec<String>,
    max_writes_per_session: Option<u64>,
    max_bytes_written: Option<u64>,
}

/// What a workspace may say about writing: less.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct NarrowingWriteTable {
    deny: Vec<String>,
    ask: Vec<String>,
    examples: Vec<Example>,
    max_writes_per_session: Option<u64>,
    max_bytes_written: Option<u64>,
}

impl WriteTable {
    pub(super) fn settings(self, read: &Rules, file: &str) -> Result<WriteSettings, PolicyError> {
        let own = RuleLists { deny: &self.deny, ask: &self.ask, allow: &self.allow };
        examples::check(file, &own, &self.examples)?;
        let rules = compile(file, &own)?;
        let runs_code = self.runs_code_names.unwrap_or_else(|| owned(RUNS_CODE_NAMES));
        let never_written = owned(NEVER_WRITTEN_NAMES);
        let mut built_in = RuleLists { deny: &never_written, ..RuleLists::default() };
        let denied: Vec<String>;
        match self.runs_code {
            Treatment::Allow => {}
            Treatment::Ask => built_in.ask = &runs_code,
            Treatment::Deny => {
                denied = never_written.iter().chain(&runs_code).cloned().collect();
                built_in.deny = &denied;
            }
        }
        Ok(WriteSettings {
            rules: rules.narrowed_by(compile(file, &built_in)?).narrowed_by(read.clone()),
            runs_code: deny_names(file, &runs_code)?,
            runs_code_content: self.runs_code,
            unseen_lines: self.unseen_lines,
            audit_required: self.audit_required,
            ask_outside: self.ask_outside,
            limits: WriteLimits {
                max_writes: self.max_writes_per_session,
                max_bytes: self.max_bytes_written,
            },
        })
    }
}

impl NarrowingWriteTable {
    /// The same with what the workspace forbids, for reading and for writing, and with less that may be written.
    pub(super) fn narrow(
        &self,
        settings: WriteSettings,
        read: Rules,
        file: &str,
    ) -> Result<WriteSettings, PolicyError> {
        let own = RuleLists { deny: &self.deny, ask: &self.ask, allow: &[] };
        examples::check(file, &own, &self.examples)?;
        let own = compile(file, &own)?;
        let WriteLimits { max_writes, max_bytes } = settings.limits;
        let lower = |key, asked: Option<u64>, allowed: Option<u64>| match (asked, allowed) {
            (Some(asked), Some(allowed)) if asked > allowed => {
                Err(PolicyError::Widens { file: file.to_owned(), key, asked, allowed })
            }
            _ => Ok(asked.or(allowed)),
        };
        let limits = WriteLimits {
            max_writes: lower("write.max_writes_per_session", self.max_writes_per_session, max_writes)?,
            max_bytes: lower("write.max_bytes_written", self.max_bytes_written, max_bytes)?,
        };
        let rules = settings.rules.narrowed_by(own).narrowed_by(read);
        Ok(WriteSettings { rules, limits, ..settings })
    }
}

pub(super) fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}
