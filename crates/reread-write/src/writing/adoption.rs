//! Taking over a state directory that came from elsewhere.
//!
//! Its records were not written here, so they are no reason to change a file. An open operation is settled by what the
//! disk proves and nothing else: it is done if every file is as it should have become, and undone otherwise, with all files
//! left as they are. A staged file beside one goes only if its bytes are the old or the new ones of that operation, and are
//! not the last copy.

use std::fs::File;

use reread_disk::{Disk as _, FileFacts, FileKind, MOST_BYTES, RealDisk};
use reread_path::TempName;
use reread_store::{
    AdoptedRows, DatabaseError, Operation, OperationFile, OperationId, OperationResult, UnixMillis,
    UnownedState, Version, VersionContent,
};
use reread_text::Digest;

use super::Writer;

/// What was taken over.
#[derive(Debug)]
pub struct Adoption {
    /// The rows that count from now on.
    pub rows: AdoptedRows,
    /// Operations that were open, and whether the disk proves that they were done.
    pub settled: Vec<(OperationId, bool)>,
    /// Staged files that were removed, by their names beneath the root.
    pub removed: Vec<String>,
}

/// A staged file that may go.
struct Staged {
    folder: File,
    temp: TempName,
    content: Digest,
    name: String,
}

impl Writer<'_> {
    /// Takes a state directory over. Files beneath `moved_root` count as files of the first root from now on.
    pub fn adopt_state(
        &self,
        state: UnownedState,
        moved_root: Option<&[u8]>,
        now: UnixMillis,
    ) -> Result<Adoption, DatabaseError> {
        let root = self.access.roots()[0].path().as_os_str().as_encoded_bytes();
        let (mut settled, mut staged) = (Vec::new(), Vec::new());
        let settle = |operation: &Operation| {
            let is_done = self.is_proven_done(operation, &mut staged);
            settled.push((operation.id, is_done));
            if is_done { OperationResult::Done } else { OperationResult::Undone }
        };
        let (_, rows) = state.adopt(moved_root.map(|old| (old, root)), now, settle)?;
        let removed = staged.into_iter().filter_map(Staged::remove).collect();
        Ok(Adoption { rows, settled, removed })
    }

    /// Whether every file is as the operation would have made it. Nothing is changed; staged files that may go are added.
    fn is_proven_done(&self, operation: &Operation, staged: &mut Vec<Staged>) -> bool {
        // Where a rule denies one of the files, nothing is looked at.
        let Ok(names) = self.names_of(operation) else { return false };
        let mut is_done = true;
        for (file, name) in operation.files.iter().zip(names) {
            let Ok(Some(folder)) = self.folder_for_recovery(&name) else {
                is_done &= file.after.content.is_none();
                continue;
            };
            let Some(leaf) = name.path.file_name() else { return false };
            let found = DiskContent::at(&folder, leaf);
            is_done &= found.is(content(Some(&file.after)), content(file.before.as_ref()));
            if let Some(temp) = file.temp
                && let DiskContent::File(digest, _) = DiskContent::at(&folder, temp.as_bytes())
                && is_redundant(file, digest, &found)
            {
                let parent = name.path.parent().unwrap_or_default();
                let beside =
                    parent.join(temp.as_bytes()).map_or_else(|_| temp.to_string(), |path| path.to_string());
                staged.push(Staged { folder, temp, content: digest, name: beside });
            }
        }
        is_done
    }
}

impl Staged {
    /// Its name, if it still holds what it held and is gone now.
    fn remove(self) -> Option<String> {
        let is_same = matches!(DiskContent::at(&self.folder, self.temp.as_bytes()), DiskContent::File(digest, _) if digest == self.content);
        let is_gone = is_same && RealDisk.remove(&self.folder, self.temp.as_bytes()).is_ok();
        is_gone.then_some(self.name)
    }
}

/// What stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiskContent {
    Nothing,
    /// Its bytes and its permission bits.
    File(Digest, u32),
    /// Anything else, or what cannot be read.
    Other,
}

impl DiskContent {
    fn at(folder: &File, name: &[u8]) -> Self {
        let file = match RealDisk.open(folder, name) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Self::Nothing,
            Err(_) => return Self::Other,
        };
        let content = || -> std::io::Result<Option<Self>> {
            let FileFacts { kind, size, mode, .. } = RealDisk.about(&file)?;
            if kind != FileKind::File || size > MOST_BYTES {
                return Ok(None);
            }
            let bytes = RealDisk.read(&file, MOST_BYTES)?;
            Ok((bytes.len() as u64 <= MOST_BYTES).then(|| Self::File(Digest::of(&bytes), mode)))
        };
        content().ok().flatten().unwrap_or(Self::Other)
    }

    /// Whether it is the content that a file should have become. Where only the permission bits were to change, they tell.
    fn is(self, after: Option<VersionContent>, before: Option<VersionContent>) -> bool {
        match (self, after) {
            (Self::Nothing, None) => true,
            (Self::File(digest, mode), Some(after)) => {
                let by_mode = before.is_some_and(|before| before.digest == after.digest);
                digest == after.digest && (!by_mode || mode == after.mode)
            }
            _ => false,
        }
    }
}

fn content(version: Option<&Version>) -> Option<VersionContent> {
    version?.content
}

/// Whether bytes are the old or the new ones of the file, and are in the history or under its name as well.
fn is_redundant(file: &OperationFile, digest: Digest, named: &DiskContent) -> bool {
    let ends = [content(file.before.as_ref()), content(Some(&file.after))];
    let end = ends.into_iter().flatten().find(|end| end.digest == digest);
    end.is_some_and(|end| end.is_kept || matches!(named, DiskContent::File(found, _) if *found == digest))
}
