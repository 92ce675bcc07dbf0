use super::*;
use crate::package_graph::Dependency;

/// `ours` or `theirs` asks for `name`; the package asked for is there, too.
fn tree(asking: Package, name: &str, kind: DependencyKind, on_demand: bool) -> PackageGraph {
    let dependencies = vec![Dependency { name: name.to_owned(), kind, on_demand }];
    let uses = vec![name.to_owned()];
    let asked = Package { name: name.to_owned(), source: Some(REGISTRY.to_owned()), ..Package::default() };
    PackageGraph { packages: vec![Package { dependencies, uses, ..asking }, asked] }
}

fn ours() -> Package {
    Package { name: "reread-x".to_owned(), ..Package::default() }
}

fn theirs(name: &str) -> Package {
    Package { name: name.to_owned(), source: Some(REGISTRY.to_owned()), ..Package::default() }
}

fn check(graph: &PackageGraph, offender: Option<&str>) {
    match (bans(graph), offender) {
        (CheckResult::Passed(_), None) => {}
        (CheckResult::Failed(problems), Some(offender)) => {
            assert_eq!(problems.len(), 1, "{problems:?}");
            assert!(problems[0].contains(&format!("is asked for by {offender}:")), "{problems:?}");
        }
        (verdict, _) => panic!("{verdict:?}, but the offender is {offender:?}"),
    }
}

#[test]
fn some_packages_stay_out_of_the_whole_tree() {
    check(&tree(ours(), "memchr", DependencyKind::Normal, false), None);
    check(&tree(ours(), "git2", DependencyKind::Normal, false), Some("reread-x"));
    check(&tree(ours(), "git2", DependencyKind::Dev, false), Some("reread-x"));
    check(&tree(theirs("gitty"), "openssl-sys", DependencyKind::Build, false), Some("gitty"));
}

#[test]
fn memmap2_is_refused_in_our_manifests_only() {
    check(&tree(ours(), "memmap2", DependencyKind::Normal, false), Some("reread-x"));
    check(&tree(theirs("gix"), "memmap2", DependencyKind::Normal, false), None);
}

#[test]
fn a_tokenizer_stays_out_of_the_default_build() {
    check(&tree(ours(), "bpe-openai", DependencyKind::Normal, false), Some("reread-x"));
    check(&tree(ours(), "bpe-openai", DependencyKind::Normal, true), None);
    check(&tree(ours(), "bpe-openai", DependencyKind::Dev, false), None);
    check(&tree(theirs("bpe-openai"), "bpe", DependencyKind::Normal, false), None);
    check(&tree(theirs("prompting"), "tiktoken-rs", DependencyKind::Normal, false), Some("prompting"));
}

#[test]
fn packages_come_from_the_public_registry() {
    let of = |source: Option<&str>| PackageGraph {
        packages: vec![Package { source: source.map(str::to_owned), ..ours() }],
    };
    assert!(matches!(sources(&of(None)), CheckResult::Passed(_)));
    assert!(matches!(sources(&of(Some(REGISTRY))), CheckResult::Passed(_)));
    assert!(matches!(sources(&of(Some("git+https://example.org/x"))), CheckResult::Failed(_)));
    assert!(matches!(sources(&of(Some("sparse+https://mirror.example/index/"))), CheckResult::Failed(_)));
}

#[test]
fn duplicates_are_reported_and_pass() {
    let version = |version: &str| Package { version: version.to_owned(), ..theirs("syn") };
    let CheckResult::Passed(notes) =
        duplicates(&PackageGraph { packages: vec![version("2.0.1"), version("3.0.0")] })
    else {
        panic!("duplicates never fail")
    };
    assert_eq!(notes, ["syn 2.0.1, 3.0.0"]);
}
