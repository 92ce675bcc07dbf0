use super::*;

/// A workspace of `from` and `to`, in which the first asks for the second.
fn arrow(from: &str, kind: DependencyKind, to: &str) -> PackageGraph {
    let package = |name: &str, dependencies| {
        let is_tool = ["reread-benches", "reread-clients"].contains(&name);
        let folder = if is_tool { name.to_owned() } else { format!("crates/{name}") };
        Package { name: name.to_owned(), folder: Some(folder.into()), dependencies, ..Package::default() }
    };
    let dependency = Dependency { name: to.to_owned(), kind, on_demand: false };
    PackageGraph { packages: vec![package(from, vec![dependency]), package(to, Vec::new())] }
}

fn check(verdict: &CheckResult, expected: &[&str]) {
    match verdict {
        CheckResult::Failed(problems) => assert_eq!(problems, expected),
        CheckResult::Passed(_) => {
            assert!(expected.is_empty(), "nothing was found, but {expected:?} is wrong");
        }
    }
}

#[test]
fn arrows_point_upwards() {
    check(&arrows(&arrow("reread-path", DependencyKind::Normal, "reread-text")), &[]);
    check(&arrows(&arrow("reread-cli", DependencyKind::Normal, "reread-mcp")), &[]);
    check(
        &arrows(&arrow("reread-text", DependencyKind::Normal, "reread-path")),
        &["reread-text depends on reread-path, which is not above it"],
    );
    check(
        &arrows(&arrow("reread-store", DependencyKind::Dev, "reread-files")),
        &["reread-store depends on reread-files, which is not above it"],
    );
}

#[test]
fn tools_look_at_crates_and_not_the_other_way_round() {
    check(&arrows(&arrow("reread-benches", DependencyKind::Normal, "reread-files")), &[]);
    check(
        &arrows(&arrow("reread-files", DependencyKind::Dev, "reread-benches")),
        &["reread-files depends on reread-benches, which is a tool"],
    );
}

#[test]
fn only_tests_use_the_test_kit() {
    check(&arrows(&arrow("reread-text", DependencyKind::Dev, "reread-testkit")), &[]);
    check(&arrows(&arrow("reread-clients", DependencyKind::Normal, "reread-testkit")), &[]);
    check(
        &arrows(&arrow("reread-cli", DependencyKind::Normal, "reread-testkit")),
        &["reread-cli depends on reread-testkit outside of its tests"],
    );
    check(
        &arrows(&arrow("reread-testkit", DependencyKind::Normal, "reread-text")),
        &["reread-testkit depends on reread-text, which it tests"],
    );
}

#[test]
fn every_crate_has_a_place_and_a_folder_of_its_name() {
    check(
        &arrows(&arrow("reread-novel", DependencyKind::Normal, "reread-text")),
        &["reread-novel has no place in the list of crates"],
    );
    let mut moved = arrow("reread-path", DependencyKind::Normal, "reread-text");
    moved.packages[0].folder = Some("crates/path".into());
    check(&arrows(&moved), &["reread-path does not live in a folder of its name"]);
}

#[test]
fn pure_crates_have_no_door_to_disk_or_json() {
    check(
        &purity(&arrow("reread-context", DependencyKind::Normal, "serde")),
        &["reread-context is pure and depends on serde"],
    );
    check(
        &purity(&arrow("reread-text", DependencyKind::Build, "rustix")),
        &["reread-text is pure and depends on rustix"],
    );
    check(&purity(&arrow("reread-text", DependencyKind::Dev, "serde_json")), &[]);
    check(&purity(&arrow("reread-store", DependencyKind::Normal, "serde")), &[]);
}
