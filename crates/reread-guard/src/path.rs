//! Names of files, compared by their components.
//!
//! A name is the one by which callers see the file: below its root, with `/` between components. Doubled slashes and `.`
//! mean nothing, so `./src//a.rs` is `src/a.rs`; `src` and `src-old` share letters and nothing else.

use reread_text::visible_line;

/// The components of a name; an absolute name begins with an empty one.
pub(crate) fn parts(path: &str) -> Vec<&str> {
    let is_absolute = path.starts_with('/');
    let named = path.split('/').filter(|part| !matches!(*part, "" | "."));
    is_absolute.then_some("").into_iter().chain(named).collect()
}

/// Whether a file is, or lies beneath, another.
pub(crate) fn is_beneath(path: &str, folder: &str) -> bool {
    parts(path).starts_with(&parts(folder))
}

/// Whether some folder on the way to a file has this name, which may be several components long.
pub(crate) fn passes_through(path: &str, folder: &str) -> bool {
    let mut on_the_way = parts(path);
    if !path.ends_with('/') {
        on_the_way.pop();
    }
    let folder = parts(folder);
    !folder.is_empty() && on_the_way.windows(folder.len()).any(|parts| parts == folder)
}

/// The longest name that is written in a sentence.
const LONGEST: usize = 160;

/// Whether a name can stand in a sentence: whole, on one line, and unable to end its own quotation.
pub(crate) fn is_quotable(path: &str) -> bool {
    path.len() <= LONGEST && !path.contains('"') && visible_line(path) == path
}

/// `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
pub(crate) fn any_of(paths: &[String]) -> String {
    let mut list = String::new();
    for (index, path) in paths.iter().enumerate() {
        list += match index {
            0 => "",
            _ if index + 1 == paths.len() => " or ",
            _ => ", ",
        };
        list += &format!("\"{path}\"");
    }
    list
}

#[cfg(test)]
mod tests;
