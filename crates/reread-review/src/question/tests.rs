use reread_edit::merge;

use super::*;

fn question(base: &[u8], ours: &[u8], theirs: &[u8]) -> Result<Value, Unsendable> {
    let messages = messages("song.txt", &merge(base, ours, theirs).unwrap())?;
    assert_eq!(messages[0]["role"], "system");
    Ok(serde_json::from_str(messages[1]["content"].as_str().unwrap()).unwrap())
}

#[test]
fn a_conflict_is_sent_with_its_three_sides_and_what_stands_around_it() {
    let asked = question(b"one\ntwo\nthree\n", b"one\nzwei\nthree\n", b"one\ndeux\nthree\n").unwrap();
    let expected = json!({
        "file": "song.txt",
        "conflicts": [{
            "conflict": 1, "before": "one\n", "base": "two\n", "ours": "zwei\n", "theirs": "deux\n", "after": "three\n",
        }],
    });
    assert_eq!(asked, expected);
}

#[test]
fn of_what_is_not_in_conflict_only_a_few_lines_are_sent() {
    let rest: String = (0..100).map(|line| format!("line {line}\n")).collect();
    let text = |middle: &str| format!("{rest}{middle}\n{rest}").into_bytes();
    let asked = question(&text("two"), &text("zwei"), &text("deux")).unwrap();
    let conflict = &asked["conflicts"][0];
    assert_eq!(conflict["before"].as_str().unwrap().lines().collect::<Vec<_>>().first(), Some(&"line 80"));
    assert_eq!(conflict["after"].as_str().unwrap().lines().next_back(), Some("line 19"));
}

#[test]
fn credentials_and_bytes_that_are_no_text_are_not_sent() {
    let key = concat!("key = \"ghp_", "a8B2c4D6e8F0g2H4i6J8k0L2m4N6o8P0q2R4\"\n");
    let around = |middle: &str| format!("{key}{middle}\n").into_bytes();
    assert_eq!(question(&around("a"), &around("b"), &around("c")), Err(Unsendable::Secret { conflict: 1 }));
    assert_eq!(question(b"a\n", b"\xff\n", b"c\n"), Err(Unsendable::NotText { conflict: 1 }));
    let long = vec![b'x'; LONGEST_QUESTION];
    assert!(matches!(question(b"a", &long, b"c"), Err(Unsendable::TooLong { .. })));
}
