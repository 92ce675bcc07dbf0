//! A server without a disk: it decides, mints and notes as the real one does, with everything it could lose at hand.

use std::rc::Rc;

use reread_context::{
    Answer, Citation, DiffGate, Fallback, HeldBase, ReadPlan, ReadScope, ShownSnapshot, Subject, TagKey,
    TagView, decide, decide_changed_lines, rest,
};
use reread_text::{Bounds, DiffLimits, Digest, LineRange, LineSet, slice_lines};

/// Shorter than the real one, so that versions are forgotten within a short life.
const LONGEST_LIST: usize = 6;

/// Two files of one root, and one of the first name in another root.
pub(crate) const FILES: [(&str, &str); 3] =
    [("/ws", "song.txt"), ("/ws", "list.txt"), ("/other", "song.txt")];

pub(crate) struct Server {
    key: TagKey,
    pub(crate) epoch: u64,
    /// What was shown of each file, newest first.
    lists: [Vec<ShownSnapshot>; FILES.len()],
    /// Which lists were lost.
    lost: [bool; FILES.len()],
    /// How often something was noted: where the chance comes from.
    noted: u64,
    pub(crate) snapshots: Vec<Snapshot>,
}

pub(crate) struct Snapshot {
    digest: Digest,
    text: Rc<str>,
    pub(crate) damaged: bool,
}

/// One call.
pub(crate) struct Request<'a> {
    pub(crate) file: usize,
    /// The file as it is.
    pub(crate) now: &'a Rc<str>,
    /// The lines asked for, as they were asked for: `None` is the whole file, or up to its end.
    pub(crate) first: Option<u64>,
    pub(crate) last: Option<u64>,
    pub(crate) known: &'a [String],
    pub(crate) most_lines: u64,
}

pub(crate) struct Reply {
    pub(crate) answer: Answer,
    /// The lines that a marker is about, if they are not those that were asked for.
    pub(crate) about: Option<LineRange>,
    /// The lines that are shown, for a text.
    pub(crate) shown: LineSet,
    /// The tag, unless it is a marker.
    pub(crate) tag: Option<String>,
}

impl Server {
    pub(crate) fn new() -> Self {
        let key = TagKey::new([42; 32]);
        Self {
            key,
            epoch: 0,
            lists: Default::default(),
            lost: Default::default(),
            noted: 0,
            snapshots: Vec::new(),
        }
    }

    pub(crate) fn forget(&mut self, file: usize) {
        self.lists[file].clear();
        self.lost[file] = true;
    }

    /// Answers a read; `None` if the request names no line of the file. `raced` is when the list is written over.
    pub(crate) fn read(&mut self, request: &Request<'_>, raced: bool) -> Option<Reply> {
        let now = request.now.as_bytes();
        let total_lines = now.split_inclusive(|byte| *byte == b'\n').count() as u64;
        let asked = request.asked(total_lines)?;
        let answer = match request.known {
            [] => Answer::Text,
            _ => self.answer(request, asked, total_lines),
        };
        let lines = match asked {
            ReadScope::Whole => all(total_lines),
            ReadScope::Lines(lines) => LineSet::from(lines),
        };
        let page = lines.ranges().first().map(|range| {
            LineRange::new(range.first(), range.last().min(range.first() + request.most_lines - 1))
                .expect("at least one line is shown")
        });
        let asked = lines.ranges().first().copied();
        let mut shown = page.map(LineSet::from).unwrap_or_default();
        let (answer, about) = match (answer, asked.zip(page)) {
            (Answer::Fallback(Fallback::NotCovered), Some((asked, page))) => {
                match self.rest(request, asked) {
                    Some((held, sent)) => {
                        shown = sent;
                        (Answer::Rest { held }, None)
                    }
                    None => (self.answer_of_page(request, page, total_lines), Some(page)),
                }
            }
            (answer, _) => (answer, None),
        };
        let (view, lines) = match &answer {
            Answer::Unchanged(_) | Answer::UnchangedHere => {
                return Some(Reply { answer, about, shown: LineSet::default(), tag: None });
            }
            Answer::Diff { base, lines, .. } => {
                shown = LineSet::default();
                match lines {
                    None => (TagView::Diff(*base), all(total_lines)),
                    Some(changed) => {
                        let view = TagView::PartialDiff { base: *base, is_whole: changed.is_whole };
                        (view, changed.lines.clone())
                    }
                }
            }
            Answer::Text | Answer::Fallback(_) | Answer::Rest { .. } => (TagView::Lines, shown.clone()),
        };
        let before = self.lists[request.file].clone();
        if let Answer::Diff { base, lines: Some(changed), .. } = &answer {
            self.note_base(request.file, base, changed.base_lines, &Digest::of(now));
        }
        let version = self.note(request.file, request.now, total_lines);
        let tag = self.key.mint(&self.subject(request.file, view), &version, &lines).to_string();
        if raced {
            self.lists[request.file] = before;
        }
        Some(Reply { answer, about, shown, tag: Some(tag) })
    }

