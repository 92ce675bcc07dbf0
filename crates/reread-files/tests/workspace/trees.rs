//! A tree of files to walk, and what a plain walk by paths finds in it.

use std::cell::Cell;
use std::path::Path;
use std::time::Duration;

use proptest::prelude::*;
use reread_files::{
    ListReply, ListRequest, Pattern, SearchClock, TreeSearchReply, TreeSearchRequest, Watch, Workspace,
};
use reread_text::Bounds;

use crate::workspace::world::FilesWorld;

/// Writes files, and the folders they lie in.
pub(crate) fn plant(world: &FilesWorld, files: &[(&str, &str)]) {
    for (name, content) in files {
        let path = world.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
}

/// Every file beneath a folder, by a walk that knows no rules, in the byte order of paths.
pub(crate) fn all_files(folder: &Path) -> Vec<String> {
    fn enter(folder: &Path, prefix: &str, files: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                enter(&entry.path(), &format!("{name}/"), files);
            } else {
                files.push(name);
            }
        }
    }
    let mut files = Vec::new();
    enter(folder, "", &mut files);
    files.sort_by(|one, other| one.as_bytes().cmp(other.as_bytes()));
    files
}

pub(crate) fn list(workspace: &Workspace, globs: &[&str]) -> ListReply {
    let globs = globs.iter().map(ToString::to_string).collect();
    let request = ListRequest { globs, limit: u64::MAX, ..ListRequest::default() };
    workspace.lister().list_files(&request, &Watch::unattended()).unwrap()
}

pub(crate) fn names(reply: &ListReply) -> Vec<&str> {
    reply.entries.iter().map(|entry| entry.name.as_str()).collect()
}

/// A literal question about the whole workspace.
pub(crate) fn question(query: &str) -> TreeSearchRequest {
    TreeSearchRequest {
        pattern: Pattern { query: query.to_owned(), is_regex: false, case_sensitive: true },
        paths: Vec::new(),
        globs: Vec::new(),
        max_matches: 1_000_000,
        before_lines: 0,
        after_lines: 0,
        bounds: Bounds::default(),
    }
}

/// Asks while time stands still and no caller waits.
pub(crate) fn ask(workspace: &Workspace, request: &TreeSearchRequest) -> TreeSearchReply {
    workspace
        .searcher()
        .search(request, &SearchClock { elapsed: &|| Duration::ZERO }, &Watch::unattended())
        .unwrap()
}

/// Name, matching lines and the numbers of those that are shown.
pub(crate) fn found(reply: &TreeSearchReply) -> Vec<(&str, u64, Vec<u64>)> {
    let shown = |file: &reread_files::FoundFile| file.matches.iter().map(|line| line.shown.line).collect();
    reply.files.iter().map(|file| (file.name.as_str(), file.lines, shown(file))).collect()
}

/// Says "cancelled" at the given question, and counts the questions.
pub(crate) struct Impatient {
    pub(crate) asked: Cell<u64>,
    pub(crate) at: u64,
}

impl Impatient {
    pub(crate) fn at(at: u64) -> Self {
        Self { asked: Cell::new(0), at }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.asked.get() >= self.at
    }
}

/// Small trees whose names sort in unobvious ways: what sorts before and after a slash, and parts of one another.
pub(crate) fn tree() -> impl Strategy<Value = Vec<(String, String)>> {
    let component =
        prop::sample::select(vec!["a", "a.b", "a-b", "a0", "b", ".d", "ä", "tests", "docs", "fn.rs"]);
    let path = prop::collection::vec(component, 1..4).prop_map(|parts| parts.join("/"));
    let line = prop::sample::select(vec!["fn a()", "call a", "b", "", "struct ab;", "ä a a", "\r"]);
    let content = prop::collection::vec(line, 0..6).prop_map(|lines| lines.join("\n"));
    prop::collection::vec((path, content), 0..14).prop_map(|files| {
        let mut kept: Vec<(String, String)> = Vec::new();
        for (path, content) in files {
            let clashes = |other: &String| {
                *other == path
                    || other.starts_with(&format!("{path}/"))
                    || path.starts_with(&format!("{other}/"))
            };
            if !kept.iter().any(|(other, _)| clashes(other)) {
                kept.push((path, content));
            }
        }
        kept
    })
}
