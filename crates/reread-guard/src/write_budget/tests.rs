use proptest::prelude::*;

use super::{WriteAmount, WriteBudget, WriteLimits};

fn budget(max_writes: Option<u64>, max_bytes: Option<u64>) -> WriteBudget {
    WriteBudget::new(WriteLimits { max_writes, max_bytes })
}

/// What comes of one write after another, each given as files and bytes.
fn check(mut budget: WriteBudget, writes: &[(u64, u64)], expected: &[&str]) {
    let mut reserve = |(files, bytes): &(u64, u64)| {
        budget
            .reserve(WriteAmount { files: *files, bytes: *bytes })
            .map_or_else(|error| error.to_string(), |()| "ok".to_owned())
    };
    let said: Vec<String> = writes.iter().map(&mut reserve).collect();
    assert_eq!(said, expected);
}

#[test]
fn without_limits_everything_may_be_written() {
    check(budget(None, None), &[(1, u64::MAX), (u64::MAX, u64::MAX), (1, 1)], &["ok", "ok", "ok"]);
}

#[test]
fn writes_are_counted_by_the_file() {
    check(
        budget(Some(3), None),
        &[(2, 10), (2, 10), (1, 10), (1, 0)],
        &[
            "ok",
            "the write budget does not allow it: 2 of 3 writes and 10 bytes are used, and this would be 2 writes of 10 bytes",
            "ok",
            "the write budget does not allow it: 3 of 3 writes and 20 bytes are used, and this would be 1 write of 0 bytes",
        ],
    );
}

#[test]
fn bytes_are_counted() {
    check(
        budget(None, Some(10)),
        &[(1, 10), (1, 0), (1, u64::MAX)],
        &[
            "ok",
            "ok",
            "the write budget does not allow it: 2 writes and 10 of 10 bytes are used, and this would be 1 write of \
             18446744073709551615 bytes",
        ],
    );
}

#[test]
fn a_budget_of_nothing_is_used_up_from_the_start() {
    let said = budget(Some(0), None).check().unwrap_err().to_string();
    assert_eq!(said, "the write budget does not allow it: 0 of 0 writes and 0 bytes are used");
    assert_eq!(budget(Some(1), Some(0)).check(), Ok(()), "an empty file has no bytes");
}

proptest! {
    /// Whatever is taken and given back in whichever order, what is held never goes past a limit, and what was given back
    /// can be taken again.
    #[test]
    fn what_is_held_is_within_the_limits(
        limits in (0_u64..20, 0_u64..200),
        calls in proptest::collection::vec((0_u64..4, 0_u64..60, any::<bool>()), 0..60),
    ) {
        let mut budget = budget(Some(limits.0), Some(limits.1));
        let mut held: Vec<WriteAmount> = Vec::new();
        for (files, bytes, fails) in calls {
            let asked = WriteAmount { files, bytes };
            let sum = |of: fn(&WriteAmount) -> u64| held.iter().map(of).sum::<u64>();
            let (used_files, used_bytes) = (sum(|held| held.files), sum(|held| held.bytes));
            let fits = used_files + files <= limits.0 && used_bytes + bytes <= limits.1;
            prop_assert_eq!(budget.reserve(asked).is_ok(), fits);
            match (fits, fails) {
                (true, true) => budget.give_back(asked),
                (true, false) => held.push(asked),
                (false, _) => {}
            }
        }
    }
}
