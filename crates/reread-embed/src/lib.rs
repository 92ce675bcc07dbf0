//! Static embeddings: compares the meaning of two texts with a table of word vectors.
//!
//! A ranked search finds files that contain the words of a query. With a model that the user provides, it can also put
//! a file about an `automobile` before one about a `bicycle` when the query asks for a `car`. A [`StaticModel`] maps
//! each word to a vector and a text to the mean of its words; [`Embedding::similarity`] compares two texts.
//!
//! # Limits
//!
//! The model is a lookup table, not a neural network: word order does not count, and words that are missing from the
//! vocabulary are ignored. Only safetensors files with one table of F32 or F16 numbers are read. This crate opens no
//! file, and the same table and the same text always give the same vector.
//!
//! # Example
//!
//! ```
//! use reread_embed::StaticModel;
//!
//! let header = r#"{"embeddings":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}}"#;
//! let numbers = [1.0_f32, 0.0, 0.8, 0.6].map(f32::to_le_bytes).concat();
//! let tensors = [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &numbers].concat();
//!
//! let model = StaticModel::parse(tensors, b"car\nautomobile\n")?;
//! let query = model.embed(b"a car").expect("`car` is in the vocabulary");
//! let file = model.embed(b"fn start_automobile()").expect("`automobile` is in the vocabulary");
//! assert!(query.similarity(&file) > 0.79);
//! # Ok::<(), reread_embed::BadModel>(())
//! ```

mod bad_model;
mod matrix;
mod static_model;
mod tensor_header;
mod vocabulary;

pub use bad_model::BadModel;
pub use static_model::{Embedding, StaticModel};
