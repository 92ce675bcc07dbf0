use reread_text::{LineSet, count_lines};

use super::*;

/// Versions by letter: what `song.txt` said, and when it was shown.
fn snapshot(generation: u64, letter: char) -> ShownSnapshot {
    let text = format!("{letter}\n").repeat(20);
    ShownSnapshot {
        generation,
        digest: Digest::of(text.as_bytes()),
        total_lines: count_lines(text.as_bytes()),
    }
}

fn subject(path: &'static str, view: TagView) -> Subject<'static> {
    Subject { epoch: 0, root: b"/ws", path: path.as_bytes(), view }
}

fn minted(path: &'static str, view: TagView, snapshot: &ShownSnapshot, lines: &str) -> String {
    let lines: LineSet = lines.parse().unwrap();
    TagKey::new([7; 32]).mint(&subject(path, view), snapshot, &lines).to_string()
}

fn tag(snapshot: &ShownSnapshot, lines: &str) -> String {
    minted("song.txt", TagView::Lines, snapshot, lines)
}

fn diff_tag(base: &ShownSnapshot, new: &ShownSnapshot) -> String {
    minted("song.txt", TagView::Diff(base.digest), new, "1-20")
}

/// What is held of each recorded snapshot, by generation, and how many tags were doubted.
fn check(recorded: &[ShownSnapshot], cited: &[String], expected: &str) {
    let key = TagKey::new([7; 32]);
    let citation = Citation::recognise(cited, &key, &subject("song.txt", TagView::Lines), recorded);
    let mut shown: Vec<String> = Vec::new();
    for snapshot in recorded {
        let held =
            citation.held.lines_of(&snapshot.digest).map_or("none".to_owned(), |lines| lines.to_string());
        shown.push(held);
    }
    assert_eq!(format!("{} doubts {}", shown.join(" "), citation.rejected.len()), expected, "{cited:?}");
}

#[test]
fn a_tag_holds_the_lines_it_was_minted_for() {
    let (a, b) = (snapshot(1, 'a'), snapshot(2, 'b'));
    check(&[b, a], &[], "none none doubts 0");
    check(&[b, a], &[tag(&b, "1-2")], "1-2 none doubts 0");
    check(&[b, a], &[tag(&a, "2-2")], "none 2-2 doubts 0");
}

#[test]
fn several_tags_hold_what_they_hold_together() {
    let (a, b) = (snapshot(1, 'a'), snapshot(2, 'b'));
    check(&[b, a], &[tag(&b, "1-1"), tag(&b, "2-2")], "1-2 none doubts 0");
    check(&[b, a], &[tag(&b, "1-1"), tag(&a, "2-2")], "1-1 2-2 doubts 0");
}

#[test]
fn of_two_versions_of_a_line_the_one_shown_later_counts() {
    let (a, b) = (snapshot(1, 'a'), snapshot(2, 'b'));
    let (first, second) = (tag(&a, "1-20"), tag(&b, "1-20"));
    check(&[b, a], &[first.clone(), second.clone()], "1-20 none doubts 0");
    check(&[b, a], &[second.clone(), first.clone()], "1-20 none doubts 0");
    // Shown a third time to another caller, perhaps never delivered: what the caller cites says what it saw last.
    check(&[snapshot(3, 'a'), b, a], &[first, second.clone()], "none 1-20 none doubts 0");
    check(&[snapshot(3, 'a'), b, a], &[tag(&snapshot(3, 'a'), "1-20"), second], "1-20 none 1-20 doubts 0");
}

#[test]
fn what_was_superseded_does_not_come_back() {
    let (a, b, c) = (snapshot(1, 'a'), snapshot(2, 'b'), snapshot(3, 'c'));
    let cited = [tag(&a, "1-10"), tag(&b, "5-12"), tag(&c, "11-20")];
    check(&[c, b, a], &cited, "11-20 none none doubts 0");
}

#[test]
fn a_diff_counts_together_with_its_base() {
    let (a, b) = (snapshot(1, 'a'), snapshot(2, 'b'));
    check(&[b, a], &[diff_tag(&a, &b)], "none none doubts 1");
    check(&[b, a], &[tag(&a, "2-20"), diff_tag(&a, &b)], "none 2-20 doubts 1");
    check(&[b, a], &[diff_tag(&a, &b), tag(&a, "1-20")], "1-20 none doubts 0");
}

#[test]
fn diffs_follow_one_another() {
    let (a, b, c) = (snapshot(1, 'a'), snapshot(2, 'b'), snapshot(3, 'c'));
    let chain = [diff_tag(&b, &c), tag(&a, "1-20"), diff_tag(&a, &b)];
    check(&[c, b, a], &chain, "1-20 none none doubts 0");
    check(&[c, b, a], &chain[..2], "none none 1-20 doubts 1");
}

#[test]
fn a_diff_does_not_count_on_a_base_that_was_shown_after_it() {
    let (a, b, again) = (snapshot(1, 'a'), snapshot(2, 'b'), snapshot(3, 'a'));
    check(&[again, b, a], &[tag(&again, "1-20"), diff_tag(&a, &b)], "1-20 none 1-20 doubts 1");
}

fn edit_tag(base: &ShownSnapshot, new: &ShownSnapshot, lines: &str, is_whole: bool) -> String {
    minted("song.txt", TagView::Edit { base: base.digest, is_whole }, new, lines)
}

/// A snapshot of another length.
fn of_length(generation: u64, letter: char, total_lines: u64) -> ShownSnapshot {
    ShownSnapshot { total_lines, ..snapshot(generation, letter) }
}

#[test]
fn an_edit_counts_for_its_own_lines_and_carries_those_of_its_base() {
    let (a, b) = (snapshot(1, 'a'), of_length(2, 'b', 22));
    let edit = edit_tag(&a, &b, "5-8", true);
    check(&[b, a], std::slice::from_ref(&edit), "5-8 none doubts 0");
    check(&[b, a], &[tag(&a, "1-20"), edit.clone()], "1-22 none doubts 0");
    check(&[b, a], &[edit.clone(), tag(&a, "1-3")], "1-3,5-8 none doubts 0");
    // Two lines became four, so that what was line 7 is line 9.
    check(&[b, a], &[tag(&a, "7-10"), edit.clone()], "5-12 none doubts 0");
    check(&[b, a], &[tag(&a, "6-7"), edit], "5-9 none doubts 0");
}

#[test]
fn an_edit_within_lines_counts_where_they_are_held() {
    let (a, b) = (snapshot(1, 'a'), snapshot(2, 'b'));
    let edit = edit_tag(&a, &b, "5-8", false);
    check(&[b, a], std::slice::from_ref(&edit), "none none doubts 1");
    check(&[b, a], &[tag(&a, "4-7"), edit.clone()], "4-4 none doubts 0");
    check(&[b, a], &[tag(&a, "4-9"), edit.clone()], "4-9 none doubts 0");
    check(&[b, a], &[tag(&a, "6-7"), edit], "none none doubts 1");
}

#[test]
fn between_the_lines_of_an_edit_the_base_has_to_be_held() {
    let (a, b) = (snapshot(1, 'a'), of_length(2, 'b', 21));
    let edit = edit_tag(&a, &b, "3-4,10-10", true);
    check(&[b, a], &[tag(&a, "1-8"), edit.clone()], "1-4,10-10 none doubts 0");
    check(&[b, a], &[tag(&a, "1-9"), edit], "1-10 none doubts 0");
}

#[test]
fn an_edit_of_a_snapshot_that_was_replaced_since_carries_nothing() {
    let (a, b, again, c) = (snapshot(1, 'a'), snapshot(2, 'b'), snapshot(3, 'a'), snapshot(4, 'c'));
    let edit = edit_tag(&again, &c, "5-8", true);
    check(&[c, again, b, a], &[tag(&a, "1-20"), edit.clone()], "1-20 none none none doubts 0");
    check(&[c, again, b, a], &[tag(&a, "1-20"), tag(&b, "9-9"), edit], "5-8 none none none doubts 0");
}

#[test]
fn edits_and_diffs_follow_one_another() {
    let (a, b, c, d) = (snapshot(1, 'a'), snapshot(2, 'b'), snapshot(3, 'c'), snapshot(4, 'd'));
    let chain = [edit_tag(&b, &c, "2-2", true), diff_tag(&c, &d), tag(&a, "1-20"), diff_tag(&a, &b)];
    check(&[d, c, b, a], &chain, "1-20 none none none doubts 0");
    check(&[d, c, b, a], &chain[..3], "none 2-2 none none doubts 1");
}

#[test]
fn an_edit_that_leaves_no_line_shows_the_whole_file() {
    let (a, b) = (snapshot(1, 'a'), of_length(2, 'b', 0));
    let edit = minted("song.txt", TagView::Edit { base: a.digest, is_whole: true }, &b, "");
    let key = TagKey::new([7; 32]);
    let citation = Citation::recognise(&[edit], &key, &subject("song.txt", TagView::Lines), &[b, a]);
    assert_eq!(citation.plan(ReadScope::Whole, &b.digest, 0), ReadPlan::Unchanged);
}

#[test]
fn the_tag_of_an_edit_cannot_be_stretched_and_names_its_snapshot() {
    let (a, b) = (snapshot(1, 'a'), snapshot(2, 'b'));
    let edit = edit_tag(&a, &b, "5-8", true);
    check(&[b, a], &[edit.replace("@5-8", "@5-9")], "none none doubts 1");
    let key = TagKey::new([7; 32]);
    for named in [edit, diff_tag(&a, &b), tag(&b, "1-2")] {
        let subject = subject("song.txt", TagView::Lines);
        let found = Citation::named_by(&named.parse().unwrap(), &key, &subject, &[b, a]);
        assert_eq!(found.map(|found| found.snapshot), Some(b), "{named}");
    }
}

#[test]
fn the_tag_of_an_edit_within_lines_stands_for_no_line_by_itself() {
    let (a, b) = (snapshot(1, 'a'), snapshot(2, 'b'));
    let key = TagKey::new([7; 32]);
    let named = |tag: String| {
        let subject = subject("song.txt", TagView::Lines);
        let found = Citation::named_by(&tag.parse().unwrap(), &key, &subject, &[b, a]).unwrap();
        (found.shown.to_string(), found.is_own_edit)
    };
    assert_eq!(named(edit_tag(&a, &b, "5-8", false)), (String::new(), true));
    assert_eq!(named(edit_tag(&a, &b, "5-8", true)), ("5-8".to_owned(), true));
    assert_eq!(named(tag(&b, "1-2")), ("1-2".to_owned(), false));
    assert_eq!(named(minted("song.txt", TagView::Version, &b, "")), (String::new(), true));
    let diff = minted("song.txt", TagView::PartialDiff { base: a.digest, is_whole: true }, &b, "5-8");
    assert_eq!(named(diff), ("5-8".to_owned(), false));
}

#[test]
fn a_tag_that_only_names_a_version_holds_nothing_and_doubts_what_it_overtook() {
    let (a, b, c) = (snapshot(1, 'a'), snapshot(2, 'b'), snapshot(3, 'c'));
    let version = minted("song.txt", TagView::Version, &b, "");
    check(&[b, a], std::slice::from_ref(&version), "none none doubts 0");
    check(&[b, a], &[version.replace("@0", "@1-20")], "none none doubts 1");
    let plan = |cited: &[String], now: &ShownSnapshot| {
        let key = TagKey::new([7; 32]);
        let citation = Citation::recognise(cited, &key, &subject("song.txt", TagView::Lines), &[c, b, a]);
        let line = LineRange::new(3, 3).unwrap();
        let is_held = !citation.held_as_now(line, &now.digest).is_empty();
        (citation.plan(ReadScope::Whole, &now.digest, 20), is_held)
    };
    let (text, not_covered) = (ReadPlan::Text(None), ReadPlan::Text(Some(Fallback::NotCovered)));
    assert_eq!(plan(std::slice::from_ref(&version), &b), (text, false));
    // Of what was shown before the edit, the caller believes something else.
    let cited = [tag(&a, "1-20"), version.clone()];
    assert_eq!(plan(&cited, &b), (not_covered, false));
    assert_eq!(plan(&cited, &a), (not_covered, false));
    assert_eq!(plan(&cited, &c), (not_covered, false));
    // What was shown after the edit is not overtaken by it.
    assert_eq!(plan(&[tag(&c, "1-20"), version], &c), (ReadPlan::Unchanged, true));
}

#[test]
fn altered_stretched_foreign_and_forgotten_tags_hold_nothing() {
    let (a, b) = (snapshot(1, 'a'), snapshot(2, 'b'));
    let mut altered = tag(&b, "1-2");
    let digit = if altered.as_bytes()[1] == b'0' { "1" } else { "0" };
    altered.replace_range(1..2, digit);
    check(&[b, a], &[altered], "none none doubts 1");
    check(&[b, a], &[tag(&b, "1-1").replace("@1-1", "@1-2")], "none none doubts 1");
    check(&[b, a], &[minted("other.txt", TagView::Lines, &b, "1-2")], "none none doubts 1");
    check(&[b, a], &[tag(&snapshot(2, 'c'), "1-1")], "none none doubts 1");
    check(&[b, a], &[tag(&snapshot(9, 'b'), "1-1")], "none none doubts 1");
    check(&[b, a], &["the text above".to_owned()], "none none doubts 1");
}

#[test]
fn a_whole_is_held_only_if_nothing_later_was_seen() {
    let (a, b) = (snapshot(1, 'a'), snapshot(2, 'b'));
    let held = |cited: &[String]| {
        let key = TagKey::new([7; 32]);
        let citation = Citation::recognise(cited, &key, &subject("song.txt", TagView::Lines), &[b, a]);
        citation.plan(ReadScope::Whole, &a.digest, a.total_lines) == ReadPlan::Unchanged
    };
    assert!(held(&[tag(&a, "1-20")]));
    assert!(!held(&[tag(&a, "1-20"), tag(&b, "21-21")]), "a later snapshot had a line more");
}

/// How many keyed hashes it takes to look these up.
fn hashes(recorded: &[ShownSnapshot], cited: &[String]) -> usize {
    let (key, subject) = (TagKey::new([7; 32]), subject("song.txt", TagView::Lines));
    let mut made = 0;
    let digits = |view, snapshot: &ShownSnapshot, lines: &LineSet| {
        made += 1;
        key.digits(&Subject { view, ..subject }, snapshot, lines)
    };
    Citation::looked_up(cited, &mut Roll { recorded, digits, changes: None });
    made
}

#[test]
fn what_is_cited_costs_a_hash_for_each_version_and_the_diffs_once() {
    let recorded: Vec<ShownSnapshot> =
        ('A'..='`').rev().zip((1..=32).rev()).map(|(c, at)| snapshot(at, c)).collect();
    let (latest, oldest) = (recorded[0], recorded[31]);
    let unknown = |count: u64| (1..=count).map(|at| format!("#000000000000@{at}-{at}")).collect::<Vec<_>>();
    let diffs = 32 * 31 / 2;
    assert_eq!(hashes(&recorded, &[]), 0);
    assert_eq!(hashes(&recorded, &[tag(&latest, "1-2")]), 1);
    assert_eq!(hashes(&recorded, &[tag(&oldest, "1-2")]), 32);
    assert_eq!(hashes(&recorded, &[diff_tag(&oldest, &latest)]), 32 + diffs);
    let edits = 4 * 31;
    assert_eq!(hashes(&recorded, &unknown(1)), 32 + edits + diffs);
    assert_eq!(hashes(&recorded, &unknown(256)), 256 * (32 + edits) + diffs);
    assert_eq!(hashes(&recorded, &["no tag".to_owned(), "#000000000000@0-1".to_owned()]), 0);
}

#[test]
fn what_is_longer_than_any_tag_costs_nothing() {
    let recorded = [snapshot(2, 'b'), snapshot(1, 'a')];
    let runs: Vec<String> = (1..20_000u64).map(|at| format!("{}-{}", 2 * at, 2 * at)).collect();
    let scattered = minted("song.txt", TagView::Lines, &recorded[0], &runs.join(","));
    assert_eq!(hashes(&recorded, std::slice::from_ref(&scattered)), 0);
    check(&recorded, std::slice::from_ref(&scattered), "none none doubts 1");
    let citation = Citation::recognise(
        &[scattered],
        &TagKey::new([7; 32]),
        &subject("song.txt", TagView::Lines),
        &recorded,
    );
    assert!(citation.rejected[0].to_string().len() < 200, "a reply does not repeat all of it");
}

#[test]
fn the_tag_of_a_diff_cannot_be_stretched_either() {
    let (a, b) = (snapshot(1, 'a'), snapshot(2, 'b'));
    let whole = tag(&a, "1-20");
    for lines in ["@1-19", "@1-21", "@2-20", "@0", "@1-20,22-22"] {
        check(&[b, a], &[whole.clone(), diff_tag(&a, &b).replace("@1-20", lines)], "none 1-20 doubts 1");
    }
    check(&[b, a], &[whole, diff_tag(&a, &b)], "1-20 none doubts 0");
}

#[test]
fn a_citation_tells_its_tags_from_others() {
    let (a, b) = (snapshot(1, 'a'), snapshot(2, 'b'));
    let (own, diff, other) =
        (tag(&a, "1-2"), diff_tag(&a, &b), minted("other.txt", TagView::Lines, &a, "1-2"));
    let cited = [own.clone(), diff.clone(), other.clone(), "no tag".to_owned()];
    let key = TagKey::new([7; 32]);
    let citation = Citation::recognise(&cited, &key, &subject("song.txt", TagView::Lines), &[b, a]);
    assert!(citation.knows(&own) && citation.knows(&own[1..]));
    assert!(citation.knows(&diff), "though it counts for nothing without its base");
    assert!(!citation.knows(&other) && !citation.knows("no tag"));
}

#[test]
fn the_tag_of_an_outline_says_nothing_about_lines() {
    let a = snapshot(1, 'a');
    let outline = "#482915736208@outline".to_owned();
    check(&[a], std::slice::from_ref(&outline), "none doubts 0");
    check(&[a], &[tag(&a, "1-2"), outline], "1-2 doubts 0");
    check(&[a], &[tag(&a, "1-2"), "#482915736208@outlin".to_owned()], "1-2 doubts 1");
}
