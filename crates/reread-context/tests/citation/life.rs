//! One life: a caller that reads, a server that answers, and the model that looks at every answer.

use std::collections::BTreeMap;
use std::rc::Rc;

use reread_context::{Answer, Tag};
use reread_text::{LineRange, LineSet};

use crate::lives::Broken;
use crate::patched::{hunks, is_patched, patched};
use crate::server::{FILES, Reply, Request, Server};
use crate::step::{Cites, EditPlace, Editing, Extent, False, Fate, Reading, Step};
use crate::texts::{changed, texts};
use crate::visible::{New, Shown, Splice, Visible, lines_of, longer};

/// How often what was said.
pub(crate) type Tally = BTreeMap<&'static str, u64>;

pub(crate) struct Life<'a> {
    tally: &'a mut Tally,
    known_texts: Vec<Rc<str>>,
    server: Server,
    /// What each file says, the latest last.
    files: [Vec<Rc<str>>; FILES.len()],
    replies: Vec<Delivered>,
}

/// A reply with a tag, and what became of it.
struct Delivered {
    file: usize,
    tag: String,
    shown: Shown,
    /// Whether the caller can see it.
    visible: bool,
}

impl<'a> Life<'a> {
    pub(crate) fn new(tally: &'a mut Tally) -> Self {
        let known_texts = texts();
        let files = std::array::from_fn(|_| vec![Rc::clone(&known_texts[0])]);
        Self { tally, known_texts, server: Server::new(), files, replies: Vec::new() }
    }

