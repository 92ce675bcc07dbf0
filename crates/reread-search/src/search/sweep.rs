//! One sweep over a file: from runs of lines to found lines.

use std::io;

use grep_matcher::Match;
use reread_access::BinaryKind;
use reread_disk::WHOLE;
use reread_text::{Limit, char_floor, count_lines, lines};

use super::byte_source::ByteSource;
use super::line_buffer::{Hit, LineBuffer, context_start};
use super::room::Room;
use super::text_probe::TextProbe;
use super::{Columns, FoundLine, ShownLine, Stopped};
use crate::line_matcher::{LineMatcher, OutOfTime};

/// How much of a line is shown, and how much of that stands before the match.
const WINDOW: usize = 400;
const LEAD: usize = 100;

/// In a line of more bytes than this, counting matches is asked after so many of them whether to go on.
const LONG_LINE: usize = 16 * 1024;
const ASKED_EVERY: u64 = 64;

/// What to look for, and when to stop.
pub(crate) struct Sweep<'a> {
    pub(crate) matcher: &'a LineMatcher,
    /// Lines before this one are passed over.
    pub(crate) first_line: u64,
    /// How many matching lines are shown at the most, and the lines around each.
    pub(crate) max_matches: u64,
    pub(crate) before_lines: u64,
    pub(crate) after_lines: u64,
    /// The only lines that count, in order; `None`: all that match.
    pub(crate) picked: Option<&'a [u64]>,
    /// How much the reply takes, lines around matches included.
    pub(crate) room: Room,
    pub(crate) out_of_time: &'a dyn Fn() -> bool,
}

/// What a sweep found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Swept {
    pub(crate) matches: Vec<FoundLine>,
    pub(crate) stopped: Option<Stopped>,
    pub(crate) total_lines: Option<u64>,
    pub(crate) long_lines: Vec<u64>,
    /// What the file is if it is not text; then nothing of it counts.
    pub(crate) binary: Option<BinaryKind>,
    /// How much more the reply takes.
    pub(crate) room: Room,
}

