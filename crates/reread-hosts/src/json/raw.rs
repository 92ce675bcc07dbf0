//! A value that is only found, for whoever wants to look into it later.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// The text of a value, from its first character to its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raw<'a>(&'a str);

/// By this name a [`Raw`] asks for its text. Deserializers that do not know it refuse.
pub(super) const NAME: &str = "reread_hosts::json::Raw";

impl<'a> Raw<'a> {
    pub(crate) fn get(self) -> &'a str {
        self.0
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Raw<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(NAME, RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text of a value")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Raw(text))
    }
}