    pub(crate) fn live(mut self, steps: &[Step]) -> Result<u64, Broken> {
        for (number, step) in (1..).zip(steps) {
            self.step(step).map_err(|what| Broken { steps: number, what })?;
        }
        Ok(steps.len() as u64)
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Read(reading) => return self.read(reading),
            Step::Change { file, change } => {
                let file = &mut self.files[usize::from(*file)];
                let text = changed(file, *change, &self.known_texts);
                file.push(text);
            }
            Step::Edit(editing) => self.edit(editing),
            Step::Fall { reply } => {
                if let Some(reply) = pick(&mut self.replies, *reply) {
                    reply.visible = false;
                }
            }
            Step::Compact => self.replies.iter_mut().for_each(|reply| reply.visible = false),
            Step::RaiseEpoch => self.server.epoch += 1,
            Step::LoseList { file } => self.server.forget(usize::from(*file)),
            Step::LoseSnapshot { snapshot } => {
                let snapshots = &mut self.server.snapshots;
                if !snapshots.is_empty() {
                    snapshots.swap_remove(usize::from(*snapshot) % snapshots.len());
                }
            }
            Step::DamageSnapshot { snapshot } => {
                if let Some(snapshot) = pick(&mut self.server.snapshots, *snapshot) {
                    snapshot.damaged = true;
                }
            }
        }
        Ok(())
    }

    fn read(&mut self, reading: &Reading) -> Result<(), String> {
        let file = usize::from(reading.file);
        let now = Rc::clone(self.files[file].last().expect("a file says something from the start"));
        let known = self.cited(file, &reading.cites);
        let (first, last) = match reading.extent {
            Extent::Whole => (None, None),
            Extent::From(first) => (Some(u64::from(first)), None),
            Extent::Lines(first, last) => (Some(u64::from(first)), Some(u64::from(last))),
            Extent::Again(back) => match self.lines_of_tag(file, back) {
                Some(lines) => (Some(lines.first()), Some(lines.last())),
                None => (None, None),
            },
        };
        let most_lines = u64::from(reading.most_lines);
        let request = Request { file, now: &now, first, last, known: &known, most_lines };
        let Some(reply) = self.server.read(&request, reading.raced) else { return Ok(()) };
        let visible = self.visible(file, &known);
        let shown = check(&request, &reply, &visible).map_err(|why| {
            format!("{why}; cited {known:?}, which show {visible:?}; the file says {now:?}")
        })?;
        *self.tally.entry(word(&reply.answer)).or_default() += 1;
        let is_edit = |reply: &Delivered| matches!(reply.shown, Shown::Edit { .. });
        let rests_on_edit = matches!(reply.answer, Answer::Unchanged(_) | Answer::Rest { .. })
            && self.replies.iter().any(|reply| is_edit(reply) && known.contains(&reply.tag));
        *self.tally.entry("held after an edit").or_default() += u64::from(rests_on_edit);
        if let (Some(tag), Some(shown)) = (reply.tag, shown) {
            let visible = reading.fate == Fate::Delivered;
            self.replies.push(Delivered { file, tag, shown, visible });
        }
        Ok(())
    }

    /// The first lines that a tag of the file names which the caller sees, so many tags ago.
    fn lines_of_tag(&self, file: usize, back: u8) -> Option<LineRange> {
        let mut seen = self.replies.iter().rev().filter(|reply| reply.visible && reply.file == file);
        let tag: Tag = seen.nth(back.into())?.tag.parse().ok()?;
        tag.lines().ranges().first().copied()
    }

    /// The caller edits what the disk holds, and gets a tag for it.
    fn edit(&mut self, editing: &Editing) {
        let file = usize::from(editing.file);
        let now = Rc::clone(self.files[file].last().expect("a file says something from the start"));
        let before = lines_of(&now);
        let splices = splices(&before, &editing.places);
        let after = spliced(&before, &splices);
        let text: Rc<str> = after.concat().into();
        if text == now {
            return;
        }
        let (lines, is_whole) = tagged_lines(&splices, after.len() as u64);
        // Some edits get other bytes than their caller wrote, such as line ends: their tags name the version alone.
        let is_exact = !text.len().is_multiple_of(4);
        let (tag, splices) = match is_exact {
            true => (self.server.edit(file, (&now, &text), &lines, is_whole), splices),
            false => (self.server.inexact_edit(file, (&now, &text)), splices.iter().map(unknown).collect()),
        };
        self.files[file].push(text);
        let shown = Shown::Edit { splices, total: after.len() as u64 };
        self.replies.push(Delivered { file, tag, shown, visible: editing.fate == Fate::Delivered });
    }

    /// What the replies show whose tags are among the cited.
    fn visible(&self, file: usize, known: &[String]) -> Visible {
        let is_cited = |reply: &&Delivered| {
            reply.visible && reply.file == file && known.iter().any(|tag| bare(tag) == bare(&reply.tag))
        };
        Visible::of(self.replies.iter().filter(is_cited).map(|reply| &reply.shown))
    }

    fn cited(&self, file: usize, cites: &Cites) -> Vec<String> {
        let seen = |reply: &&Delivered| reply.visible && reply.file == file;
        let mut cited: Vec<String> = Vec::new();
        for (number, reply) in (1..).zip(self.replies.iter().rev().filter(seen).take(cites.latest.into())) {
            let left_out = cites.leaves_out > 0 && number % cites.leaves_out == 0;
            if !left_out && !cited.contains(&reply.tag) {
                cited.push(reply.tag.clone());
            }
        }
        if !cites.backwards {
            cited.reverse();
            // A shell takes an unquoted `#` for itself.
            cited.iter_mut().take(1).for_each(|tag| *tag = bare(tag).to_owned());
        }
        cited.extend(cites.false_ones.iter().filter_map(|tag| self.false_one(file, tag)));
        cited
    }

    /// Something that the caller should not cite; `None` if there is nothing to make it from.
    fn false_one(&self, file: usize, kind: &False) -> Option<String> {
        let tag_of = |number: u8| {
            let count = self.replies.len();
            (count > 0).then(|| &*self.replies[usize::from(number) % count].tag)
        };
        let parts = |number: u8| tag_of(number)?.split_once('@');
        let tag = match kind {
            False::Foreign(number) => {
                let foreign: Vec<_> = self.replies.iter().filter(|reply| reply.file != file).collect();
                let count = foreign.len();
                (count > 0).then(|| foreign[usize::from(*number) % count].tag.clone())?
            }
            False::Altered { tag, digit } => {
                let mut tag = tag_of(*tag)?.to_owned();
                let place = 1 + usize::from(*digit) % 12;
                let other = if &tag[place..=place] == "7" { "8" } else { "7" };
                tag.replace_range(place..=place, other);
                tag
            }
            False::Stretched { tag, first, last } => format!("{}@{first}-{last}", parts(*tag)?.0),
            False::Mixed { digits, lines } => format!("{}@{}", parts(*digits)?.0, parts(*lines)?.1),
            False::Words => "the text above".to_owned(),
        };
        // A caller that stretches a tag to what it says already, or happens to name another, cites that one.
        let is_unseen = |reply: &Delivered| reply.tag == tag && !reply.visible;
        (!self.replies.iter().any(is_unseen)).then_some(tag)
    }
}

