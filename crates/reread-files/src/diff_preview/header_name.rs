//! A file's name in the header of a diff, as `git apply` takes it.

use std::fmt::Write as _;

use reread_path::spell;

/// What stands for a side that does not exist.
pub(super) const NOTHING: &str = "/dev/null";

/// The name behind its prefix; in quotes, as git writes them, if it could not stand on a line as it is.
///
/// A name with a space is followed by a tab, which shows where it ends.
pub(super) fn header_name(prefix: char, path: &[u8]) -> String {
    let mut name = match std::str::from_utf8(path) {
        // What is spelled otherwise holds something that cannot be seen or must not be obeyed.
        Ok(path) if spell(path.as_bytes()) == path && !path.contains(['"', '\\']) => {
            format!("{prefix}/{path}")
        }
        _ => quoted(prefix, path),
    };
    if name.contains(' ') {
        name.push('\t');
    }
    name
}

fn quoted(prefix: char, path: &[u8]) -> String {
    let mut name = format!("\"{prefix}/");
    for byte in path {
        match byte {
            b'"' | b'\\' => name.extend(['\\', char::from(*byte)]),
            b'\n' => name.push_str("\\n"),
            b'\t' => name.push_str("\\t"),
            b'\r' => name.push_str("\\r"),
            b' '..=b'~' => name.push(char::from(*byte)),
            _ => write!(name, "\\{byte:03o}").expect("a String takes every write"),
        }
    }
    name.push('"');
    name
}

#[cfg(test)]
mod tests {
    use super::header_name;

    fn check(path: &[u8], name: &str) {
        assert_eq!(header_name('a', path), name);
    }

    #[test]
    fn names_are_quoted_only_if_they_must_be() {
        check(b"src/lib.rs", "a/src/lib.rs");
        check("naïve/漢.txt".as_bytes(), "a/naïve/漢.txt");
        check(b"with space", "a/with space\t");
        check(b"line\nend", "\"a/line\\nend\"");
        check(b"tab\t and \"quote\" \\ \r\x01\x7f", "\"a/tab\\t and \\\"quote\\\" \\\\ \\r\\001\\177\"\t");
        check(b"latin\xe9", "\"a/latin\\351\"");
        check("bidi\u{202e}".as_bytes(), "\"a/bidi\\342\\200\\256\"");
    }
}
