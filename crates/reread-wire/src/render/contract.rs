//! The contract: a reply or an error as JSON.
//!
//! `read` has the keys of the unified contract (`ok`, `mode`, `target`, `text`, `location`, `meta`); the
//! bounded readers have theirs (`success`, `operation`, `content`, ...); both carry each other's truth, so
//! that one reader of replies can serve both.

use serde_json::Value;

/// A reply or an error as JSON. Each key is added either as a fact or as text, that is, content of files: metadata for the
/// host has the facts alone.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    entries: Vec<(&'static str, Entry)>,
}

#[derive(Clone, Debug)]
enum Entry {
    Fact(Value),
    Text(Value),
    /// A text of which metadata has the beginning.
    Excerpted {
        excerpt: Value,
        whole: Value,
    },
    Parts(Vec<Contract>),
}

impl Contract {
    /// Everything.
    pub fn to_json(&self) -> Value {
        self.json(true)
    }

    /// Everything but text.
    pub fn metadata(&self) -> Value {
        self.json(false)
    }

    fn json(&self, with_text: bool) -> Value {
        let value = |entry: &Entry| match entry {
            Entry::Fact(value) => Some(value.clone()),
            Entry::Text(value) => with_text.then(|| value.clone()),
            Entry::Excerpted { excerpt, whole } => Some(if with_text { whole } else { excerpt }.clone()),
            Entry::Parts(parts) => Some(parts.iter().map(|part| part.json(with_text)).collect()),
        };
        let entries = self.entries.iter().filter_map(|(key, entry)| Some(((*key).to_owned(), value(entry)?)));
        Value::Object(entries.collect())
    }

    pub(super) fn fact(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.entries.push((key, Entry::Fact(value.into())));
        self
    }

    pub(super) fn text(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.entries.push((key, Entry::Text(value.into())));
        self
    }

    pub(super) fn excerpted(mut self, key: &'static str, excerpt: String, whole: String) -> Self {
        self.entries.push((key, Entry::Excerpted { excerpt: excerpt.into(), whole: whole.into() }));
        self
    }

    pub(super) fn parts(mut self, key: &'static str, parts: Vec<Contract>) -> Self {
        self.entries.push((key, Entry::Parts(parts)));
        self
    }

    /// Facts that are there or not.
    pub(super) fn facts(mut self, facts: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        self.entries.extend(facts.into_iter().map(|(key, value)| (key, Entry::Fact(value))));
        self
    }

    pub(super) fn meta(&mut self) -> Option<&mut Value> {
        self.entries.iter_mut().find_map(|(key, entry)| match entry {
            Entry::Fact(meta) if *key == "meta" => Some(meta),
            _ => None,
        })
    }
}
