use super::*;

fn granted(paths: &str) -> Allowance {
    Allowance::of_search(&PastSearch::new("total", paths.split_whitespace()), 300)
}

fn check(allowance: &Allowance, expected: &[(&str, u64)]) {
    for (path, lines) in expected {
        assert_eq!(allowance.lines_of(path), *lines, "{path} of {allowance:?}");
    }
}

#[test]
fn each_file_has_its_lines() {
    let mut allowance = granted("a src/b");
    check(&allowance, &[("a", 300), ("./src//b", 300), ("c", 0), ("src", 0), ("", 0)]);
    allowance.take("a", 200);
    check(&allowance, &[("a", 100), ("src/b", 300)]);
    allowance.take("a", 150);
    check(&allowance, &[("a", 0), ("src/b", 300)]);
    assert_eq!(allowance.files().collect::<Vec<_>>(), ["src/b"]);
}

#[test]
fn all_files_share_ten_reads() {
    let mut allowance = granted("a b");
    for read in 0..READS_PER_SEARCH {
        check(&allowance, &[("a", 300 - read)]);
        allowance.take("a", 1);
    }
    check(&allowance, &[("a", 0), ("b", 0)]);
    assert_eq!(allowance.files().count(), 0);
}

#[test]
fn a_search_in_one_file_renews_the_reads_and_the_lines_of_that_file() {
    let mut allowance = granted("a b");
    allowance.take("a", 300);
    allowance.take("b", 250);
    allowance.add_file("./a", 300);
    check(&allowance, &[("a", 300), ("b", 50)]);
    allowance.add_file(".", 300);
    assert_eq!(allowance.files().collect::<Vec<_>>(), ["./a", "b"]);
}
