//! A secret outside the workspace, which an attack must not reach.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::hash::{Hash as _, Hasher as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::tree::files_below;

/// The secret, and the folder outside as it was when the test began.
#[derive(Debug)]
pub struct Secret {
    text: String,
    folder: PathBuf,
    fingerprint: String,
}

impl Secret {
    /// Puts a secret into `folder`. The seed decides its text, so that a failing test fails again in the same way.
    pub(crate) fn hide_in(folder: &Path, seed: &str) -> Self {
        let words = [1, 2].map(|salt: u8| {
            let mut hasher = DefaultHasher::new();
            (seed, salt).hash(&mut hasher);
            hasher.finish()
        });
        let text = format!("SECRET-{:016x}{:016x}", words[0], words[1]);
        std::fs::write(folder.join("secret"), format!("{text}\n")).unwrap();
        let mut secret = Self { text, folder: folder.to_owned(), fingerprint: String::new() };
        secret.accept_folder();
        secret
    }

    /// What no reply and no file of the state directory may contain.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Takes the folder as it is now for the one that must not change.
    pub(crate) fn accept_folder(&mut self) {
        self.fingerprint = fingerprint(&self.folder);
    }

    pub(crate) fn check_folder(&self) {
        assert_eq!(fingerprint(&self.folder), self.fingerprint, "a file outside the workspace has changed");
    }
}

/// Names, bytes, modes and link counts of everything below a folder.
fn fingerprint(folder: &Path) -> String {
    let mut text = String::new();
    for file in files_below(folder) {
        let metadata = file.symlink_metadata().unwrap();
        let bytes = std::fs::read(&file).unwrap();
        let facts = (metadata.mode(), metadata.nlink(), bytes.escape_ascii().to_string());
        writeln!(text, "{} {facts:?}", file.display()).unwrap();
    }
    text
}
