//! Searching the workspace: which files match, the best of them first, each with its best lines.
//!
//! It takes two looks. The first goes through every file that a walk proposes ([`reread_access`]), counts matching lines
//! and keeps the best files by rank ([`standing`]); the result does not depend on which thread looks at which file. The best
//! of them are taken apart ([`study`]), which may change their order. The second look opens them again and shows their lines as a
//! search of one file does. So memory is bounded by what is shown, whatever the tree holds, and what is shown of a file is
//! of one version.
//!
//! Files that look binary are counted and not searched; those that need approval are counted; those that are denied
//! are not mentioned at all.

mod allowance;
mod first_look;
mod reopen;
mod scan;
mod show;
mod standing;
mod study;
mod words;

use std::ops::AddAssign;
use std::sync::Arc;
use std::time::Duration;

use reread_access::{BadGlobs, Globs, Halt, Notice, OpenError, PassedOver, PathClass, Starts, Watch};
use reread_context::TagDigits;
use reread_path::RootedPath;
use reread_text::{Bounds, Digest};

use first_look::FirstLook;
pub use standing::MatchKind;
use words::PlainWords;
pub use words::RankedBy;

use crate::matchers::{BadPattern, Pattern};
use crate::model::ModelError;
use crate::search::{FoundLine, SearchClock, ShownLine, Stopped};
use crate::searcher::Searcher;
use crate::symbol_candidate::SymbolCandidate;

/// No reply names more files: what a caller does not find among the best so many, it should ask for more narrowly.
pub const MOST_FILES: usize = 64;

/// A search in the workspace.
#[derive(Clone, Debug)]
pub struct TreeSearchRequest {
    /// What to look for.
    pub pattern: Pattern,
    /// Files and folders to look in, as the caller writes them. None: everywhere.
    pub paths: Vec<String>,
    /// Globs, written like rules; `!` in front leaves out. None: everything.
    pub globs: Vec<String>,
    /// How many matching lines are shown at the most.
    pub max_matches: u64,
    /// Lines shown before each match.
    pub before_lines: u64,
    /// Lines shown after each match.
    pub after_lines: u64,
    /// How much is shown at the most, lines around matches and a line for each file included; no reply is longer than
    /// one may be anyway.
    pub bounds: Bounds,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct TreeSearchReply {
    /// The files, the best first.
    pub files: Vec<FoundFile>,
    /// What was counted.
    pub tally: SearchTally,
    /// Why there is more than is shown; `None` if everything is.
    pub stopped: Option<Stopped>,
    /// How much it might hold.
    pub bounds: Bounds,
    /// The keyed digits that close the lines.
    pub frame: TagDigits,
    /// What the caller should know of the lines that are shown.
    pub notices: Vec<Notice>,
    /// Who ranked files by their words, if no line has them as a phrase, or hardly any; `None` if the query itself was found,
    /// or nothing.
    pub ranked_by: Option<RankedBy>,
    /// Whether the ranked files are only counted, for a caller that did not ask for them.
    pub is_offer: bool,
}

/// What a search counted. If the time was up, there may be more of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchTally {
    /// Lines that match.
    pub lines: u64,
    /// Files with such lines, or whose name matches, and those that are ranked by their words.
    pub files: u64,
    /// Those of them that are ranked by their words; their lines are not counted.
    pub ranked: u64,
    /// Text files that were searched.
    pub searched: u64,
    /// Files that are not text.
    pub binary: u64,
    /// Programs among the best files that were not taken apart, since that would have taken too long.
    pub not_studied: u64,
    /// Files with names that this workspace does not know, which may be secrets.
    pub several_names: u64,
    /// What the walk passed over.
    pub passed_over: PassedOver,
}

impl AddAssign for SearchTally {
    fn add_assign(&mut self, other: Self) {
        self.lines += other.lines;
        self.files += other.files;
        self.ranked += other.ranked;
        self.searched += other.searched;
        self.binary += other.binary;
        self.not_studied += other.not_studied;
        self.several_names += other.several_names;
        self.passed_over += other.passed_over;
    }
}

