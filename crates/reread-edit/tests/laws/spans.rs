//! What stands outside of an edit stays.

use proptest::prelude::*;
use reread_edit::{Edits, LineEnds, Replacement, apply, replace_lines, replace_text};
use reread_text::{LineRange, count_lines, lines};

use crate::{config, three_versions};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn edits_do_the_same_in_any_order([base, one, other] in three_versions(), cuts in prop::array::uniform4(0..200_usize)) {
        let mut cuts = cuts.map(|cut| cut % (base.len() + 1));
        cuts.sort_unstable();
        let [a, b, c, d] = cuts;
        if b == c {
            return Ok(());
        }
        let first = Replacement { span: a..b, text: one.clone() };
        let second = Replacement { span: c..d, text: other.clone() };
        let expected = [&base[..a], &one, &base[b..c], &other, &base[d..]].concat();
        for replacements in [vec![first.clone(), second.clone()], vec![second, first]] {
            let edits = Edits::new(&base, replacements).expect("they are apart");
            prop_assert_eq!(apply(&base, &edits), &expected[..]);
        }
    }

    #[test]
    fn a_text_is_replaced_where_it_is([base, new, _] in three_versions(), cut in (0..200_usize, 1..30_usize)) {
        let start = cut.0 % (base.len() + 1);
        let end = (start + cut.1).min(base.len());
        let old = &base[start..end];
        // A text that begins in the middle of CRLF is written with other line ends than the file.
        prop_assume!(LineEnds::of(&base) != LineEnds::Crlf || LineEnds::of(old) != LineEnds::Lf);
        if let Ok(edits) = replace_text(&base, old, &new, false) {
            let new = LineEnds::of(&base).adopted_by(&new);
            prop_assert_eq!(apply(&base, &edits), [&base[..start], &new, &base[end..]].concat());
        }
    }

    #[test]
    fn lines_around_replaced_lines_stay([base, new, _] in three_versions(), first in 1..25_u64, count in 0..5_u64) {
        let range = LineRange::new(first, first + count).unwrap();
        let result = replace_lines(&base, range, &new, None);
        prop_assert_eq!(result.is_ok(), range.last() <= count_lines(&base));
        let Ok(edits) = result else { return Ok(()) };
        let result = apply(&base, &edits);
        let before: Vec<u8> = lines(&base).take(first as usize - 1).flatten().copied().collect();
        let behind: Vec<u8> = lines(&base).skip(range.last() as usize).flatten().copied().collect();
        prop_assert!(result.starts_with(&before) && result.ends_with(&behind));
        let middle = &result[before.len()..result.len() - behind.len()];
        prop_assert!(behind.is_empty() || middle.is_empty() || middle.ends_with(b"\n"));
    }
}
