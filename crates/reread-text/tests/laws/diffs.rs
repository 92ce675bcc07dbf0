//! A diff says exactly what became of a text.

use proptest::prelude::*;
use reread_text::{DiffNames, apply_diff, count_lines, reproduces, unified_diff};

use crate::{bytes, config};

const NAMES: DiffNames<'_> = DiffNames { old: "a/f", new: "b/f" };

/// Two texts, sometimes unrelated, mostly with lines in common.
pub(crate) fn versions() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let edit = (bytes(), bytes(), bytes(), bytes());
    prop_oneof![
        1 => (bytes(), bytes()),
        4 => edit.prop_map(|(start, old, new, end)| ([&start[..], &old, &end].concat(), [&start[..], &new, &end].concat())),
        2 => bytes().prop_flat_map(|text| (Just(text.clone()), Just(text).prop_shuffle())),
    ]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_diff_applied_to_the_old_text_gives_the_new((old, new) in versions(), context in 0..5u64) {
        let diff = unified_diff(&old, &new, NAMES, context);
        prop_assert_eq!(apply_diff(&old, &diff.text), Ok(new.clone()));
        prop_assert_eq!(diff.text.is_empty(), old == new);
        prop_assert_eq!(diff.hunks == 0, old == new);
        prop_assert_eq!(count_lines(&old) + diff.added, count_lines(&new) + diff.removed);
        prop_assert_eq!(unified_diff(&old, &new, NAMES, context), diff);
    }

    #[test]
    fn a_diff_applies_to_no_other_text((old, new) in versions(), other in bytes()) {
        let diff = unified_diff(&old, &new, NAMES, u64::MAX);
        prop_assume!(other != old && !diff.text.is_empty());
        prop_assert!(apply_diff(&other, &diff.text).is_err());
    }

    #[test]
    fn a_damaged_diff_is_refused_or_means_the_same_to_everybody((old, new) in versions(), at in 0..400usize, byte in any::<u8>()) {
        let mut diff = unified_diff(&old, &new, NAMES, 3).text;
        if let Some(damaged) = diff.get_mut(at) {
            *damaged = byte;
        }
        check_damaged(&old, &diff, &new)?;
        check_damaged(&old, &diff[..at.min(diff.len())], &new)?;
    }
}

/// Applying and checking agree on any text that may be expected.
fn check_damaged(old: &[u8], diff: &[u8], new: &[u8]) -> Result<(), TestCaseError> {
    let applied = apply_diff(old, diff);
    for expected in [new, old, b"", applied.as_deref().unwrap_or_default()] {
        prop_assert_eq!(reproduces(old, diff, expected), applied.as_deref() == Ok(expected));
    }
    Ok(())
}

/// Beyond the limits of comparison a diff may be longer than it could be. It stays correct, and few changes stay few.
#[test]
fn long_texts_of_frequent_lines_have_a_correct_diff() {
    let text = |salt: u64| -> Vec<Vec<u8>> {
        let line = |n: u64| n.wrapping_add(salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        (0..60_000).map(|n| format!("{}\n", line(n) % 7).into_bytes()).collect()
    };
    let names = DiffNames { old: "a/f", new: "b/f" };
    let (old, other) = (text(1), text(2_000_000));
    let diff = unified_diff(&old.concat(), &other.concat(), names, 3);
    assert_eq!(apply_diff(&old.concat(), &diff.text).as_deref(), Ok(&other.concat()[..]));

    let mut new = old.clone();
    new[10] = b"first\n".to_vec();
    new.remove(30_000);
    new[59_000] = b"last\n".to_vec();
    let diff = unified_diff(&old.concat(), &new.concat(), names, 3);
    assert_eq!((diff.added, diff.removed), (2, 3));
    assert_eq!(apply_diff(&old.concat(), &diff.text).as_deref(), Ok(&new.concat()[..]));
}
