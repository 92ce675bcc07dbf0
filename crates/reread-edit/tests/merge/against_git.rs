//! The merge compared with that of git: the same result and the same bytes.

use reread_edit::{ConflictLabels, ConflictStyle, merge};
use similar::TextMerge;

use crate::merge::cases::{CLASSES, Case, Class};
use crate::merge::git::{Git, Merged};
use crate::merge::table::{Seen, Table};

const STYLES: [ConflictStyle; 2] = [ConflictStyle::Diff3, ConflictStyle::Zdiff3];
const LABELS: ConflictLabels<'_> = ConflictLabels { ours: "ours", base: "base", theirs: "theirs" };

#[test]
fn cases_merge_as_git_merges_them() {
    let git = Git::new();
    let mut table = Table::default();
    for case in (0..crate::merge::cases()).map(Case::new) {
        let by_git = git.merge_file(&case, &STYLES);
        let merged = merge(case.base.as_bytes(), case.ours.as_bytes(), case.theirs.as_bytes());
        let merged = merged.expect("the texts are short");
        for (style, by_git) in STYLES.into_iter().zip(&by_git) {
            let row = if style == ConflictStyle::Diff3 { "ours, diff3" } else { "ours, zdiff3" };
            let text = merged.render(style, LABELS);
            assert_eq!(merged.text().is_some(), merged.is_clean());
            table.count(row, verdict(merged.is_clean(), &text, by_git), case.class, case.number);
        }
        let (is_clean, text) = by_similar(&case);
        table.count(
            "similar, diff3",
            verdict(is_clean, text.as_bytes(), &by_git[0]),
            case.class,
            case.number,
        );
    }
    println!("{table}");
    for row in ["ours, diff3", "ours, zdiff3"] {
        for class in CLASSES {
            let Seen { count: false_clean, first } = table.get(row, FALSE_CLEAN, class);
            assert_eq!(false_clean, 0, "{row}, {class}: case {first:?} is a conflict for git");
        }
        for what in [CLEAN_BUT_DIFFERENT, FALSE_CONFLICT, CONFLICT_BUT_DIFFERENT] {
            let Seen { count, first } = table.get(row, what, Class::Code);
            assert_eq!(count, 0, "{row}: code is not merged as git does it, case {first:?} first: {what}");
        }
    }
}

const IDENTICAL: &str = "identical";
const FALSE_CLEAN: &str = "false clean";
const FALSE_CONFLICT: &str = "false conflict";
const CLEAN_BUT_DIFFERENT: &str = "clean but different";
const CONFLICT_BUT_DIFFERENT: &str = "conflict drawn differently";

fn verdict(is_clean: bool, text: &[u8], by_git: &Merged) -> &'static str {
    match (is_clean, by_git.is_clean) {
        _ if is_clean == by_git.is_clean && text == by_git.text => IDENTICAL,
        (true, true) => CLEAN_BUT_DIFFERENT,
        (false, false) => CONFLICT_BUT_DIFFERENT,
        (true, false) => FALSE_CLEAN,
        (false, true) => FALSE_CONFLICT,
    }
}

fn by_similar(case: &Case) -> (bool, String) {
    let mut merge = TextMerge::from_lines(&case.base, &case.ours, &case.theirs);
    merge.conflict_style(similar::ConflictStyle::Diff3).labels("base", "ours", "theirs");
    (!merge.is_conflicted(), merge.to_string())
}
