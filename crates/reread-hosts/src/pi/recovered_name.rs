//! The file that a call named, where that is certain.
//!
//! A result without metadata says nothing of its file, but the call that led to it does. pi turns the names that models
//! write into files in many ways, some of which depend on what is on disk; only names that can mean one file are taken.

/// The absolute name of the file that a call meant; `None` if it may be another.
///
/// Sessions on Windows give none: drives and two kinds of separators leave too much open.
pub(crate) fn recovered_name(path: &str, cwd: &str) -> Option<String> {
    if !is_plain(path) {
        return None;
    }
    if let Some(below_root) = path.strip_prefix('/') {
        // Absolute names were recorded folded by one writer and as typed by another.
        let is_folded = below_root.split('/').all(|part| !matches!(part, "" | "." | ".."));
        return is_folded.then(|| path.to_owned());
    }
    if !cwd.starts_with('/') {
        return None;
    }
    Some(format!("/{}", parts(&format!("{cwd}/{path}")).join("/")))
}

/// Whether a call of this path certainly did not lead to the file of that absolute name, from whichever folder.
pub(crate) fn names_another(path: &str, name: &str) -> bool {
    // Nearly all are written as they were called, and then nothing has to be taken apart.
    let above = name.strip_suffix(path);
    if above.is_some_and(|above| if path.starts_with('/') { above.is_empty() } else { above.ends_with('/') })
    {
        return false;
    }
    if !is_plain(path) || !name.starts_with('/') {
        return false;
    }
    let (called, recorded) = (parts(path), parts(name));
    if path.starts_with('/') { called != recorded } else { !recorded.ends_with(&called) }
}

/// The parts of a path without detours. What leads above the beginning is lost.
pub(super) fn parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts
}

/// Whether pi takes the name as it is: no home folder, no URL, no line suffix, none of the spellings that it tries when
/// a file is not there.
fn is_plain(path: &str) -> bool {
    let printable = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b':' | b'\\' | b'\'');
    let half_day = |part: &[u8]| part.eq_ignore_ascii_case(b" am.") || part.eq_ignore_ascii_case(b" pm.");
    !path.is_empty()
        && path.bytes().all(printable)
        && !path.starts_with(['~', '@'])
        && !path.as_bytes().windows(4).any(half_day)
}

#[cfg(test)]
mod tests;