/// The places of an edit in a text, one behind the other, with an unchanged line in between.
fn splices(before: &[Rc<str>], places: &[EditPlace]) -> Vec<Splice> {
    let mut splices = Vec::new();
    let mut at = 0;
    // What stands behind a last line without an end would change that line.
    let end = before.len() - usize::from(before.last().is_some_and(|line| !line.ends_with('\n')));
    for EditPlace { skips, removes, adds } in places {
        at += usize::from(*skips);
        let go = usize::from(*removes).min(end.saturating_sub(at));
        let come = match adds {
            None => New::Longer,
            Some(words) => {
                let line = |number: u8| match (words + number) % 3 {
                    0 => "one line more\n",
                    1 => "la la la\n",
                    _ => "another line\n",
                };
                New::Lines((0..words % 4).map(|number| line(number).into()).collect())
            }
        };
        let splice = Splice { first: at as u64 + 1, go: go as u64, come };
        if at > end || (splice.go == 0 && splice.added() == 0) {
            continue;
        }
        at += go + 1;
        splices.push(splice);
    }
    splices
}

fn spliced(before: &[Rc<str>], splices: &[Splice]) -> Vec<Rc<str>> {
    let place = |line: u64| usize::try_from(line).expect("lines are few");
    let mut after = before.to_vec();
    for splice in splices.iter().rev() {
        let goes = place(splice.first) - 1..place(splice.first + splice.go) - 1;
        let comes = match &splice.come {
            New::Lines(lines) => lines.clone(),
            New::Longer => after[goes.clone()].iter().map(|line| longer(line)).collect(),
            New::Unknown(_) => unreachable!("every edit is known where it is made"),
        };
        after.splice(goes, comes);
    }
    after
}

/// The same lines, of which the caller is not sure.
fn unknown(splice: &Splice) -> Splice {
    Splice { come: New::Unknown(splice.added()), ..*splice }
}

/// The lines that the tag of an edit names, and whether all of them are in the edit: lines that only went have no line of
/// their own, so that one beside them stands for them.
fn tagged_lines(splices: &[Splice], total: u64) -> (LineSet, bool) {
    let (mut lines, mut is_whole, mut added, mut gone) = (LineSet::default(), true, 0, 0);
    for splice in splices {
        let first = splice.first + added - gone;
        let last = first + splice.added();
        let (first, last) = match splice.added() {
            0 if first <= total => (first, first),
            0 => (first - 1, first - 1),
            _ => (first, last - 1),
        };
        is_whole &= splice.added() > 0 && matches!(splice.come, New::Lines(_));
        added += splice.added();
        gone += splice.go;
        if let Ok(range) = LineRange::new(first, last) {
            lines.insert(range);
        }
    }
    match (lines.ranges().first(), lines.ranges().last()) {
        (Some(first), Some(last)) if lines.ranges().len() > Tag::MOST_RUNS => {
            (LineRange::new(first.first(), last.last()).into_iter().collect(), false)
        }
        _ => (lines, is_whole),
    }
}

