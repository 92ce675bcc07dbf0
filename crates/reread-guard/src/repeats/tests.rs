use super::*;

/// Counts `path@version:lines` one after the other; says what came of the last.
fn check(texts: &str, expected: Option<u64>) {
    let mut repeats = Repeats::default();
    let last = texts.split_whitespace().map(|text| count(&mut repeats, text)).last();
    assert_eq!(last.flatten(), expected, "{texts}");
}

fn count(repeats: &mut Repeats, text: &str) -> Option<u64> {
    let (path, rest) = text.split_once('@').unwrap();
    let (version, lines) = rest.split_once(':').unwrap();
    repeats.count(path, &Digest::of(version.as_bytes()), &lines.parse().unwrap())
}

#[test]
fn the_third_time_is_noticed_and_every_time_after() {
    check("a@1:1-9", None);
    check("a@1:1-9 a@1:1-9", None);
    check("a@1:1-9 a@1:1-9 a@1:1-9", Some(3));
    check("a@1:1-9 b@1:1-9 a@1:1-9 b@1:1-9 a@1:1-9 a@1:1-9", None);
    check(&["a@1:1-9"; 5].join(" "), None);
    check(&["a@1:1-9"; 6].join(" "), Some(6));
    check(&["a@1:1-9"; 9].join(" "), None);
    check(&["a@1:1-9"; 12].join(" "), Some(12));
    check("a@1: a@1: a@1:", Some(3));
}

#[test]
fn another_file_version_or_range_is_another_text() {
    check("a@1:1-9 a@1:1-9 b@1:1-9", None);
    check("a@1:1-9 a@1:1-9 a@2:1-9", None);
    check("a@1:1-9 a@1:1-9 a@1:1-8", None);
}

#[test]
fn memory_is_bounded_and_keeps_what_was_sent_last() {
    let mut repeats = Repeats::default();
    count(&mut repeats, "old@1:1-1");
    count(&mut repeats, "used@1:1-1");
    for n in 0..MAX_TEXTS - 2 {
        count(&mut repeats, &format!("f{n}@1:1-1"));
    }
    count(&mut repeats, "used@1:1-1");
    count(&mut repeats, "one-more@1:1-1");
    assert_eq!(repeats.texts.len(), MAX_TEXTS);
    assert_eq!(count(&mut repeats, "used@1:1-1"), Some(3));
    count(&mut repeats, "old@1:1-1");
    assert_eq!(count(&mut repeats, "old@1:1-1"), None, "it was forgotten and begins anew");
    assert_eq!(repeats.texts.len(), MAX_TEXTS);
}
