//! Patches onto texts that changed meanwhile, compared with known results.

use reread_edit::{FilePatch, MatchTolerance, PatchBase, PlacementOptions, apply, merge, parse_patch, place};

use crate::merge::cases::{CLASSES, Case, Class, Truth};
use crate::merge::git::{Git, file_name};
use crate::merge::table::{Seen, Table};

const BY_BASE: &str = "stored base and merge";
const BY_SEARCH: &str = "no base, strict";

const RIGHT: &str = "right";
const WRONG: &str = "wrong";
const REFUSED: &str = "refused";
const OVER_CONFLICT: &str = "over conflict";
const CONFLICT_REFUSED: &str = "conflict refused";

#[test]
fn cases_of_drifted_patches_are_never_silently_wrong() {
    let mut table = Table::default();
    let judged = (0..).map(Case::new).filter(|case| !matches!(case.truth, Truth::Unclear));
    let mut judged = judged.take(crate::merge::cases() as usize).peekable();
    while judged.peek().is_some() {
        let cases: Vec<Case> = judged.by_ref().take(500).collect();
        let patch = parse_patch(&Git::new().diff(&cases)).expect("git prints patches");
        assert_eq!(patch.notes, [], "git counts right");
        let mut files = patch.files.iter().peekable();
        for case in cases.iter().filter(|case| case.base != case.theirs) {
            let file = files.next().expect("a file that differs is in the patch");
            assert_eq!(file.target.new_name(), Some(file_name(case).as_bytes()));
            judge(BY_BASE, by_base(file, case), case, &mut table);
            judge(BY_SEARCH, by_search(file, case), case, &mut table);
        }
        assert!(files.next().is_none(), "git sees a difference where there is none");
    }
    println!("{table}");
    for (row, what) in
        [(BY_BASE, WRONG), (BY_BASE, OVER_CONFLICT), (BY_SEARCH, WRONG), (BY_SEARCH, OVER_CONFLICT)]
    {
        // Where a handful of lines repeat, it is undecidable which of them is meant.
        for class in [Class::Code, Class::Small] {
            let Seen { count, first } = table.get(row, what, class);
            assert_eq!(count, 0, "{row}: {what} on {class}, case {first:?} first");
        }
    }
    for class in CLASSES {
        assert!(table.get(BY_BASE, RIGHT, class).count > 0, "{class} has cases that go together");
    }
}

/// Applied to the text it was made for, then merged.
fn by_base(file: &FilePatch, case: &Case) -> Option<Vec<u8>> {
    let base = case.base.as_bytes();
    let placed =
        place(file, base, PlacementOptions { base: PatchBase::Exact, loosest: MatchTolerance::Exact });
    let placed = placed.unwrap_or_else(|error| panic!("case {} on its own base: {error}", case.number));
    let theirs = apply(base, &placed.edits);
    assert_eq!(theirs, case.theirs.as_bytes(), "case {} on its own base", case.number);
    merge(base, case.ours.as_bytes(), &theirs).expect("the texts are short").text()
}

/// Applied to whatever is there.
fn by_search(file: &FilePatch, case: &Case) -> Option<Vec<u8>> {
    let ours = case.ours.as_bytes();
    let placed =
        place(file, ours, PlacementOptions { base: PatchBase::Drifted, loosest: MatchTolerance::Exact })
            .ok()?;
    Some(apply(ours, &placed.edits))
}

fn judge(row: &'static str, result: Option<Vec<u8>>, case: &Case, table: &mut Table) {
    let what = match (&case.truth, result) {
        (Truth::Text(truth), Some(result)) if result == truth.as_bytes() => RIGHT,
        (Truth::Text(_), Some(_)) => WRONG,
        (Truth::Text(_), None) => REFUSED,
        (Truth::Conflict, Some(_)) => OVER_CONFLICT,
        (Truth::Conflict, None) => CONFLICT_REFUSED,
        (Truth::Unclear, _) => unreachable!("only cases with an answer are judged"),
    };
    table.count(row, what, case.class, case.number);
}
