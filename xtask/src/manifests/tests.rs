use super::*;

fn check(manifest: &str, judge: fn(&toml::Table) -> bool, expected: bool) {
    assert_eq!(judge(&manifest.parse().unwrap()), expected, "{manifest}");
}

#[test]
fn lints_come_from_the_workspace() {
    check("[lints]\nworkspace = true", inherits_lints, true);
    check("lints.workspace = true", inherits_lints, true);
    check("[lints]\nworkspace = false", inherits_lints, false);
    check("[lints.rust]\nunsafe_code = \"allow\"", inherits_lints, false);
    check("# [lints]\n# workspace = true", inherits_lints, false);
}

#[test]
fn unsafe_code_is_forbidden() {
    check("[workspace.lints.rust]\nunsafe_code = \"forbid\"", forbids_unsafe_code, true);
    check(
        "[workspace.lints.rust]\nunsafe_code = { level = \"forbid\", priority = 1 }",
        forbids_unsafe_code,
        true,
    );
    check("[workspace.lints.rust]\nunsafe_code = \"deny\"", forbids_unsafe_code, false);
    check("[lints.rust]\nunsafe_code = \"forbid\"", forbids_unsafe_code, false);
}