/// A file that matches, and the lines that are shown of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// Its name, as it can be used in a call.
    pub name: String,
    /// Index of its root among the roots of the workspace.
    pub root: usize,
    /// The name beneath it.
    pub path: RootedPath,
    /// Why it stands where it stands.
    pub standing: MatchKind,
    /// Where files of its kind stand.
    pub class: PathClass,
    /// The symbols whose names match in the lines that are shown, if it was taken apart; those around these lines, if it
    /// is ranked by its words.
    pub symbols: Vec<SymbolCandidate>,
    /// The lines that are shown, in order: the best of the file.
    pub matches: Vec<FoundLine>,
    /// How many lines match; none if only its name does.
    pub lines: u64,
    /// Lines too long for the buffer, searched in pieces.
    pub long_lines: Vec<u64>,
    /// Whether another process wrote to it meanwhile.
    pub changed_during_read: bool,
    /// The version that is shown, if it is kept.
    pub digest: Option<Digest>,
}

impl FoundFile {
    /// How many matching lines are not shown.
    pub fn more(&self) -> u64 {
        self.lines.saturating_sub(self.matches.len() as u64)
    }
}

impl TreeSearchReply {
    /// Every line that was sent, in order.
    pub fn shown(&self) -> impl Iterator<Item = &ShownLine> {
        self.files.iter().flat_map(|file| &file.matches).flat_map(FoundLine::shown)
    }

    /// How many bytes of files were sent.
    pub fn sent_bytes(&self) -> u64 {
        self.shown().map(|line| line.text.len() as u64).sum()
    }

    /// Whether the query itself stands nowhere, and files are ranked by its words.
    pub fn is_ranked_only(&self) -> bool {
        self.ranked_by.is_some() && self.tally.files == self.tally.ranked
    }

    /// The same without the files that are ranked by their words: they stay counted.
    #[must_use]
    pub fn offering_words(mut self) -> Self {
        self.files.retain(|file| file.standing != MatchKind::HasWords);
        // Files are ranked only if the phrase itself left room.
        let stopped = self.stopped.filter(|stopped| *stopped == Stopped::Time);
        Self { stopped, is_offer: true, ..self }
    }

    /// Whether there may be matches that were not even counted.
    pub fn is_partial(&self) -> bool {
        self.stopped == Some(Stopped::Time)
    }
}

