use super::*;

#[test]
fn a_name_is_known_however_it_is_written() {
    let mut names = RecentNames::default();
    names.add("./src//a.rs");
    names.add(".");
    let check = |path: &str, expected: bool| assert_eq!(names.contains(path), expected, "{path}");
    check("src/a.rs", true);
    check("src/a.rs2", false);
    check("src", false);
    check("/src/a.rs", false);
    check(".", false);
    check("", false);
}

#[test]
fn the_oldest_names_make_room() {
    let mut names = RecentNames::default();
    (0..=MAX_NAMES).for_each(|number| names.add(&number.to_string()));
    assert!(!names.contains("0") && names.contains("1") && names.contains(&MAX_NAMES.to_string()));
    assert_eq!((names.order.len(), names.known.len()), (MAX_NAMES, MAX_NAMES));
}
