use reread_path::RootedPath;

use super::Globs;

fn check(globs: &[&str], path: &str, is_wanted: bool) {
    let globs: Vec<String> = globs.iter().map(ToString::to_string).collect();
    let path = RootedPath::from_bytes(path.as_bytes()).unwrap();
    let folder = path.parent().unwrap();
    let wants = Globs::compile(&globs).unwrap().in_folder(&folder).wants(path.file_name().unwrap());
    assert_eq!(wants, is_wanted, "{globs:?} {path}");
}

#[test]
fn without_globs_everything_is_wanted() {
    check(&[], "a/b.rs", true);
    check(&["!*.rs"], "a/b.rs", false);
    check(&["!*.rs"], "a/b.md", true);
}

#[test]
fn globs_are_written_from_the_root() {
    check(&["*.rs"], "a/b.rs", true);
    check(&["src/*.rs"], "src/b.rs", true);
    check(&["src/*.rs"], "a/src/b.rs", false);
    check(&["/src/*.rs"], "src/b.rs", true);
    check(&["./src"], "src/a/b.rs", true);
    check(&["**/src/*.{rs,md}"], "a/src/b.md", true);
}

#[test]
fn case_matters() {
    check(&["*.rs"], "a.RS", false);
    check(&["!*.rs"], "a.RS", true);
}

#[test]
fn what_is_left_out_stays_out_whatever_the_order() {
    check(&["!a/**", "*.rs"], "a/b.rs", false);
    check(&["*.rs", "!a/**"], "a/b.rs", false);
    check(&["*.rs", "!a/**"], "b/b.rs", true);
}

#[test]
fn a_glob_that_cannot_match_is_an_error() {
    let error = |glob: &str| Globs::compile(&[glob.to_owned()]).unwrap_err().to_string();
    assert!(error("[").starts_with("the globs are not usable: rule `[` opens `[`"), "{}", error("["));
    assert!(error("!").contains("is empty"), "{}", error("!"));
    assert!(error("../x").contains("`..` component"), "{}", error("../x"));
}
