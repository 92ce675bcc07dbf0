//! How a file, or a proposed text for it, differs from git's `HEAD`, from the index or from what is on
//! disk.
//!
//! The name is judged like that of any read, before anything is looked up in git: what is denied has no history either.
//! Texts are compared byte by byte as they are stored. A side on which the file does not exist is an empty text, and the
//! reply says which. A preview vouches for nothing: what it shows are changes, which cannot be cited.

mod header_name;
mod hunks;
mod preview;
mod preview_error;

use reread_access::{Access, FileName, Located, Notice, OpenError, binary_kind, hazards_from, text_digits};
use reread_disk::SharedBytes;
use reread_git::{GitError, ObjectId, Repository, Staged, TreeEntry, TreeEntryKind};
use reread_path::{Candidate, RootedPath, spell};
use reread_text::{Diff, DiffNames, Digest, LineRange, as_utf8, count_lines, unified_diff};

use self::header_name::{NOTHING, header_name};
use crate::repositories::Repositories;

pub use self::hunks::{PreviewCut, PreviewPart};
pub use self::preview::{PreviewBase, PreviewReply, PreviewRequest, Side};
pub use self::preview_error::PreviewError;

/// How many unchanged lines stand around a change.
const CONTEXT_LINES: u64 = 3;

/// A text, and the name that it has in git if a repository was asked.
#[derive(Clone)]
struct Text {
    bytes: SharedBytes,
    blob: Option<ObjectId>,
}

/// Both texts, and the commit that the base is of.
struct Compared {
    commit: Option<ObjectId>,
    base: Option<Text>,
    target: Option<Text>,
}

/// Compares files with what git has of them, or with a text that is proposed.
#[derive(Clone, Copy, Debug)]
pub struct Previewer<'a> {
    pub(crate) access: &'a Access,
}

