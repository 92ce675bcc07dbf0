//! From the name a caller wrote to an open file that it may read.
//!
//! Names are tried in the order that `reread-path` gives. Rules are asked twice: about the name as written,
//! before anything is opened, so that a refusal does not reveal whether the file exists; and about the name
//! the handle really has, before a byte is read, so that no other spelling slips through.

use std::fs::File;
use std::io;

use reread_config::{HardLinks, OtherFilesystems};
use reread_disk::{
    FileFacts, FileKind, Fingerprint, OpenFailure, OpenPurpose, OpenedFile, OtherNames, Snapshot, Steady,
    fill_at, open_beneath, open_exactly, other_names, steadily,
};
use reread_path::{Candidate, NameError, NameRewrite, RootedPath, Verdict, candidates, leads_outside, spell};
use reread_text::{Digest, LineRange};

use crate::access::{Access, from_outside, names_through_links, roots_called};
use crate::open_error::OpenError;
use crate::similar::similar_names;
use crate::way::follow_links;

/// Which file a name turned out to mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileName {
    /// The name as the caller wrote it, without a line suffix that was taken off; spelled on one line.
    pub requested: String,
    /// The file's one identity: its resolved name beneath the root.
    pub path: RootedPath,
    /// Index of its root among the roots of the workspace.
    pub root: usize,
    /// How the name was read, if not literally.
    pub readings: Vec<NameRewrite>,
}

impl FileName {
    /// Whether the file's own name differs from the one that was asked for.
    pub fn differs(&self) -> bool {
        self.requested != self.path.to_string()
    }
}

/// An open file that the caller may read.
#[derive(Debug)]
pub struct Located {
    /// Which file it is.
    pub name: FileName,
    /// The handle, open for reading.
    pub file: File,
    /// What the handle says about it.
    pub facts: FileFacts,
    /// The lines that the name itself asked for.
    pub lines: Option<LineRange>,
    /// Every name of the file that the rules were asked about.
    pub judged: Vec<RootedPath>,
}

/// One version of one file. Approval to read is bound to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactFile {
    /// Index of its root among the roots of the workspace.
    pub root: usize,
    /// The resolved name beneath it.
    pub path: RootedPath,
    /// What it holds; `None` if there is no file.
    pub digest: Option<Digest>,
}

/// What comes of a rule that requires approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnAsk {
    /// A refusal.
    Refuse,
    /// Nothing yet: what is found will be compared with what the user approved.
    Pass,
}

/// What a name stands for, if the caller may know.
#[derive(Debug)]
pub enum Examined {
    /// Something is there, open for examination.
    Present(Box<Located>),
    /// Nothing is there. The name is as the caller wrote it.
    Absent(String),
}

impl Located {
    /// Every name of the file that the rules were asked about.
    pub fn judged_names(&self) -> Vec<&RootedPath> {
        self.judged.iter().collect()
    }

    /// An error of the system about this file.
    pub fn io_error(&self, source: io::Error) -> OpenError {
        OpenError::Io { name: self.name.requested.clone(), source }
    }

    /// All of its bytes, read steadily.
    pub fn snapshot(&self) -> Result<Steady<Snapshot>, OpenError> {
        steadily(&self.file, |size| Snapshot::take(&self.file, size)).map_err(|source| self.io_error(source))
    }

    /// Its digest and its count of lines, read steadily.
    pub fn fingerprint(&self) -> Result<Steady<Fingerprint>, OpenError> {
        steadily(&self.file, |size| Fingerprint::take(&self.file, size))
            .map_err(|source| self.io_error(source))
    }

    /// Files of the kernel say that they are empty and are not. Taking them at their word would show nothing, and
    /// vouch for it.
    fn with_true_size(mut self) -> Result<Located, OpenError> {
        let has_bytes = self.facts.size == 0 && fill_at(&self.file, &mut [0], 0).is_ok_and(|got| got > 0);
        if !has_bytes {
            return Ok(self);
        }
        // Another process may just have written into what was empty; then it says so by now.
        self.facts = FileFacts::of(&self.file).map_err(|source| self.io_error(source))?;
        if self.facts.size == 0 { Err(OpenError::Unsized(self.name.requested)) } else { Ok(self) }
    }
}

impl Access {
    /// Opens the regular file that a name means. `lines_given` says that the caller named lines elsewhere, so
    /// that a suffix is part of the name.
    pub fn locate(&self, name: &str, lines_given: bool) -> Result<Located, OpenError> {
        self.locate_file(name, lines_given, OnAsk::Refuse)
    }

