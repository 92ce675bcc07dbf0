use super::*;

fn snapshot(generation: u64, letter: &str) -> ShownSnapshot {
    ShownSnapshot { generation, digest: Digest::of(letter.as_bytes()), total_lines: 10 }
}

fn grant(generation: u64, letter: &str, lines: &str, text: Option<&str>) -> Grant {
    let text = text.map(|text| Digest::of(text.as_bytes()));
    Grant {
        snapshot: snapshot(generation, letter),
        lines: lines.parse().ok(),
        origin: Origin::Shown { text, is_as_made: true },
    }
}

fn held(grants: &[Grant]) -> HeldLines {
    let mut held = HeldLines::default();
    grants.iter().for_each(|grant| held.show(*grant));
    held
}

/// What has to be found in snapshot A for a request.
fn check(held: &HeldLines, asked: &str, expected: &[&str]) {
    let asked = if asked == "whole" { ReadScope::Whole } else { ReadScope::Lines(asked.parse().unwrap()) };
    let found = held.to_be_found(&snapshot(0, "A").digest, asked);
    let found: Vec<String> = found.iter().map(|(lines, _)| lines.to_string()).collect();
    assert_eq!(found, expected);
}

#[test]
fn lines_that_were_shown_have_to_be_found_in_the_snapshot() {
    let parts = held(&[grant(1, "A", "1-5", Some("x")), grant(2, "A", "6-10", Some("y"))]);
    check(&parts, "2-3", &["1-5"]);
    check(&parts, "4-7", &["6-10", "1-5"]);
    check(&parts, "whole", &["6-10", "1-5"]);
}

#[test]
fn a_whole_file_was_proven_by_its_digest() {
    let whole = held(&[grant(1, "A", "2-3", Some("x")), grant(2, "A", "1-10", None)]);
    check(&whole, "whole", &[]);
    check(&whole, "2-3", &[]);
}

#[test]
fn what_was_shown_after_a_whole_file_must_be_the_same_text() {
    let later = held(&[grant(1, "A", "1-10", None), grant(2, "A", "2-3", Some("x"))]);
    check(&later, "whole", &["2-3"]);
    check(&later, "3-5", &["2-3"]);
    check(&later, "5-6", &[]);
}

#[test]
fn a_marker_proves_nothing_more() {
    let mut told = held(&[grant(1, "A", "1-5", Some("x"))]);
    told.push(Grant { origin: Origin::Told, ..grant(2, "A", "2-3", None) });
    check(&told, "2-3", &["1-5"]);
}

#[test]
fn of_equally_fresh_snapshots_the_exact_range_is_the_base() {
    let mut both = HeldLines::default();
    both.push(grant(1, "A", "2-3", None));
    both.push(grant(1, "B", "1-10", None));
    let range = LineRange::new(2, 3).unwrap();
    assert_eq!(both.freshest(range), Some(snapshot(0, "A").digest));
}

#[test]
fn grants_that_say_nothing_new_are_not_kept() {
    let again = held(&[grant(1, "A", "2-3", Some("x")), grant(2, "A", "2-3", Some("x"))]);
    assert_eq!(again.grants().len(), 1);
    let wider = held(&[grant(1, "A", "2-3", Some("x")), grant(2, "A", "1-5", Some("y"))]);
    assert_eq!(wider.grants().len(), 1);
}

#[test]
fn the_oldest_of_very_many_grants_is_forgotten() {
    let grants: Vec<Grant> = (1..=MOST_GRANTS as u64 + 1)
        .map(|line| Grant {
            snapshot: ShownSnapshot { total_lines: 10_000, ..snapshot(line, "A") },
            lines: LineRange::new(2 * line, 2 * line).ok(),
            origin: Origin::Shown { text: None, is_as_made: true },
        })
        .collect();
    let many = held(&grants);
    assert_eq!(many.grants().len(), MOST_GRANTS);
    assert_eq!(many.freshest(LineRange::new(2, 2).unwrap()), None);
    assert!(many.freshest(LineRange::new(4, 4).unwrap()).is_some());
}

#[test]
fn a_later_version_that_ends_earlier_takes_the_lines_behind_its_end_away() {
    let short = |generation, lines: &str| Grant {
        snapshot: ShownSnapshot { total_lines: 3, ..snapshot(generation, "B") },
        ..grant(generation, "B", lines, Some("y"))
    };
    let ended = held(&[grant(1, "A", "2-10", Some("x")), short(2, "1-1")]);
    assert_eq!(ended.lines_of(&snapshot(0, "A").digest), None);
    let kept = held(&[grant(1, "A", "2-3", Some("x")), short(2, "1-1")]);
    assert!(kept.lines_of(&snapshot(0, "A").digest).is_some());
    assert!(!kept.reaches_beyond(3) && kept.reaches_beyond(2));
}
