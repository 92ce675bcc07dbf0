//! The JSON header of a safetensors file.

use std::collections::HashMap;

use serde::Deserialize;

use crate::BadModel;

/// A tensor as the header describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TensorEntry {
    /// The number format, such as `F32`.
    pub(crate) dtype: String,
    /// The length in each dimension.
    pub(crate) shape: Vec<u64>,
    /// Start and end of its bytes, counted from the end of the header.
    pub(crate) data_offsets: Vec<u64>,
}

/// Exactly one tensor is allowed: other tensors would be memory that is never used.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TensorHeader {
    /// Free-form remarks of the program that wrote the file.
    #[serde(rename = "__metadata__", default)]
    _metadata: HashMap<String, String>,
    embeddings: TensorEntry,
}

/// Parses a header that describes the table `embeddings` and nothing else.
pub(crate) fn parse_header(header: &[u8]) -> Result<TensorEntry, BadModel> {
    // Serde would also take an array of the values in order; the format has objects only.
    if header.trim_ascii_start().first().is_some_and(|byte| *byte != b'{') {
        return Err(BadModel::Header { reason: "it is not a JSON object".to_owned() });
    }
    let header: TensorHeader =
        serde_json::from_slice(header).map_err(|error| BadModel::Header { reason: error.to_string() })?;
    Ok(header.embeddings)
}

#[cfg(test)]
mod tests;