    /// The same for a file that the user approved. Its digest is for the caller to compare, once it is read.
    pub fn locate_approved(
        &self,
        name: &str,
        lines_given: bool,
        approved: &ExactFile,
    ) -> Result<Located, OpenError> {
        let is_approved = |root: usize, path: &RootedPath| approved.root == root && approved.path == *path;
        match self.locate_file(name, lines_given, OnAsk::Pass) {
            Ok(located) if is_approved(located.name.root, &located.name.path) => Ok(located),
            // The user approved that the caller learns of a file that is not there.
            Err(missing @ OpenError::Missing { .. })
                if absent_file(self, name, lines_given).is_some_and(|file| file == *approved) =>
            {
                Err(missing)
            }
            Err(refusal) if !matches!(refusal, OpenError::Missing { .. }) => Err(refusal),
            // Whatever it is, it is not what was approved, so it is judged like any other.
            Ok(_) | Err(_) => self.locate(name, lines_given),
        }
    }

    /// What the user would have to approve, so that this name can be read. A name that no rule asks about has nothing to
    /// approve, and a denied one has no remedy: both are refused here as they are in reading. `None` stands for a file that
    /// is too large to be hashed: a version without a name cannot be approved.
    pub fn file_to_approve(&self, name: &str) -> Result<Option<ExactFile>, OpenError> {
        match self.locate_file(name, false, OnAsk::Pass) {
            Ok(located) => {
                if located.facts.size > self.settings().limits.digest_bytes {
                    return Ok(None);
                }
                let print = located.fingerprint()?;
                let FileName { root, path, .. } = located.name;
                Ok(Some(ExactFile { root, path, digest: Some(print.value.digest) }))
            }
            // That there is no file is not revealed before the user approves.
            Err(missing @ OpenError::Missing { .. }) => {
                absent_file(self, name, false).map(Some).ok_or(missing)
            }
            Err(refusal) => Err(refusal),
        }
    }

    fn locate_file(&self, name: &str, lines_given: bool, on_ask: OnAsk) -> Result<Located, OpenError> {
        match self.try_candidates(name, lines_given, OpenPurpose::Read, on_ask)? {
            Examined::Present(located) if located.facts.kind == FileKind::File => located.with_true_size(),
            Examined::Present(located) => {
                Err(OpenError::NotAFile { name: located.name.requested, kind: located.facts.kind })
            }
            Examined::Absent(requested) => Err(match self.examine(name) {
                Ok(Examined::Present(link)) if link.facts.kind == FileKind::Link => {
                    OpenError::NotAFile { name: requested, kind: FileKind::Link }
                }
                _ => OpenError::Missing { similar: similar_names(self, name), name: requested },
            }),
        }
    }

    /// Finds out what a name stands for without reading it.
    pub fn examine(&self, name: &str) -> Result<Examined, OpenError> {
        self.try_candidates(name, true, OpenPurpose::Examine, OnAsk::Refuse)
    }

    fn try_candidates(
        &self,
        name: &str,
        lines_given: bool,
        purpose: OpenPurpose,
        on_ask: OnAsk,
    ) -> Result<Examined, OpenError> {
        let requested = spell(name.as_bytes()).into_owned();
        let tried = self.candidates(name, lines_given).map_err(|source| bad_name(name, source))?;
        for candidate in tried {
            let called = called(name, &candidate);
            self.judge_for(on_ask, &called, &[&candidate.path], candidate.root)?;
            let opened = match open_directly(self, &candidate, purpose) {
                Err(OpenFailure::LinkLoop) => {
                    follow_links(self, &candidate, |real| {
                        self.judge_for(on_ask, &called, &[&candidate.path, real], candidate.root)
                    })?;
                    self.open_candidate(&candidate, purpose)
                }
                opened => opened,
            };
            match opened {
                Ok(opened) => {
                    let located = self.accept(called, candidate, opened, on_ask)?;
                    return Ok(Examined::Present(Box::new(located)));
                }
                // A name that does not exist is judged by where it would be: otherwise "missing" and "denied" would
                // reveal what is in a denied folder that a link leads to.
                Err(OpenFailure::Absent) => {
                    let real = self.would_be(&candidate);
                    if let Some(real) = real.map_err(|shut| refusal(called.clone(), shut))? {
                        self.judge_for(on_ask, &called, &[&candidate.path, &real], candidate.root)?;
                    }
                }
                Err(shut) => return Err(refusal(called, shut)),
            }
        }
        // A name that the host would look for outside is not missing, whatever is there.
        if self.is_looked_for_outside(name) {
            return Err(OpenError::Outside(requested));
        }
        Ok(Examined::Absent(requested))
    }

