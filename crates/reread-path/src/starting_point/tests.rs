use super::*;
use crate::candidates::RootNames;

/// Where `name` starts from, with the roots `/ws` (also known as `/real/ws`), `/ws/sub` and `/other`.
fn check(name: &str, expected: &[&str]) {
    let spelled = |spellings: &[&str]| RootNames::new(spellings.iter().map(PathBuf::from).collect());
    let roots =
        [spelled(&["/ws", "/real/ws/"]), spelled(&["/ws/sub"]), spelled(&["/other/../other", "relative"])];
    let here = (1, RootedPath::from_bytes(b"folder").unwrap());
    let located = locate(name.as_bytes(), &Roots { roots: &roots, here, home: None });
    let shown = |at: &StartingPoint| format!("{} {} {}", at.root, at.base, String::from_utf8_lossy(&at.rest));
    assert_eq!(located.iter().map(shown).collect::<Vec<_>>(), expected, "{name}");
}

#[test]
fn relative_names_start_from_here() {
    check("a/../b", &["1 folder a/../b"]);
    check("relative/x", &["1 folder relative/x"]);
}

#[cfg(unix)]
#[test]
fn absolute_names_start_from_every_root_they_are_beneath() {
    check("/ws/a", &["0 . a"]);
    check("/real/ws/a", &["0 . a"]);
    check("/real//./ws/x/../a/", &["0 . a"]);
    check("/../ws/a", &["0 . a"]);
    check("/ws", &["0 . "]);
    check("/other/a", &["2 . a"]);
    check("/ws/sub/a", &["1 . a", "0 . sub/a"]);
}

#[cfg(unix)]
#[test]
fn a_root_is_not_a_string_prefix() {
    check("/ws-private/secret", &[]);
    check("/ws/../ws-private/secret", &[]);
    check("/w", &[]);
    check("/", &[]);
    check("/OTHER/a", &[]);
}
