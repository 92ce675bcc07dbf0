//! From the name a caller wrote to a file that it may write, or to the place where one would be.
//!
//! Names are found as for reading, and both rules are asked about every name that is met: what may not be read may not be
//! written. The file is reached through the handle of its folder, and from then on it is one name in that folder. A link
//! that leads to a file inside stands for the file: the file is written, and the link stays.

use std::fs::File;

use reread_access::{Access, FileName, OpenError, bad_name, follow_links, refusal};
use reread_config::Treatment;
use reread_disk::{FileKind, OpenFailure, OpenPurpose, RealDisk, open_beneath};
use reread_path::{Candidate, NameError, NameRewrite, RootedPath, Verdict, is_file_url};

use super::{CurrentFile, OUTSIDE, WriteTarget, current_file, is_folder};
use crate::write_error::WriteError;
use crate::writing::{ApprovalReasons, HiddenTarget};

/// The file that a name means, to be written; the place where it would be, if there is none.
pub(crate) fn write_target(access: &Access, name: &str) -> Result<WriteTarget, WriteError> {
    TargetFinder { access }.find(name)
}

/// The file that a name in the history means: under that very name. A link that was put there since leads to another file,
/// which the history of this one must not change.
pub(crate) fn exact_target(access: &Access, name: &FileName) -> Result<WriteTarget, WriteError> {
    let target = write_target(access, &access.place_name(name.root, &name.path))?;
    match target.name.path == name.path {
        true => Ok(target),
        false => Err(target.goes_by_link()),
    }
}

/// Refuses a file that the rules for writing deny, by the name that the history has for it.
pub(crate) fn deny_writing(access: &Access, name: &FileName) -> Result<(), WriteError> {
    TargetFinder { access }.judge_writing(&name.requested, &[&name.path], name.root).map(drop)
}

/// Finds the files that names mean, and asks the rules about every name on the way. Nothing is written.
#[derive(Clone, Copy, Debug)]
struct TargetFinder<'a> {
    access: &'a Access,
}

