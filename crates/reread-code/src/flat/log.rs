//! Logs: lines with a time or a level. Errors and warnings are the notable lines, equal messages counted as one.

use std::collections::HashMap;

use super::excerpt::{FlatLine, shortened};
use super::{Shape, counted};

/// Different messages that are told apart. Of a log with more, later ones count but are not listed.
const MAX_MESSAGES: usize = 10_000;
/// Messages that are listed.
const MAX_LISTED: usize = 200;
/// Bytes of a line in which its level stands, and of a time at its beginning.
const MAX_LEVEL: usize = 160;
const MAX_TIME: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    Error,
    Warning,
    Other,
}

const LEVELS: &[(&str, Level)] = &[
    ("error", Level::Error),
    ("err", Level::Error),
    ("fatal", Level::Error),
    ("critical", Level::Error),
    ("crit", Level::Error),
    ("severe", Level::Error),
    ("panic", Level::Error),
    ("panicked", Level::Error),
    ("emerg", Level::Error),
    ("alert", Level::Error),
    ("exception", Level::Error),
    ("traceback", Level::Error),
    ("failed", Level::Error),
    ("failure", Level::Error),
    ("fail", Level::Error),
    ("warning", Level::Warning),
    ("warn", Level::Warning),
    ("info", Level::Other),
    ("debug", Level::Other),
    ("trace", Level::Other),
    ("notice", Level::Other),
];

/// The shape of a log, if at least half of the lines have a time, or a third a level.
pub(super) fn shape(lines: &[FlatLine<'_>]) -> Option<Shape> {
    let timed = lines.iter().filter(|line| time(line.text).is_some()).count();
    let levelled = lines.iter().filter(|line| states_level(line.text)).count();
    if lines.len() < 2 || (timed * 2 < lines.len() && levelled * 3 < lines.len()) {
        return None;
    }
    let messages = Messages::of(lines);
    let mut words = format!("log, {}", counted(messages.errors, "error", "errors"));
    words.push_str(&format!(", {}", counted(messages.warnings, "warning", "warnings")));
    let mut times = lines.iter().filter_map(|line| time(line.text));
    if let Some(first) = times.next() {
        let last = times.next_back().unwrap_or(first);
        words.push_str(&format!(", {} to {}", shortened(first), shortened(last)));
    }
    Some(Shape { notable: messages.listed(), ..Shape::of(words, lines) })
}

/// Errors and warnings, equal ones together.
struct Messages<'a> {
    errors: usize,
    warnings: usize,
    /// In the order of their first lines.
    groups: Vec<(Level, &'a FlatLine<'a>, usize)>,
}

impl<'a> Messages<'a> {
    fn of(lines: &'a [FlatLine<'a>]) -> Self {
        let mut messages = Self { errors: 0, warnings: 0, groups: Vec::new() };
        let mut places: HashMap<String, usize> = HashMap::new();
        for line in lines {
            let Some(level @ (Level::Error | Level::Warning)) = level(line.text) else { continue };
            messages.errors += usize::from(level == Level::Error);
            messages.warnings += usize::from(level == Level::Warning);
            let group = without_numbers(line.text);
            if let Some(place) = places.get(&group) {
                messages.groups[*place].2 += 1;
            } else if messages.groups.len() < MAX_MESSAGES {
                places.insert(group, messages.groups.len());
                messages.groups.push((level, line, 1));
            }
        }
        messages
    }

    /// Errors before warnings, with the number of equal ones.
    fn listed(mut self) -> Vec<String> {
        self.groups.sort_by_key(|(level, line, _)| (*level, line.number));
        let shown = |(_, line, count): &(Level, &FlatLine<'_>, usize)| match count {
            1 => line.shown(),
            _ => format!("{} (×{count})", line.shown()),
        };
        self.groups.iter().take(MAX_LISTED).map(shown).collect()
    }
}

/// The message of a line: what is left without numbers, which differ from line to line.
fn without_numbers(line: &str) -> String {
    line.chars().filter(|character| !character.is_ascii_digit()).take(MAX_LEVEL).collect()
}

/// The level that a line states near its beginning. `no error` and `0 errors` state none.
pub(super) fn level(line: &str) -> Option<Level> {
    let near = &line[..reread_text::char_floor(line.as_bytes(), MAX_LEVEL)];
    let mut before = "";
    let mut found: Option<Level> = None;
    for word in near.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let level = LEVELS.iter().find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|(_, level)| *level);
        let is_denied = ["no", "without", "0"].iter().any(|no| before.eq_ignore_ascii_case(no));
        // A level in capitals, or the first word of all, decides. Others decide if nothing else does.
        let decides = word.chars().all(|character| !character.is_lowercase());
        match level {
            Some(level) if !is_denied && decides => return Some(level),
            Some(level) if !is_denied => found = Some(found.map_or(level, |found| found.min(level))),
            _ => {}
        }
        before = word;
    }
    found
}

/// Whether a line has a level where logs have it: in capitals, in brackets, as its first word, or behind `level`.
pub(super) fn states_level(line: &str) -> bool {
    let near = &line[..reread_text::char_floor(line.as_bytes(), MAX_LEVEL)];
    let mut words =
        near.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_level = |word: &str| LEVELS.iter().any(|(name, _)| word.eq_ignore_ascii_case(name));
    let is_shouted = words.clone().any(|word| is_level(word) && !word.contains(|at: char| at.is_lowercase()));
    let is_named = words
        .clone()
        .zip(words.clone().skip(1))
        .any(|(name, word)| name.eq_ignore_ascii_case("level") && is_level(word));
    let is_first = words.next().is_some_and(|word| {
        let after = near.split_once(word).map_or("", |(_, after)| after);
        let is_apart = after.is_empty() || after.starts_with([':', ']', ')', ' ', '\t']);
        is_level(word) && is_apart && !after.trim_start().starts_with('=')
    });
    is_shouted || is_named || is_first
}

/// The time at the beginning of a line, as it is written.
pub(super) fn time(line: &str) -> Option<&str> {
    let line = line.trim_start().trim_start_matches(['[', '(']);
    let is_part = |character: char| character.is_ascii_digit() || "-:./,+TZ ".contains(character);
    let is_month = |start: &str| {
        "JanFebMarAprMayJunJulAugSepOctNovDec".as_bytes().chunks(3).any(|month| month == start.as_bytes())
    };
    let skipped = if line.get(..3).is_some_and(is_month) { 3 } else { 0 };
    let length = line[skipped..].find(|character| !is_part(character)).unwrap_or(line.len() - skipped);
    let time = line[..skipped + length.min(MAX_TIME)]
        .trim_end_matches(|end: char| !end.is_ascii_digit() && end != 'Z');
    let digits = time.bytes().filter(u8::is_ascii_digit).count();
    (digits >= 4 && time.contains([':', '-', '/'])).then_some(time)
}
