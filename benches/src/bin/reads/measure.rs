//! The calls of the library beside their floors, with one file.
//!
//! Every answer is looked at once before it is timed: a fast wrong answer would be worth nothing.

use std::error::Error;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reread_benches::{Comparison, Corpus, CorpusSize, Timed, calls_in_turn};
use reread_context::Answer;
use reread_files::{
    Extent, Limits, ReadError, ReadOperation, ReadReply, ReadRequest, ReplyUse, SearchClock, SearchReply,
    SearchRequest, Settings, State, Workspace, WorkspaceOptions,
};
use reread_text::{Bounds, LineRange};

use crate::floor;
use crate::questions::{QUESTIONS, ReadQuestion};

/// How many lines a caller asks for.
pub(crate) const LINES: u64 = 80;

/// More than any file here has: one reply then holds, and vouches for, all of it.
const NO_LIMIT: u64 = 1 << 40;

/// From this size on the targets hold; below, opening a file is most of the work.
const JUDGED_FROM: usize = 1024 * 1024;

/// The most that a read may take, compared with reading and hashing the file.
const READ_AT_MOST: f64 = 1.3;

/// A workspace around the file, with a state directory of its own.
pub(crate) fn workspace(
    folder: &Path,
    state: Option<&Path>,
    limits: Limits,
) -> Result<Workspace, Box<dyn Error>> {
    let workspace = Workspace::open(WorkspaceOptions {
        roots: vec![folder.to_owned()],
        here: None,
        home: None,
        settings: Settings { limits, ..Settings::default() },
        confinement: None,
    })?;
    Ok(match state {
        Some(state) => workspace.with_state(State::open(state, &reread_store::KeyPlace::Beside)?),
        None => workspace,
    })
}

/// Compares everything that can be done with the file of that size.
pub(crate) fn one_size(corpus: &Corpus, size: CorpusSize) -> Result<Vec<Comparison>, Box<dyn Error>> {
    let state = tempfile::tempdir()?;
    let limits = Limits {
        reply_lines: NO_LIMIT,
        reply_chars: NO_LIMIT,
        transport_bytes: NO_LIMIT,
        digest_bytes: NO_LIMIT,
        ..Limits::default()
    };
    let bench = Bench {
        size,
        name: corpus.name(size),
        path: corpus.path(size),
        unlimited: workspace(corpus.folder(), Some(&state.path().join("unlimited")), limits)?,
        usual: workspace(corpus.folder(), Some(&state.path().join("usual")), Limits::default())?,
    };
    let mut comparisons = vec![bench.whole()?, bench.unchanged()?, bench.page()?, bench.whole_file()?];
    comparisons.extend([bench.range()?, bench.head()?, bench.tail()?]);
    for question in &QUESTIONS {
        comparisons.push(bench.search(question)?);
    }
    Ok(comparisons)
}

struct Bench {
    size: CorpusSize,
    name: String,
    path: PathBuf,
    /// One reply carries the whole file.
    unlimited: Workspace,
    /// As the product comes.
    usual: Workspace,
}

impl Bench {
    fn whole(&self) -> Result<Comparison, Box<dyn Error>> {
        let read = || self.read(&self.unlimited, Vec::new());
        let (text, digest) = floor::read_and_hash(&self.path)?;
        let reply = read()?;
        expect(reply.digest.is_some_and(|found| *found.as_bytes() == digest), "the digests differ")?;
        expect(reply.passages.len() == 1 && *reply.passages[0].text == *text, "the texts differ")?;
        expect(reply.tag.is_some(), "a whole read gave no tag")?;
        drop((text, reply));
        let timed =
            calls_in_turn(|| drop(black_box(read())), || drop(black_box(floor::read_and_hash(&self.path))));
        Ok(self.judged("read, whole text", "fs::read + SHA-256", timed))
    }

    fn unchanged(&self) -> Result<Comparison, Box<dyn Error>> {
        let tag = self.read(&self.unlimited, Vec::new())?.tag.ok_or("a whole read gave no tag")?;
        let known = vec![tag.to_string()];
        let read = || self.read(&self.unlimited, known.clone());
        expect(matches!(read()?.answer, Answer::Unchanged(_)), "an unchanged file was sent again")?;
        let timed =
            calls_in_turn(|| drop(black_box(read())), || drop(black_box(floor::hash_in_chunks(&self.path))));
        Ok(self.judged("read, unchanged", "64 KiB chunks + SHA-256", timed))
    }

    /// The first page under the usual limits, with the digest of the whole file if it may be hashed.
    fn page(&self) -> Result<Comparison, Box<dyn Error>> {
        self.lines("read, first page", &|| self.read(&self.usual, Vec::new()), Place::Start)
    }

    fn whole_file(&self) -> Result<Comparison, Box<dyn Error>> {
        self.lines("read_file", &|| self.bounded(ReadOperation::ReadFile, Extent::Whole), Place::Start)
    }

