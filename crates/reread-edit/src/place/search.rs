//! Finds a sequence of lines in a text.

/// Calls `each` with every place where the non-empty `pattern` begins in `text`; places may overlap.
///
/// Knuth-Morris-Pratt, so the time is linear even for a text that repeats one line a million times. The lines come from an
/// iterator and the places are not collected, since there may be millions of both.
pub(super) fn occurrences<T: PartialEq>(
    pattern: &[T],
    text: impl Iterator<Item = T>,
    mut each: impl FnMut(usize),
) {
    let borders = borders(pattern);
    let mut matched = 0;
    for (index, line) in text.enumerate() {
        while matched > 0 && (matched == pattern.len() || pattern[matched] != line) {
            matched = borders[matched - 1];
        }
        if pattern[matched] == line {
            matched += 1;
        }
        if matched == pattern.len() {
            each(index + 1 - matched);
        }
    }
}

/// For each prefix, the length of its longest proper prefix that is also a suffix.
fn borders<T: PartialEq>(pattern: &[T]) -> Vec<usize> {
    let mut borders = vec![0; pattern.len()];
    let mut matched = 0;
    for index in 1..pattern.len() {
        while matched > 0 && pattern[matched] != pattern[index] {
            matched = borders[matched - 1];
        }
        if pattern[matched] == pattern[index] {
            matched += 1;
        }
        borders[index] = matched;
    }
    borders
}

#[cfg(test)]
mod tests;
