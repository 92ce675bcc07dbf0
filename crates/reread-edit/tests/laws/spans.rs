//! What stands outside of an edit stays.

use proptest::prelude::*;
use reread_edit::{Edits, SpanReplacement, apply};

use crate::laws::{config, three_versions};

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
        let first = SpanReplacement { span: a..b, text: one.clone() };
        let second = SpanReplacement { span: c..d, text: other.clone() };
        let expected = [&base[..a], &one, &base[b..c], &other, &base[d..]].concat();
        for replacements in [vec![first.clone(), second.clone()], vec![second, first]] {
            let edits = Edits::new(&base, replacements).expect("they are apart");
            prop_assert_eq!(apply(&base, &edits), &expected[..]);
        }
    }
}
