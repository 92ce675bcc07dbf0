//! A record as it is read back, by people and by whoever makes its reply again.
//!
//! A line may come from anywhere: it is checked first, and what makes no sense is no record. Lines of the earliest form
//! lack what later ones say, and are records all the same.

use reread_text::Digest;
use serde::Deserialize;

use super::UnixMillis;
use super::line::unseal;
use super::making::{Making, MakingFields};
use super::record::Outcome;

/// One call, as its line tells it. Texts may have been cut, and secrets in them replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// Its number, counted from 1.
    pub seq: u64,
    /// When.
    pub time: UnixMillis,
    /// Who called.
    pub caller: String,
    /// The face that was called.
    pub face: String,
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: String,
    /// How it ended.
    pub outcome: Outcome,
    /// The code of the refusal or error.
    pub code: Option<String>,
    /// The file it was about.
    pub path: Option<String>,
    /// That file's content.
    pub digest: Option<Digest>,
    /// What a file held before it was written.
    pub before: Option<Digest>,
    /// What it held then.
    pub after: Option<Digest>,
    /// The receipt that was given out.
    pub receipt: Option<String>,
    /// The length of the reply.
    pub sent_bytes: u64,
    /// Whether a secret was replaced somewhere in it.
    pub is_redacted: bool,
    /// How the reply was made.
    pub making: Making,
}

impl Recorded {
    /// Reads a line without its newline; `None` if it is no whole record.
    pub fn read(line: &[u8]) -> Option<Self> {
        unseal(line).ok()?;
        let fields: Fields = serde_json::from_slice(line).ok()?;
        let digest = |digits: Option<String>| digits.map(|digits| digits.parse()).transpose().ok();
        Some(Self {
            seq: fields.seq,
            time: UnixMillis(fields.time),
            outcome: Outcome::of_word(&fields.outcome)?,
            digest: digest(fields.digest)?,
            before: digest(fields.before)?,
            after: digest(fields.after)?,
            is_redacted: fields.redacted.is_some(),
            making: fields.making.read()?,
            caller: fields.caller,
            face: fields.face,
            tool: fields.tool,
            arguments: fields.arguments,
            code: fields.code,
            path: fields.path,
            receipt: fields.receipt,
            sent_bytes: fields.sent_bytes,
        })
    }

    /// Every version that it cites.
    pub fn cited(&self) -> impl Iterator<Item = Digest> {
        let files = self.making.files.iter().map(|file| file.digest);
        [self.digest, self.before, self.after, self.making.base].into_iter().flatten().chain(files)
    }
}

#[derive(Deserialize)]
struct Fields {
    seq: u64,
    time: u64,
    caller: String,
    face: String,
    tool: String,
    arguments: String,
    outcome: String,
    code: Option<String>,
    path: Option<String>,
    digest: Option<String>,
    before: Option<String>,
    after: Option<String>,
    receipt: Option<String>,
    sent_bytes: u64,
    redacted: Option<u64>,
    #[serde(flatten)]
    making: MakingFields,
}

#[cfg(test)]
mod tests;
