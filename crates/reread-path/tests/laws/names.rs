use std::path::{Path, PathBuf};

use proptest::prelude::*;
use reread_path::{NameError, RootNames, RootedPath, Roots, candidates, spell, unspell};

use crate::config;

const ESCAPE_LIKE: &[&[u8]] =
    &[b"\\", b"\\\\", b"\\x", b"\\xff", b"\\u{", b"\\u{202e}", b"}", b"ff", b"\xff", b"\xe2\x80\xae"];

/// Bytes in which escapes, invisible characters and broken UTF-8 are frequent.
fn name() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        any::<Vec<u8>>(),
        any::<String>().prop_map(String::into_bytes),
        prop::sample::select(ESCAPE_LIKE).prop_map(<[u8]>::to_vec),
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

const READ_SPECIALLY: &str = r"
    .. . / // @ ~ ~/ /ws /ws/ /ws-private /out file:// %2e %2f %00 :7 :9-7 :0 \ \x2f \xff \u{202e} PM. ' é a b
";

/// Text in which everything a name can be read as is frequent.
fn requested() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(READ_SPECIALLY.split_ascii_whitespace().collect::<Vec<_>>())
            .prop_map(str::to_owned),
        "\\PC{0,4}",
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn is_normal(path: &RootedPath) -> bool {
    RootedPath::from_bytes(path.as_bytes()).as_ref() == Ok(path)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_spelling_is_read_back(name in name()) {
        let spelling = spell(&name);
        prop_assert_eq!(unspell(&spelling), Some(name.clone()));
        let is_hazard = |character: char| character.is_control() || character == '\u{202e}';
        prop_assert!(!spelling.contains(is_hazard));
    }

    #[test]
    fn no_two_names_share_a_spelling(one in name(), other in name()) {
        prop_assert_eq!(spell(&one) == spell(&other), one == other);
        // The name most likely to collide: the text of the spelling itself.
        let text = spell(&one).into_owned();
        prop_assert_eq!(spell(text.as_bytes()) == text, text.as_bytes() == one.as_slice());
    }

    #[test]
    fn what_is_unspelled_is_the_only_reading(text in any::<String>()) {
        if let Some(name) = unspell(&text) {
            prop_assert_eq!(spell(&name), text);
        }
    }

    #[test]
    fn folding_stays_inside(base in requested(), relative in requested()) {
        let Ok(base) = RootedPath::fold(&RootedPath::root(), base.as_bytes()) else { return Ok(()) };
        match RootedPath::fold(&base, relative.as_bytes()) {
            Ok(folded) => {
                prop_assert!(is_normal(&folded));
                // Folded in one go or step by step, it is the same place.
                let steps = relative.split('/').try_fold(base, |at, step| RootedPath::fold(&at, step.as_bytes()));
                prop_assert_eq!(steps, Ok(folded));
            }
            Err(error) => prop_assert!(matches!(error, NameError::Outside | NameError::Nul)),
        }
    }

    #[test]
    fn candidates_stay_inside_and_differ(name in requested(), lines_given: bool) {
        let roots = [
            RootNames::new(vec![PathBuf::from("/ws"), PathBuf::from("/real/ws")]),
            RootNames::new(vec![PathBuf::from("/ws/a")]),
        ];
        let here = (0, RootedPath::from_bytes(b"a/b").unwrap());
        let roots = Roots { roots: &roots, here, home: Some(Path::new("/ws/a/home")) };
        let Ok(found) = candidates(&name, lines_given, &roots) else { return Ok(()) };
        prop_assert!(!found.is_empty());
        for (index, candidate) in found.iter().enumerate() {
            prop_assert!(candidate.root < 2 && is_normal(&candidate.path));
            prop_assert!(!(lines_given && candidate.lines.is_some()));
            let same = |other: &&reread_path::Candidate| {
                (other.root, &other.path, &other.lines) == (candidate.root, &candidate.path, &candidate.lines)
            };
            prop_assert_eq!(found[..index].iter().filter(same).count(), 0);
        }
    }

    // Windows lists no such files.
    #[cfg(unix)]
    #[test]
    fn a_listed_file_is_found_under_its_spelling(name in name()) {
        let Ok(path) = RootedPath::from_bytes(&name) else { return Ok(()) };
        let spelling = path.to_string();
        let roots = [RootNames::new(vec![PathBuf::from("/ws")])];
        let roots = Roots { roots: &roots, here: (0, RootedPath::root()), home: None };
        prop_assert_eq!(&candidates(&spelling, false, &roots).unwrap()[0].path, &path);
    }
}
