//! A diff that we print is a patch that we read, and it leads where it should.

use proptest::prelude::*;
use reread_edit::{MatchTolerance, PatchBase, PatchTarget, PlacementOptions, apply, parse_patch, place};
use reread_text::{DiffNames, unified_diff};

use crate::laws::{config, three_versions};

const NAMES: DiffNames<'_> = DiffNames { old: "a/f", new: "b/f" };

proptest! {
    #![proptest_config(config())]

    /// Without context nothing shows whether new lines before a BOM or among CRLF are meant as they are written.
    #[test]
    fn printed_diffs_lead_from_one_text_to_the_other([old, new, _] in three_versions(), context in 1..5_u64) {
        if old == new {
            return Ok(());
        }
        let diff = unified_diff(&old, &new, NAMES, context);
        let patch = parse_patch(&diff.text).expect("a printed diff can be read");
        prop_assert_eq!(&patch.notes, &[]);
        prop_assert_eq!(patch.files.len(), 1);
        prop_assert_eq!(&patch.files[0].target, &PatchTarget::Modify { path: b"f".to_vec() });
        prop_assert_eq!(patch.files[0].hunks.len() as u64, diff.hunks);
        let placed = place(&patch.files[0], &old, PlacementOptions { base: PatchBase::Exact, loosest: MatchTolerance::Exact });
        let placed = placed.expect("a diff fits the text it was made for");
        prop_assert!(placed.hunks.iter().all(|hunk| hunk.offset == Some(0) && hunk.pass == MatchTolerance::Exact));
        prop_assert_eq!(apply(&old, &placed.edits).escape_ascii().to_string(), new.escape_ascii().to_string());
    }

    #[test]
    fn several_files_are_read_as_several([a, b, c] in three_versions(), context in 0..4_u64) {
        if a == b || b == c {
            return Ok(());
        }
        let first = unified_diff(&a, &b, NAMES, context).text;
        let second = unified_diff(&b, &c, DiffNames { old: "a/g", new: "b/g" }, context).text;
        let alone = [&first, &second].map(|diff| parse_patch(diff).expect("a printed diff can be read"));
        let both = parse_patch(&[&first[..], &second].concat()).expect("two printed diffs can be read");
        prop_assert_eq!(both.files.len(), 2);
        let same_hunks = |index: usize| {
            let lines = |patch: &reread_edit::FilePatch| {
                patch.hunks.iter().map(|hunk| (hunk.hint.clone(), hunk.lines.clone())).collect::<Vec<_>>()
            };
            lines(&both.files[index]) == lines(&alone[index].files[0])
        };
        prop_assert!(same_hunks(0) && same_hunks(1));
    }

    /// A patch that is right somewhere else is right here, or refused; it is never something in between.
    #[test]
    fn a_drifted_patch_changes_its_own_lines_only([base, theirs, ours] in three_versions()) {
        if base == theirs {
            return Ok(());
        }
        let patch = parse_patch(&unified_diff(&base, &theirs, NAMES, 3).text).expect("a printed diff can be read");
        let Ok(placed) = place(&patch.files[0], &ours, PlacementOptions { base: PatchBase::Drifted, loosest: MatchTolerance::Unicode }) else {
            return Ok(());
        };
        let result = apply(&ours, &placed.edits);
        let mut kept = 0;
        let mut at = 0;
        for replacement in placed.edits.replacements() {
            let before = &ours[kept..replacement.span.start];
            prop_assert_eq!(&result[at..at + before.len()], before);
            at += before.len() + replacement.text.len();
            kept = replacement.span.end;
        }
        prop_assert_eq!(&result[at..], &ours[kept..]);
    }
}
