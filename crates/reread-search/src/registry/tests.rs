//! What fills the index.

/// A parse on the thread of the index would hold up the callers that wait for it.
#[test]
fn nothing_that_fills_the_index_parses() {
    let sources = [
        include_str!("../background_index.rs"),
        include_str!("../registry.rs"),
        include_str!("known.rs"),
        include_str!("survey.rs"),
        include_str!("totals.rs"),
        include_str!("written.rs"),
        include_str!("../search_tree/words/counting.rs"),
        include_str!("../search_tree/words/index.rs"),
        include_str!("../search_tree/words/keeping.rs"),
        include_str!("../search_tree/words/walk.rs"),
    ];
    for source in sources {
        let names = source.lines().filter_map(|line| line.trim().strip_prefix("use reread_code::"));
        assert!(names.clone().all(|name| name == "Language;"), "{:?}", names.collect::<Vec<_>>());
        assert!(!source.contains("reread_code::roles") && !source.contains("Outline"));
    }
}