    /// Notes an edit of a file and gives it its tag, bound to the lines from which the rest is carried.
    pub(crate) fn edit(
        &mut self,
        file: usize,
        (base, new): (&Rc<str>, &Rc<str>),
        lines: &LineSet,
        is_whole: bool,
    ) -> String {
        let total = |text: &str| text.split_inclusive('\n').count() as u64;
        let base = self.note(file, base, total(base));
        let version = self.note(file, new, total(new));
        let view = TagView::Edit { base: base.digest, is_whole };
        self.key.mint(&self.subject(file, view), &version, lines).to_string()
    }

    /// Notes an edit of which the caller does not know every byte. Its tag names the version.
    pub(crate) fn inexact_edit(&mut self, file: usize, (base, new): (&Rc<str>, &Rc<str>)) -> String {
        let total = |text: &str| text.split_inclusive('\n').count() as u64;
        self.note(file, base, total(base));
        let version = self.note(file, new, total(new));
        self.key.mint(&self.subject(file, TagView::Version), &version, &LineSet::default()).to_string()
    }

    fn answer(&self, request: &Request<'_>, asked: ReadScope, total_lines: u64) -> Answer {
        let digest = Digest::of(request.now.as_bytes());
        let subject = self.subject(request.file, TagView::Lines);
        let citation = Citation::recognise(request.known, &self.key, &subject, &self.lists[request.file]);
        let answer = match citation.plan(asked, &digest, total_lines) {
            ReadPlan::Text(reason) => Answer::Fallback(reason.unwrap_or(Fallback::NotCovered)),
            ReadPlan::Unchanged => Answer::Unchanged(asked),
            ReadPlan::NeedsBase(base) => self.compare(request, asked, total_lines, &base, &citation),
        };
        let lines = match asked {
            ReadScope::Whole => LineRange::new(1, total_lines).ok(),
            ReadScope::Lines(lines) => Some(lines),
        };
        self.or_changes(answer, request, lines, &citation)
    }

    /// What is left out of a request and what is sent, as far as a reply goes.
    fn rest(&self, request: &Request<'_>, asked: LineRange) -> Option<(LineSet, LineSet)> {
        let now = request.now.as_bytes();
        let subject = self.subject(request.file, TagView::Lines);
        let citation = Citation::recognise(request.known, &self.key, &subject, &self.lists[request.file]);
        let held = citation.held_as_now(asked, &Digest::of(now));
        let (held, sent) = rest(asked, &held, |run| slice_lines(now, run).map_or(0, <[u8]>::len))?;
        let mut left = request.most_lines;
        let mut shown = LineSet::default();
        for run in sent.ranges() {
            let last = run.last().min(run.first() + left - 1);
            shown.insert(LineRange::new(run.first(), last).expect("something is left"));
            left -= last - run.first() + 1;
            if left == 0 {
                break;
            }
        }
        // Behind the last line that is shown only what is held up to the next one that is not.
        let next = sent.ranges().iter().find_map(|run| Some(shown.missing(*run).ranges().first()?.first()));
        let next = next.unwrap_or(asked.last() + 1);
        let held = held.intersect(LineRange::new(asked.first(), next - 1).ok()?);
        (!held.is_empty()).then_some((held, shown))
    }

    fn answer_of_page(&self, request: &Request<'_>, page: LineRange, total_lines: u64) -> Answer {
        let digest = Digest::of(request.now.as_bytes());
        let subject = self.subject(request.file, TagView::Lines);
        let citation = Citation::recognise(request.known, &self.key, &subject, &self.lists[request.file]);
        let asked = ReadScope::of_lines(page, total_lines);
        let answer = match citation.plan_page(page, &digest, total_lines) {
            ReadPlan::Text(None) => Answer::Text,
            ReadPlan::Text(Some(_)) => Answer::Fallback(Fallback::NotCovered),
            ReadPlan::Unchanged => Answer::Unchanged(asked),
            ReadPlan::NeedsBase(base) => self.compare(request, asked, total_lines, &base, &citation),
        };
        self.or_changes(answer, request, Some(page), &citation)
    }

