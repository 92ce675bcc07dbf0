//! Text for people: nothing hidden is left in it, and nothing secret.

use std::borrow::Cow;

use reread_text::{Hazards, TextKind, count_lines, hazards, redact, redact_as, visible, visible_line};

/// What is made visible has no hazard left and as many lines as before, and making it visible again changes nothing.
/// A text without hazards is not touched.
pub fn visible_text(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let found = hazards(&text);
    check_places(&text, &found);
    let shown = visible(&text);
    assert_eq!(matches!(shown, Cow::Borrowed(_)), found.is_empty());
    assert!(hazards(&shown).is_empty(), "{text:?} is shown as {shown:?}");
    assert!(!hides(&shown), "{text:?} is shown as {shown:?}");
    assert_eq!(visible(&shown), shown);
    assert_eq!(count_lines(shown.as_bytes()), count_lines(text.as_bytes()));

    let line = visible_line(&text);
    assert!(hazards(&line).is_empty(), "{text:?} is shown as {line:?}");
    assert!(!line.contains(['\n', '\r', '\t', '\u{feff}']) && !line.contains(char::is_control), "{line:?}");
    assert_eq!(visible_line(&line), line);
}

/// Whether the text has a character that nothing excuses: a control that is no line end or tab, a BOM that is not the
/// first character, anything that turns the direction, a tag, or a space of no width.
fn hides(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    text.chars().any(|character| match character {
        '\t' | '\n' => false,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' => true,
        '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}' => true,
        other => other.is_control(),
    })
}

fn check_places(text: &str, found: &Hazards) {
    for sightings in [&found.control, &found.bidi, &found.invisible, &found.tag] {
        assert_eq!(sightings.first.len() as u64, sightings.count.min(3));
        for place in &sightings.first {
            let line = text.split('\n').nth(at(place.line)).expect("the place is in the text");
            let character = line.chars().nth(at(place.column)).expect("the place is in the line");
            assert!(!character.is_ascii_graphic(), "{character:?} is no hazard");
        }
    }
}

fn at(number: u64) -> usize {
    usize::try_from(number - 1).expect("as many as the input has bytes")
}

/// Secrets stay in no text. `{20}` in the input stands for that many letters and digits, so that no file of seeds looks
/// like one of keys.
///
/// In every kind of text: redacting twice changes nothing more, lines stay where they are, and a token planted between
/// spaces, in the middle or at the end, does not survive whatever stands around it.
pub fn redacted_text(data: &[u8]) {
    let text = expanded(&String::from_utf8_lossy(data));
    for kind in [TextKind::Code, TextKind::Settings, TextKind::Shell, TextKind::Prose] {
        let redacted = redact_as(&text, kind);
        assert_eq!(redacted.count == 0, matches!(redacted.text, Cow::Borrowed(_)));
        assert_eq!(newlines(&redacted.text), newlines(&text));
        let again = redact_as(&redacted.text, kind);
        assert_eq!((again.count, &again.text), (0, &redacted.text), "{kind:?} from {text:?}");
    }

    let middle = (0..=text.len() / 2).rev().find(|index| text.is_char_boundary(*index)).unwrap_or(0);
    let body = "9Zq".repeat(12);
    for (before, after) in [text.split_at(middle), (text.as_str(), "")] {
        for prefix in ["ghp_", "npm_", "sk-proj-", "dckr_pat_", "pplx-"] {
            let planted = format!("{before} {prefix}{body} {after}");
            let redacted = redact(&planted).text;
            assert!(!redacted.contains(&body) || text.contains(&body), "{planted:?} became {redacted:?}");
        }
    }
}

fn newlines(text: &str) -> usize {
    text.matches('\n').count()
}

fn expanded(text: &str) -> String {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        expanded.push_str(before);
        let length =
            after.split_once('}').and_then(|(digits, after)| Some((digits.parse::<u8>().ok()?, after)));
        let Some((length, after)) = length else {
            expanded.push('{');
            rest = after;
            continue;
        };
        expanded.extend("Ab3dE6gh9JkLm1nOp".chars().cycle().take(usize::from(length)));
        rest = after;
    }
    expanded + rest
}