impl Previewer<'_> {
    /// The diff from the base to the working file or to a proposed text.
    pub fn diff_preview(&self, request: &PreviewRequest) -> Result<PreviewReply, PreviewError> {
        if request.against == PreviewBase::Worktree && request.content.is_none() {
            return Err(PreviewError::NeedsContent);
        }
        let mut notices = Vec::new();
        let mut lines = request.lines;
        let (name, working) = match self.access.locate(&request.name, request.lines.is_some()) {
            Ok(located) => {
                lines = lines.or(located.lines);
                let has_a_say = request.content.is_none() || request.against == PreviewBase::Worktree;
                let working = has_a_say.then(|| self.working(&located, &mut notices)).transpose()?;
                (located.name, working)
            }
            Err(error @ OpenError::Missing { .. }) => (self.name_of_absent(request, error)?, None),
            Err(error) => return Err(error.into()),
        };
        self.compare(request, name, lines, working, notices)
    }

    /// The file on disk.
    fn working(&self, located: &Located, notices: &mut Vec<Notice>) -> Result<SharedBytes, PreviewError> {
        if located.facts.size > self.access.settings().limits.digest_bytes {
            return Err(self.too_large(&located.name));
        }
        let taken = located.snapshot()?;
        notices.extend(taken.changed_during_read.then_some(Notice::ChangedDuringRead));
        Ok(taken.value.bytes)
    }

    /// What a name that does not exist on disk stands for: the first reading of it that the base has, or the first one
    /// of all if a text is proposed for it.
    fn name_of_absent(&self, request: &PreviewRequest, missing: OpenError) -> Result<FileName, PreviewError> {
        let candidates = self.access.candidates(&request.name, true).unwrap_or_default();
        let candidates = candidates.into_iter().filter(|candidate| !candidate.is_directory_spelling);
        let names: Vec<FileName> =
            candidates.map(|candidate| self.absent_name(&request.name, candidate)).collect();
        for name in &names {
            // Examining the name has asked the rules already; here they are asked about all that git is asked about.
            self.access.judge(&name.requested, &[&name.path], name.root)?;
        }
        let mut failed = None;
        for name in names.iter().filter(|_| request.against != PreviewBase::Worktree) {
            match self.entry(name, request.against) {
                Ok((_, _, Some(_))) => return Ok(name.clone()),
                Ok(_) => {}
                // What is neither here nor anywhere else is just missing.
                Err(PreviewError::Git { source: GitError::NoRepository, .. })
                    if request.content.is_none() => {}
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        match (failed, names.into_iter().next()) {
            (Some(error), _) => Err(error),
            (None, Some(name)) if request.content.is_some() => Ok(name),
            (None, _) => Err(missing.into()),
        }
    }

    fn absent_name(&self, requested: &str, candidate: Candidate) -> FileName {
        let would_be = self.access.would_be(&candidate).ok().flatten();
        let path = would_be.unwrap_or_else(|| candidate.path.clone());
        FileName {
            requested: spell(requested.as_bytes()).into_owned(),
            path,
            root: candidate.root,
            readings: candidate.readings,
        }
    }

    /// `working` is what is on disk, if that has a say.
    fn compare(
        &self,
        request: &PreviewRequest,
        name: FileName,
        lines: Option<LineRange>,
        working: Option<SharedBytes>,
        mut notices: Vec<Notice>,
    ) -> Result<PreviewReply, PreviewError> {
        let against = request.against;
        let target = match &request.content {
            Some(content) => Some(SharedBytes::from(content.clone())),
            None => working.clone(),
        };
        let Compared { commit, base, target } = match against {
            PreviewBase::Worktree => {
                let text = |bytes| Text { bytes, blob: None };
                Compared { commit: None, base: working.map(text), target: target.map(text) }
            }
            PreviewBase::Head | PreviewBase::Index => self.base_in_git(&name, against, target)?,
        };
        let (old, new) = (bytes_of(base.as_ref()), bytes_of(target.as_ref()));
        let mut diff = self.diff(&name, against, base.as_ref(), target.as_ref())?;
        let part = hunks::take_part(&mut diff.text, lines, &request.bounds);
        let only_line_ends = old != new && without_crs(old).eq(without_crs(new));
        match as_utf8(&diff.text) {
            Ok(text) => notices.extend(hazards_from(1, text).map(Notice::Hazards)),
            Err(_) => {
                let invalid = diff.text.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty());
                notices.push(Notice::InvalidUtf8(invalid.count() as u64));
            }
        }
        Ok(PreviewReply {
            frame: text_digits(self.access, &name, &diff.text),
            name,
            against,
            commit,
            base: base.as_ref().map(side),
            target: target.as_ref().map(side),
            is_proposed: request.content.is_some(),
            diff,
            part,
            only_line_ends,
            notices,
        })
    }

    /// The whole diff, if it can be shown.
    fn diff(
        &self,
        name: &FileName,
        against: PreviewBase,
        base: Option<&Text>,
        target: Option<&Text>,
    ) -> Result<Diff, PreviewError> {
        let (old, new) = (bytes_of(base), bytes_of(target));
        if old == new {
            return Ok(Diff::default());
        }
        let place = match against {
            PreviewBase::Head => "in HEAD",
            PreviewBase::Index => "in the index",
            PreviewBase::Worktree => "on disk",
        };
        for (bytes, place) in [(new, "as it is to be compared"), (old, place)] {
            if let Some(kind) = binary_kind(bytes) {
                return Err(PreviewError::NotText { name: name.requested.clone(), place, kind });
            }
        }
        if !self.access.settings().limits.diff().affordable(old, new) {
            return Err(self.too_large(name));
        }
        let header = |prefix, text: Option<&Text>| {
            text.map_or_else(|| NOTHING.to_owned(), |_| header_name(prefix, name.path.as_bytes()))
        };
        let (old_name, new_name) = (header('a', base), header('b', target));
        Ok(unified_diff(old, new, DiffNames { old: &old_name, new: &new_name }, CONTEXT_LINES))
    }

    /// The commit and the text that git has of the file, and the target under the name that git would give it.
    fn base_in_git(
        &self,
        name: &FileName,
        against: PreviewBase,
        target: Option<SharedBytes>,
    ) -> Result<Compared, PreviewError> {
        let (repository, commit, entry) = self.entry(name, against)?;
        let target = target.map(|bytes| Text { blob: Some(repository.blob_id(&bytes)), bytes });
        let base = match entry {
            None => None,
            // Equal names are equal bytes, however many there are.
            Some(entry) if target.as_ref().and_then(|target| target.blob) == Some(entry.id) => target.clone(),
            Some(entry) => {
                let bytes = repository.blob(&entry.id);
                let bytes = bytes.map_err(|source| match source {
                    GitError::TooLarge { .. } => self.too_large(name),
                    source => git_error(name, against, source),
                })?;
                Some(Text { bytes: bytes.into(), blob: Some(entry.id) })
            }
        };
        Ok(Compared { commit, base, target })
    }

    /// The repository that holds the file, the commit, and the file in the base, if it is there.
    fn entry(
        &self,
        name: &FileName,
        against: PreviewBase,
    ) -> Result<(Repository<'_>, Option<ObjectId>, Option<TreeEntry>), PreviewError> {
        let failed = |source| git_error(name, against, source);
        let repository =
            Repositories { access: self.access }.repository_of(name.root, &name.path).map_err(failed)?;
        let other_names = repository.other_names(&name.path);
        let names: Vec<&RootedPath> = std::iter::once(&name.path).chain(&other_names).collect();
        self.access.judge(&name.requested, &names, name.root)?;
        let (commit, entry) = match against {
            PreviewBase::Head => {
                let commit = repository.head().map_err(failed)?;
                let entry = commit.map(|commit| repository.in_commit(&commit, &name.path));
                (commit, entry.transpose().map_err(failed)?.flatten())
            }
            PreviewBase::Index | PreviewBase::Worktree => {
                (None, staged(name, repository.in_index(&name.path).map_err(failed)?)?)
            }
        };
        let not_a_file = |kind| Err(PreviewError::NotAFile { name: name.requested.clone(), against, kind });
        match entry.map(|entry| entry.kind) {
            None | Some(TreeEntryKind::File) => Ok((repository, commit, entry)),
            Some(TreeEntryKind::Link) => not_a_file("symbolic link"),
            Some(TreeEntryKind::Folder) => not_a_file("folder"),
            Some(TreeEntryKind::Submodule) => not_a_file("part of a submodule"),
        }
    }

    fn too_large(&self, name: &FileName) -> PreviewError {
        let limits = self.access.settings().limits.diff();
        PreviewError::TooLarge {
            name: name.requested.clone(),
            max_bytes: limits.max_bytes,
            max_lines: limits.max_lines,
        }
    }
}

