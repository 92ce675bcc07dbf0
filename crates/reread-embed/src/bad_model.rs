//! Errors of model files.

/// Why bytes are not a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadModel {
    /// The file is shorter than the header that it announces.
    #[error("the tensors end before their header does")]
    NoHeader,
    /// The header is so long that it cannot describe a single table.
    #[error("the header of the tensors is longer than {most} bytes")]
    LongHeader {
        /// The largest length in bytes that is read.
        most: usize,
    },
    /// The header is not JSON, or describes anything but the single table `embeddings`.
    #[error("the header of the tensors is not valid: {reason}")]
    Header {
        /// What the JSON parser reported, with line and column.
        reason: String,
    },
    /// A number format other than F32 and F16.
    #[error("`embeddings` does not hold F32 or F16")]
    OtherNumbers,
    /// A table that is empty, too large, or not two-dimensional.
    #[error("`embeddings` is no table of at most {most_rows} rows of at most {most_columns} numbers")]
    NoTable {
        /// The largest number of rows.
        most_rows: u64,
        /// The largest number of columns.
        most_columns: u64,
    },
    /// The bytes after the header are not exactly as many as the table needs.
    #[error("`embeddings` does not fill the bytes behind the header exactly")]
    OtherSize,
    /// The vocabulary has bytes that are not UTF-8.
    #[error("the vocabulary is not UTF-8")]
    NotUtf8,
    /// An empty or repeated token, so rows could not be assigned.
    #[error("line {line} of the vocabulary is empty, or like one before it")]
    BadToken {
        /// Counted from 1.
        line: u64,
    },
    /// Every row needs exactly one token.
    #[error("the vocabulary and `embeddings` differ in length: {tokens} and {rows}")]
    OtherVocabulary {
        /// Lines of the vocabulary.
        tokens: u64,
        /// Rows of the table.
        rows: u64,
    },
}
