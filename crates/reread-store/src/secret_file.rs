//! A file with a secret that only its owner can read, such as the tokens of a server.
//!
//! It is read as it is or made with 256 random bits, and never mended: a file that others could have read, could have
//! put there, or can point elsewhere is refused. It does not know what the secret opens.

use std::io;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::key_folder::hex;
use crate::own_directory::split;
use crate::private;
use crate::seal::SealKey;
use crate::state_error::StateError;
use crate::temp_file::TempFile;

/// The longest file that is taken for one, in bytes.
const LONGEST: u64 = 64 * 1024;

/// How many digits at the end of a secret of a state directory prove which key made it.
const PROOF: usize = 32;

/// What a secret file holds.
#[derive(Debug)]
pub struct SecretFile {
    /// The secret, as hexadecimal digits or as the user wrote it.
    pub text: String,
    /// Whether it was made just now.
    pub is_new: bool,
}

/// Why a file is not taken for a secret.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SecretError {
    #[error("{} does not end in the name of a file", .0.display())]
    NoName(PathBuf),
    /// It can be pointed elsewhere, or is no file at all.
    #[error("{} is not a regular file", .0.display())]
    NotAFile(PathBuf),
    #[error("{} is not secret: it must belong to you, with mode 0600", .0.display())]
    Exposed(PathBuf),
    #[error("{} is not a text of at most 64 KiB", .0.display())]
    NotText(PathBuf),
    /// A clone, a copy or an archive brought it along, or an earlier release made it.
    #[error("{} was not made with your key for this workspace", .0.display())]
    NotOurs(PathBuf),
    #[error("cannot use {}", .0.display())]
    Io(PathBuf, #[source] io::Error),
    #[error(transparent)]
    State(#[from] StateError),
}

impl SecretFile {
    /// Reads the file, or makes it with 64 random hexadecimal digits and a newline.
    ///
    /// Of several processes that find it missing at once, one makes it and the others read that.
    pub fn read_or_make(path: &Path) -> Result<Self, SecretError> {
        Self::read_or_make_with(path, || random_text().map(|digits| digits + "\n"))
    }

    /// The same with digits behind it that only this key makes. One without them is refused: its author knows it.
    pub(crate) fn of_key(path: &Path, key: &SealKey) -> Result<Self, SecretError> {
        let proof = |digits: &str| hex(&key.hash("secret file", &[digits])[..PROOF / 2]);
        let secret = Self::read_or_make_with(path, || {
            random_text().map(|digits| format!("{digits}{}\n", proof(&digits)))
        })?;
        let text = secret.text.trim_end();
        let (digits, end) = text.split_at_checked(text.len().saturating_sub(PROOF)).unwrap_or_default();
        if proof(digits) == end { Ok(secret) } else { Err(SecretError::NotOurs(path.to_path_buf())) }
    }

    fn read_or_make_with(
        path: &Path,
        new_text: impl FnOnce() -> io::Result<String>,
    ) -> Result<Self, SecretError> {
        let at = |source| SecretError::Io(path.to_path_buf(), source);
        let no_name = || SecretError::NoName(path.to_path_buf());
        let (parent, name) = split(path).map_err(|_| no_name())?;
        let name = name.to_str().ok_or_else(no_name)?;
        let parent = Dir::open_ambient_dir(parent, ambient_authority()).map_err(at)?;
        if let Some(text) = read(&parent, name, path)? {
            return Ok(Self { text, is_new: false });
        }
        let text = new_text().map_err(at)?;
        let temp = TempFile::write(&parent, text.as_bytes()).and_then(TempFile::sync).map_err(at)?;
        if temp.place_new(&parent, name).map_err(at)? {
            return Ok(Self { text, is_new: true });
        }
        let text = read(&parent, name, path)?.ok_or_else(|| at(io::ErrorKind::NotFound.into()))?;
        Ok(Self { text, is_new: false })
    }
}

/// `None` where nothing is.
fn read(parent: &Dir, name: &str, path: &Path) -> Result<Option<String>, SecretError> {
    let at = |source| SecretError::Io(path.to_path_buf(), source);
    match parent.symlink_metadata(name) {
        Ok(metadata) if metadata.is_file() => {}
        Ok(_) => return Err(SecretError::NotAFile(path.to_path_buf())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(at(error)),
    }
    // Whatever stands there by now is opened without following it, and judged by its handle.
    let file = private::open_file(parent, name).map_err(at)?;
    if private::is_exposed(&file).map_err(at)? {
        return Err(SecretError::Exposed(path.to_path_buf()));
    }
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut io::Read::take(file, LONGEST + 1), &mut bytes).map_err(at)?;
    let is_short = bytes.len() as u64 <= LONGEST;
    let text = String::from_utf8(bytes).ok().filter(|_| is_short);
    text.map(Some).ok_or_else(|| SecretError::NotText(path.to_path_buf()))
}

fn random_text() -> io::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(hex(&bytes))
}
