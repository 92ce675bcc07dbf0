use super::*;

fn search(paths: &str) -> LatestSearch {
    LatestSearch::new("total", paths.split_whitespace())
}

#[test]
fn files_it_returned_are_found() {
    let check = |paths: &str, path: &str, expected: bool| {
        assert_eq!(search(paths).found(path), expected, "{path} among {paths}");
    };
    check("", "src/a.rs", false);
    check("src/a.rs", "src/a.rs", true);
    check("src/a.rs", "./src/a.rs", true);
    check("src/a.rs", "src/a.rs2", false);
    check("src/a.rs", "src", false);
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
    let search = LatestSearch::new(&"q\n".repeat(10_000), names.iter().map(String::as_str));
    assert_eq!(search.paths().len(), TOP_PATHS);
    assert!(search.found("f63") && !search.found("f64"));
    assert_eq!(search.query(), format!("{}…", r"q\n".repeat(30)));
}

#[test]
fn a_file_that_is_searched_by_itself_is_the_best() {
    let searched = search("a b").with("c").with("b");
    assert_eq!(searched.paths(), ["b", "c", "a"]);
    assert_eq!(searched.query(), search("a b").query());
    assert_eq!(search("a").with(".").paths(), ["a"]);
}

#[test]
fn at_most_three_are_suggested_in_order_of_rank() {
    let check = |paths: &str, expected: &str| {
        assert_eq!(search(paths).suggestions(|path| path != "no").join(" "), expected);
    };
    check("a", "a");
    check("no", "");
    check("a no b c d", "a b c");
    check("a\u{7} \"b\" c", "c");
}
