//! Listing the files of the workspace, a page at a time.
//!
//! Names come root by root, in the byte order of paths, whatever the machine. A page ends with a name, and the next page
//! begins after it, so a listing goes on where it stopped even if files came and went. Folders are not listed: they show
//! in the names of what is in them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::time::SystemTime;

use reread_access::{
    Access, BadGlobs, FileTag, Globs, Halt, Halted, InOrder, Lookout, PassedOver, Progress, Proposed, Starts,
    Watch, tree_digits,
};
use reread_context::TagDigits;
use reread_disk::{FileFacts, FileKind, OpenFailure, OpenPurpose, names_of, open_beneath};
use reread_path::{RootedPath, spell};

use crate::registry::{IndexError, IndexedFile, Registry};

/// Lists files.
#[derive(Clone, Copy, Debug)]
pub struct Lister<'a> {
    access: &'a Access,
}

impl<'a> Lister<'a> {
    /// Lists what may be read.
    pub fn new(access: &'a Access) -> Self {
        Self { access }
    }
}

/// Which files to list.
#[derive(Clone, Debug, Default)]
pub struct ListRequest {
    /// Globs, written like rules; `!` in front leaves out. None: everything.
    pub globs: Vec<String>,
    /// Names of tags, of which a file must have one. None: everything.
    pub tags: Vec<String>,
    /// How many names at the most.
    pub limit: u64,
    /// Where to go on: `next` of an earlier reply.
    pub after: Option<String>,
}

/// A page of names.
#[derive(Clone, Debug)]
pub struct ListReply {
    /// The names, in order.
    pub entries: Vec<Listed>,
    /// How many there are, if this is all of them.
    pub total: Option<u64>,
    /// Where to go on; `None` if nothing follows.
    pub next: Option<String>,
    /// What was passed over on the way.
    pub passed_over: PassedOver,
    /// The digits of the lines around the names.
    pub frame: TagDigits,
}

/// A name and what stands under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name, as it can be used in a call.
    pub name: String,
    /// Whether the name is written with escapes, since its bytes cannot be shown.
    pub is_escaped: bool,
    /// Index of its root among the roots of the workspace.
    pub root: usize,
    /// The name beneath it.
    pub path: RootedPath,
    /// What it is.
    pub kind: FileKind,
    /// Size and time, where the caller may know them: not those of what a link leads to outside, nor of a file whose other
    /// names are not known.
    pub facts: Option<ListedFacts>,
    /// For a link that leads to something in the workspace: its name and kind.
    pub leads_to: Option<(String, FileKind)>,
    /// Whether its name says that it holds secrets, and a rule asks before it is read. Nothing else is told of it.
    pub is_sensitive: bool,
    /// What the registry knows of it, if that was asked for and is still true as far as size and time tell.
    pub registered: Option<IndexedFile>,
}

/// Size and time of a file, or of what a link leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedFacts {
    /// Its length.
    pub size: u64,
    /// The time of its last change, in milliseconds since 1970.
    pub modified_unix_ms: i64,
}

/// Why nothing was listed.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ListError {
    #[error(transparent)]
    Globs(#[from] BadGlobs),
    #[error("there is no tag `{tag}`; the tags are doc, config, code, test, hidden and vendored")]
    UnknownTag { tag: String },
    #[error("`{after}` is not the name of a place to go on from")]
    BadPlace { after: String },
    /// The registry was asked for and could not be brought up to date.
    #[error(transparent)]
    Registry(IndexError),
    #[error("the listing was cancelled")]
    Cancelled,
}

impl From<IndexError> for ListError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Cancelled => Self::Cancelled,
            error => Self::Registry(error),
        }
    }
}