impl Sweep<'_> {
    /// Searches the file, unless no line of it was picked.
    pub(crate) fn run<'b>(&self, bytes: impl Into<ByteSource<'b>>, size: u64) -> io::Result<Swept> {
        let mut swept = Swept { room: self.room, ..Swept::default() };
        if self.picked.is_some_and(<[u64]>::is_empty) {
            return Ok(swept);
        }
        let mut buffer = LineBuffer::new(Vec::new(), bytes.into(), size);
        let mut is_first_run = true;
        let mut probe = TextProbe::default();
        while buffer.advance(self.before_lines)? {
            swept.binary = probe.judge(&buffer)?;
            if swept.binary.is_some() {
                return Ok(swept);
            }
            if !is_first_run && (self.out_of_time)() {
                swept.stopped = Some(Stopped::Time);
            }
            if swept.stopped.is_none() {
                let mut place = Place { at: buffer.start(), line: buffer.line() };
                let searched = self.search_run(&buffer, &mut place, &mut swept);
                swept.stopped = searched.unwrap_or(Some(Stopped::Time));
                buffer.count_from(place.at, place.line);
            }
            if swept.stopped.is_some() || self.has_all_picked(&swept) {
                swept.binary = self.judge_rest(&mut buffer, &mut probe, size, swept.stopped)?;
                return Ok(swept);
            }
            is_first_run = false;
        }
        swept.total_lines = Some(buffer.lines_passed());
        Ok(swept)
    }

    /// What the file is by the bytes that were not searched, if it is small enough to be judged whole. Lines that were picked
    /// are those of a file that was judged before.
    fn judge_rest(
        &self,
        buffer: &mut LineBuffer<'_>,
        probe: &mut TextProbe,
        size: u64,
        stopped: Option<Stopped>,
    ) -> io::Result<Option<BinaryKind>> {
        let is_judged = self.picked.is_some() || size > WHOLE || stopped == Some(Stopped::Time);
        let mut binary = None;
        while !is_judged && binary.is_none() && buffer.advance(0)? {
            binary = probe.judge(buffer)?;
        }
        Ok(binary)
    }

    /// Whether nothing can be added to what was picked: then the rest of a large file need not be read.
    fn has_all_picked(&self, swept: &Swept) -> bool {
        let Some(picked) = self.picked else { return false };
        let has_context = swept.matches.last().is_none_or(|last| last.after.len() as u64 >= self.after_lines);
        swept.matches.len() >= picked.len() && has_context
    }

    /// Searches one run, and moves `place` to the last line that matches.
    fn search_run(
        &self,
        buffer: &LineBuffer<'_>,
        place: &mut Place,
        swept: &mut Swept,
    ) -> Result<Option<Stopped>, OutOfTime> {
        let (bytes, start) = (buffer.bytes(), buffer.start());
        if buffer.is_torn() && swept.long_lines.last() != Some(&buffer.line()) {
            swept.long_lines.push(buffer.line());
        }
        // Lines from here to the next match are context of the match before; a line in pieces is no context.
        let mut context = context_place(buffer);
        let mut from = start;
        let goes_on = || !(self.out_of_time)();
        while let Some(Hit { found, end }) = buffer.next_hit(self.matcher, from, &goes_on)? {
            *place = place.moved_to_line_of(bytes, found.start());
            if self.passes_over(place.line) {
                if end >= bytes.len() {
                    break;
                }
                from = end + 1;
                continue;
            }
            if let Some(between) = bytes.get(context.at..place.at)
                && let Some(stopped) = self.add_after(swept, between, context.line)
            {
                return Ok(Some(stopped));
            }
            let passed = if place.at == start { buffer.passed() } else { 0 };
            let line = Line { bytes: &bytes[place.at..end], number: place.line, passed };
            if let Some(stopped) = self.note(&line, &bytes[..place.at], found, place.at, swept)? {
                return Ok(Some(stopped));
            }
            context = Place { at: (end + 1).min(bytes.len()), line: place.line + 1 };
            if end >= bytes.len() {
                break;
            }
            from = context.at;
        }
        let rest = &bytes[context.at..];
        let whole_lines =
            if buffer.is_torn() { memchr::memrchr(b'\n', rest).map_or(0, |at| at + 1) } else { rest.len() };
        Ok(self.add_after(swept, &rest[..whole_lines], context.line))
    }

    fn passes_over(&self, line: u64) -> bool {
        line < self.first_line || self.picked.is_some_and(|picked| picked.binary_search(&line).is_err())
    }

    /// Records a line that matches.
    fn note(
        &self,
        line: &Line<'_>,
        before: &[u8],
        found: Match,
        line_at: usize,
        swept: &mut Swept,
    ) -> Result<Option<Stopped>, OutOfTime> {
        let first_in_line = Match::new(found.start() - line_at, found.end() - line_at);
        if let Some(known) = swept.matches.last_mut().filter(|known| known.shown.line == line.number) {
            // Another piece of a line that is already known; what the overlap shows twice counts once.
            let (counted, ended) = self.matches_behind(line, first_in_line, known.last.last);
            if let Some((last, matches)) = counted {
                known.matches += matches;
                known.last = last;
            }
            return ended.map(|()| None);
        }
        let first = line.columns(first_in_line);
        // A line that matches is shown, even if the time does not suffice to count its matches.
        let (counted, ended) = self.matches_behind(line, first_in_line, 0);
        let Some((last, matches)) = counted else { return ended.map(|()| None) };
        if swept.matches.len() as u64 >= self.max_matches {
            return Ok(Some(Stopped::MaxMatches));
        }
        let last_shown = swept.matches.last().map_or(self.first_line.max(1) - 1, |previous| {
            previous.after.last().map_or(previous.shown.line, |shown| shown.line)
        });
        let focus = usize::try_from(first.first - 1 - line.passed).unwrap_or(0);
        let shown = line.window(focus);
        if let Err(limit) = swept.room.take(&shown.text) {
            return Ok(Some(Stopped::Full(limit)));
        }
        let wanted = if line.passed == 0 { self.before_lines.min(line.number - 1 - last_shown) } else { 0 };
        let (before, cut) = context_before(before, line.number, wanted, &mut swept.room);
        // What the buffer no longer holds is left out for its bytes.
        let cut = cut.or(((before.len() as u64) < wanted).then_some(Limit::Bytes));
        swept.matches.push(FoundLine { shown, first, last, matches, before, after: Vec::new() });
        ended.map(|()| cut.map(Stopped::Full))
    }

    /// The last match of a line behind a column, and how many there are; `first` is the first that the line has. If the time is
    /// up, there may be more.
    fn matches_behind(
        &self,
        line: &Line<'_>,
        first: Match,
        column: u64,
    ) -> (Option<(Columns, u64)>, Result<(), OutOfTime>) {
        let known = usize::try_from(column.saturating_sub(line.passed)).unwrap_or(usize::MAX);
        let goes_on = || !(self.out_of_time)();
        let find_at = |from: usize| match from <= line.bytes.len() {
            true => self.matcher.find_at(line.bytes, from, &goes_on),
            false => Ok(None),
        };
        let mut next = if first.start() < known { find_at(known) } else { Ok(Some(first)) };
        let (mut last, mut count) = (None, 0);
        while let Ok(Some(found)) = next {
            (last, count) = (Some(found), count + 1);
            // A pattern may look to the end of the line from each match.
            next = match line.bytes.len() > LONG_LINE && count % ASKED_EVERY == 0 && !goes_on() {
                true => Err(OutOfTime),
                false => find_at(found.end().max(found.start() + 1)),
            };
        }
        (last.map(|last| (line.columns(last), count)), next.map(drop))
    }

    /// Shows whole lines without a match, of which `first_line` is the first, as context of the match before them.
    fn add_after(&self, swept: &mut Swept, lines_behind: &[u8], first_line: u64) -> Option<Stopped> {
        let found = swept.matches.last_mut()?;
        let next = found.after.last().map_or(found.shown.line, |shown| shown.line) + 1;
        let missing = self.after_lines.saturating_sub(found.after.len() as u64);
        if first_line != next {
            return None;
        }
        for (number, bytes) in (next..next.saturating_add(missing)).zip(lines(lines_behind)) {
            let line = Line::whole(number, bytes).window(0);
            if let Err(limit) = swept.room.take(&line.text) {
                return Some(Stopped::Full(limit));
            }
            found.after.push(line);
        }
        None
    }
}

