use super::*;

/// What `law` stands for in the source.
fn check(source: &str, expected: Standing) {
    assert_eq!(standing(source, "law"), expected, "in:\n{source}");
}

#[test]
fn a_test_has_its_attribute_above() {
    check("", Standing::Absent);
    check("#[test]\nfn law() {}", Standing::Test);
    check("    #[test]\n    fn law() {}", Standing::Test);
    check("#[test]\r\nfn law() {}\r\n", Standing::Test);
    check("fn law() {}", Standing::NotATest);
    check("#[test]\nfn other() {}\nfn law() {}", Standing::NotATest);
    check("#[test]\nfn lawful() {}", Standing::Absent);
    check("fn other() { law() }", Standing::Absent);
    check("// #[test]\n// fn law() {}", Standing::Absent);
}

#[test]
fn other_lines_may_stand_between() {
    check("#[test]\n#[cfg(unix)]\n/// Why.\n// And how.\n\nfn law() {}", Standing::Test);
    check("#[cfg(\n    unix,\n)]\n#[test]\nfn law() {}", Standing::Test);
    check("#[test]\n#[cfg(any(\n    target_os = \"linux\",\n))]\nfn law() {}", Standing::Test);
    check("#[test] fn law() {}", Standing::Test);
    check("#[tokio::test(flavor = \"multi_thread\")]\nasync fn law() {}", Standing::Test);
    check("#[test]\nstruct Odd;\nfn law() {}", Standing::NotATest);
}

#[test]
fn laws_inside_proptest_are_tests_by_the_same_attribute() {
    check("proptest! {\n    #[test]\n    fn law(text in \".*\") {\n    }\n}", Standing::Test);
    check("proptest! {\n    fn law(text in \".*\") {\n    }\n}", Standing::NotATest);
}

#[test]
fn an_ignored_test_is_known_as_such() {
    check("#[test]\n#[ignore]\nfn law() {}", Standing::Ignored);
    check("#[ignore = \"slow\"]\n#[test]\nfn law() {}", Standing::Ignored);
    check("#[cfg_attr(windows, ignore)]\n#[test]\nfn law() {}", Standing::Test);
}

#[test]
fn the_best_of_several_counts() {
    check("fn law() {}\nmod tests {\n    #[test]\n    fn law() {}\n}", Standing::Test);
    check("#[test]\nfn law() {}\nmod other {\n    fn law() {}\n}", Standing::Test);
}

#[test]
fn what_a_macro_makes_tests_of_is_a_test() {
    check("both! { other  law }\n\nfn law(version: PiVersion) {}", Standing::Test);
    check("both! { other }\n\nfn law(version: PiVersion) {}", Standing::NotATest);
    check("// both! { law }", Standing::Absent);
    check("every_client! { other law }\n\nfn law(library: Library) {}", Standing::Test);
}
