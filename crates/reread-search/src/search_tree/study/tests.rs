use reread_access::PathClass;
use reread_path::RootedPath;

use super::{affordable, first_matches};
use crate::matchers::{Matchers, Pattern};
use crate::search_tree::allowance::{MOST_BYTES, MOST_STUDIED};
use crate::search_tree::standing::{MatchKind, Rank};

fn check_matches(query: &str, text: &str, expected: &[(u64, &str)]) {
    let pattern = Pattern { query: query.to_owned(), is_regex: true, case_sensitive: true };
    let matcher = Matchers::default().get(&pattern).expect("a regular expression");
    let matches = first_matches(&matcher, text.as_bytes(), &|| true);
    let told: Vec<_> = matches.iter().map(|found| (found.line, &text[found.found.clone()])).collect();
    assert_eq!(told, expected, "{query} in {text:?}");
}

#[test]
fn the_first_match_of_each_line_is_found() {
    check_matches("ab?", "ab a\nc\n\na", &[(1, "ab"), (4, "a")]);
    check_matches("a", "", &[]);
    check_matches("x*", "x\n\ny\n", &[(1, "x"), (2, ""), (3, "")]);
    check_matches("$", "a\nb", &[(1, ""), (2, "")]);
    check_matches("b", "a\r\nb\r\n", &[(2, "b")]);
}

fn check_affordable(files: &[(&str, u64)], places: &[usize], left_out: u64) {
    let rank = |(path, size): &(&str, u64)| Rank {
        standing: MatchKind::Mentions,
        is_unlikely: true,
        class: PathClass::Source,
        root: 0,
        path: RootedPath::from_bytes(path.as_bytes()).expect("a path"),
        lines: 1,
        size: *size,
    };
    let ranked: Vec<Rank> = files.iter().map(rank).collect();
    assert_eq!(affordable(&ranked), (places.to_vec(), left_out), "{files:?}");
}

#[test]
fn as_many_programs_are_taken_apart_as_there_is_room_for() {
    check_affordable(&[("a.rs", 10), ("b.md", 10), ("c.py", 10), ("d", 10)], &[0, 2], 0);
    check_affordable(&[("a.rs", 10), ("b.rs", MOST_BYTES), ("c.rs", 10)], &[0, 2], 1);
    check_affordable(&[("a.rs", MOST_BYTES + 1), ("b.rs", 1)], &[0], 1);
    check_affordable(&[("a.rs", 1 << 30), ("b.rs", 1)], &[1], 1);
    let many = vec![("a.rs", 1); MOST_STUDIED + 5];
    check_affordable(&many, &(0..MOST_STUDIED).collect::<Vec<_>>(), 5);
}