/// The lines right before a match, as many as are wanted, kept and fit; and what has no room for more.
fn context_before(before: &[u8], line: u64, wanted: u64, room: &mut Room) -> (Vec<ShownLine>, Option<Limit>) {
    let context = &before[context_start(before, wanted)..];
    let mut shown = Vec::new();
    let mut cut = None;
    for (number, bytes) in (1..line).rev().zip(lines(context).rev()) {
        let nearest = Line::whole(number, bytes).window(0);
        if let Err(limit) = room.take(&nearest.text) {
            cut = Some(limit);
            break;
        }
        shown.push(nearest);
    }
    shown.reverse();
    (shown, cut)
}

/// Where the first whole line of a run begins.
fn context_place(buffer: &LineBuffer<'_>) -> Place {
    let (bytes, start, line) = (buffer.bytes(), buffer.start(), buffer.line());
    if buffer.passed() == 0 {
        return Place { at: start, line };
    }
    let behind = memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |at| start + at + 1);
    Place { at: behind, line: line + 1 }
}

/// The beginning of a line and its number.
#[derive(Clone, Copy)]
struct Place {
    at: usize,
    line: u64,
}

impl Place {
    fn moved_to_line_of(self, bytes: &[u8], offset: usize) -> Self {
        let skipped = &bytes[self.at..offset];
        match memchr::memrchr(b'\n', skipped) {
            Some(last) => Self { at: self.at + last + 1, line: self.line + count_lines(&skipped[..=last]) },
            None => self,
        }
    }
}

/// A line, or a piece of one, that is being looked at.
struct Line<'a> {
    bytes: &'a [u8],
    number: u64,
    /// How many bytes of it stand before the piece.
    passed: u64,
}

impl<'a> Line<'a> {
    fn whole(number: u64, bytes: &'a [u8]) -> Self {
        Self { bytes: bytes.strip_suffix(b"\n").unwrap_or(bytes), number, passed: 0 }
    }

    fn columns(&self, found: Match) -> Columns {
        Columns { first: self.passed + found.start() as u64 + 1, last: self.passed + found.end() as u64 }
    }

    /// The line, or the part of a long one around `focus`.
    fn window(&self, focus: usize) -> ShownLine {
        let (mut start, mut end) = (0, self.bytes.len());
        if end > WINDOW {
            start = char_floor(self.bytes, focus.saturating_sub(LEAD).min(end - WINDOW));
            end = char_floor(self.bytes, (start + WINDOW).min(end));
        }
        ShownLine {
            line: self.number,
            text: self.bytes[start..end].to_vec(),
            cut_before: self.passed + start as u64,
            cut_after: (self.bytes.len() - end) as u64,
        }
    }
}
