use std::io::Write as _;

use super::*;

/// How often a file with that time is read, and whether it is flagged, if the readings give these values.
fn check(modified: SystemTime, values: &[u32], expected: (usize, bool)) {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(b"one\n").unwrap();
    file.set_modified(modified).unwrap();
    let mut readings = 0;
    let steady = steadily(&file, |_| {
        readings += 1;
        Ok(values[readings - 1])
    });
    assert_eq!((readings, steady.unwrap().changed_during_read), expected, "{values:?}");
}

#[test]
fn an_old_file_is_read_once() {
    check(UNIX_EPOCH, &[1], (1, false));
    check(UNIX_EPOCH + Duration::from_secs(1_700_000_000), &[1], (1, false));
}

#[test]
fn a_fresh_file_is_read_until_two_readings_agree() {
    // A time in the future is as fresh as can be, whenever the test is run.
    let fresh = UNIX_EPOCH + Duration::from_secs(100_000_000_000);
    check(fresh, &[1, 1], (2, false));
    check(fresh, &[1, 2, 2], (3, false));
    check(fresh, &[1, 2, 3], (3, true));
}

#[test]
fn a_file_that_is_written_during_every_reading_is_flagged() {
    let mut file = tempfile::tempfile().unwrap();
    let mut sizes = Vec::new();
    let steady = steadily(&file.try_clone().unwrap(), |size| {
        sizes.push(size);
        file.write_all(b"more\n").map(|()| size)
    });
    assert!(steady.unwrap().changed_during_read);
    assert_eq!(sizes, [0, 5, 10]);
}