    /// In place of a text the changes of the file, if they tell all of these lines.
    fn or_changes(
        &self,
        answer: Answer,
        request: &Request<'_>,
        lines: Option<LineRange>,
        citation: &Citation,
    ) -> Answer {
        let now = request.now.as_bytes();
        let changes = || {
            let digest = citation.latest_before(&Digest::of(now))?;
            let is_base = |snapshot: &&Snapshot| snapshot.digest == digest && !snapshot.damaged;
            let bytes = self.snapshots.iter().find(is_base)?.text.as_bytes();
            let held = citation.held.lines_of(&digest)?;
            let base = HeldBase { digest, bytes, held: &held };
            decide_changed_lines(base, now, lines?, FILES[request.file].1, &gate(request))
        };
        match answer {
            Answer::Fallback(Fallback::NotCovered | Fallback::LinesChanged) => changes().unwrap_or(answer),
            answer => answer,
        }
    }

    fn compare(
        &self,
        request: &Request<'_>,
        asked: ReadScope,
        total_lines: u64,
        base: &Digest,
        citation: &Citation,
    ) -> Answer {
        let text = match self.snapshots.iter().find(|snapshot| snapshot.digest == *base) {
            Some(Snapshot { damaged: true, .. }) => return Answer::Fallback(Fallback::BaseDamaged),
            Some(Snapshot { text, .. }) => text.as_bytes(),
            None => return Answer::Fallback(Fallback::BaseLost),
        };
        let goes_beyond = request.last.is_none_or(|last| last > total_lines);
        let base_lines = text.split_inclusive(|byte| *byte == b'\n').count() as u64;
        let had_more = base_lines > total_lines || citation.held.reaches_beyond(total_lines);
        if matches!(asked, ReadScope::Lines(_)) && goes_beyond && had_more {
            return Answer::Fallback(Fallback::LinesChanged);
        }
        let held = citation.held.lines_of(base).unwrap_or_default();
        let base = HeldBase { digest: *base, bytes: text, held: &held };
        decide(base, request.now.as_bytes(), asked, FILES[request.file].1, &gate(request))
    }

    fn subject(&self, file: usize, view: TagView) -> Subject<'static> {
        let (root, path) = FILES[file];
        Subject { epoch: self.epoch, root: root.as_bytes(), path: path.as_bytes(), view }
    }

    /// The base of a diff is looked up right before what it leads to.
    fn note_base(&mut self, file: usize, base: &Digest, lines: u64, now: &Digest) {
        let is_noted =
            matches!(&self.lists[file][..], [new, old, ..] if new.digest == *now && old.digest == *base);
        let text = self.snapshots.iter().find(|snapshot| snapshot.digest == *base);
        if let Some(text) = text.filter(|_| !is_noted).map(|snapshot| Rc::clone(&snapshot.text)) {
            self.note(file, &text, lines);
        }
    }

    /// Keeps what is shown, and notes that it is shown after all before it.
    fn note(&mut self, file: usize, now: &Rc<str>, total_lines: u64) -> ShownSnapshot {
        let digest = Digest::of(now.as_bytes());
        match self.snapshots.iter_mut().find(|snapshot| snapshot.digest == digest) {
            Some(snapshot) => snapshot.damaged = false,
            None => self.snapshots.push(Snapshot { digest, text: Rc::clone(now), damaged: false }),
        }
        let list = &mut self.lists[file];
        self.noted += 1;
        let chance = scattered(self.noted);
        let generation = match list.first() {
            Some(latest) if latest.digest == digest => return *latest,
            // A step of any length: what was lost in a race is never made again.
            Some(latest) => latest.generation + 1 + (chance & 0xffff),
            // Lists may well begin alike; one that was lost never begins again where it began.
            None if !self.lost[file] => 1,
            None => chance,
        };
        let version = ShownSnapshot { generation, digest, total_lines };
        list.insert(0, version);
        list.truncate(LONGEST_LIST);
        version
    }
}

impl Request<'_> {
    fn asked(&self, total_lines: u64) -> Option<ReadScope> {
        if self.first.is_none() && self.last.is_none() {
            return Some(ReadScope::Whole);
        }
        let last = self.last.map_or(total_lines, |last| last.min(total_lines));
        let lines = LineRange::new(self.first.unwrap_or(1), last).ok()?;
        let is_whole = lines.first() == 1 && lines.last() == total_lines;
        Some(if is_whole { ReadScope::Whole } else { ReadScope::Lines(lines) })
    }
}

fn gate(request: &Request<'_>) -> DiffGate {
    let reply = Bounds { max_lines: Some(request.most_lines), ..Bounds::default() };
    DiffGate { limits: DiffLimits::default(), reply }
}

fn all(total_lines: u64) -> LineSet {
    LineRange::new(1, total_lines).map(LineSet::from).unwrap_or_default()
}

/// A number that cannot be guessed, nowhere near another.
fn scattered(number: u64) -> u64 {
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 2
}