impl TargetFinder<'_> {
    fn find(&self, name: &str) -> Result<WriteTarget, WriteError> {
        match self.find_inside(name) {
            Err(WriteError::Open(OpenError::Outside(called))) => match self.access.place_outside(name) {
                Some((root, path)) => self.find_outside(root, path),
                None => Err(OpenError::Outside(called).into()),
            },
            found => found,
        }
    }

    /// A file beneath a folder outside that the user listed. It may not be read, so nothing about it is revealed before the
    /// user approves; no link is followed.
    fn find_outside(&self, root: usize, path: RootedPath) -> Result<WriteTarget, WriteError> {
        let called = self.access.place_name(root, &path);
        self.judge_writing(&called, &[&path], root)?;
        let names = [&path];
        let rule = match self.access.settings().read.judge(&names) {
            Verdict::Ask(rule) => rule,
            _ => OUTSIDE.to_owned(),
        };
        let runs_code = self.access.settings().write.runs_code.judge(&names) != Verdict::Allow;
        let (hides, forgets) =
            (rule != OUTSIDE, self.access.settings().is_secret(std::slice::from_ref(&path)));
        let reasons = ApprovalReasons {
            rule: Some(rule.clone()),
            hides,
            outside: true,
            runs_code,
            makes_executable: false,
            forgets,
        };
        let name = FileName { requested: called.clone(), path: path.clone(), root, readings: Vec::new() };
        let candidate =
            Candidate { root, path, lines: None, readings: Vec::new(), is_directory_spelling: false };
        let found = self.open_outside(called, &candidate);
        found
            .map(|target| WriteTarget { hides: Some(rule), outside: true, ..target })
            .map_err(|error| HiddenTarget::hide(&name, None, reasons, error))
    }

    fn open_outside(&self, called: String, candidate: &Candidate) -> Result<WriteTarget, WriteError> {
        let root = self.access.root(candidate.root);
        match open_beneath(root, &candidate.path, OpenPurpose::ExamineLink, self.access.crosses_mounts()) {
            Ok(opened) if opened.resolved != candidate.path => Err(OpenError::Outside(called).into()),
            Ok(opened) => self.existing(called, candidate, opened.resolved),
            Err(OpenFailure::Absent) => self.place_of_new(called, candidate),
            Err(shut) => Err(refusal(called, shut).into()),
        }
    }

    fn find_inside(&self, name: &str) -> Result<WriteTarget, WriteError> {
        let candidates = self.access.candidates(name, true).map_err(|source| bad_name(name, source))?;
        let cross_mounts = self.access.crosses_mounts();
        for candidate in &candidates {
            let called = called_as(name);
            self.judge_writing(&called, &[&candidate.path], candidate.root)?;
            self.judge_way(&called, candidate).map_err(|error| self.hide_error(name, candidate, error))?;
            match open_beneath(
                self.access.root(candidate.root),
                &candidate.path,
                OpenPurpose::Examine,
                cross_mounts,
            ) {
                Ok(opened) => {
                    let found = self.existing(called, candidate, opened.resolved);
                    return found.map_err(|error| self.hide_error(name, candidate, error));
                }
                Err(OpenFailure::Absent) => {}
                Err(shut) => return Err(self.hide_error(name, candidate, refusal(called, shut).into())),
            }
        }
        // Only the name as it was written can become a file: what it might have meant beside that is a guess. A URL is no name.
        let is_url = is_file_url(name);
        let mut meant =
            candidates.into_iter().filter(|meant| !is_url || meant.readings.contains(&NameRewrite::FileUrl));
        let first = match meant.next() {
            Some(first) => first,
            None if self.access.is_looked_for_outside(name) => {
                return Err(OpenError::Outside(called_as(name)).into());
            }
            None => return Err(bad_name(name, NameError::BadUrl).into()),
        };
        self.absent(name, &first).map_err(|error| self.hide_error(name, &first, error))
    }

    /// Asks the rules about every name that the links on the way lead to, before anything behind them is touched.
    fn judge_way(&self, called: &str, candidate: &Candidate) -> Result<(), WriteError> {
        match self.access.open_exactly(candidate.root, &candidate.path, OpenPurpose::Examine) {
            Err(OpenFailure::LinkLoop) => follow_links(self.access, candidate, |real| {
                self.judge_writing(called, &[&candidate.path, real], candidate.root).map(drop)
            }),
            _ => Ok(()),
        }
    }

    /// Hides what is wrong with the name of a file that may not be read without approval, unless the name alone shows
    /// it.
    fn hide_error(&self, name: &str, candidate: &Candidate, error: WriteError) -> WriteError {
        let goes_by_name = candidate.is_directory_spelling || candidate.path.is_root();
        let names = [&candidate.path];
        match self.access.settings().read.judge(&names) {
            Verdict::Ask(rule) if !goes_by_name && !self.access.is_looked_for_outside(name) => {
                let runs_code = self.access.settings().write.runs_code.judge(&names) != Verdict::Allow;
                let forgets = self.access.settings().is_secret(std::slice::from_ref(&candidate.path));
                let (rule, makes_executable) = (Some(rule), false);
                let reasons = ApprovalReasons {
                    rule,
                    hides: true,
                    outside: false,
                    runs_code,
                    makes_executable,
                    forgets,
                };
                let readings = candidate.readings.clone();
                let (path, root) = (candidate.path.clone(), candidate.root);
                let name = FileName { requested: called_as(name), path, root, readings };
                HiddenTarget::hide(&name, None, reasons, error)
            }
            _ => error,
        }
    }

    fn existing(
        &self,
        called: String,
        candidate: &Candidate,
        resolved: RootedPath,
    ) -> Result<WriteTarget, WriteError> {
        let asks = self.judge_writing(&called, &[&candidate.path, &resolved], candidate.root)?;
        let (folder, leaf) = self.folder_of(candidate.root, &resolved, &called)?;
        let (error, current) = match current_file(&folder, &leaf, &called, None) {
            Ok(current) => (None, current),
            Err(error) => (Some(error), None),
        };
        let target = self.target(called, candidate, (folder, Vec::new(), leaf), resolved, current, asks);
        match error {
            Some(error) => target.hiding_errors(|_| Err(error)),
            None => Ok(target),
        }
    }

    fn absent(&self, name: &str, candidate: &Candidate) -> Result<WriteTarget, WriteError> {
        let called = called_as(name);
        if candidate.is_directory_spelling || candidate.path.is_root() {
            return Err(OpenError::NotAFile { name: called, kind: FileKind::Directory }.into());
        }
        // A link that leads nowhere has a place, too, and it is not ours to say what that is.
        let root = self.access.root(candidate.root);
        match open_beneath(root, &candidate.path, OpenPurpose::ExamineLink, true) {
            Ok(_) => return Err(OpenError::NotAFile { name: called, kind: FileKind::Link }.into()),
            Err(shut @ (OpenFailure::Io(_) | OpenFailure::Contended)) => {
                return Err(refusal(called, shut).into());
            }
            Err(_) => {}
        }
        if self.access.is_looked_for_outside(name) {
            return Err(OpenError::Outside(called).into());
        }
        self.place_of_new(called, candidate)
    }

    /// The place of a file that does not exist yet.
    fn place_of_new(&self, called: String, candidate: &Candidate) -> Result<WriteTarget, WriteError> {
        let would_be = self.access.would_be(candidate).map_err(|shut| refusal(called.clone(), shut))?;
        let resolved = would_be.ok_or_else(|| OpenError::Outside(called.clone()))?;
        if self.access.is_outside(candidate.root) && resolved != candidate.path {
            return Err(OpenError::Outside(called).into());
        }
        let asks = self.judge_writing(&called, &[&candidate.path, &resolved], candidate.root)?;
        // By a link to a deep folder a short name leads to a long one.
        resolved.check_length().map_err(|source| bad_name(&called, source))?;
        let mut above = resolved.parent().unwrap_or_default();
        let mut missing = Vec::new();
        let folder = loop {
            match self.access.open_exactly(candidate.root, &above, OpenPurpose::Read) {
                Ok(folder) if is_folder(&folder) => break folder,
                Ok(_) => {
                    let above = above.to_string();
                    return Err(WriteError::NotAFolder { name: called, above });
                }
                Err(OpenFailure::Absent) if !above.is_root() => {
                    missing.push(above.file_name().unwrap_or_default().to_vec());
                    above = above.parent().unwrap_or_default();
                }
                Err(shut) => return Err(refusal(called, shut).into()),
            }
        };
        missing.reverse();
        let leaf = resolved.file_name().unwrap_or_default().to_vec();
        if let Some(length) =
            missing.iter().chain([&leaf]).find_map(|name| RealDisk.too_long_for(&folder, name))
        {
            return Err(bad_name(&called, NameError::PartTooLong(length)).into());
        }
        Ok(self.target(called, candidate, (folder, missing, leaf), resolved, None, asks))
    }

    fn target(
        &self,
        called: String,
        candidate: &Candidate,
        (folder, missing, leaf): (File, Vec<Vec<u8>>, Vec<u8>),
        resolved: RootedPath,
        current: Option<CurrentFile>,
        asks: Option<String>,
    ) -> WriteTarget {
        let judged = vec![candidate.path.clone(), resolved.clone()];
        let names: Vec<&RootedPath> = judged.iter().collect();
        let runs_code = self.access.settings().write.runs_code.judge(&names) != Verdict::Allow;
        let hides = match self.access.settings().read.judge(&names) {
            Verdict::Ask(rule) => Some(rule),
            _ => None,
        };
        let forgets = self.access.settings().is_secret(&judged);
        let readings = candidate.readings.clone();
        let name = FileName { requested: called, path: resolved, root: candidate.root, readings };
        let outside = self.access.is_outside(name.root);
        let runs_code_content = self.access.settings().write.runs_code_content;
        let in_repository = runs_code_content != Treatment::Allow && self.is_in_repository(&name);
        WriteTarget {
            name,
            folder,
            missing,
            leaf,
            current,
            judged,
            asks,
            hides,
            outside,
            runs_code,
            forgets,
            runs_code_content,
            in_repository,
        }
    }

    /// Whether the file lies in a git repository, or makes one of a folder that holds a HEAD. Git obeys the configuration
    /// and the hooks in there.
    fn is_in_repository(&self, name: &FileName) -> bool {
        let holds = |folder: &RootedPath, part: &str| {
            let path = folder.join(part.as_bytes());
            path.is_ok_and(|path| self.access.open_exactly(name.root, &path, OpenPurpose::Examine).is_ok())
        };
        let is_repository =
            |folder: &RootedPath| holds(folder, "HEAD") && holds(folder, "objects") && holds(folder, "refs");
        let mut beneath = name.path.clone();
        while let Some(folder) = beneath.parent() {
            let is_part = beneath.file_name().is_some_and(is_part_of_repository);
            if is_repository(&folder) || (is_part && holds(&folder, "HEAD")) {
                return true;
            }
            beneath = folder;
        }
        false
    }

    /// The folder of a file, reached without links, and the file's name in it.
    fn folder_of(&self, root: usize, path: &RootedPath, called: &str) -> Result<(File, Vec<u8>), WriteError> {
        let (Some(parent), Some(leaf)) = (path.parent(), path.file_name()) else {
            return Err(OpenError::NotAFile { name: called.to_owned(), kind: FileKind::Directory }.into());
        };
        let folder = self
            .access
            .open_exactly(root, &parent, OpenPurpose::Read)
            .map_err(|shut| refusal(called.to_owned(), shut))?;
        Ok((folder, leaf.to_vec()))
    }

    /// Asks the rules about all names of one file; the rule that requires approval, if one does.
    fn judge_writing(
        &self,
        called: &str,
        names: &[&RootedPath],
        root: usize,
    ) -> Result<Option<String>, WriteError> {
        let name = || called.to_owned();
        if names.iter().any(|name| self.access.own().is_state(root, name)) {
            return Err(OpenError::OwnState(name()).into());
        }
        if names.iter().any(|name| self.access.own().is_configuration(root, name)) {
            let rule = "the configuration in use".to_owned();
            return Err(OpenError::Denied { name: name(), rule }.into());
        }
        match self.access.settings().write.rules.judge(names) {
            Verdict::Allow => Ok(None),
            Verdict::Ask(rule) => Ok(Some(rule)),
            Verdict::Deny(rule) => Err(OpenError::Denied { name: name(), rule }.into()),
            Verdict::NotAllowed => Err(WriteError::NotAllowed(name())),
        }
    }
}

/// What git obeys in a repository, or looks for to take a folder for one, beside its HEAD.
fn is_part_of_repository(name: &[u8]) -> bool {
    const PARTS: [&[u8]; 6] = [b"config", b"config.worktree", b"commondir", b"hooks", b"objects", b"refs"];

    PARTS.iter().any(|part| name.eq_ignore_ascii_case(part))
}

fn called_as(name: &str) -> String {
    reread_path::spell(name.as_bytes()).into_owned()
}
