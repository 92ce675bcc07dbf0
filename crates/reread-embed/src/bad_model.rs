//! Errors of model files.

use crate::matrix::{MOST_COLUMNS, MOST_HEADER, MOST_ROWS};

/// Why bytes are not a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BadModel {
    #[error("the tensors end before their header does")]
    NoHeader,
    #[error("the header of the tensors is longer than {MOST_HEADER} bytes")]
    LongHeader,
    /// Not JSON, or a description of anything but the single table `embeddings`.
    #[error("the header of the tensors is not valid: {reason}")]
    Header { reason: String },
    #[error("`embeddings` does not hold F32 or F16")]
    OtherNumbers,
    #[error("`embeddings` is no table of at most {MOST_ROWS} rows of at most {MOST_COLUMNS} numbers")]
    NoTable,
    #[error("`embeddings` does not fill the bytes behind the header exactly")]
    OtherSize,
    #[error("the vocabulary is not UTF-8")]
    NotUtf8,
    /// Rows cannot be assigned to such a token. Lines are counted from 1.
    #[error("line {line} of the vocabulary is empty, or like one before it")]
    BadToken { line: u64 },
    #[error("the vocabulary and `embeddings` differ in length: {tokens} and {rows}")]
    OtherVocabulary { tokens: u64, rows: u64 },
}
