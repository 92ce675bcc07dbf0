use super::*;

/// What `law` stands for in the source.
fn check(source: &str, expected: TestPresence) {
    assert_eq!(test_presence(source, "law"), expected, "in:\n{source}");
}

#[test]
fn a_test_has_its_attribute_above() {
    check("", TestPresence::Absent);
    check("#[test]\nfn law() {}", TestPresence::Test);
    check("    #[test]\n    fn law() {}", TestPresence::Test);
    check("#[test]\r\nfn law() {}\r\n", TestPresence::Test);
    check("fn law() {}", TestPresence::NotATest);
    check("#[test]\nfn other() {}\nfn law() {}", TestPresence::NotATest);
    check("#[test]\nfn lawful() {}", TestPresence::Absent);
    check("fn other() { law() }", TestPresence::Absent);
    check("// #[test]\n// fn law() {}", TestPresence::Absent);
}

#[test]
fn other_lines_may_stand_between() {
    check("#[test]\n#[cfg(unix)]\n/// Why.\n// And how.\n\nfn law() {}", TestPresence::Test);
    check("#[cfg(\n    unix,\n)]\n#[test]\nfn law() {}", TestPresence::Test);
    check("#[test]\n#[cfg(any(\n    target_os = \"linux\",\n))]\nfn law() {}", TestPresence::Test);
    check("#[test] fn law() {}", TestPresence::Test);
    check("#[tokio::test(flavor = \"multi_thread\")]\nasync fn law() {}", TestPresence::Test);
    check("#[test]\nstruct Odd;\nfn law() {}", TestPresence::NotATest);
}

#[test]
fn laws_inside_proptest_are_tests_by_the_same_attribute() {
    check("proptest! {\n    #[test]\n    fn law(text in \".*\") {\n    }\n}", TestPresence::Test);
    check("proptest! {\n    fn law(text in \".*\") {\n    }\n}", TestPresence::NotATest);
}

#[test]
fn an_ignored_test_is_known_as_such() {
    check("#[test]\n#[ignore]\nfn law() {}", TestPresence::Ignored);
    check("#[ignore = \"slow\"]\n#[test]\nfn law() {}", TestPresence::Ignored);
    check("#[cfg_attr(windows, ignore)]\n#[test]\nfn law() {}", TestPresence::Test);
}

#[test]
fn the_best_of_several_counts() {
    check("fn law() {}\nmod tests {\n    #[test]\n    fn law() {}\n}", TestPresence::Test);
    check("#[test]\nfn law() {}\nmod other {\n    fn law() {}\n}", TestPresence::Test);
}

#[test]
fn what_a_macro_makes_tests_of_is_a_test() {
    check("both! { other  law }\n\nfn law(version: PiVersion) {}", TestPresence::Test);
    check("both! { other }\n\nfn law(version: PiVersion) {}", TestPresence::NotATest);
    check("// both! { law }", TestPresence::Absent);
    check("every_client! { other law }\n\nfn law(library: Library) {}", TestPresence::Test);
}
