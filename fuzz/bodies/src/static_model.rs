//! A model: a table of vectors and the tokens that they stand for.

use std::collections::BTreeMap;

use reread_embed::StaticModel;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::input::parts;

/// A table as a plain reader of JSON sees it.
#[derive(Deserialize)]
struct Table {
    dtype: String,
    shape: [u64; 2],
    data_offsets: [u64; 2],
}

/// A vocabulary, a seam, and a safetensors file.
///
/// What is accepted has a header that any reader of JSON accepts as well, describes exactly the bytes behind it, and has a
/// row for every line of the vocabulary. Directions have the length of one, and the same text has the same.
pub fn static_model(data: &[u8]) {
    let (vocabulary, tensors) = parts(data);
    let Ok(model) = StaticModel::parse(tensors.to_vec(), vocabulary) else { return };

    let (length, rest) = tensors.split_first_chunk().expect("what is accepted has a header");
    let (header, numbers) = rest.split_at(u64::from_le_bytes(*length) as usize);
    let header: BTreeMap<String, &RawValue> = serde_json::from_slice(header).expect("the header is JSON");
    let table: Table = serde_json::from_str(header["embeddings"].get()).expect("the table is described");
    assert!(header.keys().all(|key| key == "embeddings" || key == "__metadata__"));
    let width = if table.dtype == "F16" { 2 } else { 4 };
    assert_eq!(table.shape[0] * table.shape[1] * width, numbers.len() as u64);
    assert_eq!(table.data_offsets, [0, numbers.len() as u64]);
    let vocabulary_text = str::from_utf8(vocabulary).expect("tokens are text");
    assert_eq!(vocabulary_text.lines().count() as u64, table.shape[0]);

    if let Some(embedding) = model.embed(vocabulary) {
        assert!((embedding.similarity(&embedding) - 1.0).abs() < 1e-9, "a direction has the length of one");
        assert_eq!(model.embed(vocabulary), Some(embedding), "the same text has the same direction");
    }
    let longer = [tensors, &[0]].concat();
    assert!(StaticModel::parse(longer, vocabulary).is_err(), "no byte is without meaning");
}