    /// Where a name that does not exist would be, the links on its way resolved.
    ///
    /// `None` if no folder above it can be reached. An error of the system is no answer.
    pub fn would_be(&self, candidate: &Candidate) -> Result<Option<RootedPath>, OpenFailure> {
        let mut rest: Vec<&[u8]> = Vec::new();
        let mut folder = candidate.path.clone();
        while let (Some(parent), Some(name)) =
            (folder.parent(), candidate.path.components().nth_back(rest.len()))
        {
            rest.push(name);
            folder = parent;
            match open_beneath(self.root(candidate.root), &folder, OpenPurpose::Examine, true) {
                Ok(opened) => {
                    return Ok(rest
                        .iter()
                        .rev()
                        .try_fold(opened.resolved, |path, name| path.join(name))
                        .ok());
                }
                Err(shut @ OpenFailure::Io(_)) => return Err(shut),
                Err(_) => {}
            }
        }
        Ok(None)
    }

    /// What a name may mean, in the order in which it is tried.
    pub fn candidates(&self, name: &str, lines_given: bool) -> Result<Vec<Candidate>, NameError> {
        let of =
            |name: &str| candidates(name, lines_given, &roots_called(self, &names_through_links(self, name)));
        let mut found = of(name);
        // A name from a current folder that lies in no root comes behind the same name from the first root.
        if let Some(Ok(more)) = from_outside(self, name).map(|name| of(&name)) {
            match &mut found {
                Ok(found) => found.extend(more),
                Err(_) => found = Ok(more),
            }
        }
        found
    }

    /// Whether a name that is nowhere inside would be looked for outside by a program that reads it as the system does.
    pub fn is_looked_for_outside(&self, name: &str) -> bool {
        leads_outside(name, &roots_called(self, &names_through_links(self, name)))
    }

    fn open_candidate(&self, candidate: &Candidate, purpose: OpenPurpose) -> Result<OpenedFile, OpenFailure> {
        let cross_mounts = self.crosses_mounts();
        let root = self.root(candidate.root);
        let opened = match open_beneath(root, &candidate.path, purpose, cross_mounts) {
            // A link that leads nowhere is something, too, for a caller that only asks what is there.
            Err(OpenFailure::Absent) if purpose == OpenPurpose::Examine => {
                open_beneath(root, &candidate.path, OpenPurpose::ExamineLink, cross_mounts)
            }
            outcome => outcome,
        }?;
        // `a.txt/` names a directory; a file of that name is not it.
        if candidate.is_directory_spelling && !is_directory(&opened.file)? {
            return Err(OpenFailure::Absent);
        }
        Ok(opened)
    }

    fn accept(
        &self,
        called: String,
        candidate: Candidate,
        opened: OpenedFile,
        on_ask: OnAsk,
    ) -> Result<Located, OpenError> {
        if opened.resolved != candidate.path {
            self.judge_for(on_ask, &called, &[&candidate.path, &opened.resolved], candidate.root)?;
        }
        let facts =
            FileFacts::of(&opened.file).map_err(|source| OpenError::Io { name: called.clone(), source })?;
        let mut judged = vec![candidate.path, opened.resolved.clone()];
        if facts.kind == FileKind::File && facts.links > 1 {
            let known = other_names(self.root(candidate.root), &facts);
            self.judge_names(&called, candidate.root, &facts, &known, on_ask)?;
            judged.extend(known.names);
        }
        let lines = candidate.lines.transpose();
        let lines = lines.map_err(|source| OpenError::BadLines { name: called.clone(), source })?;
        let (root, readings) = (candidate.root, candidate.readings);
        let name = FileName { requested: called, path: opened.resolved, root, readings };
        Ok(Located { name, file: opened.file, facts, lines, judged })
    }

    /// Whether a name may lead into another filesystem.
    pub fn crosses_mounts(&self) -> bool {
        self.settings().other_filesystems == OtherFilesystems::Allow
    }

    /// Opens a place beneath a root without following links. The rules are not asked.
    pub fn open_exactly(
        &self,
        root: usize,
        path: &RootedPath,
        purpose: OpenPurpose,
    ) -> Result<File, OpenFailure> {
        open_exactly(self.root(root), path, purpose, self.crosses_mounts())
    }

