use super::{HazardOccurrences, hazards};

/// Counts and places, such as `control 1 at 1:3`; empty if there is nothing to warn of.
fn check(text: &str, expected: &str) {
    let hazards = hazards(text);
    let kinds = [
        ("control", &hazards.control),
        ("bidi", &hazards.bidi),
        ("invisible", &hazards.invisible),
        ("tag", &hazards.tag),
    ];
    let found: Vec<String> =
        kinds.iter().filter(|(_, kind)| kind.count > 0).map(|(name, kind)| describe(name, kind)).collect();
    assert_eq!(found.join("; "), expected, "{text:?}");
    assert_eq!(hazards.is_empty(), expected.is_empty(), "{text:?}");
}

fn describe(name: &str, kind: &HazardOccurrences) -> String {
    let places: Vec<String> =
        kind.first.iter().map(|place| format!("{}:{}", place.line, place.column)).collect();
    format!("{name} {} at {}", kind.count, places.join(" "))
}

#[test]
fn ordinary_text_raises_no_alarm() {
    for text in [
        "",
        "fn main() {\n\tprintln!(\"~ !\");\n}\n",
        "dos\r\nlines\r\n",
        "\u{feff}with a BOM\n",
        "Größe, naïve, Привет, 你好, こんにちは, 한국어, नमस्ते, שלום, مرحبا\n",
        "no\u{a0}break, thin\u{2009}space, dash – and “quotes”\n",
        "😀 👍🏽 👨‍👩‍👧‍👦 ❤️‍🔥 🏳️‍🌈 👩🏽‍🚀 1️⃣ #️⃣ ☎️ ™️ ✈︎ 🧑‍⚕️\n",
        "می‌خواهم and क्‍ष\n",
        "葛\u{e0100}飾区\n",
    ] {
        check(text, "");
    }
}

#[test]
fn terminals_obey_controls() {
    check("\u{1b}[2J", "control 1 at 1:1");
    check("a\0b\u{7f}\u{9b}", "control 3 at 1:2 1:4 1:5");
    check("safe\roverwritten\r\n", "control 1 at 1:5");
    check("a\r\r\n", "control 1 at 1:2");
    check("end\r", "control 1 at 1:4");
    check("page\u{c}", "control 1 at 1:5");
}

#[test]
fn bidi_controls_are_counted_and_located() {
    check("a\nif \u{202e}x\u{2066}\n", "bidi 2 at 2:4 2:6");
    check("\u{61c}\u{200e}\u{200f}\u{202a}\u{2069}", "bidi 5 at 1:1 1:2 1:3");
}

#[test]
fn invisible_characters_are_counted_and_located() {
    check("é\u{200b}b", "invisible 1 at 1:2");
    check("ad\u{ad}min\u{2060}\u{3164}\u{2028}", "invisible 4 at 1:3 1:7 1:8");
    check("second\u{feff}", "invisible 1 at 1:7");
    check("\u{feff}\u{feff}", "invisible 1 at 1:2");
    check("a\u{200d}b", "invisible 1 at 1:2");
    check("😀\u{200d}b", "invisible 1 at 1:2");
    check("می\u{200c}a", "invisible 1 at 1:3");
}

#[test]
fn selectors_that_select_nothing_carry_data() {
    check("a\u{fe0f}", "invisible 1 at 1:2");
    check("😀\u{fe0f}\u{fe0f}\u{fe0f}", "invisible 2 at 1:3 1:4");
    check("😀\u{e0101}\u{e0102}", "invisible 2 at 1:2 1:3");
    check("1\u{fe0f}2", "invisible 1 at 1:2");
}

#[test]
fn a_hazard_excuses_no_other() {
    check("a\u{fe0f}\u{200d}😀", "invisible 2 at 1:2 1:3");
    check("葛\u{e0100}\u{e0100}", "invisible 1 at 1:3");
}

#[test]
fn tags_are_hidden_ascii() {
    check("x\u{e0001}\u{e0041}\u{e007f}", "tag 3 at 1:2 1:3 1:4");
}

#[test]
fn places_are_found_behind_long_plain_text() {
    for len in [0, 1, 62, 63, 64, 65, 127, 128, 1000] {
        let plain = "x".repeat(len);
        check(&format!("{plain}\u{1b}"), &format!("control 1 at 1:{}", len + 1));
        check(&format!("{plain}é\n{plain}\u{202e}"), &format!("bidi 1 at 2:{}", len + 1));
        check(&format!("{plain}\r\n{plain}\r\n"), "");
        check(&format!("{plain}👨‍👩‍👧‍👦{plain}"), "");
    }
}

#[test]
fn a_character_is_judged_alike_alone_and_amid_plain_text() {
    let plain = "x".repeat(100);
    for char in '\0'..='\u{a0}' {
        let alone = hazards(&char.to_string()).is_empty();
        assert_eq!(hazards(&format!("{plain}{char}{plain}")).is_empty(), alone, "{char:?}");
    }
}

#[test]
fn what_is_found_further_on_adds_up() {
    let mut all = hazards("a\x1b\n\u{202e}");
    all.add(hazards("\x1b\x1b\x1b"));
    assert_eq!((all.control.count, all.control.first.len(), all.bidi.count), (4, 3, 1));
}
