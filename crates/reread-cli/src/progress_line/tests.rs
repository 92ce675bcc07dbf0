use reread_files::Progress;

use super::bar;

fn check(files: u64, total: Option<u64>, words: &str) {
    assert_eq!(bar(Progress { files, total, matches: 7 }), words);
}

#[test]
fn a_bar_is_as_long_as_what_is_done() {
    check(0, Some(3), "[                    ] 0 of 3 files");
    check(1, Some(2), "[##########          ] 1 of 2 files");
    check(2, Some(2), "[####################] 2 of 2 files");
    check(3, Some(2), "[####################] 3 of 2 files");
    check(3, None, "3 files");
    check(0, Some(0), "0 files");
}
