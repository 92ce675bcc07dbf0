//! Digests in a line of the journal: their hex digits.

use reread_text::Digest;
use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

pub(super) fn serialize<S: Serializer>(digest: &Digest, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(digest)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// For members that may be absent.
pub(super) mod optional {
    use super::*;

    pub(in crate::journal) fn serialize<S: Serializer>(
        digest: &Option<Digest>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        digest.as_ref().map(ToString::to_string).serialize(serializer)
    }

    pub(in crate::journal) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Digest>, D::Error> {
        let digits = Option::<String>::deserialize(deserializer)?;
        digits.map(|digits| digits.parse()).transpose().map_err(D::Error::custom)
    }
}
