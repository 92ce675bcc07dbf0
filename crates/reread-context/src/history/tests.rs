use super::*;

/// Entries as `id` or `id<parent`, and the branch of a leaf.
fn history(entries: &str) -> SessionHistory {
    let mut history = SessionHistory::default();
    for entry in entries.split_whitespace() {
        let (id, parent) = entry.split_once('<').map_or((entry, None), |(id, parent)| (id, Some(parent)));
        history.push(id, parent, Event::Other);
    }
    history
}

fn check(entries: &str, leaf: &str, expected: &str) {
    let history = history(entries);
    let branch = history.branch(history.find(leaf).unwrap());
    let ids: Vec<&str> = branch.into_iter().map(|entry| history.id(entry)).collect();
    assert_eq!(ids.join(" "), expected, "{entries} at {leaf}");
}

#[test]
fn a_branch_leads_from_the_root_to_its_leaf() {
    check("a", "a", "a");
    check("a b<a c<b", "c", "a b c");
    check("a b<a c<b", "b", "a b");
}

#[test]
fn branches_do_not_see_each_other() {
    check("a b<a c<b d<a e<d", "e", "a d e");
    check("a b<a c<b d<a e<d", "c", "a b c");
}

#[test]
fn there_may_be_several_roots() {
    check("a b<a x y<x", "y", "x y");
}

#[test]
fn a_parent_that_is_not_there_yet_is_none() {
    check("b<a a", "b", "b");
    check("a<a", "a", "a");
}

#[test]
fn a_name_that_is_used_twice_is_ambiguous() {
    let history = history("a b<a b c<b");
    assert_eq!(history.len(), 3);
    assert_eq!(history.event(history.find("b").unwrap()), &Event::Ambiguous);
    assert_eq!(history.event(history.find("c").unwrap()), &Event::Other);
}

#[test]
fn the_last_entry_is_where_a_session_goes_on() {
    assert_eq!(SessionHistory::default().last(), None);
    let history = history("a b<a c<a");
    assert_eq!(history.id(history.last().unwrap()), "c");
    assert_eq!(history.entries().map(|entry| history.id(entry)).collect::<String>(), "abc");
    assert!(!history.is_empty());
}
