use super::*;

fn check(text: &str, line: &str, expected: bool) {
    assert_eq!(stands_in(text, line), expected, "{text} in {line:?}");
}

#[test]
fn a_trace_is_a_whole_name() {
    check("/yard", "/yard/barn/file.txt", true);
    check("/yard", "open `/yard`", true);
    check("/yard", "file:///yard/x", true);
    check("/yard", "PATH=/bin:/yard/bin", true);
    check("/yard", "crates/yard/lib.rs", false);
    check("/yard", "${HOME}/yard/x", false);
    check("/yard", "./yard/x", false);
    check("/yard", "/yards/x", false);
    check("/yard", "", false);
    check("mirror.example", "https://mirror.example/index", true);
    check("mirror.example", "https://mirror.example.org/", false);
}

#[cfg(unix)]
#[test]
fn the_machine_names_its_own_paths() {
    let check = |root: &str, home: &str, expected: &[&str]| {
        let home = Path::new(home);
        let traces = machine_paths(Path::new(root), |name| (name == "HOME").then(|| home.to_owned()));
        assert_eq!(traces.iter().map(|trace| trace.text.as_str()).collect::<Vec<_>>(), expected);
    };
    check("/yard/reread", "/home/ana", &["/yard/reread", "/yard", "/home/ana"]);
    check("/tmp/reread", "/", &["/tmp/reread"]);
    check("/reread", "relative", &["/reread"]);
}

#[test]
fn registries_are_known_by_their_variables() {
    let check = |name: &str, value: &str, expected: &[&str]| {
        let traces = registry_hosts(std::iter::once((name.to_owned(), value.to_owned())));
        assert_eq!(traces.iter().map(|trace| trace.text.as_str()).collect::<Vec<_>>(), expected);
    };
    check("PIP_INDEX_URL", "https://user:word@mirror.example:8080/simple", &["mirror.example"]);
    check("npm_config_registry", "http://mirror.example", &["mirror.example"]);
    check("CARGO_REGISTRIES_OURS_INDEX", "sparse+https://mirror.example/index/", &["mirror.example"]);
    check("CARGO_REGISTRIES_OURS_TOKEN", "sparse+https://mirror.example/index/", &[]);
    check("CARGO_SOURCE_OURS_REGISTRY", "https://index.crates.io/", &[]);
    check("PIP_INDEX_URL", "not an address", &[]);
    check("EDITOR", "https://mirror.example", &[]);
}

#[test]
fn findings_carry_line_and_kind() {
    let traces = [Trace { text: "/yard".to_owned(), kind: "the checkout".to_owned() }];
    let places: Vec<_> = found("one\n/yard/x and /yard/y\nthree\n/yard", &traces).collect();
    assert_eq!(places, [(2, "the checkout"), (4, "the checkout")]);
}

#[test]
fn an_npm_lock_file_names_the_public_registry_only() {
    let lock_file = "{\n  \"resolved\": \"https://registry.npmjs.org/x.tgz\",\n  \"resolved\": \"https://mirror.example/y.tgz\"\n}";
    assert_eq!(strange_downloads(lock_file).collect::<Vec<_>>(), [3]);
}
