//! What a model knows of a file, from the messages that it sees and nothing else.

use reread_text::apply_diff;

/// What one message shows of the file.
#[derive(Clone, Debug)]
pub(crate) enum Shows {
    Nothing,
    /// Lines from one on; all of the file if they are whole.
    Lines {
        first: usize,
        lines: Vec<String>,
        is_whole: bool,
    },
    /// A diff from what the model knows.
    Diff(String),
    /// The model's own edit.
    Edit {
        old: String,
        new: String,
    },
    /// The model's own text.
    Written(String),
    /// Something that says the file may be anything by now.
    Doubt,
}

/// The lines that a model takes for those of the file; `None` where it saw none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Belief {
    lines: Vec<Option<String>>,
    is_whole: bool,
    /// The last whole text that was shown, without the model's own edits.
    shown: Option<String>,
    /// The one before that.
    shown_before: Option<String>,
}

pub(crate) fn lines_of(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

impl Belief {
    /// After these messages, in their order.
    pub(crate) fn after<'s>(seen: impl IntoIterator<Item = &'s Shows>) -> Self {
        let mut belief = Self::default();
        for shows in seen {
            belief.see(shows);
        }
        belief
    }

    fn see(&mut self, shows: &Shows) {
        match shows {
            Shows::Nothing => {}
            Shows::Doubt => *self = Self::default(),
            Shows::Lines { lines, is_whole: true, .. } => {
                self.know(lines);
                self.shown = self.text();
            }
            Shows::Lines { first, lines, .. } => {
                for (place, line) in (first - 1..).zip(lines) {
                    // Another line than was shown there: the text that was shown is no longer that of the file.
                    let shown = self.shown.as_ref().map(|shown| lines_of(shown));
                    if shown.is_some_and(|shown| shown.get(place) != Some(line)) {
                        self.shown = None;
                    }
                    if self.lines.get(place).is_some_and(|known| known.as_ref() != Some(line)) {
                        self.is_whole = false;
                    }
                    if self.lines.len() <= place {
                        self.lines.resize(place + 1, None);
                    }
                    self.lines[place] = Some(line.clone());
                }
            }
            // Two calls of one message get the same diff, from what was shown before it.
            Shows::Diff(diff)
                if self.shown.is_some() && applied(self.shown_before.as_deref(), diff) == self.shown => {}
            Shows::Diff(diff) => match self.told(diff) {
                Some(text) => {
                    self.know(&lines_of(&text));
                    self.shown_before = self.shown.replace(text);
                }
                None => *self = Self::default(),
            },
            Shows::Edit { old, new } => match self.text() {
                Some(text) if text.matches(old).count() == 1 => self.know(&lines_of(&text.replace(old, new))),
                _ => (self.lines, self.is_whole) = (Vec::new(), false),
            },
            Shows::Written(text) => self.know(&lines_of(text)),
        }
    }

    fn know(&mut self, lines: &[String]) {
        (self.lines, self.is_whole) = (lines.iter().cloned().map(Some).collect(), true);
    }

    /// What a diff makes of the last text that was shown, or of that text with the model's own edits.
    pub(crate) fn told(&self, diff: &str) -> Option<String> {
        let bases = [self.shown.clone(), self.text()].into_iter().flatten();
        bases.into_iter().find_map(|base| applied(Some(&base), diff))
    }

    /// The whole file as it is known, with a final newline.
    pub(crate) fn text(&self) -> Option<String> {
        let lines: Option<Vec<&str>> = self.lines.iter().map(Option::as_deref).collect();
        self.is_whole.then_some(())?;
        Some(lines?.into_iter().flat_map(|line| [line, "\n"]).collect())
    }

    /// Whether it has these lines of a text, at their numbers.
    pub(crate) fn has_lines(&self, text: &str, first: usize, last: usize) -> bool {
        let now = lines_of(text);
        (first - 1..last)
            .all(|place| self.lines.get(place).is_some_and(|known| known.as_ref() == now.get(place)))
    }
}

fn applied(base: Option<&str>, diff: &str) -> Option<String> {
    String::from_utf8(apply_diff(base?.as_bytes(), diff.as_bytes()).ok()?).ok()
}
