//! File names, compared component by component.
//!
//! A name is relative to its root and uses `/`. Doubled slashes and `.` are ignored, so `./src//a.rs` equals `src/a.rs`.
//! Components are compared whole: `src-old` is not beneath `src`.

use reread_text::visible_line;

/// The components of a name; an absolute name begins with an empty one.
pub(crate) fn parts(path: &str) -> Vec<&str> {
    let is_absolute = path.starts_with('/');
    let named = path.split('/').filter(|part| !matches!(*part, "" | "."));
    is_absolute.then_some("").into_iter().chain(named).collect()
}

/// Whether `path` equals `folder` or lies beneath it.
pub(crate) fn is_beneath(path: &str, folder: &str) -> bool {
    parts(path).starts_with(&parts(folder))
}

/// Whether one of the parent folders of `path` ends with `folder`, which may have several components.
pub(crate) fn passes_through(path: &str, folder: &str) -> bool {
    let mut on_the_way = parts(path);
    if !path.ends_with('/') {
        on_the_way.pop();
    }
    let folder = parts(folder);
    !folder.is_empty() && on_the_way.windows(folder.len()).any(|parts| parts == folder)
}

/// Bytes. Longer names are not quoted in messages.
const LONGEST: usize = 160;

/// Whether a name can be quoted in a message: short, on one line, and without a quote that would end the quotation.
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
