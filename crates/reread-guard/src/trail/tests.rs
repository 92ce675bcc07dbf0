use super::*;

fn after(searches: &str) -> Trail {
    let mut trail = Trail::default();
    for paths in searches.split_whitespace() {
        trail.add_search(PastSearch::new(paths, paths.split(',')));
    }
    trail
}

#[test]
fn five_searches_count() {
    let trail = after("a b,c d e f");
    assert!(["a", "b", "c", "d", "e", "f"].iter().all(|path| trail.is_about(path)));
    let trail = after("a b,c d e f g");
    assert!(!trail.is_about("a") && trail.is_about("b"));
    assert_eq!(trail.latest().map(PastSearch::query), Some("g"));
}

#[test]
fn a_search_without_results_does_not_count() {
    let mut trail = after("a b c d e");
    trail.add_search(PastSearch::new("nothing", []));
    assert!(trail.is_about("a"));
    assert_eq!(trail.latest().map(PastSearch::query), Some("e"));
}

#[test]
fn files_are_remembered_whatever_is_searched_for() {
    let mut trail = Trail::default();
    trail.add_file("src/a");
    (0..9).for_each(|number| trail.add_search(PastSearch::new("q", [number.to_string().as_str()])));
    assert!(trail.is_about("./src/a") && !trail.is_about("src/b"));
    assert!(trail.latest().is_some());
}
