//! Merges of any three texts.

use reread_edit::{ConflictLabels, ConflictStyle, merge};

use crate::input::parts;

/// Base, ours and theirs, with seams between them: a side that did nothing changes nothing, and sides can be exchanged.
pub fn merged_texts(data: &[u8]) {
    let (base, sides) = parts(data);
    let (ours, theirs) = parts(sides);
    let text = |ours, theirs| merge(base, ours, theirs).ok().and_then(|merge| merge.text());
    assert_eq!(text(base, theirs).as_deref(), Some(theirs));
    assert_eq!(text(ours, base).as_deref(), Some(ours));
    assert_eq!(text(ours, ours).as_deref(), Some(ours));
    assert_eq!(text(ours, theirs), text(theirs, ours));
    let Ok(merged) = merge(base, ours, theirs) else { return };
    let labels = ConflictLabels { ours: "ours", base: "base", theirs: "theirs" };
    for style in [ConflictStyle::Diff3, ConflictStyle::Zdiff3] {
        let shown = merged.render(style, labels);
        assert_eq!(merged.text().is_some_and(|text| text == shown), merged.is_clean());
    }
}