/// Whether the caller can see what the answer takes for granted; then what it shows.
fn check(request: &Request<'_>, reply: &Reply, visible: &Visible) -> Result<Option<Shown>, String> {
    let now = lines_of(request.now);
    let total = now.len() as u64;
    let asked = (request.first.unwrap_or(1), request.last.map_or(total, |last| last.min(total)));
    let (first, last) = reply.about.map_or(asked, |page| (page.first(), page.last()));
    let place = |line: u64| usize::try_from(line).expect("lines are few");
    // The marker for lines of a file that changed elsewhere is the only one that does not say where the file ends.
    let to_the_end = reply.answer == Answer::UnchangedHere
        && last == total
        && request.last.is_none_or(|last| last > total);
    match &reply.answer {
        Answer::Unchanged(_) if first == 1 && last == total => match visible.whole() {
            Some(whole) if whole == now => Ok(None),
            _ => Err("`unchanged` for a file that is not visible".to_owned()),
        },
        Answer::Unchanged(_) | Answer::UnchangedHere => {
            let lines = &now[place(first) - 1..place(last)];
            match visible.shows(first, lines, total, to_the_end) {
                true => Ok(None),
                false => Err(format!("`unchanged` for lines {first}-{last}, which are not visible")),
            }
        }
        Answer::Diff { diff, lines: Some(_), .. } => {
            let diff = String::from_utf8(diff.text.clone()).expect("diffs are text");
            let hunks = hunks(&diff).filter(|_| is_patched(request.now, &diff));
            let hunks = hunks.ok_or_else(|| format!("a diff that does not lead to the file: {diff:?}"))?;
            let splice = |(first, go, come): (u64, u64, Vec<String>)| {
                let come = New::Lines(come.iter().map(|line| line.as_str().into()).collect());
                Splice { first, go, come }
            };
            let splices: Vec<Splice> = hunks.into_iter().map(splice).collect();
            let mut after = visible.clone();
            after.edit(&splices, total);
            match after.shows(first, &now[place(first) - 1..place(last)], total, false) {
                true => Ok(Some(Shown::Edit { splices, total })),
                false => Err(format!("a diff that does not tell lines {first}-{last}: {diff:?}")),
            }
        }
        Answer::Diff { diff, .. } => {
            let diff = String::from_utf8(diff.text.clone()).expect("diffs are text");
            let base = visible.whole().ok_or("a diff from a file that is not visible")?;
            match patched(&base.concat(), &diff) {
                Some(new) if *new == **request.now => Ok(Some(Shown::Diff { base, diff })),
                _ => Err(format!("a diff that does not lead to the file: {diff:?}")),
            }
        }
        Answer::Rest { held } => {
            for run in held.ranges() {
                let lines = &now[place(run.first()) - 1..place(run.last())];
                if !visible.shows(run.first(), lines, total, false) {
                    return Err(format!("lines {run} are left out, which are not visible"));
                }
            }
            let all = held.union(&reply.shown);
            match all.ranges() {
                [one] if one.first() == first && one.last() <= last => Ok(Some(shown_lines(reply, &now))),
                _ => Err(format!("a rest that names {all} of lines {first}-{last}")),
            }
        }
        Answer::Text | Answer::Fallback(_) => Ok(Some(shown_lines(reply, &now))),
    }
}

/// The lines that a reply shows as they are.
fn shown_lines(reply: &Reply, now: &[Rc<str>]) -> Shown {
    let place = |line: u64| usize::try_from(line).expect("lines are few");
    let lines = |run: &LineRange| (run.first(), now[place(run.first()) - 1..place(run.last())].to_vec());
    Shown::Lines { runs: reply.shown.ranges().iter().map(lines).collect(), total: now.len() as u64 }
}

fn word(answer: &Answer) -> &'static str {
    match answer {
        Answer::Text => "nothing cited",
        Answer::Fallback(reason) => reason.word(),
        Answer::Unchanged(reread_context::ReadScope::Whole) => "unchanged",
        Answer::Unchanged(_) => "unchanged lines",
        Answer::UnchangedHere => "unchanged elsewhere",
        Answer::Diff { lines: Some(_), .. } => "diff for lines",
        Answer::Diff { .. } => "diff",
        Answer::Rest { .. } => "rest",
    }
}

fn bare(tag: &str) -> &str {
    tag.trim_start_matches('#')
}

fn pick<T>(all: &mut [T], number: u8) -> Option<&mut T> {
    let count = all.len();
    all.get_mut(usize::from(number).checked_rem(count)?)
}
