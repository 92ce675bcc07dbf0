//! What an answer says in place of a text, taken from its words alone, and what justifies it.

use crate::trust::patched::signs;
use crate::trust::visible::Visible;

/// A read as the model asked for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) file: usize,
    pub(crate) offset: Option<u64>,
    pub(crate) limit: Option<u64>,
}

/// What an answer says.
#[derive(Debug, PartialEq)]
pub(crate) enum Said<'a> {
    Unchanged { total: u64 },
    LinesUnchanged { first: u64, last: u64, total: u64 },
    UnchangedHere { first: u64, last: u64 },
    Changed { count: usize, total: u64, diff: &'a str },
}

impl<'a> Said<'a> {
    /// `None` if it says none of these.
    pub(crate) fn by(text: &'a str) -> Option<Self> {
        let (heading, diff) =
            text.split_once('\n').map_or((text, None), |(heading, diff)| (heading, Some(diff)));
        let words: Vec<&str> = heading.strip_prefix("[readcache: ")?.strip_suffix(']')?.split(' ').collect();
        let range = |word: &str| {
            let (first, last) = word.split_once('-')?;
            Some((first.parse().ok()?, last.parse().ok()?))
        };
        match (&words[..], diff) {
            (["unchanged,", total, "lines"], None) => Some(Self::Unchanged { total: total.parse().ok()? }),
            (["unchanged", "in", "lines", lines, "of", total], None) => {
                let (first, last) = range(lines)?;
                Some(Self::LinesUnchanged { first, last, total: total.parse().ok()? })
            }
            (["unchanged", "in", "lines", lines, "changes", "exist", "outside", "this", "range"], None) => {
                let (first, last) = range(lines.strip_suffix(';')?)?;
                Some(Self::UnchangedHere { first, last })
            }
            ([count, "lines", "changed", "of", total], Some(diff)) => {
                Some(Self::Changed { count: count.parse().ok()?, total: total.parse().ok()?, diff })
            }
            _ => None,
        }
    }

    /// What kind of answer it is, for the tally.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Unchanged { .. } => "unchanged",
            Self::LinesUnchanged { .. } => "unchanged lines",
            Self::UnchangedHere { .. } => "unchanged elsewhere",
            Self::Changed { .. } => "diff",
        }
    }

    /// Whether what is visible justifies it, for a file that says this now; `Err` is the rule that it breaks.
    pub(crate) fn is_justified(
        &self,
        visible: &Visible,
        asked: Asked,
        now: &str,
    ) -> Result<(), &'static str> {
        let require = |holds: bool, rule: &'static str| if holds { Ok(()) } else { Err(rule) };
        let lines: Vec<&str> = now.split('\n').collect();
        let all = lines.len() as u64;
        let seen = visible.file(asked.file);
        let from = asked.offset.unwrap_or(1).max(1);
        let to = asked.limit.map(|limit| (from + limit).saturating_sub(1));
        let till = to.unwrap_or(all).min(all);
        let asked_for = |first: u64, last: u64| (first, last) == (from, till);
        let place = |line: u64| usize::try_from(line).expect("lines are few");
        let slice = |first: u64, last: u64| &lines[place(first) - 1..place(last)];
        match *self {
            Self::Unchanged { total } => {
                require(total == all && asked_for(1, all), "a marker counts wrong")?;
                require(seen.whole().as_deref() == Some(now), "a whole marker, but not all is visible")?;
                require(!seen.is_written_over(1, all), "a whole marker on text from before a write")
            }
            Self::LinesUnchanged { first, last, total } => {
                require(total == all && asked_for(first, last), "a marker counts wrong")?;
                require(seen.shows(first, slice(first, last)), "a marker for lines that are not visible")?;
                require(!seen.is_wanted(first, last), "a marker for lines that are wanted anew")?;
                require(!seen.is_written_over(first, last), "a marker on lines from before a write")
            }
            Self::UnchangedHere { first, last } => {
                require(asked_for(first, last), "a marker counts wrong")?;
                require(
                    seen.shows(first, slice(first, last)),
                    "an elsewhere marker for lines that are not visible",
                )?;
                require(!seen.is_wanted(first, last), "an elsewhere marker for lines that are wanted anew")?;
                require(
                    !seen.is_written_over(first, last),
                    "an elsewhere marker on lines from before a write",
                )?;
                // This marker is the only one that does not say where the file ends.
                let beyond = to.is_none_or(|to| to > all);
                require(!(beyond && seen.goes_beyond(all)), "an elsewhere marker that hides a lost line")
            }
            Self::Changed { count, total, diff } => {
                let (gone, come) = signs(diff);
                require(total == all && asked_for(1, all) && count == gone.max(come), "a diff counts wrong")?;
                let new = visible.led_to(asked.file, diff);
                require(
                    new.as_deref() == Some(now),
                    "a diff that does not lead from what is visible to the file",
                )
            }
        }
    }
}
