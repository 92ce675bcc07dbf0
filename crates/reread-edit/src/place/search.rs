//! Where a run of lines occurs among others.

/// Every place where `pattern`, which is not empty, begins in `text`; places may overlap.
///
/// Knuth, Morris and Pratt: a text of one line a million times over takes no longer than another.
pub(super) fn occurrences<T: PartialEq>(pattern: &[T], text: &[T]) -> Vec<usize> {
    let borders = borders(pattern);
    let mut places = Vec::new();
    let mut matched = 0;
    for (index, line) in text.iter().enumerate() {
        while matched > 0 && (matched == pattern.len() || pattern[matched] != *line) {
            matched = borders[matched - 1];
        }
        if pattern[matched] == *line {
            matched += 1;
        }
        if matched == pattern.len() {
            places.push(index + 1 - matched);
        }
    }
    places
}

/// By length of a beginning: how much of its end is also its beginning.
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
