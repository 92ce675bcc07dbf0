use super::*;

/// What is left out and what is sent of a text whose lines have 20 bytes each.
fn check(asked: &str, held: &str, expected: Option<(&str, &str)>) {
    let held: LineSet = held.parse().unwrap();
    let found = rest(asked.parse().unwrap(), &held, |run| run.count() as usize * 20);
    let shown = found.map(|(held, sent)| (held.to_string(), sent.to_string()));
    let shown = shown.as_ref().map(|(held, sent)| (held.as_str(), sent.as_str()));
    assert_eq!(shown, expected, "{asked} of which {held} are held");
}

#[test]
fn held_lines_are_left_out() {
    check("50-150", "1-100", Some(("50-100", "101-150")));
    check("1-150", "100-300", Some(("100-150", "1-99")));
    check("1-150", "50-80", Some(("50-80", "1-49,81-150")));
    check("1-150", "1-20,50-80,140-150", Some(("1-20,50-80,140-150", "21-49,81-139")));
    check("1-150", "", None);
    check("1-150", "151-200", None);
    check("50-60", "1-100", None);
}

#[test]
fn a_run_that_is_shorter_than_the_words_about_it_is_sent() {
    check("1-150", "1-3", None);
    check("1-150", "1-3,50-80", Some(("50-80", "1-49,81-150")));
    check("1-150", "1-4", Some(("1-4", "5-150")));
}

#[test]
fn what_is_sent_fits_into_a_tag() {
    check("1-100", "10-20,30-40,50-60", Some(("10-20,30-40,50-60", "1-9,21-29,41-49,61-100")));
    check("1-100", "10-20,30-35,50-60,70-80", Some(("10-20,50-60,70-80", "1-9,21-49,61-69,81-100")));
}
