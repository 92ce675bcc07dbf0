//! Numbers of files and bytes in few characters.

use super::Tally;

/// `12 files 340K`
pub(super) fn sized(tally: Tally) -> String {
    format!("{} {} {}", tally.files, if tally.files == 1 { "file" } else { "files" }, short(tally.bytes))
}

/// Bytes below a thousand, then thousands and so on, rounded up: what is there is never shown as nothing.
pub(super) fn short(bytes: u64) -> String {
    let mut value = bytes;
    for unit in ["", "K", "M"] {
        if value < 1_000 {
            return format!("{value}{unit}");
        }
        value = value.div_ceil(1_000);
    }
    format!("{value}G")
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
        check(999_001, "1M");
        check(1_500_000_000, "2G");
        check(u64::MAX, "18446744074G");
    }
}
