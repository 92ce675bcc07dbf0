use super::*;

fn check(base: &str, relative: &str, expected: &str) {
    let base = RootedPath::from_bytes(base.as_bytes()).unwrap();
    let folded = RootedPath::fold(&base, relative.as_bytes());
    assert_eq!(
        folded.map_or_else(|error| error.to_string(), |path| path.to_string()),
        expected,
        "{relative:?}"
    );
}

fn path(text: &str) -> RootedPath {
    RootedPath::from_bytes(text.as_bytes()).unwrap()
}

const OUTSIDE: &str = "the name leads outside the workspace";

#[test]
fn equivalent_spellings_are_one_path() {
    check("", ".env", ".env");
    check("", "./.env", ".env");
    check("", "dir/../.env", ".env");
    check("", ".//.env", ".env");
    check("", ".env/", ".env");
    check("", ".env/.", ".env");
    check("dir", "../.env", ".env");
    check("dir", "", "dir");
    check("a/b", "..", "a");
    check("", ".", ".");
    check("a", "..", ".");
}

#[test]
fn nothing_climbs_out() {
    check("", "..", OUTSIDE);
    check("", "../OUT/secret", OUTSIDE);
    check("", "a/../../OUT/secret", OUTSIDE);
    check("ws", "../../ws/a", OUTSIDE);
    check("", "/a", OUTSIDE);
    check("a", "/", OUTSIDE);
}

#[test]
fn dots_and_backslashes_are_ordinary_elsewhere() {
    check("", "...", "...");
    check("", "..a/.b/c..", "..a/.b/c..");
    check("", r"a\..\b", r"a\..\b");
    check("", "a\0b", "the name contains a NUL byte");
}

#[test]
fn only_normal_paths_are_taken_as_they_are() {
    let taken = |text: &str| RootedPath::from_bytes(text.as_bytes()).map(|path| path.to_string());
    assert_eq!(taken("a/b"), Ok("a/b".to_owned()));
    assert_eq!(taken(""), Ok(".".to_owned()));
    assert_eq!(taken("a\0"), Err(NameError::Nul));
    for bad in ["/", "/a", "a/", "a//b", ".", "a/.", "./a", "..", "a/../b"] {
        assert_eq!(taken(bad), Err(NameError::NotNormal), "{bad}");
    }
}

#[test]
fn a_name_lies_in_its_parent_and_in_no_other_folder() {
    for name in ["a", "a/b", "a/b/c", "ab/c"] {
        assert!(path(name).is_in(&path(name).parent().unwrap()), "{name}");
    }
    assert!(!path("a/b/c").is_in(&path("a")));
    assert!(!path("a/b").is_in(&RootedPath::root()));
    assert!(!path("ab/c").is_in(&path("a")));
    assert!(!path("a").is_in(&path("a")));
    assert!(!RootedPath::root().is_in(&RootedPath::root()));
}

#[test]
fn parents_and_names_end_at_the_root() {
    assert_eq!(path("a/b").parent(), Some(path("a")));
    assert_eq!(path("a").parent(), Some(RootedPath::root()));
    assert_eq!(RootedPath::root().parent(), None);
    assert_eq!(path("a/b").file_name(), Some(&b"b"[..]));
    assert_eq!(RootedPath::root().file_name(), None);
    assert_eq!(RootedPath::root().components().count(), 0);
    assert_eq!(path("a/b/c").components().collect::<Vec<_>>(), [b"a", b"b", b"c"]);
}

#[test]
fn one_component_is_joined_at_a_time() {
    assert_eq!(
        RootedPath::root().join(b"a").and_then(|folder| folder.join(b"\xff")).unwrap().as_bytes(),
        b"a/\xff"
    );
    assert_eq!(path("a").join(b""), Err(NameError::NotAComponent));
    assert_eq!(path("a").join(b"b/c"), Err(NameError::NotAComponent));
    assert_eq!(path("a").join(b".."), Err(NameError::NotNormal));
    assert_eq!(path("a").join(b"b\0"), Err(NameError::Nul));
}

#[test]
fn beneath_is_a_matter_of_components() {
    assert!(path("ws/a").starts_with(&path("ws")));
    assert!(path("ws").starts_with(&path("ws")));
    assert!(path("ws").starts_with(&RootedPath::root()));
    assert!(RootedPath::root().starts_with(&RootedPath::root()));
    assert!(!path("ws-private/a").starts_with(&path("ws")));
    assert!(!path("ws").starts_with(&path("ws/a")));
    assert!(!RootedPath::root().starts_with(&path("ws")));
}

#[test]
fn system_paths_come_and_go() {
    assert_eq!(path("a/b").to_os_path(), Path::new("a").join("b"));
    assert_eq!(RootedPath::root().to_os_path(), Path::new("."));
    assert_eq!(RootedPath::from_os_path(Path::new(".")), Ok(RootedPath::root()));
    assert_eq!(RootedPath::from_os_path(&Path::new(".").join("a").join("b")), Ok(path("a/b")));
    assert_eq!(RootedPath::from_os_path(Path::new("/a")), Err(NameError::Outside));
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf8_survive_the_system() {
    let path = RootedPath::from_bytes(b"a/\xff\xfe").unwrap();
    assert_eq!(RootedPath::from_os_path(&path.to_os_path()), Ok(path));
}
