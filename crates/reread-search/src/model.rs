//! The model that the user names for ranked searches: two files of a folder, opened at start and read on first use.
//!
//! Nothing is downloaded, and no rule applies to the folder: the user chose it. A folder without the files is an error at
//! start. Files with invalid content are an error of the first search that reads them.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use reread_access::{OpenError, open_named};
use reread_disk::{FileFacts, read_all};
use reread_embed::{BadModel, StaticModel};

/// Names of the file with the table, in the order in which they are tried.
const TABLE_NAMES: [&str; 2] = ["model.safetensors", "embeddings.safetensors"];

const VOCABULARY_NAME: &str = "vocab.txt";

/// The largest size of both files together.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// A model in a folder.
#[derive(Debug)]
pub struct Model {
    table: (File, u64),
    vocabulary: (File, u64),
    loaded: OnceLock<Result<StaticModel, Arc<ModelError>>>,
}

/// Why a model cannot be used.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ModelError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("a model of {bytes} bytes is larger than {MOST_BYTES}")]
    TooLarge { bytes: u64 },
    #[error("the model that search.model names cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("what search.model names is no model: {0}")]
    Bad(#[from] BadModel),
}

impl Model {
    /// Opens the files of a model: `model.safetensors` or `embeddings.safetensors`, and `vocab.txt`.
    pub fn open(folder: &Path) -> Result<Self, ModelError> {
        let [usual, other] = TABLE_NAMES.map(|name| folder.join(name));
        let table = match open_named(&usual) {
            // If there is neither, the usual name is the one to mention.
            Err(missing @ OpenError::Missing { .. }) => open_named(&other).map_err(|error| match error {
                OpenError::Missing { .. } => missing,
                error => error,
            })?,
            opened => opened?,
        };
        let vocabulary = open_named(&folder.join(VOCABULARY_NAME))?;
        let sizes = (FileFacts::of(&table)?.size, FileFacts::of(&vocabulary)?.size);
        let bytes = sizes.0.saturating_add(sizes.1);
        if bytes > MOST_BYTES {
            return Err(ModelError::TooLarge { bytes });
        }
        Ok(Self { table: (table, sizes.0), vocabulary: (vocabulary, sizes.1), loaded: OnceLock::new() })
    }

    /// The content of the files. They are read once, and an error is kept as well.
    pub(crate) fn get(&self) -> Result<&StaticModel, Arc<ModelError>> {
        self.loaded.get_or_init(|| self.load().map_err(Arc::new)).as_ref().map_err(Arc::clone)
    }

    fn load(&self) -> Result<StaticModel, ModelError> {
        let (mut table, mut vocabulary) = (Vec::new(), Vec::new());
        read_all(&self.table.0, self.table.1, &mut table)?;
        read_all(&self.vocabulary.0, self.vocabulary.1, &mut vocabulary)?;
        Ok(StaticModel::parse(table, &vocabulary)?)
    }
}