/// Why a search of the workspace was refused.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum TreeSearchError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Pattern(#[from] BadPattern),
    #[error(transparent)]
    Globs(#[from] BadGlobs),
    #[error(transparent)]
    Model(#[from] Arc<ModelError>),
    #[error("the search was cancelled")]
    Cancelled,
}

impl Searcher<'_> {
    /// Searches the workspace, or some of it. The same tree and the same question give the same answer, unless the time
    /// is up.
    pub fn search(
        &self,
        request: &TreeSearchRequest,
        clock: &SearchClock<'_>,
        watch: &Watch<'_>,
    ) -> Result<TreeSearchReply, TreeSearchError> {
        let globs = Globs::compile(&request.globs)?;
        let starts = Starts::of(self.access, &request.paths)?;
        let ask = self.halts(clock, watch);
        let budget = Duration::from_millis(self.access.settings().limits.search_millis);
        let is_late = || (clock.elapsed)() > budget.saturating_mul(2);
        let Some(words) = PlainWords::of(&request.pattern) else {
            return self.search_text(request, (&globs, &starts), &ask, &is_late, watch);
        };
        if let Some(reply) = self.search_index(request, &words)? {
            return Ok(reply);
        }
        let reply = self.search_text(request, (&globs, &starts), &ask, &is_late, watch)?;
        if is_enough(request, &reply) {
            return Ok(reply);
        }
        self.search_words(request, &words, reply, (&globs, &starts), &ask, watch)
    }

    /// Searches for the pattern itself.
    fn search_text(
        &self,
        request: &TreeSearchRequest,
        (globs, starts): (&Globs, &Starts),
        ask: &dyn Fn() -> Option<Halt>,
        is_late: &dyn Fn() -> bool,
        watch: &Watch<'_>,
    ) -> Result<TreeSearchReply, TreeSearchError> {
        let matcher = self.memory.matchers.get(&request.pattern)?;
        let look = FirstLook::new(self.access, &matcher, globs);
        let (ranked, mut tally, is_partial) = look.run(starts, ask, watch)?;
        // From here on the work is bounded for all but hostile patterns, so that it may take as long again.
        let ask = || ask().filter(|halt| *halt == Halt::Cancelled || is_late());
        let most = most_files(request);
        let studying = study::Studying { access: self.access, matcher: &matcher };
        let (ranked, not_studied) = studying.run(ranked, most, &ask);
        tally.not_studied = not_studied;
        let show = show::Show { access: self.access, matcher: &matcher, request };
        let mut reply = show.run(ranked, tally, &ask)?;
        if is_partial {
            reply.stopped = Some(Stopped::Time);
        }
        Ok(reply)
    }

    /// Ranks files by their words with the help of the index; `None` if a walk has to answer.
    fn search_index(
        &self,
        request: &TreeSearchRequest,
        words: &PlainWords,
    ) -> Result<Option<TreeSearchReply>, TreeSearchError> {
        let is_everywhere = request.paths.is_empty() && request.globs.is_empty();
        let ranking = is_everywhere
            .then(|| self.rank_by_index(&request.pattern, words, self.most_ranked(request)))
            .flatten();
        let Some(ranking) = ranking.filter(words::Ranking::has_files) else { return Ok(None) };
        self.show_ranked(request, words, ranking, None)
    }

    /// Ranks files by their words behind those that have the phrase, if any has.
    fn search_words(
        &self,
        request: &TreeSearchRequest,
        words: &PlainWords,
        mut found: TreeSearchReply,
        places: (&Globs, &Starts),
        ask: &dyn Fn() -> Option<Halt>,
        watch: &Watch<'_>,
    ) -> Result<TreeSearchReply, TreeSearchError> {
        let most = self.most_ranked(request).saturating_sub(found.files.len());
        let (ranking, halt) = self.rank_by_walk(words, &found.files, places, most, ask, watch);
        if halt == Some(Halt::Cancelled) {
            return Err(TreeSearchError::Cancelled);
        }
        if ranking.has_files() {
            let ranked = self.show_ranked(request, words, ranking, Some(&found))?;
            found = ranked.unwrap_or(found);
        }
        if halt.is_some() {
            found.stopped = Some(Stopped::Time);
        }
        Ok(found)
    }

    /// How many files are ranked by their words: those that are shown, unless a model may prefer others.
    fn most_ranked(&self, request: &TreeSearchRequest) -> usize {
        if self.memory.model.is_some() { MOST_FILES } else { most_files(request) }
    }

    /// The best files with a text in their lines or their name, as they can be named in a call, and whether there may be
    /// others.
    pub fn files_with(
        &self,
        pattern: &Pattern,
        ask: &dyn Fn() -> Option<Halt>,
        watch: &Watch<'_>,
    ) -> Result<(Vec<String>, bool), TreeSearchError> {
        let matcher = self.memory.matchers.get(pattern)?;
        let (globs, starts) = (Globs::compile(&[])?, Starts::of(self.access, &[])?);
        let look = FirstLook::new(self.access, &matcher, &globs);
        let (ranked, tally, is_partial) = look.run(&starts, ask, watch)?;
        let has_more = is_partial || tally.files > ranked.len() as u64;
        Ok((ranked.iter().map(|rank| self.access.place_name(rank.root, &rank.path)).collect(), has_more))
    }

    /// What ends a search before its end: the waiting caller, or the time that it may take.
    pub fn halts<'a>(
        &self,
        clock: &'a SearchClock<'_>,
        watch: &'a Watch<'_>,
    ) -> impl Fn() -> Option<Halt> + use<'a> {
        let budget = Duration::from_millis(self.access.settings().limits.search_millis);
        move || match () {
            () if (watch.is_cancelled)() => Some(Halt::Cancelled),
            () if (clock.elapsed)() > budget => Some(Halt::Time),
            () => None,
        }
    }
}

/// So many files with a phrase are an answer, whatever they say.
const ENOUGH_FILES: u64 = 3;

/// Whether the files with the phrase are all that a reply needs: it is found, and is about a definition, or stands in several
/// files, or there is no room for others.
fn is_enough(request: &TreeSearchRequest, reply: &TreeSearchReply) -> bool {
    let shown: usize = reply.files.iter().map(|file| file.matches.len()).sum();
    let defines = |file: &FoundFile| matches!(file.standing, MatchKind::Defines | MatchKind::DefinesPart);
    let is_full = reply.stopped.is_some() || shown as u64 >= request.max_matches;
    let is_definition =
        || standing::has_defining_word(&request.pattern.query) || reply.files.iter().any(defines);
    is_full || reply.tally.files >= ENOUGH_FILES || (reply.tally.files > 0 && is_definition())
}

/// How many files a reply names at the most.
fn most_files(request: &TreeSearchRequest) -> usize {
    usize::try_from(request.max_matches).unwrap_or(usize::MAX).min(MOST_FILES)
}
