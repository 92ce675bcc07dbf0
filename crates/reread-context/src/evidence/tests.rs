use super::*;

const TOTAL: u64 = 10;

fn digest(text: &str) -> Digest {
    Digest::of(text.as_bytes())
}

fn range(text: &str) -> LineRange {
    text.parse().unwrap()
}

/// Whether a testimony about version A is believed; the reason if not.
fn check(
    mode: Mode,
    scope: &str,
    base: Option<&str>,
    delivery: Delivery,
    expected: Result<(), RejectedEvidence>,
) {
    let scope: ReadScope = scope.parse().unwrap();
    let claim = Claim { mode, scope, served: digest("A"), base: base.map(digest), total_lines: TOTAL };
    let admitted = Evidence::admit(&UncheckedRead { claim, delivery });
    assert_eq!(admitted.map(drop), expected, "{mode:?} {scope} {delivery:?}");
}

fn lines(lines: &str, text: &str) -> Delivery {
    Delivery::Lines { lines: range(lines), text: digest(text), is_as_made: true }
}

#[test]
fn a_text_is_believed_if_it_can_be_the_snapshot() {
    check(Mode::Full, "full", None, lines("1-10", "A"), Ok(()));
    check(Mode::FullFallback, "full", Some("B"), lines("1-10", "A"), Ok(()));
    check(Mode::Full, "full", None, lines("1-10", "B"), Err(RejectedEvidence::NotTheSnapshot));
    check(Mode::Full, "r:2:4", None, lines("2-4", "lines"), Ok(()));
    check(Mode::Full, "full", None, lines("1-4", "lines"), Ok(()));
    check(Mode::Full, "r:2:4", None, lines("2-5", "lines"), Err(RejectedEvidence::UnusableMetadata));
    check(Mode::Full, "r:2:4", None, lines("1-10", "A"), Err(RejectedEvidence::UnusableMetadata));
}

#[test]
fn a_marker_or_a_diff_needs_a_base() {
    check(Mode::Diff, "full", Some("B"), Delivery::AsMade, Ok(()));
    check(Mode::Diff, "full", None, Delivery::AsMade, Err(RejectedEvidence::UnusableMetadata));
    check(Mode::Unchanged, "full", Some("A"), Delivery::AsMade, Ok(()));
    check(Mode::UnchangedRange, "r:2:4", None, Delivery::AsMade, Err(RejectedEvidence::UnusableMetadata));
}

#[test]
fn what_was_not_delivered_as_it_was_made_is_not_believed() {
    for mode in [Mode::Full, Mode::FullFallback, Mode::Unchanged, Mode::UnchangedRange, Mode::Diff] {
        check(mode, "full", Some("A"), Delivery::Failed, Err(RejectedEvidence::FailedResult));
        check(mode, "full", Some("A"), Delivery::Altered, Err(RejectedEvidence::Altered));
        check(mode, "full", Some("A"), Delivery::Unattested, Err(RejectedEvidence::Unattested));
    }
    check(Mode::Full, "full", None, Delivery::NoLine, Err(RejectedEvidence::NoLineShown));
    check(Mode::Full, "full", None, Delivery::AsMade, Err(RejectedEvidence::Unattested));
    check(Mode::Diff, "full", Some("B"), lines("1-10", "A"), Err(RejectedEvidence::Unattested));
}
