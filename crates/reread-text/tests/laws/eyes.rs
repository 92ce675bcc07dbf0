//! What people are shown hides nothing, and keeps secrets.

use proptest::collection::vec;
use proptest::prelude::*;
use reread_text::{TextKind, count_lines, hazards, redact_as, visible, visible_line};

use crate::config;

/// Characters that hide or command, and the ones that may excuse them.
fn tricky() -> impl Strategy<Value = String> {
    let hidden = "\u{0}\u{7}\u{1b}\u{7f}\u{85}\u{9b}\r\n\t\u{ad}\u{34f}\u{61c}\u{200b}\u{200c}\u{200d}\u{200e}\u{2028}\
                  \u{202e}\u{2060}\u{2066}\u{3164}\u{fe00}\u{fe0e}\u{fe0f}\u{feff}\u{fff9}\u{e0001}\u{e0041}\u{e0100}";
    let shown = "a1#\u{20e3}é葛❤😀👩🔥🏽می् क©\\{}";
    let char = prop_oneof![
        3 => prop::sample::select(hidden.chars().collect::<Vec<_>>()),
        2 => prop::sample::select(shown.chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    vec(char, 0..30).prop_map(|chars| chars.into_iter().collect())
}

/// Parts of credentials, and what stands around them.
fn secretive() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "AKIA",
        "ghp_",
        "github_pat_",
        "glpat-",
        "sk-",
        "sk-ant-",
        "xoxb-",
        "npm_",
        "eyJ",
        "SG.",
        "hvs.",
        "cio",
        "dckr_pat_",
        "ATATT3",
        "12345678",
        ":AA",
        "Ab38Q~",
        ".atlasv1.",
        "-us1",
        "Bearer ",
        "Private-Lines: 1\n",
        "Version: x\n",
        "xxxxxxxx",
        "EXAMPLE",
        "ALGOLIA_ADMIN_KEY",
        "AKIAQ7WX2ZK4Q7WX2ZK4",
        "Ab3/E6gh9JkLm1nOpAb3dE6gh9JkLm1nOpQ7abcd",
        "Q7WX2ZK4Q7WX2ZK4",
        "Ab3dE6gh9JkLm1nOpAb3dE6gh9JkLm1nOpQ7",
        "3fa9c1d27b04e5863fa9c1d27b04e586",
        ".",
        "-",
        "_",
        "/",
        " ",
        "\n",
        "\r\n",
        ":",
        "@",
        "://",
        "https",
        "user",
        "é",
        "[",
        "]",
        "[redacted:",
        "jwt]",
        "Authorization: Bearer ",
        "authorization",
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "password",
        "TOKEN",
        "api_key",
        "=",
        ": ",
        "\"",
        "\\",
        "'",
        "<",
        ">",
        "|\n  ",
        "hunter2",
        "${",
        "}",
        ",",
        "#",
    ]);
    vec(part, 0..16).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_shown_hides_nothing(text in tricky()) {
        let shown = visible(&text);
        prop_assert!(hazards(&shown).is_empty(), "{shown:?}");
        prop_assert_eq!(visible(&shown), &shown[..]);
        prop_assert_eq!(shown == text, hazards(&text).is_empty());
        prop_assert_eq!(count_lines(shown.as_bytes()), count_lines(text.as_bytes()));
    }

    #[test]
    fn a_shown_line_is_one_line(text in tricky()) {
        let shown = visible_line(&text);
        prop_assert!(hazards(&shown).is_empty(), "{shown:?}");
        prop_assert!(!shown.contains(['\n', '\r', '\t']), "{shown:?}");
    }

    #[test]
    fn plain_text_before_it_changes_nothing(text in tricky(), before in "[ -~\t]{0,150}\n") {
        prop_assume!(!text.starts_with('\u{feff}'));
        let joined = format!("{before}{text}");
        prop_assert_eq!(visible(&joined), format!("{before}{}", visible(&text)));
    }

    #[test]
    fn every_place_holds_a_hazard(text in tricky()) {
        let hazards = hazards(&text);
        for kind in [hazards.control, hazards.bidi, hazards.invisible, hazards.tag] {
            prop_assert_eq!(kind.first.len() as u64, kind.count.min(3));
            for place in kind.first {
                let line = text.split('\n').nth(place.line as usize - 1).unwrap();
                let char = line.chars().nth(place.column as usize - 1).unwrap();
                prop_assert!(!visible(&format!("x{char}x")).contains(char), "{char:?}");
            }
        }
    }

    #[test]
    fn redacting_twice_changes_nothing_more(
        text in secretive(),
        kind in prop::sample::select(vec![TextKind::Code, TextKind::Settings, TextKind::Shell, TextKind::Prose]),
    ) {
        let once = redact_as(&text, kind);
        let twice = redact_as(&once.text, kind);
        prop_assert_eq!(&twice.text, &once.text);
        prop_assert_eq!(twice.count, 0);
        prop_assert_eq!(once.count == 0, once.text == text);
        let newlines = |text: &str| text.matches('\n').count();
        prop_assert_eq!(newlines(&once.text), newlines(&text));
    }
}
