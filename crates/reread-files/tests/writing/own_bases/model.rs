//! Every text that the disk held, who wrote it, and what an edit of one of them shall make of the last.

use std::process::Command;

use crate::writing::own_claims::Chance;

/// The texts of one file, the earliest first.
pub(super) struct Texts {
    /// Each with whether the caller wrote it.
    texts: Vec<(String, bool)>,
}

/// What the caller wants.
#[derive(Debug)]
pub(super) enum Change {
    /// Lines of the base from a number on, with lines around them that stay, by their number or by their text alone.
    Lines { first: usize, old: String, new: String, is_numbered: bool },
    /// A line that the base does not have, and that the caller wrote since.
    OwnLine { old: String, new: String },
}

/// What shall come of it.
#[derive(Debug)]
pub(super) enum Expected {
    Text {
        text: String,
        is_rebased: bool,
        is_carried: bool,
    },
    /// Nothing may be written.
    Refused,
}

impl Expected {
    pub(super) fn is_refused(&self) -> bool {
        matches!(self, Expected::Refused)
    }
}

impl Change {
    /// As a diff program writes it.
    pub(super) fn unified(&self, name: &str) -> String {
        let Change::Lines { first, old, new, .. } = self else { unreachable!("it has no number") };
        let count = |text: &str| text.lines().count();
        let signed =
            |sign: char, text: &str| text.lines().map(|line| format!("{sign}{line}\n")).collect::<String>();
        let (before, after) = (count(old), count(new));
        format!(
            "--- a/{name}\n+++ b/{name}\n@@ -{first},{before} +{first},{after} @@\n{}{}",
            signed('-', old),
            signed('+', new)
        )
    }
}

const WORDS: &str = "and some more words that make this line as long as a line of a program may be";

/// Blocks that repeat, with lines between them that do not. The lines are long, so that a diff is shorter than the text.
pub(super) fn random_text(chance: &mut Chance) -> String {
    let mut text = String::new();
    for number in 0..6 + chance.below(8) {
        match chance.below(3) {
            0 => text.push_str(&format!("line {number} {WORDS}\nnext {number} {WORDS}\nlast {number}\n")),
            _ => text.push_str(&format!("block {{ // {WORDS}\n  x = 1 // {WORDS}\n}}\n")),
        }
    }
    text + "the end\n"
}

impl Texts {
    pub(super) fn new(text: String) -> Self {
        Self { texts: vec![(text, false)] }
    }

    pub(super) fn push(&mut self, text: String, is_own: bool) {
        self.texts.push((text, is_own));
    }

    pub(super) fn last(&self) -> usize {
        self.texts.len() - 1
    }

    pub(super) fn now(&self) -> &str {
        &self.texts[self.last()].0
    }

    /// Whether the history is known to have a text: the caller wrote it, or wrote over it.
    pub(super) fn is_recorded(&self, of: usize) -> bool {
        of == self.last() || self.texts[of].1 || self.texts[of + 1].1
    }

    /// The last text, with one line replaced, removed or added. The last line stays.
    pub(super) fn changed_somewhere(&self, chance: &mut Chance, mark: &str) -> String {
        let mut lines: Vec<&str> = self.now().split_inclusive('\n').collect();
        let is_old = |line: &&str| !line.starts_with("own") && !line.starts_with("the end");
        let old: Vec<usize> = (0..lines.len()).filter(|at| is_old(&lines[*at])).collect();
        let Some(at) = old.get(chance.below(old.len().max(1))).copied() else { return self.now().to_owned() };
        let mark = format!("{mark}\n");
        match chance.below(3) {
            0 => lines[at] = &mark,
            1 => lines.insert(at, &mark),
            _ if mark.starts_with("own") => lines[at] = &mark,
            _ => drop(lines.remove(at)),
        }
        lines.concat()
    }

    pub(super) fn random_change(&self, base: usize, chance: &mut Chance, mark: &str) -> Change {
        let text = &self.texts[base].0;
        let carried = self.carried(base);
        let own: Vec<&str> = carried.lines().filter(|line| line.starts_with("own")).collect();
        if !own.is_empty() && chance.below(3) == 0 {
            let old = format!("{}\n", own[chance.below(own.len())]);
            if !text.contains(&old) {
                return Change::OwnLine { old, new: format!("{mark}\n") };
            }
        }
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let first = chance.below(lines.len() - 1);
        let count = 1 + chance.below(3.min(lines.len() - 1 - first));
        let changed = first + chance.below(count);
        let old = lines[first..first + count].concat();
        let line = |at: usize| if at == changed { format!("{mark}\n") } else { lines[at].to_owned() };
        let mut new: String = (first..first + count).map(line).collect();
        if chance.below(2) == 0 {
            new = format!(
                "{}{mark}\n{}",
                lines[first..changed].concat(),
                lines[changed..first + count].concat()
            );
        }
        Change::Lines { first: first + 1, old, new, is_numbered: chance.below(2) == 0 }
    }

    /// A text with what the caller itself did since.
    pub(super) fn carried(&self, base: usize) -> String {
        let mut carried = self.texts[base].0.clone();
        for at in base + 1..self.texts.len() {
            let (text, is_own) = &self.texts[at];
            if *is_own {
                match merged(&self.texts[at - 1].0, &carried, text) {
                    Some(both) => carried = both,
                    // From here on everything counts as external.
                    None => return carried,
                }
            }
        }
        carried
    }

    /// What a change of one of the texts shall make of the last one.
    pub(super) fn expected(&self, base: usize, change: &Change) -> Expected {
        let (text, carried) = (&self.texts[base].0, self.carried(base));
        let wanted = match change {
            Change::OwnLine { old, new } => once(&carried, old, new),
            Change::Lines { first, old, new, is_numbered } => {
                let lines: Vec<&str> = text.split_inclusive('\n').collect();
                let count = old.lines().count();
                let at_number =
                    format!("{}{new}{}", lines[..first - 1].concat(), lines[first - 1 + count..].concat());
                let of_base = if *is_numbered { Some(at_number) } else { once(text, old, new) };
                of_base.and_then(|wanted| {
                    let beside = || once(text, old, new).and_then(|_| once(&carried, old, new));
                    // Beside an own edit the lines themselves say where.
                    merged(text, &carried, &wanted).or_else(beside)
                })
            }
        };
        let Some(wanted) = wanted else { return Expected::Refused };
        match merged(&carried, self.now(), &wanted) {
            Some(result) if result == self.now() => Expected::Refused,
            Some(result) => Expected::Text {
                is_rebased: carried != self.now(),
                is_carried: carried != *text,
                text: result,
            },
            None => Expected::Refused,
        }
    }
}

/// A text with another one replaced, if that is there once.
fn once(text: &str, old: &str, new: &str) -> Option<String> {
    let count =
        (0..text.len()).filter(|at| text.is_char_boundary(*at) && text[*at..].starts_with(old)).count();
    (count == 1).then(|| text.replacen(old, new, 1))
}

/// What `git merge-file` makes of three texts; `None` with a conflict.
fn merged(base: &str, ours: &str, theirs: &str) -> Option<String> {
    if ours == base {
        return Some(theirs.to_owned());
    }
    let folder = reread_testkit::World::empty();
    for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
        folder.write(name, text);
    }
    let names = ["ours", "base", "theirs"].map(|name| folder.path(name));
    let output = Command::new("git")
        .args(["merge-file", "-p", "--diff-algorithm=myers"])
        .args(names)
        .output()
        .unwrap();
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}
