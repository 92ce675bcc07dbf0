use super::{SUITES, TestOptions, test_name};

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

/// How the words of a command line are understood: the filter, then whether hosts are left out.
fn check_options(arguments: &[&str], expected: &str) {
    let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
    let found = match TestOptions::of(&arguments) {
        Ok(options) => format!("{} {}", options.filter().unwrap_or("all"), options.skips_hosts),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{arguments:?}");
}

#[test]
fn a_filter_and_the_flag_for_hosts_are_understood_in_any_order() {
    check_options(&[], "all false");
    check_options(&["merge"], "merge false");
    check_options(&["--skip-hosts"], "all true");
    check_options(&["--skip-hosts", "restart-resume"], "restart_resume:: true");
    check_options(&["merge", "--skip-hosts"], "merge true");
    check_options(&["merge", "diff"], "`test` was given too many arguments");
    check_options(&["--skip-host"], "`test` has no option --skip-host");
}

#[test]
fn the_package_of_the_claude_tests_has_that_name() {
    let manifest = include_str!("../../../extensions/claude-code/e2e/Cargo.toml");
    assert!(manifest.contains(&format!("name = \"{}\"\n", super::CLAUDE_TESTS)));
}
