/// Older ones may lose what two processes write at once, and 3.52.0 was withdrawn.
#[test]
fn the_library_has_a_log_that_can_be_trusted() {
    let version = rusqlite::version_number();
    assert!(version >= 3_051_003 && version != 3_052_000, "SQLite {}", rusqlite::version());
}