    fn range(&self) -> Result<Comparison, Box<dyn Error>> {
        let total =
            self.read(&self.unlimited, Vec::new())?.total_lines.ok_or("the lines were not counted")?;
        let middle = LineRange::new(total / 2, total / 2 + LINES - 1)?;
        let read = || self.bounded(ReadOperation::ReadFileRange, Extent::Lines(middle));
        self.lines("read_file_range, middle 80", &read, Place::Lines(middle))
    }

    fn head(&self) -> Result<Comparison, Box<dyn Error>> {
        let read = || self.bounded(ReadOperation::ReadFileHead, Extent::First(LINES));
        self.lines("read_file_head, 80", &read, Place::Start)
    }

    fn tail(&self) -> Result<Comparison, Box<dyn Error>> {
        let read = || self.bounded(ReadOperation::ReadFileTail, Extent::Last(LINES));
        self.lines("read_file_tail, 80", &read, Place::End)
    }

    fn bounded(&self, operation: ReadOperation, extent: Extent) -> Result<ReadReply, ReadError> {
        bounded(&self.usual, operation, &self.name, extent)
    }

    /// Compares a read of some lines with finding them; or with hashing the file, if the reply says its digest.
    fn lines(
        &self,
        what: &'static str,
        read: &dyn Fn() -> Result<ReadReply, ReadError>,
        place: Place,
    ) -> Result<Comparison, Box<dyn Error>> {
        let reply = read()?;
        let passage = reply.passages.first().ok_or("the reply is empty")?;
        let hashed = reply.digest.is_some();
        let count = passage.line_count;
        let find = || match place {
            Place::Lines(range) => floor::lines(&self.path, range),
            Place::Start => floor::lines(&self.path, LineRange::new(1, count).expect("the reply has lines")),
            Place::End => floor::last_lines(&self.path, count),
        };
        expect(*passage.text == *find()?, "the texts differ")?;
        let read = || drop(black_box(read()));
        Ok(if hashed {
            let timed = calls_in_turn(read, || drop(black_box(floor::read_and_hash(&self.path))));
            self.judged(what, "fs::read + SHA-256", timed)
        } else {
            let timed = calls_in_turn(read, || drop(black_box(find())));
            self.compared(what, "chunks + memchr", timed, None)
        })
    }

    fn search(&self, question: &ReadQuestion) -> Result<Comparison, Box<dyn Error>> {
        let matcher = question.matcher()?;
        let request = SearchRequest {
            name: self.name.clone(),
            pattern: question.pattern(),
            first_line: 1,
            max_matches: NO_LIMIT,
            before_lines: 0,
            after_lines: 0,
            bounds: Bounds::default(),
        };
        let clock = SearchClock { elapsed: &|| Duration::ZERO };
        let search = || self.unlimited.searcher().search_in_file(&request, &clock);
        let SearchReply { matches, stopped, .. } = search()?;
        let found: u64 = matches.iter().map(|line| line.matches).sum();
        expect(stopped.is_none() && found == floor::matches(&self.path, &matcher)?, "the matches differ")?;
        drop(matches);
        let timed = calls_in_turn(
            || drop(black_box(search())),
            || drop(black_box(floor::matches(&self.path, &matcher))),
        );
        let at_most = (self.size.bytes >= JUDGED_FROM).then_some(question.at_most);
        Ok(self.compared(question.what, "fs::read + find_iter", timed, at_most))
    }

    fn read(&self, workspace: &Workspace, known: Vec<String>) -> Result<ReadReply, ReadError> {
        let bounds = workspace.settings().limits.reply();
        workspace.reader().read(&ReadRequest {
            name: self.name.clone(),
            extent: Extent::Whole,
            known,
            bounds,
            approved: None,
            showing: ReplyUse::Shown,
        })
    }

    fn judged(&self, what: &'static str, floor: &'static str, timed: Timed) -> Comparison {
        self.compared(what, floor, timed, (self.size.bytes >= JUDGED_FROM).then_some(READ_AT_MOST))
    }

    fn compared(
        &self,
        what: &'static str,
        floor: &'static str,
        timed: Timed,
        at_most: Option<f64>,
    ) -> Comparison {
        Comparison { what, size: self.size, floor, timed, at_most }
    }
}

/// Where in the file the lines of a reply are.
#[derive(Clone, Copy)]
enum Place {
    Start,
    Lines(LineRange),
    End,
}

fn expect(holds: bool, otherwise: &'static str) -> Result<(), Box<dyn Error>> {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}

/// A bounded read with what one reply may carry.
pub(crate) fn bounded(
    workspace: &Workspace,
    operation: ReadOperation,
    name: &str,
    extent: Extent,
) -> Result<ReadReply, ReadError> {
    let request = ReadRequest::new(name, extent, workspace.settings().limits.transport());
    workspace.reader().read_as(operation, &request)
}
