//! Names that a caller may have meant.

use reread_disk::{FolderNames, OpenPurpose, open_beneath};
use reread_path::RootedPath;

use crate::access::Access;

/// How many entries of a folder are looked at, and how many names are offered.
const MOST_ENTRIES: usize = 2_000;
const MOST_NAMES: usize = 3;

/// Existing files in the same folder whose names look like the one that was asked for; the likeliest first.
pub fn similar_names(access: &Access, name: &str) -> Vec<String> {
    let Ok(candidates) = access.candidates(name, false) else { return Vec::new() };
    let Some(candidate) = candidates.last() else { return Vec::new() };
    let (Some(folder), Some(wanted)) = (candidate.path.parent(), candidate.path.file_name()) else {
        return Vec::new();
    };
    let wanted = String::from_utf8_lossy(wanted).to_lowercase();
    let root = access.root(candidate.root);
    let Ok(opened) = open_beneath(root, &folder, OpenPurpose::Read, false) else { return Vec::new() };
    let real = opened.resolved;
    let Ok(names) = FolderNames::read(opened.file, &|| true) else { return Vec::new() };

    let mut close: Vec<(usize, RootedPath)> = names
        .iter()
        .take(MOST_ENTRIES)
        .filter_map(|(name, _)| {
            let found = String::from_utf8_lossy(name).to_lowercase();
            let distance = distance(&wanted, &found, wanted.chars().count() / 3)?;
            let (asked, real) = (folder.join(name).ok()?, real.join(name).ok()?);
            let may_be_named = access.judge("", &[&asked, &real], candidate.root).is_ok();
            may_be_named.then_some((distance, asked))
        })
        .collect();
    close.sort();
    close.into_iter().take(MOST_NAMES).map(|(_, path)| path.to_string()).collect()
}

/// How many characters have to be inserted, removed or replaced; `None` if more than `most`.
pub fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_single_edits() {
        assert_eq!(distance("song.txt", "song.txt", 2), Some(0));
        assert_eq!(distance("song.txt", "songs.txt", 2), Some(1));
        assert_eq!(distance("song.txt", "sogn.txt", 2), Some(2));
        assert_eq!(distance("song.txt", "poem.md", 2), None);
        assert_eq!(distance("", "ab", 2), Some(2));
    }
}
