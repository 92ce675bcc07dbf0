//! A pattern as an automaton that is driven byte by byte, so that it can be stopped anywhere.
//!
//! Its states are made as they are met and dropped when they take too much memory. Making one may take a step for each part
//! of the pattern, which is the most that a byte can take. It finds what the matcher of grep finds.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use grep_matcher::Match;
use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::{self, NFA};
use regex_automata::{Anchored, Input, MatchKind};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::Hir;

use crate::matchers::{NEST_LIMIT, Pattern, asks_for_cr};

/// How many bytes are passed between two questions whether to go on: each may take a millisecond.
const ASKED_EVERY: usize = 64;

/// The memory of the states, in bytes, unless a single state needs more.
const STATES: usize = 2 * 1024 * 1024;

/// The largest program of a pattern, in bytes.
const PROGRAM: usize = 16 * 1024 * 1024;

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It was told not to go on.
    OutOfTime,
    /// The automaton cannot decide about these bytes.
    Unknown,
}

/// Two automata: one finds where a match ends, the other where it begins.
#[derive(Debug)]
pub(crate) struct ByteAutomaton {
    forward: DFA,
    backward: DFA,
    /// The states of searches that ended, for the next ones.
    caches: Mutex<Vec<(Cache, Cache)>>,
}

impl ByteAutomaton {
    /// The automaton of a pattern; `None` if it cannot have one.
    pub(crate) fn of(pattern: &Pattern) -> Option<Self> {
        let hir = parsed(pattern)?;
        let automaton = |is_reverse: bool| {
            let kind = if is_reverse { MatchKind::All } else { MatchKind::LeftmostFirst };
            let config = DFA::config()
                .match_kind(kind)
                .unicode_word_boundary(true)
                .cache_capacity(STATES)
                .skip_cache_capacity_check(true);
            DFA::builder().configure(config).build_from_nfa(program(&hir, is_reverse)?).ok()
        };
        Some(Self { forward: automaton(false)?, backward: automaton(true)?, caches: Mutex::default() })
    }

    /// The first match in a part of a line. What stands around the part is seen, and is no part of a match.
    pub(crate) fn find(
        &self,
        bytes: &[u8],
        part: Range<usize>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Match>, Ended> {
        let kept = self.caches.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut caches = kept.unwrap_or_else(|| (self.forward.create_cache(), self.backward.create_cache()));
        let found = self.find_with(bytes, part, &mut caches, goes_on);
        self.caches.lock().unwrap_or_else(PoisonError::into_inner).push(caches);
        found
    }

    fn find_with(
        &self,
        bytes: &[u8],
        part: Range<usize>,
        (forward, backward): &mut (Cache, Cache),
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Match>, Ended> {
        let input = Input::new(bytes).range(part.clone());
        let state = self.forward.start_state_forward(forward, &input).map_err(|_| Ended::Unknown)?;
        let behind = bytes.get(part.end).copied();
        let way = part.clone().map(|at| (at, bytes[at]));
        let mut run = Run { automaton: &self.forward, cache: forward, state, goes_on };
        let Some(end) = run.last_match(way, (part.end, behind))? else { return Ok(None) };

        let input = Input::new(bytes).range(part.start..end).anchored(Anchored::Yes);
        let state = self.backward.start_state_reverse(backward, &input).map_err(|_| Ended::Unknown)?;
        let before = part.start.checked_sub(1).map(|at| bytes[at]);
        let way = (part.start..end).rev().map(|at| (at + 1, bytes[at]));
        let mut run = Run { automaton: &self.backward, cache: backward, state, goes_on };
        let start = run.last_match(way, (part.start, before))?.unwrap_or(end);
        Ok(Some(Match::new(start, end)))
    }
}

/// An automaton on its way.
struct Run<'a> {
    automaton: &'a DFA,
    cache: &'a mut Cache,
    state: LazyStateID,
    goes_on: &'a dyn Fn() -> bool,
}

impl Run<'_> {
    /// The last place of a match. Each place comes with the byte behind it, since a state tells whether the place before its
    /// last byte ends a match; behind the last place there may be no byte.
    fn last_match(
        &mut self,
        way: impl Iterator<Item = (usize, u8)>,
        (last_place, behind): (usize, Option<u8>),
    ) -> Result<Option<usize>, Ended> {
        let mut last = None;
        for (passed, (place, byte)) in way.enumerate() {
            if passed % ASKED_EVERY == ASKED_EVERY - 1 && !(self.goes_on)() {
                return Err(Ended::OutOfTime);
            }
            self.take(Some(byte))?;
            if self.state.is_match() {
                last = Some(place);
            } else if self.state.is_dead() {
                return Ok(last);
            }
        }
        self.take(behind)?;
        Ok(if self.state.is_match() { Some(last_place) } else { last })
    }

    /// Moves on with a byte, or with the end.
    fn take(&mut self, byte: Option<u8>) -> Result<(), Ended> {
        let next = match byte {
            Some(byte) => self.automaton.next_state(self.cache, self.state, byte),
            None => self.automaton.next_eoi_state(self.cache, self.state),
        };
        self.state = next.map_err(|_| Ended::Unknown)?;
        if self.state.is_quit() { Err(Ended::Unknown) } else { Ok(()) }
    }
}

/// How many steps a byte may take: the size of the program of a pattern. One that is too large is the heaviest.
pub(crate) fn weight(pattern: &Pattern) -> usize {
    if !pattern.is_regex {
        return pattern.query.len();
    }
    parsed(pattern).and_then(|hir| program(&hir, false)).map_or(usize::MAX, |program| program.states().len())
}

/// The pattern as the matcher of grep reads it.
fn parsed(pattern: &Pattern) -> Option<Hir> {
    let mut parser = ParserBuilder::new();
    parser
        .utf8(false)
        .multi_line(true)
        .crlf(!asks_for_cr(pattern))
        .case_insensitive(!pattern.case_sensitive)
        .nest_limit(NEST_LIMIT);
    let query = &pattern.query;
    let parsed = match pattern.is_regex {
        true => parser.build().parse(query),
        false => parser.build().parse(&regex_syntax::escape(query)),
    };
    parsed.ok()
}

fn program(hir: &Hir, is_reverse: bool) -> Option<NFA> {
    let config = thompson::Config::new().utf8(false).reverse(is_reverse).nfa_size_limit(Some(PROGRAM));
    NFA::compiler().configure(config).build_from_hir(hir).ok()
}