impl Lister<'_> {
    /// Lists files. The same tree and the same request give the same names in the same order.
    pub fn list_files(&self, request: &ListRequest, watch: &Watch<'_>) -> Result<ListReply, ListError> {
        self.list_from(&Starts::everywhere(self.access), request, watch)
    }

    /// The same, of what lies beneath some folders.
    pub fn list_from(
        &self,
        starts: &Starts,
        request: &ListRequest,
        watch: &Watch<'_>,
    ) -> Result<ListReply, ListError> {
        let globs = Globs::compile(&request.globs)?;
        let tags = tags(&request.tags)?;
        let after = request.after.as_deref().map(|after| {
            self.access.place_named(after).ok_or_else(|| ListError::BadPlace { after: after.to_owned() })
        });
        let after = after.transpose()?;
        let is_first_page = after.is_none();
        let halted = Halted::default();
        let is_cancelled = || (watch.is_cancelled)().then_some(Halt::Cancelled);
        let lookout = Lookout { halted: &halted, ask: Some(&is_cancelled) };

        let limit = usize::try_from(request.limit).unwrap_or(usize::MAX);
        let mut walk = InOrder::new(self.access, &globs, starts, after);
        let mut page = Page::default();
        let mut looked_at = 0;
        let goes_on = loop {
            // Tags are judged here, so any number of names may be needed to fill the page.
            let room =
                if tags.is_empty() { (limit - page.entries.len()).saturating_add(1) } else { usize::MAX };
            let Some(Proposed { root, path, sensitive }) = walk.next(room, &lookout) else {
                break walk.is_cut;
            };
            looked_at += 1;
            if looked_at % PROGRESS_INTERVAL == 0 {
                let matches = page.entries.len() as u64;
                (watch.progress)(Progress { files: looked_at, total: None, matches });
            }
            if !tags.is_empty() && !tags.iter().any(|tag| tag.is_on(&path)) {
                continue;
            }
            if page.entries.len() >= limit {
                break true;
            }
            match sensitive {
                Some(kind) => {
                    let listed = self.named(root, path, kind);
                    page.entries.push(Listed { is_sensitive: true, ..listed });
                }
                None => self.examine_entry(root, path, &mut page, &mut walk.passed_over),
            }
        };
        if halted.reason().is_some() {
            return Err(ListError::Cancelled);
        }
        self.add_facts_of_several_names(&mut page);
        let next = page.entries.last().filter(|_| goes_on).map(|last| last.name.clone());
        Ok(ListReply {
            frame: tree_digits(self.access, page.entries.iter().map(|entry| entry.name.as_bytes())),
            total: (is_first_page && next.is_none()).then_some(page.entries.len() as u64),
            next,
            entries: page.entries,
            passed_over: walk.passed_over,
        })
    }

    /// Opens what a walk proposed, and takes down what it is.
    fn examine_entry(&self, root: usize, path: RootedPath, page: &mut Page, passed_over: &mut PassedOver) {
        let opened = self.access.open_exactly(root, &path, OpenPurpose::ExamineLink);
        let facts = opened.and_then(|file| FileFacts::of(&file).map_err(OpenFailure::Io));
        let facts = match facts {
            Ok(facts) if facts.kind == FileKind::Directory => return,
            Ok(facts) => facts,
            Err(shut) => return passed_over.note(&shut),
        };
        let mut listed = self.named(root, path, facts.kind);
        let facts = if facts.kind == FileKind::Link { self.follow(&mut listed) } else { Some(facts) };
        match facts.filter(|facts| facts.kind == FileKind::File) {
            Some(facts) if facts.links > 1 => page.several_names.push((page.entries.len(), facts)),
            facts => listed.facts = facts.as_ref().map(ListedFacts::of),
        }
        page.entries.push(listed);
    }

    /// A name by itself.
    fn named(&self, root: usize, path: RootedPath, kind: FileKind) -> Listed {
        Listed {
            is_escaped: matches!(spell(path.as_bytes()), Cow::Owned(_)),
            name: self.access.place_name(root, &path),
            root,
            path,
            kind,
            facts: None,
            leads_to: None,
            is_sensitive: false,
            registered: None,
        }
    }

    /// Records where a link leads, if the caller may know of that; what the target is.
    fn follow(&self, listed: &mut Listed) -> Option<FileFacts> {
        let (root, crosses) = (self.access.root(listed.root), self.access.crosses_mounts());
        let target = open_beneath(root, &listed.path, OpenPurpose::Examine, crosses).ok()?;
        self.access.judge("", &[&target.resolved], listed.root).ok()?;
        let facts = FileFacts::of(&target.file).ok()?;
        listed.leads_to = Some((self.access.place_name(listed.root, &target.resolved), facts.kind));
        Some(facts)
    }

    /// Adds size and time of files with several names, if all of these are known and may be read.
    fn add_facts_of_several_names(&self, page: &mut Page) {
        for root in 0..self.access.roots().len() {
            let here: Vec<(usize, FileFacts)> =
                page.several_names.iter().copied().filter(|(at, _)| page.entries[*at].root == root).collect();
            if here.is_empty() {
                continue;
            }
            let known = names_of(self.access.root(root), here.iter().map(|(_, facts)| *facts));
            for (at, facts) in here {
                if self.access.judge_known_names(root, &facts, &known[&facts.identity]).is_ok() {
                    page.entries[at].facts = Some(ListedFacts::of(&facts));
                }
            }
        }
    }
}

/// Names between two progress reports.
const PROGRESS_INTERVAL: u64 = 1_024;

impl Registry<'_> {
    /// Brings the registry up to date and lists files, each with what is known of it. `now` is as for
    /// [`Registry::index`].
    pub fn list_registered(
        &self,
        request: &ListRequest,
        now: SystemTime,
        watch: &Watch<'_>,
    ) -> Result<ListReply, ListError> {
        self.index(now, watch)?;
        let mut reply = Lister::new(self.access).list_files(request, watch)?;
        let mut versions = self.newest_versions()?;
        let mut places: HashMap<_, _> = reply
            .entries
            .iter_mut()
            .map(|entry| ((entry.root, entry.path.clone()), (entry.facts, &mut entry.registered)))
            .collect();
        for mut file in self.indexed_files()? {
            if let Some((facts, registered)) = places.remove(&(file.root, file.path.clone())) {
                file.version =
                    versions.get_mut(file.root).and_then(|of_root| of_root.remove(file.path.as_bytes()));
                let known = ListedFacts { size: file.size, modified_unix_ms: file.modified_unix_ms };
                *registered = Some(file).filter(|_| facts == Some(known));
            }
        }
        Ok(reply)
    }
}

/// A page that is being filled.
#[derive(Default)]
struct Page {
    entries: Vec<Listed>,
    /// Files with several names, by their place on the page.
    several_names: Vec<(usize, FileFacts)>,
}

impl ListedFacts {
    fn of(facts: &FileFacts) -> Self {
        Self { size: facts.size, modified_unix_ms: facts.modified_unix_ms }
    }
}

fn tags(names: &[String]) -> Result<Vec<FileTag>, ListError> {
    let tag = |name: &String| FileTag::named(name).ok_or_else(|| ListError::UnknownTag { tag: name.clone() });
    names.iter().map(tag).collect()
}
