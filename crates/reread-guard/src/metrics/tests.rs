use super::Metrics;
use crate::ReplyCost;

/// Counts `r<lines>` as a read of so many lines with ten characters each, `s` as a search, and `!` behind either as
/// degraded; then compares counts, ratio and mean.
fn check(calls: &str, counts: [u64; 5], ratio: f64, mean: f64) {
    let metrics = counted(calls);
    let Metrics {
        reads_count, reads_lines_total, search_count, max_read_span, preview_degraded_count, ..
    } = metrics;
    let found = [reads_count, reads_lines_total, search_count, max_read_span, preview_degraded_count];
    assert_eq!(found, counts, "{calls}");
    assert_eq!(metrics.reads_chars_total, reads_lines_total * 10, "{calls}");
    assert_eq!(metrics.read_after_search_ratio(), ratio, "{calls}");
    assert_eq!(metrics.avg_read_span(), mean, "{calls}");
}

fn counted(calls: &str) -> Metrics {
    let mut metrics = Metrics::default();
    for call in calls.split_whitespace() {
        let is_degraded = call.ends_with('!');
        match call.trim_end_matches('!').split_at(1) {
            ("s", _) => metrics.count_search(is_degraded),
            (_, lines) => {
                let lines = lines.parse().unwrap();
                metrics.count_read(ReplyCost { lines, chars: lines * 10 }, is_degraded);
            }
        }
    }
    metrics
}

#[test]
fn reads_and_searches_are_counted_as_they_come() {
    check("", [0, 0, 0, 0, 0], 0.0, 0.0);
    check("r0", [1, 0, 0, 0, 0], 0.0, 0.0);
    check("s", [0, 0, 1, 0, 0], 0.0, 0.0);
    check("r10 s r20", [2, 30, 1, 20, 0], 0.5, 15.0);
    check("s r30! s! r1", [2, 31, 2, 30, 2], 1.0, 15.5);
    check("r1 r1 r1 s r1", [4, 4, 1, 1, 0], 0.25, 1.0);
}

#[test]
fn huge_numbers_stay_at_the_largest() {
    let mut metrics =
        Metrics { reads_count: u64::MAX, reads_lines_total: u64::MAX - 1, ..Metrics::default() };
    metrics.count_read(ReplyCost { lines: u64::MAX, chars: u64::MAX }, true);
    assert_eq!(metrics.reads_count, u64::MAX);
    assert_eq!(metrics.reads_lines_total, u64::MAX);
    assert_eq!(metrics.max_read_span, u64::MAX);
    assert_eq!(metrics.avg_read_span(), 1.0);
}
