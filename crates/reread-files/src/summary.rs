//! What a file is about, in few tokens and without its credentials.
//!
//! A summary is made of the file's own words, by rules and by nothing else: the same bytes always give the same one. It
//! carries the digest of the version it is of, and no tag: a model that saw it has seen no line of the file, and where a
//! credential was taken out not even its words are the file's.

use reread_access::{
    FileName, FileTag, Located, Notice, VERSION_DIGITS, hazards_from, recognised_tags, short_version,
    text_digits,
};
use reread_code::{Language, Sketch};
use reread_context::TagDigits;
use reread_disk::FileFacts;
use reread_path::RootedPath;
use reread_text::{Bounds, Digest, REDACTION_RULES, TextKind, cut, fit_sections, redact_as};

use crate::outline_error::OutlineError;
use crate::outlined::Source;
use crate::parsed::Parsed;
use crate::read::ReadRequest;
use crate::reader::Reader;

/// What a file is about.
#[derive(Clone, Debug)]
pub struct SummaryReply {
    /// Which file it was.
    pub name: FileName,
    /// What its handle said.
    pub facts: FileFacts,
    /// The version that it is about.
    pub digest: Digest,
    /// How many lines it has.
    pub total_lines: u64,
    /// What is known of its structure, and by what.
    pub parsed: Parsed,
    /// What it says about itself, what it exports, what it declares, what is left to do.
    pub text: String,
    /// How much of what was there is not shown, by what it is.
    pub left_out: Vec<(&'static str, u64)>,
    /// How many credentials were recognised in the file; none of them is shown.
    pub redacted: u64,
    /// The version of the rules by which they were.
    pub redaction_rules: u32,
    /// The keyed digits that close the text.
    pub frame: TagDigits,
    /// What the caller should know besides.
    pub notices: Vec<Notice>,
    /// Whether the version that it is of is kept.
    pub is_kept: bool,
    /// How much it might hold.
    pub bounds: Bounds,
}

/// A caller may name anything.
const LONGEST_QUOTE: usize = 64;

impl SummaryReply {
    /// The beginning of the digest of what it is about.
    pub fn short_digest(&self) -> String {
        short_version(&self.digest)
    }
}

impl Reader<'_> {
    /// What the file that was opened for a request is about, within the bounds of the request. With `if_match`, only if
    /// that names the version that the file has now.
    pub fn summarize(
        &self,
        request: &ReadRequest,
        located: Located,
        if_match: Option<&str>,
    ) -> Result<SummaryReply, OutlineError> {
        let Source { located, snapshot, language } = self.take_source(request, located)?;
        let (digest, total_lines) = (snapshot.value.digest, snapshot.value.total_lines);
        if let Some(version) = if_match.filter(|version| !self.names_version(&located, version, &digest)) {
            return Err(OutlineError::Stale {
                name: located.name.requested,
                asked: version.chars().take(LONGEST_QUOTE).collect(),
                now: short_version(&digest),
            });
        }
        // Before anything is cut: the rest of a credential may not look like one.
        let text = String::from_utf8_lossy(&snapshot.value.bytes);
        let redacted = redact_as(&text, text_kind(&located.name.path, language));
        let sketch = Sketch::of(redacted.text.as_bytes(), language);
        let summary = sketch.summary(&redacted.text);
        let parsed = Parsed::of(&sketch.outline, language);
        let fits = |text: &str| text.is_empty() || cut(text.as_bytes(), &request.bounds).limit.is_none();
        let shown = fit_sections(&summary.sections, fits);
        let is_kept = self.keep_source(request, &located, &snapshot);
        let facts = located.facts;
        let mut notices = Vec::new();
        notices.extend(snapshot.changed_during_read.then_some(Notice::ChangedDuringRead));
        notices.extend((facts.links > 1).then_some(Notice::SeveralNames(facts.links)));
        notices.extend(hazards_from(1, &shown.text).map(Notice::Hazards));
        Ok(SummaryReply {
            facts,
            digest,
            total_lines,
            parsed: if summary.is_flat { parsed.by_shape() } else { parsed },
            redacted: redacted.count as u64 + summary.redacted,
            redaction_rules: REDACTION_RULES,
            frame: text_digits(self.access, &located.name, shown.text.as_bytes()),
            name: located.name,
            text: shown.text,
            left_out: shown.left_out,
            notices,
            is_kept,
            bounds: request.bounds,
        })
    }

    /// Whether a text names this version of a file: its digest, the beginning of it, or a tag of its lines.
    fn names_version(&self, located: &Located, version: &str, digest: &Digest) -> bool {
        if version.len() >= VERSION_DIGITS && digest.to_string().starts_with(version) {
            return true;
        }
        let citation = recognised_tags(self.access, &located.name, &[version.to_owned()]);
        citation.and_then(|citation| citation.held.latest()).is_some_and(|shown| shown.digest == *digest)
    }
}

/// Which values of a file are literals, by its language and its name.
fn text_kind(path: &RootedPath, language: Option<Language>) -> TextKind {
    match language {
        Some(Language::Json | Language::Toml | Language::Yaml) => TextKind::Settings,
        Some(Language::Bash) => TextKind::Shell,
        Some(Language::Markdown | Language::Html | Language::Css) => TextKind::Prose,
        Some(_) => TextKind::Code,
        None if FileTag::Code.is_on(path) => TextKind::Code,
        None if FileTag::Config.is_on(path) => TextKind::Settings,
        None => TextKind::Prose,
    }
}
