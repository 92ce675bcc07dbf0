//! One edit of a text, and the two ways in which an agent writes it down.

use reread_benches::Random;

/// Lines around a change in a diff.
const DIFF_CONTEXT: usize = 3;
/// The most lines on each side that a search block takes to be unique.
const MAX_SEARCH_CONTEXT: usize = 12;
/// Shorter lines are braces and the like.
const MIN_LENGTH: usize = 8;

/// Lines that take the place of others. Every line has its newline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineEdit {
    /// The first line that is replaced, counted from 0.
    pub(crate) at: usize,
    pub(crate) removed: usize,
    pub(crate) added: Vec<String>,
}

impl LineEdit {
    /// Changes, adds or rewrites lines beside one of `from..to` that says something; `None` if none does. The comment sign
    /// is that of the language.
    pub(crate) fn choose(
        lines: &[String],
        (from, to): (usize, usize),
        (number, comment): (usize, &str),
        random: &mut Random,
    ) -> Option<Self> {
        let says_something = |at: &usize| lines[*at].trim().len() >= MIN_LENGTH;
        let candidates: Vec<usize> = (from..to.min(lines.len())).filter(says_something).collect();
        if candidates.is_empty() {
            return None;
        }
        let at = random.pick(&candidates);
        let line = &lines[at];
        let indent = &line[..line.len() - line.trim_start().len()];
        let step = |part: u64| {
            format!("{indent}{comment} step {number}.{part}: check what follows before it is used\n")
        };
        let changed = format!("{} {comment} adjusted in step {number}\n", line.trim_end());
        Some(match random.below(3) {
            0 => Self { at, removed: 1, added: vec![changed] },
            1 => Self { at, removed: 0, added: (0..=random.below(4)).map(step).collect() },
            _ => Self { at, removed: 1, added: vec![step(0), changed, step(1)] },
        })
    }

    /// Makes the edit.
    pub(crate) fn apply(&self, lines: &mut Vec<String>) {
        lines.splice(self.at..self.at + self.removed, self.added.iter().cloned());
    }

    /// A search/replace block whose search stands once in the text; `None` if that takes too many lines.
    pub(crate) fn search_replace(&self, lines: &[String]) -> Option<String> {
        let block = |context: usize| {
            let (from, to) = self.with_context(lines, context);
            let searched = &lines[from..to];
            let is_unique = lines.windows(searched.len()).filter(|window| *window == searched).count() == 1;
            let mut replaced = searched.to_vec();
            Self { at: self.at - from, ..self.clone() }.apply(&mut replaced);
            is_unique.then(|| {
                let (searched, replaced) = (searched.concat(), replaced.concat());
                format!("<<<<<<< SEARCH\n{searched}=======\n{replaced}>>>>>>> REPLACE\n")
            })
        };
        (1..=MAX_SEARCH_CONTEXT).find_map(block)
    }

    /// A unified diff that names the file.
    pub(crate) fn unified_diff(&self, lines: &[String], name: &str) -> String {
        let (from, to) = self.with_context(lines, DIFF_CONTEXT);
        let (old, new) = (to - from, to - from - self.removed + self.added.len());
        let signed = |sign: char, lines: &[String]| -> String {
            lines.iter().map(|line| format!("{sign}{line}")).collect()
        };
        let end = self.at + self.removed;
        format!(
            "--- a/{name}\n+++ b/{name}\n@@ -{first},{old} +{first},{new} @@\n{}{}{}{}",
            signed(' ', &lines[from..self.at]),
            signed('-', &lines[self.at..end]),
            signed('+', &self.added),
            signed(' ', &lines[end..to]),
            first = from + 1,
        )
    }

    fn with_context(&self, lines: &[String], context: usize) -> (usize, usize) {
        (self.at.saturating_sub(context), (self.at + self.removed + context).min(lines.len()))
    }
}

#[cfg(test)]
mod tests;
