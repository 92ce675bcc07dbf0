//! What the agent does, in order: decided before the first call, so that every way of citing replays the same steps.

use std::error::Error;
use std::ops::RangeInclusive;

use reread_benches::Random;

use crate::line_edit::LineEdit;
use crate::repository::SourceFile;

/// How many lines a file has: one that an agent reads by ranges, and one that it reads whole.
const LINES_FOR_RANGES: RangeInclusive<usize> = 200..=10_000;
const LINES_FOR_WHOLE: RangeInclusive<usize> = 40..=1_000;
/// How many lines around an edit the agent looks at.
const AROUND_EDIT: usize = 20;
/// Out of 100: how often the agent looks at what it edited, goes on where it stopped, and opens another file of task B.
const VERIFIES: u64 = 75;
const GOES_ON: u64 = 30;
const OPENS: u64 = 40;
/// How many places the agent considers before it goes to one that it knows.
const FRESH_TRIES: usize = 20;
/// The shortest and longest word to search for.
const WORD_LENGTH: (usize, usize) = (6, 30);

/// A long task.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) name: &'static str,
    pub(crate) scope: ReadScope,
    pub(crate) calls: usize,
    pub(crate) edits: usize,
    pub(crate) searches: usize,
    pub(crate) files: usize,
    /// The fewest and the most lines of a range.
    pub(crate) range_lines: (usize, usize),
    /// How many of 100 reads of ranges return to lines that were shown.
    pub(crate) again_percent: u64,
}

/// What a read asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadScope {
    Ranges,
    Files,
}

/// One thing that the agent does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Search { query: String },
    Read(PlannedRead),
    Edit(PlannedEdit),
}

/// Lines of a file as they are at that time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlannedRead {
    pub(crate) file: String,
    /// From 1, both included.
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) is_whole: bool,
    pub(crate) text: String,
    /// Those of the lines that the agent was not shown before and did not write: the least that a server must send.
    pub(crate) new_text: String,
}

/// A patch, and the file after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlannedEdit {
    pub(crate) file: String,
    pub(crate) patch: String,
    pub(crate) patch_names_file: bool,
    pub(crate) after: String,
    /// What the agent looks at if the edit is refused.
    pub(crate) around: PlannedRead,
}

/// Plans the task on some of the files.
pub(crate) fn plan(
    task: &Task,
    files: &[SourceFile],
    random: &mut Random,
) -> Result<Vec<Step>, Box<dyn Error>> {
    let mut planner = Planner::choose_files(task, files, random)?;
    let (edits, searches) =
        (places(task.edits, task.calls, random), places(task.searches, task.calls, random));
    let mut steps = Vec::new();
    for call in 0..task.calls {
        let view = planner.next_view(task, call, random);
        let read = planner.read(view, task.scope == ReadScope::Files);
        if searches.contains(&call) {
            steps.extend(word_of(&read.text).map(|query| Step::Search { query }));
        }
        steps.push(Step::Read(read));
        planner.show(view);
        if edits.contains(&call) {
            steps.push(Step::Edit(planner.edit(random).ok_or("no line that was shown can be edited")?));
        }
    }
    Ok(steps)
}

/// Different calls, chosen by chance.
fn places(count: usize, calls: usize, random: &mut Random) -> Vec<usize> {
    let mut places: Vec<usize> = (0..calls).collect();
    random.shuffle(&mut places);
    places.truncate(count);
    places
}

/// Lines of a file, counted from 0, the end not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct View {
    file: usize,
    from: usize,
    to: usize,
}

impl View {
    fn overlaps(self, other: Self) -> bool {
        self.file == other.file && self.from < other.to && other.from < self.to
    }
}

/// The files as they are at a step, and what was shown of them.
struct Planner {
    names: Vec<String>,
    texts: Vec<Vec<String>>,
    /// For every line of every file, whether the agent was shown it or wrote it.
    held: Vec<Vec<bool>>,
    shown: Vec<View>,
    /// Where the last edit was, until the next read.
    edited: Option<View>,
    edits: usize,
}

impl Planner {
    fn choose_files(task: &Task, files: &[SourceFile], random: &mut Random) -> Result<Self, Box<dyn Error>> {
        let lengths = if task.scope == ReadScope::Files { LINES_FOR_WHOLE } else { LINES_FOR_RANGES };
        let is_suitable = |file: &&SourceFile| lengths.contains(&file.text.lines().count());
        let mut suitable: Vec<&SourceFile> = files.iter().filter(is_suitable).collect();
        random.shuffle(&mut suitable);
        suitable.truncate(task.files);
        if suitable.is_empty() {
            return Err("the repository has no sources of a suitable length".into());
        }
        let lines = |file: &&SourceFile| file.text.split_inclusive('\n').map(str::to_owned).collect();
        let texts: Vec<Vec<String>> = suitable.iter().map(lines).collect();
        Ok(Self {
            names: suitable.iter().map(|file| file.name.clone()).collect(),
            held: texts.iter().map(|lines| vec![false; lines.len()]).collect(),
            texts,
            shown: Vec::new(),
            edited: None,
            edits: 0,
        })
    }

