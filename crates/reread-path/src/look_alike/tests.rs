use super::*;

fn check(text: &str, expected: &str) {
    assert_eq!(look_alike(text), expected, "{text:?}");
}

#[test]
fn case_is_folded() {
    check(".ENV", ".env");
    check("ÀÉ", "a\u{300}e\u{301}");
    check("STRASSE", "strasse");
    check("straße", "strasse");
    check("ΣΑΣ", "σασ");
    check("σας", "σασ");
    check("\u{212a}ey", "key");
    check("\u{17f}ecret", "secret");
}

#[test]
fn composed_and_decomposed_meet() {
    check("é", "e\u{301}");
    check("e\u{301}", "e\u{301}");
    check("q\u{323}\u{307}", "q\u{323}\u{307}");
    check("q\u{307}\u{323}", "q\u{323}\u{307}");
}

#[test]
fn what_cannot_be_seen_is_dropped() {
    check("\u{feff}.e\u{200b}n\u{ad}v\u{fe0f}", ".env");
    check("e\u{34f}\u{301}", "e\u{301}");
    check("q\u{307}\u{34f}\u{323}", "q\u{323}\u{307}");
    check("\u{3164}\u{ffa0}\u{200d}", "");
}

#[test]
fn compatibility_forms_become_ordinary() {
    check("．ｅｎｖ", ".env");
    check("a／b", "a/b");
    check("‥", "..");
    check("ﬁle", "file");
}

#[test]
fn scripts_stay_apart() {
    check("а", "а");
    check("日本", "日本");
}

#[test]
fn twice_is_once_for_every_character() {
    // Ideographs, Hangul syllables and private characters have neither case nor, but for a few, another form.
    let ranges =
        ['\0'..='\u{33ff}', '\u{a000}'..='\u{abff}', '\u{f900}'..='\u{1ffff}', '\u{e0000}'..='\u{e0fff}'];
    for character in ranges.into_iter().flatten() {
        let text = character.to_string();
        let once = look_alike(&text);
        assert_eq!(look_alike(&once), once, "U+{:04X}", u32::from(character));
        assert!(!once.contains(is_ignorable), "U+{:04X}", u32::from(character));
        let upper = text.to_uppercase();
        assert_eq!(look_alike(&upper), once, "upper case of U+{:04X}", u32::from(character));
    }
}
