use super::{SUITES, test_name};

#[test]
fn a_suite_is_found_by_the_names_of_its_file() {
    assert_eq!(test_name("compaction-boundary"), "compaction_boundary::");
    assert_eq!(test_name("test/integration/tree-navigation.test.ts"), "tree_navigation::");
    assert_eq!(test_name("test/unit/replay.test.ts"), "replay::");
    assert_eq!(test_name("merge"), "merge");
    assert_eq!(test_name("tests/merge"), "tests/merge");
}

#[test]
fn the_package_of_the_extension_and_the_documents_name_every_suite() {
    let package = include_str!("../../../extensions/pi/package.json");
    let document = include_str!("../../../docs/testing.md");
    for suite in SUITES {
        assert!(package.contains(&format!("\"test:{suite}\": \"cargo xtask test {suite}\"")), "{suite}");
        assert!(document.contains(&format!("| `{suite}` |")), "{suite}");
    }
}
