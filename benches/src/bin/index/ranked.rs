//! Ranked questions to an index that is up to date, as a server asks it: in one process, again and again.

use std::error::Error;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use reread_files::{
    Pace, Pattern, RankedBy, SearchClock, TreeSearchReply, TreeSearchRequest, Watch, Workspace,
};
use reread_text::Bounds;

/// A word of ten files, and one of most.
const QUERY: &str = "seek 1234";

/// How often it is asked.
const ROUNDS: usize = 101;

/// How often it is asked before there is an index: then each question reads the whole tree.
const ROUNDS_WITHOUT: usize = 11;

/// What words cost.
pub(crate) struct Ranked {
    /// How long it took to count all words anew, the registry included.
    pub(crate) made: Duration,
    /// The median of the questions, and the slowest.
    pub(crate) median: Duration,
    pub(crate) slowest: Duration,
    /// The median without an index.
    pub(crate) without: Duration,
    /// How large the index is.
    pub(crate) bytes: u64,
}

/// Makes an index in `state` and asks it.
pub(crate) fn ask(workspace: &Workspace, state: &Path) -> Result<Ranked, Box<dyn Error>> {
    let without = without_index(workspace)?;
    let is_over = AtomicBool::new(false);
    let at_once = Pace { first_after: Duration::ZERO, ..Pace::default() };
    std::thread::scope(|scope| {
        let begin = Instant::now();
        let (sender, made) = std::sync::mpsc::channel();
        let is_over = &is_over;
        scope.spawn(move || {
            let tell = |outcome: &Result<_, _>| {
                let _ = sender.send(outcome.is_ok());
            };
            let ask = || is_over.load(Ordering::Relaxed);
            workspace.registry().keep_indexed(&at_once, &SystemTime::now, &ask, &tell);
        });
        let outcome = (|| {
            let is_made: bool = made.recv()?;
            let made = begin.elapsed();
            let mut times = Vec::new();
            for _ in 0..ROUNDS {
                let begin = Instant::now();
                let reply = question(workspace)?;
                times.push(begin.elapsed());
                if !is_made || reply.ranked_by != Some(RankedBy::Index) {
                    return Err("the index does not answer".into());
                }
            }
            times.sort_unstable();
            let sizes = std::fs::read_dir(state.join("words"))?.map(|file| Ok(file?.metadata()?.len()));
            let bytes = sizes.sum::<Result<u64, std::io::Error>>()?;
            Ok(Ranked { made, median: times[ROUNDS / 2], slowest: times[ROUNDS - 1], without, bytes })
        })();
        is_over.store(true, Ordering::Relaxed);
        outcome
    })
}

/// The median of the same question to a workspace that has no index yet.
fn without_index(workspace: &Workspace) -> Result<Duration, Box<dyn Error>> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS_WITHOUT {
        let begin = Instant::now();
        let reply = question(workspace)?;
        times.push(begin.elapsed());
        if reply.ranked_by.is_none() || reply.ranked_by == Some(RankedBy::Index) {
            return Err(format!("ranked by {:?} without an index", reply.ranked_by).into());
        }
    }
    times.sort_unstable();
    Ok(times[ROUNDS_WITHOUT / 2])
}

fn question(workspace: &Workspace) -> Result<TreeSearchReply, Box<dyn Error>> {
    let request = TreeSearchRequest {
        pattern: Pattern { query: QUERY.to_owned(), is_regex: false, case_sensitive: true },
        paths: Vec::new(),
        globs: Vec::new(),
        max_matches: 100,
        before_lines: 0,
        after_lines: 0,
        bounds: Bounds::default(),
    };
    Ok(workspace.searcher().search(
        &request,
        &SearchClock { elapsed: &|| Duration::ZERO },
        &Watch::unattended(),
    )?)
}
