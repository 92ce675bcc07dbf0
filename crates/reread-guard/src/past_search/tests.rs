use super::*;

fn search(paths: &str) -> PastSearch {
    PastSearch::new("total", paths.split_whitespace())
}

#[test]
fn a_search_is_about_its_files_and_their_folders() {
    let check = |paths: &str, path: &str, expected: bool| {
        assert_eq!(search(paths).is_about(path), expected, "{path} among {paths}");
    };
    check("", "src/a.rs", false);
    check("src/a.rs", "src/a.rs", true);
    check("src/a.rs", "./src/a.rs", true);
    check("src/a.rs", "src/a.rs2", false);
    check("src/a.rs", "src", true);
    check("src", "src/a.rs", true);
    check("src", "src2/a.rs", false);
    check(". / src/a.rs", "src/b.rs", false);
}

#[test]
fn paths_keep_their_rank_and_come_once() {
    let check = |paths: &str, expected: &str| assert_eq!(search(paths).paths().join(" "), expected);
    check("b a b c a", "b a c");
    check("./a a//b a a/b", "./a a//b");
    check(". a ./", "a");
}

#[test]
fn memory_is_bounded() {
    let names: Vec<String> = (0..10_000).map(|n| format!("f{n}")).collect();
    let search = PastSearch::new(&"q\n".repeat(10_000), names.iter().map(String::as_str));
    assert_eq!(search.paths().len(), TOP_PATHS);
    assert!(search.is_about("f63") && !search.is_about("f64"));
    assert_eq!(search.query(), format!("{}…", r"q\n".repeat(30)));
}