fn staged(name: &FileName, staged: Staged) -> Result<Option<TreeEntry>, PreviewError> {
    match staged {
        Staged::Entry(entry) => Ok(Some(entry)),
        Staged::Absent | Staged::IntentToAdd | Staged::InFolder(..) => Ok(None),
        Staged::Conflict(stages) => {
            let words = ["the common ancestor", "ours", "theirs"];
            let stages =
                words.into_iter().zip(stages).filter_map(|(word, is_there)| is_there.then_some(word));
            Err(PreviewError::Conflicted { name: name.requested.clone(), stages: stages.collect() })
        }
    }
}

fn git_error(name: &FileName, against: PreviewBase, source: GitError) -> PreviewError {
    PreviewError::Git { name: name.requested.clone(), against, source }
}

fn side(text: &Text) -> Side {
    Side {
        blob: text.blob,
        digest: Digest::of(&text.bytes),
        bytes: text.bytes.len() as u64,
        lines: count_lines(&text.bytes),
    }
}

fn bytes_of(text: Option<&Text>) -> &[u8] {
    text.map_or(&[], |text| &*text.bytes)
}

/// The bytes of a text whose lines all end with LF alone.
fn without_crs(text: &[u8]) -> impl Iterator<Item = u8> {
    let next = text.iter().skip(1).map(Some).chain([None]);
    text.iter()
        .zip(next)
        .filter(|(byte, next)| **byte != b'\r' || *next != Some(&b'\n'))
        .map(|(byte, _)| *byte)
}
