use super::*;

/// The host's reading of `text`, with the home folder at `/home/me`, as `name (steps)`.
fn check(text: &str, expected: &str) {
    let read = normalised(text, Some(Path::new("/home/me")));
    assert_eq!(read.as_ref().map_or_else(|| "none".to_owned(), shown), expected, "{text:?}");
}

fn shown(read: &InterpretedName) -> String {
    let steps: Vec<String> = read.readings.iter().map(ToString::to_string).collect();
    format!("{} ({})", String::from_utf8_lossy(&read.name), steps.join(", "))
}

#[test]
fn one_at_sign_is_dropped() {
    check("a.txt", "a.txt ()");
    check("@a.txt", "a.txt (leading @ dropped)");
    check("@@at.txt", "@at.txt (leading @ dropped)");
    check("a@b", "a@b ()");
    check("@", "none");
}

#[test]
fn typographic_spaces_become_plain() {
    check("a\u{a0}b\u{2009}c\u{3000}d", "a b c d (plain spaces)");
    check("a\u{2000}b\u{200a}c\u{202f}d\u{205f}e", "a b c d e (plain spaces)");
    check("a\u{200b}b\tc", "a\u{200b}b\tc ()");
    check("\u{a0}@a", " @a (plain spaces)");
}

#[test]
fn only_the_own_home_is_known() {
    check("~", "/home/me (home folder)");
    check("~/x", "/home/me/x (home folder)");
    check("@~/x", "/home/me/x (leading @ dropped, home folder)");
    check("~root/x", "~root/x ()");
    check("a/~", "a/~ ()");
    check("$HOME/x", "$HOME/x ()");
    check("%USERPROFILE%/x", "%USERPROFILE%/x ()");
    assert!(normalised("~/x", None).is_none());
}

#[test]
fn file_urls_of_this_host_are_paths() {
    check("file:///ws/a%20b.txt", "/ws/a b.txt (file URL)");
    check("file://localhost/ws/a", "/ws/a (file URL)");
    check("@file:///ws/a", "/ws/a (leading @ dropped, file URL)");
    check("file:///ws/a?query#fragment", "/ws/a (file URL)");
    check("file:///ws/%C3%A9", "/ws/é (file URL)");
    check("file:///ws/100%25", "/ws/100% (file URL)");
    check("FILE:///ws/a%2520b", "/ws/a%20b (file URL)");
    check("file:/ws/a%20b", "/ws/a b (file URL)");
}

#[test]
fn other_urls_are_not() {
    check("file://other/ws/a", "none");
    check("file://", "none");
    check("file:///a%2fb", "none");
    check("file:///a%00", "none");
    check("file:///a%4", "none");
    check("file:///a%zz", "none");
    check("file:///a%+4", "none");
    check("https://host/a", "https://host/a ()");
    check("file:a", "file:a ()");
    for url in ["file:///a", "File:/a", "@file://other/a", "file:///a%zz"] {
        assert!(is_file_url(url), "{url}");
    }
    for name in ["file:a", "file", "files:/a", "a/file:/b", "https://host/a"] {
        assert!(!is_file_url(name), "{name}");
    }
}

#[test]
fn variants_come_in_the_order_of_the_host() {
    let variants = |name: &str| stored_variants(name.as_bytes()).iter().map(shown).collect::<Vec<_>>();
    assert_eq!(variants("plain.txt"), [""; 0]);
    assert_eq!(variants("3.04 PM.png"), ["3.04\u{202f}PM.png (narrow space before AM/PM)"]);
    assert_eq!(variants("3 am.png 4 Pm."), ["3\u{202f}am.png 4\u{202f}Pm. (narrow space before AM/PM)"]);
    assert_eq!(variants("3 PM png PM."), ["3 PM png\u{202f}PM. (narrow space before AM/PM)"]);
    assert_eq!(
        variants("d'été"),
        [
            "d'e\u{301}te\u{301} (decomposed accents)",
            "d’été (curly apostrophe)",
            "d’e\u{301}te\u{301} (decomposed accents, curly apostrophe)",
        ]
    );
    assert!(stored_variants(b"d'\xff").is_empty());
}

#[test]
fn a_suffix_is_digits_and_hyphens_only() {
    let split = |text: &str| match split_lines(text) {
        Some((name, Ok(lines))) => format!("{name} {lines}"),
        Some((name, Err(error))) => format!("{name} {error}"),
        None => "none".to_owned(),
    };
    assert_eq!(split("a:7"), "a 7-7");
    assert_eq!(split("a:7-9"), "a 7-9");
    assert_eq!(split("a:1:2"), "a:1 2-2");
    assert_eq!(split("a:0"), "a lines are counted from 1");
    assert_eq!(split("a:9-7"), "a 9-7 ends before it starts");
    assert!(split("a:99999999999999999999").starts_with("a `99999999999999999999` is not"));
    for range in ["-", "--", "1-", "-1", "1-2-3", "1--2"] {
        assert!(split(&format!("a:{range}")).starts_with(&format!("a `{range}` is not")), "{range}");
    }
    for other in ["a", "a:", "a:+1", "a:x", "a:1-x", "a: 1", "a:١", ":1", ":1-", "a:1/", "a:1,2"] {
        assert_eq!(split(other), "none", "{other}");
    }
}
