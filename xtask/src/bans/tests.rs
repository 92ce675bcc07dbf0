use super::*;
use crate::workspace::Dependency;

/// `ours` or `theirs` asks for `name`; the package asked for is there, too.
fn tree(asking: Package, name: &str, kind: Kind, on_demand: bool) -> Workspace {
    let dependencies = vec![Dependency { name: name.to_owned(), kind, on_demand }];
    let uses = vec![name.to_owned()];
    let asked = Package { name: name.to_owned(), source: Some(REGISTRY.to_owned()), ..Package::default() };
    Workspace { packages: vec![Package { dependencies, uses, ..asking }, asked] }
}

fn ours() -> Package {
    Package { name: "reread-x".to_owned(), ..Package::default() }
}

fn theirs(name: &str) -> Package {
    Package { name: name.to_owned(), source: Some(REGISTRY.to_owned()), ..Package::default() }
}

fn check(workspace: &Workspace, offender: Option<&str>) {
    match (bans(workspace), offender) {
        (Verdict::Passed(_), None) => {}
        (Verdict::Failed(problems), Some(offender)) => {
            assert_eq!(problems.len(), 1, "{problems:?}");
            assert!(problems[0].contains(&format!("is asked for by {offender}:")), "{problems:?}");
        }
        (verdict, _) => panic!("{verdict:?}, but the offender is {offender:?}"),
    }
}

#[test]
fn some_packages_stay_out_of_the_whole_tree() {
    check(&tree(ours(), "memchr", Kind::Normal, false), None);
    check(&tree(ours(), "git2", Kind::Normal, false), Some("reread-x"));
    check(&tree(ours(), "git2", Kind::Dev, false), Some("reread-x"));
    check(&tree(theirs("gitty"), "openssl-sys", Kind::Build, false), Some("gitty"));
}

#[test]
fn memmap2_is_refused_in_our_manifests_only() {
    check(&tree(ours(), "memmap2", Kind::Normal, false), Some("reread-x"));
    check(&tree(theirs("gix"), "memmap2", Kind::Normal, false), None);
}

#[test]
fn a_tokenizer_stays_out_of_the_default_build() {
    check(&tree(ours(), "bpe-openai", Kind::Normal, false), Some("reread-x"));
    check(&tree(ours(), "bpe-openai", Kind::Normal, true), None);
    check(&tree(ours(), "bpe-openai", Kind::Dev, false), None);
    check(&tree(theirs("bpe-openai"), "bpe", Kind::Normal, false), None);
    check(&tree(theirs("prompting"), "tiktoken-rs", Kind::Normal, false), Some("prompting"));
}

#[test]
fn packages_come_from_the_public_registry() {
    let of = |source: Option<&str>| Workspace {
        packages: vec![Package { source: source.map(str::to_owned), ..ours() }],
    };
    assert!(matches!(sources(&of(None)), Verdict::Passed(_)));
    assert!(matches!(sources(&of(Some(REGISTRY))), Verdict::Passed(_)));
    assert!(matches!(sources(&of(Some("git+https://example.org/x"))), Verdict::Failed(_)));
    assert!(matches!(sources(&of(Some("sparse+https://mirror.example/index/"))), Verdict::Failed(_)));
}

#[test]
fn duplicates_are_reported_and_pass() {
    let version = |version: &str| Package { version: version.to_owned(), ..theirs("syn") };
    let Verdict::Passed(notes) =
        duplicates(&Workspace { packages: vec![version("2.0.1"), version("3.0.0")] })
    else {
        panic!("duplicates never fail")
    };
    assert_eq!(notes, ["syn 2.0.1, 3.0.0"]);
}
