use reread_disk::Root;
use reread_path::RootedPath;

use super::{beneath, parse_git_file};

fn check(text: &str, path: Option<&str>) {
    assert_eq!(parse_git_file(text.as_bytes()), path.map(str::as_bytes), "{text:?}");
}

#[test]
fn a_git_file_is_one_line() {
    check("gitdir: ../.git/modules/sub\n", Some("../.git/modules/sub"));
    check("gitdir: /x/.git/worktrees/w", Some("/x/.git/worktrees/w"));
    check("gitdir: with spaces and \\ and é\r\n", Some("with spaces and \\ and é"));
    check("gitdir:\n", None);
    check("gitdir: \n", None);
    check("gitdir:/x\n", None);
    check("GITDIR: x\n", None);
    check("gitdir: a\0b\n", None);
    check("", None);
}

#[test]
fn a_path_leads_beneath_the_root_or_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let root = Root::open(folder.path()).unwrap();
    let here = RootedPath::from_bytes(b"a/b").unwrap();
    let leads = |path: &str| beneath(&root, &here, path.as_bytes()).map(|path| path.to_string());
    assert_eq!(leads("../.git"), Some("a/.git".to_owned()));
    assert_eq!(leads("../../.git/modules/b"), Some(".git/modules/b".to_owned()));
    assert_eq!(leads("../../../OUT"), None);
    assert_eq!(leads("../../../OUT/../x"), None);
    assert_eq!(leads("/etc"), None);
    let absolute = |rest: &str| leads(&format!("{}{rest}", root.path().display()));
    assert_eq!(absolute("/.git/worktrees/w"), Some(".git/worktrees/w".to_owned()));
    assert_eq!(absolute(""), Some(".".to_owned()));
    assert_eq!(absolute("/../OUT"), None);
    assert_eq!(absolute("-private/.git"), None);
}