    fn next_view(&mut self, task: &Task, call: usize, random: &mut Random) -> View {
        let edited = self.edited.take().filter(|_| random.below(100) < VERIFIES);
        if task.scope == ReadScope::Files {
            let file = edited.map_or_else(|| self.next_file(task.calls - call, random), |view| view.file);
            return View { file, from: 0, to: self.texts[file].len() };
        }
        if let Some(View { file, from, to }) = edited {
            return self.clamped(file, from.saturating_sub(AROUND_EDIT), to + AROUND_EDIT);
        }
        let Some(&last) = self.shown.last() else { return self.fresh_view(task, random) };
        if random.below(100) < task.again_percent {
            return self.earlier_view(random);
        }
        let has_more = last.to < self.texts[last.file].len();
        if has_more && random.below(100) < GOES_ON {
            return self.clamped(last.file, last.to, last.to + (last.to - last.from));
        }
        self.fresh_view(task, random)
    }

    /// A file that was not opened yet, if it is time for one, else one that was.
    fn next_file(&self, calls_left: usize, random: &mut Random) -> usize {
        let (opened, unopened): (Vec<usize>, Vec<usize>) =
            (0..self.texts.len()).partition(|file| self.shown.iter().any(|view| view.file == *file));
        let opens = opened.is_empty() || unopened.len() >= calls_left || random.below(100) < OPENS;
        random.pick(if opens && !unopened.is_empty() { &unopened } else { &opened })
    }

    /// Lines that were not shown, if a few tries find some.
    fn fresh_view(&self, task: &Task, random: &mut Random) -> View {
        let is_new = |view: &View| !self.shown.iter().any(|shown| shown.overlaps(*view));
        let views: Vec<View> = (0..FRESH_TRIES).map(|_| self.any_view(task, random)).collect();
        views.iter().copied().find(is_new).unwrap_or(views[0])
    }

    fn any_view(&self, task: &Task, random: &mut Random) -> View {
        let file = random.below(self.texts.len() as u64) as usize;
        let (shortest, longest) = task.range_lines;
        let length = shortest + random.below((longest - shortest) as u64 + 1) as usize;
        let last_start = self.texts[file].len().saturating_sub(length);
        let from = random.below(last_start as u64 + 1) as usize;
        self.clamped(file, from, from + length)
    }

    /// Lines that were shown, or partly: the same, a part of them, or lines that overlap with them.
    fn earlier_view(&self, random: &mut Random) -> View {
        let View { file, from, to } = random.pick(&self.shown);
        let part = (to - from) / 3;
        match random.below(4) {
            0 => self.clamped(file, from, to),
            1 => self.clamped(file, from + part, to - part),
            2 => self.clamped(file, from.saturating_sub(part), to - part),
            _ => self.clamped(file, from + part, to + part),
        }
    }

    /// The file may have become shorter.
    fn clamped(&self, file: usize, from: usize, to: usize) -> View {
        let lines = self.texts[file].len();
        let from = from.min(lines - 1);
        View { file, from, to: to.clamp(from + 1, lines) }
    }

    fn show(&mut self, view: View) {
        self.shown.push(view);
        self.held[view.file][view.from..view.to].fill(true);
    }

    fn read(&self, View { file, from, to }: View, is_whole: bool) -> PlannedRead {
        let lines = self.texts[file][from..to].iter().zip(&self.held[file][from..to]);
        PlannedRead {
            new_text: lines.filter(|(_, is_held)| !**is_held).map(|(line, _)| line.as_str()).collect(),
            file: self.names[file].clone(),
            first: from + 1,
            last: to,
            is_whole,
            text: self.texts[file][from..to].concat(),
        }
    }

    /// Edits the lines that were shown last and say something, by a search block and by a diff in turn.
    fn edit(&mut self, random: &mut Random) -> Option<PlannedEdit> {
        let (file, edit) = self.shown.iter().rev().find_map(|&View { file, from, to }| {
            let label = (self.edits + 1, comment_sign(&self.names[file]));
            Some((file, LineEdit::choose(&self.texts[file], (from, to), label, random)?))
        })?;
        let (name, lines) = (self.names[file].clone(), &self.texts[file]);
        self.edits += 1;
        let block = if self.edits.is_multiple_of(2) { None } else { edit.search_replace(lines) };
        let patch_names_file = block.is_none();
        let patch = block.unwrap_or_else(|| edit.unified_diff(lines, &name));
        let before = self.clamped(file, edit.at.saturating_sub(AROUND_EDIT), edit.at + AROUND_EDIT);
        let around = self.read(before, false);
        let lines = &mut self.texts[file];
        edit.apply(lines);
        self.held[file].splice(edit.at..edit.at + edit.removed, edit.added.iter().map(|_| true));
        let after = lines.concat();
        self.edited = Some(View { file, from: edit.at, to: edit.at + edit.added.len() });
        Some(PlannedEdit { file: name, patch, patch_names_file, after, around })
    }
}

fn comment_sign(name: &str) -> &'static str {
    if [".py", ".rb"].iter().any(|ending| name.ends_with(ending)) { "#" } else { "//" }
}

/// The longest word of a text that could be a name.
fn word_of(text: &str) -> Option<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let (shortest, longest) = WORD_LENGTH;
    let is_name = |word: &&str| (shortest..=longest).contains(&word.len());
    words.filter(is_name).max_by_key(|word| word.len()).map(str::to_owned)
}

#[cfg(test)]
mod tests;
