//! Updates the registry after a write by this process, so that the next walk need not read the file.
//!
//! Only rows that exist are updated. Whether a new file belongs into the registry depends on what is ignored, which the next
//! walk finds out. A row that is written now is not settled: a write within the same tick would go unnoticed.

use reread_access::{Access, FileName, FileTag};
use reread_code::Language;
use reread_disk::{FileFacts, OpenPurpose, open_exactly};
use reread_store::{FileChanges, FileRow};
use reread_text::Digest;

use super::known::file_stamp;
use super::{bit, maker, root_key};

/// Brings the row of a file up to date that holds these bytes now, with their digest, or is gone. It is an index: a
/// server does it in the background, and if it fails, the next walk does it.
pub fn note_written(access: &Access, name: &FileName, written: Option<(&[u8], Digest)>) {
    let is_indexed = !access.is_outside(name.root);
    let Some(state) = access.state().filter(|state| is_indexed && state.directory().has_database()) else {
        return;
    };
    let root = access.root(name.root);
    let file = written.and_then(|(bytes, digest)| {
        let file = open_exactly(root, &name.path, OpenPurpose::Examine, true).ok()?;
        Some((bytes, digest, FileFacts::of(&file).ok()?))
    });
    let file_name = String::from_utf8_lossy(name.path.file_name().unwrap_or_default()).into_owned();
    let is_sensitive = access.settings().is_secret(std::slice::from_ref(&name.path));
    let found = file.map(|(bytes, digest, facts)| {
        let is_hashed = !is_sensitive && facts.size <= access.settings().limits.digest_bytes;
        let language = Language::of_file(&file_name, bytes).map(Language::word);
        (file_stamp(&facts), is_hashed.then_some(digest), language)
    });
    let tags = FileTag::of(&name.path).map(bit).sum();
    let (path, root, maker) =
        (name.path.as_bytes().to_vec(), root_key(root).to_vec(), maker(access.settings()));
    state.do_later(move |database| {
        let row = found.map(|(stamp, digest, language)| FileRow {
            path: &path,
            stamp,
            digest,
            language,
            tags,
            is_sensitive,
            is_settled: false,
        });
        let forgotten = if row.is_none() { vec![path.as_slice()] } else { Vec::new() };
        let changes = FileChanges { recorded: row.into_iter().collect(), forgotten };
        let _ = database.registry(&root, &maker).update(&changes);
    });
}
