use super::*;

/// A branch of entries named by letters; upper case is a compaction.
fn check(letters: &str, start: usize, key: &str) {
    let mut history = SessionHistory::default();
    let mut parent = None;
    for letter in letters.chars() {
        let event = if letter.is_uppercase() { Event::Compaction } else { Event::Other };
        let id = letter.to_string();
        history.push(&id, parent.as_deref(), event);
        parent = Some(id);
    }
    let branch = history.last().map(|leaf| history.branch(leaf)).unwrap_or_default();
    let boundary = Boundary::of(&history, &branch);
    assert_eq!((boundary.start, boundary.key(&history).as_str()), (start, key), "{letters}");
}

#[test]
fn without_a_compaction_everything_counts() {
    check("", 0, "root");
    check("abc", 0, "root");
}

#[test]
fn the_boundary_is_the_entry_after_the_latest_compaction() {
    check("abCde", 3, "compaction:C");
    check("abCdEf", 5, "compaction:E");
    check("abC", 3, "compaction:C");
    check("A", 1, "compaction:A");
}
