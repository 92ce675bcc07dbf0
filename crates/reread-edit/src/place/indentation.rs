//! How the indentation of a patch relates to that of the file: one rule for all lines of a hunk.
//!
//! Models copy a block at another depth, lose a tab behind a line number, or write spaces for tabs. If one rule explains
//! the difference of every line, added lines follow the same rule. Blank lines have no indentation.

/// Turns the indentation of a line of the patch into the one that the file uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Indentation {
    /// The file has these bytes before the indentation of the patch.
    Deeper(Vec<u8>),
    /// The patch has these bytes before the indentation of the file.
    Shallower(Vec<u8>),
    /// The patch has `width` spaces for each tab of the file, which has `deeper` tabs more.
    Tabs { width: usize, deeper: isize },
    /// The file has `width` spaces for each tab of the patch, and `deeper` spaces more.
    Spaces { width: usize, deeper: isize },
    /// All lines have this indentation in the patch and that one in the file. How wide a level is, is not known.
    OneDepth { patch: Vec<u8>, file: Vec<u8> },
}

/// Spaces that can stand for a tab.
const WIDTHS: std::ops::RangeInclusive<usize> = 1..=8;

impl Indentation {
    /// The rule for these pairs of equal lines, of the patch and of the file; `None` if no rule fits all of them. `unit` is
    /// the number of spaces of one level, of the side that has spaces.
    pub(super) fn of<'l>(
        pairs: impl Iterator<Item = (&'l [u8], &'l [u8])>,
        unit: impl Fn(SpacedSide) -> Option<usize>,
    ) -> Option<Self> {
        let mut pairs: Vec<(&[u8], &[u8])> = pairs
            .filter(|(patch, file)| !patch.trim_ascii().is_empty() || !file.trim_ascii().is_empty())
            .map(|(patch, file)| (indent(patch), indent(file)))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let Some((patch, file)) = pairs.first().copied() else { return Some(Self::Deeper(Vec::new())) };
        let added = file.strip_suffix(patch).map(|more| Self::Deeper(more.to_vec()));
        let removed = || patch.strip_suffix(file).map(|more| Self::Shallower(more.to_vec()));
        let prefix = added.or_else(removed).filter(|rule| rule.explains(&pairs));
        prefix.or_else(|| Self::converting(&pairs, unit)).filter(|rule| rule.explains(&pairs))
    }

    /// The rule between an indentation of spaces and one of tabs.
    fn converting(pairs: &[(&[u8], &[u8])], unit: impl Fn(SpacedSide) -> Option<usize>) -> Option<Self> {
        let only = |byte: u8, indent: &[u8]| indent.iter().all(|one| *one == byte);
        let to_tabs = pairs.iter().all(|(patch, file)| only(b' ', patch) && only(b'\t', file));
        let to_spaces = pairs.iter().all(|(patch, file)| only(b'\t', patch) && only(b' ', file));
        let side = match (to_tabs, to_spaces) {
            (false, false) => return None,
            (true, _) => SpacedSide::Patch,
            (false, true) => SpacedSide::File,
        };
        let depths = pairs.iter().map(|(patch, file)| (patch.len(), file.len()));
        let mut depths: Vec<(usize, usize)> =
            depths.map(|(patch, file)| if to_tabs { (file, patch) } else { (patch, file) }).collect();
        depths.sort_unstable();
        let (first, last) = (*depths.first()?, *depths.last()?);
        let width = if first == last { unit(side) } else { width_between(first, last) };
        let Some(width) = width.filter(|width| WIDTHS.contains(width)) else {
            let [(patch, file)] = pairs else { return None };
            return Some(Self::OneDepth { patch: patch.to_vec(), file: file.to_vec() });
        };
        Some(if to_tabs {
            let deeper = signed(first.0)? - signed(first.1 / width)?;
            Self::Tabs { width, deeper }
        } else {
            Self::Spaces { width, deeper: signed(first.1)? - signed(first.0 * width)? }
        })
    }

    fn explains(&self, pairs: &[(&[u8], &[u8])]) -> bool {
        pairs.iter().all(|(patch, file)| self.applied(patch).as_deref() == Some(*file))
    }

    /// The line with the indentation of the file; `None` if the rule does not cover its indentation.
    pub(super) fn shifted(&self, line: &[u8]) -> Option<Vec<u8>> {
        if line.trim_ascii().is_empty() {
            return Some(line.to_vec());
        }
        let indent = indent(line);
        Some([&self.applied(indent)?, &line[indent.len()..]].concat())
    }

    fn applied(&self, indent: &[u8]) -> Option<Vec<u8>> {
        match self {
            Self::Deeper(more) => Some([more, indent].concat()),
            Self::Shallower(less) => indent.strip_prefix(&less[..]).map(<[u8]>::to_vec),
            Self::Tabs { width, deeper } => {
                let spaces = indent.iter().all(|byte| *byte == b' ').then_some(indent.len())?;
                let tabs = usize::try_from(signed(spaces / width)? + deeper).ok()?;
                Some([vec![b'\t'; tabs], vec![b' '; spaces % width]].concat())
            }
            Self::Spaces { width, deeper } => {
                let tabs = indent.iter().take_while(|byte| **byte == b'\t').count();
                let rest = indent[tabs..].iter().all(|byte| *byte == b' ').then_some(&indent[tabs..])?;
                let spaces = usize::try_from(signed(tabs * width)? + deeper).ok()?;
                Some([&vec![b' '; spaces], rest].concat())
            }
            Self::OneDepth { patch, file } => (indent == patch).then(|| file.clone()),
        }
    }
}

/// The side of a conversion that is indented by spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SpacedSide {
    Patch,
    File,
}

/// The spaces of a tab, from two depths of tabs and spaces.
fn width_between(first: (usize, usize), last: (usize, usize)) -> Option<usize> {
    let (tabs, spaces) = (last.0 - first.0, last.1.checked_sub(first.1)?);
    spaces.checked_div(tabs).filter(|_| spaces % tabs == 0)
}

/// The blanks before the first other character.
pub(super) fn indent(line: &[u8]) -> &[u8] {
    let count = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &line[..count]
}

fn signed(count: usize) -> Option<isize> {
    isize::try_from(count).ok()
}

#[cfg(test)]
mod tests;
