//! What holds for every merge.

use proptest::prelude::*;
use reread_edit::{ChunkKind, ConflictLabels, ConflictStyle, Merge, MergeSide, merge};
use reread_text::lines;

use crate::laws::{config, three_versions};

const LABELS: ConflictLabels<'_> = ConflictLabels { ours: "ours", base: "base", theirs: "theirs" };

fn merged<'a>(base: &'a [u8], ours: &'a [u8], theirs: &'a [u8]) -> Merge<'a> {
    merge(base, ours, theirs).expect("short texts without NUL can be merged")
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_side_that_did_nothing_changes_nothing([base, ours, theirs] in three_versions()) {
        prop_assert_eq!(merged(&base, &base, &theirs).text(), Some(theirs));
        prop_assert_eq!(merged(&base, &ours, &base).text(), Some(ours.clone()));
        prop_assert_eq!(merged(&base, &ours, &ours).text(), Some(ours));
    }

    #[test]
    fn sides_can_be_exchanged([base, ours, theirs] in three_versions()) {
        let (one, other) = (merged(&base, &ours, &theirs), merged(&base, &theirs, &ours));
        prop_assert_eq!(one.text(), other.text());
        prop_assert_eq!(one.conflicts().len(), other.conflicts().len());
        prop_assert_eq!(one.has_nearby_changes(), other.has_nearby_changes());
    }

    #[test]
    fn chunks_cover_all_versions_and_say_what_is_true([base, ours, theirs] in three_versions()) {
        let merge = merged(&base, &ours, &theirs);
        let versions = [(MergeSide::Base, &base), (MergeSide::Ours, &ours), (MergeSide::Theirs, &theirs)];
        let texts = versions.map(|(version, text)| (version, lines(text).collect::<Vec<_>>()));
        for (version, text) in &texts {
            let mut end = 0;
            for chunk in merge.chunks() {
                prop_assert_eq!(chunk.lines(*version).start, end);
                end = chunk.lines(*version).end;
            }
            prop_assert_eq!(end, text.len());
        }
        let [(_, base), (_, ours), (_, theirs)] = &texts;
        for chunk in merge.chunks() {
            let (base, ours, theirs) = (&base[chunk.base.clone()], &ours[chunk.ours.clone()], &theirs[chunk.theirs.clone()]);
            let is_true = match chunk.kind {
                ChunkKind::Unchanged => base == ours && base == theirs,
                ChunkKind::Ours => base == theirs && base != ours,
                ChunkKind::Theirs => base == ours && base != theirs,
                ChunkKind::Both => ours == theirs && base != ours,
                ChunkKind::Conflict => ours != theirs && base != ours && base != theirs,
            };
            prop_assert!(is_true, "{:?}", chunk);
        }
    }

    #[test]
    fn lines_are_where_they_are_said_to_be([base, ours, theirs] in three_versions()) {
        let merge = merged(&base, &ours, &theirs);
        let Some(text) = merge.text() else { return Ok(()) };
        let result: Vec<&[u8]> = lines(&text).collect();
        let mut from_sides = 0;
        for chunk in merge.chunks() {
            let surviving: &[MergeSide] = match chunk.kind {
                ChunkKind::Unchanged => &[MergeSide::Base, MergeSide::Ours, MergeSide::Theirs],
                ChunkKind::Both => &[MergeSide::Ours, MergeSide::Theirs],
                ChunkKind::Ours => &[MergeSide::Ours],
                ChunkKind::Theirs => &[MergeSide::Theirs],
                ChunkKind::Conflict => &[],
            };
            for side in surviving {
                for (index, line) in chunk.lines(*side).clone().zip(lines(merge.lines_of(chunk, *side))) {
                    let range = merge.map_range(*side, (index + 1).to_string().parse().unwrap()).unwrap();
                    prop_assert_eq!(range.first(), range.last());
                    prop_assert_eq!(result[range.first() as usize - 1], line);
                    from_sides += u64::from(*side != MergeSide::Base);
                }
            }
        }
        prop_assert!(from_sides >= result.len() as u64, "every line comes from a side");
    }

    #[test]
    fn a_clean_merge_is_shown_as_it_is([base, ours, theirs] in three_versions()) {
        let merge = merged(&base, &ours, &theirs);
        for style in [ConflictStyle::Diff3, ConflictStyle::Zdiff3] {
            let shown = merge.render(style, LABELS);
            match merge.text() {
                Some(text) => prop_assert_eq!(text, shown),
                None => {
                    let is_marker = |line: &&[u8]| line.starts_with(b"<<<<<<<") && line.trim_ascii_end().ends_with(b" ours");
                    prop_assert_eq!(lines(&shown).filter(is_marker).count(), merge.conflicts().len());
                }
            }
        }
    }
}
