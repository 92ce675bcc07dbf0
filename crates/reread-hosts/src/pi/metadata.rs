//! What a read result says of itself: the object at `details.readcache`.
//!
//! It is small, has one form, and is believed only if every field of that form is there and agrees with every other.
//! Fields that the form does not have are left alone: the original extension writes one, `debug`.

use std::str::FromStr;

use reread_context::{Claim, Mode, ReadScope};
use reread_text::{Digest, LineRange};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::json::{Object, Scalar};

/// The only version of the form.
pub(crate) const VERSION: u64 = 1;

/// Metadata that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadMetadata {
    /// The file, by its absolute name.
    pub path_key: String,
    /// What the result showed or told, by its own word.
    pub claim: Claim,
    /// The length of the file.
    pub bytes: u64,
    /// The digest of the text that was made; the original extension writes none.
    pub content_hash: Option<Digest>,
}

/// Why metadata says nothing: the first field that will not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the metadata of a read cannot be used: `{field}` is missing, wrong, or at odds with the rest")]
pub struct UnusableMetadata {
    /// The field's name; `readcache` is the whole object.
    pub field: &'static str,
}

/// The digest of a text as it was made: what `contentHash` says.
pub fn content_digest(text: &str) -> Digest {
    Digest::of(text.as_bytes())
}

/// The form, before anything is believed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct MetadataFields<'a> {
    #[serde(borrow)]
    v: Scalar<'a>,
    path_key: Scalar<'a>,
    scope_key: Scalar<'a>,
    served_hash: Scalar<'a>,
    base_hash: Scalar<'a>,
    mode: Scalar<'a>,
    total_lines: Scalar<'a>,
    range_start: Scalar<'a>,
    range_end: Scalar<'a>,
    bytes: Scalar<'a>,
    content_hash: Scalar<'a>,
}

impl ReadMetadata {
    /// Takes the metadata out of its JSON.
    pub fn parse(json: &str) -> Result<Self, UnusableMetadata> {
        let fields = serde_json::from_str::<Object<MetadataFields<'_>>>(json).ok().and_then(Object::shape);
        Self::from_fields(&fields.or_unusable("readcache")?)
    }

    pub(crate) fn from_fields(fields: &MetadataFields<'_>) -> Result<Self, UnusableMetadata> {
        require(fields.v.number() == Some(VERSION), "v")?;
        let path_key = fields.path_key.as_text().filter(|path| !path.is_empty()).or_unusable("pathKey")?;
        let scope: ReadScope = parsed(&fields.scope_key).or_unusable("scopeKey")?;
        let served = parsed(&fields.served_hash).or_unusable("servedHash")?;
        let base = optional_digest(&fields.base_hash, "baseHash")?;
        let mode = fields.mode.as_text().and_then(Mode::of_session).or_unusable("mode")?;
        let total_lines =
            fields.total_lines.number().filter(|lines| *lines >= 1).or_unusable("totalLines")?;
        let start = fields.range_start.number().filter(|start| *start >= 1).or_unusable("rangeStart")?;
        let end = fields.range_end.number().or_unusable("rangeEnd")?;
        let bytes = fields.bytes.number().or_unusable("bytes")?;
        let content_hash = optional_digest(&fields.content_hash, "contentHash")?;

        let range = LineRange::new(start, end).ok().or_unusable("rangeEnd")?;
        require(range.last() <= total_lines, "rangeEnd")?;
        require(ReadScope::of_lines(range, total_lines) == scope, "scopeKey")?;
        match (mode, scope, base) {
            (Mode::Full | Mode::FullFallback, _, _) | (Mode::Diff, ReadScope::Whole, Some(_)) => {}
            (Mode::Unchanged, ReadScope::Whole, Some(base)) => require(base == served, "baseHash")?,
            (Mode::UnchangedRange, ReadScope::Lines(_), Some(_)) => {}
            (_, _, None) => return Err(UnusableMetadata { field: "baseHash" }),
            _ => return Err(UnusableMetadata { field: "mode" }),
        }
        let claim = Claim { mode, scope, served, base, total_lines };
        Ok(Self { path_key: path_key.to_owned(), claim, bytes, content_hash })
    }

    /// The lines that it is about.
    pub fn lines(&self) -> LineRange {
        match self.claim.scope {
            ReadScope::Whole => {
                LineRange::new(1, self.claim.total_lines.max(1)).expect("line 1 is not behind another")
            }
            ReadScope::Lines(lines) => lines,
        }
    }

    /// The JSON, its fields in the order in which they are always written.
    pub fn to_json(&self) -> Value {
        let Claim { mode, scope, served, base, total_lines } = self.claim;
        let lines = self.lines();
        let mut json = json!({
            "v": VERSION,
            "pathKey": self.path_key,
            "scopeKey": scope.to_string(),
            "servedHash": served.to_string(),
            "baseHash": base.map(|base| base.to_string()),
            "mode": mode.word(),
            "totalLines": total_lines,
            "rangeStart": lines.first(),
            "rangeEnd": lines.last(),
            "bytes": self.bytes,
            "contentHash": self.content_hash.map(|content_hash| content_hash.to_string()),
        });
        // A digest that is not there is left out.
        json.as_object_mut().into_iter().for_each(|fields| fields.retain(|_, value| !value.is_null()));
        json
    }
}

fn parsed<T: FromStr>(field: &Scalar<'_>) -> Option<T> {
    field.as_text().and_then(|text| text.parse().ok())
}

/// A field that may be left out, but not be something else.
fn optional_digest(field: &Scalar<'_>, name: &'static str) -> Result<Option<Digest>, UnusableMetadata> {
    match field {
        Scalar::Missing => Ok(None),
        field => parsed(field).or_unusable(name).map(Some),
    }
}

fn require(holds: bool, field: &'static str) -> Result<(), UnusableMetadata> {
    if holds { Ok(()) } else { Err(UnusableMetadata { field }) }
}

trait OrUnusable<T> {
    fn or_unusable(self, field: &'static str) -> Result<T, UnusableMetadata>;
}

impl<T> OrUnusable<T> for Option<T> {
    fn or_unusable(self, field: &'static str) -> Result<T, UnusableMetadata> {
        self.ok_or(UnusableMetadata { field })
    }
}

#[cfg(test)]
mod tests;
