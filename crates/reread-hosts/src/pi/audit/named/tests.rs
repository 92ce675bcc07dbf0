use super::{CalledName, is_another, is_from_elsewhere};
use crate::pi::audit::doubts::DoubtedFiles;

fn check(path: &str, cwd: Option<&str>, expected: &str) {
    let name = match CalledName::called(path, cwd) {
        CalledName::Of(file) => file.to_string(),
        CalledName::OneOf(DoubtedFiles::FilesCalled(last)) => format!("any {last}"),
        CalledName::OneOf(_) => "any".to_owned(),
    };
    assert_eq!(name, expected, "{path} from {cwd:?}");
}

#[test]
fn plain_names_mean_one_file() {
    check("f", Some("/p"), "/p/f");
    check("./x/../f", Some("/p"), "/p/f");
    check("../f", Some("/p/q"), "/p/f");
    check("/a//b/./f", Some("/p"), "/a/b/f");
    check("/a/f", None, "/a/f");
}

#[test]
fn other_names_may_mean_several() {
    check("f", None, "any f");
    check("x/f", Some("C:/p"), "any f");
    check("~/x/f", Some("/p"), "any f");
    check("@x/f", Some("/p"), "any f");
    check("~", Some("/p"), "any");
    check("~dev", Some("/p"), "any");
    check("", Some("/p"), "any");
    check("f:10-20", Some("/p"), "any");
    check("file:///p/f", Some("/p"), "any");
    check("caf\u{e9}", Some("/p"), "any");
    check("it's", Some("/p"), "any");
    check("Shot at 9.41 AM.png", Some("/p"), "any");
}

#[test]
fn another_file_is_another_from_every_folder() {
    let another = |path: &str, expected: bool| assert_eq!(is_another(path, "/p/x/f"), expected, "{path}");
    another("f", false);
    another("x/f", false);
    another("./q/../f", false);
    another("../x/f", false);
    another("/p/x/f", false);
    another("/p/./x/f", false);
    another("~/f", false);
    another("~/g", false);
    another("@g", false);
    another("g:1-2", false);
    another("g", true);
    another("y/f", true);
    another("/p/f", true);
    another("/x/f", true);
    assert!(!is_another("g", r"C:\p\f"));
}

#[test]
fn a_folder_that_does_not_fit_is_another() {
    assert!(is_from_elsewhere("f", "/q/f", "/p"));
    assert!(!is_from_elsewhere("f", "/p/f", "/p"));
    assert!(!is_from_elsewhere("g", "/q/f", "/p"));
    assert!(!is_from_elsewhere("/q/f", "/q/f", "/p"));
    assert!(!is_from_elsewhere("@f", "/q/f", "/p"));
}
