//! Numbers of files and bytes in few characters.

use super::Tally;

/// `12 files 340K`
pub(super) fn sized(tally: Tally) -> String {
    format!("{} {} {}", tally.files, if tally.files == 1 { "file" } else { "files" }, short(tally.bytes))
}

/// Bytes below a thousand, then thousands, then millions and more with a tenth, rounded up: what is there is never shown as
/// nothing.
pub(super) fn short(bytes: u64) -> String {
    let tenths = |size: u64| format!("{}.{}", size / 10, size % 10);
    match (bytes, bytes.div_ceil(1_000), bytes.div_ceil(100_000)) {
        (..1_000, _, _) => bytes.to_string(),
        (_, thousands @ ..1_000, _) => format!("{thousands}K"),
        (_, _, millions @ ..10_000) => format!("{}M", tenths(millions)),
        _ => format!("{}G", tenths(bytes.div_ceil(100_000_000))),
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    fn check(bytes: u64, expected: &str) {
        assert_eq!(short(bytes), expected);
    }

    #[test]
    fn sizes_are_rounded_up() {
        check(0, "0");
        check(999, "999");
        check(1_000, "1K");
        check(1_001, "2K");
        check(999_000, "999K");
        check(999_001, "1.0M");
        check(1_300_001, "1.4M");
        check(999_900_000, "999.9M");
        check(999_900_001, "1.0G");
        check(1_500_000_000, "1.5G");
        check(u64::MAX, "18446744073.8G");
    }
}
