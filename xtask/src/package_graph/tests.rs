use super::*;
use serde_json::json;

fn check(features: &Value, expected: &[&str]) {
    assert_eq!(switched_on_by_default(features), expected, "default features of {features}");
}

#[test]
fn default_features_are_followed() {
    check(&json!({}), &[]);
    check(&json!({ "exact": ["dep:bpe"] }), &[]);
    check(&json!({ "default": ["exact"], "exact": ["dep:bpe"] }), &["bpe"]);
    check(&json!({ "default": ["a"], "a": ["b"], "b": ["a", "dep:x"] }), &["x"]);
    check(&json!({ "default": ["x/fast", "y?/fast"] }), &["x"]);
}

#[test]
fn packages_are_read_from_metadata() {
    let line = |name: &str, kind: Value, optional: bool| json!({ "name": name, "rename": null, "kind": kind, "optional": optional });
    let metadata = json!({
        "workspace_root": "/checkout",
        "packages": [
            {
                "id": "path+text", "name": "reread-text", "version": "0.1.0", "license": "MIT OR Apache-2.0", "source": null,
                "manifest_path": "/checkout/crates/reread-text/Cargo.toml",
                "features": { "exact": ["dep:bpe"] },
                "targets": [{ "name": "reread_text", "kind": ["lib"] }, { "name": "show", "kind": ["bin"] }],
                "dependencies": [line("bpe", Value::Null, true), line("cc", "build".into(), false), line("proptest", "dev".into(), false)],
            },
            {
                "id": "registry+bpe", "name": "bpe", "version": "1.2.3", "license": null, "source": "registry+somewhere",
                "manifest_path": "/elsewhere/bpe/Cargo.toml", "features": {}, "targets": [], "dependencies": [],
            },
        ],
        "resolve": { "nodes": [
            { "id": "path+text", "deps": [{ "pkg": "registry+bpe", "dep_kinds": [{ "kind": null }] }] },
            { "id": "registry+bpe", "deps": [{ "pkg": "path+text", "dep_kinds": [{ "kind": "dev" }] }] },
        ] },
    });
    let graph = PackageGraph::of_metadata(&metadata).unwrap();
    let [text] = graph.ours().collect::<Vec<_>>()[..] else { panic!("one package is ours") };
    assert_eq!(text.folder.as_deref(), Some(Path::new("crates/reread-text")));
    assert_eq!(text.binaries, ["show"]);
    assert_eq!(text.uses, ["bpe"]);
    assert!(graph.packages[1].uses.is_empty(), "a test is no use");
    let kinds: Vec<DependencyKind> = text.dependencies.iter().map(|dependency| dependency.kind).collect();
    assert!(kinds == [DependencyKind::Normal, DependencyKind::Build, DependencyKind::Dev]);
    assert!(text.dependencies[0].on_demand && !text.dependencies[1].on_demand);
    assert!(graph.packages[1].licence.is_none() && graph.packages[1].folder.is_none());
}

#[test]
fn metadata_of_another_shape_is_refused() {
    assert!(PackageGraph::of_metadata(&json!({})).is_none());
    let packages = |packages: Value| json!({ "workspace_root": "/checkout", "packages": packages, "resolve": { "nodes": [] } });
    assert!(PackageGraph::of_metadata(&packages(json!([]))).is_some());
    assert!(PackageGraph::of_metadata(&packages(json!([{ "id": "path+x", "name": "x" }]))).is_none());
}