    /// Asks the rules about all names of one file.
    pub fn judge(&self, called: &str, names: &[&RootedPath], root: usize) -> Result<(), OpenError> {
        if names.iter().any(|name| self.own().is_state(root, name)) {
            return Err(OpenError::OwnState(called.to_owned()));
        }
        match self.settings().read.judge(names) {
            Verdict::Allow => Ok(()),
            Verdict::Deny(rule) => Err(OpenError::Denied { name: called.to_owned(), rule }),
            Verdict::Ask(rule) => Err(OpenError::NeedsApproval { name: called.to_owned(), rule }),
            // A caller that may read something beneath a root knows of the root.
            Verdict::NotAllowed if names.iter().all(|name| name.is_root()) => Ok(()),
            Verdict::NotAllowed => Err(OpenError::NotAllowed(called.to_owned())),
        }
    }

    fn judge_for(
        &self,
        on_ask: OnAsk,
        called: &str,
        names: &[&RootedPath],
        root: usize,
    ) -> Result<(), OpenError> {
        match self.judge(called, names, root) {
            Err(OpenError::NeedsApproval { .. }) if on_ask == OnAsk::Pass => Ok(()),
            verdict => verdict,
        }
    }

    /// Asks the rules about all names of a file that a walk found.
    pub fn judge_known_names(
        &self,
        root: usize,
        facts: &FileFacts,
        known: &OtherNames,
    ) -> Result<(), OpenError> {
        self.judge_names("", root, facts, known, OnAsk::Refuse)
    }

    /// A file with several names is judged by all of them that this workspace knows.
    fn judge_names(
        &self,
        called: &str,
        root: usize,
        facts: &FileFacts,
        known: &OtherNames,
        on_ask: OnAsk,
    ) -> Result<(), OpenError> {
        for name in &known.names {
            self.judge_for(on_ask, called, &[name], root)?;
        }
        if known.are_all_of(facts) || self.settings().hard_links == HardLinks::Allow {
            return Ok(());
        }
        Err(OpenError::HardLinked { name: called.to_owned(), links: facts.links })
    }
}

/// Opens a name on whose way there is no link. `LinkLoop` stands for any link: what is behind it is not touched.
fn open_directly(
    access: &Access,
    candidate: &Candidate,
    purpose: OpenPurpose,
) -> Result<OpenedFile, OpenFailure> {
    match access.open_exactly(candidate.root, &candidate.path, purpose) {
        Ok(file) if candidate.is_directory_spelling && !is_directory(&file)? => Err(OpenFailure::Absent),
        Ok(file) => Ok(OpenedFile { file, resolved: candidate.path.clone() }),
        Err(OpenFailure::LinkLoop) => Err(OpenFailure::LinkLoop),
        Err(_) => access.open_candidate(candidate, purpose),
    }
}

/// The file that a name would be, if there were one.
fn absent_file(access: &Access, name: &str, lines_given: bool) -> Option<ExactFile> {
    let first = access.candidates(name, lines_given).ok()?.into_iter().next()?;
    Some(ExactFile { root: first.root, path: first.path, digest: None })
}

/// The name as written, without the line suffix if that was taken off.
fn called(name: &str, candidate: &Candidate) -> String {
    let bare = match &candidate.lines {
        Some(_) => name.rsplit_once(':').map_or(name, |(bare, _)| bare),
        None => name,
    };
    spell(bare.as_bytes()).into_owned()
}

fn is_directory(file: &File) -> Result<bool, OpenFailure> {
    FileFacts::of(file).map(|facts| facts.kind == FileKind::Directory).map_err(OpenFailure::Io)
}

/// A name that is none.
pub fn bad_name(name: &str, source: NameError) -> OpenError {
    let name = spell(name.as_bytes()).into_owned();
    match source {
        NameError::Outside => OpenError::Outside(name),
        source => OpenError::BadName { name, source },
    }
}

/// The error for a name that could not be opened.
pub fn refusal(name: String, shut: OpenFailure) -> OpenError {
    match shut {
        OpenFailure::Absent => OpenError::Missing { name, similar: Vec::new() },
        OpenFailure::Outside => OpenError::Outside(name),
        OpenFailure::LinkLoop => OpenError::LinkLoop(name),
        OpenFailure::OtherFilesystem => OpenError::OtherFilesystem(name),
        OpenFailure::Forbidden => OpenError::Forbidden(name),
        OpenFailure::Contended => OpenError::Contended(name),
        OpenFailure::Socket => OpenError::NotAFile { name, kind: FileKind::Socket },
        OpenFailure::Io(source) => OpenError::Io { name, source },
    }
}
